// SPDX-License-Identifier: MIT
// Discrete elements in forty lines: prisms and balls are poured into a box, and the floor feels their weight.
#include <sim/dem/simulation.h>
#include <sim/dem/sizes.h>
#include <tactus/tactus.h>

#include <iomanip>
#include <iostream>

int main() {
  using namespace tactus::f64;
  namespace dem = tactus::sim::dem;
  dem::SimulationOptions<double> options;
  options.law = dem::LinearLaw<double>{.stiffness = 2e4, .restitution = 0.3, .friction = 0.5};
  dem::Simulation<double> sim(options);

  const auto floor = sim.add_wall({.shape = HalfSpace{.normal = {0, 0, 1}, .offset = 0}, .name = "floor"});
  for (const Vec3& inward : {Vec3{1, 0, 0}, Vec3{-1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, -1, 0}})
    sim.add_wall({.shape = HalfSpace{.normal = inward, .offset = -0.25}});
  sim.add_kind(
      {.name = "prism",
       .sizes = dem::sized<double>(tactus::generate::octagonal_prism(0.05, 0.08), dem::uniform_sizes(0.7, 1.0)),
       .density = 2500});
  sim.add_kind({.name = "ball", .sizes = {{Sphere{.radius = 0.04}}}, .density = 2500});
  sim.add_injection({.region = {{-0.2, -0.2, 0.4}, {0.2, 0.2, 0.8}},
                     .kind_weights = {2, 1},  // two prisms for every ball
                     .per_period = 10,
                     .period = 0.1,
                     .most = 30,
                     .velocity = {0, 0, -1}});

  std::cout << std::fixed << std::setprecision(1);
  for (const double until : {0.2, 2.0}) {
    while (sim.time() < until) sim.step();
    double weight = 0;
    for (std::uint32_t i = 0; i < sim.size(); ++i) weight += 9.81 * sim.grain_of(i).mass;
    const auto& energies = sim.statistics().energies;
    std::cout << "at " << until << " s: " << sim.size() << " particles weigh " << weight << " N and move with "
              << energies.translation + energies.rotation << " J\n";
  }
  // The weight, except for the part that friction at the other walls carries or adds.
  std::cout << "the floor carries " << -sim.wall_force(floor).z << " N\n";
}

// Output:
// at 0.2 s: 20 particles weigh 184.2 N and move with 59.6 J
// at 2.0 s: 30 particles weigh 256.3 N and move with 0.0 J
// the floor carries 255.6 N
