// SPDX-License-Identifier: MIT
#pragma once
/// How invalid input is rejected if the answer has no status for it (docs/contract.md, Input).
#include <tactus/core/options.h>
#include <tactus/math/refuse.h>
#include <tactus/math/rigid.h>

#include <sstream>

namespace tactus {

/// Throws std::invalid_argument with the parts as its text: the function, what was wrong, and what to do.
template <class... Parts> [[noreturn, gnu::noinline, gnu::cold]] void reject(const Parts&... parts) {
  std::ostringstream text;
  (text << ... << parts);
  refuse(text.str());
}

/// `call` and `name`: the function that was called and its argument.
template <Scalar T> void require_valid(const char* call, const char* name, const Pose<T>& pose) {
  if (!is_valid(pose)) reject(call, ": ", name, " = ", pose, " is not a rigid motion; orthonormalized(pose) may help");
}
template <Scalar T> void require_valid(const char* call, const Options<T>& options) {
  if (!is_valid(options))
    reject(call, ": ", options, ": 0 <= tolerance <= 1, max_distance >= 0 and max_iterations >= 0 are required");
}
template <Scalar T> void require_finite(const char* call, const char* name, const Vec3<T>& v) {
  if (!is_finite(v)) reject(call, ": ", name, " = ", v, " is not finite");
}
/// Requires a finite, nonzero vector.
template <Scalar T> void require_direction(const char* call, const char* name, const Vec3<T>& v) {
  require_finite(call, name, v);
  if (v == Vec3<T>{}) reject(call, ": ", name, " is zero: a direction must not be zero");
}
/// Requires a number that is not negative; infinity is allowed.
template <Scalar T> void require_not_negative(const char* call, const char* name, T x) {
  if (!(x >= T(0))) reject(call, ": ", name, " = ", x, " is negative or not a number");
}

}  // namespace tactus
