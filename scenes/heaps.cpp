// SPDX-License-Identifier: MIT
/// Scenes with many falling bodies: pile, funnel, every_shape.
#include <scenes/parts.h>
#include <scenes/rain.h>
#include <scenes/scenes.h>
#include <scenes/shapes.h>

#include <cmath>

namespace tactus::scenes {

namespace {

using detail::common_materials, detail::add_rain;
constexpr double radius = detail::rain_radius, spacing = detail::rain_spacing;

int cube_root_up(int size) {
  int n = 1;
  while (n * n * n < size) ++n;
  return n;
}

}  // namespace

Scene pile(int size, std::uint64_t seed) {
  detail::require_size("pile", size);
  Scene scene{.name = "pile", .materials = common_materials()};
  Random random(seed);
  const int columns = cube_root_up(size);
  detail::add_ground(scene);
  detail::add_walls(scene, 0.5 * spacing * columns + 0.5, spacing * columns, 0.5);
  add_rain(scene, random, size, columns, 0.5);
  return scene;
}

Scene funnel(int size, std::uint64_t seed) {
  detail::require_size("funnel", size);
  Scene scene{.name = "funnel", .materials = common_materials()};
  Random random(seed);
  const int columns = cube_root_up(size);
  const double mouth = 0.5 * spacing * columns + 1, hole = 1.3, bottom = 0.6 * mouth + 1.5;
  detail::add_ground(scene);
  detail::add_walls(scene, mouth, bottom, 0.5);
  // Four plates at 45 degrees from the rim down to the hole.
  const double slant = (mouth - hole) * std::sqrt(0.5), middle = 0.5 * (mouth + hole),
               height = bottom + 0.5 * (mouth - hole);
  for (int side = 0; side < 4; ++side) {
    const Pose<double> about = rotation_z(side * pi<double> / 2);
    detail::add_fixed_box(scene, "plate", {slant + 0.3, mouth + 1, 0.2},
                          about * translation(middle, 0., height) * rotation_y(-pi<double> / 4));
  }
  add_rain(scene, random, size, columns, bottom + mouth - hole + 1);
  scene.seconds = 20;
  return scene;
}

/// `size` of each kind with a volume, in rows; shapes without volume lie fixed below them.
Scene every_shape(int size, std::uint64_t seed) {
  detail::require_size("every_shape", size);
  Scene scene{.name = "every_shape", .materials = common_materials()};
  Random random(seed);
  detail::add_ground(scene);
  double x = 0;
  for (const ShapeKind kind : flat_kinds()) {
    scene.bodies.push_back(
        {.shape = make_shape(kind, radius, random), .pose = translation(x, -2., 0.5), .motion = MotionKind::fixed});
    x += 2;
  }
  x = 0;
  for (const ShapeKind kind : solid_kinds()) {
    for (int i = 0; i < size; ++i) {
      SceneBody body{.shape = make_shape(kind, radius, random)};
      body.pose = {random.rotation(), {x, 1.5 * i, 1.5}};
      scene.bodies.push_back(std::move(body));
    }
    x += 1.5;
  }
  scene.seconds = 5;
  return scene;
}

}  // namespace tactus::scenes
