#pragma once
/// Pairs with an answer in closed form, in A's frame: boxes, half-spaces. Balls and capsules: balls_and_segments.h.
#include <tactus/narrow/feature_witness.h>
#include <tactus/narrow/minkowski.h>
#include <tactus/narrow/point_distance.h>
#include <tactus/shape/half_space.h>

namespace tactus::closed_form {

/// An answer that needed no iteration: both bounds are the distance, widened by rounding. Closed forms take the rotation
/// at its word, so what it lacks to an exact one widens them too.
template <class Pair, class T>
constexpr Contact<T> exact(const Pair& pair, T core_distance, const Vec3<T>& normal, const Vec3<T>& core_a,
                           const Vec3<T>& core_b, const Options<T>& options) {
  const T signed_distance = core_distance - pair.radius();
  const Status status = signed_distance > options.max_distance ? Status::beyond_max
                        : signed_distance > T(0)               ? Status::separated
                                                               : Status::overlapping;
  const T slack = orthonormality_error(pair.x_ab().rotation) * pair.reach();
  return finish(pair, status, core_distance, core_distance - slack, core_distance + slack, unit_or_up(normal), core_a,
                core_b, 0, options);
}

/// The separating axis of two boxes with the largest signed separation, of the 15 that can be it: three faces each,
/// nine pairs of edges. A negative separation is minus the depth, and exact; a positive one only proves a gap.
/// Near-parallel edges are kept down to rounding: whatever their cross product says is an axis, and every axis a bound.
template <Scalar T> struct BoxAxis {
  T separation;
  Vec3<T> normal;  // unit, from A to B
};
template <Scalar T>
constexpr BoxAxis<T> box_axis(const Box<T>& a, const Box<T>& b, const Pose<T>& x_ab, T stop_above = infinity<T>) {
  const Mat3<T>& r = x_ab.rotation;
  const Mat3<T> r_abs = abs(r);
  const Vec3<T>& t = x_ab.translation;
  const Vec3<T> t_b = transposed_times(r, t);
  BoxAxis<T> best{-infinity<T>, {T(0), T(0), T(1)}};
  const Vec3<T> reach_b = r_abs * b.half, reach_a = transposed_times(r_abs, a.half);
  for (int i = 0; i < 3; ++i) {  // A's faces
    const T separation = abs(t[i]) - a.half[i] - reach_b[i];
    if (separation > best.separation) {
      best = {separation, {}};
      best.normal[i] = sign(t[i]);
      if (separation > stop_above) return best;
    }
  }
  for (int i = 0; i < 3; ++i) {  // B's faces
    const T separation = abs(t_b[i]) - b.half[i] - reach_a[i];
    if (separation > best.separation) {
      best = {separation, r.column(i) * sign(t_b[i])};
      if (separation > stop_above) return best;
    }
  }
  for (int i = 0; i < 3; ++i) {  // edge i of A with edge j of B
    const int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
    for (int j = 0; j < 3; ++j) {
      const int j1 = (j + 1) % 3, j2 = (j + 2) % 3;
      const T length2 = square(r(i1, j)) + square(r(i2, j));  // |e_i × b_j|²
      if (!(length2 > square(T(4) * unit_roundoff<T>))) continue;  // parallel to rounding: a face axis is as good
      const T along = t[i2] * r(i1, j) - t[i1] * r(i2, j);
      // B's part from the axis itself: that it is |r(i, j2)| and |r(i, j1)| holds for exact rotations only, and what the
      // matrix lacks to one would be divided by a length that may be tiny.
      const auto across = [&](int k) { return abs(r(i1, j) * r(i2, k) - r(i2, j) * r(i1, k)); };
      const T reach =
          a.half[i1] * r_abs(i2, j) + a.half[i2] * r_abs(i1, j) + b.half[j1] * across(j1) + b.half[j2] * across(j2);
      const T length = sqrt(length2);
      const T separation = (abs(along) - reach) / length;
      if (separation > best.separation) {
        best.separation = separation;
        best.normal = {};
        best.normal[i1] = -r(i2, j) * sign(along) / length;
        best.normal[i2] = r(i1, j) * sign(along) / length;
        if (separation > stop_above) return best;
      }
    }
  }
  return best;
}

/// The contact of two boxes from their best axis: exact where it is negative, a proof of the gap where it is not (then
/// without features or witnesses of its own: an axis does not measure a gap).
template <class Pair, class T>
constexpr Contact<T> box_contact(const Pair& pair, const BoxAxis<T>& axis, const Options<T>& options) {
  const T separation = pair.separation(axis.normal);  // again, with the supports as the other algorithms see them
  if (axis.separation > T(0)) {
    const Vec3<T> between = pair.x_ab().translation * T(0.5);
    Contact<T> c = exact(pair, separation, axis.normal, between, between, options);
    c.status = Status::beyond_max;
    c.upper = infinity<T>;
    return c;
  }
  const T sine = pair.rounding() / pair.size();
  const Outline<T> on_a = pair.shape_a().feature_along(axis.normal, sine);
  const Vec3<T> normal_b = -transposed_times(pair.x_ab().rotation, axis.normal);
  const Outline<T> on_b = pair.shape_b().feature_along(normal_b, sine).moved(pair.x_ab());
  const Vec3<T> middle = feature_witness(on_a, on_b, axis.normal);
  Contact<T> c = exact(pair, separation, axis.normal, middle, middle, options);
  c.feature_a = on_a.feature, c.feature_b = on_b.feature;
  return c;
}

/// A half-space against any convex shape: one support call.
template <Convex B, class T = scalar_t<B>>
constexpr Contact<T> half_space_contact(const HalfSpace<T>& a, const B& b, const Pose<T>& x_ab,
                                        const Options<T>& options = {}) {
  const T length = norm(a.normal);
  const Vec3<T> normal = a.normal / length;
  const Vec3<T> down = -transposed_times(x_ab.rotation, normal);
  const Vec3<T> deepest = x_ab * b.support(down) - ball_radius(b) * normal;  // a ball is one whatever the rotation
  Contact<T> c;
  c.distance = dot(normal, deepest) - a.offset / length;
  const T rounding = T(8) * unit_roundoff<T> * (origin_radius(b) + norm(x_ab.translation) + abs(a.offset / length));
  if (!is_finite(rounding)) return invalid_contact<T>();
  c.status = c.distance > options.max_distance ? Status::beyond_max
             : c.distance > T(0)               ? Status::separated
                                               : Status::overlapping;
  c.lower = c.distance - rounding, c.upper = c.distance + rounding;
  c.normal = normal;
  c.point_b = deepest;
  c.point_a = deepest - c.distance * normal;
  c.support_calls = 1;
  c.resolution = max(options.tolerance * max(T(2) * bounding_radius(b), abs(c.distance)), rounding);
  return c;
}

}  // namespace tactus::closed_form
