// SPDX-License-Identifier: MIT
/// Scenes with structures: stack, wall, dominoes, card_house.
#include <scenes/parts.h>
#include <scenes/scenes.h>

#include <cmath>

namespace tactus::scenes {

/// Unit cubes, each off its column by up to a twentieth.
Scene stack(int size, std::uint64_t seed) {
  detail::require_size("stack", size);
  Scene scene{.name = "stack", .seconds = 20};
  Random random(seed);
  detail::add_ground(scene);
  for (int i = 0; i < size; ++i) {
    const Vec3<double> off = random.in_box({0.05, 0.05, 0});
    scene.bodies.push_back({.shape = Box<double>{{0.5, 0.5, 0.5}}, .pose = translation(off.x, off.y, i + 0.5)});
  }
  return scene;
}

/// Bricks in courses, and a flying ball; `size` courses.
Scene wall(int size, std::uint64_t seed) {
  detail::require_size("wall", size);
  Scene scene{.name = "wall"};
  Random random(seed);
  scene.materials.push_back({.name = "iron", .density = 7800, .friction = 0.4, .restitution = 0.1});
  detail::add_ground(scene);
  const Vec3<double> half{0.5, 0.25, 0.2};
  for (int course = 0; course < size; ++course) {
    for (int i = -size; i <= size; ++i) {
      const double x = (2 * i + (course % 2)) * half.x, y = random.uniform(-0.005, 0.005);
      scene.bodies.push_back({.shape = Box<double>{half}, .pose = translation(x, y, (2 * course + 1) * half.z)});
    }
  }
  scene.bodies.push_back({.name = "ball",
                          .shape = Sphere<double>{0.5},
                          .pose = translation(0., -10., half.z * size),
                          .velocity = {0, 15, 1},
                          .material = 1,
                          .continuous = true});
  return scene;
}

/// A curved row, and a ball that topples the first.
Scene dominoes(int size, std::uint64_t seed) {
  detail::require_size("dominoes", size);
  Scene scene{.name = "dominoes"};
  Random random(seed);
  detail::add_ground(scene);
  const Vec3<double> half{0.05, 0.25, 0.5};
  Pose<double> at = translation(0., 0., half.z);
  const Pose<double> start = at;
  for (int i = 0; i < size; ++i) {
    scene.bodies.push_back({.shape = Box<double>{half}, .pose = at});
    at = at * (rotation_z(random.uniform(-0.05, 0.15)) * translation(0.45, 0., 0.));
  }
  scene.bodies.push_back({.name = "ball",
                          .shape = Sphere<double>{0.2},
                          .pose = start * translation(-1.5, 0., 0.3),
                          .velocity = {4, 0, 1}});
  scene.seconds = 3 + 0.1 * size;
  return scene;
}

/// Cards lean against each other in pairs; a floor of flat cards carries the next level. `size` levels.
Scene card_house(int size, std::uint64_t seed) {
  detail::require_size("card_house", size);
  Scene scene{.name = "card_house"};
  Random random(seed);
  scene.materials[0] = {.name = "card", .density = 700, .friction = 0.7};
  detail::add_ground(scene);
  const double length = 0.5, width = 0.35, thick = 0.01, lean = 0.4;  // half sizes, and the angle to the vertical
  const double foot = length * std::sin(lean) + thick * std::cos(lean);  // from the middle of a card to its outer end
  const double rise = length * std::cos(lean) + thick * std::sin(lean);
  const double pitch = 4 * foot;  // distance of the pairs of a level
  const double level_height = 2 * rise + 2 * thick;
  for (int level = 0; level < size; ++level) {
    const double z = level * level_height;
    const int pairs = size - level;
    for (int i = 0; i < pairs; ++i) {
      const double x = (i - 0.5 * (pairs - 1)) * pitch;
      for (const double side : {-1., 1.}) {
        const double y = random.uniform(-0.002, 0.002);
        scene.bodies.push_back({.shape = Box<double>{{thick, width, length}},
                                .pose = translation(x + side * foot, y, z + rise) * rotation_y(-side * lean)});
      }
    }
    for (int i = 0; i + 1 < pairs; ++i) {  // a card across two tops
      const double x = (i + 0.5 - 0.5 * (pairs - 1)) * pitch;
      scene.bodies.push_back({.shape = Box<double>{{0.5 * pitch - 0.002, width, thick}},
                              .pose = translation(x, 0., z + 2 * rise + thick)});
    }
  }
  return scene;
}

}  // namespace tactus::scenes
