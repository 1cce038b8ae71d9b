// SPDX-License-Identifier: MIT
// Rigid bodies: three crates and a ball fall onto the ground, come to rest and fall asleep.
#include <sim/rigid/simulation.h>

#include <iomanip>
#include <iostream>

int main() {
  using namespace tactus;
  using Crate = Box<double>;
  sim::rigid::Simulation<double> simulation;
  simulation.add(
      {.shape = HalfSpace<double>{.normal = {0, 0, 1}, .offset = 0}, .motion = sim::rigid::MotionKind::fixed});
  std::vector<BodyId> crates;
  for (int i = 0; i < 3; ++i)
    crates.push_back(
        simulation.add({.shape = Crate{{0.5, 0.5, 0.5}}, .pose = translation(0.02 * i, 0.0, 0.6 + 1.1 * i)}));
  const BodyId ball =
      simulation.add({.shape = Sphere<double>{0.25}, .pose = translation(2.0, 0.0, 2.0), .restitution = 0.5});

  std::cout << std::fixed << std::setprecision(2);
  for (int second = 1; second <= 3; ++second) {
    for (int i = 0; i < 60; ++i) simulation.step();
    std::cout << "after " << second << " s:";
    for (const BodyId id : crates) std::cout << ' ' << simulation.pose(id).translation.z;
    std::cout << ", ball " << simulation.pose(ball).translation.z
              << (simulation.asleep(crates[0]) ? "; the crates sleep" : "") << '\n';
  }
}

// Output:
// after 1 s: 0.50 1.50 2.50, ball 0.49; the crates sleep
// after 2 s: 0.50 1.50 2.50, ball 0.25; the crates sleep
// after 3 s: 0.50 1.50 2.50, ball 0.25; the crates sleep
