// SPDX-License-Identifier: MIT
/// bench_dem_growth TILE [MOST [SECONDS [PLOT.svg]]]: particle steps per second of prisms at rest, from 1000 up to MOST
/// particles, on one and two threads, and where the time goes. Linear law, nothing sleeps, every force is computed in every
/// step. SECONDS of computing per row. TILE: a file that keeps a thousand prisms at rest, made if it is not there.
#include <bench/dem/heap.h>
#include <lab/chart_svg.h>

#include <chrono>
#include <cstdlib>
#include <fstream>

namespace tactus::bench {
namespace {

struct Row {
  std::size_t particles;
  int threads;
  double microseconds;  // per particle step
};

Row measure(Dem& sim, int threads, double seconds) {
  using Clock = std::chrono::steady_clock;
  for (int i = 0; i < 20; ++i) sim.step();  // memory is there, and pairs have their proofs
  dem::PhaseMilliseconds ms;
  const auto begun = Clock::now();
  double wall = 0;
  std::size_t steps = 0;
  do {
    sim.step();
    const auto& now = sim.statistics().milliseconds;
    ms.detect += now.detect, ms.forces += now.forces, ms.sum += now.sum, ms.move += now.move, ms.place += now.place;
    ++steps;
    wall = std::chrono::duration<double>(Clock::now() - begun).count();
  } while (wall < seconds);
  const double rate = static_cast<double>(sim.size()) * static_cast<double>(steps) / wall, part = 100 / ms.total();
  const auto& s = sim.statistics();
  std::printf("| %zu | %d | %.0f | %.2f | %.2f | %zu | %zu | %zu | %zu | %.0f | %.0f | %.0f | %.0f | %.0f |\n",
              sim.size(), threads, rate, 1e6 / rate, s.coordination, s.points, s.pairs.pairs, s.pairs.proved,
              s.pairs.exact, part * ms.detect, part * ms.forces, part * ms.sum, part * ms.move, part * ms.place);
  std::fflush(stdout);
  return {sim.size(), threads, 1e6 / rate};
}

/// Microseconds per particle step over the number of particles. The ideal is a straight, level line.
void plot(const std::vector<Row>& rows, const char* file) {
  lab::Chart chart{"Discrete elements", "particles", "microseconds per particle step", {}, true, false};
  for (const int threads : {1, 2}) {
    lab::Series line{threads == 1 ? "1 thread" : "2 threads", {}, {}};
    for (const Row& row : rows)
      if (row.threads == threads)
        line.xs.push_back(static_cast<double>(row.particles)), line.ys.push_back(row.microseconds);
    chart.series.push_back(line);
  }
  std::ofstream(file) << lab::to_svg_sheet({chart});
}

}  // namespace
}  // namespace tactus::bench

int main(int argc, char** argv) {
  using namespace tactus::bench;
  const int most = argc > 2 ? std::atoi(argv[2]) : 100000;
  const double seconds = argc > 3 ? std::atof(argv[3]) : 5;
  const Dem tile = settled_tile(3, 0, argc > 1 ? argv[1] : "tile.txt");
  if (most == 0) return 0;
  std::printf(
      "| particles | threads | particle steps per second | us per particle step | contacts per particle | points | "
      "pairs | proved | exact | contacts %% | law %% | sum %% | move %% | place %% |\n"
      "|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n");
  std::vector<Row> rows;
  for (const auto& [nx, ny] : {std::pair{1, 1}, {3, 1}, {5, 2}, {6, 5}, {10, 10}})
    for (const int threads : {1, 2}) {
      if (1000 * nx * ny > most) break;
      Dem sim = copies_of(tile, nx, ny, threads);
      rows.push_back(measure(sim, threads, seconds));
    }
  if (argc > 4) plot(rows, argv[4]);
}
