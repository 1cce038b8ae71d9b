// SPDX-License-Identifier: MIT
#pragma once
/// A scene with every kind of shape that a file can represent.
#include <scenes/scene.h>

#include <random>

namespace tactus::testing {

inline Hull<double> random_hull(unsigned seed, int points) {
  std::mt19937 random(seed);
  std::normal_distribution<double> normal;
  std::vector<Vec3<double>> cloud;
  for (int i = 0; i < points; ++i)
    cloud.push_back(unit_or_zero(Vec3<double>{normal(random), normal(random), normal(random)}) * 0.6);
  return Hull<double>::from_points(cloud);
}

inline std::vector<Shape<double>> every_shape() {
  using S = Shape<double>;
  const S box = Box<double>{{0.4, 0.3, 0.5}}, ball = Sphere<double>{0.4};
  const std::vector<Vec3<double>> square{{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}}, stick{{0, 0, -1}, {0, 0, 1}};
  const std::vector<Vec3<double>> pyramid{{-0.5, -0.5, 0}, {0.5, -0.5, 0}, {0.5, 0.5, 0}, {-0.5, 0.5, 0}, {0, 0, 0.8}};
  const std::vector<std::vector<std::uint32_t>> faces{{0, 3, 2, 1}, {0, 1, 4}, {1, 2, 4}, {2, 3, 4}, {3, 0, 4}};
  return {Point<double>{{0.1, 0.2, 0.3}},
          Segment<double>{0.7},
          Triangle<double>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0.25}},
          Rectangle<double>{{0.5, 0.8}},
          Disc<double>{0.6},
          Ellipse<double>{{0.7, 0.3}},
          box,
          Ellipsoid<double>{{0.3, 0.5, 0.7}},
          Cylinder<double>{0.35, 0.5},
          Cone<double>{0.5, 0.5},
          Frustum<double>{.bottom = {0.5, 0.4}, .top = {0.25, 0.2}, .half_height = 0.4},
          ConicalFrustum<double>{0.5, 0.2, 0.4},
          Superquadric<double>{{0.5, 0.5, 0.5}, 0.5, 0.5},
          random_hull(3, 24),
          Hull<double>::from_points(square),
          Hull<double>::from_points(stick),
          Hull<double>::from_faces(pyramid, faces),
          random_hull(5, 40).cast<float>().cast<double>(),
          ball,
          Capsule<double>{0.25, 0.4},
          Lozenge<double>{{0.3, 0.4}, 0.2},
          RoundBox<double>{{0.3, 0.2, 0.25}, 0.15},
          Wheel<double>{0.45, 0.15},
          S(minkowski_sum(box, ball)),
          S(minkowski_difference(box, S(Cone<double>{0.3, 0.4}))),
          S(convex_hull(S(transformed(ball, translation(0.0, 0.0, 0.8))), S(Disc<double>{0.6}))),
          S(rounded(S(random_hull(4, 12)), 0.1)),
          S(PointCloud<double>(pyramid))};
}

inline scenes::Scene every_shape_scene() {
  scenes::Scene scene;
  scene.name = "every shape", scene.gravity = {0, 0, -9.8}, scene.step = 1.0 / 240, scene.seconds = 3;
  scene.world = {.tolerance = 1e-7, .max_iterations = 100, .method = "epa", .broad = broad::MethodName::grid};
  scene.world.points = {.matching = Matching::id, .reach = 0.1, .hysteresis = {0.2, 1.0 / 512}};
  scene.materials.push_back(
      {.name = "ice", .density = 917, .friction = 0.03, .restitution = 0.1, .rolling_resistance = 0.07});
  scene.bodies.push_back(
      {.name = "ground", .shape = HalfSpace<double>{{0, 0, 1}, -0.1}, .motion = scenes::MotionKind::fixed});
  for (const Shape<double>& shape : every_shape()) {
    const auto i = static_cast<double>(scene.bodies.size());
    scene.bodies.push_back({.name = "body " + std::to_string(scene.bodies.size()),
                            .shape = shape,
                            .pose = translation(i / 3, 0.1 * i, 2.0) * rotation(Vec3<double>{1, i, 0.3}, 0.1 * i),
                            .velocity = {0.1 * i, 0, -1},
                            .angular_velocity = {0, 0.3, i},
                            .motion = static_cast<scenes::MotionKind>(scene.bodies.size() % 3),
                            .material = scene.bodies.size() % 2,
                            .continuous = scene.bodies.size() % 5 == 0});
  }
  const TriangleList<double> corner{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
                                    {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}}};
  const HeightGrid<double> grid{.columns = 2, .rows = 3, .base = 0.5, .step = 0.25, .heights = {1, 2, 3, 4, 5, 6}};
  const std::vector<CompoundPiece<double>> pieces{{Box<double>{{0.1, 0.2, 0.3}}, rotation_x(0.3)},
                                                  {Sphere<double>{0.4}, translation(0.5, 0., 0.)}};
  for (const Nonconvex<double>& body :
       {Nonconvex<double>(Compound<double>(pieces)), Nonconvex<double>(Mesh<double>(corner)),
        Nonconvex<double>(HeightField<double>(grid))}) {
    scene.bodies.push_back({.name = "not convex", .motion = scenes::MotionKind::fixed});
    scene.bodies.back().nonconvex = body;
  }
  return scene;
}

}  // namespace tactus::testing
