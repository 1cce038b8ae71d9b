// SPDX-License-Identifier: MIT
#pragma once
#include <tactus/math/vec3.h>

namespace tactus {

/// 3×3 matrix, stored by columns: for a rotation they are the body's axes in outer coordinates.
template <Scalar T> struct Mat3 {
  /// From left to right; the identity unless something else is given.
  Vec3<T> columns[3] = {{T(1), T(0), T(0)}, {T(0), T(1), T(0)}, {T(0), T(0), T(1)}};

  static constexpr Mat3 from_columns(const Vec3<T>& c0, const Vec3<T>& c1, const Vec3<T>& c2) { return {{c0, c1, c2}}; }
  static constexpr Mat3 from_rows(const Vec3<T>& r0, const Vec3<T>& r1, const Vec3<T>& r2) {
    return {{{r0.x, r1.x, r2.x}, {r0.y, r1.y, r2.y}, {r0.z, r1.z, r2.z}}};
  }
  static constexpr Mat3 diagonal(const Vec3<T>& d) {
    return {{{d.x, T(0), T(0)}, {T(0), d.y, T(0)}, {T(0), T(0), d.z}}};
  }
  static constexpr Mat3 identity() { return {}; }
  static constexpr Mat3 zero() { return diagonal({}); }
  /// a bᵀ
  static constexpr Mat3 outer(const Vec3<T>& a, const Vec3<T>& b) { return {{a * b.x, a * b.y, a * b.z}}; }

  constexpr const Vec3<T>& column(int j) const { return columns[j]; }
  constexpr Vec3<T> row(int i) const { return {columns[0][i], columns[1][i], columns[2][i]}; }
  /// The entry in row i and column j, from 0.
  constexpr T& operator()(int i, int j) { return columns[j][i]; }
  constexpr const T& operator()(int i, int j) const { return columns[j][i]; }
  template <Scalar U> constexpr Mat3<U> cast() const {
    return {{columns[0].template cast<U>(), columns[1].template cast<U>(), columns[2].template cast<U>()}};
  }

  friend constexpr Vec3<T> operator*(const Mat3& m, const Vec3<T>& v) {
    return m.columns[0] * v.x + m.columns[1] * v.y + m.columns[2] * v.z;
  }
  friend constexpr Mat3 operator*(const Mat3& m, const Mat3& n) {
    return {{m * n.columns[0], m * n.columns[1], m * n.columns[2]}};
  }
  friend constexpr Mat3 operator*(const Mat3& m, T s) {
    return {{m.columns[0] * s, m.columns[1] * s, m.columns[2] * s}};
  }
  friend constexpr Mat3 operator*(T s, const Mat3& m) { return m * s; }
  friend constexpr Mat3 operator+(const Mat3& m, const Mat3& n) {
    return {{m.columns[0] + n.columns[0], m.columns[1] + n.columns[1], m.columns[2] + n.columns[2]}};
  }
  friend constexpr Mat3 operator-(const Mat3& m, const Mat3& n) {
    return {{m.columns[0] - n.columns[0], m.columns[1] - n.columns[1], m.columns[2] - n.columns[2]}};
  }
  friend constexpr bool operator==(const Mat3&, const Mat3&) = default;
  friend std::ostream& operator<<(std::ostream& os, const Mat3& m) {
    return os << '[' << m.row(0) << ", " << m.row(1) << ", " << m.row(2) << ']';
  }
};

/// mᵀ v without forming mᵀ: turns a direction into the frame of a rotation.
template <Scalar T> constexpr Vec3<T> transposed_times(const Mat3<T>& m, const Vec3<T>& v) {
  return {dot(m.columns[0], v), dot(m.columns[1], v), dot(m.columns[2], v)};
}
template <Scalar T> constexpr Mat3<T> transpose(const Mat3<T>& m) {
  return Mat3<T>::from_rows(m.columns[0], m.columns[1], m.columns[2]);
}
template <Scalar T> constexpr T determinant(const Mat3<T>& m) {
  return triple(m.columns[0], m.columns[1], m.columns[2]);
}
template <Scalar T> constexpr T trace(const Mat3<T>& m) { return m(0, 0) + m(1, 1) + m(2, 2); }
/// Inverse by cofactors; the entries are not finite if m is singular.
template <Scalar T> constexpr Mat3<T> inverse(const Mat3<T>& m) {
  const auto& c = m.columns;
  const T d = determinant(m);
  return Mat3<T>::from_rows(cross(c[1], c[2]) / d, cross(c[2], c[0]) / d, cross(c[0], c[1]) / d);
}
template <Scalar T> constexpr Mat3<T> abs(const Mat3<T>& m) {
  return {{abs(m.columns[0]), abs(m.columns[1]), abs(m.columns[2])}};
}
template <Scalar T> constexpr T max_abs(const Mat3<T>& m) {
  return max(max(max_abs(m.columns[0]), max_abs(m.columns[1])), max_abs(m.columns[2]));
}
template <Scalar T> constexpr bool is_finite(const Mat3<T>& m) {
  return is_finite(m.columns[0]) && is_finite(m.columns[1]) && is_finite(m.columns[2]);
}

/// The cross-product matrix of v: skew(v) w = v × w.
template <Scalar T> constexpr Mat3<T> skew(const Vec3<T>& v) {
  return Mat3<T>::from_rows({T(0), -v.z, v.y}, {v.z, T(0), -v.x}, {-v.y, v.x, T(0)});
}

/// Largest entry of |mᵀm - 1|: how far m is from orthonormal.
template <Scalar T> constexpr T orthonormality_error(const Mat3<T>& m) {
  const auto& c = m.columns;
  const T lengths = max(abs(dot(c[0], c[0]) - T(1)), max(abs(dot(c[1], c[1]) - T(1)), abs(dot(c[2], c[2]) - T(1))));
  return max(lengths, max(abs(dot(c[0], c[1])), max(abs(dot(c[1], c[2])), abs(dot(c[2], c[0])))));
}

/// The rotation nearest to m (polar decomposition) by Newton's iteration m ← (m + m⁻ᵀ)/2, which converges quadratically
/// from any matrix of positive determinant (Higham 1986); m itself if the determinant is not positive.
template <Scalar T> constexpr Mat3<T> orthonormalized(Mat3<T> m) {
  if (!(determinant(m) > T(0)) || !is_finite(m)) return m;
  // The first step may increase the error (it maps a singular value of 0.1 to 5.05); after that the error only falls.
  m = (m + transpose(inverse(m))) * T(0.5);
  // Ends when the error no longer falls, or is at rounding level: below that it could go on halving for a thousand
  // steps.
  for (T previous = infinity<T>, error = orthonormality_error(m); error < previous && error > T(4) * unit_roundoff<T>;
       error = orthonormality_error(m)) {
    previous = error;
    m = (m + transpose(inverse(m))) * T(0.5);
  }
  return m;
}

}  // namespace tactus
