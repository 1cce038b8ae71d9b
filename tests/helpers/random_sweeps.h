// SPDX-License-Identifier: MIT
#pragma once
/// Seeded random pairs of moving shapes, apart at the start.
#include <tactus/narrow/default.h>
#include <tactus/sweep/motion.h>
#include <tests/helpers/random_pairs.h>

namespace tactus::testing {

struct Sweep {
  Shape<double> a, b;
  Motion<double> motion_a, motion_b;
};

inline const std::vector<Hull<double>>& hulls_of_32() {
  static const std::vector<Hull<double>> pool = [] {
    Random own(32);
    std::vector<Hull<double>> hulls;
    for (int i = 0; i < 100; ++i) hulls.push_back(random_hull(own, 32));
    return hulls;
  }();
  return pool;
}

/// Family::hull_50 stands for hulls of 32 points here.
inline Shape<double> sweep_shape(Random& random, Family family) {
  if (family == Family::hull_50) return hulls_of_32()[static_cast<std::size_t>(random.below(100))];
  return random_shape(random, family);
}

/// From one random place near the origin to another, turning by up to `max_turn` about the local origin, or about a
/// point off it. Half to two thirds of the sweeps meet.
inline Motion<double> random_motion(Random& random, double max_turn, double max_pivot = 0) {
  Motion<double> m;
  m.start = random.pose(3.0);
  m.velocity = random.vector(0, 3.0) - m.start.translation;
  m.angular_velocity = random.vector(0, max_turn);
  if (max_pivot > 0) m.pivot = random.vector(0, max_pivot);
  return m;
}

inline Sweep random_sweep(Random& random, Family family, double max_turn, double max_pivot = 0) {
  for (;;) {
    const Shape<double> a = sweep_shape(random, family), b = sweep_shape(random, family);
    const Motion<double> motion_a = random_motion(random, max_turn, max_pivot);
    const Motion<double> motion_b = random_motion(random, max_turn, max_pivot);
    if (!narrow::intersects(a, b, relative(motion_a.start, motion_b.start))) return {a, b, motion_a, motion_b};
  }
}

}  // namespace tactus::testing
