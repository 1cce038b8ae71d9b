// SPDX-License-Identifier: MIT
/// The level parts of a polytope: the walk against a test of all of them, the parts left out if there are too many, and
/// how edges are projected.
#include <tactus/contact/center/level_parts.h>
#include <tactus/contact/manifold/silhouette.h>
#include <tactus/narrow/polyhedron/box_polyhedron.h>
#include <tests/helpers/random_pairs.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

namespace tactus {
namespace {

using testing::Random;
using testing::test_size;
using D = double;

std::map<std::uint32_t, D> by_index(const LevelPart<D>* parts, int count) {
  std::map<std::uint32_t, D> map;
  for (int i = 0; i < count; ++i) map[parts[i].index] = parts[i].tilt2;
  return map;
}

TEST(LevelParts, AreFoundByTheWalk) {
  Random r(1);
  int faces = 0, edges = 0;
  const int trials = test_size(300);
  for (int i = 0; i < trials; ++i) {
    const Hull<D> hull = testing::random_hull(r, 6 + r.below(100));
    const auto face = static_cast<std::uint32_t>(r.below(static_cast<int>(hull.face_count())));
    const Vec3<D> near = hull.plane(face).normal + r.vector(0, .2), direction = near / norm(near);
    LevelParts<D> walked, all;
    walked.sine = all.sine = r.uniform(.05, .3);
    find_level_parts(walked, hull, direction, hull.support_index(direction));
    find_level_parts_among_all(all, hull, direction);
    ASSERT_FALSE(all.full());
    ASSERT_EQ(by_index(walked.faces, walked.face_count), by_index(all.faces, all.face_count)) << i;
    const auto found = by_index(walked.edges, walked.edge_count), there = by_index(all.edges, all.edge_count);
    ASSERT_EQ(found.size(), there.size()) << i;
    for (const auto& [edge, tilt2] : there) {
      ASSERT_TRUE(found.contains(edge)) << i;
      ASSERT_NEAR(found.at(edge), tilt2, 1e-14) << i;  // seen from the other end
    }
    faces += walked.face_count, edges += walked.edge_count;
  }
  EXPECT_GE(faces, 2 * trials);
  EXPECT_GE(edges, 3 * trials);
}

TEST(LevelParts, OfTooManyTheMostLevelCount) {
  Random r(2);
  LevelParts<D> parts;
  parts.sine = 1;
  std::vector<D> tilts;
  for (std::uint32_t i = 0; i < 1000; ++i) {
    tilts.push_back(r.uniform(0, 1));
    parts.add_face(i, square(tilts.back()));
  }
  std::sort(tilts.begin(), tilts.end());
  const std::size_t capacity = LevelParts<D>::capacity;
  EXPECT_TRUE(parts.full());
  EXPECT_DOUBLE_EQ(parts.sine, tilts[capacity]) << "of the first that is left out";
  std::vector<D> kept;
  for (int i = 0; i < parts.face_count; ++i) kept.push_back(std::sqrt(parts.faces[i].tilt2));
  std::sort(kept.begin(), kept.end());
  for (std::size_t i = 0; i < capacity; ++i) EXPECT_DOUBLE_EQ(kept[i], tilts[i]);
  for (int i = 0; i < parts.face_count; ++i) EXPECT_GT(parts.share(parts.faces[i]), 0);
}

TEST(LevelParts, CountInFullWhereAllAreExactlyLevel) {
  LevelParts<D> parts;
  parts.sine = .01;
  for (std::uint32_t i = 0; i < 2 * LevelParts<D>::capacity; ++i) parts.add_edge(i, 0);
  EXPECT_EQ(parts.sine, 0);
  EXPECT_EQ(parts.share(parts.edges[0]), 1);
  EXPECT_EQ(parts.share({0, 1e-9}), 0);
}

/// Far from the origin the ends of a short edge may coincide: it still has a slope.
TEST(LaySegment, KeepsShortEdgesFarAway) {
  const ContactFrame<float> frame(Vec3<float>{0, 0, 1});
  const BodyFrame<float> far(frame, Pose<float>{{}, {1e8f, 1e8f, 1e8f}});
  Silhouette<float> s;
  detail::lay_segment(s, far, {0, 0, 0}, {1e-3f, 0, 1e-5f});
  EXPECT_NEAR(s.slope.x, 1e-2f, 1e-6f);
  EXPECT_EQ(s.slope.y, 0);
  EXPECT_NEAR(s.tilt, 1e-2f, 1e-5f);
  detail::lay_segment(s, far, {0, 0, 0}, {0, 0, 1});
  EXPECT_EQ(s.slope, (Vec2<float>{})) << "upright";
}

}  // namespace
}  // namespace tactus
