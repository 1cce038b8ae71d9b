// SPDX-License-Identifier: MIT
#pragma once
/// The touching points of shapes that overlap along a known direction.
#include <tactus/narrow/gjk.h>

namespace tactus {

/// A point of each core, in A's frame: a - b = depth · normal.
template <Scalar T> struct TouchingPoints { Vec3<T> a, b; };

/// Handles tied features (parallel faces and edges) too: B is moved out along the normal until the cores just touch,
/// and GJK finds a common point.
template <class Pair, class T>
[[gnu::noinline]] constexpr TouchingPoints<T> touching_points(const Pair& pair, const Vec3<T>& normal, T depth,
                                                              const Options<T>& options) {
  const Vec3<T> out = depth * normal;
  const Pose<T> touching{pair.x_ab().rotation, pair.x_ab().translation + out};
  using A = std::remove_cvref_t<decltype(pair.shape_a())>;
  using B = std::remove_cvref_t<decltype(pair.shape_b())>;
  const MinkowskiPair<A, B, T> moved(pair.shape_a(), pair.shape_b(), touching);
  PairCache<T> start;
  start.directions[0] = normal, start.count = 1;
  const auto g = gjk::core_distance(moved, infinity<T>, options, &start);
  return {g.simplex.witness_a(), g.simplex.witness_b() - out};
}

}  // namespace tactus
