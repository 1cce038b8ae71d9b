// SPDX-License-Identifier: MIT
/// bench_dem_growth TILE [MOST [SECONDS [PLOT.svg]]]: particle steps per second of prisms at rest, from 1000 up to MOST
/// particles, on one and two threads, and where the time goes. Linear law, nothing sleeps, every force is computed in every
/// step. SECONDS of computing per row. TILE: a file that keeps a thousand prisms at rest, made if it is not there.
#include <bench/dem/heap.h>

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

/// Microseconds per particle step over the number of particles; straight and level is what one hopes for.
void plot(const std::vector<Row>& rows, const char* file) {
  double top = 1;
  for (const Row& row : rows) top = std::max(top, row.microseconds * 1.1);
  const auto x = [](std::size_t n) { return 70 + 250 * (std::log10(static_cast<double>(n)) - 3); };
  const auto y = [&](double us) { return 290 - 250 * us / top; };
  std::ofstream svg(file);
  svg << "<svg xmlns='http://www.w3.org/2000/svg' width='640' height='340' font-family='sans-serif' font-size='13'>\n"
      << "<rect width='640' height='340' fill='white'/><path d='M70 30V290H600' fill='none' stroke='black'/>\n"
      << "<text x='330' y='330' text-anchor='middle'>particles</text>"
      << "<text x='20' y='20'>microseconds per particle step</text>\n";
  for (const std::size_t n : {1000, 10000, 100000})
    svg << "<text x='" << x(n) << "' y='308' text-anchor='middle'>" << n << "</text>\n";
  for (int i = 0; i <= 4; ++i)
    svg << "<text x='62' y='" << y(top * i / 4) + 4 << "' text-anchor='end'>" << std::round(top * i / 4 * 100) / 100
        << "</text>\n";
  for (const auto& [threads, color] : {std::pair{1, "#1b6ca8"}, {2, "#c0562b"}}) {
    svg << "<polyline fill='none' stroke='" << color << "' stroke-width='2' points='";
    for (const Row& row : rows)
      if (row.threads == threads) svg << x(row.particles) << ',' << y(row.microseconds) << ' ';
    svg << "'/><text x='480' y='" << 30 + 18 * threads << "' fill='" << color << "'>" << threads
        << (threads == 1 ? " thread" : " threads") << "</text>\n";
  }
  svg << "</svg>\n";
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
