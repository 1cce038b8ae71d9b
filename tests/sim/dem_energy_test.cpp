// SPDX-License-Identifier: MIT
/// Where features come and go, the energy of a law of the overlap's volume drifts with about the second power of the
/// step if corners bounce, and with about the power 1.5 if a block tips over its edges. With a law of the depth it
/// drifts with about the first power, because its force jumps there. Springs at every contact point make or lose
/// energy however small the step is, because their number jumps.  [Feng & Tan 2019, §4.3; bench/results/dem.md]
#include <bench/dem/energy_scenes.h>
#include <tests/sim/dem_worlds.h>

namespace tactus::testing {
namespace {

using bench::EnergyScene;

struct Drifts {
  bench::EnergyDrift coarse, fine;
};

/// With a step, and with a quarter of it.
Drifts drifts(EnergyScene scene, bench::EnergyLaw law, double seconds, int steps) {
  const Drifts d{bench::energy_drift(scene, law, seconds, steps), bench::energy_drift(scene, law, seconds, 4 * steps)};
  std::printf("%s: %s %.2e, with a quarter of the step %.2e\n", bench::name_of(scene), bench::name_of(law),
              d.coarse.largest, d.fine.largest);
  return d;
}

TEST(DemEnergy, OfTheVolumeLawDriftsOnlyWithTheStep) {
  const double seconds = small_run() ? 0.05 : 1;  // a bounce, and a part of a fall
  for (const auto scene : {EnergyScene::corners, EnergyScene::tipping}) {
    const auto [coarse, fine] = drifts(scene, bench::EnergyLaw::volume, seconds, static_cast<int>(8000 * seconds));
    EXPECT_LT(fine.largest, coarse.largest / 6);
    EXPECT_LT(fine.largest, 2e-3);
    EXPECT_GT(fine.contacts, 10u);
  }
}

/// Where corners slip over edges: a smaller step helps the depth law and the volume law, but not springs at every
/// point.
TEST(DemEnergy, OfTheOtherLawsWhereFeaturesChange) {
  if (small_run()) return;
  const double seconds = 5;
  const auto depth = drifts(EnergyScene::deep_corners, bench::EnergyLaw::depth, seconds, 37000);
  EXPECT_GT(depth.fine.switches, 10u);
  EXPECT_LT(depth.fine.largest, depth.coarse.largest / 2);
  const auto volume = drifts(EnergyScene::deep_corners, bench::EnergyLaw::volume, seconds, 37000);
  EXPECT_LT(volume.fine.largest, depth.fine.largest) << "the volume law is better in the same scene";
  EXPECT_LT(volume.fine.largest, volume.coarse.largest / 6);
  const auto points = drifts(EnergyScene::deep_corners, bench::EnergyLaw::points, seconds, 37000);
  EXPECT_GT(points.fine.largest, points.coarse.largest / 2) << "no smaller step removes it";
  EXPECT_GT(points.fine.largest, 5e-3);
}

}  // namespace
}  // namespace tactus::testing
