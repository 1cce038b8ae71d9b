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
  std::array<bool, 3> axes{};
  Aabb<T> box{};

  bool any() const { return axes[0] || axes[1] || axes[2]; }
  T length(int axis) const { return box.max[axis] - box.min[axis]; }
};

template <Scalar T> struct SimulationOptions {
  Vec3<T> gravity{T(0), T(0), T(-9.81L)};
  T time_step{};  // 0: step_part times the critical step of the particles that exist at the first step
  T step_part = T(0.15L);
  Law<T> law = LinearLaw<T>{};
  std::optional<Law<T>> wall_law{};  // for contacts with walls; if not set, `law` is used
  Periodic<T> periodic{};
  bool energies = true;  // compute the energy balance in every step; if false, statistics().energies is zero
  int threads = 0;  // 0: one per core. The result does not depend on it
};

}  // namespace tactus::sim::dem
