// SPDX-License-Identifier: MIT
#include <tactus/query.h>
#include <tactus/world/advance.h>

#include <tests/world/scene.h>

#include <gtest/gtest.h>

using namespace tactus;
using namespace tactus::testing;

namespace {

const auto stop = [](World<double>& world, BodyId a, BodyId b, const Impact<double>&) {
  for (const BodyId id : {a, b}) world.set_velocity(id, {}, {});
};

/// Bounces without loss of energy.
const auto bounce = [](World<double>& w, BodyId a, BodyId b, const Impact<double>& impact) {
  const Vec3<double> n = impact.contact.normal;
  const double closing = dot(w.body(a).velocity - w.body(b).velocity, n);
  if (closing <= 0) return;
  const bool fixed = w.body(a).is_static;  // planes come first
  const Vec3<double> j = n * (fixed ? 2 * closing : closing);
  if (!fixed) w.set_velocity(a, w.body(a).velocity - j, {});
  w.set_velocity(b, w.body(b).velocity + j, {});
};

/// A plate 1e-3 thick and a body that crosses it at 1000 of its own lengths per frame.
TEST(Advance, StopsABulletAtPaper) {
  World<double> world;
  const BodyId paper = world.add({.shape = Box<double>{{10, 10, 0.0005}}, .is_static = true});
  const BodyId bullet =
      world.add({.shape = Sphere<double>{0.5}, .pose = translation(0.3, 0.2, 400.0), .velocity = {0, 0, -1000}});
  BodyId a, b;
  const auto result = advance(world, 1.0, [&](World<double>& w, BodyId x, BodyId y, const Impact<double>& impact) {
    a = x, b = y;
    EXPECT_NEAR(impact.contact.normal.z, 1, 1e-9);
    stop(w, x, y, impact);
  });
  EXPECT_EQ(result.status, AdvanceStatus::done);
  EXPECT_EQ(result.impacts, 1);
  EXPECT_EQ(a, paper);
  EXPECT_EQ(b, bullet);
  EXPECT_NEAR(world.body(bullet).pose.translation.z, 0.5005, 2e-6);
  EXPECT_GE(world.body(bullet).pose.translation.z, 0.5005);
}

/// The same by sub-steps passes through: the tunnelling of the slides.
TEST(Advance, SubstepsMayMissThePaper) {
  World<double> world;
  world.add({.shape = Box<double>{{10, 10, 0.0005}}, .is_static = true});
  const BodyId bullet =
      world.add({.shape = Sphere<double>{0.5}, .pose = translation(0.3, 0.2, 450.0), .velocity = {0, 0, -1000}});
  std::size_t contacts = 0;
  advance_in_substeps(world, 1.0, 10, [&](World<double>& w) {
    w.update();
    contacts += w.contacts().size();
  });
  EXPECT_EQ(contacts, 0u);
  EXPECT_NEAR(world.body(bullet).pose.translation.z, -550, 1e-9);
}

/// A long bar that turns by half a turn sweeps a post that it touches neither before nor after.
TEST(Advance, StopsABarAtAPostByRotationAlone) {
  World<double> world;
  const BodyId bar = world.add({.shape = Box<double>{{5, 0.05, 0.05}}, .angular_velocity = {0, 0, pi<double>}});
  world.add({.shape = Cylinder<double>{0.1, 1}, .pose = translation(0.0, 4.0, 0.0), .is_static = true});
  const auto result = advance(world, 1.0, stop);
  EXPECT_EQ(result.impacts, 1);
  const Vec3<double> along = world.body(bar).pose.rotation.column(0);
  EXPECT_GT(along.y, 0.99);  // nearly upright: at the post
  EXPECT_LT(along.y, 1.0);
}

/// Balls in a box of half-spaces bounce for a while: none leaves, none overlaps.
TEST(Advance, KeepsBallsInTheBoxAndApart) {
  Random random(4);
  World<double> world;
  for (int i = 0; i < 3; ++i) {
    for (const double side : {-1.0, 1.0}) {
      Vec3<double> n{};
      n[i] = side;
      world.add({.shape = HalfSpace<double>{n, -2.0}, .is_static = true});
    }
  }
  std::vector<BodyId> balls;
  for (int i = 0; i < 8; ++i) {
    const Vec3<double> at{i & 1 ? 1.0 : -1.0, i & 2 ? 1.0 : -1.0, i & 4 ? 1.0 : -1.0};
    balls.push_back(
        world.add({.shape = Sphere<double>{0.4}, .pose = translation(at), .velocity = random.direction() * 20.0}));
  }
  int impacts = 0;
  for (int frame = 0; frame < 40; ++frame) {
    const auto result = advance(world, 0.1, bounce);
    EXPECT_EQ(result.status, AdvanceStatus::done);
    impacts += result.impacts;
    for (const BodyId id : balls) EXPECT_LE(max_abs(world.body(id).pose.translation), 1.6 + 1e-9);
    world.update();
    EXPECT_TRUE(world.contacts().empty()) << "frame " << frame << ": " << world.contacts()[0].contact;
  }
  EXPECT_GT(impacts, 300);
}

/// Without a handler the frame ends at the impact, with the bodies still apart.
TEST(Advance, EndsAtTheFirstImpactWithoutAHandler) {
  World<double> world;
  world.add({.shape = Sphere<double>{1}});
  world.add({.shape = Sphere<double>{1}, .pose = translation(10.0, 0.0, 0.0), .velocity = {-16, 0, 0}});
  const auto result = advance(world, 1.0);
  EXPECT_EQ(result.status, AdvanceStatus::stopped);
  EXPECT_NEAR(result.time, 0.5, 1e-6);
  EXPECT_LE(result.time, 0.5);
}

/// A ball that sinks by less than the tolerance in many frames is still stopped when it comes fast.
TEST(Advance, CreepingInIsNoWayThrough) {
  World<double> world;
  world.add({.shape = Box<double>{{10, 10, 0.5}}, .pose = translation(0.0, 0.0, -0.5), .is_static = true});
  const BodyId ball = world.add({.shape = Sphere<double>{0.5}, .pose = translation(0.0, 0.0, 0.5)});
  int impacts = 0;
  for (int frame = 0; frame < 60; ++frame) {
    world.set_velocity(ball, {0, 0, frame % 20 == 19 ? -1000.0 : -1e-7}, {});
    impacts += advance(world, 1.0, stop).impacts;
    ASSERT_NEAR(world.body(ball).pose.translation.z, 0.5, 2e-5) << "frame " << frame;
  }
  EXPECT_GE(impacts, 3);
}

TEST(Advance, SensorsStopNobody) {
  World<double> world;
  world.add({.shape = Box<double>{{1, 1, 1}}, .is_static = true, .sensor = true});
  const BodyId ball =
      world.add({.shape = Sphere<double>{0.5}, .pose = translation(0.0, 0.0, 5.0), .velocity = {0, 0, -10}});
  const auto result = advance(world, 1.0, stop);
  EXPECT_EQ(result.impacts, 0);
  EXPECT_NEAR(world.body(ball).pose.translation.z, -5, 1e-12);
}

/// One bullet, two plates at the same height: the second impact is of a body that the first handler removed.
TEST(Advance, AHandlerMayRemoveBodies) {
  World<double> world;
  for (const double x : {-1.0, 1.0})
    world.add({.shape = Box<double>{{0.9, 0.9, 0.1}}, .pose = translation(x, 0.0, 0.0), .is_static = true});
  world.add({.shape = Box<double>{{1, 1, 1}}, .pose = translation(0.0, 0.0, 5.0), .velocity = {0, 0, -100}});
  const auto result =
      advance(world, 1.0, [](World<double>& w, BodyId, BodyId b, const Impact<double>&) { w.remove(b); });
  EXPECT_EQ(result.status, AdvanceStatus::done);
  EXPECT_EQ(result.impacts, 1);
  EXPECT_EQ(world.size(), 2u);
}

/// The times kept in the queue equal those from computing all pairs again after each impact.
TEST(Advance, TheQueueFindsWhatAskingAllPairsAgainFinds) {
  using Seen = std::vector<std::pair<BodyId, BodyId>>;
  const auto scene = [](World<double>& world) {
    Random random(9);
    world.add({.shape = HalfSpace<double>{{0, 0, 1}, -4}, .is_static = true});
    for (int i = 0; i < 40; ++i) {
      const Vec3<double> at{-4. + i % 5 * 2., -4. + i / 5 % 4 * 2., i / 20 * 2.5};
      const Shape<double> shape = i % 2 ? Shape<double>(Sphere<double>{.4}) : Shape<double>(Box<double>{{.3, .3, .4}});
      world.add({.shape = shape, .pose = translation(at), .velocity = random.vector(5, 50)});
    }
  };
  const auto telling = [](Seen& seen) {
    return [&seen](World<double>& w, BodyId a, BodyId b, const Impact<double>& impact) {
      seen.emplace_back(a, b);
      bounce(w, a, b, impact);
    };
  };
  World<double> queued, anew;
  scene(queued), scene(anew);
  Seen in_queue, one_by_one;
  const auto all = advance(queued, .5, telling(in_queue), 10000);
  EXPECT_EQ(all.status, AdvanceStatus::done);
  int questions = 0;
  for (double left = .5; left > 0;) {
    const auto one = advance(anew, left, telling(one_by_one), 1);
    questions += one.questions;
    if (one.status == AdvanceStatus::done) break;
    left -= one.time;
  }
  EXPECT_GE(all.impacts, 20);
  EXPECT_EQ(in_queue.size(), one_by_one.size());
  for (std::size_t i = 0; i < std::min(in_queue.size(), one_by_one.size()); ++i)
    EXPECT_EQ(in_queue[i], one_by_one[i]) << i;
  queued.for_each_body(
      [&](BodyId id) { EXPECT_LE(distance(queued.body(id).pose.translation, anew.body(id).pose.translation), 1e-3); });
  EXPECT_LE(3 * all.questions, questions) << "the queue asks few pairs again";
}

/// A cap of one or two steps stalls every time of impact: the motion proceeds in pieces, and nothing passes through.
TEST(Advance, AStalledTimeIsAskedAgainFromWhereItGot) {
  for (const int cap : {1, 2, 3}) {
    World<double> world;
    world.add({.shape = Box<double>{{10, 10, 0.0005}}, .is_static = true});
    const BodyId bar = world.add({.shape = Cylinder<double>{.2, 2},
                                  .pose = translation(0., 0., 40.),
                                  .velocity = {0, 0, -100},
                                  .angular_velocity = {3, 1, 0}});
    int told = 0;
    advance(world, 1.0,
            [&](World<double>& w, BodyId a, BodyId b, const Impact<double>& impact) {
              ++told;
              EXPECT_TRUE(impact.hit() || impact.status == MotionStatus::stalled);
              stop(w, a, b, impact);
            },
            1000, {.max_iterations = cap});
    EXPECT_EQ(told, 1) << cap;
    EXPECT_GT(world.body(bar).pose.translation.z, .1) << cap;
    EXPECT_LT(world.body(bar).pose.translation.z, 10) << cap << ": it got far";
  }
}

TEST(Advance, SleepersStayWhereTheyAre) {
  World<double> world;
  const BodyId ball = world.add({.shape = Sphere<double>{.5}, .velocity = {1, 0, 0}});
  world.sleep(ball);
  EXPECT_EQ(advance(world, 1.0).status, AdvanceStatus::done);
  EXPECT_EQ(world.body(ball).pose.translation.x, 0);
  EXPECT_TRUE(world.asleep(ball));
  world.wake(ball);
  advance(world, 1.0);
  EXPECT_NEAR(world.body(ball).pose.translation.x, 1, 1e-12);
}

}  // namespace
