// SPDX-License-Identifier: MIT
#pragma once
/// How a discrete-element simulation runs. In metres, kilograms and seconds, or any other consistent units.
#include <sim/dem/laws.h>
#include <tactus/math/aabb.h>

#include <array>
#include <optional>

namespace tactus::sim::dem {

/// A particle that leaves the box on one side comes in on the other, along the chosen axes.
template <Scalar T> struct Periodic {
  std::array<bool, 3> axes{};  // which axes are periodic
  Aabb<T> box{};  // used along these axes only

  /// Is any axis periodic?
  bool any() const { return axes[0] || axes[1] || axes[2]; }
  /// The length of the box along an axis.
  T length(int axis) const { return box.max[axis] - box.min[axis]; }
};

/// How a simulation runs; set on construction.
template <Scalar T> struct SimulationOptions {
  Vec3<T> gravity{T(0), T(0), T(-9.81L)};  // acceleration
  T time_step{};  // 0: step_part times the critical step of the particles that exist at the first step
  T step_part = T(0.15L);  // used if time_step is 0
  Law<T> law = LinearLaw<T>{};  // for contacts of particles
  std::optional<Law<T>> wall_law{};  // for contacts with walls; if not set, `law` is used
  Periodic<T> periodic{};  // the periodic box, if any
  bool energies = true;  // compute the energy balance in every step; if false, statistics().energies is zero
  int threads = 0;  // 0: one per core. The result does not depend on it
};

}  // namespace tactus::sim::dem
