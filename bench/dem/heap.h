// SPDX-License-Identifier: MIT
#pragma once
/// A heap of sixteen-vertex prisms at rest, of any size: a periodic box of a thousand is left to settle, and copies of
/// it lie side by side.
#include <scenes/random.h>
#include <sim/dem/simulation.h>
#include <tactus/shape/generators.h>

#include <cmath>
#include <cstdio>
#include <fstream>

namespace tactus::bench {

namespace dem = sim::dem;
using Dem = dem::Simulation<double>;

inline constexpr double spacing = 0.11, prism_radius = 0.05, prism_height = 0.08;

inline dem::SimulationOptions<double> heap_options(int columns_x, int columns_y, int threads) {
  dem::SimulationOptions<double> options;
  options.law = dem::LinearLaw<double>{.stiffness = 1e5, .restitution = 0.2, .friction = 0.4};
  options.periodic = {{true, true, false}, {{0, 0, 0}, {columns_x * spacing, columns_y * spacing, 0}}};
  options.step_part = 0.5, options.threads = threads;
  options.energies = false;  // they are not used here
  return options;
}

inline std::uint32_t add_prisms(Dem& sim) {
  sim.add_wall({.shape = HalfSpace<double>{{0, 0, 1}, 0}, .name = "floor"});
  const Shape<double> prism = generate::octagonal_prism(prism_radius, prism_height);
  return sim.first_grain(sim.add_kind({.name = "P16", .sizes = {{prism}}, .density = 2500}));
}

/// 1000 prisms on a grid fall, and lie after `seconds`. That takes minutes: `file`, if there is one, keeps their
/// places.
inline Dem settled_tile(double seconds, int threads, const char* file) {
  Dem sim(heap_options(10, 10, threads));
  const auto grain = add_prisms(sim);
  if (std::ifstream in{file}) {
    Pose<double> pose;
    const auto read = [&] {
      for (Vec3<double>& v : pose.rotation.columns) in >> v.x >> v.y >> v.z;
      return bool(in >> pose.translation.x >> pose.translation.y >> pose.translation.z);
    };
    while (read()) sim.add({.grain = grain, .pose = orthonormalized(pose)});
    return sim;
  }
  scenes::Random random(1);
  for (int i = 0; i < 1000; ++i) {
    const Vec3<double> at{(i % 10 + 0.5) * spacing, (i / 10 % 10 + 0.5) * spacing, (i / 100 + 0.6) * spacing * 1.2};
    sim.add({.grain = grain, .pose = {random.rotation(), at}, .velocity = {0, 0, -0.5}});
  }
  while (sim.steps() == 0 || sim.time() < seconds) sim.step();
  std::fprintf(stderr, "tile: %zu contacts, kinetic energy %.2e J, deepest %.2e m, coordination %.2f\n",
               sim.statistics().contacts, sim.statistics().energies.translation, sim.statistics().deepest,
               sim.statistics().coordination);
  std::ofstream out(file);
  out.precision(17);
  for (std::uint32_t i = 0; i < sim.size(); ++i) {
    for (const Vec3<double>& v : sim.pose(i).rotation.columns) out << v.x << ' ' << v.y << ' ' << v.z << ' ';
    const Vec3<double>& at = sim.pose(i).translation;
    out << at.x << ' ' << at.y << ' ' << at.z << '\n';
  }
  return sim;
}

/// nx × ny copies of the tile.
inline Dem copies_of(const Dem& tile, int nx, int ny, int threads) {
  Dem sim(heap_options(10 * nx, 10 * ny, threads));
  const auto grain = add_prisms(sim);
  for (int y = 0; y < ny; ++y)
    for (int x = 0; x < nx; ++x)
      for (std::uint32_t i = 0; i < tile.size(); ++i) {
        Pose<double> pose = tile.pose(i);
        pose.translation += Vec3<double>{10 * spacing * x, 10 * spacing * y, 0};
        sim.add(
            {.grain = grain, .pose = pose, .velocity = tile.velocity(i), .angular_velocity = tile.angular_velocity(i)});
      }
  return sim;
}

}  // namespace tactus::bench
