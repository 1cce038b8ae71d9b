/// How high bodies can be stacked: the thesis' experiment (Tables 2 and 3) with its solver, and unit cubes with the
/// default. Usage: bench_rigid_stacks [thesis|soft|pgs [SECONDS]]
#include <scenes/random.h>
#include <sim/rigid/simulation.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace {

using namespace tactus;
using namespace tactus::sim::rigid;

/// Bodies one on the other, each off its column by at most `off` in both directions.
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

/// Does it still stand: is every body within half a height of where it began, in height?
bool stands(const scenes::Scene& scene, double half_height, double seconds, const SimulationOptions<double>& options) {
  Simulation<double> simulation(scene, options);
  const auto ids = simulation.ids();
  const int steps = static_cast<int>(seconds / scene.step + 0.5);
  for (int i = 0; i < steps; ++i) {
    simulation.step();
    if (i % 50 != 49 && i + 1 != steps) continue;
    for (std::size_t k = 1; k < ids.size(); ++k) {
      const double sunk = scene.bodies[k].pose.translation.z - simulation.pose(ids[k]).translation.z;
      if (sunk > half_height) return false;
    }
    if (simulation.statistics().awake == 0) return true;  // all asleep: nothing will change
  }
  return true;
}

/// The tallest tower that stands for each of some seeds, up to a limit.
void print_tallest(const char* name, const Shape<double>& shape, double half_height, double off, double step,
                   double seconds, const SimulationOptions<double>& options, int limit) {
  constexpr int seeds = 5;
  int least = limit, most = 0;
  std::printf("| %s |", name);
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    int tallest = 0;
    for (int n = 1; n <= limit; n += n < 10 ? 3 : 1)
      if (stands(tower(shape, half_height, n, off, step, seed), half_height, seconds, options)) tallest = n;
    std::printf(" %d", tallest);
    std::fflush(stdout);
    least = std::min(least, tallest), most = std::max(most, tallest);
  }
  std::printf(" | %d to %d |\n", least, most);
}

}  // namespace

int main(int argc, char** argv) {
  const std::string_view solver = argc > 1 ? argv[1] : "thesis";
  const double seconds = argc > 2 ? std::atof(argv[2]) : solver == "thesis" ? 300 : 20;
  SimulationOptions<double> options;
  options.threads = 1;
  for (std::size_t i = 0; i < solver_names.size(); ++i)
    if (solver == solver_names[i]) options.solver = static_cast<SolverKind>(i);
  const auto env = [](const char* n, double d) { return std::getenv(n) ? std::atof(std::getenv(n)) : d; };
  options.thesis.projection = env("PROJ", options.thesis.projection);
  options.thesis.damping = env("DAMP", options.thesis.damping);
  options.sleep.allowed = env("SLEEP", 0) != 0;
  const int limit = (int)env("LIMIT", 25);
  print_tallest("boxes", Box<double>{{2, 2, 1}}, 1, 0.2, 0.005, seconds, options, limit);
  print_tallest("round boxes", RoundBox<double>{{1.8, 1.8, 0.8}, 0.2}, 1, 0.2, 0.005, seconds, options, limit);
}
