// SPDX-License-Identifier: MIT
#pragma once
/// Signed distance from a point to a shape in closed form, inside and outside.
#include <tactus/core/pair_scale.h>
#include <tactus/math/four.h>
#include <tactus/shape/cone.h>
#include <tactus/shape/rounded.h>

namespace tactus::closed_form {

/// The nearest point of a shape's surface to a given point, and the unit normal there. The distance is negative inside.
/// The given point is nearest + distance · normal.
template <Scalar T> struct PointDistance {
  T distance;
  Vec3<T> normal, nearest;
};

namespace detail {

/// The answer for a point outside the core: straight from the nearest point. `fallback` is the normal if they coincide.
template <Scalar T>
constexpr PointDistance<T> outside(const Vec3<T>& point, const Vec3<T>& nearest, const Vec3<T>& fallback) {
  return {distance(point, nearest), unit_or(point - nearest, fallback), nearest};
}

template <Scalar T> inline constexpr Vec3<T> axes[] = {{T(1), T(0), T(0)}, {T(0), T(1), T(0)}, {T(0), T(0), T(1)}};

/// The half-plane through the z axis and p, or +x if p is on the axis. lift() maps its points (across, up) to space.
template <Scalar T> struct Meridian {
  Vec2<T> direction;  // unit, away from the axis
  T across;

  constexpr explicit Meridian(const Vec3<T>& p) : direction(unit_or_zero(Vec2<T>{p.x, p.y})) {
    across = dot(direction, Vec2<T>{p.x, p.y});
    if (direction == Vec2<T>{}) direction = {T(1), T(0)};
  }
  constexpr Vec3<T> lift(const Vec2<T>& q) const { return {direction.x * q.x, direction.y * q.x, q.y}; }
};

template <Scalar T> constexpr Vec2<T> nearest_on_segment(const Vec2<T>& p, const Vec2<T>& a, const Vec2<T>& b) {
  const Vec2<T> e = b - a;
  const T length2 = norm_squared(e);
  const T t = length2 > T(0) ? clamp(dot(p - a, e) / length2, T(0), T(1)) : T(0);
  return a + t * e;
}

}  // namespace detail

template <Scalar T> constexpr PointDistance<T> point_distance(const Point<T>& s, const Vec3<T>& p) {
  return detail::outside(p, s.position, {T(0), T(0), T(1)});
}

template <Scalar T> constexpr PointDistance<T> point_distance(const Segment<T>& s, const Vec3<T>& p) {
  const T z = clamp(p.z, -s.half_height, s.half_height);
  return detail::outside(p, {T(0), T(0), z}, {T(1), T(0), T(0)});
}

/// Outside: the point clamped to the box. Inside: straight to the nearest face. No branches: the position of a point
/// cannot be predicted, and a misprediction takes as long as the whole function (docs/performance.md, "What comments
/// rely on"). Closer to the box than the square root of the smallest number, the face with the largest excess is as
/// good as the corner.
template <Scalar T> PointDistance<T> point_distance(const Box<T>& s, const Vec3<T>& p) {
  const Vec3<T> at = abs(p), beyond = at - s.half, out = positive_part(beyond);
  const T faces[] = {beyond.x, beyond.y, beyond.z}, out2 = norm_squared(out), length = sqrt(out2);
  const int axis = largest_of(faces);
  const Vec3<T>& across = detail::axes<T>[axis];
  const Four<T> is_out(out2), least{T(std::numeric_limits<builtin_t<T>>::min())};
  const Four<T> outside{out.x, out.y, out.z, length}, inside{across.x, across.y, across.z, faces[axis]};
  const Four<T> divisor = where_greater(is_out, least, Four<T>{length, length, length, T(1)}, Four<T>(T(1)));
  const Four<T> r = where_greater(is_out, least, outside, inside) / divisor;  // normal and distance
  const auto towards_p = [&](const Vec3<T>& v) {
    return Vec3<T>{with_sign(v.x, p.x), with_sign(v.y, p.y), with_sign(v.z, p.z)};
  };
  const Vec3<T> nearest = min(at, s.half) + positive_part(-faces[axis]) * across;
  return {r[3], towards_p({r[0], r[1], r[2]}), towards_p(nearest)};
}

template <Scalar T> constexpr PointDistance<T> point_distance(const Rectangle<T>& s, const Vec3<T>& p) {
  return point_distance(s.box(), p);
}

template <Scalar T> constexpr PointDistance<T> point_distance(const Disc<T>& s, const Vec3<T>& p) {
  const detail::Meridian<T> meridian(p);
  // Not by lift(): for a point in the disc's plane, its rounding error would decide the normal.
  const Vec3<T> foot{p.x, p.y, T(0)};
  const bool above = meridian.across <= s.radius * (T(1) + T(8) * unit_roundoff<T>);
  return detail::outside(p, above ? foot : meridian.lift({s.radius, T(0)}), {T(0), T(0), T(1)});
}

/// In the plane through the axis and the point the frustum is a trapezoid with a bottom, a side and a top edge.
template <Scalar T> constexpr PointDistance<T> point_distance(const ConicalFrustum<T>& s, const Vec3<T>& p) {
  if (s.half_height == T(0)) return point_distance(Disc<T>{max(s.bottom_radius, s.top_radius)}, p);
  const detail::Meridian<T> meridian(p);
  const Vec2<T> q{meridian.across, p.z};
  const Vec2<T> corners[] = {
      {T(0), -s.half_height}, {s.bottom_radius, -s.half_height}, {s.top_radius, s.half_height}, {T(0), s.half_height}};
  T inside = -infinity<T>, outside = infinity<T>;
  Vec2<T> inside_normal{}, outside_nearest{}, side_normal{};
  for (int i = 0; i < 3; ++i) {
    // The normals of the caps do not depend on their size.
    Vec2<T> n{T(0), T(i - 1)};
    if (i == 1) n = -perpendicular(unit_or_zero(corners[2] - corners[1]));
    const T plane = dot(n, q - corners[i]);
    if (plane > inside) inside = plane, inside_normal = n;
    const Vec2<T> nearest = detail::nearest_on_segment(q, corners[i], corners[i + 1]);
    if (norm(q - nearest) < outside) {
      outside = norm(q - nearest), outside_nearest = nearest;
      side_normal = nearest != corners[i] && nearest != corners[i + 1] && plane > T(0) ? n : Vec2<T>{};
    }
  }
  const Vec3<T> n = meridian.lift(inside_normal);
  if (inside <= T(0)) return {inside, n, p - inside * n};
  // Beside a side, use the side's normal: the difference of two close points has lost digits. At a corner there is only
  // the difference.
  const Vec2<T> off = q - outside_nearest - outside * side_normal;  // large if another side is equally near
  const T reach = abs(q.x) + abs(q.y) + s.bottom_radius + s.top_radius + s.half_height;
  if (side_normal != Vec2<T>{} && norm(off) <= rounding_of(reach))
    return {outside, meridian.lift(side_normal), meridian.lift(outside_nearest)};
  if (outside <= rounding_of(abs(q.x) + abs(q.y))) return {outside, n, p - outside * n};
  return detail::outside(p, meridian.lift(outside_nearest), n);
}
template <Scalar T> constexpr PointDistance<T> point_distance(const Cylinder<T>& s, const Vec3<T>& p) {
  return point_distance(s.frustum(), p);
}
template <Scalar T> constexpr PointDistance<T> point_distance(const Cone<T>& s, const Vec3<T>& p) {
  return point_distance(s.frustum(), p);
}

/// A ball around a core: the same direction, nearer by the ball's radius.
template <class S, class T = scalar_t<S>>
  requires requires(const S& s) { s.core(), s.ball(); }
constexpr PointDistance<T> point_distance(const S& s, const Vec3<T>& p) {
  PointDistance<T> r = point_distance(s.core(), p);
  r.distance -= s.ball();
  r.nearest += s.ball() * r.normal;
  return r;
}

}  // namespace tactus::closed_form
