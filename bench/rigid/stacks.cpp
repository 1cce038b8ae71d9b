// SPDX-License-Identifier: MIT
/// How high bodies can be stacked: the thesis' experiment (Tables 2 and 3) with its solver, and unit cubes with the
/// default. Usage: bench_rigid_stacks [soft|pgs|thesis [SECONDS [HEIGHTS]]]; HEIGHTS: how many are tried, from the lowest
#include <scenes/random.h>
#include <sim/rigid/simulation.h>

#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace {

using namespace tactus;
using namespace tactus::sim::rigid;

/// Bodies on top of each other, each off its column by at most `off` in both directions.
scenes::Scene tower(const Shape<double>& shape, double half_height, int count, double off, double step,
                    std::uint64_t seed) {
  scenes::Scene scene{.name = "tower", .step = step};
  scenes::Random random(seed);
  scene.bodies.push_back({.shape = HalfSpace<double>{{0, 0, 1}, 0}, .motion = MotionKind::fixed});
  for (int i = 0; i < count; ++i) {
    const Vec3<double> at = random.in_box({off, off, 0});
    scene.bodies.push_back({.shape = shape, .pose = translation(at.x, at.y, (2 * i + 1) * half_height)});
  }
  return scene;
}

/// Does it still stand: is every body within a height of its start, and the others stacked under it?
bool stands(const scenes::Scene& scene, double half_height, double seconds, const SimulationOptions<double>& options) {
  Simulation<double> simulation(scene, options);
  const auto ids = simulation.ids();
  const int steps = static_cast<int>(seconds / scene.step + 0.5);
  for (int i = 0; i < steps; ++i) {
    simulation.step();
    if (i % 50 != 49 && i + 1 != steps) continue;
    for (std::size_t k = 1; k < ids.size(); ++k) {
      const double sunk = scene.bodies[k].pose.translation.z - simulation.pose(ids[k]).translation.z;
      if (sunk > 2 * half_height) return false;
    }
    if (simulation.statistics().awake == 0) return true;  // all asleep: nothing will change
  }
  return true;
}

/// The tallest tower for which all lower ones in steps of `by` stand, for some seeds.
void print_tallest(const char* name, const Shape<double>& shape, double half_height, double off, double step,
                   double seconds, const SimulationOptions<double>& options, int from, int by, int heights) {
  constexpr int seeds = 5;
  std::printf("| %s |", name);
  for (std::uint64_t seed = 1; seed <= (off > 0 ? seeds : 1); ++seed) {
    int tallest = 0;
    for (int n = from; n < from + heights * by; n += by) {
      if (!stands(tower(shape, half_height, n, off, step, seed), half_height, seconds, options)) break;
      tallest = n;
    }
    std::printf(" %d", tallest);
    std::fflush(stdout);
  }
  std::printf(" |\n");
}

void thesis(SimulationOptions<double> options, double seconds, int heights) {
  options.solver = SolverKind::thesis;
  options.sleep.allowed = false;
  std::printf(
      "Solver of the thesis, double, 200 Hz, %g s, no sleeping: %d iterations, %g of an overlap projected a step, "
      "damping %g a second, friction 0.5, density 1000, gravity 9.81; off by up to 0.2\n\n",
      seconds, options.thesis.iterations, options.thesis.projection, options.thesis.damping);
  std::printf("| bodies 4 x 2 x 4 | tallest tower, for five seeds |\n|---|---|\n");
  print_tallest("boxes", Box<double>{{2, 2, 1}}, 1, 0.2, 0.005, seconds, options, 17, 1, heights);
  print_tallest("round boxes, radius 0.2", RoundBox<double>{{1.8, 1.8, 0.8}, 0.2}, 1, 0.2, 0.005, seconds, options, 19,
                1, heights);
}

void cubes(SimulationOptions<double> options, double seconds, int heights) {
  std::printf("Solver %s, double, 60 Hz, %d sub-steps, %g s; a sleeping tower counts as standing\n\n",
              name_of(options.solver).data(), options.soft.sub_steps, seconds);
  std::printf("| unit cubes | tallest tower |\n|---|---|\n");
  const Shape<double> cube = Box<double>{{0.5, 0.5, 0.5}};
  print_tallest("straight", cube, 0.5, 0, 1. / 60, seconds, options, 10, 5, heights);
  print_tallest("off by up to 0.05, five seeds", cube, 0.5, 0.05, 1. / 60, seconds, options, 10, 5, heights);
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view solver = argc > 1 ? argv[1] : "soft";
  SimulationOptions<double> options;
  options.threads = 1;
  const auto found = find_solver(solver);
  if (!found) return std::puts("usage: bench_rigid_stacks [soft|pgs|thesis [SECONDS [HEIGHTS]]]"), 2;
  options.solver = *found;
  const bool is_thesis = options.solver == SolverKind::thesis;
  const double seconds = argc > 2 ? std::atof(argv[2]) : is_thesis ? 300 : 20;
  const int heights = argc > 3 ? std::atoi(argv[3]) : is_thesis ? 24 : 39;
  is_thesis ? thesis(options, seconds, heights) : cubes(options, seconds, heights);
}
