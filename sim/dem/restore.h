// SPDX-License-Identifier: MIT
#pragma once
/// Simulation::state and restore. Included by simulation.cpp.
#include <sim/dem/images.h>
#include <sim/dem/integrate.h>
#include <tactus/core/reject.h>

namespace tactus::sim::dem {

template <Scalar T> State<T> Simulation<T>::state() const {
  State<T> s{.step = step_, .time_step = options_.time_step, .particles = particles_};
  for (std::uint32_t slot = 0; slot < slots_.size(); ++slot) s.poses.push_back(world_.body({slot, 0}).pose);
  s.slots = slots_, s.injections = injection_states_, s.carried = carried_, s.energies = energies_;
  s.world = world_.memory();
  return s;
}

/// A state may come from a file, so every field of it is checked.
template <Scalar T> void Simulation<T>::check(const State<T>& s) const {
  const char* call = "dem::Simulation::restore";
  if (s.injections.size() != injections_.size())
    reject(call, ": the state has ", s.injections.size(), " injections, but this simulation has ", injections_.size());
  if (s.poses.size() != s.slots.size()) reject(call, ": ", s.poses.size(), " poses for ", s.slots.size(), " bodies");
  if (!(s.time_step >= T(0)) || !is_finite(s.time_step)) reject(call, ": time_step = ", s.time_step);
  std::vector<bool> seen_walls(walls_.size()), seen_particles(s.particles.size());
  for (std::size_t slot = 0; slot < s.slots.size(); ++slot) {
    const SlotUse& use = s.slots[slot];
    const bool particle = use.kind == SlotKind::particle, image = use.kind == SlotKind::image;
    if (!particle && !image && use.kind != SlotKind::wall) reject(call, ": body ", slot, " is of no known kind");
    const std::size_t count = use.kind == SlotKind::wall ? walls_.size() : s.particles.size();
    if (use.index >= count && !(image && use.index == SlotUse::none))
      reject(call, ": body ", slot, " is number ", use.index, " of ", count,
             "; the walls or particles differ from this simulation's");
    if (particle && (s.particles[use.index].slot != slot || seen_particles[use.index]))
      reject(call, ": body ", slot, " and particle ", use.index, " do not belong to each other");
    if (particle) seen_particles[use.index] = true;
    if (use.kind == SlotKind::wall) seen_walls[use.index] = true;
    require_valid(call, "pose", s.poses[slot]);
    if (!is_finite(T(4) * max_abs(s.poses[slot].translation)))
      reject(call, ": body ", slot, " at ", s.poses[slot].translation, " is out of range");
  }
  for (const auto* seen : {&seen_walls, &seen_particles})
    if (std::find(seen->begin(), seen->end(), false) != seen->end())
      reject(call, ": a wall or a particle has no body; the walls differ from this simulation's");
  for (const Particle<T>& p : s.particles) {
    if (p.grain >= grains_.size())
      reject(call, ": grain ", p.grain, " of ", grains_.size(), "; the kinds differ from this simulation's");
    require_finite(call, "center", p.center);
    require_finite(call, "velocity", p.velocity);
    require_finite(call, "momentum", p.momentum);
    if (!(abs(dot(p.turn, p.turn) - T(1)) < T(0.001L))) reject(call, ": turn ", p.turn, " is not a rotation");
  }
}

/// Adds the bodies to the world in their original order, so that they get the same slots.
template <Scalar T> void Simulation<T>::restore_slots(const State<T>& s) {
  slots_.clear(), images_.clear(), free_images_.clear();
  for (std::uint32_t slot = 0; slot < s.slots.size(); ++slot) {
    const SlotUse& use = s.slots[slot];
    if (use.kind == SlotKind::wall) {
      const Wall<T>& wall = walls_[use.index].wall;
      walls_[use.index].slot = slot;
      new_slot(wall_body(wall, s.poses[slot]), use);
      const WallState<T> now = wall_at(wall, T(s.step) * s.time_step);
      movers_[slot] = {now.pivot, now.velocity, now.angular_velocity, T(0), T(0)};
      continue;
    }
    const bool used = use.index != SlotUse::none, image = use.kind == SlotKind::image;
    const Shape<T>& shape = grains_[used ? s.particles[use.index].grain : 0].shape;
    const Filter filter = !image ? particle_filter : used ? image_filter : unused_filter;
    new_slot({.shape = shape, .pose = s.poses[slot], .filter = filter}, use);
    if (image && used) images_.push_back({use.index, use, slot});
    if (!used) free_images_.push_back(slot);
  }
  const auto key = [](const Image& i) { return std::tuple(i.particle, i.use.shift_x, i.use.shift_y, i.use.shift_z); };
  std::sort(images_.begin(), images_.end(), [&](const Image& x, const Image& y) { return key(x) < key(y); });
  std::sort(free_images_.begin(), free_images_.end(), std::greater<>());
}

template <Scalar T> void Simulation<T>::restore(const State<T>& s) {
  check(s);
  Simulation fresh(options_);
  fresh.kinds_ = kinds_, fresh.grains_ = grains_, fresh.largest_reach_ = largest_reach_;
  fresh.walls_ = walls_, fresh.injections_ = injections_, fresh.injection_states_ = s.injections;
  fresh.particles_ = s.particles;
  fresh.restore_slots(s);
  fresh.world_.restore(s.world);  // throws if the state cannot be right
  for (const Particle<T>& p : fresh.particles_) fresh.refresh_mover(p);
  for (const Image& image : fresh.images_) {
    fresh.movers_[image.slot] = fresh.movers_[fresh.particles_[image.particle].slot];
    fresh.movers_[image.slot].center += shift_of(image.use);
  }
  fresh.step_ = s.step, fresh.options_.time_step = s.time_step;
  fresh.carried_ = s.carried, fresh.energies_ = s.energies;
  *this = std::move(fresh);
}

}  // namespace tactus::sim::dem
