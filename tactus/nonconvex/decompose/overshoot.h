#pragma once
/// How far a convex hull stands out of a solid, between two bounds.
#include <tactus/nonconvex/solid.h>
#include <tactus/shape/hull.h>

namespace tactus::decomposition {

/// The largest distance of a point of the hull from the solid; points inside the solid count as 0.
struct Overshoot {
  double lower = 0, upper = 0;
  Vec3<double> where{};  // a point of the hull so far from the solid as `lower` says
};

struct OvershootOptions {
  double tolerance;  // the bounds end so near to each other, unless the cells are used up
  double relative = 0;  // or so near in proportion to the lower one
  double enough = infinity<double>;  // stops as soon as the lower bound exceeds this
  double start = 0;  // what is below this need not be told apart: both bounds are at least so much
  int cells = 1 << 17;
};

/// Branch and bound over boxes. The upper bound holds whatever the cells suffice for, if the solid is closed.
Overshoot overshoot(const Solid& solid, const Hull<double>& hull, const OvershootOptions& options);

}  // namespace tactus::decomposition
