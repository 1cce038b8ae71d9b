// SPDX-License-Identifier: MIT
/// Where features come and go: the law of the depth makes or loses energy there, that of the overlap's volume does not.
/// [Feng & Tan 2019, §4.3]
#include <bench/dem/energy_scenes.h>
#include <tests/sim/dem_worlds.h>

namespace tactus::testing {
namespace {

using bench::EnergyScene;

/// The volume law's error is that of the integrator, and falls with the step. Springs at every contact point make or lose
/// energy where points come and go, however small the step is.
TEST(DemEnergy, OfTheVolumeLawDriftsOnlyWithTheStep) {
  const double seconds = small_run() ? 0.05 : 1;  // a bounce, and a part of a fall
  for (const auto scene : {EnergyScene::corners, EnergyScene::tipping}) {
    const int steps = static_cast<int>(8000 * seconds);
    const auto coarse = bench::energy_drift(scene, bench::EnergyLaw::volume, seconds, steps);
    const auto fine = bench::energy_drift(scene, bench::EnergyLaw::volume, seconds, 4 * steps);
    std::printf("%s: volume %.2e, with a quarter of the step %.2e\n", bench::name_of(scene), coarse.largest,
                fine.largest);
    EXPECT_LT(fine.largest, coarse.largest / 6);
    EXPECT_LT(fine.largest, 2e-3);
    EXPECT_GT(fine.contacts, 10u);
  }
  if (small_run()) return;
  const auto points = bench::energy_drift(EnergyScene::corners, bench::EnergyLaw::points, 5, 100000);
  EXPECT_GT(points.largest, 5e-3);
}

}  // namespace
}  // namespace tactus::testing
