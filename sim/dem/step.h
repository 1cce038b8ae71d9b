// SPDX-License-Identifier: MIT
#pragma once
/// Simulation::step, and its part from forces to new poses. Included by simulation.cpp.
#include <sim/dem/account.h>
#include <sim/dem/critical_step.h>
#include <sim/dem/forces.h>
#include <sim/dem/integrate.h>
#include <sim/stop_watch.h>

namespace tactus::sim::dem {

template <Scalar T> void Simulation<T>::step() {
  if (!checked_) check_before_step();
  statistics_ = {};
  statistics_.time = time();
  PhaseMilliseconds& ms = statistics_.milliseconds;
  StopWatch watch;
  inject();
  if (images_stale_ && options_.periodic.any()) update_images();
  images_stale_ = false;
  watch.lap(ms.inject);
  world_.update(options_.threads);
  statistics_.pairs = world_.counts();
  if (!carried_.empty()) take_carried();
  watch.lap(ms.detect);
  compute_forces();
  watch.lap(ms.forces);
  sum_forces();
  watch.lap(ms.sum);
  move();
  watch.lap(ms.move);
  ++step_;
  place();
  watch.lap(ms.place);
}

/// Leapfrog. The kick takes velocities from t - h/2 to t, where energies are measured, and on to t + h/2. The drift
/// takes positions from t to t + h with the velocities of t + h/2.
template <Scalar T> void Simulation<T>::move_particle(Particle<T>& p, MoveSums& sums) {
  const Grain<T>& g = grains_[p.grain];
  const Load& load = loads_[p.slot];
  const T h = options_.time_step, half = h * T(0.5);
  const Vec3<T> acceleration = load.force * g.inverse_mass + options_.gravity;
  const Vec3<T> kick = acceleration * half, turn_kick = load.torque * half;
  if (!p.fresh) p.velocity += kick, p.momentum += turn_kick;
  sums.momentum += p.velocity * g.mass;
  // Two points move relative to each other by at most |p| + |q|, and (|p| + |q|)² ≤ 2 (p² + q²): hence the factor 2.
  const T both = T(2) * (g.inverse_mass + g.turning);
  sums.fastest = max(sums.fastest, detail::step_rate(load.stiffness * both, load.damping * both));
  if (options_.energies) {
    const Vec3<T> spin = spin_of(p.turn, p.momentum, g), spin_kick = spin_of(p.turn, turn_kick, g);
    const T leap = (g.mass * norm_squared(kick) + dot(turn_kick, spin_kick)) * T(0.5);
    sums.translation += g.mass * norm_squared(p.velocity) * T(0.5);
    sums.rotation += dot(spin, p.momentum) * T(0.5);
    sums.gravity -= g.mass * dot(options_.gravity, p.center);
    sums.leap += leap;
    if (p.fresh) sums.fresh_leap += leap, movers_[p.slot].velocity = movers_[p.slot].spin = {};
    kicked_[p.slot] = {p.velocity + kick, spin + spin_kick};
  }
  p.fresh = false;
  p.velocity += kick, p.momentum += turn_kick;
  p.center += p.velocity * h;
  p.turn = turned_freely(p.turn, p.momentum, g, h);
  if (options_.energies) sums.turned += dot(p.momentum, spin_of(p.turn, p.momentum, g) - kicked_[p.slot].spin) * T(0.5);
  sums.finite = sums.finite && is_finite(p.center) && is_finite(p.momentum);
}

template <Scalar T> void Simulation<T>::move() {
  block_sums_.assign((particles_.size() + detail::block - 1) / detail::block, {});
  if (options_.energies) kicked_.resize(slots_.size());
  detail::parallel_blocks(particles_.size(), options_.threads, [&](std::size_t first, std::size_t end) {
    MoveSums sums;
    for (std::size_t i = first; i < end; ++i) move_particle(particles_[i], sums);
    block_sums_[first / detail::block] = sums;
  });
  MoveSums all;
  T turned{};
  for (const MoveSums& sums : block_sums_) {
    all.translation += sums.translation, all.rotation += sums.rotation, all.gravity += sums.gravity;
    all.leap += sums.leap, all.fresh_leap += sums.fresh_leap, turned += sums.turned;
    all.momentum += sums.momentum;
    all.fastest = max(all.fastest, sums.fastest);
    all.finite = all.finite && sums.finite;
  }
  statistics_.momentum = all.momentum;
  statistics_.critical_step = all.fastest > T(0) ? T(4) / all.fastest : infinity<T>;
  if (!all.finite) reject_runaway(step_, options_.time_step, statistics_.critical_step);
  if (!options_.energies) return;
  energies_.translation = all.translation, energies_.rotation = all.rotation, energies_.gravity = all.gravity;
  energies_.leap = all.leap, energies_.injected -= all.fresh_leap;
  account();
  energies_.turned += turned;  // in the drift, after the time of the statistics
}

template <Scalar T> void Simulation<T>::refresh_mover(const Particle<T>& p) {
  const Grain<T>& g = grains_[p.grain];
  movers_[p.slot] = {p.center, p.velocity, spin_of(p.turn, p.momentum, g), g.inverse_mass, T(1) / g.radius};
}

/// Writes all new poses into the world, then updates the images.
template <Scalar T> void Simulation<T>::place() {
  if (options_.periodic.any()) wrap();
  new_poses_.resize(particles_.size());
  detail::parallel_blocks(particles_.size(), options_.threads, [&](std::size_t first, std::size_t end) {
    for (std::size_t i = first; i < end; ++i) {
      refresh_mover(particles_[i]);
      new_poses_[i] = pose_of(particles_[i]);
    }
  });
  for (std::size_t i = 0; i < particles_.size(); ++i) world_.set_pose({particles_[i].slot, 0}, new_poses_[i]);
  if (options_.periodic.any()) update_images();
  place_walls();
}

template <Scalar T> void Simulation<T>::place_walls() {
  for (const PlacedWall& placed : walls_) {
    if (!placed.wall.motion.moves()) continue;
    const WallState<T> now = wall_at(placed.wall, time());
    world_.set_pose({placed.slot, 0}, now.pose);
    movers_[placed.slot] = {now.pivot, now.velocity, now.angular_velocity, T(0), T(0)};
  }
}

}  // namespace tactus::sim::dem
