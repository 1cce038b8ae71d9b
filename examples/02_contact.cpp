// SPDX-License-Identifier: MIT
// How deep do two shapes overlap, and which way out is the shortest?
#include <tactus/tactus.h>

#include <iomanip>
#include <iostream>

int main() {
  using namespace tactus::f64;
  const Shape box = Box{.half = {1.0, 1.0, 1.0}};
  const Shape egg = Ellipsoid{.radii = {0.5, 0.4, 0.7}};
  const Pose pose = translation(0.3, 0.2, 1.4);

  const Contact c = contact(box, Pose{}, egg, pose);
  std::cout << std::fixed << std::setprecision(3);
  std::cout << c.status << ", depth " << -c.distance << ", deepest point " << c.point_b << '\n';
  std::cout << "the egg leaves through a " << c.feature_a.kind << " of the box\n";

  // The normal points from A to B. Moving B along it by the depth brings both into touch.
  const Pose out = translation(-c.distance * c.normal) * pose;
  const Contact after = contact(box, Pose{}, egg, out);
  std::cout << "pushed out, they " << (after.state() == tactus::ContactState::touch ? "touch" : "do not touch") << '\n';
}

// Output:
// overlapping, depth 0.300, deepest point (0.300, 0.200, 0.700)
// the egg leaves through a face of the box
// pushed out, they touch
