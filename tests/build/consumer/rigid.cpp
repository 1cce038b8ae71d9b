// SPDX-License-Identifier: MIT
// Of the installed tactus::rigid: a ball falls on the ground and lies there.
#include <sim/rigid/simulation.h>

int main() {
  using namespace tactus;
  sim::rigid::Simulation<double> simulation;
  simulation.add({.shape = HalfSpace<double>{{0, 0, 1}, 0}, .motion = sim::rigid::MotionKind::fixed});
  const BodyId ball = simulation.add({.shape = Sphere<double>{0.5}, .pose = translation(0., 0., 2.)});
  for (int i = 0; i < 120; ++i) simulation.step();
  const double height = simulation.pose(ball).translation.z;
  return height > 0.49 && height < 0.51 ? 0 : 1;
}
