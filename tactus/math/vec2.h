// SPDX-License-Identifier: MIT
#pragma once
#include <tactus/math/scalar.h>

#include <ostream>

namespace tactus {

/// A point or a direction of the plane: x and y.
template <Scalar T> struct Vec2 {
  T x{}, y{};

  constexpr T& operator[](int i) { return i == 0 ? x : y; }
  constexpr const T& operator[](int i) const { return i == 0 ? x : y; }
  template <Scalar U> constexpr Vec2<U> cast() const { return {U(x), U(y)}; }

  friend constexpr Vec2 operator-(const Vec2& a) { return {-a.x, -a.y}; }
  friend constexpr Vec2 operator+(const Vec2& a, const Vec2& b) { return {a.x + b.x, a.y + b.y}; }
  friend constexpr Vec2 operator-(const Vec2& a, const Vec2& b) { return {a.x - b.x, a.y - b.y}; }
  friend constexpr Vec2 operator*(const Vec2& a, T s) { return {a.x * s, a.y * s}; }
  friend constexpr Vec2 operator*(T s, const Vec2& a) { return a * s; }
  friend constexpr Vec2 operator/(const Vec2& a, T s) { return {a.x / s, a.y / s}; }
  constexpr Vec2& operator+=(const Vec2& b) { return *this = *this + b; }
  constexpr Vec2& operator-=(const Vec2& b) { return *this = *this - b; }
  constexpr Vec2& operator*=(T s) { return *this = *this * s; }
  friend constexpr bool operator==(const Vec2&, const Vec2&) = default;
  friend std::ostream& operator<<(std::ostream& os, const Vec2& a) { return os << '(' << a.x << ", " << a.y << ')'; }
};

template <Scalar T> constexpr T dot(const Vec2<T>& a, const Vec2<T>& b) { return a.x * b.x + a.y * b.y; }
/// The z component of the cross product in space: positive when b lies to the left of a.
template <Scalar T> constexpr T cross(const Vec2<T>& a, const Vec2<T>& b) { return a.x * b.y - a.y * b.x; }
/// a turned left by a quarter turn.
template <Scalar T> constexpr Vec2<T> perpendicular(const Vec2<T>& a) { return {-a.y, a.x}; }
template <Scalar T> constexpr T norm_squared(const Vec2<T>& a) { return dot(a, a); }
template <Scalar T> constexpr T norm(const Vec2<T>& a) { return sqrt(norm_squared(a)); }
template <Scalar T> constexpr T max_abs(const Vec2<T>& a) { return max(abs(a.x), abs(a.y)); }
template <Scalar T> constexpr bool is_finite(const Vec2<T>& a) { return is_finite(a.x) && is_finite(a.y); }

namespace detail {

/// As in vec3.h.
template <Scalar T> [[gnu::noinline, gnu::cold]] constexpr Vec2<T> unit_of_extreme(const Vec2<T>& a) {
  const T scale = max_abs(a);
  if (!(scale > T(0))) return {};
  const Vec2<T> scaled = a / scale;
  return scaled / norm(scaled);
}

}  // namespace detail

/// Unit vector along a; zero only for zero: lengths whose square leaves the range of T are rescaled.
template <Scalar T> [[gnu::always_inline]] constexpr Vec2<T> unit_or_zero(const Vec2<T>& a) {
  const T n2 = norm_squared(a);
  constexpr auto least = std::numeric_limits<builtin_t<T>>::min() / unit_roundoff<builtin_t<T>>;
  if (n2 >= T(least) && is_finite(n2)) return a / sqrt(n2);
  return detail::unit_of_extreme(a);
}

}  // namespace tactus
