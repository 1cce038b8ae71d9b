// SPDX-License-Identifier: MIT
/// No ghost bumps: bodies that slide over a surface of triangles meet the surface, and not the edges between them.
#include <gtest/gtest.h>
#include <tactus/query.h>
#include <tests/helpers/grounds.h>
#include <tests/helpers/random_pairs.h>

namespace tactus::testing {
namespace {

using Pose = tactus::Pose<double>;
using Vec = Vec3<double>;

struct Slide {
  int without = 0;  // steps that found no contact
  double worst_tilt = 0;  // sine of the largest angle of a normal to the z axis; 2 if one points down
};

/// Over level ground: `place` maps the way since the start to the body's pose, `speed` is the way of a step.
template <class Surface, class F>
Slide slide(const Surface& surface, const Shape<double>& body, int steps, double speed, double margin, F&& place) {
  Slide s;
  for (int k = 0; k < steps; ++k) {
    const Pose pose = place(k * speed);
    const auto list = manifolds(surface, Pose{}, body, pose, {.max_distance = margin});
    s.without += list.empty();
    for (const auto& m : list) {
      s.worst_tilt = std::max(s.worst_tilt, std::sqrt(std::max(0.0, 1 - square(m.manifold.normal.z))));
      if (m.manifold.normal.z < 0) s.worst_tilt = 2;
    }
  }
  return s;
}

/// The lowest point of a body below its origin at that rotation.
double reach_down(const Shape<double>& body, const Pose& pose) { return -body.aabb({pose.rotation, {}}).min.z; }

TEST(Sliding, NormalsOfAFlatMeshAreUpright) {
  const Mesh<double> flat(height_mesh(40, 2, [](double, double) { return 0.0; }), {.sides = Sides::front});
  const Mesh<double> thin(height_mesh(40, 2, [](double, double) { return 0.0; }), {.sides = Sides::both});
  HeightGrid<double> grid{
      .columns = 41, .rows = 41, .spacing = {0.1, 0.1}, .heights = std::vector<std::uint16_t>(41 * 41)};
  const HeightField<double> field(grid);
  for (const Shape<double>& body : sliders()) {
    for (const double speed : {1e-3, 1.7e-2, 9e-2}) {
      for (const double depth : {1e-3, 2e-2, -1e-3}) {
        for (const double turn : {0.0, 0.3}) {
          const int steps = std::min(test_size(600), static_cast<int>(2.4 / speed));
          const auto place = [&](double way) {
            const Pose turned =
                rotation_z(turn) * (body.kind() == ShapeKind::capsule ? rotation_x(pi<double> / 2) : Pose{});
            return Pose{turned.rotation, {-1.2 + way, 0.37 * way - 0.4, reach_down(body, turned) - depth}};
          };
          const double margin = depth < 0 ? 2e-3 : 0.0;
          for (const Mesh<double>* mesh : {&flat, &thin}) {
            const Slide s = slide(*mesh, body, steps, speed, margin, place);
            EXPECT_EQ(s.without, 0) << body << ' ' << speed << ' ' << depth;
            EXPECT_LE(s.worst_tilt, 1e-7) << body << ' ' << speed << ' ' << depth << ' ' << turn;
          }
          const Slide s = slide(field, body, steps, speed, margin, [&](double way) {
            Pose p = place(way);
            p.translation += Vec{2, 2, 0};
            return p;
          });
          EXPECT_EQ(s.without, 0);
          EXPECT_LE(s.worst_tilt, 1e-7) << body << ' ' << speed << ' ' << depth;
        }
      }
    }
  }
}

TEST(Sliding, TheDeepestPointIsAsDeepAsTheBody) {
  const Mesh<double> flat(height_mesh(40, 2, [](double, double) { return 0.0; }), {.sides = Sides::front});
  for (const Shape<double>& body : sliders()) {
    for (int k = 0; k < test_size(400); ++k) {
      const Pose turned = body.kind() == ShapeKind::capsule ? rotation_x(pi<double> / 2) : Pose{};
      const Pose pose{turned.rotation, {-1.2 + 0.006 * k, 0.002 * k, reach_down(body, turned) - 0.01}};
      double deepest = 0;
      for (const auto& m : manifolds(flat, Pose{}, body, pose))
        for (const auto& p : m.manifold) deepest = std::min(deepest, p.distance);
      EXPECT_NEAR(deepest, -0.01, 1e-6) << body << ' ' << k;
      const auto c = contact(flat, Pose{}, body, pose);
      EXPECT_NEAR(c.distance, -0.01, 1e-6) << body << ' ' << k;
      EXPECT_NEAR(c.normal.z, 1, 1e-9);
    }
  }
}

TEST(Sliding, NormalsOfABowlAreItsOwn) {
  const double curvature = 0.1;
  const auto height = [&](double x, double y) { return 0.5 * curvature * (x * x + y * y); };
  const Mesh<double> bowl(height_mesh(40, 2, height), {.sides = Sides::front});
  for (const Shape<double>& body : sliders()) {
    for (const double speed : {1e-3, 2e-2}) {
      int without = 0;
      double worst = 0;
      const int steps = std::min(test_size(1500), static_cast<int>(2.4 / speed));
      for (int k = 0; k < steps; ++k) {
        const double x = -1.2 + k * speed, y = 0.1;
        const Vec up = unit_or_up(Vec{-curvature * x, -curvature * y, 1});
        const Pose upright = body.kind() == ShapeKind::capsule ? rotation_x(pi<double> / 2) : Pose{};
        const Mat3<double> tilt =
            from_axis_angle(unit_or(cross(Vec{0, 0, 1}, up), Vec{1, 0, 0}), norm(cross(Vec{0, 0, 1}, up)));
        const Pose turned{tilt * upright.rotation, {}};
        const double down =
            -dot(up, turned.rotation * body.support(-transposed_times(turned.rotation, up))) + body.radius();
        const Pose pose{turned.rotation, Vec{x, y, height(x, y)} + up * (down - 5e-3)};
        const auto list = manifolds(bowl, Pose{}, body, pose);
        without += list.empty();
        for (const auto& m : list) worst = std::max(worst, norm(cross(m.manifold.normal, up)));
      }
      EXPECT_EQ(without, 0) << body;
      // Both facets of a cell have the slope of the bowl in the middle of the cell. A facet that the body meets has a
      // point within the body's reach, 0.35, of the body's middle, and the middle of its cell is half a diagonal further
      // away at most. The slope changes by the curvature times the way, and the normal turns by no more. Normals within a
      // sine of 1e-3 count as equal (contract).
      EXPECT_LE(worst, curvature * (0.35 + 0.1 / std::sqrt(2.0)) + 1e-3) << body << ' ' << speed;
    }
  }
}

/// A path that stays on the ground however long it is, at a constant speed along x.
Vec on_path(double way) {
  const double x = std::abs(std::remainder(way, 4.8)) - 1.2;
  return {x, 0.9 * std::sin(0.31 * way + 0.2), 0};
}

void slide_over(const Ground& ground) {
  const int steps = test_size(200);
  const Mesh<double> mesh = ground.mesh();
  const HeightField<double> field = ground.field();
  for (const Shape<double>& body : sliders()) {
    for (const double speed : {1e-3, 1.7e-2, 9e-2}) {
      double last[2] = {0, 0}, worst_tilt = 0, worst_jump = 0, deepest = 0, shallowest = -1;
      for (int k = 0; k < steps; ++k) {
        const Vec at = on_path(k * speed);
        const Pose pose = placed(ground, body, at.x, at.y, 5e-3);
        for (int which = 0; which < 2; ++which) {
          Pose moved = pose;
          if (which) moved.translation += Vec{2, 2, 0};
          const auto list = which ? manifolds(field, Pose{}, body, moved) : manifolds(mesh, Pose{}, body, moved);
          double depth = 0;
          for (const auto& m : list) {
            const Vec& p = m.manifold.points[0].position;
            worst_tilt =
                std::max(worst_tilt, norm(m.manifold.normal - ground.normal(p.x - 2 * which, p.y - 2 * which)));
            for (const auto& q : m.manifold) depth = std::min(depth, q.distance);
          }
          if (k > 0) worst_jump = std::max(worst_jump, std::abs(depth - last[which]));
          last[which] = depth;
          deepest = std::min(deepest, depth), shallowest = std::max(shallowest, depth);
        }
      }
      // A facet is as wide as a cell's diagonal, 0.14, and turns from the surface by that times the curvature. The body
      // reaches 0.35 from its middle at most; the ground under it rises and falls by no more than its slopes differ.
      EXPECT_LE(worst_tilt, 0.15 * ground.curvature + 1e-7) << ground.name << ' ' << body << ' ' << speed;
      EXPECT_LE(worst_jump, 0.35 * ground.curvature * speed + 1e-9) << ground.name << ' ' << body << ' ' << speed;
      EXPECT_GE(deepest, -5e-3 - 0.5 * ground.curvature * square(0.35) - 1e-9) << ground.name << ' ' << body;
      // Where the ground is convex, its facets lie below it: by at most curvature · diagonal² / 8. The depth is measured
      // along a normal that is tilted by 0.15 · curvature at most, as above.
      const double sag = ground.curvature * 2 * square(Ground::cell) / 8;
      const double cosine = 1 - square(0.15 * ground.curvature) / 2;
      EXPECT_LE(shallowest, -(5e-3 - sag) * cosine + 1e-9) << ground.name << ' ' << body;
    }
  }
}

// TACTUS_TEST_SIZE=50: ten thousand steps.
TEST(Sliding, NormalsAreTheSurfacesOwnAndHeightsDoNotJump) {
  for (const Ground& ground : grounds) slide_over(ground);
}

double depth_on_waves(const Mesh<double>& mesh, std::size_t which, int step) {
  const Shape<double> body = sliders()[which];
  const Vec at = on_path(step * 1e-3);
  double depth = 0;
  for (const auto& m : manifolds(mesh, Pose{}, body, placed(grounds[2], body, at.x, at.y, 5e-3)))
    for (const auto& p : m.manifold) depth = std::min(depth, p.distance);
  return depth;
}

/// On ground that is curved both ways, each of two triangles may get the other's normal at a corner of the box. The
/// corner still has a contact in every step.
TEST(Sliding, ACornerOverAConvexEdgeKeepsItsContact) {
  const Mesh<double> mesh = grounds[2].mesh();
  for (int k = 3250; k < 3265; ++k) EXPECT_NEAR(depth_on_waves(mesh, 0, k), -7.14e-3, 2e-5) << k;
}

/// The lowest point of a cylinder's rim lies between the rim points that a manifold looks at, and for each of two
/// triangles over the other one. The capsule touches at a convex edge, and its normal is nearly perpendicular to another
/// edge of the triangle, too. Both keep their depths.
TEST(Sliding, CurvedBodiesOverEdgesKeepTheirDepths) {
  const Mesh<double> mesh = grounds[2].mesh();
  for (int k = 1536; k < 1552; ++k) EXPECT_NEAR(depth_on_waves(mesh, 1, k), -5.36e-3, 5e-5) << k;
  for (int k = 3900; k < 3908; ++k) EXPECT_NEAR(depth_on_waves(mesh, 1, k), -6.09e-3, 2e-5) << k;
  for (int k = 5594; k < 5604; ++k) EXPECT_NEAR(depth_on_waves(mesh, 2, k), -5.28e-3, 2e-5) << k;
}

TEST(Sliding, ABoxOverAConvexRidgeTakesNormalsBetween) {
  // A roof: normals may be those of its sides, or anything between them along the ridge.
  const Mesh<double> roof(height_mesh(20, 2, [](double x, double) { return -0.3 * std::abs(x); }),
                          {.sides = Sides::front});
  const Shape<double> box = Box<double>{{0.3, 0.2, 0.1}};
  for (int k = 0; k < test_size(300); ++k) {
    const Pose pose{{}, {-0.2 + k * 0.0013, 0.03, 0.1 - 1e-3}};
    for (const auto& m : manifolds(roof, Pose{}, box, pose)) {
      EXPECT_NEAR(m.manifold.normal.y, 0, 1e-6);
      EXPECT_GE(m.manifold.normal.z, 1 / std::sqrt(1 + 0.09) - 1e-6);
    }
  }
}

TEST(Sliding, AConcaveCornerHasTwoNormals) {
  // Floor and wall: both push, and nothing in between.
  List l;
  l.vertices = {{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}, {1, -1, 1}, {1, 1, 1}};
  l.triangles = {{0, 1, 2}, {0, 2, 3}, {1, 4, 5}, {1, 5, 2}};
  const Mesh<double> corner(l, {.sides = Sides::front});
  const Shape<double> box = Box<double>{{0.2, 0.2, 0.2}};
  const Pose pose = translation(1 - 0.2 + 1e-3, 0.1, 0.2 - 2e-3);
  bool floor = false, wall = false;
  for (const auto& m : manifolds(corner, Pose{}, box, pose)) {
    floor |= m.manifold.normal.z > 1 - 1e-9;
    wall |= m.manifold.normal.x < -1 + 1e-9;
    EXPECT_TRUE(m.manifold.normal.z > 1 - 1e-9 || m.manifold.normal.x < -1 + 1e-9) << m.manifold.normal;
  }
  EXPECT_TRUE(floor);
  EXPECT_TRUE(wall);
}

TEST(Sliding, OneSidedSurfacesPushForwardOnly) {
  const Mesh<double> front(height_mesh(4, 1, [](double, double) { return 0.0; }), {.sides = Sides::front});
  const Shape<double> ball = Sphere<double>{0.3};
  EXPECT_TRUE(manifolds(front, Pose{}, ball, translation(0.1, 0, -0.2)).empty());
  EXPECT_FALSE(manifolds(front, Pose{}, ball, translation(0.1, 0, 0.2)).empty());
  EXPECT_TRUE(intersects(front, Pose{}, ball, translation(0.1, 0, -0.2)));
  const Mesh<double> both(height_mesh(4, 1, [](double, double) { return 0.0; }), {.sides = Sides::both});
  for (const auto& m : manifolds(both, Pose{}, ball, translation(0.1, 0, -0.2)))
    EXPECT_NEAR(m.manifold.normal.z, -1, 1e-9);
}

TEST(Sliding, PointsThatTrianglesShareAreToldOnce) {
  const Mesh<double> flat(height_mesh(8, 2, [](double, double) { return 0.0; }), {.sides = Sides::front});
  const auto list = manifolds(flat, Pose{}, Box<double>{{1.1, 0.9, 0.5}}, translation(0.05, 0.03, 0.499));
  std::vector<Vec> points;
  for (const auto& m : list)
    for (const auto& p : m.manifold) points.push_back(p.position);
  for (std::size_t i = 0; i < points.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) EXPECT_GT(norm(points[i] - points[j]), 1e-6) << points[i];
  EXPECT_GE(points.size(), 4u);
}

}  // namespace
}  // namespace tactus::testing
