// SPDX-License-Identifier: MIT
/// Scenes with sliding and flying bodies: wedge, bullets.
#include <scenes/parts.h>
#include <scenes/scenes.h>

#include <cmath>

namespace tactus::scenes {

/// A wedge of 25 degrees, and `size` cubes near its top, from ice to rubber: some slide, some stay.
Scene wedge(int size, std::uint64_t seed) {
  detail::require_size("wedge", size);
  Scene scene{.name = "wedge"};
  Random random(seed);
  scene.materials[0] = {.name = "slope", .friction = 1};
  detail::add_ground(scene);
  const double angle = 25 * pi<double> / 180, run = 10, rise = run * std::tan(angle), half_width = size + 1.0;
  const std::vector<Vec3<double>> corners = {{0, -half_width, 0},  {0, half_width, 0},     {run, -half_width, 0},
                                             {run, half_width, 0}, {0, -half_width, rise}, {0, half_width, rise}};
  scene.bodies.push_back({.name = "wedge", .shape = Hull<double>::from_points(corners), .motion = MotionKind::fixed});
  const Pose<double> slope = translation(0., 0., rise) * rotation_y(angle);  // its x axis points down the slope
  for (int i = 0; i < size; ++i) {
    // combined with the slope's friction of 1 as a geometric mean, hence squared
    const double grip = size == 1 ? 0.2 : 0.8 * i / (size - 1);
    scene.materials.push_back({.name = "grip " + std::to_string(i), .friction = grip * grip});
    const double y = 2 * i - (size - 1) + random.uniform(-0.1, 0.1);
    scene.bodies.push_back({.shape = Box<double>{{0.4, 0.4, 0.4}},
                            .pose = slope * translation(0.6, y, 0.4),
                            .material = static_cast<std::size_t>(i) + 1});
  }
  return scene;
}

/// Shots at thin plates and at a pile of boxes behind them: no shot may pass through.
Scene bullets(int size, std::uint64_t seed) {
  detail::require_size("bullets", size);
  Scene scene{.name = "bullets"};
  Random random(seed);
  scene.materials.push_back({.name = "lead", .density = 11000, .friction = 0.4, .restitution = 0.2});
  detail::add_ground(scene);
  detail::add_fixed_box(scene, "plate", {0.005, 4, 2}, translation(6., 0., 2.));
  for (int row = 0; row < 3; ++row)
    for (int k = 0; k < 4; ++k)
      scene.bodies.push_back(
          {.shape = Box<double>{{0.4, 0.4, 0.4}}, .pose = translation(2., (k - 1.5) * 0.9, 0.4 + 0.8 * row)});
  for (int i = 0; i < size; ++i) {
    const double y = random.uniform(-1.8, 1.8), z = random.uniform(0.3, 3.5);
    scene.bodies.push_back({.name = "bullet",
                            .shape = Capsule<double>{.radius = 0.04, .half_height = 0.06},
                            .pose = translation(-10. - 3 * i, y, z) * rotation_y(pi<double> / 2),
                            .velocity = {random.uniform(200, 400), 0, 0},
                            .angular_velocity = {0, random.uniform(-20, 20), random.uniform(-20, 20)},
                            .material = 1,
                            .continuous = true});
  }
  scene.seconds = 4;
  return scene;
}

}  // namespace tactus::scenes
