#pragma once
/// Simulations I and II of Feng & Tan 2019, §5.2: particles are injected into a box for 10 s, under gravity.
///
/// As stated: square pyramids (P5), octagonal prisms (P16) and octagonal frusta (F16); in II spheres (S) in place of the
/// frusta; different numbers and sizes; injected at random and periodically over 10 s; about 5000 (I) and over 5500 (II)
/// at the end; a linear law of the overlap with viscous damping and friction; four stages.
/// Left open by the paper, and chosen here: everything in FengTanOptions, and what feng_tan_choices() lists.
#include <sim/dem/simulation.h>

#include <memory>
#include <utility>

namespace tactus::sim::dem {

struct FengTanOptions {
  int particles = 0;  // in all; 0: 5000 (I) or 5500 (II)
  double seconds = 10;
  double size = 0.05;  // radius of the round of the largest prism, in metres
  double least = 0.7;  // size of the smallest, in parts of the largest
  double density = 2500;
  double stiffness = 1e5, restitution = 0.3, friction = 0.4;
  double time_step = 0;  // 0: a fifth of the critical one
  bool deepest_only = false;  // one force per pair, as in the paper; else one per contact point
  int threads = 0;
  std::uint64_t seed = 1;
};

/// The box is as wide as it must be for all particles to fill it to about its height.
std::unique_ptr<Simulation<double>> feng_tan_1(const FengTanOptions& options = {});
std::unique_ptr<Simulation<double>> feng_tan_2(const FengTanOptions& options = {});

/// The times of the four stages: quarters of the run.
std::vector<double> feng_tan_stages(const FengTanOptions& options = {});

/// What the paper leaves open and what was taken for it, to be printed: a name and a value each.
std::vector<std::pair<std::string, std::string>> feng_tan_choices(const Simulation<double>& simulation,
                                                                  const FengTanOptions& options);

}  // namespace tactus::sim::dem
