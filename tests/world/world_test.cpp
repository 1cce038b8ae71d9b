// SPDX-License-Identifier: MIT
#include <tactus/core/parallel.h>
#include <tests/world/scene.h>

#include <gtest/gtest.h>

#include <cstring>
#include <set>

using namespace tactus;
using namespace tactus::testing;

namespace {

/// What every step reads of a pair, up to the end of its proof, lies in two cache lines (ARCHITECTURE.md).
template <class T> void expect_two_cache_lines() {
  const PairRecord<T, Impulses<T>> pair;
  const auto at = [&](const void* part) {
    return static_cast<const std::byte*>(part) - reinterpret_cast<const std::byte*>(&pair);
  };
  EXPECT_LE(at(&pair.cache.proof + 1), 128);
  EXPECT_LT(at(&pair.touch), 128);
  EXPECT_EQ(alignof(PairRecord<T, Impulses<T>>), 64u);
}
TEST(World, APairsHotDataTakeTwoCacheLines) {
  expect_two_cache_lines<float>();
  expect_two_cache_lines<double>();
}

TEST(World, FindsWhatAllPairsFindColdAndAfterManySteps) {
  Random random(6);
  World<double> world;
  const auto ids = fill(world, random, 250, 6.0);
  world.update();
  std::size_t seen = 0;
  expect_all_pairs(world, seen);
  EXPECT_GT(seen, 100u);
  const int steps = test_size(500);
  UpdateCounts total;
  for (int step = 1; step <= steps; ++step) {
    jostle(world, random, ids, 0.003);
    world.update();
    total.pairs += world.counts().pairs, total.certified += world.counts().certified;
    total.unchanged += world.counts().unchanged, total.by_balls += world.counts().by_balls;
    total.exact += world.counts().exact, total.proved += world.counts().proved;
    if (step % 50 == 0 || step == steps) expect_all_pairs(world, seen);
  }
  // Each of the ways to settle a pair was taken, so none of them is untested.
  for (const std::size_t n : {total.certified, total.unchanged, total.by_balls, total.exact})
    EXPECT_GT(n, std::size_t(steps));
  EXPECT_EQ(total.pairs, total.certified + total.unchanged + total.by_balls + total.proved + total.exact);
}

/// Bodies come and go, some are kinematic, and a predicate leaves out pairs.
TEST(World, FindsWhatAllPairsFindWhileBodiesComeAndGo) {
  Random random(16);
  World<double> world;
  auto ids = fill(world, random, 120, 4.0);
  const Admits predicate = [](const auto& a, const auto& b) { return (a.user_data + b.user_data) % 5 != 0; };
  world.set_predicate(predicate);
  std::size_t seen = 0, kinematic = 0, left_out = 0;
  for (int step = 0; step < test_size(100); ++step) {
    jostle(world, random, ids, 0.01);
    for (int k = 0; k < 4; ++k) {
      BodyId& id = ids[1 + std::size_t(random.below(int(ids.size()) - 1))];
      world.remove(id);
      Body<double> body{.shape = random_shape(random, Family::mixed), .pose = random.pose(4.0)};
      body.kinematic = random.below(3) == 0, body.user_data = std::uint64_t(random.below(10));
      id = world.add(body);
      kinematic += body.kinematic;
    }
    world.update(1);
    expect_all_pairs(world, seen, predicate);
    left_out += all_pairs(world).size() - all_pairs(world, predicate).size();
  }
  EXPECT_GT(seen, 20 * std::size_t(test_size(100)));
  EXPECT_GT(kinematic, std::size_t(test_size(100)));
  EXPECT_GT(left_out, std::size_t(test_size(100)));
}

/// Hulls that rest on each other and tremble: most of their pairs are settled by a proof, and are still what all pairs
/// find.
TEST(World, FindsWhatAllPairsFindOfRestingHulls) {
  Random random(17);
  World<double> world;
  world.add({.shape = Box<double>{{10, 10, 1}}, .pose = translation(0., 0., -1.), .is_static = true});
  std::vector<Vec3<double>> corners;
  for (int i = 0; i < 24; ++i)
    corners.push_back({0.5 * cos(pi<double> / 6 * i), 0.5 * sin(pi<double> / 6 * i), i < 12 ? -.5 : .5});
  const Shape<double> drum = Hull<double>::from_points(corners);
  std::vector<BodyId> ids;
  std::vector<Pose<double>> at_rest;
  for (int i = 0; i < 27; ++i) {  // columns of three
    at_rest.push_back(translation(1.2 * (i % 3), 1.2 * (i / 3 % 3), 0.498 + 0.998 * (i / 9)));
    ids.push_back(world.add({.shape = drum, .pose = at_rest.back() * random.turn(1e-3)}));
  }
  for (std::size_t i = 0; i < ids.size(); ++i) at_rest[i] = world.body(ids[i]).pose;
  std::size_t seen = 0, proved = 0, exact = 0;
  for (int step = 0; step < test_size(100); ++step) {
    for (std::size_t i = 0; i < ids.size(); ++i) world.set_pose(ids[i], random.moved(at_rest[i], 1e-6, 1e-6));
    world.update(1);
    proved += world.counts().proved, exact += world.counts().exact;
    if (step % 20 == 0) expect_all_pairs(world, seen);
  }
  EXPECT_GE(seen, 27u);
  EXPECT_GT(proved, exact) << "or this tests no proof";
}

TEST(World, EventsBalance) {
  Random random(7);
  World<double> world;
  auto ids = fill(world, random, 120, 4.0);
  std::set<std::pair<BodyId, BodyId>> touching;
  std::size_t begun = 0, ended = 0;
  const int steps = test_size(300);
  for (int step = 0; step < steps; ++step) {
    jostle(world, random, ids, 0.1);
    if (step % 3 == 0) {  // bodies come and go at any time
      const std::size_t i = 1 + std::size_t(random.below(int(ids.size()) - 1));
      world.remove(ids[i]);
      EXPECT_FALSE(world.alive(ids[i]));
      ids[i] = world.add({.shape = random_shape(random, Family::mixed), .pose = random.pose(4.0)});
    }
    world.update();
    for (const BodyEvent& e : world.events()) {
      const std::pair pair{e.a, e.b};
      const bool known = touching.contains(pair);
      EXPECT_EQ(known, e.change != PairChange::begin);
      if (e.change == PairChange::begin) touching.insert(pair), ++begun;
      if (e.change == PairChange::end) touching.erase(pair), ++ended;
    }
    std::set<std::pair<BodyId, BodyId>> now;
    for (const auto& c : world.contacts()) now.insert({c.a, c.b});
    ASSERT_EQ(now, touching) << "step " << step;
  }
  EXPECT_GT(ended, std::size_t(steps));
  EXPECT_EQ(begun, ended + touching.size());
}

/// Every bit of every contact, its points and its events.
std::vector<unsigned char> fields(const World<double>& world) {
  std::vector<unsigned char> bytes;
  const auto put = [&](const auto& value) {
    const auto* p = reinterpret_cast<const unsigned char*>(&value);
    bytes.insert(bytes.end(), p, p + sizeof value);
  };
  const auto put_vec = [&](const Vec3<double>& v) { put(v.x), put(v.y), put(v.z); };
  for (const auto& c : world.contacts()) {
    put(c.a.slot), put(c.b.slot), put(c.contact.distance), put(c.contact.lower), put(c.contact.upper);
    put_vec(c.contact.normal), put_vec(c.contact.point_a), put_vec(c.contact.point_b);
    put(c.contact.status), put(c.contact.iterations), put(c.contact.support_calls);
    for (const auto& p : c.points.contact_points()) put_vec(p.position), put(p.distance), put(p.id), put(p.began);
  }
  for (const BodyEvent& e : world.events()) put(e.a.slot), put(e.b.slot), put(e.change);
  return bytes;
}

TEST(World, ThreadsDoNotChangeAnyField) {
  if (!detail::has_threads()) GTEST_SKIP() << "built without oneTBB";
  std::vector<std::vector<unsigned char>> first;
  for (const int threads : {1, 2, 3, 8}) {
    Random random(8);
    World<double> world;
    const auto ids = fill(world, random, 250, 5.0);
    for (std::size_t step = 0; step < std::size_t(test_size(100)); ++step) {
      jostle(world, random, ids, 0.01);
      world.update(threads);
      if (threads == 1) {
        first.push_back(fields(world));
        ASSERT_FALSE(first.back().empty());
      } else {
        ASSERT_EQ(fields(world), first[step]) << threads << " threads, step " << step;
      }
    }
  }
}

TEST(World, IdsAreNeverReusedSilently) {
  World<double> world;
  const BodyId first = world.add({.shape = Sphere<double>{1}});
  world.remove(first);
  const BodyId second = world.add({.shape = Sphere<double>{1}});
  EXPECT_EQ(second.slot, first.slot);
  EXPECT_NE(second, first);
  EXPECT_FALSE(world.alive(first));
  EXPECT_THROW(world.remove(first), std::invalid_argument);
  EXPECT_THROW(world.set_pose(first, {}), std::invalid_argument);
  EXPECT_THROW(world.body(BodyId{}), std::invalid_argument);
  EXPECT_NO_THROW(world.body(second));
}

TEST(World, RejectsWhatIsWrongAndStaysAsItWas) {
  World<double> world;
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(world.add({.shape = Sphere<double>{1}, .pose = translation(nan, 0, 0)}), std::invalid_argument);
  EXPECT_THROW(world.add({.shape = Sphere<double>{1}, .margin = -1}), std::invalid_argument);
  EXPECT_THROW(world.add({.shape = Sphere<double>{1}, .velocity = {nan, 0, 0}}), std::invalid_argument);
  EXPECT_EQ(world.size(), 0u);
  const BodyId id = world.add({.shape = Sphere<double>{1}});
  EXPECT_THROW(world.set_pose(id, translation(nan, 0, 0)), std::invalid_argument);
  EXPECT_EQ(world.body(id).pose, Pose<double>{});
  world.update();
  EXPECT_TRUE(world.contacts().empty());
}

TEST(World, MarginsFiltersSensorsAndStaticBodies) {
  World<double> world;
  const Shape<double> ball = Sphere<double>{1};
  const BodyId a = world.add({.shape = ball, .margin = 0.1});
  const BodyId b = world.add({.shape = ball, .pose = translation(2.15, 0.0, 0.0), .margin = 0.1});
  world.update();
  ASSERT_EQ(world.contacts().size(), 1u);
  EXPECT_NEAR(world.contacts()[0].contact.distance, 0.15, 1e-12);
  world.set_pose(b, translation(2.25, 0.0, 0.0));
  world.update();
  EXPECT_TRUE(world.contacts().empty());
  world.set_pose(b, translation(1.5, 0.0, 0.0));
  world.set_filter(b, {.groups = 2, .mask = 2});
  world.update();
  EXPECT_TRUE(world.contacts().empty());
  world.set_filter(b, {});
  world.set_predicate([](const Body<double>& x, const Body<double>& y) { return x.user_data != y.user_data; });
  world.update();
  EXPECT_TRUE(world.contacts().empty());
  world.set_predicate({});
  const BodyId s = world.add({.shape = ball, .pose = translation(0.0, 1.0, 0.0), .is_static = true, .sensor = true});
  const BodyId t = world.add({.shape = ball, .pose = translation(0.0, 1.5, 0.0), .is_static = true});
  world.update();
  std::size_t sensors = 0;
  for (const auto& c : world.contacts()) {
    EXPECT_FALSE(c.a == s && c.b == t) << "two static bodies are no pair";
    sensors += c.sensor ? 1 : 0;
    if (c.sensor) {
      EXPECT_EQ(c.points.count, 1);
    }
  }
  EXPECT_EQ(sensors, 2u);
  EXPECT_TRUE(world.alive(a));
}

/// The cache forgets a pair that is away; a certificate that remembers its poses must not hide that it is back.
TEST(World, APairThatComesBackToTheSamePosesTouchesAgain) {
  World<double> world;
  world.add({.shape = Sphere<double>{1}});
  const BodyId ball = world.add({.shape = Sphere<double>{1}, .pose = translation(1.5, 0.0, 0.0)});
  for (int round = 0; round < 3; ++round) {
    world.set_pose(ball, translation(1.5, 0.0, 0.0));
    world.update();
    ASSERT_EQ(world.contacts().size(), 1u) << "round " << round;
    EXPECT_EQ(world.events()[0].change, PairChange::begin);
    world.set_pose(ball, translation(50.0, 0.0, 0.0));
    world.update();
    EXPECT_TRUE(world.contacts().empty());
    EXPECT_EQ(world.events()[0].change, PairChange::end);
    world.update();  // forgotten by now
  }
}

}  // namespace
