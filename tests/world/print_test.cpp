// SPDX-License-Identifier: MIT
/// What a world and a batch report can be printed, in words.
#include <tactus/batch/bodies.h>
#include <tactus/world/advance.h>
#include <tactus/world/world.h>

#include <gtest/gtest.h>

#include <sstream>

namespace {

using namespace tactus;

template <class Report> std::string printed(const Report& report) {
  std::ostringstream text;
  text << report;
  return text.str();
}

TEST(Print, EventsAndCountsOfAWorld) {
  World<double> world;
  world.add({.shape = HalfSpace<double>{.normal = {0, 0, 1}, .offset = 0}, .is_static = true});
  world.add({.shape = Sphere<double>{.radius = 1}, .pose = translation(0.0, 0.0, 0.9)});
  world.update();
  ASSERT_EQ(world.events().size(), 1u);
  EXPECT_EQ(printed(world.events()[0]),
            "BodyId{.slot = 0, .generation = 0} and BodyId{.slot = 1, .generation = 0}: begin");
  EXPECT_EQ(printed(world.counts()), "1 pairs: 0 asleep, 0 unchanged, 0 certified, 0 by balls, 0 proved, 1 exact");
}

TEST(Print, AFrameOfMotion) {
  World<double> world;
  world.add({.shape = Sphere<double>{.radius = 1}, .velocity = {1, 0, 0}});
  EXPECT_EQ(printed(advance(world, 0.5)), "done after 0.5, 0 impacts, 0 times of impact");
}

TEST(Print, SummaryAndPairOfABatch) {
  EXPECT_EQ(printed(batch::Summary{.in_lanes = 3, .one_by_one = 2, .gave_up = 1, .invalid = 4, .stopped = true}),
            "3 in lanes, 2 by the single query (1 after lanes gave up), 4 invalid, stopped");
  EXPECT_EQ(printed(batch::BodyPair{.a = 1, .b = 2}), "shape 1 and obstacle 2");
  EXPECT_EQ(printed(batch::BodyPair{.a = 1, .b = 2, .self = true}), "shape 1 and shape 2");
}

}  // namespace
