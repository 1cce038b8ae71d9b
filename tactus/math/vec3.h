// SPDX-License-Identifier: MIT
#pragma once
#include <tactus/math/scalar.h>

#include <ostream>

namespace tactus {

/// A point or a direction of space: x, y and z.
template <Scalar T> struct Vec3 {
  T x{}, y{}, z{};

  constexpr T& operator[](int i) { return i == 0 ? x : i == 1 ? y : z; }
  constexpr const T& operator[](int i) const { return i == 0 ? x : i == 1 ? y : z; }
  template <Scalar U> constexpr Vec3<U> cast() const { return {U(x), U(y), U(z)}; }

  friend constexpr Vec3 operator-(const Vec3& a) { return {-a.x, -a.y, -a.z}; }
  friend constexpr Vec3 operator+(const Vec3& a, const Vec3& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
  friend constexpr Vec3 operator-(const Vec3& a, const Vec3& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
  friend constexpr Vec3 operator*(const Vec3& a, T s) { return {a.x * s, a.y * s, a.z * s}; }
  friend constexpr Vec3 operator*(T s, const Vec3& a) { return a * s; }
  friend constexpr Vec3 operator/(const Vec3& a, T s) { return {a.x / s, a.y / s, a.z / s}; }
  constexpr Vec3& operator+=(const Vec3& b) { return *this = *this + b; }
  constexpr Vec3& operator-=(const Vec3& b) { return *this = *this - b; }
  constexpr Vec3& operator*=(T s) { return *this = *this * s; }
  constexpr Vec3& operator/=(T s) { return *this = *this / s; }
  friend constexpr bool operator==(const Vec3&, const Vec3&) = default;
  friend std::ostream& operator<<(std::ostream& os, const Vec3& a) {
    return os << '(' << a.x << ", " << a.y << ", " << a.z << ')';
  }
};

template <Scalar T> constexpr T dot(const Vec3<T>& a, const Vec3<T>& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
template <Scalar T> constexpr Vec3<T> cross(const Vec3<T>& a, const Vec3<T>& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
/// Six times the signed volume of the tetrahedron (0, a, b, c).
template <Scalar T> constexpr T triple(const Vec3<T>& a, const Vec3<T>& b, const Vec3<T>& c) {
  return dot(a, cross(b, c));
}
template <Scalar T> constexpr T norm_squared(const Vec3<T>& a) { return dot(a, a); }
template <Scalar T> constexpr T norm(const Vec3<T>& a) { return sqrt(norm_squared(a)); }
/// The distance between two points.
template <Scalar T> constexpr T distance(const Vec3<T>& a, const Vec3<T>& b) { return norm(b - a); }
/// Product by components: scales along the axes.
template <Scalar T> constexpr Vec3<T> hadamard(const Vec3<T>& a, const Vec3<T>& b) {
  return {a.x * b.x, a.y * b.y, a.z * b.z};
}
template <Scalar T> constexpr Vec3<T> abs(const Vec3<T>& a) { return {abs(a.x), abs(a.y), abs(a.z)}; }
template <Scalar T> constexpr Vec3<T> min(const Vec3<T>& a, const Vec3<T>& b) {
  return {min(a.x, b.x), min(a.y, b.y), min(a.z, b.z)};
}
template <Scalar T> constexpr Vec3<T> max(const Vec3<T>& a, const Vec3<T>& b) {
  return {max(a.x, b.x), max(a.y, b.y), max(a.z, b.z)};
}
template <Scalar T> constexpr Vec3<T> positive_part(const Vec3<T>& a) {
  return {positive_part(a.x), positive_part(a.y), positive_part(a.z)};
}
template <Scalar T> constexpr T max_abs(const Vec3<T>& a) { return max(max(abs(a.x), abs(a.y)), abs(a.z)); }
template <Scalar T> constexpr bool is_finite(const Vec3<T>& a) {
  return is_finite(a.x) && is_finite(a.y) && is_finite(a.z);
}

namespace detail {

/// For lengths whose square leaves the range of T; zero if a is zero. A separate function, so that its caller can be
/// inlined.
template <Scalar T> [[gnu::noinline, gnu::cold]] constexpr Vec3<T> unit_of_extreme(const Vec3<T>& a) {
  const T scale = max_abs(a);
  if (!(scale > T(0))) return {};
  const Vec3<T> scaled = a / scale;
  return scaled / norm(scaled);
}

}  // namespace detail

/// Unit vector along a; zero only if a is zero: lengths whose square leaves the range of T are rescaled.
template <Scalar T> [[gnu::always_inline]] constexpr Vec3<T> unit_or_zero(const Vec3<T>& a) {
  const T n2 = norm_squared(a);
  constexpr auto rounding = 4 * unit_roundoff<builtin_t<T>>;
  if (abs(n2 - T(1)) <= T(rounding)) return a;  // already unit: saves a square root and a division
  constexpr auto least = std::numeric_limits<builtin_t<T>>::min() / unit_roundoff<builtin_t<T>>;
  if (n2 >= T(least) && is_finite(n2)) return a / sqrt(n2);
  return detail::unit_of_extreme(a);
}

/// Normalizes a unit vector whose length has changed by rounding, or by a matrix that is not exactly a rotation. One
/// step of Newton's iteration for 1/√n²: it leaves an error of 3/8 (n² - 1)², less than u if |n² - 1| is at most √u.
template <Scalar T> constexpr Vec3<T> renormalized(const Vec3<T>& a) {
  const T n2 = norm_squared(a);
  if (square(n2 - T(1)) <= T(unit_roundoff<builtin_t<T>>)) return a * (T(1.5) - T(0.5) * n2);
  return a / sqrt(n2);
}

/// Unit vector along a; the fallback if a is zero. Contact normals are made with this, so they are always unit vectors.
template <Scalar T> constexpr Vec3<T> unit_or(const Vec3<T>& a, const Vec3<T>& fallback) {
  const Vec3<T> u = unit_or_zero(a);
  return u == Vec3<T>{} ? fallback : u;
}

/// Unit vector along a; +z if a is zero.
template <Scalar T> constexpr Vec3<T> unit_or_up(const Vec3<T>& a) { return unit_or(a, Vec3<T>{T(0), T(0), T(1)}); }

/// A unit vector perpendicular to a (any, for a = 0): the cross product with the axis least along a is well
/// conditioned.
template <Scalar T> constexpr Vec3<T> any_perpendicular(const Vec3<T>& a) {
  const Vec3<T> m = abs(a);
  const Vec3<T> axis = m.x <= m.y && m.x <= m.z ? Vec3<T>{T(1), T(0), T(0)}
                       : m.y <= m.z             ? Vec3<T>{T(0), T(1), T(0)}
                                                : Vec3<T>{T(0), T(0), T(1)};
  return unit_or_up(cross(a, axis));
}

}  // namespace tactus
