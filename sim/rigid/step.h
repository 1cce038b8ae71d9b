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

/// Would a body reach the other one of a contact, which is at rest, within a step? Or does it already?
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
    bool pushes = !by.dynamic();  // a lift that goes away wakes whom it carried
    for (auto t = touch; !pushes && t != world_.contacts().end() && t->a == first && t->b == second; ++t)
      pushes = would_push(*t, by);
    if (!pushes) continue;
    wake_island(sleeper.island);
    some = true;
  }
  return some;
}

/// Points within the margins that cannot close in this step are left to later steps: those whose gap is more than twice
/// the distance that they close at their speed, plus twice the distance that gravity adds. A bit for each of the other
/// points.
template <Scalar T>
std::uint32_t Simulation<T>::pushing_points(const Touch& touch, std::uint32_t a, std::uint32_t b) const {
  const SolverBody<T>&row_a = problem_.bodies[a], &row_b = problem_.bodies[b];
  const Vec3<T>&center_a = problem_.motions[a].center, &center_b = problem_.motions[b].center;
  const T dt = options_.time_step, pull = norm(options_.gravity) * dt;
  std::uint32_t bits = 0;
  for (int i = 0; i < touch.points.count; ++i) {
    const auto& p = touch.points.points[static_cast<std::size_t>(i)];
    const Vec3<T> velocity = row_b.velocity + cross(row_b.angular_velocity, p.position - center_b) - row_a.velocity -
                             cross(row_a.angular_velocity, p.position - center_a);
    const T closing = max(T(0), -dot(touch.points.normal, velocity));
    if (p.distance <= T(2) * dt * (closing + pull)) bits |= 1u << i;
  }
  return bits;
}

/// The rows of the solver: bodies that move, by slot, and their contacts.
template <Scalar T> void Simulation<T>::prepare() {
  problem_.dt = options_.time_step;
  problem_.bounce_speed = options_.bounce_threshold * norm(options_.gravity) * options_.time_step;
  problem_.bodies.assign(1, {}), problem_.motions.assign(1, {});
  slot_of_.assign(1, 0);
  solver_body_.assign(bodies_.size(), 0);
  for (const RigidBody<T>& body : bodies_)
    if (body.alive && (body.dynamic() ? !world_.asleep(body.id) : body.moves())) add_solver_body(body.id.slot);

  problem_.pairs.clear(), touches_.clear();
  std::uint32_t points = 0;
  for (Touch& touch : world_.contacts()) {
    const std::uint32_t a = solver_body_[touch.a.slot], b = solver_body_[touch.b.slot];
    if (touch.sensor || (problem_.bodies[a].inverse_mass == T(0) && problem_.bodies[b].inverse_mass == T(0))) continue;
    const std::uint32_t pushing = pushing_points(touch, a, b);
    for (int i = 0; i < touch.points.count; ++i)
      if (!(pushing >> i & 1u)) touch.points.points[static_cast<std::size_t>(i)].data = {};
    if (pushing == 0) continue;
    const auto count = static_cast<std::uint32_t>(std::popcount(pushing));
    problem_.pairs.push_back({.a = a, .b = b, .first = points, .count = count});
    touches_.push_back({&touch, pushing});
    points += count;
  }
  problem_.points.resize(points);
  tactus::detail::parallel_for(touches_.size(), options_.threads,
                               [this](std::size_t i) { fill(problem_.pairs[i], touches_[i]); });
}

template <Scalar T> void Simulation<T>::add_solver_body(std::uint32_t slot) {
  const RigidBody<T>& body = bodies_[slot];
  const BodyMass<T>& mass = body.mass;
  const Mat3<T>& rotation = world_.body(body.id).pose.rotation;
  solver_body_[slot] = static_cast<std::uint32_t>(problem_.bodies.size());
  slot_of_.push_back(slot);
  SolverBody<T> row{.velocity = body.velocity, .angular_velocity = body.angular_velocity};
  SolverMotion<T> motion{.center = center(body.id), .rotation = rotation};
  if (body.dynamic()) {
    row.inverse_mass = mass.inverse_mass;
    row.inverse_inertia = mass.isotropic ? mass.inverse_inertia : turned(rotation, mass.inverse_inertia);
    motion.acceleration = options_.gravity + body.force * mass.inverse_mass;
    motion.angular_acceleration = row.inverse_inertia * body.torque;
    motion.inertia = mass.inertia, motion.inverse_inertia = mass.inverse_inertia;
    motion.gyroscopic = !mass.isotropic;
  }
  problem_.bodies.push_back(row), problem_.motions.push_back(motion);
}

