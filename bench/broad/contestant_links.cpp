// SPDX-License-Identifier: MIT
/// Sweep and prune over linked lists, as the slides lay it out (lab/published/sweep_and_prune.h), to choose between that
/// and tactus's arrays by measurement.
#include <bench/broad/contestant.h>
#include <lab/published/sweep_and_prune.h>

namespace tactus::bench {
namespace {

Worker start(const Scene& scene) {
  const auto lists = std::make_shared<lab::published::LinkedLists>(scene.boxes());
  return {.frame = [&scene, lists] {
    for (const int m : scene.moving())
      lists->update(static_cast<std::size_t>(m), scene.boxes()[static_cast<std::size_t>(m)]);
    return lists->pairs();
  }};
}

}  // namespace

std::vector<Contestant> link_contestants() { return {{"linked lists, as on the slides", false, 10'000, start}}; }

}  // namespace tactus::bench
