// SPDX-License-Identifier: MIT
#include <tactus/narrow/entrance_block.h>
#include <tactus/query.h>
#include <tactus/shape/generators.h>
#include <tests/helpers/random_pairs.h>

#include <gtest/gtest.h>

#include <map>

namespace tactus {
namespace {

using testing::Random;

Hull<double> small_hull(Random& random) { return testing::random_hull(random, 4 + random.below(6)); }

/// Signed distance of a point to a solid hull, by all its planes; exact inside, and a lower bound outside.
double plane_distance(const Hull<double>& h, const Vec3<double>& p) {
  double worst = -infinity<double>;
  for (const auto& plane : h.planes()) worst = std::max(worst, dot(plane.normal, p) - plane.offset);
  return worst;
}

TEST(EntranceBlock, DepthOfTheOriginIsThePenetrationDepth) {
  Random random(7);
  int overlaps = 0;
  for (int i = 0; i < 400; ++i) {
    const Hull<double> a = small_hull(random), b = small_hull(random);
    const Pose<double> x_ab = random.pose(2.0);
    const auto block = minkowski_block(a, b, x_ab);
    const double origin = plane_distance(block.hull, {});
    const auto c = narrow::contact(Shape<double>(a), Shape<double>(b), x_ab);
    EXPECT_EQ(origin < 0, c.distance < 0);
    if (origin < 0) {
      EXPECT_NEAR(c.distance, origin, 1e-12);
    }
    overlaps += origin < 0;
  }
  EXPECT_GT(overlaps, 120);
  EXPECT_LT(overlaps, 280);
}

TEST(EntranceBlock, TheReferencePointSeesTheMirroredBlock) {
  Random random(8);
  for (int i = 0; i < 50; ++i) {
    const Hull<double> a = small_hull(random), b = small_hull(random);
    const Pose<double> x_ab = random.pose(2.0);
    const Vec3<double> v{0.3, -0.2, 0.5};
    const auto difference = minkowski_block(a, b, x_ab);
    const auto entrance = entrance_block(a, b, x_ab, v);
    EXPECT_EQ(difference.hull.face_count(), entrance.hull.face_count());
    EXPECT_NEAR(plane_distance(difference.hull, {}), plane_distance(entrance.hull, v), 1e-13);
    EXPECT_EQ(entrance.faces.size(), entrance.hull.face_count());
  }
}

// Every face of a difference is face-vertex, vertex-face or edge-edge in general position, and face-face or face-edge
// where features are parallel [Feng & Tan 2019, §4.2.2].
TEST(EntranceBlock, FacesComeFromTheRightFeatures) {
  const Hull<double> cube = generate::cube<double>();
  const auto aligned = minkowski_block(cube, cube, translation(0.1, 0.2, 0.3));
  ASSERT_EQ(aligned.hull.face_count(), 6u);
  for (const auto& f : aligned.faces) EXPECT_EQ(f.type(), ContactType::face_face);

  const Pose<double> turned = rotation(Vec3<double>{1, 2, 3}, 0.8);
  std::map<ContactType, int> types;
  for (const auto& f : minkowski_block(cube, cube, turned).faces) ++types[f.type()];
  EXPECT_EQ(types[ContactType::vertex_face], 12);  // six faces of each
  EXPECT_EQ(types[ContactType::edge_edge] + 12,
            static_cast<int>(minkowski_block(cube, cube, turned).hull.face_count()));
  EXPECT_GE(types[ContactType::edge_edge], 6);
}

TEST(EntranceBlock, FlatHullsHaveABlockToo) {
  const std::vector<Vec3<double>> square{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
  const Hull<double> flat = Hull<double>::from_points(square);
  const auto block = minkowski_block(flat, flat, Pose<double>{});
  EXPECT_EQ(block.hull.rank(), 2);
  EXPECT_EQ(block.hull.vertex_count(), 4u);
}

}  // namespace
}  // namespace tactus
