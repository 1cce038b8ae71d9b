// SPDX-License-Identifier: MIT
// Vectors, matrices and poses of the oracles: long double only, nothing shared with the library.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

namespace oracle {

using Real = long double;

inline constexpr Real unit_roundoff = std::numeric_limits<Real>::epsilon() / 2;
inline constexpr Real infinity = std::numeric_limits<Real>::infinity();
inline constexpr Real pi = 3.14159265358979323846264338327950288L;

struct Vec3 {
  Real x = 0, y = 0, z = 0;
};

inline Vec3 operator+(const Vec3& a, const Vec3& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
inline Vec3 operator-(const Vec3& a, const Vec3& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
inline Vec3 operator-(const Vec3& a) { return {-a.x, -a.y, -a.z}; }
inline Vec3 operator*(Real s, const Vec3& a) { return {s * a.x, s * a.y, s * a.z}; }
inline Vec3 operator*(const Vec3& a, Real s) { return s * a; }
inline Vec3 operator/(const Vec3& a, Real s) { return {a.x / s, a.y / s, a.z / s}; }
inline Vec3& operator+=(Vec3& a, const Vec3& b) { return a = a + b; }
inline bool operator==(const Vec3& a, const Vec3& b) { return a.x == b.x && a.y == b.y && a.z == b.z; }

inline Real dot(const Vec3& a, const Vec3& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline Vec3 cross(const Vec3& a, const Vec3& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline Real norm_squared(const Vec3& a) { return dot(a, a); }
inline Real norm(const Vec3& a) { return std::sqrt(dot(a, a)); }
inline bool is_finite(const Vec3& a) { return std::isfinite(a.x) && std::isfinite(a.y) && std::isfinite(a.z); }

/// Unit vector along a; x for the zero vector, so that a direction always exists.
inline Vec3 normalized(const Vec3& a) {
  const Real length = norm(a);
  return length > 0 ? a / length : Vec3{1, 0, 0};
}

/// Some unit vector perpendicular to a.
inline Vec3 any_perpendicular(const Vec3& a) {
  const Real x = std::abs(a.x), y = std::abs(a.y), z = std::abs(a.z);
  const Vec3 axis = x <= y && x <= z ? Vec3{1, 0, 0} : (y <= z ? Vec3{0, 1, 0} : Vec3{0, 0, 1});
  return normalized(cross(a, axis));
}

struct Mat3 {
  Vec3 r0{1, 0, 0}, r1{0, 1, 0}, r2{0, 0, 1};  // rows
};

inline Vec3 operator*(const Mat3& m, const Vec3& v) { return {dot(m.r0, v), dot(m.r1, v), dot(m.r2, v)}; }
/// transpose(m) · v
inline Vec3 transpose_times(const Mat3& m, const Vec3& v) { return v.x * m.r0 + v.y * m.r1 + v.z * m.r2; }
inline Mat3 transposed(const Mat3& m) {
  return {{m.r0.x, m.r1.x, m.r2.x}, {m.r0.y, m.r1.y, m.r2.y}, {m.r0.z, m.r1.z, m.r2.z}};
}
inline Mat3 operator*(const Mat3& a, const Mat3& b) {
  return {transpose_times(b, a.r0), transpose_times(b, a.r1), transpose_times(b, a.r2)};
}

/// x -> rotation · x + translation. The rotation is used as stored: a matrix that is orthonormal only to the rounding
/// of double means the linear image of the body, which is what every oracle here measures.
struct Pose {
  Mat3 rotation;
  Vec3 translation;
};

inline Vec3 operator*(const Pose& p, const Vec3& x) { return p.rotation * x + p.translation; }
inline Pose operator*(const Pose& a, const Pose& b) { return {a.rotation * b.rotation, a * b.translation}; }
/// Of a rigid pose.
inline Pose inverse(const Pose& p) { return {transposed(p.rotation), -transpose_times(p.rotation, p.translation)}; }

/// Rotation about a unit axis (Rodrigues).
inline Mat3 rotation_about(const Vec3& axis, Real angle) {
  const Real c = std::cos(angle), s = std::sin(angle), k = 1 - c;
  const Vec3& u = axis;
  return {{c + k * u.x * u.x, k * u.x * u.y - s * u.z, k * u.x * u.z + s * u.y},
          {k * u.x * u.y + s * u.z, c + k * u.y * u.y, k * u.y * u.z - s * u.x},
          {k * u.x * u.z - s * u.y, k * u.y * u.z + s * u.x, c + k * u.z * u.z}};
}

inline Pose translation(Real x, Real y, Real z) { return {Mat3{}, {x, y, z}}; }

/// The answer of every oracle: the signed distance (negative = penetration depth), rigorous bounds around it, and the
/// unit normal from A to B. `certified`: the bounds have met within the requested tolerance.
struct Answer {
  Real distance = 0, lower = -infinity, upper = infinity;
  Vec3 normal{1, 0, 0};
  bool certified = false;
};

}  // namespace oracle
