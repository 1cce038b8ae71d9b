// SPDX-License-Identifier: MIT
#pragma once
/// Random numbers that are the same on every system, unlike std's distributions.
#include <tactus/math/pose.h>
#include <tactus/shape/generators.h>

#include <cstdint>

namespace tactus::scenes {

/// The library's generator, and what scenes draw.
class Random : public generate::Random {
 public:
  using generate::Random::Random;

  /// 0 … n-1.
  std::size_t below(std::size_t n) { return static_cast<std::size_t>(uniform(0, static_cast<double>(n))); }
  Vec3<double> in_box(const Vec3<double>& half) {
    const double x = uniform(-half.x, half.x), y = uniform(-half.y, half.y);
    return {x, y, uniform(-half.z, half.z)};
  }
  /// Uniform over all rotations: a point of the unit ball in four dimensions, drawn again if it is outside or near the
  /// middle.
  Mat3<double> rotation() {
    for (;;) {
      const double w = uniform(-1, 1), x = uniform(-1, 1), y = uniform(-1, 1), z = uniform(-1, 1);
      const Quat<double> q{w, x, y, z};
      const double length2 = dot(q, q);
      if (length2 <= 1 && length2 > 0.01) return to_matrix(normalized(q));
    }
  }
};

}  // namespace tactus::scenes
