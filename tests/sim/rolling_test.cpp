// SPDX-License-Identifier: MIT
/// Rolling resistance: closed forms for balls, and heaps that fall asleep whole.
#include <scenes/scenes.h>
#include <tests/sim/worlds.h>

namespace {

using namespace tactus;
using namespace tactus::testing;

struct Ball {
  Sim sim;
  BodyId ball;
  static constexpr double radius = 0.3;

  Ball(double resistance, const Vec& velocity, const Vec& spin) : sim(with_solver(SolverKind::soft)) {
    add_ground(sim, 0.8);
    ball = sim.add({.shape = Sphere<double>{radius},
                    .pose = translation(0., 0., radius),
                    .velocity = velocity,
                    .angular_velocity = spin,
                    .friction = 0.8,
                    .rolling_resistance = resistance});
  }
};

/// The torque c·r·N slows a ball that rolls by 5/7·c·g: after 7 v² / (10 c g) it rests.
TEST(RollingResistance, ABallStopsAfterTheWayOfTheClosedForm) {
  const double v = 2;
  for (const double c : {0.02, 0.05, 0.2}) {
    Ball world(c, {v, 0, 0}, {0, v / Ball::radius, 0});
    const double way = 7 * v * v / (10 * c * g);
    run(world.sim, 1.2 * 2 * way / v + 1);
    EXPECT_NEAR(world.sim.pose(world.ball).translation.x, way, 0.02 * way) << c;
    EXPECT_TRUE(world.sim.asleep(world.ball)) << c;
  }
}

/// Spinning on the spot it is slowed by 5/2·c·g / r.
TEST(RollingResistance, ABallThatSpinsOnTheSpotStops) {
  const double c = 0.05, spin = 4;
  Ball world(c, {}, {0, 0, spin});
  const double seconds = 0.5 * spin / (2.5 * c * g / Ball::radius);
  run(world.sim, seconds);
  EXPECT_NEAR(world.sim.angular_velocity(world.ball).z, spin / 2, 0.05 * spin);
  run(world.sim, seconds + 1);
  EXPECT_TRUE(world.sim.asleep(world.ball));
}

/// Rolling resistance holds a ball on slopes whose tangent is below the coefficient.
TEST(RollingResistance, HoldsABallOnAGentleSlope) {
  const auto rolled = [](double slope) {
    Sim sim(with_solver(SolverKind::soft));
    const Pose<double> turn = rotation_y(std::atan(slope));
    sim.add({.shape = Box<double>{{50, 50, 1}}, .pose = turn * translation(0., 0., -1.), .motion = MotionKind::fixed});
    const BodyId ball =
        sim.add({.shape = Sphere<double>{0.3}, .pose = turn * translation(0., 0., 0.3), .rolling_resistance = 0.1});
    const Vec start = sim.pose(ball).translation;
    run(sim, 3);
    return norm(sim.pose(ball).translation - start);
  };
  EXPECT_LT(rolled(0.09), 0.01);
  EXPECT_GT(rolled(0.12), 0.2);
}

TEST(RollingResistance, WithoutItABallRollsOn) {
  Ball world(0, {2, 0, 0}, {0, 2 / Ball::radius, 0});
  run(world.sim, 10);
  EXPECT_NEAR(world.sim.velocity(world.ball).x, 2, 0.01);
}

/// A pit full of balls and boxes. (In piles of every kind a few superquadrics may still rock after 30 s.)
TEST(RollingResistance, HeapsOfBallsAndBoxesFallAsleepWhole) {
  if (test_size(100) < 100) GTEST_SKIP() << "takes up to thirty simulated seconds";
  scenes::Scene scene = scenes::pile(150, 3);
  std::size_t balls = 0, dynamic = 0;
  for (scenes::SceneBody& body : scene.bodies) {
    if (body.motion != MotionKind::dynamic) continue;
    const bool ball = ++dynamic % 2 == 0;
    balls += ball;
    body.shape = ball ? Shape<double>(Sphere<double>{0.4}) : Shape<double>(Box<double>{{0.3, 0.3, 0.3}});
  }
  ASSERT_EQ(balls, 75u);
  Sim sim(scene, with_solver(SolverKind::soft));
  for (int i = 0; i < 30 * 60 && (i < 60 || sim.statistics().awake > 0); ++i) sim.step();
  EXPECT_EQ(sim.statistics().awake, 0u);
  EXPECT_EQ(sim.statistics().asleep, 150u);
}

}  // namespace
