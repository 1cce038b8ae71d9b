// SPDX-License-Identifier: MIT
#pragma once
/// The part of a line that lies in a shape: closed forms, in the shape's frame. The line is origin + t·direction.
#include <tactus/shape/shape.h>

#include <optional>

namespace tactus::line_clip {

/// From t = enter, where the surface has the outward unit normal, to t = leave. Empty if enter > leave.
template <Scalar T> struct Clip {
  T enter = -infinity<T>, leave = infinity<T>;
  Vec3<T> normal{};  // at `enter`

  constexpr bool empty() const { return !(enter <= leave); }
  static constexpr Clip nothing() { return {infinity<T>, -infinity<T>, {}}; }
};

/// The part inside both.
template <Scalar T> constexpr Clip<T> both(const Clip<T>& a, const Clip<T>& b) {
  const Clip<T>& later = a.enter >= b.enter ? a : b;
  return {later.enter, min(a.leave, b.leave), later.normal};
}
/// From the first entry to the last exit of two parts of one convex shape.
template <Scalar T> constexpr Clip<T> hull(const Clip<T>& a, const Clip<T>& b) {
  if (a.empty() || b.empty()) return a.empty() ? b : a;
  const Clip<T>& earlier = a.enter <= b.enter ? a : b;
  return {earlier.enter, max(a.leave, b.leave), earlier.normal};
}

/// normal·x ≤ offset, with unit normal.
template <Scalar T>
constexpr Clip<T> half_space(const Vec3<T>& o, const Vec3<T>& d, const Vec3<T>& normal,
                             std::type_identity_t<T> offset) {
  const T speed = dot(normal, d), above = dot(normal, o) - offset;
  if (speed == T(0)) return above <= T(0) ? Clip<T>{} : Clip<T>::nothing();
  const T t = -above / speed;
  return speed < T(0) ? Clip<T>{t, infinity<T>, normal} : Clip<T>{-infinity<T>, t, {}};
}

/// |x_axis| ≤ half
template <Scalar T> constexpr Clip<T> slab(const Vec3<T>& o, const Vec3<T>& d, int axis, T half) {
  if (d[axis] == T(0)) return abs(o[axis]) <= half ? Clip<T>{} : Clip<T>::nothing();
  const T toward = -sign(d[axis]);  // the side where the line enters
  Vec3<T> normal;
  normal[axis] = toward;
  return {(toward * half - o[axis]) / d[axis], (-toward * half - o[axis]) / d[axis], normal};
}

/// A ball about the origin, in as many dimensions as o and d have nonzero components. Computed from the point of the
/// line nearest the centre, so that a far origin costs no digits.
template <Scalar T> constexpr Clip<T> ball(const Vec3<T>& o, const Vec3<T>& d, T radius) {
  const T d2 = norm_squared(d);
  if (d2 == T(0)) return norm(o) <= radius ? Clip<T>{} : Clip<T>::nothing();
  const T middle = -dot(o, d) / d2;
  const T clear = norm(o + d * middle);
  if (clear > radius) return Clip<T>::nothing();
  const T half = sqrt((radius - clear) * (radius + clear) / d2);
  return {middle - half, middle + half, unit_or_up(o + d * (middle - half))};
}

template <Scalar T> constexpr Clip<T> line_clip(const Sphere<T>& s, const Vec3<T>& o, const Vec3<T>& d) {
  return ball(o, d, s.radius);
}
template <Scalar T> constexpr Clip<T> line_clip(const Box<T>& s, const Vec3<T>& o, const Vec3<T>& d) {
  return both(both(slab(o, d, 0, s.half.x), slab(o, d, 1, s.half.y)), slab(o, d, 2, s.half.z));
}
template <Scalar T> constexpr Clip<T> line_clip(const Cylinder<T>& s, const Vec3<T>& o, const Vec3<T>& d) {
  return both(slab(o, d, 2, s.half_height), ball(Vec3<T>{o.x, o.y, T(0)}, Vec3<T>{d.x, d.y, T(0)}, s.radius));
}
template <Scalar T> constexpr Clip<T> line_clip(const Capsule<T>& s, const Vec3<T>& o, const Vec3<T>& d) {
  const Vec3<T> up{T(0), T(0), s.half_height};
  const Clip<T> tube = line_clip(Cylinder<T>{s.radius, s.half_height}, o, d);
  return hull(tube, hull(ball(o - up, d, s.radius), ball(o + up, d, s.radius)));
}
/// An ellipsoid, in coordinates that scale it to the unit ball; the normal is the gradient.
template <Scalar T>
constexpr std::optional<Clip<T>> line_clip(const Ellipsoid<T>& s, const Vec3<T>& o, const Vec3<T>& d) {
  const auto scaled = [&](const Vec3<T>& v) { return Vec3<T>{v.x / s.radii.x, v.y / s.radii.y, v.z / s.radii.z}; };
  if (!(s.radii.x > T(0) && s.radii.y > T(0) && s.radii.z > T(0))) return std::nullopt;  // flat
  Clip<T> c = ball(scaled(o), scaled(d), T(1));
  c.normal = unit_or_up(scaled(c.normal));
  return c;
}

/// x² + y² ≤ r(z)², |z| ≤ half_height, with r linear in z. The first is a double cone; the slab keeps one half of it.
template <Scalar T>
constexpr std::optional<Clip<T>> line_clip(const ConicalFrustum<T>& s, const Vec3<T>& o, const Vec3<T>& d) {
  if (!(s.half_height > T(0))) return std::nullopt;
  const T slope = (s.top_radius - s.bottom_radius) / (T(2) * s.half_height);  // dr/dz
  if (slope == T(0)) return line_clip(Cylinder<T>{s.top_radius, s.half_height}, o, d);
  const Clip<T> between = slab(o, d, 2, s.half_height);
  if (between.empty()) return between;
  // From the point of the line nearest the centre, so that a far origin costs no digits.
  const T near = -dot(o, d) / norm_squared(d);
  const Vec3<T> p = o + d * near;
  const T r = (s.top_radius + s.bottom_radius) / T(2) + slope * p.z, r_rate = slope * d.z;
  const T a = d.x * d.x + d.y * d.y - r_rate * r_rate, b = p.x * d.x + p.y * d.y - r * r_rate;
  const T c = p.x * p.x + p.y * p.y - r * r;  // inside: a t² + 2 b t + c ≤ 0
  const T root2 = b * b - a * c;
  if (root2 < T(0) && a > T(0)) return Clip<T>::nothing();
  const T q = -(b + with_sign(sqrt(max(root2, T(0))), b));
  const T t0 = near + (q != T(0) ? c / q : T(0)), t1 = near + (a != T(0) ? q / a : T(0));
  Clip<T> cone;
  if (a > T(0)) {
    cone = {min(t0, t1), max(t0, t1), {}};
  } else if (a < T(0)) {
    // Steeper than the cone: outside between the roots, because the line comes from one half and goes to the other. The
    // half inside the slab is on the side where r grows.
    cone = r_rate > T(0) ? Clip<T>{max(t0, t1), infinity<T>, {}} : Clip<T>{-infinity<T>, min(t0, t1), {}};
  } else if (b != T(0)) {  // parallel to the side of the cone: inside on one side of the only root
    cone = b < T(0) ? Clip<T>{t0, infinity<T>, {}} : Clip<T>{-infinity<T>, t0, {}};
  } else if (c > T(0)) {
    return Clip<T>::nothing();
  }
  if (is_finite(cone.enter)) {
    const Vec3<T> x = o + d * cone.enter;
    const T rho = norm(Vec2<T>{x.x, x.y});
    cone.normal = rho > T(0) ? unit_or_up(Vec3<T>{x.x / rho, x.y / rho, -slope}) : Vec3<T>{T(0), T(0), -sign(slope)};
  }
  return both(between, cone);
}
template <Scalar T> constexpr std::optional<Clip<T>> line_clip(const Cone<T>& s, const Vec3<T>& o, const Vec3<T>& d) {
  return line_clip(s.frustum(), o, d);
}

template <Scalar T> constexpr Clip<T> line_clip(const HalfSpace<T>& s, const Vec3<T>& o, const Vec3<T>& d) {
  const auto [normal, offset] = normalized(s);
  return half_space(o, d, normal, offset);
}

/// Plane by plane. [Cyrus & Beck 1978]
template <Scalar T> std::optional<Clip<T>> line_clip(const Hull<T>& s, const Vec3<T>& o, const Vec3<T>& d) {
  if (s.rank() < 3) return std::nullopt;
  Clip<T> c;
  for (const FacePlane<T>& plane : s.planes()) {
    c = both(c, half_space(o, d, plane.normal, plane.offset));
    if (c.empty()) break;
  }
  return c;
}

}  // namespace tactus::line_clip
