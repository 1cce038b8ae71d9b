// SPDX-License-Identifier: MIT
#pragma once
/// The Minkowski difference A ⊖ B of two cores in A's frame, on which every algorithm of this folder works.
#include <tactus/core/contact.h>
#include <tactus/core/options.h>
#include <tactus/core/pair_cache.h>
#include <tactus/core/pair_scale.h>
#include <tactus/core/trace.h>
#include <tactus/math/one_by_one.h>
#include <tactus/shape/convex.h>

namespace tactus {

/// A point of A ⊖ B with the points of A and B it comes from, all in A's frame: w = a - b.
template <Scalar T> struct MinkowskiVertex { Vec3<T> w, a, b; };

/// A pair of shapes at a relative pose, treated as one convex set. The set contains the origin exactly when the cores
/// intersect. The pair counts its support calls and knows its scales.
template <Convex A, Convex B, class T = scalar_t<A>> class MinkowskiPair {
 public:
  constexpr MinkowskiPair(const A& a, const B& b, const Pose<T>& x_ab)
      : a_(a), b_(b), x_ab_(x_ab), radius_a_(ball_radius(a)), radius_b_(ball_radius(b)) {
    scale_.size = pair_size(bounding_radius(a), bounding_radius(b));
    scale_.reach = origin_radius(a) + origin_radius(b) + norm(x_ab.translation);
    scale_.polytopes = has_polytope_core(a) && has_polytope_core(b);
  }

  [[gnu::always_inline]] constexpr MinkowskiVertex<T> support(const Vec3<T>& d) const {
    MinkowskiVertex<T> p = support_along(d.x, d.y, d.z);
    p.w = one_by_one(p.w);
    return p;
  }
  /// Signed separation of the cores along a unit direction from A to B: a lower bound of their signed distance.
  constexpr T separation(const Vec3<T>& n) const { return -dot(n, support(n).w); }
  /// An interior point of A ⊖ B.
  constexpr Vec3<T> center() const { return a_.center() - x_ab_ * b_.center(); }

  constexpr const A& shape_a() const { return a_; }
  constexpr const B& shape_b() const { return b_; }
  constexpr const Pose<T>& x_ab() const { return x_ab_; }
  constexpr T radius_a() const { return radius_a_; }
  constexpr T radius_b() const { return radius_b_; }
  constexpr T radius() const { return radius_a_ + radius_b_; }  // sum of both balls' radii
  constexpr const PairScale<T>& scale() const { return scale_; }
  constexpr T size() const { return scale_.size; }
  constexpr T reach() const { return scale_.reach; }
  constexpr T rounding() const { return scale_.rounding(); }
  constexpr int support_calls() const { return support_calls_; }
  constexpr bool finite() const { return is_finite(scale_.reach) && is_finite(x_ab_.rotation); }

  constexpr T resolution(const Options<T>& options, T signed_distance) const {
    return scale_.resolution(options, signed_distance);
  }

 private:
  /// The direction is passed in registers: in memory it would be written component by component and then read in pairs,
  /// which stalls (one_by_one.h).
  constexpr MinkowskiVertex<T> support_along(T x, T y, T z) const {
    ++support_calls_;
    const Vec3<T> d{x, y, z}, a = a_.support(d);
    const Vec3<T> b = x_ab_ * b_.support(-transposed_times(x_ab_.rotation, d));
    return {a - b, a, b};
  }

  const A& a_;
  const B& b_;
  const Pose<T>& x_ab_;
  T radius_a_, radius_b_;
  PairScale<T> scale_;
  mutable int support_calls_ = 0;
};

/// The status of an answer that is exact to rounding. A table, because no processor can predict the status.
inline constexpr Status statuses_at[] = {Status::overlapping, Status::separated, Status::beyond_max,
                                         Status::beyond_max};
template <Scalar T> constexpr Status status_at(T distance, const Options<T>& options) {
  return statuses_at[(distance > T(0) ? 1 : 0) + (distance > options.max_distance ? 2 : 0)];
}

/// The answer for the whole shapes from the answer for their cores: both radii are subtracted from the bounds and the
/// distance, the witness points move out to the surfaces along the normal, and the bounds are widened by the rounding
/// error.
template <class Pair, class T>
[[gnu::always_inline]] constexpr Contact<T> finish(const Pair& pair, Status status, T core_distance, T core_lower,
                                                   T core_upper, const Vec3<T>& normal, const Vec3<T>& core_a,
                                                   const Vec3<T>& core_b, int iterations, const Options<T>& options) {
  Contact<T> c;
  c.status = status;
  c.distance = core_distance - pair.radius();
  c.lower = core_lower - pair.radius() - pair.rounding();
  c.upper = core_upper - pair.radius() + pair.rounding();
  c.normal = normal;
  // Midway between the witnesses, then apart by exactly distance·normal.
  const Vec3<T> middle = (core_a + core_b + (pair.radius_a() - pair.radius_b()) * normal) * T(0.5);
  c.point_a = middle - (c.distance * T(0.5)) * normal;
  c.point_b = middle + (c.distance * T(0.5)) * normal;
  c.iterations = iterations;
  c.support_calls = pair.support_calls();
  c.resolution = pair.resolution(options, c.distance);
  // The balls may overlap where the cores do not, and touching shapes may be off by a rounding error to either side.
  if (c.status == Status::separated || c.status == Status::overlapping)
    c.status = c.distance > T(0) ? Status::separated : Status::overlapping;
  return c;
}

/// An answer is completed in place: it is so large that copying it right after it was written takes as long as a whole
/// query of two capsules.
///
/// Names the features that touch: on each side, the largest feature that is farthest along the normal, up to the
/// precision of the query.
template <Convex A, Convex B, class T = scalar_t<A>>
[[gnu::always_inline]] constexpr void name_features(Contact<T>& c, const A& a, const B& b, const Pose<T>& x_ab) {
  if (c.status == Status::beyond_max || c.status == Status::invalid) return;
  const T sine = unnoticed_tilt(c.resolution, pair_size(bounding_radius(a), bounding_radius(b)));
  if constexpr (Faceted<A>) c.feature_a = feature_of(a, c.normal, sine);
  if constexpr (Faceted<B>) c.feature_b = feature_of(b, -transposed_times(x_ab.rotation, c.normal), sine);
}
template <Convex A, Convex B, class T = scalar_t<A>>
constexpr Contact<T> with_features(Contact<T> c, const A& a, const B& b, const Pose<T>& x_ab) {
  name_features(c, a, b, x_ab);
  return c;
}

/// For queries that report an overlap as distance 0: the same answer with both witnesses in the middle.
template <Scalar T> [[gnu::always_inline]] constexpr void clamp_to_gap(Contact<T>& c) {
  if (c.distance > T(0)) return;
  c.distance = T(0);
  c.point_a = c.point_b = c.point();
}

/// The answer for a pair that is not finite: nothing is known, but the normal is still a unit vector.
template <Scalar T> constexpr Contact<T> invalid_contact() { return {}; }

}  // namespace tactus
