// SPDX-License-Identifier: MIT
#include <lab/contacts/solver_start.h>
#include <sim/rigid/simulation.h>

#include <algorithm>

namespace tactus::lab {

namespace {

using sim::rigid::Simulation;
using sim::rigid::SimulationOptions;

scenes::Scene stack_of(int bodies) {
  scenes::Scene scene{.name = "stack"};
  scene.bodies.push_back({.shape = HalfSpace<double>{{0, 0, 1}, 0}, .motion = scenes::MotionKind::fixed});
  for (int i = 0; i < bodies; ++i)
    scene.bodies.push_back({.shape = Box<double>{{0.5, 0.5, 0.5}}, .pose = translation(0.0, 0.0, 0.5 + i)});
  return scene;
}

SimulationOptions<double> options_with(int iterations, bool warm) {
  SimulationOptions<double> o;
  o.solver = sim::rigid::SolverKind::pgs;
  o.pgs.iterations = iterations;
  o.pgs.warm_start = warm;
  o.pgs.correction = 0;  // overlaps are not corrected, so that nothing moves at rest
  o.sleep.allowed = false;
  o.threads = 1;
  return o;
}

double residual_after_a_step(const scenes::Scene& scene, const sim::rigid::State<double>& at_rest, int iterations,
                             bool warm) {
  Simulation<double> s(scene, options_with(iterations, warm));
  s.restore(at_rest);
  s.step();
  double fastest = 0;
  for (const BodyId id : s.ids()) fastest = std::max(fastest, norm(s.velocity(id)));
  return fastest / (9.81 * scene.step);
}

/// The least number of iterations, by doubling and bisection.
double least_iterations(const scenes::Scene& scene, const sim::rigid::State<double>& at_rest, double residual,
                        bool warm, const Pulse& pulse) {
  constexpr int most = 1 << 17;
  const auto enough = [&](int n) {
    pulse.check(0.5);
    return residual_after_a_step(scene, at_rest, n, warm) <= residual;
  };
  int high = 1;
  while (!enough(high))
    if ((high *= 2) > most) return std::numeric_limits<double>::quiet_NaN();
  int low = high / 2;
  while (high - low > 1) {
    const int middle = (low + high) / 2;
    (enough(middle) ? high : low) = middle;
  }
  return high;
}

}  // namespace

SolverStart iterations_to(double residual, int bodies, const Pulse& pulse) {
  const scenes::Scene scene = stack_of(bodies);
  // With 200 iterations a step, stacks of ten boxes do not come to rest. A cold start takes 50 n² iterations and more
  // (n: boxes) to a residual of 1e-3; so many in each of 60 steps, each started from the last, are enough.
  Simulation<double> settled(scene, options_with(200 + 50 * bodies * bodies, true));
  for (int i = 0; i < 60; ++i) pulse.check(0), settled.step();
  const auto at_rest = settled.state();
  return {least_iterations(scene, at_rest, residual, false, pulse),
          least_iterations(scene, at_rest, residual, true, pulse)};
}

}  // namespace tactus::lab
