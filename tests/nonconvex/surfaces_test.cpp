// SPDX-License-Identifier: MIT
/// Two surfaces that overlap: contact points with the normals that both surfaces have, as deep as the bodies are. What
/// answers say of triangles, and holes.
#include <gtest/gtest.h>
#include <tactus/query.h>
#include <tests/helpers/grounds.h>
#include <tests/helpers/random_pairs.h>

namespace tactus::testing {
namespace {

using Pose = tactus::Pose<double>;
using Vec = Vec3<double>;

struct Summary {
  int points = 0;
  double deepest = 0, worst_tilt = 0;  // of normals, from straight up
  Aabb<double> box;  // of the points
};
Summary summary(const std::vector<PieceManifold<double>>& list) {
  Summary s;
  for (const auto& m : list) {
    s.worst_tilt = std::max(s.worst_tilt, norm(m.manifold.normal - Vec{0, 0, 1}));
    EXPECT_NEAR(norm(m.contact.normal - m.manifold.normal), 0, 1e-12);
    for (const auto& p : m.manifold) {
      ++s.points, s.deepest = std::min(s.deepest, p.distance);
      s.box = merged(s.box, p.position);
      EXPECT_GE(p.distance, m.contact.distance);
    }
  }
  return s;
}

/// A mesh of a box says the same as the box itself, wherever it lies over the cells, level or a little tilted.
TEST(Surfaces, ABoxMeshOnFlatGroundStandsOnItsCorners) {
  const Mesh<double> box(box_mesh({0.3, 0.2, 0.15})), floor = grounds[0].mesh();
  const Mesh<double> slab(box_mesh({2, 2, 0.5}));
  const HeightField<double> field = grounds[0].field();
  Random random(1);
  for (int k = 0; k < test_size(200); ++k) {
    const double tilt = k % 2 ? 0.0 : 0.01;
    const Pose turned = rotation_z(random.uniform(0, 6)) * rotation_x(tilt);
    const double low = 0.15 * std::cos(tilt) + 0.2 * std::sin(tilt);
    const Pose pose{turned.rotation, {random.uniform(-1, 1), random.uniform(-1, 1), low - 6e-3}};
    const Pose over_field{pose.rotation, pose.translation + Vec{2, 2, 0}};
    for (const Summary& s :
         {summary(manifolds(floor, Pose{}, box, pose)), summary(manifolds(field, Pose{}, box, over_field)),
          summary(manifolds(slab, translation(0.0, 0, -0.5), box, pose))}) {
      EXPECT_LE(s.worst_tilt, tilt + 1e-9) << k;  // the faces of either
      EXPECT_NEAR(s.deepest, -6e-3, 1e-9) << k;
      EXPECT_GE(s.points, 4) << k;
      EXPECT_GT(norm(s.box.max - s.box.min), 2 * 0.3) << k;  // on all sides
    }
  }
}

TEST(Surfaces, OverTheRimOfAFloorNothingPushesSideways) {
  const Mesh<double> floor(box_mesh({1, 1, 0.5})), box(box_mesh({0.3, 0.2, 0.15}));
  for (const double x : {0.75, 0.9, 1.1, 1.25}) {
    const auto list = manifolds(floor, translation(0.0, 0, -0.5), box, translation(x, 0.1, 0.149));
    const Summary s = summary(list);
    EXPECT_LE(s.worst_tilt, 1e-9) << x;
    EXPECT_NEAR(s.deepest, -1e-3, 1e-9) << x;
    EXPECT_NEAR(s.box.max.x, 1, 1e-9) << x;  // where the rim ends
    EXPECT_NEAR(s.box.min.x, x - 0.3, 1e-9) << x;
  }
}

/// No corner of either is over the other: only edges cross.
TEST(Surfaces, CrossedBeamsTouchAtFourEdges) {
  const Mesh<double> beam(box_mesh({1, 0.1, 0.1}));
  for (const double angle : {pi<double> / 2, 1.0, 0.4}) {
    const Summary s = summary(manifolds(beam, Pose{}, beam, translation(0.05, 0.02, 0.199) * rotation_z(angle)));
    EXPECT_GE(s.points, 4) << angle;
    EXPECT_LE(s.worst_tilt, 1e-9);
    EXPECT_NEAR(s.deepest, -1e-3, 1e-9);
    EXPECT_GT(s.box.max.x - s.box.min.x, 0.19);
    EXPECT_GT(s.box.max.y - s.box.min.y, 0.19);
  }
}

/// A corner counts up to this slope of the edges that meet there (contract).
constexpr double corner_slope = 0.125;
constexpr double diagonal = 0.1414213562373096;  // of a cell of the ground

/// A normal is the ground's, or that of a facet of the torus which a vertex of the ground touches: then it is tilted until
/// one of the ground's edges there, along x, y and the diagonals, rises by the slope. On curved ground an edge itself is
/// tilted by half its length times the curvature, and the normal may lie in the widest gap between edges: 45° from both.
/// Slopes of the bowl, 0.21 at most, open that gap to 91.3°, which with the chord in place of the sine is less than 2 %.
void expect_possible(const Ground& ground, const PieceManifold<double>& m) {
  const Vec n = m.manifold.normal, p = m.manifold.points[0].position;
  if (ground.curvature > 0) {
    const double most = std::sqrt(2.0) * (corner_slope + ground.curvature * diagonal / 2) * 1.02;
    EXPECT_LE(norm(n - ground.normal(p.x, p.y)), most) << ground.name << ' ' << p;
  } else {
    EXPECT_LE(std::max({std::abs(n.x), std::abs(n.y), std::abs(n.x + n.y) / std::sqrt(2.0)}), corner_slope + 1e-12)
        << n;
  }
}

/// On flat ground a torus is as deep as its lowest vertex. Curved ground has facets too: they are off by curvature ·
/// diagonal² / 8, and over a facet of the torus, whose edges are 0.117 at most, the ground bends by as much of its own.
/// Depths are measured along a normal: on a slope of 0.21, the bowl's 2.1 from its middle, less than straight down.
TEST(Surfaces, ATorusIsPushedUp) {
  const double longest_edge = 0.117;
  const Mesh<double> torus(torus_mesh(0.3, 0.1, 24, 12));
  Random random(2);
  for (const Ground& ground : grounds) {
    const Mesh<double> mesh = ground.mesh();
    for (int k = 0; k < test_size(100); ++k) {
      const Mat3<double> turned = from_quaternion(random.rotation()).rotation;
      const double x = random.uniform(-1.2, 1.2), y = random.uniform(-1.2, 1.2);
      double lowest = infinity<double>;  // of the vertices over the ground, with the torus at its origin
      const auto vertices = torus_mesh(0.3, 0.1, 24, 12).vertices;
      for (const Vec& v : vertices) {
        const Vec p = turned * v;
        lowest = std::min(lowest, p.z - ground.height(x + p.x, y + p.y));
      }
      const auto list = manifolds(mesh, Pose{}, torus, Pose{turned, {x, y, -lowest - 2e-3}});
      const Summary s = summary(list);
      ASSERT_GT(s.points, 0) << ground.name << ' ' << k;
      const double sag = ground.curvature * square(diagonal) / 8, bend = ground.curvature * square(longest_edge) / 8;
      const double cosine = ground.curvature > 0 ? 1 / std::sqrt(1 + square(0.21)) : 1;
      EXPECT_GE(s.deepest, -2e-3 - sag - bend - 1e-12) << ground.name << k;
      EXPECT_LE(s.deepest, -(2e-3 - sag) * cosine + 1e-12) << ground.name << ' ' << k;
      for (const auto& m : list) expect_possible(ground, m);
    }
  }
}

TEST(Surfaces, SwappingTheBodiesChangesNoDepth) {
  const Mesh<double> torus(torus_mesh(0.3, 0.1, 16, 8)), mesh = grounds[2].mesh();
  Random random(3);
  for (int k = 0; k < test_size(50); ++k) {
    const Pose pose{from_quaternion(random.rotation()).rotation, {random.uniform(-1, 1), random.uniform(-1, 1), 0.12}};
    const auto list = manifolds(mesh, Pose{}, torus, pose), mirror = manifolds(torus, pose, mesh, Pose{});
    double deepest = 0;
    for (const auto& m : mirror)
      for (const auto& p : m.manifold) deepest = std::min(deepest, p.distance);
    EXPECT_EQ(list.empty(), mirror.empty()) << k;
    EXPECT_NEAR(deepest, summary(list).deepest, 1e-12) << k;
  }
}

/// The barycentrics of both bodies lead to the points of the answer.
TEST(Surfaces, AnswersSayWhereOnTheirTriangles) {
  Random random(43);
  const Mesh<double> ring(torus_mesh(1, 0.3, 12, 8)), bracket(bracket_mesh());
  int apart = 0;
  for (int k = 0; k < 40; ++k) {
    const Pose at_ring = random.pose(4), at_bracket = random.pose(4);
    const auto there = [](const Mesh<double>& mesh, const Pose& pose, std::uint32_t i, const Vec& shares) {
      const Triangle<double> t = mesh.triangle(i);
      EXPECT_NEAR(shares.x + shares.y + shares.z, 1, 1e-12);
      return pose * (t.a * shares.x + t.b * shares.y + t.c * shares.z);
    };
    for (const auto& c : {distance(ring, at_ring, bracket, at_bracket), contact(ring, at_ring, bracket, at_bracket)}) {
      if (c.status != Status::separated) continue;
      ++apart;
      EXPECT_NEAR(norm(there(ring, at_ring, c.piece_a, c.barycentrics_a) - c.point_a), 0, 1e-9);
      EXPECT_NEAR(norm(there(bracket, at_bracket, c.piece_b, c.barycentrics_b) - c.point_b), 0, 1e-9);
    }
  }
  EXPECT_GT(apart, 20);
}

/// Two surfaces that cross without a corner or an edge that pushes have one point: that of the deepest pair of triangles.
/// Such a contact has the bounds of that pair; the others have no lower bound.
TEST(Surfaces, WhereNoFeaturePushesTheDeepestPairHasThePoint) {
  Random random(44);
  const Mesh<double> torus(torus_mesh(1, 0.4, 24, 12), {.sides = Sides::both});
  const Mesh<double> other(torus_mesh(0.8, 0.3, 16, 8), {.sides = Sides::both});
  int found = 0;
  for (int k = 0; k < test_size(60); ++k) {
    const Pose pose = random.pose(1.5);
    const auto list = manifolds(torus, Pose{}, other, pose);
    if (list.size() != 1 || list[0].contact.lower == -infinity<double>) continue;
    ++found;
    double deepest = 0;
    for (std::size_t i = 0; i < torus.size(); ++i) {
      const Shape<double> triangle = torus.triangle(i);
      for (std::size_t j = 0; j < other.size(); ++j) {
        const Triangle<double> t = other.triangle(j);
        const Aabb<double> box = Shape<double>(t).aabb(pose);
        if (overlaps(box, triangle.aabb(Pose{})))
          deepest = std::min(deepest, contact(triangle, Pose{}, Shape<double>(t), pose).distance);
      }
    }
    EXPECT_NEAR(list[0].contact.distance, deepest, 1e-12) << k;
    EXPECT_EQ(list[0].manifold.count, 1) << k;
  }
  EXPECT_GT(found, test_size(60) / 6);
}

TEST(Surfaces, AHoleOfAHeightFieldIsEmpty) {
  HeightGrid<double> grid{
      .columns = 4, .rows = 4, .spacing = {1, 1}, .step = 1, .heights = std::vector<std::uint16_t>(16)};
  grid.holes.assign(9, false), grid.holes[4] = true;  // from (1, 1) to (2, 2)
  const HeightField<double> field(grid);
  EXPECT_FALSE(ray_cast(field, Pose{}, {1.4, 1.6, 1}, {0, 0, -1}).hit());
  EXPECT_NEAR(ray_cast(field, Pose{}, {0.4, 1.6, 1}, {0, 0, -1}).t, 1, 1e-12);
  const Shape<double> ball = Sphere<double>{0.3}, plate = Box<double>{{0.6, 0.2, 0.1}};
  EXPECT_FALSE(intersects(field, Pose{}, ball, translation(1.5, 1.5, 0)));
  EXPECT_NEAR(distance(field, Pose{}, ball, translation(1.5, 1.45, 0)).distance, 0.15, 1e-12);
  EXPECT_TRUE(manifolds(field, Pose{}, ball, translation(1.5, 1.5, 0)).empty());
  EXPECT_TRUE(intersects(field, Pose{}, ball, translation(1.25, 1.5, 0)));
  EXPECT_FALSE(manifolds(field, Pose{}, plate, translation(1.5, 1.5, 0.09)).empty());  // it lies across the hole
  EXPECT_EQ(shape_cast(ball, translation(1.5, 1.5, 2), {0, 0, -4}, field, Pose{}).status, MotionStatus::none);
  EXPECT_NEAR(shape_cast(ball, translation(0.5, 1.5, 2), {0, 0, -4}, field, Pose{}).time, 0.425, 1e-5);
}

}  // namespace
}  // namespace tactus::testing
