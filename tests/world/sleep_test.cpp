// SPDX-License-Identifier: MIT
/// Bodies that sleep: their pairs cost nothing, keep their contacts, and give no events until one of them wakes.
#include <tactus/world/world.h>
#include <tests/world/scene.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace {

using namespace tactus;
using namespace tactus::testing;

/// Three cubes on a static slab, in a row, each touching the next.
struct Row {
  World<double> world;
  BodyId ground, cubes[3];

  Row() {
    const Shape<double> cube = Box<double>{{.5, .5, .5}};
    ground = world.add({.shape = Box<double>{{10, 10, 1}}, .pose = translation(0., 0., -1.), .is_static = true});
    for (int i = 0; i < 3; ++i) cubes[i] = world.add({.shape = cube, .pose = translation(.999 * i, 0., .499)});
    world.update(1);
  }
  void sleep_all() {
    for (const BodyId id : cubes) world.sleep(id);
    world.update(1);
  }
};

TEST(Sleep, PairsOfSleepersAreNotSettledAndKeepTheirContacts) {
  Row row;
  ASSERT_EQ(row.world.contacts().size(), 5u);  // three on the ground, two side by side
  EXPECT_EQ(row.world.counts().asleep, 0u);
  row.world.contacts()[0].points.points[0].data.normal = 7;
  row.sleep_all();
  EXPECT_EQ(row.world.contacts().size(), 0u);
  ASSERT_EQ(row.world.sleeping_contacts().size(), 5u);
  EXPECT_EQ(row.world.sleeping_contacts()[0].points.points[0].data.normal, 7);
  EXPECT_TRUE(row.world.events().empty()) << "no persist, no end";
  EXPECT_EQ(row.world.counts().asleep, 5u);
  EXPECT_EQ(row.world.counts().pairs, 5u);
  EXPECT_TRUE(row.world.asleep(row.cubes[1]));

  row.world.wake(row.cubes[0]);  // it touches the ground and its neighbour
  row.world.update(1);
  EXPECT_EQ(row.world.contacts().size(), 2u);
  EXPECT_EQ(row.world.sleeping_contacts().size(), 3u);
  ASSERT_EQ(row.world.events().size(), 2u);
  for (const BodyEvent& e : row.world.events()) EXPECT_EQ(e.change, PairChange::persist);
  EXPECT_EQ(row.world.contacts()[0].points.points[0].data.normal, 7);
  EXPECT_EQ(row.world.age(row.world.contacts()[0].points.points[0]), 2u) << "every update counts";
}

TEST(Sleep, WhoTouchesASleeperIsReported) {
  Row row;
  row.sleep_all();
  EXPECT_TRUE(row.world.touched_sleepers().empty());
  const BodyId ball = row.world.add({.shape = Sphere<double>{.5}, .pose = translation(2.99, 0., .6)});
  row.world.update(1);
  ASSERT_EQ(row.world.touched_sleepers().size(), 1u);
  EXPECT_EQ(row.world.touched_sleepers()[0].sleeper, row.cubes[2]);
  EXPECT_EQ(row.world.touched_sleepers()[0].by, ball);
  row.world.sleep(ball);
  row.world.update(1);
  EXPECT_TRUE(row.world.touched_sleepers().empty());
  EXPECT_EQ(row.world.contacts().size(), 0u);
}

TEST(Sleep, WhatIsMovedOrChangedWakesUp) {
  Row row;
  row.sleep_all();
  row.world.set_pose(row.cubes[1], translation(.999, 0., 5.));
  EXPECT_FALSE(row.world.asleep(row.cubes[1]));
  row.world.update(1);
  EXPECT_EQ(row.world.events().size(), 3u);
  for (const BodyEvent& e : row.world.events()) EXPECT_EQ(e.change, PairChange::end);
  EXPECT_EQ(row.world.sleeping_contacts().size(), 2u);

  row.world.set_shape(row.cubes[0], Sphere<double>{.1});  // no longer on the ground
  EXPECT_FALSE(row.world.asleep(row.cubes[0]));
  row.world.update(1);
  ASSERT_EQ(row.world.events().size(), 1u);
  EXPECT_EQ(row.world.events()[0].change, PairChange::end);
  EXPECT_EQ(row.world.sleeping_contacts().size(), 1u);
}

