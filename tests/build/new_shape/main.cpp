// SPDX-License-Identifier: MIT
// The new shape gives the same answers as the hull of its corners, through everything that takes a Shape.
#include <tactus/tactus.h>

#include <cmath>
#include <cstdio>

using namespace tactus::f64;

int main() {
  const Octahedron octahedron{.radii = {1, 2, 0.5}};
  const Hull hull = Hull::from_points({{1, 0, 0}, {-1, 0, 0}, {0, 2, 0}, {0, -2, 0}, {0, 0, 0.5}, {0, 0, -0.5}});
  const Shape shape = octahedron, others[] = {Box{{0.5, 0.5, 0.5}}, Sphere{0.7}, Cone{0.5, 0.8}, shape, HalfSpace{}};
  int wrong = shape.kind() == tactus::ShapeKind::octahedron ? 0 : 1;
  for (const Shape& other : others) {
    for (int i = 0; i < 40; ++i) {
      const Pose pose = rotation_x(0.3 * i) * rotation_z(0.17 * i) * translation(0.05 * i, 0.03 * i, 0.04 * i);
      const auto c = contact(shape, pose, other, Pose{}), expected = contact(hull, pose, other, Pose{});
      const bool near = std::abs(c.distance - expected.distance) <= 2e-6 * (1 + std::abs(c.distance));
      const bool many = (manifold(shape, pose, other, Pose{}).count > 0) == (c.distance <= 0);
      wrong += near && many && intersects(octahedron, pose, other, Pose{}) == (c.distance <= 0) ? 0 : 1;
    }
  }
  std::printf("%d answers differ from the hull's\n", wrong);
  return wrong == 0 ? 0 : 1;
}
