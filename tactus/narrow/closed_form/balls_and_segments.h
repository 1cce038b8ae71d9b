// SPDX-License-Identifier: MIT
#pragma once
/// Closed forms for two bodies in the world: a ball against any shape with a point distance, and two segments with
/// balls around them (capsules). No relative pose is formed: a ball only needs one point in the other's frame, and a
/// segment's axis is a column of its rotation.
#include <tactus/narrow/closed_form/point_distance.h>
#include <tactus/narrow/minkowski.h>

namespace tactus::closed_form {

/// A sphere, or a point with radius 0, in the world.
template <Scalar T> struct Ball {
  Vec3<T> center;
  T radius;
  T error = T(0);  // how far off the centre may be by rounding, if it was computed

  constexpr Feature feature() const {
    constexpr Feature point{FeatureKind::vertex, 0};
    return radius > T(0) ? rounded_feature(point) : point;
  }
};

namespace detail {

/// A segment's features, sharp and rounded by a ball.
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
/// a rotation matrix, so it is a unit vector only as far as the matrix is a rotation.
template <Scalar T> struct RoundSegment {
  Vec3<T> center, axis;
  T half_height, radius;

  constexpr Feature feature_at(T cosine, T sine) const {
    const unsigned core = Segment<T>{half_height}.feature_index(cosine, sine);
    return detail::round_segment_features[core + (radius > T(0) ? 4u : 0u)];
  }
};

template <Scalar T> constexpr Ball<T> placed(const Sphere<T>& s, const Pose<T>& pose = {}) {
  return {pose.translation, s.radius};
}
template <Scalar T> constexpr Ball<T> placed(const Point<T>& s, const Pose<T>& pose = {}) {
  const T error = s.position == Vec3<T>{}
                      ? T(0)  // then the sum is exact
                      : T(4) * unit_roundoff<T> * norm(pose.translation) + rounding_of(norm(s.position));
  return {pose * s.position, T(0), error};
}
template <Scalar T> constexpr RoundSegment<T> placed(const Capsule<T>& s, const Pose<T>& pose = {}) {
  return {pose.translation, pose.rotation.column(2), s.half_height, s.radius};
}
template <Scalar T> constexpr RoundSegment<T> placed(const Segment<T>& s, const Pose<T>& pose = {}) {
  return {pose.translation, pose.rotation.column(2), s.half_height, T(0)};
}

/// How a query reports an overlap: `contact` as its depth, `distance` as a gap of 0.
enum class Report { signed_distance, gap };

/// Sets the part of an answer that follows from its signed distance and from a separation that proves it: both become
/// bounds, widened by rounding and `slack`.
/// Answers are filled in place, and each function returns at most one: a copy takes 5 ns. A mispredicted branch takes
/// 8: whether the shapes overlap, and at which feature, is looked up in tables (docs/performance.md, "What comments
/// rely on").
template <Scalar T>
[[gnu::always_inline]] constexpr void set_exact(Contact<T>& c, const PairScale<T>& scale, T separation, T distance,
                                                T slack, const Options<T>& options, Report report) {
  c.distance = report == Report::gap ? positive_part(distance) : distance;
  c.status = status_at(distance, options);
  c.lower = separation - (scale.rounding() + slack);
  c.upper = distance + (scale.rounding() + slack);
  c.resolution = scale.resolution(options, distance);
}

/// Is the point within that distance of the shape? Enough for a yes-or-no query.
template <class S, class T = scalar_t<S>> constexpr bool is_within(const S& s, const Vec3<T>& point, T distance) {
  return point_distance(s, point).distance <= distance;
}
/// Without the square root.
template <Scalar T> constexpr bool is_within(const Box<T>& s, const Vec3<T>& point, T distance) {
  return norm_squared(positive_part(abs(point) - s.half)) <= square(distance);
}

/// How far a shape reaches from its centre and from its origin: a Shape stores these, other types compute them.
template <Scalar T> struct Extent { T bounding_radius, origin_radius; };
template <class S, class T = scalar_t<S>> constexpr Extent<T> extent_of(const S& s) {
  return {bounding_radius(s), origin_radius(s)};
}

/// A is the ball. The other shape's rotation is assumed exact, so its error widens the bounds: a matrix off by δ in
/// every entry of RᵀR stretches lengths by up to 3/2 δ.
template <class S, class T = scalar_t<S>>
  requires requires(const S& s, const Vec3<T>& p) { point_distance(s, p); }
[[gnu::flatten]] constexpr Contact<T> ball_contact(const Ball<T>& ball, const S& s, const Extent<T>& extent,
                                                   const Pose<T>& pose, const Options<T>& options = {},
                                                   Report report = Report::signed_distance) {
  Contact<T> c;
  const Vec3<T> from_origin = ball.center - pose.translation;
  const PairScale<T> scale{.size = pair_size(ball.radius, extent.bounding_radius),
                           .reach = ball.radius + extent.origin_radius + norm(from_origin),
                           .polytopes = has_polytope_core(s)};
  const PointDistance<T> r = point_distance(s, transposed_times(pose.rotation, from_origin));
  const T skew = orthonormality_error(pose.rotation), distance = r.distance - ball.radius;
  set_exact(c, scale, distance, distance, T(2) * skew * scale.reach + ball.error, options, report);
  c.resolution = max(c.resolution, scale.rounding() + ball.error);
  c.normal = renormalized(-(pose.rotation * r.normal));
  const T to_common =
      report == Report::gap ? positive_part(-r.distance) : T(0);  // from the surface back to a centre inside the shape
  c.point_b = pose * r.nearest + to_common * c.normal;
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

/// The nearest points of the segments inside the capsules, relative to A's centre: s and t along their axes.
template <Scalar T> struct SegmentPoints {
  T s, t;
  Vec3<T> on_a, on_b;
};

/// [Ericson 2005, §5.1.9] The axes need not be unit vectors. Parallel segments use the middle of their common stretch.
/// Inlined: segments passed through memory are written component by component and read four at a time, which stalls.
template <Scalar T>
[[gnu::always_inline]] constexpr SegmentPoints<T> nearest_points(const RoundSegment<T>& a, const RoundSegment<T>& b) {
  const Vec3<T> q = b.center - a.center, &d = a.axis, &e = b.axis, across = cross(d, e);
  const T c = dot(d, e), f = dot(d, q), g = dot(e, q), d2 = norm_squared(d), e2 = norm_squared(e);
  const T per_both = T(1) / (d2 * e2), per_d = e2 * per_both, per_e = d2 * per_both;
  const T sine2 = norm_squared(across);  // times |d|² |e|²
  T s = dot(across, cross(q, e)) / sine2;  // f - c g, without the cancellation
  if (!(sine2 * per_both > square(T(4) * unit_roundoff<T>))) {
    const T middle = f * per_d, reach = b.half_height * abs(c) * per_d;
    const T low = max(middle - reach, -a.half_height), high = min(middle + reach, a.half_height);
    s = low <= high ? (low + high) / T(2) : middle;
  }
  s = clamp(s, -a.half_height, a.half_height);
  const T t = clamp((c * s - g) * per_e, -b.half_height, b.half_height);
  s = clamp((f + c * t) * per_d, -a.half_height, a.half_height);
  return {s, t, d * s, q + e * t};
}

/// Enough for a yes-or-no query. If an input is not finite, the distance is NaN.
template <Scalar T> constexpr bool segments_meet(const RoundSegment<T>& a, const RoundSegment<T>& b) {
  const SegmentPoints<T> p = nearest_points(a, b);
  return norm_squared(p.on_b - p.on_a) <= square(a.radius + b.radius);
}

/// The cross product of two axes, accurate even if the axes are so nearly parallel that the usual formula gives only
/// rounding: their difference is then exact.
template <Scalar T> constexpr Vec3<T> cross_of_axes(const Vec3<T>& d, const Vec3<T>& e) {
  return cross(d, e - d * sign(dot(d, e)));
}

/// The direction from one segment to the other, and the distance along it.
template <Scalar T> struct SegmentGap {
  Vec3<T> normal;
  T apart;
};

/// The separation of the segments along a unit direction, and the cosines between that direction and the outward ends.
template <Scalar T> struct SegmentSeparation {
  T cosine_a, cosine_b, separation;

  constexpr SegmentSeparation(const RoundSegment<T>& a, const RoundSegment<T>& b, const Vec3<T>& q, const Vec3<T>& n)
      : cosine_a(dot(a.axis, n)), cosine_b(-dot(b.axis, n)) {
    separation = dot(n, q) - abs(cosine_a) * a.half_height - abs(cosine_b) * b.half_height;
  }
};

/// For segments so close that their difference is largely rounding. Among all candidates for the normal, picks the one
/// with the largest separation, less the part of the difference perpendicular to the candidate. A normal is
/// perpendicular to an axis that is met short of its ends, and at an end it points beyond the end. So the candidates
/// are the difference of the nearest points, or (if that has no digits) the direction out of one end or of both, each
/// as it is or with its component along an axis removed; and the direction perpendicular to both axes.
template <Scalar T>
[[gnu::noinline, gnu::cold]] constexpr Vec3<T> normal_of_near(RoundSegment<T> a, RoundSegment<T> b,
                                                              SegmentPoints<T> p) {
  const Vec3<T> q = b.center - a.center, between = p.on_b - p.on_a;
  const Vec3<T> out_a = a.axis * sign(p.s), out_b = b.axis * -sign(p.t);
  const Vec3<T> across = unit_or(cross_of_axes(a.axis, b.axis), any_perpendicular(a.axis));
  Vec3<T> best = across;
  T most = -infinity<T>;
  const auto offer = [&](const Vec3<T>& d) {
    const Vec3<T> n = unit_or(d, across);
    const T score = SegmentSeparation<T>(a, b, q, n).separation - norm(between - n * dot(n, between));
    if (score > most) most = score, best = n;
  };
  for (const Vec3<T>& d : {between, out_a + out_b, out_a, out_b}) {
    offer(d);
    for (const Vec3<T>& axis : {a.axis, b.axis}) {
      const Vec3<T> free = unit_or(d - axis * (dot(d, axis) / norm_squared(axis)), across);
      offer(free - axis * (dot(free, axis) / norm_squared(axis)));  // again, at unit length: the rest shows there
    }
  }
  offer(across), offer(-across);
  return best;
}

/// The normal is the difference of the nearest points. If they are close, the difference is largely rounding, and the
/// separation along it is too small by half a length times its tilt. So segments that cross, both met short of their
/// ends, separate along the direction perpendicular to both axes. (Rounding can move the end of a segment that lies
/// beside the other short of its end: the difference then has a further component.)
template <Scalar T>
[[gnu::always_inline]] constexpr SegmentGap<T> segment_gap(const RoundSegment<T>& a, const RoundSegment<T>& b,
                                                           const SegmentPoints<T>& p, const PairScale<T>& scale) {
  const Vec3<T> between = p.on_b - p.on_a;
  T apart = norm(between);
  Vec3<T> normal = between / apart;
  if (!(apart > max(scale.rounding(), (a.half_height + b.half_height) / T(16)))) {
    const Vec3<T> across = cross_of_axes(a.axis, b.axis);
    const Vec3<T> free = across / with_sign(norm(across), dot(across, between));
    const bool crossing = abs(p.s) < a.half_height && abs(p.t) < b.half_height;
    if (crossing && norm(between - free * dot(free, between)) <= scale.rounding()) {
      normal = free;
      apart = dot(normal, between);
    } else {
      const Vec3<T> careful = normal_of_near(a, b, p);
      normal = {careful.x, careful.y, careful.z};
    }
  }
  return {normal, apart};
}

/// Two capsules, which separate along the normal of their inner segments. Inlined, like nearest_points.
template <Scalar T>
[[gnu::always_inline]] constexpr Contact<T> segment_contact(const RoundSegment<T>& a, const RoundSegment<T>& b,
                                                            const Options<T>& options = {},
                                                            Report report = Report::signed_distance) {
  Contact<T> c;
  const T extent_a = a.half_height + a.radius, extent_b = b.half_height + b.radius, radii = a.radius + b.radius;
  const Vec3<T> q = b.center - a.center;
  const PairScale<T> scale{
      .size = T(2) * min(extent_a, extent_b), .reach = extent_a + extent_b + norm(q), .polytopes = true};
  const SegmentPoints<T> p = nearest_points(a, b);
  const auto [normal, apart] = segment_gap(a, b, p, scale);
  const SegmentSeparation<T> along(a, b, q, normal);
  set_exact(c, scale, along.separation - radii, apart - radii, T(0), options, report);
  if (apart - along.separation > T(3) * scale.rounding()) c.status = Status::stalled;
  c.normal = normal;
  // The middle of the witnesses; for Report::gap, the middle of the intersection of the balls about the nearest points.
  const T from = apart - b.radius, to = a.radius;  // on the line through the nearest points, measured from A's
  const bool common = report == Report::gap;
  const T middle = (common ? max(from, -a.radius) + min(to, apart + b.radius) : from + to) * T(0.5);
  const Vec3<T> point = a.center + p.on_a + middle * normal;
  c.point_a = point - (c.distance * T(0.5)) * normal;
  c.point_b = point + (c.distance * T(0.5)) * normal;
  const T sine = unnoticed_tilt(c.resolution, scale.size);
  c.feature_a = a.feature_at(along.cosine_a, sine);
  c.feature_b = b.feature_at(along.cosine_b, sine);
  if (!is_finite(scale.reach)) c = invalid_contact<T>();
  return c;
}

}  // namespace tactus::closed_form
