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

/// A plate that nothing stops, and what it runs into at x = 0.
struct Plate {
  Sim sim{without_gravity()};
  BodyId plate, ball;
  double speed;

  explicit Plate(double plate_speed) : speed(plate_speed) {
    plate = sim.add({.shape = Box<double>{{0.05, 2, 2}},
                     .pose = translation(-3., 0., 0.),
                     .velocity = {speed, 0, 0},
                     .motion = MotionKind::kinematic});
    ball = add_ball(0);
  }
  BodyId add_ball(double x) {
    return sim.add({.shape = Sphere<double>{0.2}, .pose = translation(x, 0., 0.), .continuous = true});
  }
  double x(BodyId id) const { return sim.pose(id).translation.x; }
};

/// However fast it is: in a step it may move by many times what both are thick.
TEST(Continuous, AKinematicBodyCarriesWhatItMeets) {
  for (const double speed : {1., 50., 400.}) {
    Plate p(speed);
    const BodyId next = p.add_ball(0.6);
    for (double way = 0; way < 20; way += speed / 60) {
      p.sim.step();
      EXPECT_GT(p.x(p.ball), p.x(p.plate)) << speed;
      EXPECT_GT(p.x(next), p.x(p.ball)) << speed;
    }
    EXPECT_GT(p.x(p.plate), 16.) << speed << ": nothing stops it";
  }
}

/// Between a kinematic body and a wall there is no room: the wall holds.
TEST(Continuous, AKinematicBodyPressesNothingThroughAWall) {
  for (const double speed : {0.2, 1., 2., 3., 5., 10., 50., 400.}) {
    for (const double half : {0.05, 0.3}) {
      Plate p(speed);
      p.sim.add({.shape = Box<double>{{half, 9, 9}}, .pose = translation(3., 0., 0.), .motion = MotionKind::fixed});
      p.sim.set_pose(p.plate, translation(1.5, 0., 0.));
      p.sim.set_pose(p.ball, translation(2.2, 0., 0.));
      for (double way = 0; way < 3; way += speed / 60) {
        p.sim.step();
        // Half its radius is how deep it may be pressed in.
        ASSERT_LT(p.x(p.ball), 3. - half - 0.2 + 0.101) << speed << ' ' << half;
      }
      EXPECT_GT(p.x(p.plate), 4.) << speed;
    }
  }
}

/// A shape that only this program knows, without the functions that a shape may leave out.
struct UserBox {
  using Scalar = double;
  Vec half;
  Vec support(const Vec& d) const {
    return {d.x < 0 ? -half.x : half.x, d.y < 0 ? -half.y : half.y, d.z < 0 ? -half.z : half.z};
  }
  friend double radius(const UserBox&) { return 0; }
  Vec center() const { return {}; }
  friend std::ostream& operator<<(std::ostream& os, const UserBox& b) { return os << "UserBox " << b.half; }
};

/// Without friction, a body keeps its speed, continuous or not, whatever its shape.
TEST(Continuous, SlidesOn) {
  const Box<double> box{{0.3, 0.2, 0.15}};
  const Shape<double> shapes[] = {box,
                                  transformed(box, translation(0., 0., 0.01)),
                                  minkowski_sum(box, Box<double>{{0.1, 0.1, 0.1}}),
                                  convex_hull(box, transformed(box, translation(0.2, 0., 0.))),
                                  rounded(box, 0.01),
                                  Shape<double>(UserBox{{0.3, 0.2, 0.15}})};
  for (const Shape<double>& shape : shapes) {
    for (const bool continuous : {true, false}) {
      Sim sim;
      sim.add({.shape = Box<double>{{50, 50, 1}},
               .pose = translation(0., 0., -1.),
               .motion = MotionKind::fixed,
               .friction = 0});
      const BodyId id = sim.add({.shape = shape,
                                 .pose = translation(0., 0., -shape.aabb({}).min.z),
                                 .velocity = {3, 0, 0},
                                 .friction = 0,
                                 .continuous = continuous});
      run(sim, 2);
      EXPECT_NEAR(sim.pose(id).translation.x, 6, 0.01) << shape << ' ' << continuous;
    }
  }
}

/// Put into the ground by more than half its half thickness, it comes out again.
TEST(Continuous, ComesOutOfAnOverlap) {
  for (const double deep : {0.05, 0.1, 0.14}) {
    Sim sim;
    sim.add({.shape = Box<double>{{50, 50, 1}}, .pose = translation(0., 0., -1.), .motion = MotionKind::fixed});
    const BodyId id =
        sim.add({.shape = Box<double>{{0.3, 0.2, 0.15}}, .pose = translation(0., 0., 0.15 - deep), .continuous = true});
    run(sim, 2);
    EXPECT_NEAR(sim.pose(id).translation.z, 0.15, 0.005) << deep;
  }
}

/// A shot at a thin plate that is free to move, too, and much heavier. It does not matter which was added first, nor
/// whether the plate is continuous.
TEST(Continuous, TwoBodiesMeetInAnyOrder) {
  for (int which = 0; which < test_size(80); ++which) {
    const double tilt = 0.2 * (which % 5), speed = 100. + 200 * (which / 5 % 4);
    const bool plate_first = which / 20 % 2 == 0, plate_continuous = which / 40 % 2 == 0;
    Sim sim(without_gravity());
    const BodyInit<double> plate{.shape = Box<double>{{6, 6, 0.01}}, .density = 1e6, .continuous = plate_continuous};
    const BodyInit<double> shot{.shape = Box<double>{{0.3, 0.2, 0.15}},
                                .pose = translation(1.7, 0.2, 3.) * rotation_x(tilt),
                                .velocity = {0, 0, -speed},
                                .continuous = true};
    const BodyId first = sim.add(plate_first ? plate : shot), second = sim.add(plate_first ? shot : plate);
    const BodyId a = plate_first ? first : second, b = plate_first ? second : first;
    for (int i = 0; i < 30; ++i) {
      const auto from_plate = [&] { return inverse(sim.pose(a)) * sim.pose(b).translation; };
      const Vec before = from_plate();
      sim.step();
      const Vec now = from_plate();
      ASSERT_FALSE(before.z > 0 && now.z <= 0 && std::abs(now.x) < 6 && std::abs(now.y) < 6) << which << ' ' << i;
    }
  }
}

/// A bat: its free end moves by ten times what the ball is thick.
TEST(Continuous, AKinematicBodyThatTurnsCarriesWhatItMeets) {
  Sim sim(without_gravity());
  const BodyId bat = sim.add({.shape = Box<double>{{2, 0.02, 0.5}},
                              .angular_velocity = {0, 0, 80},  // 76 degrees in a step
                              .motion = MotionKind::kinematic});
  const BodyId ball = sim.add({.shape = Sphere<double>{0.1}, .pose = translation(1.2, 0.9, 0.), .continuous = true});
  sim.step();
  const Vec along = sim.pose(bat).rotation.column(0), to_ball = sim.pose(ball).translation;
  EXPECT_GT(along.x * to_ball.y - along.y * to_ball.x, 0) << "the ball is still on the side it was hit from";
  EXPECT_EQ(sim.statistics().impacts, 1u);
}

}  // namespace