/// The ground is moved away: those that sleep on it do not move, and so do not wake, but the contact is gone.
TEST(Sleep, AStaticBodyThatMovesIsSeenBySleepers) {
  Row row;
  row.sleep_all();
  row.world.set_pose(row.ground, translation(0., 0., -1.5));
  row.world.update(1);
  EXPECT_EQ(row.world.sleeping_contacts().size(), 2u);
  EXPECT_EQ(row.world.events().size(), 3u);
  EXPECT_TRUE(row.world.asleep(row.cubes[0]));
  row.world.set_pose(row.ground, translation(0., 0., -1.));
  row.world.update(1);
  EXPECT_EQ(row.world.contacts().size(), 3u) << "new contacts are awake for one step";
  row.world.update(1);
  EXPECT_EQ(row.world.sleeping_contacts().size(), 5u);
}

TEST(Sleep, RemovedSleepersEndTheirContacts) {
  Row row;
  row.sleep_all();
  row.world.remove(row.cubes[1]);
  row.world.update(1);
  EXPECT_EQ(row.world.sleeping_contacts().size(), 2u);
  ASSERT_EQ(row.world.events().size(), 3u);
  for (const BodyEvent& e : row.world.events()) EXPECT_EQ(e.change, PairChange::end);
  EXPECT_THROW(row.world.sleep(row.cubes[1]), std::invalid_argument);
  EXPECT_THROW(row.world.wake(row.cubes[1]), std::invalid_argument);
}

/// Two sleepers become a pair without being moved: it is settled once, and then sleeps.
TEST(Sleep, APairOfSleepersThatBeginsIsSettledOnce) {
  World<double> world;
  const Shape<double> ball = Sphere<double>{.5};
  const BodyId a = world.add({.shape = ball}), b = world.add({.shape = ball, .pose = translation(.9, 0., 0.)});
  world.set_filter(b, {.groups = 2, .mask = 2});
  world.sleep(a), world.sleep(b);
  world.update(1);
  EXPECT_EQ(world.counts().pairs, 0u);
  world.set_filter(b, {});
  world.update(1);
  ASSERT_EQ(world.contacts().size(), 1u);
  ASSERT_EQ(world.events().size(), 1u);
  EXPECT_EQ(world.events()[0].change, PairChange::begin);
  for (int step = 0; step < 2; ++step) {
    world.update(1);
    EXPECT_TRUE(world.contacts().empty());
    EXPECT_EQ(world.sleeping_contacts().size(), 1u);
    EXPECT_TRUE(world.events().empty()) << "two sleepers give no event";
  }
}

/// A world in which bodies sleep and wake at random has, awake and asleep, the contacts of one in which no body sleeps,
/// and of all pairs.
TEST(Sleep, ChangesNoContact) {
  Random random(12), same(12);
  World<double> sleepy, awake;
  const auto ids = fill(sleepy, random, 150, 4.5);
  ASSERT_EQ(ids, fill(awake, same, 150, 4.5));
  std::size_t slept = 0, of_all_pairs = 0;
  const int steps = test_size(200), between_checks = steps / 10;
  for (int step = 0; step < steps; ++step) {
    for (const BodyId id : ids) {
      if (random.below(20) == 0) random.below(2) ? sleepy.sleep(id) : sleepy.wake(id);
      if (sleepy.asleep(id) || random.below(3)) continue;
      const Pose<double> pose = sleepy.body(id).pose;
      const Pose<double> next = orthonormalized(translation(random.direction() * .01) * pose);
      sleepy.set_pose(id, next), awake.set_pose(id, next);
    }
    sleepy.update(1), awake.update(1);
    std::map<std::pair<BodyId, BodyId>, double> found, wanted;
    for (const auto& c : sleepy.contacts()) found[{c.a, c.b}] = c.contact.distance;
    for (const auto& c : sleepy.sleeping_contacts()) found[{c.a, c.b}] = c.contact.distance;
    for (const auto& c : awake.contacts()) wanted[{c.a, c.b}] = c.contact.distance;
    ASSERT_EQ(found, wanted) << "step " << step;
    if (step % between_checks == 0) expect_all_pairs(sleepy, of_all_pairs);
    slept += sleepy.counts().asleep;
  }
  EXPECT_GT(slept, 100u);
  EXPECT_GT(of_all_pairs, 100u);
}

