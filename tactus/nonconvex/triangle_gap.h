// SPDX-License-Identifier: MIT
#pragma once
/// How far apart two triangles are, as two bounds, in a tenth of the time of a certified query.
///
/// A point of each triangle gives an upper bound; a direction along which the triangles are apart gives a lower bound.
/// The nearest points are those of one of 9 pairs of edges, or of one of 6 corners and a face. The direction between the
/// points is tried at once: if the bounds meet, the search ends. Rounding may move points and directions, but both bounds
/// hold to the rounding of their own sums, which is that of a few coordinates. Triangles that touch, or nearly touch,
/// have no such direction: their bounds stay apart.
#include <tactus/shape/flat.h>

namespace tactus::pieces {

template <Scalar T> struct Gap { T lower = -infinity<T>, upper = infinity<T>; };

namespace detail {

/// The gap from s to t along a direction of any length; negative if they overlap along the direction. The signed distance
/// is never less.
template <Scalar T> T gap_along(const Triangle<T>& s, const Triangle<T>& t, const Vec3<T>& way) {
  const T length = norm(way);
  if (!(length > T(0))) return -infinity<T>;
  const T most = max(T(0), max(dot(way, s.b - s.a), dot(way, s.c - s.a)));
  return (min(dot(way, t.a - s.a), min(dot(way, t.b - s.a), dot(way, t.c - s.a))) - most) / length;
}

/// The vector from the nearest point of one segment to that of another.  [Ericson 2005, 5.1.9]
template <Scalar T>
Vec3<T> between_segments(const Vec3<T>& p, const Vec3<T>& u, T uu, const Vec3<T>& q, const Vec3<T>& v, T vv) {
  const Vec3<T> r = q - p;
  const T uv = dot(u, v), ur = dot(u, r), vr = dot(v, r), area = uu * vv - uv * uv;
  const auto share = [](T x, T whole) { return whole > T(0) ? clamp(x / whole, T(0), T(1)) : T(0); };
  T s = share(ur * vv - uv * vr, area), t = uv * s - vr;
  if (t < T(0)) {
    t = T(0), s = share(ur, uu);
  } else if (t > vv) {
    t = T(1), s = share(ur + uv, uu);
  } else {
    t = share(t, vv);
  }
  return r + v * t - u * s;
}

/// The vector from a triangle to a point over or under its face; false if the point is beside it. The foot is a mean of
/// the corners, so it lies in the triangle even if the triangle is a needle whose normal is only rounding.
template <Scalar T> bool over_face(const Triangle<T>& s, const Vec3<T>& n, const Vec3<T>& p, Vec3<T>& way) {
  const Vec3<T> a = s.a - p, b = s.b - p, c = s.c - p;
  const T w = dot(n, cross(a, b)), u = dot(n, cross(b, c)), v = dot(n, cross(c, a));
  const T sum = u + v + w;
  if (u < T(0) || v < T(0) || w < T(0) || !(sum > T(0))) return false;
  way = (a * u + b * v + c * w) * (T(-1) / sum);
  return true;
}

}  // namespace detail

/// Bounds of the signed distance from s to t. Ends as soon as the lower bound is above `enough`.
template <Scalar T> Gap<T> gap(const Triangle<T>& s, const Triangle<T>& t, T enough) {
  Gap<T> gap;
  const auto done = [&](const Vec3<T>& way) {
    gap.lower = max(gap.lower, detail::gap_along(s, t, way));
    return gap.lower > enough || gap.lower >= gap.upper * (T(1) - T(8) * unit_roundoff<T>);
  };
  if (done((t.a + t.b + t.c) - (s.a + s.b + s.c))) return gap;
  const Vec3<T> n = cross(s.b - s.a, s.c - s.a), m = cross(t.b - t.a, t.c - t.a);
  T nearest = infinity<T>;
  const auto offer = [&](const Vec3<T>& way, const Vec3<T>& direction) {
    const T d = norm_squared(way);
    if (!(d < nearest)) return false;
    nearest = d, gap.upper = sqrt(d);
    return done(direction);
  };
  Vec3<T> way;
  for (int k = 0; k < 3; ++k) {
    if (detail::over_face(s, n, t.vertex(k), way) && offer(way, dot(n, way) < T(0) ? -n : n)) return gap;
    if (detail::over_face(t, m, s.vertex(k), way) && offer(way, dot(m, way) < T(0) ? m : -m)) return gap;
  }
  for (int i = 0; i < 3; ++i) {
    const Vec3<T> u = s.vertex((i + 1) % 3) - s.vertex(i);
    const T uu = norm_squared(u);
    for (int j = 0; j < 3; ++j) {
      const Vec3<T> v = t.vertex((j + 1) % 3) - t.vertex(j);
      way = detail::between_segments(s.vertex(i), u, uu, t.vertex(j), v, norm_squared(v));
      if (offer(way, way)) return gap;
    }
  }
  return gap;
}

}  // namespace tactus::pieces
