// SPDX-License-Identifier: MIT
// A character that walks: swept along its way to the first obstacle, then on along it. Move and slide.
#include <tactus/tactus.h>

#include <algorithm>
#include <iomanip>
#include <iostream>

using namespace tactus::f64;

/// Moves a shape by `way`. At an obstacle, the rest of the way continues along the obstacle's surface.
Pose move_and_slide(const World& world, const Shape& body, Pose pose, Vec3 way) {
  constexpr double skin = 0.01;  // it keeps this far from everything
  for (int i = 0; i < 4 && tactus::norm(way) > 1e-6; ++i) {
    const auto hit = closest_cast(world, body, pose, way);
    const double free = hit ? hit->impact.time : 1.0;  // of the way, certified
    const double length = tactus::norm(way);
    const double step = hit ? std::max(0.0, free * length - skin) : length;
    pose.translation += way * (step / length);
    if (!hit) break;
    way = way * (1.0 - step / length);
    const Vec3& n = hit->impact.contact.normal;  // from the character to the obstacle
    way -= n * std::max(0.0, tactus::dot(way, n));
  }
  return pose;
}

int main() {
  World world;
  world.add({.shape = HalfSpace{.normal = {0, 0, 1}, .offset = 0}, .is_static = true});
  world.add({.shape = Box{.half = {0.1, 3.0, 2.0}}, .pose = translation(2.0, 0.0, 2.0), .is_static = true});  // a wall
  world.add(
      {.shape = Cylinder{.radius = 0.5, .half_height = 2.0}, .pose = translation(1.0, 2.5, 2.0), .is_static = true});

  const Shape character = Capsule{.radius = 0.3, .half_height = 0.6};
  Pose pose = translation(0.0, 0.0, 0.91);  // standing, a skin above the ground
  std::cout << std::fixed << std::setprecision(2);
  for (int step = 0; step < 5; ++step) {
    pose = move_and_slide(world, character, pose, {0.6, 0.6, 0.0});
    std::cout << "step " << step << ": x = " << pose.translation.x << ", y = " << pose.translation.y << '\n';
  }
}

// Output:
// step 0: x = 0.60, y = 0.60
// step 1: x = 1.20, y = 1.20
// step 2: x = 1.59, y = 1.80
// step 3: x = 1.59, y = 1.95
// step 4: x = 1.59, y = 1.95
