// SPDX-License-Identifier: MIT
#pragma once
/// Pairs with an answer in closed form, in A's frame: boxes, half-spaces.
/// Balls and capsules: closed_form/balls_and_segments.h.
#include <tactus/narrow/closed_form/box_axis.h>
#include <tactus/narrow/closed_form/feature_witness.h>
#include <tactus/narrow/closed_form/point_distance.h>
#include <tactus/narrow/minkowski.h>
#include <tactus/narrow/touching_points.h>
#include <tactus/shape/half_space.h>

namespace tactus::closed_form {

/// An answer without iteration, exact for B as the matrix places it: both bounds are the distance, widened by rounding.
template <class Pair, class T>
constexpr Contact<T> exact(const Pair& pair, T core_distance, const Vec3<T>& normal, const Vec3<T>& core_a,
                           const Vec3<T>& core_b, const Options<T>& options) {
  const T signed_distance = core_distance - pair.radius();
  const Status status = status_at(signed_distance, options);
  return finish(pair, status, core_distance, core_distance, core_distance, unit_or_up(normal), core_a, core_b, 0,
                options);
}

/// Are the witness points in their boxes, up to rounding?
template <class Pair, class T> constexpr bool are_in_boxes(const Pair& pair, const Contact<T>& c) {
  const Vec3<T> in_b = transposed_times(pair.x_ab().rotation, c.point_b - pair.x_ab().translation);
  const Vec3<T> beyond = max(abs(c.point_a) - pair.shape_a().half, abs(in_b) - pair.shape_b().half);
  return max(max(beyond.x, beyond.y), beyond.z) <= T(2) * pair.rounding();
}

/// The contact of two boxes from their best axis. A negative separation is the exact answer. A positive one only proves
/// a gap: an axis does not measure a gap, so the answer then has no features or exact witnesses.
template <class Pair, class T>
constexpr Contact<T> box_contact(const Pair& pair, const BoxAxis<T>& axis, const Options<T>& options) {
  const T separation = pair.separation(axis.normal);  // computed again, with the supports that the other algorithms use
  if (axis.separation > T(0)) {
    const Vec3<T> between = pair.x_ab().translation * T(0.5);
    Contact<T> c = exact(pair, separation, axis.normal, between, between, options);
    c.status = Status::beyond_max;
    c.upper = infinity<T>;
    return c;
  }
  const T sine = unnoticed_tilt(pair.rounding(), pair.size());
  const Outline<T> on_a = pair.shape_a().feature_along(axis.normal, sine);
  const Vec3<T> normal_b = -transposed_times(pair.x_ab().rotation, axis.normal);
  const Outline<T> on_b = pair.shape_b().feature_along(normal_b, sine).moved(pair.x_ab());
  const Vec3<T> middle = feature_witness(on_a, on_b, axis.normal);
  Contact<T> c = exact(pair, separation, axis.normal, middle, middle, options);
  // If the faces are parallel except for the last digits, the axis may name a corner that lies beside the other face at
  // the same depth.
  if (!are_in_boxes(pair, c)) {
    const TouchingPoints<T> touching = touching_points(pair, c.normal, -separation, options);
    c = exact(pair, separation, axis.normal, touching.a, touching.b, options);
  }
  c.feature_a = on_a.feature, c.feature_b = on_b.feature;
  return c;
}

/// A half-space against any convex shape: one support call.
template <Convex B, class T = scalar_t<B>>
constexpr Contact<T> half_space_contact(const HalfSpace<T>& a, const B& b, const Pose<T>& x_ab,
                                        const Options<T>& options = {}) {
  const auto [normal, offset] = normalized(a);
  const Vec3<T> down = -transposed_times(x_ab.rotation, normal);
  const Vec3<T> deepest = x_ab * b.support(down) - ball_radius(b) * normal;  // a ball stays a ball under any rotation
  Contact<T> c;
  c.distance = dot(normal, deepest) - offset;
  const T rounding = rounding_of(origin_radius(b) + norm(x_ab.translation) + abs(offset));
  if (!is_finite(rounding)) return invalid_contact<T>();
  c.status = status_at(c.distance, options);
  c.lower = c.distance - rounding, c.upper = c.distance + rounding;
  c.normal = normal;
  c.point_b = deepest;
  c.point_a = deepest - c.distance * normal;
  c.support_calls = 1;
  c.resolution = max(rounding, tolerated(options, pair_size(infinity<T>, bounding_radius(b)), c.distance));
  return c;
}

}  // namespace tactus::closed_form
