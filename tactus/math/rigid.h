// SPDX-License-Identifier: MIT
#pragma once
/// How queries interpret poses: a pose stands for the rotation nearest to its matrix. Matrices that are rotations to
/// rounding are used as they are, and their error is measured, so that bounds can be widened by it; others are
/// replaced.
#include <tactus/math/four.h>
#include <tactus/math/pose.h>

#include <optional>

namespace tactus {

namespace detail {

/// The deviation of a matrix from a rotation, squared and summed over three components: the lengths of its rows, their
/// cosines, and c0 × c1 - c2 (which distinguishes a rotation from a reflection). N: one number, or one for each of
/// several matrices. x0 … z2 are the entries of the columns.
template <Scalar T, class N> struct RowFaults { N x, y, z; };
template <Scalar T, class N>
[[gnu::always_inline]] constexpr RowFaults<T, N> row_faults(N x0, N y0, N z0, N x1, N y1, N z1, N x2, N y2, N z2) {
  const N length_x = x0 * x0 + x1 * x1 + x2 * x2 - T(1), cosine_xy = x0 * y0 + x1 * y1 + x2 * y2;
  const N length_y = y0 * y0 + y1 * y1 + y2 * y2 - T(1), cosine_yz = y0 * z0 + y1 * z1 + y2 * z2;
  const N length_z = z0 * z0 + z1 * z1 + z2 * z2 - T(1), cosine_zx = z0 * x0 + z1 * x1 + z2 * x2;
  const N off_z = x0 * y1 - y0 * x1 - z2, off_x = y0 * z1 - z0 * y1 - x2, off_y = z0 * x1 - x0 * z1 - y2;
  return {length_x * length_x + (cosine_xy + cosine_xy) * cosine_xy + off_z * off_z,
          length_y * length_y + (cosine_yz + cosine_yz) * cosine_yz + off_x * off_x,
          length_z * length_z + (cosine_zx + cosine_zx) * cosine_zx + off_y * off_y};
}
template <Scalar T> constexpr RowFaults<T, T> row_faults(const Mat3<T>& m) {
  const auto& [a, b, c] = m.columns;
  return row_faults<T, T>(a.x, a.y, a.z, b.x, b.y, b.z, c.x, c.y, c.z);
}

/// One matrix per lane: used if vectors of four are made of two vectors of two.
template <Scalar T>
  requires has_vectors<T>
[[gnu::always_inline]] inline T faults_by_matrices(const Mat3<T>& a, const Mat3<T>& b) {
  typedef T Two __attribute__((vector_size(2 * sizeof(T))));
  const auto& [a0, a1, a2] = a.columns;
  const auto& [b0, b1, b2] = b.columns;
  const auto [x, y, z] =
      row_faults<T>(Two{a0.x, b0.x}, Two{a0.y, b0.y}, Two{a0.z, b0.z}, Two{a1.x, b1.x}, Two{a1.y, b1.y},
                    Two{a1.z, b1.z}, Two{a2.x, b2.x}, Two{a2.y, b2.y}, Two{a2.z, b2.z});
  return (x[0] + x[1]) + (y[0] + y[1]) + (z[0] + z[1]);
}
/// One row per lane: the same sums in the same order. The matrices must be parts of poses: four numbers are read at
/// each column, of which the last is ignored.
template <Scalar T>
  requires has_vectors<T>
[[gnu::always_inline]] inline T faults_by_rows(const Mat3<T>& a, const Mat3<T>& b) {
  static_assert(sizeof(Pose<T>) == 12 * sizeof(T), "the translation follows the columns");
  const auto of = [](const Mat3<T>& m) __attribute__((always_inline)) {
    const Four<T> c0 = Four<T>::load(&m.columns[0].x), c1 = Four<T>::load(&m.columns[1].x);
    const Four<T> c2 = Four<T>::load(&m.columns[2].x), yzx0 = c0.yzx(), yzx1 = c1.yzx(), yzx2 = c2.yzx();
    const Four<T> length = c0 * c0 + c1 * c1 + c2 * c2 - T(1), cosine = c0 * yzx0 + c1 * yzx1 + c2 * yzx2;
    const Four<T> off = c0 * yzx1 - yzx0 * c1 - yzx2.yzx();
    return length * length + (cosine + cosine) * cosine + off * off;
  };
  return sum_of_three(of(a) + of(b));
}

}  // namespace detail

/// |R Rᵀ - 1|² + |c0 × c1 - c2|², summed over both rotations. Fast, because a query of two balls takes no longer than
/// this check. NaN if an entry is NaN.
template <Scalar T> [[gnu::always_inline]] inline T rotation_faults(const Pose<T>& a, const Pose<T>& b) {
#if defined(__AVX__)
  if constexpr (has_vectors<T>) return detail::faults_by_rows(a.rotation, b.rotation);
#endif
  if constexpr (std::same_as<T, float>) {
    return detail::faults_by_rows(a.rotation, b.rotation);
  } else if constexpr (has_vectors<T>) {
    return detail::faults_by_matrices(a.rotation, b.rotation);
  } else {
    const auto of_a = detail::row_faults(a.rotation), of_b = detail::row_faults(b.rotation);
    return (of_a.x + of_b.x) + (of_a.y + of_b.y) + (of_a.z + of_b.z);
  }
}
/// The same, and also NaN if a translation is not finite: infinity times zero.
template <Scalar T> [[gnu::always_inline]] inline T pose_faults(const Pose<T>& a, const Pose<T>& b) {
  const Vec3<T> t = a.translation * T(0) + b.translation * T(0);
  return rotation_faults(a, b) + (t.x + t.y + t.z);
}

/// Up to these faults, rotations count as exact to rounding: those from quaternions, and products of a few.
template <Scalar T> inline constexpr T rounding_faults = T(square(64 * unit_roundoff<builtin_t<T>>));

/// How far both matrices together may move a point at distance 1 away from where the nearest rotations move it. A
/// matrix with the stretches σ is off by |σ - 1| ≤ |σ² - 1|/2 + O((σ² - 1)²), and the square root of the sum of all (σ²
/// - 1)² is |R Rᵀ - 1|: so the sum of both is at most √2/2 of the square root of the sum of their squares. (3/4 covers
/// the small terms.)
template <Scalar T> constexpr T rotation_error(T faults) { return T(0.75) * sqrt(faults); }

/// The pose with the nearest rotation, or unchanged if that is the same to rounding. The pose must be valid.
template <Scalar T> Pose<T> rigid(const Pose<T>& x) {
  return rotation_faults(x, Pose<T>{}) <= rounding_faults<T> ? x : orthonormalized(x);
}

template <Scalar T> struct RigidPoses { Pose<T> a, b; };

/// Both poses with their nearest rotations; nothing if one is not a rigid motion. Not inlined, because it is rarely
/// needed.
template <Scalar T>
[[gnu::noinline, gnu::cold]] std::optional<RigidPoses<T>> nearest_rigid(const Pose<T>& a, const Pose<T>& b) {
  if (!is_valid(a) || !is_valid(b)) return std::nullopt;
  return RigidPoses<T>{orthonormalized(a), orthonormalized(b)};
}

/// Calls f(a, b, error) with poses whose rotations are exact to rounding, and with the distance by which they may still
/// misplace points at distance 1. The default value of f's result must be `invalid`: that is the answer for poses that
/// are not rigid motions.
template <Scalar T, class F> auto rigidly(const Pose<T>& a, const Pose<T>& b, F&& f) {
  using Answer = decltype(f(a, b, T(0)));
  const T faults = pose_faults(a, b);
  if (faults <= rounding_faults<T>) return f(a, b, rotation_error(faults));
  const auto nearest = nearest_rigid(a, b);
  if (!nearest) return Answer{};
  return f(nearest->a, nearest->b, rotation_error(rotation_faults(nearest->a, nearest->b)));
}

}  // namespace tactus
