// SPDX-License-Identifier: MIT
#pragma once
#include <tactus/math/quat.h>

namespace tactus {

/// Rigid motion x ↦ rotation·x + translation. `x_ab` by convention maps B's frame to A's.
template <Scalar T> struct Pose {
  Mat3<T> rotation{};
  Vec3<T> translation{};

  template <Scalar U> constexpr Pose<U> cast() const {
    return {rotation.template cast<U>(), translation.template cast<U>()};
  }

  friend constexpr Vec3<T> operator*(const Pose& x, const Vec3<T>& point) { return x.rotation * point + x.translation; }
  friend constexpr Pose operator*(const Pose& x, const Pose& y) { return {x.rotation * y.rotation, x * y.translation}; }
  friend constexpr bool operator==(const Pose&, const Pose&) = default;
  friend std::ostream& operator<<(std::ostream& os, const Pose& x) {
    return os << "Pose{.rotation = " << x.rotation << ", .translation = " << x.translation << '}';
  }
};

/// Maps back: inverse(x) * (x * p) is p. For rotations only.
template <Scalar T> constexpr Pose<T> inverse(const Pose<T>& x) {
  return {transpose(x.rotation), -transposed_times(x.rotation, x.translation)};
}

/// B's frame relative to A: inverse(pose_a) * pose_b. The translations are subtracted first, so that a common shift of
/// both bodies costs only the rounding of that difference.
template <Scalar T> constexpr Pose<T> relative(const Pose<T>& pose_a, const Pose<T>& pose_b) {
  return {transpose(pose_a.rotation) * pose_b.rotation,
          transposed_times(pose_a.rotation, pose_b.translation - pose_a.translation)};
}

/// A shift without a rotation.
template <Scalar T> constexpr Pose<T> translation(T x, std::type_identity_t<T> y, std::type_identity_t<T> z) {
  return {{}, {x, y, z}};
}
template <Scalar T> constexpr Pose<T> translation(const Vec3<T>& v) { return {{}, v}; }

/// Rotation about a coordinate axis, as a matrix with exact zeros and ones.
template <Scalar T> Mat3<T> axis_rotation(int axis, T angle) {
  const T c = cos(angle), s = sin(angle);
  const int j = (axis + 1) % 3, k = (axis + 2) % 3;
  Mat3<T> m;
  m(j, j) = c, m(k, j) = s;
  m(j, k) = -s, m(k, k) = c;
  return m;
}
/// A rotation about an axis of the frame, by an angle in radians, counter-clockwise seen from the tip of the axis.
template <Scalar T> Pose<T> rotation_x(T angle) { return {axis_rotation(0, angle), {}}; }
/// About y, in radians.
template <Scalar T> Pose<T> rotation_y(T angle) { return {axis_rotation(1, angle), {}}; }
/// About z, in radians.
template <Scalar T> Pose<T> rotation_z(T angle) { return {axis_rotation(2, angle), {}}; }

/// A rotation about an axis of any length but zero, by an angle in radians.
template <Scalar T> Mat3<T> from_axis_angle(const Vec3<T>& axis, std::type_identity_t<T> angle) {
  return to_matrix(quaternion_from_axis_angle(axis, angle));
}
/// A rotation as a unit axis and an angle in radians.
template <Scalar T> struct AxisAngle {
  Vec3<T> axis;  // unit
  T angle;  // in [0, pi]
};
/// Uses both sine and cosine, so that angles near 0 and near pi keep their digits.
template <Scalar T> AxisAngle<T> to_axis_angle(const Mat3<T>& rotation) {
  const Quat<T> q = to_quaternion(rotation);
  return {unit_or(q.vector(), Vec3<T>{T(0), T(0), T(1)}), T(2) * atan2(norm(q.vector()), q.w)};
}

/// A rotation about an axis through the origin, of any length but zero, by an angle in radians.
template <Scalar T> Pose<T> rotation(const Vec3<T>& axis, std::type_identity_t<T> angle) {
  return {from_axis_angle(axis, angle), {}};
}
/// A pose from a quaternion of any length (zero: no rotation) and a shift.
template <Scalar T> constexpr Pose<T> from_quaternion(const Quat<T>& q, const Vec3<T>& translation = {}) {
  return {to_matrix(normalized(q)), translation};
}
/// The rotation alone.
template <Scalar T> constexpr Quat<T> to_quaternion(const Pose<T>& x) { return to_quaternion(x.rotation); }

/// Euler angles in the order of the name, about fixed axes from right to left: from_euler_zyx({yaw, pitch, roll}) is
/// Rz(yaw)·Ry(pitch)·Rx(roll), the roll-pitch-yaw of robotics.
template <Scalar T> Mat3<T> from_euler_zyx(const Vec3<T>& angles) {
  return axis_rotation(2, angles.x) * axis_rotation(1, angles.y) * axis_rotation(0, angles.z);
}
/// from_euler_xyz({a, b, c}) is Rx(a)·Ry(b)·Rz(c).
template <Scalar T> Mat3<T> from_euler_xyz(const Vec3<T>& angles) {
  return axis_rotation(0, angles.x) * axis_rotation(1, angles.y) * axis_rotation(2, angles.z);
}
/// The middle angle is in [-pi/2, pi/2]; at the ends (gimbal lock) the last angle is 0. Near the ends each outer angle
/// is inaccurate, but not their combination: roll is computed after undoing yaw, so that the three angles always
/// reproduce m.
template <Scalar T> Vec3<T> to_euler_zyx(const Mat3<T>& m) {
  const T cos_pitch = norm(Vec3<T>{m(0, 0), m(1, 0), T(0)});
  const T pitch = atan2(-m(2, 0), cos_pitch);
  if (!(cos_pitch > T(16) * unit_roundoff<T>)) return {atan2(-m(0, 1), m(1, 1)), pitch, T(0)};
  const T c = m(0, 0) / cos_pitch, s = m(1, 0) / cos_pitch;  // of yaw
  return {atan2(s, c), pitch, atan2(s * m(0, 2) - c * m(1, 2), c * m(1, 1) - s * m(0, 1))};
}
/// The angles of from_euler_xyz, as to_euler_zyx finds its own.
template <Scalar T> Vec3<T> to_euler_xyz(const Mat3<T>& m) {
  const Vec3<T> zyx = to_euler_zyx(transpose(m));  // (Rx Ry Rz)ᵀ = Rz(-c) Ry(-b) Rx(-a)
  if (norm(Vec3<T>{m(0, 0), m(0, 1), T(0)}) > T(16) * unit_roundoff<T>) return {-zyx.z, -zyx.y, -zyx.x};
  return {atan2(m(2, 1), m(1, 1)), -zyx.y, T(0)};
}

/// The pose with the nearest true rotation: for matrices that have drifted or were read with few digits.
template <Scalar T> constexpr Pose<T> orthonormalized(const Pose<T>& x) {
  return {orthonormalized(x.rotation), x.translation};
}

/// How far a rotation may be from an exact one, in every entry of its product with its transpose.
template <Scalar T> inline constexpr T rotation_tolerance = std::numeric_limits<T>::digits <= 24 ? T(1e-4L) : T(1e-6L);

/// What a public query accepts: finite, and a rotation to 1e-6 (float 1e-4) in every entry of its product with its
/// transpose. Uses comparisons that NaN fails, so no max. (rigid.h has a test of a few instructions that most poses
/// pass.)
template <Scalar T> constexpr bool is_valid(const Pose<T>& x) {
  const auto& [c0, c1, c2] = x.rotation.columns;
  const auto is = [](T product, T wanted) { return abs(product - wanted) <= rotation_tolerance<T>; };
  return is(dot(c0, c0), T(1)) && is(dot(c1, c1), T(1)) && is(dot(c2, c2), T(1)) && is(dot(c0, c1), T(0)) &&
         is(dot(c1, c2), T(0)) && is(dot(c2, c0), T(0)) && is_finite(x.translation) && triple(c0, c1, c2) > T(0);
}

}  // namespace tactus
