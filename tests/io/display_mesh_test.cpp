// SPDX-License-Identifier: MIT
/// Triangles for display: closed, oriented outward, never outside the shape and never far inside.
#include <io/display_mesh.h>
#include <tests/helpers/meshes.h>
#include <tests/io/every_shape.h>

#include <gtest/gtest.h>

#include <map>

namespace tactus::io {
namespace {

using V = Vec3<double>;

std::vector<V> random_directions(int count) {
  std::mt19937 random(9);
  std::normal_distribution<double> normal;
  std::vector<V> all;
  for (int i = 0; i < count; ++i) all.push_back(unit_or_zero(V{normal(random), normal(random), normal(random)}));
  return all;
}

double reach(const DisplayMesh& mesh, const V& d) {
  double most = -infinity<double>;
  for (const auto& p : mesh.positions) most = std::max(most, dot(p.cast<double>(), d));
  return most;
}

/// Every edge, by its places, is used as often in one direction as in the other.
bool closed(const DisplayMesh& mesh) {
  std::map<std::pair<std::array<float, 3>, std::array<float, 3>>, int> edges;
  const auto place = [&](std::uint32_t i) {
    const auto& p = mesh.positions[i];
    return std::array{p.x, p.y, p.z};
  };
  for (std::size_t i = 0; i < mesh.triangles.size(); i += 3) {
    for (std::size_t k = 0; k < 3; ++k) {
      const auto a = place(mesh.triangles[i + k]), b = place(mesh.triangles[i + (k + 1) % 3]);
      ++edges[{a, b}], --edges[{b, a}];
    }
  }
  return std::all_of(edges.begin(), edges.end(), [](const auto& e) { return e.second == 0; });
}

TEST(DisplayMesh, LiesOnTheSurfaceOfEveryShape) {
  const MeshOptions options{.azimuths = 24};
  for (const Shape<double>& shape : testing::every_shape()) {
    std::ostringstream name;
    name << shape;
    SCOPED_TRACE(name.str().substr(0, 100));
    const DisplayMesh mesh = display_mesh(shape, options);
    ASSERT_EQ(mesh.positions.size(), mesh.normals.size());
    ASSERT_FALSE(mesh.triangles.empty());
    EXPECT_TRUE(closed(mesh));
    const bool exact = shape.polytope() && !(shape.radius() > 0);
    const bool thin = shape.bounding_radius() == 0 || shape.kind() == ShapeKind::segment ||
                      (shape.get_if<Hull<double>>() && shape.get_if<Hull<double>>()->rank() < 2);
    const double outside = thin ? 0.03 : 1e-5;
    const double inside = (exact ? 1e-5 : 0.02) * std::max(shape.bounding_radius(), 0.1);
    for (const V& d : random_directions(500)) {
      const double real = support_value(shape, d), shown = reach(mesh, d);
      EXPECT_LE(shown, real + outside);
      EXPECT_GE(shown, real - inside);
    }
  }
}

TEST(DisplayMesh, HasEveryPieceAndTriangleOfBodiesThatAreNotConvex) {
  const Shape<double> box = Box<double>{{0.5, 0.4, 0.3}}, ball = Sphere<double>{0.4};
  const DisplayMesh two = display_mesh(Compound<double>({{box, {}}, {ball, translation(0., 0., 5.)}}));
  EXPECT_EQ(two.triangles.size(), display_mesh(box).triangles.size() + display_mesh(ball).triangles.size());
  EXPECT_TRUE(closed(two));
  EXPECT_NEAR(reach(two, {0, 0, 1}), 5.4, 1e-2);
  EXPECT_NEAR(reach(two, {0, 0, -1}), 0.3, 1e-6);

  const auto list = testing::torus_mesh(1, 0.3, 24, 12);
  const DisplayMesh torus = display_mesh(Mesh<double>(list));
  EXPECT_EQ(torus.triangles.size(), 3 * list.triangles.size());
  EXPECT_EQ(torus.positions.size(), list.vertices.size());  // smooth: one normal each
  EXPECT_TRUE(closed(torus));
  const DisplayMesh sheet = display_mesh(Mesh<double>(testing::height_mesh(2, 1, [](double, double) { return 0.; })));
  EXPECT_EQ(sheet.triangles.size(), 3u * 16u);  // both sides

  HeightGrid<double> grid{.columns = 3, .rows = 3, .spacing = {1, 2}, .base = 1, .step = 0.5};
  grid.heights = {0, 0, 0, 0, 4, 0, 0, 0, 0}, grid.holes = {false, true, false, false};
  const DisplayMesh field = display_mesh(HeightField<double>(grid));
  EXPECT_EQ(field.triangles.size(), 3u * 6u);
  EXPECT_EQ(reach(field, {0, 0, 1}), 3);
  EXPECT_EQ(reach(field, {0, 1, 0}), 4);
}

TEST(DisplayMesh, NormalsAreUnitAndPointOutward) {
  for (const Shape<double>& shape : testing::every_shape()) {
    const DisplayMesh mesh = display_mesh(shape);
    for (std::size_t i = 0; i < mesh.triangles.size(); i += 3) {
      const std::uint32_t* t = &mesh.triangles[i];
      const auto p = [&](int k) { return mesh.positions[t[k]].cast<double>(); };
      const V face = cross(p(1) - p(0), p(2) - p(0));
      for (int k = 0; k < 3; ++k) {
        const V n = mesh.normals[t[k]].cast<double>();
        EXPECT_NEAR(norm(n), 1, 1e-5);
        EXPECT_GE(dot(n, face), -1e-6 * norm(face));
      }
    }
  }
}

TEST(DisplayMesh, CylindersHaveSharpRimsAndSpheresNone) {
  const DisplayMesh cylinder = display_mesh(Cylinder<double>{1, 1}), sphere = display_mesh(Sphere<double>{1});
  for (const auto& n : cylinder.normals) EXPECT_TRUE(std::abs(n.z) < 1e-5f || std::abs(n.z) > 0.9999f) << n;
  for (std::size_t i = 0; i < sphere.positions.size(); ++i)
    EXPECT_GT(dot(sphere.positions[i], sphere.normals[i]), 0.99f);
  const DisplayMesh box = display_mesh(Box<double>{{1, 2, 3}});
  EXPECT_EQ(box.triangles.size(), 36u);
  EXPECT_EQ(box.positions.size(), 24u);
}

TEST(DisplayMesh, StretchedShapesAreTheirPrototypesScaled) {
  for (const Shape<double>& shape : testing::every_shape()) {
    const Stretched s = stretched(shape);
    for (const V& d : random_directions(50)) {
      const V scaled{d.x * s.scale.x, d.y * s.scale.y, d.z * s.scale.z};
      EXPECT_NEAR(support_value(s.prototype, scaled), support_value(shape, d), 1e-8) << shape;
    }
  }
}

TEST(DisplayMesh, AHalfSpaceIsASquareOnItsPlane) {
  const HalfSpace<double> plane{{0, 3, 4}, 10};
  const DisplayMesh mesh = display_mesh(plane, {.extent = 7});
  for (const auto& p : mesh.positions) EXPECT_NEAR(dot(p.cast<double>(), plane.normal), 10, 1e-4);
}

}  // namespace
}  // namespace tactus::io
