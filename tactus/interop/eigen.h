// SPDX-License-Identifier: MIT
#pragma once
/// Converts Eigen's vectors, matrices, quaternions and isometries to tactus types and back.
///
/// `from_eigen` takes any expression (`from_eigen(a + b)`, `from_eigen(m.block<3, 3>(0, 0))`) and keeps its scalar;
/// `to_eigen` returns Eigen's plain types. Both copy, and change no digit. Eigen's quaternions take w first in their
/// constructor but store it last: these functions access the components by name.
#include <tactus/math/pose.h>
#include <tactus/math/vec2.h>

#include <Eigen/Core>
#include <Eigen/Geometry>

namespace tactus {

// ---- from Eigen -----------------------------------------------------------------------------------------------------

namespace detail {

template <class Derived, int rows, int columns>
concept EigenFixed = Derived::RowsAtCompileTime == rows&& Derived::ColsAtCompileTime == columns;

}  // namespace detail

/// A column or a row of two numbers.
template <class Derived>
  requires(detail::EigenFixed<Derived, 2, 1> || detail::EigenFixed<Derived, 1, 2>)
Vec2<typename Derived::Scalar> from_eigen(const Eigen::MatrixBase<Derived>& v) {
  const auto& value = v.eval();
  return {value.x(), value.y()};
}

/// A column or a row of three numbers.
template <class Derived>
  requires(detail::EigenFixed<Derived, 3, 1> || detail::EigenFixed<Derived, 1, 3>)
Vec3<typename Derived::Scalar> from_eigen(const Eigen::MatrixBase<Derived>& v) {
  const auto& value = v.eval();
  return {value.x(), value.y(), value.z()};
}

template <class Derived>
  requires(detail::EigenFixed<Derived, 3, 3>)
Mat3<typename Derived::Scalar> from_eigen(const Eigen::MatrixBase<Derived>& m) {
  const auto& value = m.eval();
  return Mat3<typename Derived::Scalar>::from_columns(from_eigen(value.col(0)), from_eigen(value.col(1)),
                                                      from_eigen(value.col(2)));
}

/// Component by component; it need not be unit.
template <class Derived> Quat<typename Derived::Scalar> from_eigen(const Eigen::QuaternionBase<Derived>& q) {
  return {q.w(), q.x(), q.y(), q.z()};
}

/// Isometry3d, and Affine3d if it is known to be a rigid motion: the linear part is copied as it is.
template <class T, int mode, int options> Pose<T> from_eigen(const Eigen::Transform<T, 3, mode, options>& x) {
  return {from_eigen(x.linear()), from_eigen(x.translation())};
}

// ---- to Eigen -------------------------------------------------------------------------------------------------------

/// The same numbers as Eigen's type.
template <Scalar T> Eigen::Matrix<T, 2, 1> to_eigen(const Vec2<T>& v) { return {v.x, v.y}; }
template <Scalar T> Eigen::Matrix<T, 3, 1> to_eigen(const Vec3<T>& v) { return {v.x, v.y, v.z}; }
template <Scalar T> Eigen::Matrix<T, 3, 3> to_eigen(const Mat3<T>& m) {
  Eigen::Matrix<T, 3, 3> result;
  result << to_eigen(m.column(0)), to_eigen(m.column(1)), to_eigen(m.column(2));
  return result;
}
template <Scalar T> Eigen::Quaternion<T> to_eigen(const Quat<T>& q) { return {q.w, q.x, q.y, q.z}; }
template <Scalar T> Eigen::Transform<T, 3, Eigen::Isometry> to_eigen(const Pose<T>& x) {
  Eigen::Transform<T, 3, Eigen::Isometry> result = Eigen::Transform<T, 3, Eigen::Isometry>::Identity();
  result.linear() = to_eigen(x.rotation);
  result.translation() = to_eigen(x.translation);
  return result;
}

}  // namespace tactus
