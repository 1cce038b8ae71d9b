// SPDX-License-Identifier: MIT
#pragma once
/// How far a convex hull stands out of a solid, between two bounds.
#include <tactus/nonconvex/solid.h>
#include <tactus/shape/hull.h>

namespace tactus::decomposition {

/// The largest distance of a point of the hull from the solid; points inside the solid count as 0.
struct Overshoot {
  double lower = 0, upper = 0;
  Vec3<double> where{};  // a point of the hull whose distance from the solid is `lower`
};

struct OvershootOptions {
  double tolerance;  // the search ends when the bounds are this near to each other, or no cells are left
  double relative = 0;  // or when they are this near, relative to the lower bound
  double enough = infinity<double>;  // stops as soon as the lower bound exceeds this
  double start = 0;  // values below this need not be distinguished: both bounds are at least this
  int cells = 1 << 17;
};

/// Branch and bound over boxes. If the solid is closed, the upper bound holds even if the cells do not suffice.
Overshoot overshoot(const Solid& solid, const Hull<double>& hull, const OvershootOptions& options);

}  // namespace tactus::decomposition
