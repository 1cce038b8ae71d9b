// SPDX-License-Identifier: MIT
/// Collisions with known outcomes: heights of bounce, momentum, Newton's cradle, energy.
#include <scenes/scenes.h>
#include <tactus/shape/mass.h>
#include <tests/sim/worlds.h>

#include <map>

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

struct Momenta {
  Vec linear{}, angular{};  // about the origin
  double linear_scale = 0, angular_scale = 0;  // sums of lengths
};
Momenta momenta(const Sim& sim) {
  Momenta m;
  for (const BodyId id : sim.ids()) {
    const Vec p = sim.velocity(id) * sim.mass(id), orbital = cross(sim.center(id), p);
    const MassProperties<double> solid = mass_properties(sim.world().body(id).shape);
    const Mat3<double>& r = sim.pose(id).rotation;
    const Vec spin =
        r * (solid.inertia * transposed_times(r, sim.angular_velocity(id))) * (sim.mass(id) / solid.volume);
    m.linear += p, m.angular += orbital + spin;
    m.linear_scale += norm(p), m.angular_scale += norm(orbital) + norm(spin);
  }
  return m;
}

/// Bodies of every kind thrown together without gravity or ground.
scenes::Scene thrown_together() {
  scenes::Scene scene = scenes::pile(60, 7);
  scene.gravity = {};
  std::erase_if(scene.bodies, [](const auto& body) { return body.motion == MotionKind::fixed; });
  for (auto& body : scene.bodies) body.velocity = (Vec{0, 0, 3} - body.pose.translation) * 2;
  return scene;
}

TEST(Momentum, StaysToRounding) {
  for (const SolverKind kind : {SolverKind::soft, SolverKind::pgs, SolverKind::thesis}) {
    SimulationOptions<double> options = with_solver(kind);
    options.thesis.damping = 0;
    Sim sim(thrown_together(), options);
    const Momenta before = momenta(sim);
    std::size_t contacts = 0;
    for (int i = 0; i < 90; ++i) sim.step(), contacts += sim.statistics().contacts;
    EXPECT_GT(contacts, 1000u) << "they have met";
    const Momenta after = momenta(sim);
    EXPECT_LT(norm(after.linear - before.linear), 1e-11 * before.linear_scale) << name_of(kind);
    // pgs: impulses act at one point on both bodies, before anything moves.
    if (kind == SolverKind::pgs) {
      EXPECT_LT(norm(after.angular - before.angular), 1e-11 * before.angular_scale);
    }
  }
}

/// The default applies impulses in sub-steps, at arms measured at the start of the step. Two bodies whose centres have
/// moved by d relative to each other since then take d × J of angular momentum from an impulse J. So a step changes it
/// by at most the sum over contacts of the way that both centres go, times the impulses. (Twice the normal ones: the
/// friction of this pile is below 1.)
TEST(Momentum, AngularMomentumOfTheDefaultStaysWithinItsBound) {
  Sim sim(thrown_together(), with_solver(SolverKind::soft));
  const Momenta before = momenta(sim);
  double bound = 1e-11 * before.angular_scale;
  std::map<BodyId, double> fastest;
  for (int i = 0; i < 90; ++i) {
    for (const BodyId id : sim.ids()) fastest[id] = norm(sim.velocity(id));
    sim.step();
    for (const BodyId id : sim.ids()) fastest[id] = std::max(fastest[id], norm(sim.velocity(id)));
    for (const auto& touch : sim.contacts())
      for (const auto& point : touch.points.contact_points())
        bound += (fastest[touch.a] + fastest[touch.b]) * sim.options().time_step * 2 * point.data.total;
  }
  const double change = norm(momenta(sim).angular - before.angular);
  EXPECT_LT(change, bound);
  RecordProperty("change", std::to_string(change / before.angular_scale));
  RecordProperty("bound", std::to_string(bound / before.angular_scale));
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
