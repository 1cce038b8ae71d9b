// SPDX-License-Identifier: MIT
#include <tactus/world/queries.h>

#include <tests/world/scene.h>

#include <gtest/gtest.h>

using namespace tactus;
using namespace tactus::testing;

namespace {

struct Queries : ::testing::Test {
  Queries() : random(3), ids(fill(world, random, 150, 6.0)) {}
  Random random;
  World<double> world;
  std::vector<BodyId> ids;
};

TEST_F(Queries, RaysMeetWhatEachBodyMeets) {
  int hits = 0;
  for (int i = 0; i < 400; ++i) {
    if (i % 100 == 50) world.update();  // with and without an index that is up to date
    const Vec3<double> origin = random.vector(0, 8), direction = random.direction() * 2.0;
    const double max_t = random.uniform(0.5, 6);
    std::vector<std::pair<double, BodyId>> wanted;
    for (const BodyId id : ids) {
      const auto r = ray_cast(world.body(id).shape, world.body(id).pose, origin, direction, max_t);
      if (r.hit()) wanted.push_back({r.t, id});
      if (r.status == MotionStatus::initial_overlap) wanted.push_back({0, id});
    }
    std::sort(wanted.begin(), wanted.end());
    const auto all = all_hits(world, origin, direction, max_t);
    ASSERT_EQ(all.size(), wanted.size());
    for (std::size_t k = 0; k < all.size(); ++k) EXPECT_EQ(all[k].body, wanted[k].second);
    EXPECT_EQ(any_hit(world, origin, direction, max_t), !wanted.empty());
    const auto closest = closest_hit(world, origin, direction, max_t);
    ASSERT_EQ(closest.has_value(), !wanted.empty());
    if (!closest) continue;
    EXPECT_NEAR(closest->hit.t, wanted[0].first, 1e-5);  // a shorter ray may stop elsewhere within the tolerance
    ++hits;
  }
  EXPECT_GT(hits, 150);
}

TEST_F(Queries, OverlapsDistancesAndTheClosestBody) {
  int overlaps = 0, within = 0;
  for (int i = 0; i < 150; ++i) {
    const Shape<double> shape = random_shape(random, Family::mixed);
    const Pose<double> pose = random.pose(12.0);
    std::vector<BodyId> wanted;
    std::vector<std::pair<double, BodyId>> distances;
    for (const BodyId id : ids) {
      const auto& body = world.body(id);
      if (intersects(shape, pose, body.shape, body.pose)) wanted.push_back(id);
      distances.push_back({contact(shape, pose, body.shape, body.pose).distance, id});
    }
    EXPECT_EQ(overlapping(world, shape, pose), wanted);
    overlaps += int(wanted.size());
    std::size_t near = 0;
    for (const auto& [d, id] : distances) near += d <= 0.5 ? 1 : 0;
    EXPECT_EQ(bodies_within(world, shape, pose, 0.5).size(), near);
    within += int(near);
    const double least = std::min_element(distances.begin(), distances.end())->first;
    const auto closest = closest_body(world, shape, pose);
    ASSERT_TRUE(closest);
    EXPECT_NEAR(closest->contact.distance, least, 4e-6);
    EXPECT_EQ(closest_body(world, shape, pose, 0.5).has_value(), least <= 0.5);
  }
  EXPECT_GT(overlaps, 50);
  EXPECT_GT(within, overlaps);
}

TEST_F(Queries, CastsStopAtTheFirstBody) {
  int hits = 0;
  for (int i = 0; i < 60; ++i) {
    const Shape<double> shape = random_shape(random, Family::mixed);
    const Pose<double> pose = {random.pose(1.0).rotation, random.direction() * 9.0 + Vec3<double>{0, 0, 9}};
    const Vec3<double> way = -pose.translation * random.uniform(0.5, 1.5);
    double first = 2;
    for (const BodyId id : ids) {
      const auto r = shape_cast(shape, pose, way, world.body(id).shape, world.body(id).pose);
      if (r.status == MotionStatus::hit || r.status == MotionStatus::initial_overlap) first = std::min(first, r.time);
    }
    const auto found = closest_cast(world, shape, pose, way);
    ASSERT_EQ(found.has_value(), first <= 1);
    if (!found) continue;
    EXPECT_EQ(found->impact.time, first);
    ++hits;
  }
  EXPECT_GT(hits, 25);
}

TEST_F(Queries, FilterAndEmptyWorld) {
  const Filter nobody{.groups = 1, .mask = 0};
  EXPECT_FALSE(any_hit(world, {0, 0, 0}, {0, 0, 1}, 100.0, nobody));
  EXPECT_TRUE(overlapping(world, Shape<double>(Sphere<double>{100}), Pose<double>{}, nobody).empty());
  const World<double> empty;
  EXPECT_FALSE(closest_hit(empty, {0, 0, 0}, {0, 0, 1}));
  EXPECT_FALSE(closest_body(empty, Shape<double>(Sphere<double>{1}), Pose<double>{}));
}

TEST_F(Queries, PointsHalfSpacesAndInfiniteDistances) {
  const Shape<double> point = Point<double>{}, ground = HalfSpace<double>{{0, 0, 1}, 0};
  const World<double> empty;
  EXPECT_FALSE(closest_body(empty, point, Pose<double>{}));
  World<double> one;
  const BodyId ball = one.add({.shape = Sphere<double>{1}, .pose = translation(0.0, 0.0, 7.0)});
  const auto closest = closest_body(one, point, Pose<double>{});
  ASSERT_TRUE(closest);
  EXPECT_NEAR(closest->contact.distance, 6, 1e-12);
  EXPECT_FALSE(closest_body(one, point, Pose<double>{}, 5.0));
  EXPECT_TRUE(closest_body(one, point, translation(0.0, 0.0, 6.5)));
  EXPECT_EQ(bodies_within(one, point, Pose<double>{}, infinity<double>).size(), 1u);
  EXPECT_TRUE(overlapping(one, ground, Pose<double>{}).empty());
  EXPECT_EQ(overlapping(one, ground, translation(0.0, 0.0, 6.5)), std::vector{ball});
  EXPECT_EQ(overlapping(world, ground, translation(0.0, 0.0, 100.0)).size(), ids.size());
}

TEST_F(Queries, RejectPosesThatAreNone) {
  const Shape<double> ball = Sphere<double>{1};
  Pose<double> twice;
  for (int i = 0; i < 3; ++i) twice.rotation(i, i) = 2;
  EXPECT_THROW(closest_body(world, ball, twice), std::invalid_argument);
  EXPECT_THROW(bodies_within(world, ball, twice, 1.0), std::invalid_argument);
  EXPECT_THROW(overlapping(world, ball, twice), std::invalid_argument);
  EXPECT_THROW(closest_cast(world, ball, twice, {1, 0, 0}), std::invalid_argument);
}

/// A concrete shape gets the same answers as a Shape made of it.
TEST(WorldQueries, TakeConcreteShapes) {
  World<double> world;
  const BodyId id = world.add({.shape = Sphere<double>{1}});
  const Box<double> box{{1, 1, 1}};
  const Pose<double> at = translation(0., 0., 1.5), away = translation(0., 0., 5.);
  EXPECT_EQ(overlapping(world, box, at), std::vector<BodyId>{id});
  EXPECT_EQ(bodies_within(world, box, away, 3.5).size(), 1u);
  EXPECT_NEAR(closest_body(world, box, away)->contact.distance, 3, 1e-9);
  EXPECT_NEAR(closest_cast(world, box, away, {0, 0, -6})->impact.time, .5, 1e-6);
}

}  // namespace
