// SPDX-License-Identifier: MIT
#pragma once
/// What the experiments of [Mirtich 1997, §6] share: his four objects, his motion, and the contestants.
#include <tactus/core/contact.h>
#include <tactus/core/pair_cache.h>
#include <tactus/shape/generators.h>

#include <array>
#include <cmath>
#include <span>
#include <vector>

namespace tactus::lab::mirtich {

using generate::Random;

// ---- objects and motion ---------------------------------------------------------------------------------------------

inline constexpr std::array<const char*, 4> object_names = {"cube", "icosahedron", "disk", "sphere"};
/// Two units wide each: the cube, the icosahedron, the disk of 60 sides and 10:1, the sphere of 642 vertices.
template <Scalar T> std::array<Hull<T>, 4> objects() {
  return {generate::cube<T>(), generate::icosahedron<T>(), generate::disk<T>(), generate::tessellated_sphere<T>()};
}

/// The moving object's path in Algorithm 9: each coordinate of its centre swings at its own phase, and it turns about a
/// fixed axis, all at ω degrees per step.
struct Path {
  double amplitude = 0;
  Vec3<double> phases, axis;

  Pose<double> at(double angle) const {
    const auto swing = [&](double phase) { return amplitude * std::cos(angle + phase); };
    return {from_axis_angle(axis, angle), {swing(phases.x), swing(phases.y), swing(phases.z)}};
  }
};

/// "A is chosen to avoid penetration" [ibid., Algorithm 9], which no amplitude does for all phases: with equal phases
/// the path runs through the origin. The centre comes as near as A √((3 - |Σ exp 2iδ|)/2); phases that make this root
/// less than 0.8 are drawn again, and A is such that the bounding balls then just never meet.
inline Path random_path(Random& random, double bounding_radius) {
  for (;;) {
    Path path;
    path.phases = {random.uniform(0, 2 * pi<double>), random.uniform(0, 2 * pi<double>),
                   random.uniform(0, 2 * pi<double>)};
    path.axis = random.on_sphere();
    double real = 0, imaginary = 0;
    for (int i = 0; i < 3; ++i) real += std::cos(2 * path.phases[i]), imaginary += std::sin(2 * path.phases[i]);
    path.amplitude = 1.01 * (2 * bounding_radius) / 0.8;
    if (3 - std::hypot(real, imaginary) >= 1.28) return path;  // the root is at least 0.8
  }
}

/// `count` poses of the moving object, ω degrees apart.
inline std::vector<Pose<double>> poses_along(const Path& path, double degrees, int count) {
  std::vector<Pose<double>> poses;
  for (int i = 1; i <= count; ++i) poses.push_back(path.at(degrees * pi<double> / 180 * i));
  return poses;
}

// ---- contestants ----------------------------------------------------------------------------------------------------

template <Scalar T> struct Contestant {
  using Distance = Contact<T> (*)(const Hull<T>&, const Hull<T>&, const Pose<T>&, PairCache<T>*);
  const char* name;
  Distance distance;
};

/// The three methods of the paper first, then this library's GJK. For double and Counted<double> (contestants.cpp).
template <Scalar T> std::span<const Contestant<T>> contestants();
inline constexpr std::size_t paper_contestants = 3;

/// The distance and certified bounds of it.
struct Truth {
  double distance, lower, upper;
};
/// GJK in long double, no cache. If two kinds of features are equally near, the normal is accurate only to the square
/// root of the rounding, and so is the lower bound: the proof is good to 1e-8. The distance comes from the witness
/// points and is far more accurate. Throws std::runtime_error if that proof fails.
Truth true_distance(const Hull<long double>& a, const Hull<long double>& b, const Pose<double>& x);

}  // namespace tactus::lab::mirtich
