// SPDX-License-Identifier: MIT
/// Bodies without contacts: free fall, spin, momentum, forces.
#include <tests/sim/worlds.h>

namespace {

using namespace tactus;
using namespace tactus::testing;

/// The steps fall by g h² Σ k, which is g t (t + h)/2: the parabola plus one step's share. Sub-steps make h smaller.
TEST_P(EverySolver, FreeFallIsAParabola) {
  SimulationOptions<double> options = with_solver(GetParam());
  options.thesis.damping = 0;
  Sim sim(options);
  const BodyId ball = sim.add({.shape = Sphere<double>{0.5}, .pose = translation(0., 0., 100.), .velocity = {3, 0, 5}});
  run(sim, 2);
  const double h = GetParam() == SolverKind::soft ? 1. / 240 : 1. / 60;
  EXPECT_NEAR(sim.pose(ball).translation.x, 6, 1e-12);
  EXPECT_NEAR(sim.pose(ball).translation.z, 100 + 5 * 2 - g * 2 * (2 + h) / 2, 1e-9);
  EXPECT_NEAR(sim.velocity(ball).z, 5 - 2 * g, 1e-9);
}
INSTANTIATE_TEST_SUITE_P(Solvers, EverySolver, ::testing::Values(SolverKind::soft, SolverKind::pgs, SolverKind::thesis),
                         solver_name);

/// A box of three different sides, spun about all axes: it tumbles, and its angular momentum is constant.
TEST(FreeSpin, KeepsMomentumToRoundingAndEnergyClosely) {
  Sim sim(without_gravity());
  const Box<double> box{{0.1, 0.4, 0.9}};
  const BodyId id = sim.add({.shape = box, .angular_velocity = {0.3, 5, 0.2}});
  const Vec squares = hadamard(box.half, box.half);
  const Vec inertia = Vec{squares.y + squares.z, squares.z + squares.x, squares.x + squares.y} * (sim.mass(id) / 3);
  const auto momentum = [&] {
    const Mat3<double>& r = sim.pose(id).rotation;
    return r * hadamard(inertia, transposed_times(r, sim.angular_velocity(id)));
  };
  const Vec before = momentum();
  const double energy_before = sim.kinetic_energy();
  double least = 1, turned = 0;
  for (int i = 0; i < 1200; ++i) {
    sim.step();
    EXPECT_NEAR(sim.kinetic_energy(), energy_before, 1e-4 * energy_before) << "step " << i;
    least = std::min(least, sim.pose(id).rotation(1, 1));
    turned = std::max(turned, std::abs(sim.angular_velocity(id).x));
  }
  EXPECT_LT(norm(momentum() - before), 1e-11 * norm(before));
  EXPECT_GT(turned, 2) << "about its middle axis it does not go on as it began";
}

/// About its longest axis, a spinning body stays as it is.
TEST(FreeSpin, AboutASymmetryAxisIsSteady) {
  Sim sim(without_gravity());
  const BodyId top = sim.add({.shape = Cone<double>{0.5, 0.5}, .angular_velocity = {0, 0, 30}});
  run(sim, 5);
  EXPECT_NEAR(sim.angular_velocity(top).z, 30, 1e-9);
  EXPECT_LT(norm(sim.center(top) - Vec{0, 0, -0.25}), 1e-12) << "it turns about its centre of mass";
}

TEST(Forces, ActForOneStepAndImpulsesAtOnce) {
  Sim sim(without_gravity());
  const BodyId ball = sim.add({.shape = Sphere<double>{0.5}});
  const double m = sim.mass(ball), dt = sim.options().time_step;
  sim.add_impulse(ball, {m, 0, 0});
  EXPECT_NEAR(sim.velocity(ball).x, 1, 1e-12);
  sim.add_force(ball, {0, m, 0});
  sim.step();
  sim.step();
  EXPECT_NEAR(sim.velocity(ball).y, dt, 1e-12);
  sim.add_impulse_at(ball, {0, 0, m}, sim.center(ball) + Vec{0.5, 0, 0});
  EXPECT_NEAR(sim.angular_velocity(ball).y, -0.5 / (0.4 * 0.25), 1e-9);
  sim.add_torque(ball, {0.4 * m * 0.25, 0, 0});
  sim.step();
  EXPECT_NEAR(sim.angular_velocity(ball).x, dt, 1e-12);
}

/// A lift moves by its velocity, and carries the bodies that stand on it.
TEST(Kinematic, MovesAndCarries) {
  Sim sim;
  const BodyId lift =
      sim.add({.shape = Box<double>{{1, 1, 0.1}}, .velocity = {0, 0, 0.5}, .motion = MotionKind::kinematic});
  const BodyId crate = sim.add({.shape = Box<double>{{0.3, 0.3, 0.3}}, .pose = translation(0., 0., 0.4)});
  run(sim, 4);
  EXPECT_NEAR(sim.pose(lift).translation.z, 2, 1e-9);
  EXPECT_NEAR(sim.pose(crate).translation.z, 2.4, 0.01);
  EXPECT_FALSE(sim.asleep(crate));
  sim.set_velocity(lift, {}, {});
  run(sim, 2);
  EXPECT_TRUE(sim.asleep(crate)) << "a lift that has stopped does not keep it awake";
  sim.set_velocity(lift, {0, 0, -0.5}, {});
  run(sim, 1);
  EXPECT_NEAR(sim.pose(crate).translation.z, 1.9, 0.01) << "and wakes";
}

}  // namespace
