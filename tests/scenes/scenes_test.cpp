// SPDX-License-Identifier: MIT
#include <scenes/scenes.h>
#include <scenes/shapes.h>
#include <tactus/math/refuse.h>
#include <tactus/query.h>
#include <tactus/world/body.h>

#include <gtest/gtest.h>

#include <cmath>
#include <set>

namespace {

using namespace tactus;
using namespace tactus::scenes;

bool same(const Scene& a, const Scene& b) {
  if (a.bodies.size() != b.bodies.size()) return false;
  for (std::size_t i = 0; i < a.bodies.size(); ++i) {
    const SceneBody &x = a.bodies[i], &y = b.bodies[i];
    const bool hulls = x.shape.kind() == ShapeKind::hull && y.shape.kind() == ShapeKind::hull;
    const bool shapes = hulls ? x.shape.bounding_radius() == y.shape.bounding_radius() : x.shape == y.shape;
    if (!shapes || !(x.pose == y.pose) || !(x.velocity == y.velocity) || x.material != y.material) return false;
  }
  return true;
}

TEST(Scenes, AreFoundByName) {
  for (const NamedScene& scene : named_scenes()) {
    ASSERT_EQ(find_scene(scene.name), &scene);
    EXPECT_FALSE(scene.description.empty());
    EXPECT_EQ(scene.make(3, 1).name, scene.name);
  }
  EXPECT_EQ(find_scene("plie"), nullptr);
  EXPECT_EQ(scene_names().size(), named_scenes().size());
}

TEST(Scenes, AreTheSameForTheSameSeed) {
  for (const NamedScene& scene : named_scenes()) {
    EXPECT_TRUE(same(scene.make(20, 5), scene.make(20, 5))) << scene.name;
    EXPECT_FALSE(same(scene.make(20, 5), scene.make(21, 5))) << scene.name;
    EXPECT_FALSE(same(scene.make(20, 5), scene.make(20, 6))) << scene.name;
  }
}

TEST(Scenes, HaveValidBodies) {
  for (const NamedScene& named : named_scenes()) {
    const Scene scene = named.make(named.default_size, 1);
    for (const SceneBody& body : scene.bodies) {
      EXPECT_LT(body.material, scene.materials.size()) << named.name;
      EXPECT_TRUE(is_valid(body.pose)) << named.name;
    }
    EXPECT_GT(scene.seconds, 0);
  }
}

int told = 0;  // to the handler of refusals

TEST(Scenes, ASizeBelowOneIsRefused) {
  set_refusal_handler(
      [](const char* message) { told += std::string_view(message).find("size 0") != std::string::npos; });
  for (const NamedScene& scene : named_scenes()) EXPECT_THROW(scene.make(0, 1), std::invalid_argument) << scene.name;
  set_refusal_handler(nullptr);
  EXPECT_EQ(static_cast<std::size_t>(told), named_scenes().size());
}

/// Bodies may touch, as cards and stacked bodies do; but none begins inside another.
TEST(Scenes, BeginWithoutOverlap) {
  for (const NamedScene& named : named_scenes()) {
    const Scene scene = named.make(6, 1);
    for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
      for (std::size_t j = i + 1; j < scene.bodies.size(); ++j) {
        const SceneBody &a = scene.bodies[i], &b = scene.bodies[j];
        if (a.motion == MotionKind::fixed && b.motion == MotionKind::fixed) continue;
        const double gap = detail::with_shapes<double>(
            a, b, [&](const auto& in_a, const auto& in_b) { return contact(in_a, a.pose, in_b, b.pose).distance; });
        EXPECT_GT(gap, -1e-9) << named.name << ": " << i << ' ' << a.shape << " and " << j << ' ' << b.shape;
      }
    }
  }
}

TEST(Scenes, EveryShapeHasEveryKind) {
  std::set<ShapeKind> kinds;
  for (const SceneBody& body : every_shape(1, 1).bodies) kinds.insert(body.shape.kind());
  EXPECT_EQ(kinds.size(), static_cast<std::size_t>(ShapeKind::custom)) << "all but the users' own";
}

TEST(Scenes, TheTerrainHasEveryKindOfBody) {
  const Scene scene = terrain(100, 1);
  std::set<ShapeKind> kinds;
  int compounds = 0, meshes = 0, fields = 0;
  for (const SceneBody& body : scene.bodies) {
    if (!body.nonconvex) kinds.insert(body.shape.kind());
    compounds += body.nonconvex.get_if<Compound<double>>() != nullptr;
    meshes += body.nonconvex.get_if<Mesh<double>>() != nullptr;
    fields += body.nonconvex.get_if<HeightField<double>>() != nullptr;
  }
  EXPECT_EQ(kinds.size(), solid_kinds().size());
  EXPECT_EQ(compounds, 17);
  EXPECT_EQ(meshes, 1);
  EXPECT_EQ(fields, 1);
}

TEST(Random, IsTheSameEverywhere) {
  Random random(1);
  EXPECT_EQ(random.bits(), 0x910a2dec89025cc1u);
  EXPECT_EQ(random.bits(), 0xbeeb8da1658eec67u);
  for (int i = 0; i < 1000; ++i) {
    const double x = random.uniform(-2, 3);
    EXPECT_TRUE(x >= -2 && x < 3);
    EXPECT_LT(random.below(7), 7u);
    EXPECT_LT(orthonormality_error(random.rotation()), 1e-12);
  }
}

}  // namespace
