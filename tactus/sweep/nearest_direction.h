// SPDX-License-Identifier: MIT
#pragma once
/// The direction in which two shapes are nearest, only as precise as a step needs it, and how that direction turns.
#include <tactus/narrow/gjk.h>

namespace tactus::sweep {

/// The direction in which the shapes are nearest, from A to B, as precise as the caller needs; and an upper bound of
/// the distance (not positive: they overlap).
template <Scalar T> struct Nearest {
  Vec3<T> direction;
  T upper;
  Vec3<T> turn;  // angular velocity of the direction, see feature_turn
};

/// How fast the normal of the simplex turns as its points move: `edges` from one of its points to the others, and their
/// rates of change, in the same frame. The normal stays perpendicular to moving edges if n'·e = -n·e' for each of them;
/// the smallest such n' lies in their plane. A face determines n', two edges determine it together, and two vertices
/// give no condition.
template <Scalar T>
constexpr Vec3<T> feature_turn(const Vec3<T>& n, const Vec3<T> (&edges)[2], const Vec3<T> (&rates)[2], int count) {
  if (count == 0) return {};
  const T g00 = norm_squared(edges[0]), b0 = -dot(n, rates[0]);
  if (count == 1) return cross(n, edges[0] * (b0 / g00));
  const T g11 = norm_squared(edges[1]), g01 = dot(edges[0], edges[1]), b1 = -dot(n, rates[1]);
  const T d = norm_squared(cross(edges[0], edges[1]));
  return cross(n, edges[0] * ((b0 * g11 - b1 * g01) / d) + edges[1] * ((b1 * g00 - b0 * g01) / d));
}

/// GJK that stops as soon as its direction is good enough: to a tenth of the distance while the shapes are far
/// apart, to a quarter of the tolerance when they are near. Every direction it may stop with certifies a gap; a better
/// one only makes longer steps. spin_a and spin_b are the angular velocities in A's frame, like everything here.
template <class Pair, class T>
Nearest<T> nearest_direction(const Pair& pair, const Vec3<T>& spin_a, const Vec3<T>& spin_b, T tolerance,
                             const Options<T>& options, PairCache<T>* cache) {
  gjk::Simplex<T> s = gjk::start<simplex::Incremental>(pair, cache);
  Nearest<T> r{{}, infinity<T>, {}};
  bool restarted = false;
  T best = -infinity<T>;  // the separation along r.direction
  for (int k = 0;; ++k) {
    const Vec3<T> v = s.v();
    const T length = norm(v);
    r.upper = min(r.upper, length - pair.radius() + pair.rounding());
    if (s.full() || length <= pair.rounding()) {
      r.upper = -pair.radius();
      break;
    }
    const MinkowskiVertex<T> w = pair.support(-v);
    const T lower = dot(v, w.w) / length;
    if (lower > best) best = lower, r.direction = v / -length;
    if (length - lower <= max(T(0.1) * r.upper, tolerance / T(4)) || s.contains(w.w)) break;
    if (k >= options.max_iterations) break;
    if (s.add_and_reduce(w, -v)) continue;
    if (restarted) break;
    s.start(w, -v), restarted = true;  // a sliver stopped it: try again from the other side
  }
  gjk::remember(s, cache);
  if (spin_a == Vec3<T>{} && spin_b == Vec3<T>{}) return r;
  Vec3<T> first_a, first_b, edges[2], rates[2];
  int count = -1;
  s.for_each([&](const MinkowskiVertex<T>& w, const Vec3<T>&) {
    if (count == -1) {
      first_a = w.a, first_b = w.b;
    } else if (count < 2) {
      edges[count] = (w.a - first_a) - (w.b - first_b);
      rates[count] = cross(spin_a, w.a - first_a) - cross(spin_b, w.b - first_b);
    }
    ++count;
  });
  r.turn = feature_turn(r.direction, edges, rates, count < 2 ? count : 2);
  return r;
}

}  // namespace tactus::sweep
