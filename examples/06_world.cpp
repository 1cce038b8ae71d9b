// SPDX-License-Identifier: MIT
// Many bodies: which of them touch, which contacts begin and end, and a sensor that detects bodies without stopping
// them.
#include <tactus/tactus.h>

#include <iomanip>
#include <iostream>

int main() {
  using namespace tactus::f64;
  World world;
  const auto ground = world.add({.shape = HalfSpace{.normal = {0, 0, 1}, .offset = 0}, .is_static = true});
  const auto gate = world.add(
      {.shape = Box{.half = {0.1, 2.0, 2.0}}, .pose = translation(2.0, 0.0, 2.0), .is_static = true, .sensor = true});
  const auto ball = world.add({.shape = Sphere{.radius = 0.5}, .pose = translation(0.0, 0.0, 0.6), .margin = 0.01});
  const auto name = [&](tactus::BodyId id) { return id == ground ? "ground" : id == gate ? "gate" : "ball"; };
  std::cout << std::fixed << std::setprecision(2);

  for (int step = 0; step < 6; ++step) {
    const double x = 0.6 * step, z = step < 1 ? 0.6 : 0.5;  // it falls a little, then rolls through the gate
    world.set_pose(ball, translation(x, 0.0, z));
    world.update();
    std::cout << "step " << step << ", x = " << x << '\n';
    for (const auto& event : world.events())
      std::cout << "  " << name(event.a) << " and " << name(event.b) << ": " << event.change << '\n';
    for (const auto& c : world.contacts())
      if (!c.sensor) std::cout << "  " << name(c.b) << " rests on " << name(c.a) << '\n';
  }
}

// Output:
// step 0, x = 0.00
// step 1, x = 0.60
//   ground and ball: begin
//   ball rests on ground
// step 2, x = 1.20
//   ground and ball: persist
//   ball rests on ground
// step 3, x = 1.80
//   ground and ball: persist
//   gate and ball: begin
//   ball rests on ground
// step 4, x = 2.40
//   ground and ball: persist
//   gate and ball: persist
//   ball rests on ground
// step 5, x = 3.00
//   ground and ball: persist
//   gate and ball: end
//   ball rests on ground
