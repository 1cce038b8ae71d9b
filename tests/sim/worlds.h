// SPDX-License-Identifier: MIT
#pragma once
/// Small simulations that several tests start from.
#include <sim/rigid/simulation.h>
#include <tests/helpers/test_size.h>

#include <gtest/gtest.h>

#include <cmath>
#include <string>

namespace tactus::testing {

using namespace tactus::sim::rigid;
using Sim = Simulation<double>;
using Vec = Vec3<double>;

inline constexpr double g = 9.81;

inline SimulationOptions<double> with_solver(SolverKind kind) {
  SimulationOptions<double> options;
  options.solver = kind;
  options.threads = 1;
  return options;
}
inline SimulationOptions<double> without_gravity() {
  SimulationOptions<double> options;
  options.gravity = {};
  options.threads = 1;
  return options;
}

inline BodyId add_ground(Sim& sim, double friction = 0.5, double restitution = 0) {
  return sim.add({.shape = HalfSpace<double>{{0, 0, 1}, 0},
                  .motion = MotionKind::fixed,
                  .friction = friction,
                  .restitution = restitution});
}

template <class S> void run(S& sim, double seconds) {
  const auto steps = static_cast<int>(std::lround(seconds / static_cast<double>(sim.options().time_step)));
  for (int i = 0; i < steps; ++i) sim.step();
}

/// Kinetic and potential, of all dynamic bodies.
inline double energy(const Sim& sim) {
  double sum = sim.kinetic_energy();
  for (const BodyId id : sim.ids())
    if (sim.motion(id) == MotionKind::dynamic) sum -= sim.mass(id) * dot(sim.gravity(), sim.center(id));
  return sum;
}

/// The solvers, for tests that all of them must pass.
class EverySolver : public ::testing::TestWithParam<SolverKind> {};
inline std::string solver_name(const ::testing::TestParamInfo<SolverKind>& info) {
  return std::string(name_of(info.param));
}

}  // namespace tactus::testing