using Pairs = std::set<std::pair<BodyId, BodyId>>;

/// Both lists are sorted by slots. Pairs of bodies that rest are in the second, unless they have just begun or one of the
/// bodies was moved. `before`: the pairs of both lists after the last update. Returns the number of pairs of bodies that
/// rest in the first list.
int expect_sorted_and_parted(const World<double>& world, const Pairs& before, const std::set<BodyId>& moved) {
  const auto sorted = [](const auto& list) {
    std::vector<std::pair<BodyId, BodyId>> pairs;
    for (const auto& c : list) pairs.emplace_back(c.a, c.b);
    return std::is_sorted(pairs.begin(), pairs.end()) && std::adjacent_find(pairs.begin(), pairs.end()) == pairs.end();
  };
  EXPECT_TRUE(sorted(world.contacts()));
  EXPECT_TRUE(sorted(world.sleeping_contacts()));
  const auto rests = [&](BodyId id) { return world.asleep(id) || world.body(id).is_static; };
  for (const auto& c : world.sleeping_contacts()) EXPECT_TRUE(rests(c.a) && rests(c.b)) << c.a << c.b;
  int resting = 0;
  for (const auto& c : world.contacts()) {
    if (!rests(c.a) || !rests(c.b)) continue;
    ++resting;
    EXPECT_TRUE(!before.contains({c.a, c.b}) || moved.contains(c.a) || moved.contains(c.b)) << c.a << c.b;
  }
  return resting;
}

/// Sleepers among bodies that come and go, change their filters, and are moved: the list of sleeping contacts is changed
/// for these alone, and stays that of a world in which no body sleeps.
TEST(Sleep, TheListOfSleepersFollowsEveryChange) {
  Random random(21), same(21);
  World<double> sleepy, awake;
  auto ids = fill(sleepy, random, 120, 4.0);
  ASSERT_EQ(ids, fill(awake, same, 120, 4.0));
  std::size_t slept = 0, most = 0, of_all_pairs = 0;
  const int steps = test_size(300), between_checks = steps / 10;
  int resting = 0;
  Pairs before;
  for (int step = 0; step < steps; ++step) {
    std::set<BodyId> moved;
    for (BodyId& id : ids) {
      const int what = random.below(100);
      if (what < 30) sleepy.sleep(id);
      if (what == 30) sleepy.wake(id);
      if (id == ids[0] || what < 97) continue;  // the ground stays
      if (what == 97) {
        const Filter filter{.groups = 1, .mask = random.below(2) ? 1u : 0u};
        sleepy.set_filter(id, filter), awake.set_filter(id, filter);
      } else if (what == 98) {
        const Pose<double> pose = random.pose(4.0);
        sleepy.set_pose(id, pose), awake.set_pose(id, pose);
        moved.insert(id);
      } else {
        const Body<double> body{.shape = random_shape(random, Family::mixed), .pose = random.pose(4.0)};
        sleepy.remove(id), awake.remove(id);
        id = sleepy.add(body);
        ASSERT_EQ(id, awake.add(body));
      }
    }
    sleepy.update(1), awake.update(1);
    resting += expect_sorted_and_parted(sleepy, before, moved);
    Pairs found, wanted;
    for (const auto& c : sleepy.contacts()) found.insert({c.a, c.b});
    for (const auto& c : sleepy.sleeping_contacts()) found.insert({c.a, c.b});
    for (const auto& c : awake.contacts()) wanted.insert({c.a, c.b});
    ASSERT_EQ(found, wanted) << "step " << step;
    if (step % between_checks == 0) expect_all_pairs(sleepy, of_all_pairs);
    slept += sleepy.sleeping_contacts().size(), most = std::max(most, sleepy.sleeping_contacts().size());
    before = found;
  }
  EXPECT_GT(slept, 100u);
  EXPECT_GT(most, 50u) << "many sleep at a time";
  if (steps >= 300) {
    EXPECT_GT(resting, 0) << "pairs that begin while both rest";
  }
  EXPECT_GT(of_all_pairs, 100u);
}

}  // namespace
