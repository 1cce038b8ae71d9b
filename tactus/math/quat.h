// SPDX-License-Identifier: MIT
#pragma once
#include <tactus/math/mat3.h>

namespace tactus {

/// Quaternion w + xi + yj + zk. Rotations are unit quaternions; q and -q are the same rotation.
/// The real part comes first: Quat{w, x, y, z}. Other libraries (ROS, glTF, Eigen's coeffs()) put it last:
/// Quat::from_xyzw.
template <Scalar T> struct Quat {
  T w{1}, x{}, y{}, z{};

  static constexpr Quat from_wxyz(T w, T x, T y, T z) { return {w, x, y, z}; }
  /// For data from libraries that store w last.
  static constexpr Quat from_xyzw(T x, T y, T z, T w) { return {w, x, y, z}; }

  /// The part (x, y, z).
  constexpr Vec3<T> vector() const { return {x, y, z}; }
  template <Scalar U> constexpr Quat<U> cast() const { return {U(w), U(x), U(y), U(z)}; }

  friend constexpr Quat operator*(const Quat& a, const Quat& b) {
    return {a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z, a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
            a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x, a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w};
  }
  friend constexpr Quat operator*(const Quat& a, T s) { return {a.w * s, a.x * s, a.y * s, a.z * s}; }
  friend constexpr Quat operator+(const Quat& a, const Quat& b) { return {a.w + b.w, a.x + b.x, a.y + b.y, a.z + b.z}; }
  friend constexpr Quat operator-(const Quat& a) { return {-a.w, -a.x, -a.y, -a.z}; }
  friend constexpr bool operator==(const Quat&, const Quat&) = default;
  friend std::ostream& operator<<(std::ostream& os, const Quat& q) {
    return os << '(' << q.w << "; " << q.x << ", " << q.y << ", " << q.z << ')';
  }
};

template <Scalar T> constexpr T dot(const Quat<T>& a, const Quat<T>& b) {
  return a.w * b.w + a.x * b.x + a.y * b.y + a.z * b.z;
}
template <Scalar T> constexpr T norm(const Quat<T>& q) { return sqrt(dot(q, q)); }
/// The inverse, of a unit quaternion.
template <Scalar T> constexpr Quat<T> conjugate(const Quat<T>& q) { return {q.w, -q.x, -q.y, -q.z}; }
/// Unit quaternion along q; the identity for q = 0.
template <Scalar T> constexpr Quat<T> normalized(const Quat<T>& q) {
  const T n = norm(q);
  return n > T(0) ? q * (T(1) / n) : Quat<T>{};
}
/// Turns a vector by a unit quaternion.
template <Scalar T> constexpr Vec3<T> rotate(const Quat<T>& q, const Vec3<T>& v) {
  const Vec3<T> t = T(2) * cross(q.vector(), v);
  return v + q.w * t + cross(q.vector(), t);
}

/// The rotation of a unit quaternion.
template <Scalar T> constexpr Mat3<T> to_matrix(const Quat<T>& unit) {
  const auto& [w, x, y, z] = unit;
  return Mat3<T>::from_rows({T(1) - T(2) * (y * y + z * z), T(2) * (x * y - w * z), T(2) * (x * z + w * y)},
                            {T(2) * (x * y + w * z), T(1) - T(2) * (x * x + z * z), T(2) * (y * z - w * x)},
                            {T(2) * (x * z - w * y), T(2) * (y * z + w * x), T(1) - T(2) * (x * x + y * y)});
}

/// Shepperd's method: divides by the largest of the four components, so it never loses digits. Returns w ≥ 0.
template <Scalar T> constexpr Quat<T> to_quaternion(const Mat3<T>& m) {
  const T t = trace(m);
  Quat<T> q;
  if (t >= max(max(m(0, 0), m(1, 1)), m(2, 2))) {
    q = {T(1) + t, m(2, 1) - m(1, 2), m(0, 2) - m(2, 0), m(1, 0) - m(0, 1)};
  } else {
    const int i = m(0, 0) >= m(1, 1) && m(0, 0) >= m(2, 2) ? 0 : m(1, 1) >= m(2, 2) ? 1 : 2;
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    Vec3<T> v;
    v[i] = T(1) + m(i, i) - m(j, j) - m(k, k);
    v[j] = m(i, j) + m(j, i);
    v[k] = m(i, k) + m(k, i);
    q = {m(k, j) - m(j, k), v.x, v.y, v.z};
  }
  q = normalized(q);
  return q.w < T(0) ? -q : q;
}

/// A unit quaternion about an axis of any length but zero, by an angle in radians.
template <Scalar T> Quat<T> quaternion_from_axis_angle(const Vec3<T>& axis, std::type_identity_t<T> angle) {
  const Vec3<T> v = unit_or_zero(axis) * sin(angle / T(2));
  return {cos(angle / T(2)), v.x, v.y, v.z};
}

/// Constant angular velocity from a to b along the shorter way.
template <Scalar T> Quat<T> slerp(const Quat<T>& a, Quat<T> b, std::type_identity_t<T> t) {
  if (dot(a, b) < T(0)) b = -b;
  // Half angle from chord lengths: accurate for small angles, where acos of the dot product is not.
  const T half = atan2(norm(a + -b), norm(a + b));
  const T s = sin(T(2) * half);
  if (!(s > unit_roundoff<T>)) return normalized(a * (T(1) - t) + b * t);
  return normalized(a * (sin((T(1) - t) * T(2) * half) / s) + b * (sin(t * T(2) * half) / s));
}

}  // namespace tactus
