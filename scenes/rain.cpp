// SPDX-License-Identifier: MIT
#include <scenes/rain.h>
#include <scenes/shapes.h>

namespace tactus::scenes::detail {

std::vector<Material> common_materials() {
  return {{.name = "stone", .density = 2500, .friction = 0.6, .restitution = 0.0, .rolling_resistance = 0.02},
          {.name = "wood", .density = 600, .friction = 0.5, .restitution = 0.1, .rolling_resistance = 0.02},
          {.name = "rubber", .density = 1100, .friction = 0.9, .restitution = 0.5, .rolling_resistance = 0.05},
          {.name = "ice", .density = 900, .friction = 0.05, .restitution = 0.0, .rolling_resistance = 0.01}};
}

void add_rain(Scene& scene, Random& random, int size, int columns, double from_height) {
  const auto kinds = solid_kinds();
  for (int i = 0; i < size; ++i) {
    const int layer = i / (columns * columns), row = i / columns % columns, column = i % columns;
    const double half = 0.5 * (columns - 1);
    const Vec3<double> jitter = random.in_box({0.1, 0.1, 0.1});
    const Vec3<double> at{(column - half) * rain_spacing, (row - half) * rain_spacing,
                          from_height + (layer + 0.5) * rain_spacing};
    const ShapeKind kind = kinds[static_cast<std::size_t>(i) % kinds.size()];
    SceneBody body{.shape = make_shape(kind, rain_radius, random)};
    body.pose = {random.rotation(), at + jitter};
    body.material = random.below(scene.materials.size());
    scene.bodies.push_back(std::move(body));
  }
}

}  // namespace tactus::scenes::detail
