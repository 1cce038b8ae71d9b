// SPDX-License-Identifier: MIT
#pragma once
/// Rigid bodies under gravity, with friction and restitution. A World finds and certifies every contact.
#include <scenes/scene.h>
#include <sim/rigid/body.h>
#include <sim/rigid/solver.h>
#include <sim/rigid/state.h>
#include <sim/rigid/statistics.h>
#include <sim/rigid/union_find.h>
#include <tactus/world/world.h>

#include <bit>

namespace tactus::sim::rigid {

/// Bodies are added, removed and pushed between steps; step() moves them. The same calls give the same bytes, whatever
/// the number of threads. Invalid input throws std::invalid_argument with the value, and changes nothing.
///
/// A step: contacts (World::update), the solver of the options, impacts of continuous bodies, new poses, sleep. A step
/// in which numbers overflow (because of huge forces) also throws.
template <Scalar T> class Simulation {
 public:
  /// The world that finds the contacts. Each contact point carries its impulses.
  using WorldType = World<T, PointImpulse<T>>;
  /// A contact of that world.
  using Touch = typename WorldType::Touch;

  /// A simulation without bodies.
  explicit Simulation(const SimulationOptions<T>& options = {});
  /// All bodies of a scene, in order, with its gravity and its time step.
  explicit Simulation(const scenes::Scene& scene, const SimulationOptions<T>& options = {});

  /// Adds a body. A dynamic body needs a volume, from which its mass follows.
  BodyId add(const BodyInit<T>& init);
  /// Removes a body, and wakes what it touched.
  void remove(BodyId id);
  /// Does the id name a body that was not removed?
  bool alive(BodyId id) const { return world_.alive(id); }
  std::size_t size() const { return world_.size(); }

  /// Moves all bodies by one time step.
  void step();

  /// The pose of a body's shape.
  const Pose<T>& pose(BodyId id) const { return world_.body(id).pose; }
  /// The centre of mass, in the world.
  Vec3<T> center(BodyId id) const { return pose(id) * record(id).mass.center; }
  /// The velocity of the centre of mass, in world axes.
  const Vec3<T>& velocity(BodyId id) const { return record(id).velocity; }
  /// Radians per second about each world axis.
  const Vec3<T>& angular_velocity(BodyId id) const { return record(id).angular_velocity; }
  /// The mass; 0 for a body that no force moves.
  T mass(BodyId id) const { return record(id).mass.mass; }
  /// What moves the body.
  MotionKind motion(BodyId id) const { return record(id).motion; }
  /// Places a body. A body that is placed, sped up or pushed wakes, with its whole island.
  void set_pose(BodyId id, const Pose<T>& pose);
  /// Sets the velocity of the centre of mass and the angular velocity, in world axes.
  void set_velocity(BodyId id, const Vec3<T>& velocity, const Vec3<T>& angular_velocity);
  /// Changes gravity and wakes all bodies.
  void set_gravity(const Vec3<T>& gravity);

  /// A force at the centre of mass of a dynamic body, for the next step. Forces of several calls are added.
  void add_force(BodyId id, const Vec3<T>& force);
  /// A force at a point in the world, which also turns the body.
  void add_force_at(BodyId id, const Vec3<T>& force, const Vec3<T>& point);
  /// A torque for the next step.
  void add_torque(BodyId id, const Vec3<T>& torque);
  /// An impulse at the centre of mass of a dynamic body, applied immediately.
  void add_impulse(BodyId id, const Vec3<T>& impulse);
  /// An impulse at a point in the world, which also turns the body.
  void add_impulse_at(BodyId id, const Vec3<T>& impulse, const Vec3<T>& point);

  /// Bodies connected by contacts have the same island: the least slot among them. A fixed body is its own island.
  std::uint32_t island(BodyId id) const { return record(id).island; }
  /// Does the body sleep?
  bool asleep(BodyId id) const { return world_.asleep(id); }
  /// Wakes the body and its island.
  void wake(BodyId id);

  /// Contacts of the last step, with the impulses of each point in its data. Contacts of sleeping bodies:
  /// world().sleeping_contacts().
  ContactList<const Touch> contacts() const { return world_.contacts(); }
  /// The pairs that began, continued or stopped touching (within the margins) in the last step.
  std::span<const BodyEvent> events() const { return events_; }
  /// What the last step found and did.
  const StepStatistics<T>& statistics() const { return statistics_; }
  /// The sum over all dynamic bodies.
  T kinetic_energy() const;

  /// How many steps were made.
  std::uint64_t steps() const { return step_; }
  /// Simulated time since the first step.
  T time() const { return T(step_) * options_.time_step; }
  /// The acceleration of gravity.
  const Vec3<T>& gravity() const { return options_.gravity; }
  /// As given on construction, with the scene's gravity and time step if there is one, and the last set_gravity().
  const SimulationOptions<T>& options() const { return options_; }
  /// The world, for queries.
  const WorldType& world() const { return world_; }
  /// The ids of all bodies, by slot; in the order of the scene, until bodies are removed.
  std::vector<BodyId> ids() const;

  /// Everything that the next step depends on.
  State<T> state() const;
  /// Continues from a state: the next steps are those that the other simulation would have made, byte for byte. Throws
  /// if the state belongs to other bodies; then nothing changes.
  void restore(const State<T>& state);

 private:
  /// A contact of the world in this step: what the last phases need, which so do not read the contacts again.
  struct StepTouch {
    std::uint32_t a, b;  // slots
    T overlap, gap;  // -contact.distance; contact.upper - contact.lower
    std::uint8_t count;  // number of points
    std::uint8_t points;  // one bit for each point that takes part
    bool sensor, stalled;
    bool pushes = false;
  };

  const RigidBody<T>& record(BodyId id) const { return world_.body(id), bodies_[id.slot]; }
  RigidBody<T>& record(BodyId id) { return world_.body(id), bodies_[id.slot]; }
  void wake_island(std::uint32_t island);
  void wake_what_touches(BodyId id);
  void shove(BodyId id, const char* call, const Vec3<T>& by);

  void detect();
  bool wake_touched();
  bool would_push(const Touch& touch, const RigidBody<T>& by) const;
  void prepare();
  void fill_body(std::size_t solver_body);
  void fill_pair(std::size_t index, Touch& touch);
  void prefetch_bodies(const Touch& touch) const;
  void keep_results();
  Pose<T> solved_pose(std::size_t solver_body) const;
  void stop_at_impacts();
  void place();
  void put_to_sleep();
  void update_stillness();
  void measure();

  SimulationOptions<T> options_;
  WorldType world_;
  std::unique_ptr<Solver<T>> solver_;
  std::vector<RigidBody<T>> bodies_;  // by slot
  std::uint64_t step_ = 0;
  std::vector<BodyEvent> events_;
  StepStatistics<T> statistics_;

  // Temporary data of a step.
  StepProblem<T> problem_;
  std::vector<std::uint32_t> solver_body_;  // by slot; 0: it does not move in this step
  std::vector<std::uint32_t> slot_of_;  // by solver body
  std::vector<StepTouch> touches_;  // by pair of the problem: all contacts of the world, in its order
  std::vector<BodyId> moved_ids_;
  std::vector<Pose<T>> new_poses_;
  UnionFind islands_;
};

extern template class Simulation<float>;
extern template class Simulation<double>;

}  // namespace tactus::sim::rigid
