// SPDX-License-Identifier: MIT
#pragma once
/// The largest stable time step. Included by simulation.cpp.
///
/// A kick takes the forces of time t: springs see the positions of t, dampers the velocities of t - h/2. For a mode of
/// mass m, stiffness k and damping c the positions then obey
///     m (z - 1)² + h² k z + h c (z - 1) = 0
/// from step to step, which has |z| ≤ 1 as long as h² k/m + 2 h c/m ≤ 4. So h must be less than
///     4/(γ + √(γ² + 4κ)),   κ = k/m, γ = c/m;   with ω² = κ and γ = 2 ζ ω: 2 (√(1 + ζ²) - ζ)/ω.
/// Without damping that is 2/ω, at critical damping 0.83/ω. A system with many contacts is stable if that holds for
/// every motion x of its particles, with x·Kx and x·Cx for k and c: bounds of both are enough.
///
/// A force at the distance r from the centre of a particle moves its own point as if the particle had the mass
/// 1/(1/m + r²/I): r is the farthest point from the centre of mass, I the least moment of inertia. For two particles
/// these add up. Shapes with faces may meet at four points. Between two spheres the normal passes through both centres,
/// so the rotation counts only with the springs across. Several contacts at once are stiffer still: step_part leaves
/// room for them, and StepStatistics::critical_step bounds their effect (move_particle).
#include <sim/dem/simulation.h>
#include <tactus/core/reject.h>

#include <stdexcept>

namespace tactus::sim::dem {

namespace detail {

/// 4/step, which grows with both: of κ = stiffness/mass and γ = damping/mass.
template <Scalar T> T step_rate(T kappa, T gamma) { return gamma + sqrt(square(gamma) + T(4) * kappa); }

/// How many points of two shapes may touch under this law.
template <Scalar T> T touching_points(const Law<T>& law, const Shape<T>& a, const Shape<T>* b) {
  const auto round = [](const Shape<T>& s) {
    return s.kind() == ShapeKind::sphere || s.kind() == ShapeKind::ellipsoid;
  };
  const auto* linear = std::get_if<LinearLaw<T>>(&law);
  const bool one =
      round(a) || (b && round(*b)) || std::holds_alternative<VolumeLaw<T>>(law) || (linear && linear->deepest_only);
  return one ? T(1) : T(4);
}

/// step_rate of two particles that meet; b null: of a particle at a wall, which nothing moves.
template <Scalar T> T pair_rate(const Law<T>& law, const Grain<T>& a, const Grain<T>* b) {
  const auto sum = [&](auto&& of) { return of(a) + (b ? of(*b) : T(0)); };
  const T straight = sum([](const Grain<T>& g) { return g.inverse_mass; });
  const T turning = sum([](const Grain<T>& g) { return g.inverse_mass + g.turning; });
  const T radius = T(1) / sum([](const Grain<T>& g) { return T(1) / g.radius; });
  const Springs<T> s = springs_of(law, T(1) / straight, radius);
  if (a.shape.kind() == ShapeKind::sphere && (!b || b->shape.kind() == ShapeKind::sphere))
    return max(step_rate(s.stiffness * straight, s.damping * straight),
               step_rate((s.across + s.rolling) * turning, s.across_damping * turning));
  const T points = touching_points(law, a.shape, b ? &b->shape : nullptr) * turning;
  return step_rate(s.stiffest() * points, s.most_damping() * points);
}

}  // namespace detail

template <Scalar T> T Simulation<T>::critical_step() const {
  T fastest{};
  for (std::size_t i = 0; i < grains_.size(); ++i) {
    for (std::size_t j = 0; j <= i; ++j)
      fastest = max(fastest, detail::pair_rate(options_.law, grains_[i], &grains_[j]));
    if (!walls_.empty())
      fastest = max(fastest,
                    detail::pair_rate<T>(options_.wall_law ? *options_.wall_law : options_.law, grains_[i], nullptr));
  }
  return fastest > T(0) ? T(4) / fastest : infinity<T>;
}

template <Scalar T> void Simulation<T>::check_before_step() {
  const T critical = critical_step();
  if (options_.time_step == T(0)) {
    if (!is_finite(critical))
      reject("dem::Simulation: no kinds, so no critical step to choose from; give options.time_step");
    options_.time_step = options_.step_part * critical;
  }
  if (options_.time_step > critical)
    reject("dem::Simulation: time_step = ", options_.time_step, " s is beyond the critical step of ", critical,
           " s; at most ", options_.step_part * critical, " s would do (or 0, to have it chosen), or softer springs");
  for (int axis = 0; axis < 3; ++axis)
    if (options_.periodic.axes[static_cast<std::size_t>(axis)] &&
        options_.periodic.length(axis) < T(4) * largest_reach_)
      reject("dem::Simulation: the periodic box is ", options_.periodic.length(axis), " long along axis ", axis,
             ", less than two of the largest particles; at least ", T(4) * largest_reach_, " is required");
  checked_ = true;
}

template <Scalar T> [[noreturn]] void reject_runaway(std::uint64_t step, T time_step, T critical) {
  std::ostringstream text;
  text << "dem::Simulation: a particle has left the range of numbers in step " << step << " of " << time_step
       << " s; with the contacts of that step, " << critical << " s is critical: a smaller step would do";
  throw std::runtime_error(text.str());
}

}  // namespace tactus::sim::dem
