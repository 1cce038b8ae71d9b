#pragma once
#include <tactus/math/scalar.h>

#include <ostream>

namespace tactus {

/// Relative to the pair's size (docs/contract.md): 1e-6 with double and better, 1e-5 with float.
template <Scalar T> inline constexpr T default_tolerance = std::numeric_limits<T>::digits <= 24 ? T(1e-5L) : T(1e-6L);

/// What one algorithm alone needs is a parameter of that algorithm; these three serve all.
template <Scalar T> struct Options {
  T tolerance = default_tolerance<T>;  // stop when upper - lower ≤ tolerance · max(size, |distance|)
  T max_distance = infinity<T>;  // beyond it only 'apart' is promised (early out)
  int max_iterations = 128;  // per stage; reaching it ends in Status::stalled, never in a wrong answer

  friend std::ostream& operator<<(std::ostream& os, const Options& o) {
    return os << "Options{.tolerance = " << o.tolerance << ", .max_distance = " << o.max_distance
              << ", .max_iterations = " << o.max_iterations << '}';
  }
};

}  // namespace tactus
