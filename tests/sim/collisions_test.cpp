// SPDX-License-Identifier: MIT
/// Collisions with known outcomes: heights of bounce, momentum, Newton's cradle, energy.
#include <scenes/scenes.h>
#include <tests/sim/worlds.h>

namespace {

using namespace tactus;
using namespace tactus::testing;

class Restitution : public ::testing::TestWithParam<double> {};

/// A ball from height H comes back to e² H. It reverses at up to one sub-step's motion above the ground.
TEST_P(Restitution, BouncesToItsSquareOfTheHeight) {
  const double e = GetParam(), drop = 1.5;
  Sim sim;
  add_ground(sim, 0.5, e);
  const BodyId ball = sim.add({.shape = Sphere<double>{0.1}, .pose = translation(0., 0., 0.1 + drop)});
  double highest = 0;
  bool bounced = false;
  for (int i = 0; i < 90; ++i) {
    sim.step();
    bounced |= sim.velocity(ball).z > 0.1;
    if (bounced && sim.velocity(ball).z < 0) break;
    if (bounced) highest = std::max(highest, sim.pose(ball).translation.z - 0.1);
  }
  ASSERT_TRUE(bounced);
  const double h = 1. / 240, fastest = std::sqrt(2 * g * drop);
  EXPECT_NEAR(highest, e * e * drop, 1.5 * fastest * h);
}
INSTANTIATE_TEST_SUITE_P(Heights, Restitution, ::testing::Values(0.3, 0.6, 0.9, 1.0));

TEST(RestitutionOfTwo, TheLargerCounts) {
  Sim sim(without_gravity());
  const BodyId still = sim.add({.shape = Sphere<double>{0.5}, .restitution = 0.2});
  const BodyId coming = sim.add(
      {.shape = Sphere<double>{0.5}, .pose = translation(-2., 0., 0.), .velocity = {2, 0, 0}, .restitution = 0.8});
  run(sim, 2);
  EXPECT_NEAR(sim.velocity(still).x, 1.8, 1e-9);
  EXPECT_NEAR(sim.velocity(coming).x, 0.2, 1e-9);
}

/// Five touching balls in a row: as many fly off on one side as come in on the other, and in that order.
TEST(NewtonsCradle, HandsTheBlowOn) {
  for (const int coming : {1, 2}) {
    Sim sim(without_gravity());
    std::vector<BodyId> balls;
    for (int i = 0; i < 5; ++i)
      balls.push_back(sim.add({.shape = Sphere<double>{0.5},
                               .pose = translation(i < coming ? i - 2. : double(i), 0., 0.),
                               .velocity = {i < coming ? 3. : 0., 0, 0},
                               .friction = 0,
                               .restitution = 1}));
    run(sim, 2);
    for (int i = 0; i < 5; ++i) {
      EXPECT_NEAR(sim.velocity(balls[static_cast<std::size_t>(i)]).x, i >= 5 - coming ? 3. : 0., 1e-9)
          << "ball " << i << ", " << coming << " came";
    }
  }
}

/// Bodies of every kind thrown together without gravity or ground.
TEST(Momentum, StaysToRounding) {
  for (const SolverKind kind : {SolverKind::soft, SolverKind::pgs, SolverKind::thesis}) {
    SimulationOptions<double> options = with_solver(kind);
    options.thesis.damping = 0;
    scenes::Scene scene = scenes::pile(60, 7);
    scene.gravity = {};
    std::erase_if(scene.bodies, [](const auto& body) { return body.motion == MotionKind::fixed; });
    for (auto& body : scene.bodies) body.velocity = (Vec{0, 0, 3} - body.pose.translation) * 2;
    Sim sim(scene, options);
    const auto momentum = [&] {
      Vec sum{};
      for (const BodyId id : sim.ids()) sum += sim.velocity(id) * sim.mass(id);
      return sum;
    };
    double scale = 0;
    for (const BodyId id : sim.ids()) scale += norm(sim.velocity(id)) * sim.mass(id);
    const Vec before = momentum();
    std::size_t contacts = 0;
    for (int i = 0; i < 90; ++i) sim.step(), contacts += sim.statistics().contacts;
    EXPECT_GT(contacts, 1000u) << "they have met";
    EXPECT_LT(norm(momentum() - before), 1e-11 * scale) << name_of(kind);
  }
}

/// A heap that falls and settles. Contacts remove energy; springs that remove overlaps may return some.
TEST(Energy, OfAHeapNeverGrowsBeyondABound) {
  Sim sim(scenes::pile(150, 3));
  double least = energy(sim);
  const double first = least;
  for (int i = 0; i < std::max(90, test_size(300)); ++i) {
    sim.step();
    const double now = energy(sim);
    EXPECT_LE(now, least + 0.002 * first) << "step " << i;
    least = std::min(least, now);
  }
  EXPECT_LT(least, 0.9 * first) << "it has fallen";
}

}  // namespace
