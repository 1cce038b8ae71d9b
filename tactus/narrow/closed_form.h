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
  const Status status = status_at(signed_distance, options);
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

/// The first of the largest: selected, not branched on, since which it is cannot be predicted.
template <std::size_t count, class T> constexpr std::size_t largest_of(const T (&values)[count]) {
  std::size_t at = 0;
  T most = values[0];
  for (std::size_t k = 1; k < count; ++k) {
    const bool more = values[k] > most;
    most = more ? values[k] : most;
    at = more ? k : at;
  }
  return at;
}

template <Scalar T>
constexpr BoxAxis<T> box_axis(const Box<T>& a, const Box<T>& b, const Pose<T>& x_ab, T stop_above = infinity<T>) {
  const Mat3<T>& r = x_ab.rotation;
  const Mat3<T> r_abs = abs(r);
  const Vec3<T>& t = x_ab.translation;
  const Vec3<T> t_b = transposed_times(r, t);
  const Vec3<T> of_a = abs(t) - a.half - r_abs * b.half, of_b = abs(t_b) - b.half - transposed_times(r_abs, a.half);
  const T faces[6] = {of_a.x, of_a.y, of_a.z, of_b.x, of_b.y, of_b.z};
  const std::size_t face = largest_of(faces);
  const int axis = static_cast<int>(face % 3);
  const auto face_normal = [&] {
    Vec3<T> n{};
    n[axis] = sign(t[axis]);
    return face < 3 ? n : r.column(axis) * sign(t_b[axis]);
  };
  if (faces[face] > stop_above) return {faces[face], face_normal()};
  // Edge i of A with edge j of B, 3 j + i: the axis is e_i × b_j, and t along it (b_j × t)_i. B's reach from the axis
  // itself, as the cross products of B's axes: that these are its axes again holds for exact rotations only, and what
  // the matrix lacks to one would be divided by a length that may be tiny.
  const Vec3<T> across[3] = {abs(cross(r.column(1), r.column(2))), abs(cross(r.column(2), r.column(0))),
                             abs(cross(r.column(0), r.column(1)))};
  T most = -infinity<T>;
  int best_i = 0, best_j = 0;
  for (int j = 0; j < 3; ++j) {
    const int j1 = (j + 1) % 3, j2 = (j + 2) % 3;
    const Vec3<T>&c = r.column(j), &m = r_abs.column(j), d = cross(c, t);
    for (int i = 0; i < 3; ++i) {
      const int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
      const T reach =
          a.half[i1] * m[i2] + a.half[i2] * m[i1] + (b.half[j1] * across[j2][i] + b.half[j2] * across[j1][i]);
      const T length2 = square(c[i1]) + square(c[i2]);
      const bool parallel = !(length2 > square(T(4) * unit_roundoff<T>));
      const T separation = parallel ? -infinity<T> : (abs(d[i]) - reach) / sqrt(length2);
      const bool more = separation > most;
      most = more ? separation : most, best_i = more ? i : best_i, best_j = more ? j : best_j;
    }
  }
  if (!(most > faces[face])) return {faces[face], face_normal()};
  const Vec3<T> e{T(best_i == 0 ? 1 : 0), T(best_i == 1 ? 1 : 0), T(best_i == 2 ? 1 : 0)};
  const Vec3<T> n = cross(e, r.column(best_j));
  return {most, n * (sign(dot(n, t)) / norm(n))};
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
  c.status = status_at(c.distance, options);
  c.lower = c.distance - rounding, c.upper = c.distance + rounding;
  c.normal = normal;
  c.point_b = deepest;
  c.point_a = deepest - c.distance * normal;
  c.support_calls = 1;
  c.resolution = max(options.tolerance * max(T(2) * bounding_radius(b), abs(c.distance)), rounding);
  return c;
}

}  // namespace tactus::closed_form
