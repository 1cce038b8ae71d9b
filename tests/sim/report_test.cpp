// SPDX-License-Identifier: MIT
/// The reports of a simulation: impulses, statistics, events, islands; and that cached impulses help.
#include <scenes/scenes.h>
#include <tests/sim/worlds.h>

namespace {

using namespace tactus;
using namespace tactus::testing;

/// The impulses under a body at rest carry its weight for a step.
TEST(Report, ImpulsesCarryTheWeight) {
  for (const SolverKind kind : {SolverKind::soft, SolverKind::pgs, SolverKind::thesis}) {
    SimulationOptions<double> options = with_solver(kind);
    options.sleep.allowed = false;
    Sim sim(options);
    add_ground(sim);
    const BodyId cube = sim.add({.shape = Box<double>{{0.5, 0.5, 0.5}}, .pose = translation(0., 0., 0.5)});
    run(sim, 2);
    ASSERT_EQ(sim.contacts().size(), 1u);
    double carried = 0;
    for (const auto& point : sim.contacts()[0].points.contact_points()) carried += point.data.total;
    const double weight = sim.mass(cube) * g * sim.options().time_step;
    EXPECT_NEAR(carried, weight, 0.01 * weight) << name_of(kind);
  }
}

TEST(Report, StatisticsAndEvents) {
  Sim sim;
  add_ground(sim);
  const BodyId ball = sim.add({.shape = Sphere<double>{0.5}, .pose = translation(0., 0., 0.6), .restitution = 0});
  sim.add({.shape = Box<double>{{0.5, 0.5, 0.5}}, .pose = translation(3., 0., 0.4)});
  sim.step();
  EXPECT_EQ(sim.statistics().awake, 2u);
  EXPECT_EQ(sim.statistics().islands, 2u);
  EXPECT_NEAR(sim.statistics().deepest_overlap, 0.1, 1e-9);
  EXPECT_GT(sim.statistics().points, 0u);
  EXPECT_EQ(sim.statistics().stalled, 0u);
  EXPECT_LT(sim.statistics().worst_gap, 1e-6);
  EXPECT_NEAR(sim.statistics().kinetic_energy, sim.kinetic_energy(), 1e-12);
  EXPECT_GT(sim.statistics().milliseconds.total(), 0);
  EXPECT_GT(sim.statistics().milliseconds.detect, 0);
  int began = 0;
  for (int i = 0; i < 60; ++i) {
    for (const BodyEvent& e : sim.events()) began += e.change == PairChange::begin && e.b == ball;
    sim.step();
  }
  EXPECT_EQ(began, 1) << "the ball has come down, once";
}

/// The slides' claim: beginning with the impulses of the last step saves iterations. [PA199, Caching collisions]
TEST(Report, CachedImpulsesHelpGaussSeidel) {
  const auto deepest = [](bool warm) {
    SimulationOptions<double> options = with_solver(SolverKind::pgs);
    options.pgs.iterations = 10, options.pgs.warm_start = warm;
    options.sleep.allowed = false;
    Sim sim(scenes::stack(8, 1), options);
    double most = 0;
    for (int i = 0; i < 120; ++i) sim.step(), most = std::max(most, sim.statistics().deepest_overlap);
    return most;
  };
  EXPECT_LT(deepest(true), 0.25 * deepest(false));
}

}  // namespace
