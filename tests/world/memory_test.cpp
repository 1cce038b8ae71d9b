// SPDX-License-Identifier: MIT
/// A world's memory, put back into another world with the same bodies: both go on in the same way, field by field.
#include <tactus/world/world.h>
#include <tests/helpers/test_size.h>
#include <tests/world/scene.h>

#include <gtest/gtest.h>

namespace {

using namespace tactus;
using namespace tactus::testing;

/// What an update reports.
std::string report(const World<double>& world) {
  std::ostringstream text;
  text << std::hexfloat;
  for (const auto& list : {world.contacts(), world.sleeping_contacts()}) {
    for (const auto& touch : list) {
      text << touch.a << touch.b << ' ' << touch.contact << '\n';
      for (const auto& p : touch.points.contact_points())
        text << p.position << p.distance << p.id << p.began << p.local_a << p.data.normal << '\n';
      for (int i = 0; i < touch.points.ended_count; ++i)
        text << touch.points.ended[static_cast<std::size_t>(i)].id
             << touch.points.ended[static_cast<std::size_t>(i)].data.normal << '\n';
    }
    text << "--\n";
  }
  for (const BodyEvent& e : world.events()) text << e.a << e.b << e.change << '\n';
  const UpdateCounts& c = world.counts();
  text << c.pairs << ' ' << c.asleep << ' ' << c.unchanged << ' ' << c.certified << ' ' << c.by_balls << ' '
       << c.proved;
  return text.str();
}

/// Some steps: jostling, sleep, solvers' data.
void live(World<double>& world, Random& random, const std::vector<BodyId>& ids, int steps) {
  for (int i = 0; i < steps; ++i) {
    jostle(world, random, ids, 0.05);
    for (const BodyId id : ids)
      if (random.below(20) == 0) world.asleep(id) ? world.wake(id) : world.sleep(id);
    world.update(1);
    for (auto& touch : world.contacts())
      for (auto& p : touch.points.contact_points()) p.data.normal += 1;
  }
}

TEST(WorldMemory, TheOtherWorldGoesOnAlike) {
  const int rounds = test_size(20);
  std::size_t proofs = 0;
  for (int round = 0; round < rounds; ++round) {
    const auto seed = static_cast<std::uint64_t>(round);
    World<double> first, second;
    Random fill_first(seed), fill_second(seed), random(seed + 1000);
    const auto ids = fill(first, fill_first, 60, 4);
    fill(second, fill_second, 60, 4);
    live(first, random, ids, 5);
    jostle(first, random, ids, 0.05);  // some have moved since the last update
    for (const BodyId id : ids) second.set_pose(id, first.body(id).pose);
    second.update(1);
    second.restore(first.memory());
    Random again = random;
    for (int step = 0; step < 5; ++step) {
      live(first, random, ids, 1), live(second, again, ids, 1);
      ASSERT_EQ(report(first), report(second)) << "round " << round << ", step " << step;
      proofs += first.counts().proved + first.counts().certified;
    }
  }
  EXPECT_GT(proofs, 0u) << "what is remembered was used";
}

/// A pair that has just parted and then stays where it is has nothing to restore and nothing to compute.
TEST(WorldMemory, OfAPairThatHasParted) {
  World<double> first, second;
  BodyId ball;
  for (World<double>* world : {&first, &second}) {
    world->add({.shape = Box<double>{{1, 1, 1}}, .is_static = true});
    ball = world->add({.shape = Sphere<double>{1}, .pose = translation(1.9, 0., 0.)});
    world->update(1);
    world->set_pose(ball, translation(1.75, 1.75, 0.));  // the boxes still meet
    world->update(1);
  }
  ASSERT_TRUE(first.contacts().empty());
  second.restore(first.memory());
  first.update(1), second.update(1);
  EXPECT_EQ(report(first), report(second));
}

TEST(WorldMemory, OfOtherBodiesIsRefused) {
  World<double> first, second;
  Random random(3);
  const auto ids = fill(first, random, 30, 3);
  first.update(1);
  second.add({.shape = Sphere<double>{1}});
  second.update(1);
  const std::string before = report(second);
  EXPECT_THROW(second.restore(first.memory()), std::invalid_argument);
  auto crooked = first.memory();
  ASSERT_GT(crooked.pairs.size(), 1u);
  std::swap(crooked.pairs[0], crooked.pairs[1]);
  EXPECT_THROW(first.restore(crooked), std::invalid_argument);
  crooked = first.memory();
  crooked.touches.pop_back();
  EXPECT_THROW(first.restore(crooked), std::invalid_argument);
  EXPECT_EQ(report(second), before);
}

/// A file that somebody else wrote may contain any counts and ids.
TEST(WorldMemory, CountsAndIdsAreChecked) {
  World<double> world;
  Random random(3);
  fill(world, random, 30, 3);
  world.update(1);
  ASSERT_GT(world.contacts().size(), 1u);
  const std::string before = report(world);
  const auto refused = [&](auto&& spoil) {
    auto memory = world.memory();
    spoil(memory.touches[0]);
    EXPECT_THROW(world.restore(memory), std::invalid_argument);
    EXPECT_EQ(report(world), before);
  };
  refused([](auto& touch) { touch.points.count = 5; });
  refused([](auto& touch) { touch.points.count = -1; });
  refused([](auto& touch) { touch.points.ended_count = 1000; });
  refused([](auto& touch) { std::swap(touch.a, touch.b); });
  refused([](auto& touch) { touch.points.points[0].position.x = std::nan(""); });
}

}  // namespace
