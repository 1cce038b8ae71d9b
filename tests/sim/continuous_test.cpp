// SPDX-License-Identifier: MIT
/// Bodies marked continuous pass through nothing.
#include <scenes/scenes.h>
#include <tests/sim/worlds.h>

namespace {

using namespace tactus;
using namespace tactus::testing;

/// A ball of 5 cm at 400 m/s moves 6.7 m per step; the sheet is 1 mm thick.
TEST(Continuous, ABulletStopsAtASheet) {
  for (const bool continuous : {true, false}) {
    Sim sim(without_gravity());
    sim.add({.shape = Box<double>{{0.0005, 2, 2}}, .motion = MotionKind::fixed});
    const BodyId bullet = sim.add({.shape = Sphere<double>{0.05},
                                   .pose = translation(-10.3, 0.3, 0.2),
                                   .velocity = {400, 0, 0},
                                   .continuous = continuous});
    run(sim, 0.5);
    EXPECT_EQ(sim.pose(bullet).translation.x < 0, continuous) << "without, it tunnels: or this test shows nothing";
  }
}

/// Two that fly at each other do not change sides.
TEST(Continuous, BulletsMeetEachOther) {
  Sim sim(without_gravity());
  const Shape<double> shape = Capsule<double>{0.02, 0.05};
  const BodyId left = sim.add({.shape = shape,
                               .pose = translation(-7., 0., 0.),
                               .velocity = {500, 0, 0},
                               .restitution = 0.5,
                               .continuous = true});
  const BodyId right = sim.add({.shape = shape,
                                .pose = translation(9., 0., 0.),
                                .velocity = {-600, 0, 0},
                                .restitution = 0.5,
                                .continuous = true});
  run(sim, 0.2);
  EXPECT_LT(sim.pose(left).translation.x, sim.pose(right).translation.x);
}

/// Shots at boxes and at a plate: none comes out behind it, whatever it hit before.
TEST(Continuous, NoShotOfTheSceneGoesThroughThePlate) {
  for (std::uint64_t seed = 1; seed <= static_cast<std::uint64_t>(test_size(20)); ++seed) {
    const scenes::Scene scene = scenes::bullets(10, seed);
    Sim sim(scene);
    const auto ids = sim.ids();
    std::vector<Vec> before;
    for (const BodyId id : ids) before.push_back(sim.pose(id).translation);
    for (int i = 0; i < 60; ++i) {
      sim.step();
      for (std::size_t k = 0; k < ids.size(); ++k) {
        const Vec now = sim.pose(ids[k]).translation;
        const bool crossed = before[k].x < 6 && now.x >= 6 && std::abs(now.y) < 3.5 && now.z < 3.9 && now.z > 0;
        EXPECT_FALSE(crossed && scene.bodies[k].continuous) << "body " << k << ", seed " << seed << ", step " << i;
        before[k] = now;
        ASSERT_TRUE(is_finite(now));
      }
    }
    EXPECT_LT(sim.kinetic_energy(), 1e7) << "seed " << seed;
  }
}

/// A continuous ball rolls on the ground like any other: touching bodies do not hold it.
TEST(Continuous, RollsOn) {
  Sim sim;
  add_ground(sim);
  const BodyId ball = sim.add({.shape = Sphere<double>{0.2},
                               .pose = translation(0., 0., 0.2),
                               .velocity = {30, 0, 0},
                               .angular_velocity = {0, 150, 0},
                               .continuous = true});
  run(sim, 2);
  EXPECT_NEAR(sim.pose(ball).translation.x, 60, 0.5);
}

/// A rod that turns by up to two turns in a step, and a thin post in the way of its ends: it stops there at the first
/// meeting, however fast it spins.
TEST(Continuous, ASpinningRodStopsAtAPost) {
  for (const double speed : {20., 100., 170., 250., 400., 700.}) {  // 188 rad/s are half a turn in a step
    Sim sim(without_gravity());
    sim.add({.shape = Cylinder<double>{0.02, 1}, .pose = translation(0.8, 0., 0.), .motion = MotionKind::fixed});
    const BodyId rod = sim.add({.shape = Box<double>{{1, 0.02, 0.02}},
                                .pose = rotation_z(pi<double> / 2),
                                .angular_velocity = {0, 0, speed},
                                .continuous = true});
    for (int i = 0; i < 60 && sim.statistics().impacts == 0; ++i) sim.step();
    EXPECT_EQ(sim.statistics().impacts, 1u) << speed;
    // The end that began on the other side comes to the post after a quarter of a turn.
    const Vec along = sim.pose(rod).rotation.column(0);
    EXPECT_NEAR(along.x, -1, 0.01) << speed;
    EXPECT_GT(along.y, 0) << speed;
  }
}

/// A kinematic body is never stopped. A slow one pushes what it runs into; one that moves farther in a step than both
/// are thick passes through it, and "continuous" does not help: so the guide says.
TEST(Continuous, AKinematicBodyIsNotStopped) {
  for (const double speed : {1., 400.}) {
    Sim sim(without_gravity());
    const BodyId plate = sim.add({.shape = Box<double>{{0.05, 2, 2}},
                                  .pose = translation(-3., 0., 0.),
                                  .velocity = {speed, 0, 0},
                                  .motion = MotionKind::kinematic});
    const BodyId ball = sim.add({.shape = Sphere<double>{0.2}, .continuous = true});
    run(sim, 4 / speed);
    EXPECT_NEAR(sim.pose(plate).translation.x, -3 + 4, speed / 60);
    EXPECT_EQ(sim.pose(ball).translation.x > sim.pose(plate).translation.x, speed < 10) << speed;
  }
}

}  // namespace
