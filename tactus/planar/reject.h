// SPDX-License-Identifier: MIT
#pragma once
/// How the planar calls reject invalid input if their answer has no status (docs/contract.md, Input).
#include <tactus/core/reject.h>
#include <tactus/planar/pose2.h>

namespace tactus::planar {

/// `call` and `name`: the function that was called and its argument.
template <Scalar T> void require_valid(const char* call, const char* name, const Pose2<T>& pose) {
  if (!is_valid(pose)) reject(call, ": ", name, " = ", pose, " is not a rigid motion; orthonormalized(pose) may help");
}
template <Scalar T> void require_finite(const char* call, const char* name, const Vec2<T>& v) {
  if (!is_finite(v)) reject(call, ": ", name, " = ", v, " is not finite");
}

}  // namespace tactus::planar
