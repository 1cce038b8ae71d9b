// SPDX-License-Identifier: MIT
#pragma once
/// The largest stable time step. Included by simulation.cpp.
///
/// Leapfrog is stable for h < 2/ω of the fastest oscillation. Two particles of one grain, the lightest, that meet at s
/// springs of stiffness k have ω² ≤ s k (1/m + r²/I) · 2: r is the farthest point from the centre of mass, I the least
/// moment of inertia. Shapes with faces may meet at four springs. A sphere's normal passes its centre, so there the
/// rotation counts with the tangential spring. Several contacts at once are stiffer still: step_part leaves room for
/// them, and StepStatistics::critical_step measures their effect.
#include <sim/dem/simulation.h>
#include <tactus/core/reject.h>

#include <stdexcept>

namespace tactus::sim::dem {

namespace detail {

template <Scalar T> T fastest_squared(const Grain<T>& g, const Law<T>& law, bool wall) {
  const bool sphere = g.shape.kind() == ShapeKind::sphere;
  const auto* linear = std::get_if<LinearLaw<T>>(&law);
  const bool one = sphere || g.shape.kind() == ShapeKind::ellipsoid || std::holds_alternative<VolumeLaw<T>>(law) ||
                   (linear && linear->deepest_only);
  const T k = stiffness_of(law, wall ? g.radius : g.radius / T(2)) * (one ? T(1) : T(4));
  const T across = linear ? linear->tangential : T(0.9L);  // Mindlin's ratio 2 (1 - ν)/(2 - ν) is at most 1
  const T inverse_mass =
      sphere ? max(g.inverse_mass, across * (g.inverse_mass + g.turning)) : g.inverse_mass + g.turning;
  return k * inverse_mass * (wall ? T(1) : T(2));
}

}  // namespace detail

template <Scalar T> T Simulation<T>::critical_step() const {
  T fastest{};
  for (const Grain<T>& g : grains_) {
    fastest = max(fastest, detail::fastest_squared(g, options_.law, false));
    if (!walls_.empty())
      fastest = max(fastest, detail::fastest_squared(g, options_.wall_law ? *options_.wall_law : options_.law, true));
  }
  return fastest > T(0) ? T(2) / sqrt(fastest) : infinity<T>;
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
