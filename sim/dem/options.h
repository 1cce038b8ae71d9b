#pragma once
/// How a discrete-element simulation runs. Metres, kilograms and seconds by custom.
#include <sim/dem/laws.h>
#include <tactus/math/aabb.h>

#include <array>
#include <optional>

namespace tactus::sim::dem {

/// Who leaves on one side of the box comes in on the other; along the axes that are chosen.
template <Scalar T> struct Periodic {
  std::array<bool, 3> axes{};
  Aabb<T> box{};

  bool any() const { return axes[0] || axes[1] || axes[2]; }
  T length(int axis) const { return box.max[axis] - box.min[axis]; }
};

template <Scalar T> struct SimulationOptions {
  Vec3<T> gravity{T(0), T(0), T(-9.81L)};
  T time_step{};  // 0: step_part of the critical one, of the particles that are there at the first step
  T step_part = T(0.15L);
  Law<T> law = LinearLaw<T>{};
  std::optional<Law<T>> wall_law{};  // of particles with walls; none: the same
  Periodic<T> periodic{};
  int threads = 0;  // 0: as many as there are. The result does not depend on it
};

}  // namespace tactus::sim::dem
