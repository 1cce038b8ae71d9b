// SPDX-License-Identifier: MIT
/// The operations on a simulation between its steps. The step itself: step.h, settle.h.
#include <sim/rigid/margins.h>
#include <sim/rigid/settle.h>
#include <sim/rigid/simulation.h>
#include <sim/rigid/step.h>
#include <tactus/core/reject.h>

namespace tactus::sim::rigid {

namespace {

template <Scalar T> WorldOptions<T> world_options(const SimulationOptions<T>& options) {
  WorldOptions<T> w;
  w.method = options.method;
  w.narrow = options.narrow, w.broad = options.broad, w.points = options.points;
  return w;
}

template <Scalar T> void check(const SimulationOptions<T>& o) {
  require_finite("Simulation", "gravity", o.gravity);
  if (!(o.time_step > T(0)) || !is_finite(o.time_step))
    reject("Simulation: time_step = ", o.time_step, " is not positive and finite");
  if (o.threads < 0) reject("Simulation: threads = ", o.threads, " is negative; 0 means one per core");
  require_not_negative("Simulation", "sleep.slowness", o.sleep.slowness);
  require_not_negative("Simulation", "sleep.seconds", o.sleep.seconds);
  require_not_negative("Simulation", "bounce_threshold", o.bounce_threshold);
  if (!(o.margin > T(0) && o.margin <= T(0.5))) reject("Simulation: margin = ", o.margin, " is not in (0, 0.5]");
}

template <Scalar T> SimulationOptions<T> of_scene(const scenes::Scene& scene, SimulationOptions<T> options) {
  options.gravity = scene.gravity.template cast<T>();
  options.time_step = T(scene.step);
  const scenes::WorldSettings& world = scene.world;
  options.narrow = world.narrow<T>(), options.broad = world.broad;
  options.points = {.matching = world.points.matching,
                    .reach = T(world.points.reach),
                    .hysteresis = {T(world.points.hysteresis.area), T(world.points.hysteresis.depth)}};
  if (!world.method.empty() && options.method.name.empty())
    reject("Simulation: the scene asks for the method '", world.method,
           "'; options.method must hold it (narrow::find_algorithm), or another");
  return options;
}

template <Scalar T> BodyInit<T> body_of_scene(const scenes::Scene& scene, const scenes::SceneBody& body) {
  if (body.material >= scene.materials.size())
    reject("Simulation: body '", body.name, "' is of material ", body.material, ", but the scene has ",
           scene.materials.size());
  const scenes::Material& material = scene.materials[body.material];
  return {.shape = body.shape.template cast<T>(),
          .pose = orthonormalized(body.pose.template cast<T>()),
          .velocity = body.velocity.template cast<T>(),
          .angular_velocity = body.angular_velocity.template cast<T>(),
          .motion = body.motion,
          .density = T(material.density),
          .friction = T(material.friction),
          .restitution = T(material.restitution),
          .rolling_resistance = T(material.rolling_resistance),
          .continuous = body.continuous,
          .nonconvex = body.nonconvex.template cast<T>()};
}

}  // namespace

template <Scalar T>
Simulation<T>::Simulation(const SimulationOptions<T>& options)
    : options_(options), world_(world_options(options)), solver_(make_solver(options)) {
  check(options);
}

template <Scalar T>
Simulation<T>::Simulation(const scenes::Scene& scene, const SimulationOptions<T>& options)
    : Simulation(of_scene(scene, options)) {
  for (const scenes::SceneBody& body : scene.bodies) add(body_of_scene<T>(scene, body));
}

template <Scalar T> BodyId Simulation<T>::add(const BodyInit<T>& init) {
  RigidBody<T> body = make_body(init);
  const BodyId id = world_.add({.shape = init.shape,
                                .pose = init.pose,
                                .is_static = init.motion == MotionKind::fixed,
                                .kinematic = init.motion == MotionKind::kinematic,
                                .sensor = init.sensor,
                                .margin = fitting_margin(T(0), least_margin(body, options_.time_step, options_.margin)),
                                .filter = init.filter,
                                .user_data = init.user_data,
                                .nonconvex = init.nonconvex});
  body.id = id, body.island = id.slot;
  if (bodies_.size() <= id.slot) bodies_.resize(id.slot + std::size_t{1});
  bodies_[id.slot] = body;
  return id;
}

template <Scalar T> void Simulation<T>::remove(BodyId id) {
  record(id);
  wake_what_touches(id);
  world_.remove(id);
  bodies_[id.slot] = {};
}

template <Scalar T> void Simulation<T>::set_pose(BodyId id, const Pose<T>& pose) {
  record(id);
  require_valid("Simulation::set_pose", "pose", pose);
  wake_what_touches(id);
  world_.set_pose(id, pose);
}

template <Scalar T>
void Simulation<T>::set_velocity(BodyId id, const Vec3<T>& velocity, const Vec3<T>& angular_velocity) {
  RigidBody<T>& body = record(id);
  require_finite("Simulation::set_velocity", "velocity", velocity);
  require_finite("Simulation::set_velocity", "angular_velocity", angular_velocity);
  if (body.motion == MotionKind::fixed) reject("Simulation::set_velocity: ", id, " is fixed, and has no velocity");
  wake(id);
  body.velocity = velocity, body.angular_velocity = angular_velocity;
}

template <Scalar T> void Simulation<T>::set_gravity(const Vec3<T>& gravity) {
  require_finite("Simulation::set_gravity", "gravity", gravity);
  options_.gravity = gravity;
  for (const RigidBody<T>& body : bodies_)
    if (body.alive) wake(body.id);
}

/// Checks the input, and wakes the affected bodies.
template <Scalar T> void Simulation<T>::shove(BodyId id, const char* call, const Vec3<T>& by) {
  require_finite("Simulation", call, by);
  record(id);
  wake(id);
}

template <Scalar T> void Simulation<T>::add_force(BodyId id, const Vec3<T>& force) {
  shove(id, "force", force);
  record(id).force += force;
}
template <Scalar T> void Simulation<T>::add_torque(BodyId id, const Vec3<T>& torque) {
  shove(id, "torque", torque);
  record(id).torque += torque;
}
template <Scalar T> void Simulation<T>::add_force_at(BodyId id, const Vec3<T>& force, const Vec3<T>& point) {
  require_finite("Simulation", "point", point);
  shove(id, "force", force);
  record(id).force += force;
  record(id).torque += cross(point - center(id), force);
}
template <Scalar T> void Simulation<T>::add_impulse(BodyId id, const Vec3<T>& impulse) {
  shove(id, "impulse", impulse);
  record(id).velocity += impulse * record(id).mass.inverse_mass;
}
template <Scalar T> void Simulation<T>::add_impulse_at(BodyId id, const Vec3<T>& impulse, const Vec3<T>& point) {
  require_finite("Simulation", "point", point);
  add_impulse(id, impulse);
  const Mat3<T>& r = pose(id).rotation;
  const Vec3<T> turning = transposed_times(r, cross(point - center(id), impulse));
  record(id).angular_velocity += r * (record(id).mass.inverse_inertia * turning);
}

template <Scalar T> void Simulation<T>::wake(BodyId id) {
  record(id).still_for = T(0);
  if (world_.asleep(id)) wake_island(record(id).island);
}

template <Scalar T> void Simulation<T>::wake_island(std::uint32_t island) {
  for (RigidBody<T>& body : bodies_) {
    if (!body.alive || body.island != island || !world_.asleep(body.id)) continue;
    world_.wake(body.id);
    body.still_for = T(0);
  }
}

/// Before a body is removed or moved: bodies resting on it must fall.
template <Scalar T> void Simulation<T>::wake_what_touches(BodyId id) {
  wake(id);
  for (const Touch& touch : world_.sleeping_contacts()) {
    if (touch.a != id && touch.b != id) continue;
    const BodyId other = touch.a == id ? touch.b : touch.a;
    if (world_.alive(other)) wake(other);
  }
}

template <Scalar T> std::vector<BodyId> Simulation<T>::ids() const {
  std::vector<BodyId> all;
  world_.for_each_body([&](BodyId id) { all.push_back(id); });
  return all;
}

template <Scalar T> T Simulation<T>::kinetic_energy() const {
  T twice{};
  for (const RigidBody<T>& body : bodies_) {
    if (!body.alive || !body.dynamic()) continue;
    const Vec3<T> spin = transposed_times(world_.body(body.id).pose.rotation, body.angular_velocity);
    twice += body.mass.mass * norm_squared(body.velocity) + dot(spin, body.mass.inertia * spin);
  }
  return twice * T(0.5);
}

template <Scalar T> State<T> Simulation<T>::state() const {
  State<T> s{.step = step_};
  for (const RigidBody<T>& body : bodies_) {
    if (!body.alive) continue;
    const Body<T>& placed = world_.body(body.id);
    s.bodies.push_back({body.id, placed.pose, body.velocity, body.angular_velocity, body.force, body.torque,
                        placed.margin, body.still_for, body.island});
  }
  s.world = world_.memory();
  return s;
}

template <Scalar T> void Simulation<T>::restore(const State<T>& s) {
  if (s.bodies.size() != size())
    reject("Simulation::restore: the state has ", s.bodies.size(), " bodies, but this simulation has ", size());
  for (const BodyState<T>& b : s.bodies) {
    if (!alive(b.id)) reject("Simulation::restore: ", b.id, " of the state is not a body of this simulation");
    require_valid("Simulation::restore", "pose", b.pose);
    require_finite("Simulation::restore", "velocity", b.velocity);
    require_finite("Simulation::restore", "angular_velocity", b.angular_velocity);
    require_finite("Simulation::restore", "force", b.force);
    require_finite("Simulation::restore", "torque", b.torque);
    require_not_negative("Simulation::restore", "still_for", b.still_for);
    require_not_negative("Simulation::restore", "margin", b.margin);
    const Shape<T>& shape = world_.body(b.id).shape;
    const T reach = max_abs(b.pose.translation) + b.margin + (shape.bounded() ? shape.origin_radius() : T(0));
    if (!is_finite(T(4) * reach)) reject("Simulation::restore: ", b.id, " at ", b.pose.translation, " is out of range");
  }
  world_.restore(s.world);  // throws if it cannot be restored, and then changes nothing
  for (const BodyState<T>& b : s.bodies) {
    RigidBody<T>& body = bodies_[b.id.slot];
    body.velocity = b.velocity, body.angular_velocity = b.angular_velocity;
    body.force = b.force, body.torque = b.torque;
    body.still_for = b.still_for, body.island = b.island;
    world_.set_pose(b.id, b.pose);
    world_.set_margin(b.id, b.margin);
  }
  world_.restore(s.world);  // again: moved bodies count as moved, but the memory has the right state
  step_ = s.step;
  events_.clear();
}

template class Simulation<float>;
template class Simulation<double>;

}  // namespace tactus::sim::rigid
