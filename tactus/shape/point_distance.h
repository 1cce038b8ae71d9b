// SPDX-License-Identifier: MIT
#pragma once
/// The distance of a point from a segment and from a triangle.
#include <tactus/math/vec2.h>
#include <tactus/math/vec3.h>

namespace tactus {

/// Vec2 or Vec3.
template <class Point> double distance_to_segment(const Point& p, const Point& a, const Point& b) {
  const Point along = b - a;
  const double length_squared = norm_squared(along);
  const double t = length_squared > 0 ? clamp(dot(p - a, along) / length_squared, 0.0, 1.0) : 0.0;
  return norm(a + along * t - p);
}

/// The height above the triangle if the point projects into it, otherwise the distance from its edges.
inline double distance_to_triangle(const Vec3<double>& p, const Vec3<double>& a, const Vec3<double>& b,
                                   const Vec3<double>& c) {
  const Vec3<double> normal = unit_or_zero(cross(b - a, c - a));
  const auto left_of = [&](const Vec3<double>& u, const Vec3<double>& v) { return triple(v - u, p - u, normal) > 0; };
  if (left_of(a, b) && left_of(b, c) && left_of(c, a)) return abs(dot(normal, p - a));
  return min(min(distance_to_segment(p, a, b), distance_to_segment(p, b, c)), distance_to_segment(p, c, a));
}

}  // namespace tactus
