// SPDX-License-Identifier: MIT
#pragma once
/// The point of a triangle nearest to a given one, and where a ray meets a triangle.
#include <tactus/shape/flat.h>

#include <utility>

namespace tactus::pieces {

template <Scalar T> struct TrianglePoint {
  Vec3<T> point{}, barycentrics{};
  T distance_squared = infinity<T>;
};

/// The foot of the perpendicular if it lies inside the three edge planes, otherwise the nearest of the nearest points
/// of the three edges. So a needle, or a triangle without area, needs no special case.
template <Scalar T> TrianglePoint<T> nearest_on_triangle(const Triangle<T>& t, const Vec3<T>& p) {
  const Vec3<T> n = cross(t.b - t.a, t.c - t.a);
  const T area = norm_squared(n);
  TrianglePoint<T> best;
  const auto offer = [&](const Vec3<T>& q, const Vec3<T>& shares) {
    const T d = norm_squared(p - q);
    if (d < best.distance_squared) best = {q, shares, d};
  };
  if (area > T(0)) {
    const T u = dot(n, cross(t.b - p, t.c - p)), v = dot(n, cross(t.c - p, t.a - p));
    const T w = dot(n, cross(t.a - p, t.b - p));
    if (u >= T(0) && v >= T(0) && w >= T(0)) {
      offer(p - n * (dot(n, p - t.a) / area), Vec3<T>{u, v, w} / (u + v + w));
      return best;
    }
  }
  for (int e = 0; e < 3; ++e) {
    const int k = (e + 1) % 3;
    const Vec3<T>&from = t.vertex(e), along = t.vertex(k) - from;
    const T length = norm_squared(along);
    const T s = length > T(0) ? clamp(dot(p - from, along) / length, T(0), T(1)) : T(0);
    Vec3<T> shares{};
    shares[e] = T(1) - s, shares[k] = s;
    offer(s == T(1) ? t.vertex(k) : from + along * s, shares);
  }
  return best;
}

/// A ray prepared for tests against triangles. The longest axis of its direction comes last, and the others are sheared
/// away. So two neighbours agree on which side of their common edge the ray passes, and no ray slips between them.
/// [Woop et al. 2013]
template <Scalar T> struct ShearedRay {
  Vec3<T> origin, shear;
  int x, y, z;

  ShearedRay(const Vec3<T>& from, const Vec3<T>& direction) : origin(from) {
    const Vec3<T> size = abs(direction);
    z = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
    x = (z + 1) % 3, y = (z + 2) % 3;
    if (direction[z] < T(0)) std::swap(x, y);
    shear = {direction[x] / direction[z], direction[y] / direction[z], T(1) / direction[z]};
  }
};

template <Scalar T> struct TriangleHit {
  bool hit = false, from_front = false;
  T t{};
  Vec3<T> barycentrics{};
};

template <Scalar T> TriangleHit<T> meet(const ShearedRay<T>& ray, const Triangle<T>& triangle) {
  const auto sheared = [&](const Vec3<T>& corner) {
    const Vec3<T> away = corner - ray.origin;
    const T p[3] = {away.x, away.y, away.z};
    return Vec3<T>{p[ray.x] - ray.shear.x * p[ray.z], p[ray.y] - ray.shear.y * p[ray.z], p[ray.z]};
  };
  const Vec3<T> a = sheared(triangle.a), b = sheared(triangle.b), c = sheared(triangle.c);
  const T u = c.x * b.y - c.y * b.x, v = a.x * c.y - a.y * c.x, w = b.x * a.y - b.y * a.x;
  if ((u < T(0) || v < T(0) || w < T(0)) && (u > T(0) || v > T(0) || w > T(0))) return {};
  const T sum = u + v + w;
  if (sum == T(0)) return {};
  const Vec3<T> shares = Vec3<T>{u, v, w} / sum;
  // Corners are seen counter-clockwise from the front: then the sheared edges turn clockwise about the ray.
  return {true, sum > T(0), ray.shear.z * (shares.x * a.z + shares.y * b.z + shares.z * c.z), shares};
}

}  // namespace tactus::pieces
