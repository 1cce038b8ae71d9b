// SPDX-License-Identifier: MIT
// Save a simulation and continue it later, to the same bits.
#include <scenes/scenes.h>
#include <sim/rigid/simulation.h>

#include <iostream>

using Simulation = tactus::sim::rigid::Simulation<double>;

bool same_poses(const Simulation& a, const Simulation& b) {
  for (const tactus::BodyId id : a.ids())
    if (a.pose(id) != b.pose(id)) return false;
  return true;
}

int main() {
  const auto scene = tactus::scenes::pile(40, 1);
  Simulation first(scene);
  for (int i = 0; i < 60; ++i) first.step();
  const auto saved = first.state();  // plain numbers; `tactus simulate --checkpoint` writes them to a file
  for (int i = 0; i < 60; ++i) first.step();

  Simulation second(scene);  // the same bodies
  second.restore(saved);
  std::cout << "restored at step " << second.steps() << '\n';
  std::cout << "before going on: " << (same_poses(first, second) ? "the same" : "behind") << '\n';
  for (int i = 0; i < 60; ++i) second.step();
  std::cout << "at step " << second.steps() << ": " << (same_poses(first, second) ? "the same" : "different") << '\n';
}

// Output:
// restored at step 60
// before going on: behind
// at step 120: the same
