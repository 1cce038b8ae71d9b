// SPDX-License-Identifier: MIT
#pragma once
/// The judge of the lab: signed distances in long double, with bounds, from exactly the numbers that the tested method
/// was given. tests/lab compares the judge with the oracle of the tests, which shares no code with the library.
#include <tactus/shape/shape.h>

namespace tactus::lab {

struct Truth {
  double distance, lower, upper;  // lower and upper are rounded outward
  bool closed;  // have the bounds met?
};

/// In A's frame. Polytopes to rounding, curved shapes to 1e-9 of their size.
Truth judged(const Shape<long double>& a, const Shape<long double>& b, const Pose<long double>& x_ab);

}  // namespace tactus::lab
