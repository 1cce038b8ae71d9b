// SPDX-License-Identifier: MIT
/// The same bytes whatever the threads, and after a restart: of everything that a simulation can have at once.
#include <sim/dem/census.h>
#include <sim/dem/feng_tan.h>
#include <tests/sim/dem_worlds.h>

#include <algorithm>
#include <cstring>
#include <utility>

namespace tactus::testing {
namespace {

/// Two kinds are injected into a periodic trough whose wall shakes; rolling resistance, friction, Hertz with the walls.
Dem trough(int threads) {
  dem::SimulationOptions<double> options;
  options.law = dem::LinearLaw<double>{.stiffness = 3e4, .friction = 0.5, .rolling = {.friction = 0.05}};
  options.wall_law = dem::HertzMindlinLaw<double>{.young = 1e7};
  options.periodic = {{true, false, false}, {{0, -1, 0}, {0.8, 1, 2}}};
  options.threads = threads;
  Dem sim(options);
  sim.add_wall({.shape = HalfSpace<double>{{0, 0, 1}, 0}});
  sim.add_wall({.shape = Box<double>{{3, 0.2, 1}},
                .pose = translation(0.4, 0.5, 0.5),
                .motion = {.amplitude = {0, 0.02, 0}, .frequency = 5}});
  sim.add_wall({.shape = Box<double>{{3, 0.2, 1}}, .pose = translation(0.4, -0.5, 0.5)});
  sim.add_kind(
      {.name = "box", .sizes = dem::sized<double>(Box<double>{{0.05, 0.04, 0.06}}, dem::uniform_sizes(0.8, 1.2, 3))});
  sim.add_kind({.name = "ball", .sizes = {{Sphere<double>{0.05}}}});
  sim.add_injection({.region = {{0, -0.25, 0.2}, {0.8, 0.25, 0.8}},
                     .kind_weights = {2, 1},
                     .per_period = 15,
                     .period = 0.05,
                     .most = 60,
                     .velocity = {1, 0, -1},
                     .spread = 0.5,
                     .spin = 5});
  return sim;
}

void run(Dem& sim, double until) {
  while (sim.steps() == 0 || sim.time() < until) sim.step();
}

TEST(DemSameBytes, WhateverTheThreads) {
  Dem one = trough(1), three = trough(3);
  const double until = small_run() ? 0.06 : 0.25;
  run(one, until), run(three, until);
  EXPECT_GT(one.size(), small_run() ? 10u : 40u);
  EXPECT_GT(one.statistics().images, small_run() ? 0u : 5u);
  EXPECT_TRUE(small_run() || one.statistics().contacts > 15u);
  EXPECT_EQ(bytes_of(one), bytes_of(three));
  EXPECT_EQ(one.statistics().energies.balance(), three.statistics().energies.balance());
  EXPECT_LE(std::abs(one.statistics().energies.balance()), rounding_of_balance(one));
}

TEST(DemSameBytes, AfterARestartAtAnyStep) {
  Dem through = trough(1);
  run(through, small_run() ? 0.02 : 0.1);
  for (int k = 0; k < (small_run() ? 1 : 4); ++k) {
    for (int i = 0; i < 37; ++i) through.step();
    std::string file;
    const dem::State<double> state = through.state();
    for_each_number(state, [&](const auto& x) { file.append(reinterpret_cast<const char*>(&x), sizeof x); });
    dem::State<double> read;
    const char* at = file.data();
    for_each_number(read, [&](auto& x) { std::memcpy(&x, std::exchange(at, at + sizeof x), sizeof x); });
    EXPECT_EQ(at, file.data() + file.size());
    Dem resumed = trough(1);
    resumed.restore(read);
    EXPECT_EQ(bytes_of(resumed), file);
    for (int i = 0; i < test_size(150) + 20; ++i) through.step(), resumed.step();
    ASSERT_EQ(bytes_of(through), bytes_of(resumed)) << k;
  }
}

TEST(DemRestart, OfOtherKindsIsRefusedAndChangesNothing) {
  Dem sim = trough(1);
  run(sim, 0.08);
  const std::string before = bytes_of(sim);
  dem::State<double> state = sim.state();
  state.particles[3].center.x = std::nan("");
  EXPECT_THROW(sim.restore(state), std::invalid_argument);
  state = sim.state();
  state.slots[1].index = 77;
  EXPECT_THROW(sim.restore(state), std::invalid_argument);
  state = sim.state();
  state.particles[0].grain = 1000;
  EXPECT_THROW(sim.restore(state), std::invalid_argument);
  Dem other;
  EXPECT_THROW(other.restore(sim.state()), std::invalid_argument);
  EXPECT_EQ(bytes_of(sim), before);
}

/// Feng and Tan's simulations, a hundredth of them: the schedule is kept, all particles are in the box, and the census
/// sees every group.
TEST(DemFengTan, SmallRunsOfBoth) {
  for (const bool second : {false, true}) {
    dem::FengTanOptions options{.particles = 60, .seconds = small_run() ? 0.1 : 0.6, .threads = 1};
    const auto sim = second ? dem::feng_tan_2(options) : dem::feng_tan_1(options);
    double deepest = 0;
    while (sim->steps() == 0 || sim->time() < options.seconds)
      sim->step(), deepest = std::max(deepest, sim->statistics().deepest_relative);
    EXPECT_TRUE(small_run() || sim->size() == 60u);
    const double half = -sim->wall(1).shape.aabb(sim->wall_pose(1)).max.x;
    EXPECT_GT(half, 0);
    for (std::uint32_t i = 0; i < sim->size(); ++i) {
      EXPECT_LT(std::abs(sim->particle(i).center.x), half);
      EXPECT_GT(sim->particle(i).center.z, 0);
    }
    EXPECT_LT(deepest, options.overlap);  // the springs are chosen for it
    const dem::Census census = dem::take_census(*sim);
    std::size_t pairs = 0;
    for (const dem::GroupCounts& group : census.groups) {
      pairs += group.apart + group.in_contact;
      if (group.in_contact > 0) {
        EXPECT_GE(group.mean_in_contact(), 3);
        EXPECT_TRUE(second || group.mean_expansions() >= 1);
      }
      EXPECT_TRUE(group.apart == 0 || group.mean_apart() >= 1);
    }
    EXPECT_TRUE(small_run() || pairs > 20u);
    EXPECT_EQ(census.groups.size(), 6u);
    const auto choices = dem::feng_tan_choices(*sim, options);
    for (const char* open :
         {"kinds",       "sizes",           "box",           "injection", "velocity spread", "spin",      "seed",
          "density",     "stiffness",       "overlap",       "damping",   "friction",        "time step", "integrator",
          "broad phase", "first direction", "EPA tolerance", "update",    "EPA iteration",   "stages"}) {
      const auto is = [&](const auto& choice) { return choice.first == open && !choice.second.empty(); };
      EXPECT_EQ(std::count_if(choices.begin(), choices.end(), is), 1) << open;
    }
    EXPECT_NE(choices[0].second.find(second ? "S 30 %: sphere" : "F16 30 %: octagonal frustum"), std::string::npos)
        << choices[0].second;
  }
}

}  // namespace
}  // namespace tactus::testing
