// SPDX-License-Identifier: MIT
#pragma once
/// Where two features touch, projected along the contact normal: one point, the centre of their overlap.
#include <tactus/core/outline.h>
#include <tactus/math/vec2.h>

#include <array>

namespace tactus {

namespace detail {

/// A convex region of the plane perpendicular to the normal: a point, a segment, or a counter-clockwise polygon.
template <Scalar T> struct FlatRegion {
  static constexpr int capacity = 16;
  std::array<Vec2<T>, capacity> points{};
  int count = 0;

  constexpr void add(const Vec2<T>& p) {
    if (count < capacity) points[static_cast<std::size_t>(count++)] = p;
  }
  constexpr const Vec2<T>& operator[](int i) const { return points[static_cast<std::size_t>(i)]; }

  /// The part on the left of the line from a to b [Sutherland & Hodgman 1974]; unchanged if nothing lies there, so that
  /// rounding at a shared boundary cannot empty it.
  constexpr FlatRegion clipped(const Vec2<T>& a, const Vec2<T>& b) const {
    FlatRegion kept;
    const int edges = count == 2 ? 1 : count;
    if (count == 1) return *this;
    const auto side = [&](const Vec2<T>& p) { return cross(b - a, p - a); };
    for (int i = 0; i < edges; ++i) {
      const Vec2<T>&p = (*this)[i], &q = (*this)[(i + 1) % count];
      const T s = side(p), t = side(q);
      if (s >= T(0)) kept.add(p);
      if ((s > T(0) && t < T(0)) || (s < T(0) && t > T(0))) kept.add(p + (q - p) * (s / (s - t)));
      if (count == 2 && t >= T(0)) kept.add(q);
    }
    return kept.count > 0 ? kept : *this;
  }

  /// The centroid of the area, of the length or of the point; of the corners if the area vanishes. Rounding makes
  /// slivers turn either way: with unsigned areas they still give a point between the corners.
  constexpr Vec2<T> centroid() const {
    Vec2<T> sum{}, weighted{};
    T area{};
    for (int i = 0; i < count; ++i) {
      sum += (*this)[i];
      if (i < 2) continue;
      const Vec2<T> e = (*this)[i - 1] - (*this)[0], f = (*this)[i] - (*this)[0];
      const T twice = abs(cross(e, f));
      area += twice;
      weighted += (e + f) * (twice / T(3));
    }
    return area > T(0) ? (*this)[0] + weighted / area : sum / T(count);
  }
};

/// Where two segments cross; the middle of their common stretch if they are parallel.
template <Scalar T> constexpr Vec2<T> crossing(const FlatRegion<T>& p, const FlatRegion<T>& q) {
  const Vec2<T> d = p[1] - p[0], e = q[1] - q[0];
  const T turn = cross(d, e);
  if (abs(turn) > T(8) * unit_roundoff<T> * norm(d) * norm(e))
    return p[0] + d * clamp(cross(q[0] - p[0], e) / turn, T(0), T(1));
  const T length2 = norm_squared(d);
  const T from = dot(q[0] - p[0], d) / length2, to = dot(q[1] - p[0], d) / length2;
  const T low = max(min(from, to), T(0)), high = min(max(from, to), T(1));
  return p[0] + d * clamp((low + high) / T(2), T(0), T(1));
}

}  // namespace detail

/// The point midway between the planes of two features (polygons of at most eight corners) at the centre of their
/// overlap as seen along the unit normal. It moves continuously with the pose, even for parallel faces or edges.
template <Scalar T> constexpr Vec3<T> feature_witness(const Outline<T>& a, const Outline<T>& b, const Vec3<T>& normal) {
  const Vec3<T> u = any_perpendicular(normal), v = cross(normal, u);
  const auto flatten = [&](const Outline<T>& o, bool reversed) {
    detail::FlatRegion<T> r;
    for (int i = 0; i < o.size(); ++i) {
      const Vec3<T> p = o[reversed ? o.size() - 1 - i : i];
      r.add({dot(u, p), dot(v, p)});
    }
    return r;
  };
  detail::FlatRegion<T> p = flatten(a, false), q = flatten(b, true);  // both counter-clockwise about the normal
  if (p.count > q.count) std::swap(p, q);
  Vec2<T> at = p[0];
  if (p.count == 2 && q.count == 2) {
    at = detail::crossing(p, q);
  } else if (p.count >= 2) {
    for (int i = 0; i < q.count; ++i) p = p.clipped(q[i], q[(i + 1) % q.count]);
    at = p.centroid();
  }
  const T height = (dot(normal, a[0]) + dot(normal, b[0])) / T(2);
  return u * at.x + v * at.y + normal * height;
}

}  // namespace tactus
