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
  if (small_run()) GTEST_SKIP() << "a drift shows in long runs";
  for (const auto scene : {EnergyScene::corners, EnergyScene::tipping}) {
    const int steps = 8000;
    const auto coarse = bench::energy_drift(scene, bench::EnergyLaw::volume, 1, steps);
    const auto fine = bench::energy_drift(scene, bench::EnergyLaw::volume, 1, 4 * steps);
    std::printf("%s: volume %.2e, with a quarter of the step %.2e\n", bench::name_of(scene), coarse.largest,
                fine.largest);
    EXPECT_LT(fine.largest, coarse.largest / 6);
    EXPECT_LT(fine.largest, 2e-3);
    EXPECT_GT(fine.contacts, 10u);
  }
  const auto points = bench::energy_drift(EnergyScene::corners, bench::EnergyLaw::points, 5, 100000);
  EXPECT_GT(points.largest, 5e-3);
}

}  // namespace
}  // namespace tactus::testing
