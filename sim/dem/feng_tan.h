// SPDX-License-Identifier: MIT
#pragma once
/// Simulations I and II of Feng & Tan 2019, §5.2: particles are injected into a box for 10 s, under gravity.
///
/// As stated: square pyramids (P5), octagonal prisms (P16) and octagonal frusta (F16); in II spheres (S) in place of the
/// frusta; different numbers and sizes; injected at random and periodically over 10 s; about 5000 (I) and over 5500 (II)
/// at the end; a linear law of the overlap, one force per pair, with viscous damping and friction; four stages.
/// Left open by the paper, and chosen here: everything in FengTanOptions, and what feng_tan_choices() lists.
///
/// The stiffness of the springs follows from the wanted overlap. A particle that falls from the top of the box meets
/// the floor at the speed v; a spring k with a damper of ratio ζ stops its mass m at
///     δ = v sqrt(m/k) exp(-ζ/sqrt(1 - ζ²) acos ζ),
/// so k = max over the grains of m (v exp(...)/(overlap r))². Two particles that meet have an effective mass of at most
/// the lighter one's, so the floor is the worst case. A corner that hits beside the centre of mass moves less mass, and
/// the weight of the heap presses less than the impact: both give smaller overlaps. The time step follows from k. It
/// grows like overlap · r/v, and v grows like the square root of the box's height, which is proportional to r. So
/// larger particles take fewer steps for the same overlap and the same 10 s.
#include <sim/dem/simulation.h>

#include <memory>
#include <utility>

namespace tactus::sim::dem {

struct FengTanOptions {
  int particles = 0;  // in all; 0: 5000 (I) or 5500 (II)
  double seconds = 10;
  double size = 0.1;  // circumscribed radius of the largest prism, in metres
  double least = 0.7;  // size of the smallest, relative to the largest
  double density = 2500;
  double overlap = 0.05;  // the largest at an impact, relative to a particle's radius
  double stiffness = 0;  // newtons per metre; 0: as the overlap requires
  double restitution = 0.3, friction = 0.4;
  double time_step = 0;  // 0: half of the critical one
  bool deepest_only = true;  // one force per pair, as in the paper; else one per contact point
  int threads = 0;
  std::uint64_t seed = 1;
};

/// The box is so wide that all particles together fill it to a height of half its width.
std::unique_ptr<Simulation<double>> feng_tan_1(const FengTanOptions& options = {});
std::unique_ptr<Simulation<double>> feng_tan_2(const FengTanOptions& options = {});

/// The times of the four stages: quarters of the run.
std::vector<double> feng_tan_stages(const FengTanOptions& options = {});

/// The parameters that the paper does not give, with the values chosen here, for printing: a name and a value each.
std::vector<std::pair<std::string, std::string>> feng_tan_choices(const Simulation<double>& simulation,
                                                                  const FengTanOptions& options);

}  // namespace tactus::sim::dem
