#pragma once
/// Closed forms on two bodies in the world: a ball against any shape with a point distance, and two segments with
/// balls around them (capsules). No relative pose is formed: a ball needs one point in the other's frame, a segment is
/// a column of its rotation.
#include <tactus/narrow/minkowski.h>
#include <tactus/narrow/point_distance.h>

namespace tactus::closed_form {

/// A sphere, or a point with radius 0, in the world.
template <Scalar T> struct Ball {
  Vec3<T> center;
  T radius;
  T reach = T(0);  // of the coordinates the centre was computed from, if it was

  constexpr Feature feature() const {
    constexpr Feature point{FeatureKind::vertex, 0};
    return radius > T(0) ? rounded_feature(point) : point;
  }
};

namespace detail {

/// A segment's features, and the same under a ball.
inline constexpr auto round_segment_features = [] {
  std::array<Feature, 8> all{};
  for (std::size_t i = 0; i < 4; ++i) {
    all[i] = tactus::detail::segment_features[i];
    all[i + 4] = rounded_feature(all[i]);
  }
  return all;
}();

}  // namespace detail

/// A capsule, or a segment with radius 0, in the world: |s| ≤ half_height of center + s · axis. The axis is a column of
/// a rotation, so unit only as far as that is one.
template <Scalar T> struct RoundSegment {
  Vec3<T> center, axis;
  T half_height, radius;

  constexpr Feature feature(const Vec3<T>& direction, T sine) const {
    const unsigned core = Segment<T>{half_height}.feature_index(dot(axis, direction), sine);
    return detail::round_segment_features[core + (radius > T(0) ? 4u : 0u)];
  }
};

template <Scalar T> constexpr Ball<T> placed(const Sphere<T>& s, const Pose<T>& pose = {}) {
  return {pose.translation, s.radius};
}
template <Scalar T> constexpr Ball<T> placed(const Point<T>& s, const Pose<T>& pose = {}) {
  return {pose * s.position, T(0), norm(pose.translation) + norm(s.position)};
}
template <Scalar T> constexpr RoundSegment<T> placed(const Capsule<T>& s, const Pose<T>& pose = {}) {
  return {pose.translation, pose.rotation.column(2), s.half_height, s.radius};
}
template <Scalar T> constexpr RoundSegment<T> placed(const Segment<T>& s, const Pose<T>& pose = {}) {
  return {pose.translation, pose.rotation.column(2), s.half_height, T(0)};
}

/// What a query reports of an overlap: `contact` its depth, `distance` a gap of 0.
enum class Report { signed_distance, gap };

/// All of an answer that follows from its signed distance: both bounds are that, widened by rounding and `slack`.
/// Answers are filled in place, and no function returns more than one: a copy takes longer than a closed form. So does a
/// branch on what cannot be predicted: who overlaps, and by which feature, is looked up.
template <Scalar T>
[[gnu::always_inline]] constexpr void set_exact(Contact<T>& c, const PairScale<T>& scale, T distance, T slack,
                                                const Options<T>& options, Report report) {
  c.distance = report == Report::gap ? positive_part(distance) : distance;
  c.status = status_at(distance, options);
  c.lower = distance - (scale.rounding() + slack);
  c.upper = distance + (scale.rounding() + slack);
  c.resolution = scale.resolution(options, distance);
}

/// Is the point within that distance of the shape? All that a boolean needs.
template <class S, class T = scalar_t<S>> constexpr bool is_within(const S& s, const Vec3<T>& point, T distance) {
  return point_distance(s, point).distance <= distance;
}
/// Without the root.
template <Scalar T> constexpr bool is_within(const Box<T>& s, const Vec3<T>& point, T distance) {
  return norm_squared(positive_part(abs(point) - s.half)) <= square(distance);
}

/// How far a shape reaches from its centre, and from its origin: what a Shape knows and others have to work out.
template <Scalar T> struct Extent { T bounding_radius, origin_radius; };
template <class S, class T = scalar_t<S>> constexpr Extent<T> extent_of(const S& s) {
  return {bounding_radius(s), origin_radius(s)};
}

/// A is the ball. The other shape's rotation is taken at its word, so what it lacks to an exact one widens the bounds.
template <class S, class T = scalar_t<S>>
  requires requires(const S& s, const Vec3<T>& p) { point_distance(s, p); }
[[gnu::flatten]] constexpr Contact<T> ball_contact(const Ball<T>& ball, const S& s, const Extent<T>& extent,
                                                   const Pose<T>& pose, const Options<T>& options = {},
                                                   Report report = Report::signed_distance) {
  Contact<T> c;
  const Vec3<T> from_origin = ball.center - pose.translation;
  const PairScale<T> scale{.size = T(2) * min(ball.radius, extent.bounding_radius),
                           .reach = ball.radius + ball.reach + extent.origin_radius + norm(from_origin),
                           .polytopes = has_polytope_core(s)};
  const PointDistance<T> r = point_distance(s, transposed_times(pose.rotation, from_origin));
  const T skew = orthonormality_error(pose.rotation), distance = r.distance - ball.radius;
  set_exact(c, scale, distance, skew * scale.reach, options, report);
  c.normal = renormalized(-(pose.rotation * r.normal));
  c.point_b = pose * r.nearest + ((c.distance - distance) * T(0.5)) * c.normal;  // midway, where a gap of 0 is reported
  c.point_a = c.point_b - c.distance * c.normal;
  c.feature_a = ball.feature();
  if constexpr (Faceted<S>) c.feature_b = feature_of_unit(s, r.normal, unnoticed_tilt(c.resolution, scale.size));
  if (!is_finite(scale.reach)) c = invalid_contact<T>();
  return c;
}

template <class S, class T = scalar_t<S>>
  requires requires(const S& s, const Vec3<T>& p) { point_distance(s, p); }
constexpr Contact<T> ball_contact(const Ball<T>& ball, const S& s, const Pose<T>& pose,
                                  const Options<T>& options = {}) {
  return ball_contact(ball, s, extent_of(s), pose, options);
}

/// Nearest points s·d and q + t·e of two segments |s| ≤ half_s, |t| ≤ half_t. [Ericson 2005, §5.1.9]
/// The directions need not be unit. Parallel segments take the middle of their common stretch.
template <Scalar T>
constexpr std::pair<T, T> nearest_on_segments(const Vec3<T>& d, T half_s, const Vec3<T>& e, T half_t,
                                              const Vec3<T>& q) {
  const T c = dot(d, e), f = dot(d, q), g = dot(e, q), d2 = norm_squared(d), e2 = norm_squared(e);
  const T per_both = T(1) / (d2 * e2), per_d = e2 * per_both, per_e = d2 * per_both;
  const Vec3<T> normal = cross(d, e);
  const T sine2 = norm_squared(normal);  // times |d|² |e|²
  T s = dot(normal, cross(q, e)) / sine2;  // f - c g, without the cancellation
  if (!(sine2 * per_both > square(T(4) * unit_roundoff<T>))) {
    const T middle = f * per_d, reach = half_t * abs(c) * per_d;
    const T low = max(middle - reach, -half_s), high = min(middle + reach, half_s);
    s = low <= high ? (low + high) / T(2) : middle;
  }
  s = clamp(s, -half_s, half_s);
  const T t = clamp((c * s - g) * per_e, -half_t, half_t);
  s = clamp((f + c * t) * per_d, -half_s, half_s);
  return {s, t};
}

/// The nearest points of the segments within, relative to A's centre.
template <Scalar T> struct SegmentPoints { Vec3<T> on_a, on_b; };
template <Scalar T> constexpr SegmentPoints<T> nearest_points(const RoundSegment<T>& a, const RoundSegment<T>& b) {
  const Vec3<T> q = b.center - a.center;
  const auto [s, t] = nearest_on_segments(a.axis, a.half_height, b.axis, b.half_height, q);
  return {a.axis * s, q + b.axis * t};
}

/// All that a boolean needs.
template <Scalar T> constexpr bool segments_meet(const RoundSegment<T>& a, const RoundSegment<T>& b) {
  const auto [on_a, on_b] = nearest_points(a, b);
  const T radii = a.radius + b.radius, reach = radii + a.half_height + b.half_height + norm(b.center - a.center);
  return norm_squared(on_b - on_a) <= square(radii + T(8) * unit_roundoff<T> * reach);
}

/// Across two axes, also where they are so nearly parallel that their cross product is all rounding: their difference is
/// exact then. Across one where they are parallel.
template <Scalar T> constexpr Vec3<T> across_both(const Vec3<T>& d, const Vec3<T>& e) {
  return unit_or(cross(d, e - d * sign(dot(d, e))), any_perpendicular(d));
}

/// Segments that cross come free along their common normal, to the side they are on; collinear ones across.
template <Scalar T>
constexpr Contact<T> segment_contact(const RoundSegment<T>& a, const RoundSegment<T>& b, const Options<T>& options = {},
                                     Report report = Report::signed_distance) {
  Contact<T> c;
  const T extent_a = a.half_height + a.radius, extent_b = b.half_height + b.radius;
  const PairScale<T> scale{.size = T(2) * min(extent_a, extent_b),
                           .reach = extent_a + extent_b + norm(b.center - a.center),
                           .polytopes = true};
  const auto [on_a, on_b] = nearest_points(a, b);
  const Vec3<T> between = on_b - on_a;
  T apart = norm(between);
  if (apart > scale.rounding()) {
    c.normal = between / apart;
  } else {
    const Vec3<T> free = across_both(a.axis, b.axis);
    c.normal = free * sign(dot(free, between));
    apart = dot(c.normal, between);
  }
  set_exact(c, scale, apart - (a.radius + b.radius), T(0), options, report);
  const Vec3<T> middle = a.center + (on_a + on_b + (a.radius - b.radius) * c.normal) * T(0.5);
  c.point_a = middle - (c.distance * T(0.5)) * c.normal;
  c.point_b = middle + (c.distance * T(0.5)) * c.normal;
  const T sine = unnoticed_tilt(c.resolution, scale.size);
  c.feature_a = a.feature(c.normal, sine);
  c.feature_b = b.feature(-c.normal, sine);
  if (!is_finite(scale.reach)) c = invalid_contact<T>();
  return c;
}

}  // namespace tactus::closed_form