template <Scalar T> void Simulation<T>::fill(ContactPair<T>& pair, const PushingTouch& pushing) {
  const Touch& touch = *pushing.touch;
  const RigidBody<T>&a = bodies_[touch.a.slot], &b = bodies_[touch.b.slot];
  const SolverBody<T>&row_a = problem_.bodies[pair.a], &row_b = problem_.bodies[pair.b];
  const TangentFrame<T> tangents = tangent_frame(touch.points.normal);
  pair.normal = touch.points.normal, pair.tangent_u = tangents.u, pair.tangent_v = tangents.v;
  pair.friction = sqrt(a.friction * b.friction);
  pair.restitution = max(a.restitution, b.restitution);
  pair.size = T(2) * min(a.radius, b.radius);
  const Vec3<T>&center_a = problem_.motions[pair.a].center, &center_b = problem_.motions[pair.b].center;
  pushing.for_each([&](std::uint32_t k, std::size_t i) {
    const auto& point = touch.points.points[i];
    PointRow<T>& row = problem_.points[pair.first + k];
    row = {.arm_a = point.position - center_a, .arm_b = point.position - center_b};
    row.separation = row.gap = point.distance;
    rigid::prepare(row, row_a, row_b, pair);
    row.normal_impulse = point.data.normal;
    row.impulse_u = dot(point.data.friction, pair.tangent_u), row.impulse_v = dot(point.data.friction, pair.tangent_v);
  });
}

/// Copies the solver's results back into bodies and contact points, and clears the forces.
template <Scalar T> void Simulation<T>::keep_results() {
  for (std::size_t i = 0; i < touches_.size(); ++i) {
    const ContactPair<T>& pair = problem_.pairs[i];
    touches_[i].for_each([&](std::uint32_t k, std::size_t point) {
      const PointRow<T>& row = problem_.points[pair.first + k];
      touches_[i].touch->points.points[point].data = {
          row.normal_impulse, pair.tangent_u * row.impulse_u + pair.tangent_v * row.impulse_v, row.total};
    });
  }
  moved_ids_.clear(), new_poses_.clear();
  for (std::uint32_t i = 1; i < problem_.bodies.size(); ++i) {
    RigidBody<T>& body = bodies_[slot_of_[i]];
    if (body.dynamic())
      body.velocity = problem_.bodies[i].velocity, body.angular_velocity = problem_.bodies[i].angular_velocity;
    moved_ids_.push_back(body.id), new_poses_.push_back(solved_pose(i));
  }
  for (RigidBody<T>& body : bodies_) body.force = body.torque = {};
}

/// The initial pose, moved and turned about the centre of mass. A body that has not turned keeps its matrix.
template <Scalar T> Pose<T> Simulation<T>::solved_pose(std::uint32_t i) const {
  const RigidBody<T>& body = bodies_[slot_of_[i]];
  const Pose<T>& before = world_.body(body.id).pose;
  const Quat<T>& turn = problem_.motions[i].turn;
  const Vec3<T>& by = problem_.motions[i].moved;
  if (turn == Quat<T>{}) return {before.rotation, before.translation + by};
  const Mat3<T> rotation = orthonormalized(to_matrix(turn) * before.rotation);
  const Vec3<T> offset = before.rotation * body.mass.center - rotation * body.mass.center;
  return {rotation, before.translation + by + offset};
}

/// Continuous bodies, and those they meet, go no farther than to their meeting point. A held body gets zero velocity:
/// otherwise it would be held again in the next step.
template <Scalar T> void Simulation<T>::stop_at_impacts() {
  std::vector<MovingBody<T>> moving(moved_ids_.size());
  bool some = false;
  for (std::size_t i = 0; i < moving.size(); ++i) {
    const RigidBody<T>& body = bodies_[moved_ids_[i].slot];
    some |= body.continuous;
    moving[i] = {.id = body.id, .continuous = body.continuous && !body.sensor, .stoppable = body.dynamic()};
  }
  if (!some) return;
  for (std::size_t i = 0; i < moving.size(); ++i)
    moving[i].motion = motion_between(pose(moved_ids_[i]), new_poses_[i], bodies_[moved_ids_[i].slot].mass.center);
  for (const Stop<T>& stop : first_impacts<T>(world_, moving)) {
    new_poses_[stop.body] = orthonormalized(moving[stop.body].motion.at(stop.time));
    RigidBody<T>& body = bodies_[moved_ids_[stop.body].slot];
    if (stop.held) body.velocity = body.angular_velocity = {};
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
  world_.set_poses(moved_ids_, new_poses_);
}

}  // namespace tactus::sim::rigid
