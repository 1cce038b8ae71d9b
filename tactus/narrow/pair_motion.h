#pragma once
/// How far a pair has moved since something was proved of it: the one measure that all memories of a pair go by.
#include <tactus/math/pose.h>

namespace tactus {

/// Of B, as seen from A.
template <Scalar T> struct PairMotion {
  T by = infinity<T>;  // no point of B by more
  T turned = infinity<T>;  // no direction of B's by a longer chord
};

/// A point at most r from the center c moves by |Δ(R c + t) + ΔR (p - c)| ≤ |Δ(R c + t)| + r ‖ΔR‖, and Frobenius' norm is
/// no less than the spectral one. The old pose was rounded to float: 2^-24 of each coordinate, and as much of every
/// entry of the rotation; hence 2^-22 of all lengths in play besides.
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
