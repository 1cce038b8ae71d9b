// How many contact points find their twin of the step before, by id and by the distances of the slides' alternatives
// [Chmelík & Trtík, PA199, "Caching collisions"]. Prints the table of docs/algorithms/contact_cache.md.
#include <cstdio>

#include "tests/contact/history/matching_scenes.h"

int main() {
  using namespace tactus;
  using namespace tactus::testing;
  constexpr Matching policies[] = {Matching::world_space, Matching::space_of_a, Matching::space_of_b,
                                   Matching::body_space,  Matching::id,         Matching::id_then_body_space};
  constexpr int steps = 1000;
  std::printf("| scene | motion per step | reach | world | ground | body | nearer of both | id | id, then nearer |\n");
  std::printf("|---|---|---|---|---|---|---|---|---|\n");
  const auto row = [&](const char* name, double speed, const auto& scene) {
    for (const double reach : {0.125, infinity<double>}) {
      std::printf("| %s | %.2f | %s |", name, speed, reach < 1 ? "1/8" : "any");
      for (const Matching m : policies)
        std::printf(" %.1f |", share_of_right_matches(scene, steps, m, reach).percent());
      std::printf("\n");
    }
  };
  for (const double speed : {0.05, 0.40, 0.60})
    row("box slides", speed, [&](int step) { return sliding_box(step, speed); });
  for (const double speed : {0.05, 0.60})
    row("plate slides over a post", speed, [&](int step) { return sliding_plate(step, speed); });
  for (const double speed : {0.05, 0.40})
    row("cylinder rolls", speed, [&](int step) { return rolling_cylinder(step, speed, false); });
  for (const double speed : {0.05, 0.40})
    row("cylinder rolls, its ends share an id", speed, [&](int step) { return rolling_cylinder(step, speed, true); });
  for (const double speed : {0.00, 0.60})
    row("prism tumbles on a moving platform", speed, [&](int step) { return tumbling_prism(step, speed); });
}
