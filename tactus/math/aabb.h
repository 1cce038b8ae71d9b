// SPDX-License-Identifier: MIT
#pragma once
#include <tactus/math/vec3.h>

namespace tactus {

/// Axis-aligned box. The default is empty: min = +inf, max = -inf, the neutral element of `merged`.
template <Scalar T> struct Aabb {
  Vec3<T> min{infinity<T>, infinity<T>, infinity<T>};
  Vec3<T> max{-infinity<T>, -infinity<T>, -infinity<T>};

  constexpr bool empty() const { return !(min.x <= max.x && min.y <= max.y && min.z <= max.z); }
  constexpr Vec3<T> center() const { return (min + max) * T(0.5); }
  /// Half its extents.
  constexpr Vec3<T> half() const { return (max - min) * T(0.5); }
  template <Scalar U> constexpr Aabb<U> cast() const { return {min.template cast<U>(), max.template cast<U>()}; }

  friend constexpr bool operator==(const Aabb&, const Aabb&) = default;
  friend std::ostream& operator<<(std::ostream& os, const Aabb& a) {
    return os << "Aabb{.min = " << a.min << ", .max = " << a.max << '}';
  }
};

/// Touching counts as overlap.
template <Scalar T> constexpr bool overlaps(const Aabb<T>& a, const Aabb<T>& b) {
  return a.min.x <= b.max.x && b.min.x <= a.max.x && a.min.y <= b.max.y && b.min.y <= a.max.y && a.min.z <= b.max.z &&
         b.min.z <= a.max.z;
}
/// Is the point, or the whole inner box, inside? The surface counts.
template <Scalar T> constexpr bool contains(const Aabb<T>& a, const Vec3<T>& p) {
  return a.min.x <= p.x && p.x <= a.max.x && a.min.y <= p.y && p.y <= a.max.y && a.min.z <= p.z && p.z <= a.max.z;
}
template <Scalar T> constexpr bool contains(const Aabb<T>& outer, const Aabb<T>& inner) {
  return contains(outer, inner.min) && contains(outer, inner.max);
}
/// The smallest box that holds both.
template <Scalar T> constexpr Aabb<T> merged(const Aabb<T>& a, const Aabb<T>& b) {
  return {min(a.min, b.min), max(a.max, b.max)};
}
template <Scalar T> constexpr Aabb<T> merged(const Aabb<T>& a, const Vec3<T>& p) {
  return {min(a.min, p), max(a.max, p)};
}
/// Larger by `margin` on every side.
template <Scalar T> constexpr Aabb<T> expanded(const Aabb<T>& a, std::type_identity_t<T> margin) {
  const Vec3<T> m{margin, margin, margin};
  return {a.min - m, a.max + m};
}
/// Zero for a flat box as well as for an empty one.
template <Scalar T> constexpr T volume(const Aabb<T>& a) {
  const Vec3<T> e = a.max - a.min;
  return a.empty() ? T(0) : e.x * e.y * e.z;
}
template <Scalar T> constexpr T surface_area(const Aabb<T>& a) {
  const Vec3<T> e = a.max - a.min;
  return a.empty() ? T(0) : T(2) * (e.x * e.y + e.y * e.z + e.z * e.x);
}

}  // namespace tactus
