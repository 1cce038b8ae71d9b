// SPDX-License-Identifier: MIT
#pragma once
/// Scenes without friction and damping in which the features that touch change all the time: cubes that bounce corner
/// on corner between two plates; the same with springs so soft that a corner goes in by a fifth of the cube, and slips
/// over edges and faces on its way; and a block that is let go on its edge and rocks on a floor.
#include <sim/dem/simulation.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace tactus::bench {

enum class EnergyScene { corners, deep_corners, tipping };
inline const char* name_of(EnergyScene scene) {
  return scene == EnergyScene::corners        ? "corner on corner"
         : scene == EnergyScene::deep_corners ? "corner on corner, deep"
                                              : "block that tips over its edges";
}
/// depth: one force per pair at the deepest point, as in the paper; points: a spring at every contact point.
enum class EnergyLaw { depth, points, volume };
inline const char* name_of(EnergyLaw law) {
  return law == EnergyLaw::depth ? "depth" : law == EnergyLaw::points ? "every point" : "volume";
}

struct EnergyDrift {
  double largest = 0;  // |energy - energy at the beginning| / scale, over the run
  double end = 0;  // the same at the end, with its sign
  double deepest = 0;
  std::size_t contacts = 0;  // summed over the steps
  std::size_t switches = 0;  // contacts that went on, but with another normal or deepest point than a step before
  std::size_t steps = 0;
};

/// Where each pair touched in the step before.
class SwitchCount {
 public:
  void look(const sim::dem::Simulation<double>& sim) {
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::pair<Vec3<double>, Vec3<double>>> now;
    for (const auto& touch : sim.contacts()) {
      const std::pair key(touch.a.slot, touch.b.slot);
      const std::pair place(touch.points.normal, touch.contact.point());
      if (const auto it = before_.find(key); it != before_.end())
        count += norm(it->second.first - place.first) > 0.01 || norm(it->second.second - place.second) > 0.005;
      now[key] = place;
    }
    before_ = std::move(now);
  }
  std::size_t count = 0;

 private:
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::pair<Vec3<double>, Vec3<double>>> before_;
};

/// The scale is the kinetic energy of the cubes, or what the block's centre can fall by.
inline EnergyDrift energy_drift(EnergyScene scene, EnergyLaw law, double seconds, int steps) {
  namespace dem = sim::dem;
  dem::SimulationOptions<double> options;
  options.threads = 1, options.time_step = seconds / steps;
  const bool corners = scene != EnergyScene::tipping;
  const double soft = scene == EnergyScene::deep_corners ? 0.05 : 1;
  if (law == EnergyLaw::volume) {
    // Corners: about as much energy at the same depth as the springs.
    options.law = corners ? dem::VolumeLaw<double>{.modulus = 3e6 * soft, .exponent = 1}
                          : dem::VolumeLaw<double>{.modulus = 1e9, .exponent = 2};
  } else {
    options.law = dem::LinearLaw<double>{.stiffness = corners ? 2e4 * soft : 1e5,
                                         .restitution = 1,
                                         .friction = 0,
                                         .deepest_only = law == EnergyLaw::depth};
  }
  options.gravity = corners ? Vec3<double>{} : Vec3<double>{0, 0, -9.81};
  dem::Simulation<double> sim(options);
  const Shape<double> block = corners ? Box<double>{{0.05, 0.05, 0.05}} : Box<double>{{0.05, 0.2, 0.1}};
  const auto grain = sim.first_grain(sim.add_kind({.name = "block", .sizes = {{block}}, .density = 1000}));
  double scale = 0;
  if (corners) {
    const Mat3<double> on_corner = (rotation_y(-std::atan(std::sqrt(0.5))) * rotation_z(0.785398163397448)).rotation;
    for (const double x : {-1., 1.}) {
      sim.add_wall({.shape = Box<double>{{0.1, 1, 1}}, .pose = translation(0.31 * x, 0., 0.)});
      sim.add({.grain = grain,
               .pose = {on_corner, {0.1 * x, 0.004 * x, 0.003}},
               .velocity = {-0.8 * x, 0.02, -0.01},
               .angular_velocity = {0.3 * x, 1.5, 0.7}});
    }
    scale = sim.grain_of(0).mass * 0.8 * 0.8;
  } else {
    sim.add_wall({.shape = HalfSpace<double>{{0, 0, 1}, 0}});
    const double lean = 0.35, height = 0.1 * std::cos(lean) + 0.05 * std::sin(lean);
    sim.add({.grain = grain, .pose = translation(0., 0., height) * rotation_y(lean)});
    scale = sim.grain_of(0).mass * 9.81 * (height - 0.1);
  }
  EnergyDrift drift;
  SwitchCount switches;
  double first = 0;
  for (int i = 0; i < steps; ++i) {
    sim.step();
    const auto& s = sim.statistics();
    const double energy = s.energies.mechanical();
    if (i == 0) first = energy;
    drift.end = (energy - first) / scale;
    drift.largest = std::max(drift.largest, std::abs(drift.end));
    drift.deepest = std::max(drift.deepest, s.deepest);
    drift.contacts += s.contacts + s.wall_contacts;
    switches.look(sim);
  }
  drift.switches = switches.count;
  drift.steps = static_cast<std::size_t>(steps);
  return drift;
}

}  // namespace tactus::bench
