#pragma once
/// Simulation::step, and its part from forces to places. Included by simulation.cpp.
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

/// Leapfrog: from t - h/2 to t, where the energies are taken, to t + h/2; and with the velocities of that time from t to
/// t + h.
template <Scalar T> void Simulation<T>::move_particle(Particle<T>& p, MoveSums& sums) const {
  const Grain<T>& g = grains_[p.grain];
  const Load& load = loads_[p.slot];
  const T h = options_.time_step, half = h * T(0.5), before = p.fresh ? T(0) : half;
  const Vec3<T> acceleration = load.force * g.inverse_mass + options_.gravity;
  p.velocity += acceleration * before, p.momentum += load.torque * before;
  p.fresh = false;
  const Vec3<T> m = rotate(conjugate(p.turn), p.momentum);
  sums.translation += g.mass * norm_squared(p.velocity) * T(0.5);
  sums.rotation += dot(m, hadamard(m, g.inverse_inertia)) * T(0.5);
  sums.gravity -= g.mass * dot(options_.gravity, p.center);
  sums.momentum += p.velocity * g.mass;
  const T turning = square(g.reach) * max(g.inverse_inertia.x, max(g.inverse_inertia.y, g.inverse_inertia.z));
  sums.fastest = max(sums.fastest, T(2) * load.stiffness * (g.inverse_mass + turning));
  p.velocity += acceleration * half, p.momentum += load.torque * half;
  p.center += p.velocity * h;
  p.turn = turned_freely(p.turn, p.momentum, g, h);
  sums.finite = sums.finite && is_finite(p.center) && is_finite(p.momentum);
}

template <Scalar T> void Simulation<T>::move() {
  block_sums_.assign((particles_.size() + detail::block - 1) / detail::block, {});
  detail::parallel_blocks(particles_.size(), options_.threads, [&](std::size_t first, std::size_t end) {
    MoveSums sums;
    for (std::size_t i = first; i < end; ++i) move_particle(particles_[i], sums);
    block_sums_[first / detail::block] = sums;
  });
  MoveSums all;
  for (const MoveSums& sums : block_sums_) {
    all.translation += sums.translation, all.rotation += sums.rotation, all.gravity += sums.gravity;
    all.momentum += sums.momentum;
    all.fastest = max(all.fastest, sums.fastest);
    all.finite = all.finite && sums.finite;
  }
  energies_.translation = all.translation, energies_.rotation = all.rotation, energies_.gravity = all.gravity;
  statistics_.energies = energies_;
  statistics_.momentum = all.momentum;
  statistics_.critical_step = all.fastest > T(0) ? T(2) / sqrt(all.fastest) : infinity<T>;
  if (!all.finite) reject_runaway(step_, options_.time_step, statistics_.critical_step);
}

template <Scalar T> void Simulation<T>::refresh_mover(const Particle<T>& p) {
  const Grain<T>& g = grains_[p.grain];
  movers_[p.slot] = {p.center, p.velocity, spin_of(p.turn, p.momentum, g), g.inverse_mass, T(1) / g.radius};
}

/// Everything that moves, into the world; then what follows from it.
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
