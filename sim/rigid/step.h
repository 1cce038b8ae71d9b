// SPDX-License-Identifier: MIT
#pragma once
/// The phases of Simulation::step: contacts, rows, solver, poses. Included by simulation.cpp; the last phase: settle.h.
#include <sim/rigid/continuous.h>
#include <sim/rigid/integrate.h>
#include <sim/rigid/margins.h>
#include <sim/rigid/rows.h>
#include <sim/rigid/simulation.h>
#include <sim/stop_watch.h>
#include <tactus/core/parallel.h>

namespace tactus::sim::rigid {

/// Does a body touch the other body of a contact, which is at rest, or will it within a step?
template <Scalar T> bool Simulation<T>::would_push(const Touch& touch, const RigidBody<T>& by) const {
  const T toward = touch.a == by.id ? T(1) : T(-1);  // the normal points from A to B
  for (const auto& point : touch.points.contact_points()) {
    const Vec3<T> velocity = by.velocity + cross(by.angular_velocity, point.position - center(by.id));
    if (point.distance <= toward * dot(touch.points.normal, velocity) * options_.time_step) return true;
  }
  return false;
}

template <Scalar T> void Simulation<T>::step() {
  statistics_ = {};
  PhaseMilliseconds& ms = statistics_.milliseconds;
  StopWatch watch;
  detect();
  watch.lap(ms.detect);
  prepare();
  watch.lap(ms.prepare);
  solver_->step(problem_);
  keep_results();
  watch.lap(ms.solve);
  stop_at_impacts();
  watch.lap(ms.continuous);
  place();
  watch.lap(ms.place);
  put_to_sleep();
  measure();
  watch.lap(ms.sleep);
  ++step_;
}

/// Sleepers that are touched wake with their islands, and the contacts among them must be known before anything moves:
/// this takes another update, which only settles what has woken. Each update wakes at least one island, so this ends.
template <Scalar T> void Simulation<T>::detect() {
  world_.update(options_.threads);
  events_.assign(world_.events().begin(), world_.events().end());
  statistics_.pairs = world_.counts();
  while (wake_touched()) world_.update(options_.threads);
}

/// Only a push wakes a body: bodies that are merely near each other must not keep each other awake. The touched
/// sleepers are in the order of the contacts.
template <Scalar T> bool Simulation<T>::wake_touched() {
  bool some = false;
  auto touch = world_.contacts().begin();
  for (const TouchedSleeper& touched : world_.touched_sleepers()) {
    const auto [first, second] = std::minmax(touched.sleeper, touched.by);
    while (touch->a != first || touch->b != second) ++touch;
    const RigidBody<T>&sleeper = bodies_[touched.sleeper.slot], &by = bodies_[touched.by.slot];
    if (touch->sensor || !(by.dynamic() || by.moves()) || !world_.asleep(touched.sleeper)) continue;
    bool pushes = !by.dynamic();  // a lift that moves away wakes the bodies it carried
    for (auto t = touch; !pushes && t != world_.contacts().end() && t->a == first && t->b == second; ++t)
      pushes = would_push(*t, by);
    if (!pushes) continue;
    wake_island(sleeper.island);
    some = true;
  }
  return some;
}

/// Fills the solver's rows: one for each body that moves, by slot, and one for each contact.
template <Scalar T> void Simulation<T>::prepare() {
  problem_.dt = options_.time_step;
  problem_.threads = options_.threads;
  problem_.bounce_speed = options_.bounce_threshold * norm(options_.gravity) * options_.time_step;
  slot_of_.assign(1, 0);
  solver_body_.assign(bodies_.size(), 0);
  for (const RigidBody<T>& body : bodies_) {
    if (!body.alive || !(body.dynamic() ? !world_.asleep(body.id) : body.moves())) continue;
    solver_body_[body.id.slot] = static_cast<std::uint32_t>(slot_of_.size());
    slot_of_.push_back(body.id.slot);
  }
  problem_.bodies.resize(slot_of_.size()), problem_.motions.resize(slot_of_.size());
  problem_.bodies[0] = {}, problem_.motions[0] = {};
  tactus::detail::parallel_for(slot_of_.size() - 1, threads_for(slot_of_.size() - 1, 512, options_.threads),
                               [this](std::size_t i) { fill_body(i + 1); });

  const auto contacts = world_.contacts();
  problem_.pairs.resize(contacts.size()), problem_.points.resize(contacts.size() * points_per_pair);
  touches_.resize(contacts.size());
  tactus::detail::parallel_for(contacts.size(), threads_for(contacts.size(), 512, options_.threads),
                               [&](std::size_t i) {
                                 if (i + 6 < contacts.size()) tactus::detail::prefetch<11>(&contacts[i + 6]);
                                 if (i + 3 < contacts.size()) prefetch_bodies(contacts[i + 3]);
                                 fill_pair(i, contacts[i]);
                               });
}

template <Scalar T> void Simulation<T>::fill_body(std::size_t i) {
  const RigidBody<T>& body = bodies_[slot_of_[i]];
  const BodyMass<T>& mass = body.mass;
  const Pose<T>& pose = world_.body(body.id).pose;
  SolverBody<T>& row = problem_.bodies[i] = {.velocity = body.velocity, .angular_velocity = body.angular_velocity};
  row.center = pose * mass.center;
  SolverMotion<T>& motion = problem_.motions[i] = {.rotation = pose.rotation};
  if (!body.dynamic()) return;
  row.inverse_mass = mass.inverse_mass;
  row.inverse_inertia = mass.isotropic ? mass.inverse_inertia : turned(pose.rotation, mass.inverse_inertia);
  motion.acceleration = options_.gravity + body.force * mass.inverse_mass;
  motion.angular_acceleration = row.inverse_inertia * body.torque;
  motion.inertia = mass.inertia, motion.inverse_inertia = mass.inverse_inertia;
  motion.gyroscopic = mass.isotropic ? T(0) : T(1);
}

template <Scalar T> void Simulation<T>::prefetch_bodies(const Touch& touch) const {
  for (const std::uint32_t slot : {touch.a.slot, touch.b.slot}) {
    tactus::detail::prefetch<1>(&bodies_[slot]);
    tactus::detail::prefetch<2>(&problem_.bodies[solver_body_[slot]]);
  }
}

/// Points within the margins that cannot close in this step are left out, and lose their impulses. These are the points
/// whose gap is more than twice the distance they close at their present speed plus what gravity adds.
template <Scalar T> void Simulation<T>::fill_pair(std::size_t index, Touch& touch) {
  ContactPair<T>& pair = problem_.pairs[index];
  pair.a = solver_body_[touch.a.slot], pair.b = solver_body_[touch.b.slot], pair.count = 0;
  touches_[index] = {.a = touch.a.slot,
                     .b = touch.b.slot,
                     .overlap = -touch.contact.distance,
                     .gap = touch.contact.upper - touch.contact.lower,
                     .count = static_cast<std::uint8_t>(touch.points.count),
                     .points = 0,
                     .sensor = touch.sensor,
                     .stalled = touch.contact.status == Status::stalled};
  const SolverBody<T>&row_a = problem_.bodies[pair.a], &row_b = problem_.bodies[pair.b];
  if (touch.sensor || (row_a.inverse_mass == T(0) && row_b.inverse_mass == T(0))) return;
  const Vec3<T>& normal = touch.points.normal;
  const T dt = options_.time_step, pull = norm(options_.gravity) * dt;
  PairPoint<T>* points = &problem_.points[index * points_per_pair];
  for (int i = 0; i < touch.points.count; ++i) {
    auto& p = touch.points.points[static_cast<std::size_t>(i)];
    const Vec3<T> velocity = row_b.velocity + cross(row_b.angular_velocity, p.position - row_b.center) -
                             row_a.velocity - cross(row_a.angular_velocity, p.position - row_a.center);
    const T closing = max(T(0), -dot(normal, velocity));
    if (p.distance <= T(2) * dt * (closing + pull)) {
      points[pair.count++] = {p.position, p.distance, p.data};
      touches_[index].points |= static_cast<std::uint8_t>(1u << i);
    } else {
      p.data = {};
    }
  }
  if (pair.count == 0) return;
  const RigidBody<T>&a = bodies_[touch.a.slot], &b = bodies_[touch.b.slot];
  const TangentFrame<T> tangents = tangent_frame(normal);
  pair.normal = normal, pair.tangent_u = tangents.u, pair.tangent_v = tangents.v;
  pair.friction = sqrt(a.friction * b.friction);
  pair.restitution = max(a.restitution, b.restitution);
  pair.size = T(2) * min(a.radius, b.radius);
  pair.rolling_arm = max(a.rolling_resistance, b.rolling_resistance) * pair.size * T(0.5);
}

/// Copies the solver's results back into bodies and contact points, and clears the forces.
template <Scalar T> void Simulation<T>::keep_results() {
  const auto contacts = world_.contacts();
  tactus::detail::parallel_for(
      touches_.size(), threads_for(touches_.size(), 512, options_.threads), [&](std::size_t i) {
        constexpr std::size_t ahead = 8;
        for (std::size_t k = 0; i + ahead < touches_.size() && k < touches_[i + ahead].count; ++k)
          tactus::detail::prefetch<2>(&contacts[i + ahead].points.points[k].data);
        const auto points = problem_.points_of(i);
        std::uint32_t rest = touches_[i].points;
        for (std::size_t k = 0; k < points.size(); ++k, rest &= rest - 1) {
          contacts[i].points.points[static_cast<std::size_t>(std::countr_zero(rest))].data = points[k].impulse;
          touches_[i].pushes |= points[k].impulse.total > T(0) || points[k].separation <= T(0);
        }
      });
  const std::size_t count = problem_.bodies.size() - 1;
  moved_ids_.resize(count), new_poses_.resize(count);
  tactus::detail::parallel_for(count, threads_for(count, 512, options_.threads), [this](std::size_t k) {
    const std::size_t i = k + 1;
    RigidBody<T>& body = bodies_[slot_of_[i]];
    if (body.dynamic())
      body.velocity = problem_.bodies[i].velocity, body.angular_velocity = problem_.bodies[i].angular_velocity;
    moved_ids_[k] = body.id, new_poses_[k] = solved_pose(i);
  });
  for (RigidBody<T>& body : bodies_) body.force = body.torque = {};
}

/// The pose at the beginning, moved and turned about the centre of mass. A body that has not turned keeps its matrix.
template <Scalar T> Pose<T> Simulation<T>::solved_pose(std::size_t i) const {
  const RigidBody<T>& body = bodies_[slot_of_[i]];
  const Pose<T>& before = world_.body(body.id).pose;
  const Quat<T>& turn = problem_.motions[i].turn;
  const Vec3<T>& by = problem_.motions[i].moved;
  if (turn == Quat<T>{}) return {before.rotation, before.translation + by};
  const Mat3<T> rotation = orthonormalized(to_matrix(turn) * before.rotation);
  const Vec3<T> offset = before.rotation * body.mass.center - rotation * body.mass.center;
  return {rotation, before.translation + by + offset};
}

/// The motion from one pose to the other that turns as the body did: between two poses alone, half a turn and more would
/// look like a shorter turn the other way. `turned`: the sum of the sub-steps' turns, which may be about several axes.
template <Scalar T>
Motion<T> motion_with_turns(const Pose<T>& from, const Pose<T>& to, const Vec3<T>& pivot, const Vec3<T>& turned) {
  Motion<T> motion = motion_between(from, to, pivot);
  const T angle = norm(motion.angular_velocity), whole = T(2) * pi<T>;
  const Vec3<T> axis = unit_or(motion.angular_velocity, unit_or(turned, Vec3<T>{T(1), T(0), T(0)}));
  const T turns = std::floor((dot(axis, turned) - angle) / whole + T(0.5));
  motion.angular_velocity += axis * (turns * whole);
  return motion;
}

/// Continuous bodies, and the bodies they meet, stop where they meet; a kinematic body carries along what it meets. A
/// held body gets zero velocity: otherwise it would be held again in the next step.
template <Scalar T> void Simulation<T>::stop_at_impacts() {
  std::vector<MovingBody<T>> moving(moved_ids_.size());
  bool some = false;
  for (std::size_t i = 0; i < moving.size(); ++i) {
    const RigidBody<T>& body = bodies_[moved_ids_[i].slot];
    some |= body.continuous;
    moving[i] = {.id = body.id,
                 .continuous = body.continuous && !body.sensor,
                 .stoppable = body.dynamic(),
                 .middle = body.mass.center,
                 .half_thickness = body.half_thickness};
  }
  if (!some) return;
  for (const Touch& touch : world_.contacts()) {
    if (touch.sensor || !(touch.contact.distance < T(0))) continue;
    for (const BodyId id : {touch.a, touch.b})
      if (const std::uint32_t row = solver_body_[id.slot]; row > 0)
        moving[row - 1].overlap = max(moving[row - 1].overlap, -touch.contact.distance);
  }
  for (std::size_t i = 0; i < moving.size(); ++i)
    moving[i].motion = motion_with_turns(pose(moved_ids_[i]), new_poses_[i], bodies_[moved_ids_[i].slot].mass.center,
                                         problem_.motions[i + 1].turned);
  for (const Impacted& hit : follow_impacts<T>(world_, moving)) {
    new_poses_[hit.body] = moving[hit.body].at(T(1));
    RigidBody<T>& body = bodies_[moved_ids_[hit.body].slot];
    if (hit.held) body.velocity = body.angular_velocity = {};
    ++statistics_.impacts;
  }
}

/// Updates margins from speeds, and poses from the solver.
template <Scalar T> void Simulation<T>::place() {
  for (const BodyId id : moved_ids_) {
    const T before = world_.body(id).margin;
    const T margin = fitting_margin(before, least_margin(bodies_[id.slot], options_.time_step, options_.margin));
    if (margin != before) world_.set_margin(id, margin);
  }
  world_.set_poses(moved_ids_, new_poses_, options_.threads);
}

}  // namespace tactus::sim::rigid
