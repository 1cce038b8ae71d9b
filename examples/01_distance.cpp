// SPDX-License-Identifier: MIT
// How far apart are two shapes, and where are they nearest?
#include <tactus/tactus.h>

#include <iomanip>
#include <iostream>

int main() {
  using namespace tactus::f64;  // double; tactus::f32 has the same names in float
  const Shape box = Box{.half = {0.5, 0.5, 0.5}};
  const Shape can = Cylinder{.radius = 0.3, .half_height = 1.0};
  const Pose pose = translation(0.2, 0.3, 2.0) * rotation_x(0.4);

  const Contact c = distance(box, Pose{}, can, pose, {.tolerance = 1e-9});  // of the size; 1e-6 by default
  std::cout << std::fixed << std::setprecision(3);
  std::cout << c.status << " by " << c.distance << '\n';
  std::cout << "nearest point of the box " << c.point_a << '\n';
  std::cout << "nearest point of the can " << c.point_b << '\n';
  // Two bounds hold the true distance, whatever happens; they have met to the tolerance unless the status says `stalled`.
  std::cout << "known to a millionth: " << (c.upper - c.lower <= 1e-6 ? "yes" : "no") << '\n';

  // A yes or no takes less time than a distance.
  std::cout << "do they touch: " << (intersects(box, Pose{}, can, pose) ? "yes" : "no") << '\n';
}

// Output:
// separated by 0.462
// nearest point of the box (0.200, 0.413, 0.500)
// nearest point of the can (0.200, 0.413, 0.962)
// known to a millionth: yes
// do they touch: no
