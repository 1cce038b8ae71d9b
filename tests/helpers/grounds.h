// SPDX-License-Identifier: MIT
#pragma once
/// Gentle ground for bodies that slide: as a formula, as a mesh and as a height field.
#include <tactus/nonconvex/nonconvex.h>
#include <tests/helpers/meshes.h>

#include <vector>

namespace tactus::testing {

/// A surface z = h(x, y) over the square from -2 to 2, and how fast its slopes change.
struct Ground {
  const char* name;
  double (*height)(double, double);
  double curvature;

  static constexpr int cells = 40;
  static constexpr double cell = 0.1;

  Vec3<double> normal(double x, double y) const {
    const double e = 1e-5;
    return unit_or_up(Vec3<double>{(height(x - e, y) - height(x + e, y)) / (2 * e),
                                   (height(x, y - e) - height(x, y + e)) / (2 * e), 1});
  }
  Mesh<double> mesh() const { return Mesh<double>(height_mesh(cells, 2, height), {.sides = Sides::front}); }
  /// From (0, 0) to (4, 4): a height field begins at its origin.
  HeightField<double> field() const {
    std::vector<double> heights;
    for (int j = 0; j <= cells; ++j)
      for (int i = 0; i <= cells; ++i) heights.push_back(height(-2 + cell * i, -2 + cell * j));
    return HeightField<double>(height_grid<double>(cells + 1, cells + 1, {cell, cell}, heights));
  }
};

inline constexpr Ground grounds[] = {
    {"plane", [](double, double) { return 0.0; }, 0},
    {"bowl", [](double x, double y) { return 0.05 * (x * x + y * y); }, 0.1},
    {"waves", [](double x, double y) { return 0.02 * std::sin(2 * x) * std::cos(1.5 * y); }, 0.08 + 0.045},
};

/// A box, a cylinder that stands, and a capsule that lies.
inline std::vector<Shape<double>> sliders() {
  return {Box<double>{{0.25, 0.2, 0.15}}, Cylinder<double>{.radius = 0.2, .half_height = 0.15},
          Capsule<double>{.radius = 0.15, .half_height = 0.2}};
}

/// The body stands, or lies, on the ground at (x, y), `depth` deep in it.
inline Pose<double> placed(const Ground& ground, const Shape<double>& body, double x, double y, double depth) {
  const Vec3<double> up = ground.normal(x, y), axis = cross(Vec3<double>{0, 0, 1}, up);
  const Mat3<double> tilt = from_axis_angle(unit_or(axis, Vec3<double>{1, 0, 0}), std::asin(norm(axis)));
  const Mat3<double> upright = body.kind() == ShapeKind::capsule ? rotation_x(pi<double> / 2).rotation : Mat3<double>{};
  Pose<double> pose{tilt * upright, {x, y, ground.height(x, y)}};
  const double down = -dot(up, pose.rotation * body.support(-transposed_times(pose.rotation, up))) + body.radius();
  pose.translation += up * (down - depth);
  return pose;
}

}  // namespace tactus::testing
