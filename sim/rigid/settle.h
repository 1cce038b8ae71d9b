// SPDX-License-Identifier: MIT
#pragma once
/// The last phase of Simulation::step: islands, sleep and statistics. Included by simulation.cpp.
#include <sim/rigid/simulation.h>

namespace tactus::sim::rigid {

/// Counts for each body the seconds since it last moved. The count is zero for a body that touches a moving kinematic
/// body.
template <Scalar T> void Simulation<T>::update_stillness() {
  const T pull = norm(options_.gravity);
  for (RigidBody<T>& body : bodies_) {
    if (!body.alive || !body.dynamic()) continue;
    const T speed = norm(body.velocity) + norm(body.angular_velocity) * body.radius;
    const bool still = speed <= options_.sleep.slowness * sqrt(pull * body.radius) && pull > T(0);
    body.still_for = still ? body.still_for + options_.time_step : T(0);
  }
  for (const StepTouch& touch : touches_) {
    RigidBody<T>&a = bodies_[touch.a], &b = bodies_[touch.b];
    if (touch.sensor) continue;
    if (!a.dynamic() && a.moves()) b.still_for = T(0);
    if (!b.dynamic() && b.moves()) a.still_for = T(0);
  }
}

/// An island is a set of bodies that push each other. It falls asleep when all its bodies have been still for long
/// enough.
template <Scalar T> void Simulation<T>::put_to_sleep() {
  update_stillness();
  islands_.reset(bodies_.size());
  for (const StepTouch& touch : touches_)
    if (touch.pushes && bodies_[touch.a].dynamic() && bodies_[touch.b].dynamic()) islands_.unite(touch.a, touch.b);
  std::vector<T> still_for(bodies_.size(), infinity<T>);  // for each island, the least of its bodies
  for (RigidBody<T>& body : bodies_) {
    if (!body.alive || (body.dynamic() && world_.asleep(body.id))) continue;
    body.island = islands_.find(body.id.slot);
    if (body.dynamic()) still_for[body.island] = min(still_for[body.island], body.still_for);
  }
  if (!options_.sleep.allowed) return;
  for (RigidBody<T>& body : bodies_) {
    if (!body.alive || !body.dynamic() || world_.asleep(body.id)) continue;
    if (still_for[body.island] < options_.sleep.seconds) continue;
    world_.sleep(body.id);
    body.velocity = body.angular_velocity = {};
  }
}

template <Scalar T> void Simulation<T>::measure() {
  StepStatistics<T>& s = statistics_;
  for (const StepTouch& touch : touches_) {
    ++s.contacts, s.points += touch.count;
    s.deepest_overlap = max(s.deepest_overlap, touch.overlap);
    const bool on_surface = bodies_[touch.a].surface || bodies_[touch.b].surface;
    s.on_surfaces += on_surface;
    if (!on_surface) s.worst_gap = max(s.worst_gap, touch.gap);
    s.stalled += touch.stalled;
  }
  for (const RigidBody<T>& body : bodies_) {
    if (!body.alive || !body.dynamic()) continue;
    const bool sleeps = world_.asleep(body.id);
    ++(sleeps ? s.asleep : s.awake);
    s.islands += !sleeps && body.island == body.id.slot;
  }
  s.kinetic_energy = kinetic_energy();
}

}  // namespace tactus::sim::rigid
