// SPDX-License-Identifier: MIT
/// bench_dem_energy [STEPS]: how much energy the laws make or lose over a run in which features change all the time,
/// against the step size. The longest runs have STEPS steps (10^6).
#include <bench/dem/energy_scenes.h>

#include <cstdio>
#include <cstdlib>

int main(int argc, char** argv) {
  using namespace tactus::bench;
  const int most = argc > 1 ? std::atoi(argv[1]) : 1'000'000;
  std::printf(
      "| scene | law | steps | step, us | largest drift | at the end | deepest, mm | switches "
      "|\n|---|---|---:|---:|---:|---:|---:|---:|\n");
  for (const auto scene : {EnergyScene::deep_corners, EnergyScene::corners, EnergyScene::tipping}) {
    const double seconds = scene == EnergyScene::tipping ? 10 : 5;
    for (const auto law : {EnergyLaw::depth, EnergyLaw::points, EnergyLaw::volume}) {
      for (int steps = most / 27; steps <= most; steps *= 3) {
        if (steps > most / 2) steps = most;
        const EnergyDrift drift = energy_drift(scene, law, seconds, steps);
        std::printf("| %s | %s | %d | %.1f | %.1e | %+.1e | %.2f | %zu |\n", name_of(scene), name_of(law), steps,
                    1e6 * seconds / steps, drift.largest, drift.end, 1e3 * drift.deepest, drift.switches);
        std::fflush(stdout);
        if (steps == most) break;
      }
    }
  }
}
