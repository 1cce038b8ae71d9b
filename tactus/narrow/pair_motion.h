// SPDX-License-Identifier: MIT
#pragma once
/// How far a pair has moved since something was proved about it. All caches of a pair use this measure.
#include <tactus/math/pose.h>

namespace tactus {

/// The motion of B relative to A.
template <Scalar T> struct PairMotion {
  T by = infinity<T>;  // no point of B moved farther
  T turned = infinity<T>;  // no direction of B turned by a longer chord
};

/// A point p at most r from the center c moves by |Δ(R c + t) + ΔR (p - c)| ≤ |Δ(R c + t)| + r ‖ΔR‖, and the Frobenius
/// norm is no less than the spectral norm. The old pose was rounded to float: an error of 2^-24 in each coordinate and
/// in every entry of the rotation. Hence 2^-22 of all lengths involved is added.
template <Scalar T>
PairMotion<T> moved_since(const Pose<float>& then_rounded, const Pose<T>& now, const Vec3<T>& center_b,
                          T bounding_radius_b) {
  const Pose<T> then = then_rounded.template cast<T>();
  const Mat3<T> change = now.rotation - then.rotation;
  const T turned =
      sqrt(norm_squared(change.column(0)) + norm_squared(change.column(1)) + norm_squared(change.column(2)));
  const Vec3<T> shift = now.translation - then.translation + change * center_b;
  const T rounding = T(0x1p-22L) * (norm(now.translation) + norm(center_b) + bounding_radius_b);
  return {(norm(shift) + turned * bounding_radius_b) * (T(1) + T(0x1p-20L)) + rounding, turned};
}

}  // namespace tactus
