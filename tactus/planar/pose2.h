// SPDX-License-Identifier: MIT
#pragma once
/// Rigid motions of the plane.
#include <tactus/math/vec2.h>

namespace tactus::planar {

/// Rotation by the angle of cosine c and sine s, counter-clockwise: the matrix with rows (c, -s) and (s, c).
template <Scalar T> struct Rotation2 {
  T c{1}, s{0};

  /// By an angle in radians, counter-clockwise.
  static Rotation2 from_angle(T angle) { return {cos(angle), sin(angle)}; }
  template <Scalar U> constexpr Rotation2<U> cast() const { return {U(c), U(s)}; }

  friend constexpr Vec2<T> operator*(const Rotation2& r, const Vec2<T>& v) {
    return {r.c * v.x - r.s * v.y, r.s * v.x + r.c * v.y};
  }
  friend constexpr Rotation2 operator*(const Rotation2& r, const Rotation2& q) {
    return {r.c * q.c - r.s * q.s, r.s * q.c + r.c * q.s};
  }
  friend constexpr bool operator==(const Rotation2&, const Rotation2&) = default;
  friend std::ostream& operator<<(std::ostream& os, const Rotation2& r) {
    return os << "Rotation2{.c = " << r.c << ", .s = " << r.s << '}';
  }
};

/// Turns back.
template <Scalar T> constexpr Rotation2<T> inverse(const Rotation2<T>& r) { return {r.c, -r.s}; }

/// Rigid motion of the plane: x ↦ rotation·x + translation. `x_ab` by convention maps B's frame to A's.
template <Scalar T> struct Pose2 {
  Rotation2<T> rotation{};
  Vec2<T> translation{};

  template <Scalar U> constexpr Pose2<U> cast() const {
    return {rotation.template cast<U>(), translation.template cast<U>()};
  }

  friend constexpr Vec2<T> operator*(const Pose2& x, const Vec2<T>& point) {
    return x.rotation * point + x.translation;
  }
  friend constexpr Pose2 operator*(const Pose2& x, const Pose2& y) {
    return {x.rotation * y.rotation, x * y.translation};
  }
  friend constexpr bool operator==(const Pose2&, const Pose2&) = default;
  friend std::ostream& operator<<(std::ostream& os, const Pose2& x) {
    return os << "Pose2{.rotation = " << x.rotation << ", .translation = " << x.translation << '}';
  }
};

/// Maps back: inverse(x) * (x * p) is p.
template <Scalar T> constexpr Pose2<T> inverse(const Pose2<T>& x) {
  return {inverse(x.rotation), -(inverse(x.rotation) * x.translation)};
}

/// B's frame relative to A: inverse(pose_a) * pose_b. The translations are subtracted first, so that a common shift of
/// both bodies costs only the rounding of that difference.
template <Scalar T> constexpr Pose2<T> relative(const Pose2<T>& pose_a, const Pose2<T>& pose_b) {
  return {inverse(pose_a.rotation) * pose_b.rotation,
          inverse(pose_a.rotation) * (pose_b.translation - pose_a.translation)};
}

/// A shift without a rotation.
template <Scalar T> constexpr Pose2<T> translation(T x, std::type_identity_t<T> y) { return {{}, {x, y}}; }
/// By an angle in radians, counter-clockwise, about the origin.
template <Scalar T> Pose2<T> rotation(T angle) { return {Rotation2<T>::from_angle(angle), {}}; }

/// The pose with the nearest true rotation: for numbers that have drifted or were read with few digits.
template <Scalar T> constexpr Pose2<T> orthonormalized(const Pose2<T>& x) {
  const Vec2<T> u = unit_or_zero(Vec2<T>{x.rotation.c, x.rotation.s});
  return {u == Vec2<T>{} ? Rotation2<T>{} : Rotation2<T>{u.x, u.y}, x.translation};
}

/// What a public query accepts: finite, and a rotation to 1e-6 (float 1e-4).
template <Scalar T> constexpr bool is_valid(const Pose2<T>& x) {
  const T tolerance = std::numeric_limits<T>::digits <= 24 ? T(1e-4) : T(1e-6);
  const Vec2<T> column{x.rotation.c, x.rotation.s};
  return is_finite(column) && is_finite(x.translation) && abs(norm_squared(column) - T(1)) <= tolerance;
}

}  // namespace tactus::planar
