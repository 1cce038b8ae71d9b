// SPDX-License-Identifier: MIT
/// Coulomb's law: slopes, rolling, braking; and the thesis' cube on a wedge.
#include <tests/sim/worlds.h>

namespace {

using namespace tactus;
using namespace tactus::testing;

/// A block on a slope of some angle; x points down the slope.
struct Slope {
  Sim sim;
  BodyId block;
  Vec start, down;

  Slope(double angle, double friction, SolverKind kind, double heading = 0)
      : sim([&] {
          SimulationOptions<double> options = with_solver(kind);
          options.sleep.allowed = false;
          return options;
        }()) {
    const Pose<double> turn = rotation_z(heading) * rotation_y(angle);
    sim.add({.shape = Box<double>{{50, 50, 1}},
             .pose = turn * translation(0., 0., -1.),
             .motion = MotionKind::fixed,
             .friction = friction});
    block =
        sim.add({.shape = Box<double>{{0.5, 0.4, 0.3}}, .pose = turn * translation(0., 0., 0.3), .friction = friction});
    start = sim.pose(block).translation, down = turn.rotation.column(0);
  }
  double slid() const { return dot(sim.pose(block).translation - start, down); }
};

/// The two solvers with friction as a constraint; the thesis' solver has none (bodies creep down slopes).
class OnASlope : public ::testing::TestWithParam<SolverKind> {};

TEST_P(OnASlope, StaysBelowTheFrictionAngle) {
  for (const double heading : {0., 0.4, 1.1}) {
    Slope slope(std::atan(0.5) - 0.02, 0.5, GetParam(), heading);
    run(slope.sim, 3);
    EXPECT_LT(std::abs(slope.slid()), 0.002) << "heading " << heading;
  }
}

TEST_P(OnASlope, SlidesAboveItAsCoulombSays) {
  for (const double heading : {0., 0.4, 1.1}) {
    const double angle = std::atan(0.5) + 0.1, t = 2;
    Slope slope(angle, 0.5, GetParam(), heading);
    run(slope.sim, t);
    const double acceleration = g * (std::sin(angle) - 0.5 * std::cos(angle));
    EXPECT_NEAR(slope.slid(), acceleration * t * t / 2, 0.02 * acceleration * t * t) << "heading " << heading;
  }
}

/// At the critical angle it neither gains nor loses speed.
TEST_P(OnASlope, AtItKeepsItsSpeed) {
  Slope slope(std::atan(0.5), 0.5, GetParam());
  slope.sim.set_velocity(slope.block, slope.down * 2., {});
  run(slope.sim, 3);
  EXPECT_NEAR(dot(slope.sim.velocity(slope.block), slope.down), 2, 0.05);
}
INSTANTIATE_TEST_SUITE_P(Solvers, OnASlope, ::testing::Values(SolverKind::soft, SolverKind::pgs), solver_name);

/// A ball rolls down with 5/7 of the acceleration of a block without friction.
TEST(Rolling, BallOnASlope) {
  const double angle = 0.3, t = 2;
  SimulationOptions<double> options;
  Sim sim(options);
  const Pose<double> turn = rotation_y(angle);
  sim.add({.shape = Box<double>{{50, 50, 1}}, .pose = turn * translation(0., 0., -1.), .motion = MotionKind::fixed});
  const BodyId ball = sim.add({.shape = Sphere<double>{0.5}, .pose = turn * translation(0., 0., 0.5)});
  run(sim, t);
  const double speed = dot(sim.velocity(ball), turn.rotation.column(0));
  EXPECT_NEAR(speed, 5. / 7 * g * std::sin(angle) * t, 0.01 * speed);
  EXPECT_NEAR(norm(sim.angular_velocity(ball)) * 0.5, speed, 0.005 * speed) << "without slip";
}

/// Thrown without spin it slides first: at the end it rolls with 5/7 of its speed, whatever the friction.
TEST(Rolling, BowlingBall) {
  Sim sim;
  add_ground(sim, 0.2);
  const BodyId ball =
      sim.add({.shape = Sphere<double>{0.2}, .pose = translation(0., 0., 0.2), .velocity = {7, 0, 0}, .friction = 0.2});
  run(sim, 3);
  EXPECT_NEAR(sim.velocity(ball).x, 5, 0.02);
  EXPECT_NEAR(sim.angular_velocity(ball).y, 25, 0.1);
}

TEST(Sliding, ComesToRestWithinItsBrakingDistance) {
  Sim sim;
  add_ground(sim, 0.5);
  const BodyId block =
      sim.add({.shape = Box<double>{{0.5, 0.5, 0.2}}, .pose = translation(0., 0., 0.2), .velocity = {4, 3, 0}});
  run(sim, 3);
  const Vec at = sim.pose(block).translation;
  EXPECT_NEAR(std::hypot(at.x, at.y), 25 / (2 * 0.5 * g), 0.06);
  EXPECT_NEAR(at.y / at.x, 0.75, 0.01) << "straight on";
  EXPECT_TRUE(sim.asleep(block));
}

/// Olvång 2010, §4.2.3: near the top of a wedge, wrong normals made a cube slide up, in float, with EPA. Tested here
/// with every method that measures depth, and with the thesis' projection, which showed the problem.
TEST(Wedge, ACubeNearTheTopSlidesDownInFloatWithEveryMethod) {
  const float slope = 0.5f;
  std::vector<Vec3<float>> corners;
  for (const float y : {-3.f, 3.f})
    for (const auto& [x, z] : {std::pair{0.f, 0.f}, {8.f, 0.f}, {0.f, 8.f * slope}}) corners.push_back({x, y, z});
  const Shape<float> wedge = Hull<float>::from_points(corners);
  const float angle = std::atan(slope);
  const Vec3<float> down{std::cos(angle), 0, -std::sin(angle)};
  // Coordinates up to 8 are rounded in each of four sub-steps, and in `slid`.
  const float rounding = 8 * unit_roundoff<float> * (4 + 2);
  int methods = 0;
  for (const narrow::Algorithm<float>& method : narrow::algorithms<float>()) {
    if (!method.contact) continue;
    for (const SolverKind kind : {SolverKind::soft, SolverKind::pgs, SolverKind::thesis}) {
      SimulationOptions<float> options;
      options.solver = kind, options.method = method, options.threads = 1;
      Simulation<float> sim(options);
      sim.add({.shape = wedge, .motion = MotionKind::fixed, .friction = 0.1f});
      const Pose<float> start = translation(0.f, 0.f, 8.f * slope) * rotation_y(angle) * translation(0.3f, 0.f, 0.249f);
      const BodyId cube = sim.add({.shape = Box<float>{{0.25f, 0.25f, 0.25f}}, .pose = start, .friction = 0.1f});
      float before = 0;
      for (int i = 0; i < 90; ++i) {
        sim.step();
        const float slid = dot(sim.pose(cube).translation - start.translation, down);
        ASSERT_GE(slid, before - rounding) << method.name << ' ' << name_of(kind) << ", step " << i;
        before = slid;
      }
      EXPECT_GT(before, 2) << method.name << ' ' << name_of(kind);
    }
    ++methods;
  }
  EXPECT_GE(methods, 3);
}

}  // namespace
