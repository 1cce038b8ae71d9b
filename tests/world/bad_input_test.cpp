// SPDX-License-Identifier: MIT
// A world rejects invalid input with an exception that names it, and stays unchanged (docs/contract.md).
#include <tactus/tactus.h>

#include <gtest/gtest.h>

#include <limits>
#include <string>

namespace tactus {
namespace {

using T = double;
using W = World<T>;
using S = Shape<T>;
constexpr T nan = std::numeric_limits<T>::quiet_NaN(), inf = std::numeric_limits<T>::infinity();

template <class F> std::string complaint(F&& f) {
  try {
    f();
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return {};
}
bool names(const std::string& said, const std::string& what) { return said.find(what) != std::string::npos; }

struct WorldBadInput : ::testing::Test {
  W world;
  BodyId ground = world.add({.shape = HalfSpace<T>{}, .is_static = true});
  BodyId ball = world.add({.shape = Sphere<T>{1}, .pose = translation(0.0, 0.0, 5.0), .velocity = {0, 0, -1}});
  const S shape = Box<T>{{1, 1, 1}};
};

TEST_F(WorldBadInput, CastsAndRays) {
  const Pose<T> bad = translation(nan, 0.0, 0.0);
  const Vec3<T> nowhere{0, nan, 0}, endless{0, 0, -inf};
  for (const Vec3<T>& way : {nowhere, endless})
    EXPECT_TRUE(names(complaint([&] { closest_cast(world, shape, Pose<T>{}, way); }), "translation"));
  EXPECT_TRUE(names(complaint([&] { closest_cast(world, shape, bad, {1, 0, 0}); }), "Pose{"));
  EXPECT_TRUE(names(complaint([&] {
                      closest_cast(world, shape, Pose<T>{}, {1, 0, 0}, {}, {.tolerance = nan});
                    }),
                    "Options{"));
  for (const Vec3<T>& x : {nowhere, endless}) {
    EXPECT_TRUE(names(complaint([&] { closest_hit(world, x, {1, 0, 0}); }), "origin"));
    EXPECT_TRUE(names(complaint([&] { closest_hit(world, {}, x); }), "direction"));
    EXPECT_TRUE(names(complaint([&] { all_hits(world, {}, x); }), "direction"));
    EXPECT_TRUE(names(complaint([&] { any_hit(world, {}, x); }), "direction"));
  }
  EXPECT_TRUE(names(complaint([&] { closest_hit(world, {}, {}); }), "direction"));
  for (const T max_t : {nan, -1.0})
    EXPECT_TRUE(names(complaint([&] { closest_hit(world, {}, {1, 0, 0}, max_t); }), "max_t"));
}

TEST_F(WorldBadInput, Distances) {
  for (const T limit : {nan, -1.0}) {
    EXPECT_TRUE(names(complaint([&] { bodies_within(world, shape, Pose<T>{}, limit); }), "max_distance"));
    EXPECT_TRUE(names(complaint([&] { closest_body(world, shape, Pose<T>{}, limit); }), "max_distance"));
  }
  EXPECT_TRUE(names(complaint([&] { overlapping(world, shape, translation(nan, 0.0, 0.0)); }), "Pose{"));
}

TEST_F(WorldBadInput, Advance) {
  for (const T duration : {nan, inf, -1.0}) {
    EXPECT_TRUE(names(complaint([&] { advance(world, duration); }), "duration")) << duration;
    EXPECT_TRUE(names(complaint([&] { advance_in_substeps(world, duration, 4); }), "duration")) << duration;
  }
  for (const int substeps : {0, -3})
    EXPECT_TRUE(names(complaint([&] { advance_in_substeps(world, 1.0, substeps); }), "substeps"));
  EXPECT_TRUE(names(complaint([&] { advance_in_substeps(world, 1.0, 1, {}, -1); }), "threads"));
  EXPECT_TRUE(names(complaint([&] { advance(world, 1.0, {}, -1); }), "max_impacts"));
  EXPECT_TRUE(names(complaint([&] { advance(world, 1.0, {}, 10, {.max_iterations = -1}); }), "Options{"));
  EXPECT_EQ(world.body(ball).pose.translation, (Vec3<T>{0, 0, 5})) << "nothing has moved";
  EXPECT_EQ(advance(world, 0.0).status, AdvanceStatus::done) << "no time at all is a time";
}

TEST_F(WorldBadInput, HowPointsAreMatched) {
  for (const T bad : {nan, -1.0})
    for (const CacheOptions<T>& points : {CacheOptions<T>{.reach = bad}, CacheOptions<T>{.hysteresis = {.area = bad}},
                                          CacheOptions<T>{.hysteresis = {.depth = bad}}}) {
      const std::string said = complaint([&] { W({.points = points}); });
      EXPECT_TRUE(names(said, "World: ")) << said;
      EXPECT_TRUE(names(said, "CacheOptions{")) << said;
      EXPECT_NE(complaint([&] { ContactCache<T>{points}; }), "");
    }
  for (const T good : {0.0, 1.0, inf}) EXPECT_NO_THROW(W({.points = {.reach = good, .hysteresis = {good, good}}}));
}

TEST_F(WorldBadInput, Threads) {
  EXPECT_TRUE(names(complaint([&] { world.update(-1); }), "threads"));
}

// An id does not know its world: an id that also exists here is accepted; for others the message makes no guess.
TEST_F(WorldBadInput, Ids) {
  W other;
  const BodyId first = other.add({.shape = Sphere<T>{2}});
  EXPECT_EQ(first, ground) << "the first body of any world";
  EXPECT_NO_THROW(world.body(first));
  other.add({.shape = Sphere<T>{2}});
  const BodyId third = other.add({.shape = Sphere<T>{3}});
  const std::string said = complaint([&] { world.body(third); });
  EXPECT_TRUE(names(said, "names no body of this world")) << said;
  world.remove(ball);
  EXPECT_TRUE(names(complaint([&] { world.set_pose(ball, Pose<T>{}); }), "names no body of this world"));
}

}  // namespace
}  // namespace tactus
