// SPDX-License-Identifier: MIT
/// A scene of bodies that are not convex: compounds and convex bodies fall on a height field, and on a mesh that stands
/// on it.
#include <scenes/parts.h>
#include <scenes/rain.h>
#include <scenes/scenes.h>

#include <cmath>

namespace tactus::scenes {

namespace {

using Pieces = std::vector<CompoundPiece<double>>;

Compound<double> table() {
  Pieces pieces{{Box<double>{{0.32, 0.24, 0.03}}, translation(0., 0., 0.17)}};
  for (const double x : {-0.28, 0.28})
    for (const double y : {-0.2, 0.2}) pieces.push_back({Box<double>{{0.03, 0.03, 0.16}}, translation(x, y, -0.02)});
  return Compound<double>(pieces);
}

Compound<double> bracket() {
  return Compound<double>(Pieces{{Box<double>{{0.3, 0.12, 0.06}}, translation(0.06, 0., -0.24)},
                                 {Box<double>{{0.06, 0.12, 0.24}}, translation(-0.18, 0., 0.06)}});
}

Compound<double> dumbbell() {
  return Compound<double>(Pieces{{Cylinder<double>{.radius = 0.05, .half_height = 0.18}, {}},
                                 {Sphere<double>{0.16}, translation(0., 0., 0.3)},
                                 {Sphere<double>{0.16}, translation(0., 0., -0.3)}});
}

/// Three bars that cross in the middle; the second and third are in halves, so that no mass counts twice.
Compound<double> jack() {
  const double thick = 0.06, reach = 0.36, half = 0.5 * (reach - thick), off = thick + half;
  Pieces pieces{{Box<double>{{thick, thick, reach}}, {}}};
  for (const double side : {-1., 1.}) {
    pieces.push_back({Box<double>{{half, thick, thick}}, translation(side * off, 0., 0.)});
    pieces.push_back({Box<double>{{thick, half, thick}}, translation(0., side * off, 0.)});
  }
  return Compound<double>(pieces);
}

/// A ring around the x axis, which becomes an arch where the ground covers half of it.
Mesh<double> ring(double major, double minor, int around, int across) {
  TriangleList<double> list;
  for (int i = 0; i < around; ++i) {
    const Pose<double> at = rotation_x(2 * pi<double> * i / around);
    for (int j = 0; j < across; ++j) {
      const double v = 2 * pi<double> * j / across;
      list.vertices.push_back(at * Vec3<double>{minor * std::sin(v), 0, major + minor * std::cos(v)});
      const int k = (i + 1) % around, m = (j + 1) % across;
      const int a = i * across + j, b = k * across + j, c = k * across + m, d = i * across + m;
      list.triangles.push_back({a, b, c});
      list.triangles.push_back({a, c, d});
    }
  }
  return Mesh<double>(list);
}

/// Hills that rise to a rim: what falls within `half_side` stays there.
class Hills {
 public:
  Hills(double half_side, Random& random) : half_(half_side + rim) {
    for (double& phase : phases_) phase = random.uniform(0, 2 * pi<double>);
  }
  double height(double x, double y) const {
    const double waves = std::sin(0.55 * x + phases_[0]) * std::cos(0.45 * y + phases_[1]) +
                         0.4 * std::sin(1.3 * y + phases_[2]) * std::sin(1.1 * x + phases_[3]);
    const double out = std::max({std::abs(x), std::abs(y), half_ - rim}) - (half_ - rim);
    return 0.7 * waves + 0.25 * out * out;
  }
  SceneBody body() const {
    const int cells = static_cast<int>(std::ceil(2 * half_ / 0.4));
    const double spacing = 2 * half_ / cells;
    std::vector<double> heights;
    for (int j = 0; j <= cells; ++j)
      for (int i = 0; i <= cells; ++i) heights.push_back(height(i * spacing - half_, j * spacing - half_));
    SceneBody body{.name = "terrain", .pose = translation(-half_, -half_, 0.), .motion = MotionKind::fixed};
    body.nonconvex = HeightField<double>(height_grid<double>(cells + 1, cells + 1, {spacing, spacing}, heights));
    return body;
  }

 private:
  static constexpr double rim = 4;
  double half_;
  double phases_[4];
};

}  // namespace

/// Every sixth body is a compound.
Scene terrain(int size, std::uint64_t seed) {
  detail::require_size("terrain", size);
  Scene scene{.name = "terrain", .materials = detail::common_materials()};
  Random random(seed);
  int columns = 2;
  while (4 * columns * columns < size) ++columns;
  const double half_side = 0.5 * detail::rain_spacing * columns + 2;
  const Hills hills(half_side, random);
  scene.bodies.push_back(hills.body());
  const double arch = std::min(2.5, 0.4 * half_side);
  SceneBody stone{.name = "arch", .pose = translation(0., 0., hills.height(0, 0)) * rotation_z(random.uniform(0, 2))};
  stone.motion = MotionKind::fixed;
  stone.nonconvex = ring(arch, 0.2 * arch, 48, 16);
  scene.bodies.push_back(std::move(stone));
  const std::size_t first = scene.bodies.size();
  detail::add_rain(scene, random, size, columns, 1.2 * arch + 2);
  const Nonconvex<double> models[] = {table(), bracket(), dumbbell(), jack()};
  for (std::size_t i = first, k = 0; i < scene.bodies.size(); i += 6, ++k) {
    scene.bodies[i].shape = Box<double>{};
    scene.bodies[i].nonconvex = models[k % 4];
  }
  return scene;
}

}  // namespace tactus::scenes
