// SPDX-License-Identifier: MIT
#pragma once
#include <tactus/math/scalar.h>

#include <ostream>

namespace tactus {

/// Relative to the pair's size (docs/contract.md): 1e-6 with double and better, 1e-5 with float.
template <Scalar T> inline constexpr T default_tolerance = std::numeric_limits<T>::digits <= 24 ? T(1e-5L) : T(1e-6L);

/// The options that all algorithms share; options of a single algorithm are parameters of that algorithm. Valid values:
/// is_valid, below.
template <Scalar T> struct Options {
  T tolerance = default_tolerance<T>;  // stop when upper - lower ≤ tolerance · max(size, |distance|)
  T max_distance = infinity<T>;  // beyond it only 'apart' is promised (early out)
  int max_iterations = 128;  // per stage; reaching it ends in Status::stalled, never in a wrong answer

  friend std::ostream& operator<<(std::ostream& os, const Options& o) {
    return os << "Options{.tolerance = " << o.tolerance << ", .max_distance = " << o.max_distance
              << ", .max_iterations = " << o.max_iterations << '}';
  }
};

/// The rule for options, which every public query checks: 0 ≤ tolerance ≤ 1, max_distance ≥ 0, max_iterations ≥ 0, and
/// no NaN. The algorithms themselves do not check: with any options they end, and stay within their arrays.
template <Scalar T> constexpr bool is_valid(const Options<T>& o) {
  return o.tolerance >= T(0) && o.tolerance <= T(1) && o.max_distance >= T(0) && o.max_iterations >= 0;
}

}  // namespace tactus
