// SPDX-License-Identifier: MIT
#include <bench/broad/contestant.h>
#include <tactus/broad/automatic.h>
#include <tactus/broad/sweep_and_prune.h>

namespace tactus::bench {
namespace {

template <class BroadPhase> Worker start(const Scene& scene) {
  const auto broad_phase = std::make_shared<BroadPhase>();
  const std::vector<BoxId> ids = broad_phase->insert(scene.boxes());
  broad_phase->step();
  const auto frame = [&scene, broad_phase, ids] {
    for (const int m : scene.moving()) {
      const auto i = static_cast<std::size_t>(m);
      broad_phase->update(ids[i], scene.boxes()[i]);
    }
    std::size_t count = 0;
    broad_phase->for_each_pair([&](BoxId, BoxId) { ++count; });
    return count;
  };
  return {.frame = frame, .bytes = [broad_phase] { return broad_phase->bytes(); }};
}

}  // namespace

std::vector<Contestant> tactus_contestants() {
  return {{names::automatic, false, 1'000'000, start<Automatic<double>>},
          {names::grid, false, 1'000'000, start<Grid<double>>},
          {names::aabb_tree, false, 1'000'000, start<AabbTree<double>>},
          {names::sweep_and_prune, false, 100'000, start<SweepAndPrune<double>>}};
}

}  // namespace tactus::bench
