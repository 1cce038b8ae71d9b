// SPDX-License-Identifier: MIT
// Which body is under the mouse? The first that a ray meets; and all that lie behind it.
#include <tactus/tactus.h>

#include <iomanip>
#include <iostream>

int main() {
  using namespace tactus::f64;
  World world;
  const auto add = [&](const Shape& shape, double y, std::uint32_t group) {
    return world.add({.shape = shape, .pose = translation(0.0, y, 0.0), .filter = {.groups = group}});
  };
  enum : std::uint32_t { glass = 1, solid = 2 };
  const auto pane = add(Box{.half = {2.0, 0.02, 2.0}}, 2.0, glass);
  const auto ball = add(Sphere{.radius = 1.0}, 5.0, solid);
  add(Cone{.radius = 1.0, .half_height = 1.0}, 8.0, solid);
  const auto name = [&](tactus::BodyId id) { return id == pane ? "pane" : id == ball ? "ball" : "cone"; };

  const Vec3 eye{0.3, 0.0, 0.2}, gaze{0.0, 1.0, 0.0};
  std::cout << std::fixed << std::setprecision(3);
  if (const auto first = closest_hit(world, eye, gaze))
    std::cout << "first: " << name(first->body) << " after " << first->hit.t << '\n';
  for (const auto& seen : all_hits(world, eye, gaze, 100.0, {.mask = solid}))  // look through the glass
    std::cout << "through the glass: " << name(seen.body) << " at " << eye + seen.hit.t * gaze << '\n';
  std::cout << "anything within 1.5: " << (any_hit(world, eye, gaze, 1.5) ? "yes" : "no") << '\n';
}

// Output:
// first: pane after 1.980
// through the glass: ball at (0.300, 4.067, 0.200)
// through the glass: cone at (0.300, 7.735, 0.200)
// anything within 1.5: no
