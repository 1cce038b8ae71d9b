// SPDX-License-Identifier: MIT
// The plane: polygons, circles and boxes with the same calls as in space.
#include <tactus/planar.h>

#include <iomanip>
#include <iostream>

int main() {
  using namespace tactus::planar::f64;
  const Polygon block = Polygon::from_points({{0.0, 0.0}, {2.0, 0.0}, {2.0, 1.0}, {0.5, 1.5}});
  const Box crate{.half = {0.5, 0.5}};
  const Circle wheel{.radius = 0.4};
  std::cout << std::fixed << std::setprecision(3);

  const Pose apart = translation(3.2, 0.4);
  const Contact gap = contact(block, Pose{}, wheel, apart);
  std::cout << "wheel: " << gap.status << ", distance " << gap.distance << ", normal " << gap.normal << '\n';

  const Pose inside = translation(2.3, 0.25);  // sides parallel: the contact is a segment
  const Contact c = contact(block, Pose{}, crate, inside);
  std::cout << "crate: " << c.status << ", depth " << -c.distance << ", " << c.type << " from " << c.segment[0]
            << " to " << c.segment[1] << '\n';
  std::cout << "they share an area of " << overlap_area(block, Pose{}, crate, inside).area << '\n';
  std::cout << "turned by a sixth of pi: "
            << (intersects(block, Pose{}, crate, translation(2.6, 0.25) * rotation(pi / 6)) ? "touch" : "apart")
            << '\n';
}

// Output:
// wheel: separated, distance 0.800, normal (1.000, 0.000)
// crate: overlapping, depth 0.200, e-e from (1.900, 0.000) to (1.900, 0.750)
// they share an area of 0.150
// turned by a sixth of pi: touch
