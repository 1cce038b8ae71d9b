// SPDX-License-Identifier: MIT
#pragma once
/// Discrete elements: convex particles that push each other by a contact law. A World finds and certifies every
/// contact.
#include <sim/dem/injection.h>
#include <sim/dem/options.h>
#include <sim/dem/state.h>
#include <sim/dem/statistics.h>
#include <tactus/world/world.h>

namespace tactus::sim::dem {

/// A force on B and the opposite on A, with their torques about the centres of mass.
template <Scalar T> struct Wrench {
  Vec3<T> force{};  // on B
  Vec3<T> torque_a{}, torque_b{};  // about the centres of mass

  /// Adds force f on B at these arms from the two centres of mass, and a couple on B.
  void add(const Vec3<T>& f, const Vec3<T>& arm_a, const Vec3<T>& arm_b, const Vec3<T>& couple = {}) {
    force += f, torque_a -= cross(arm_a, f) + couple, torque_b += cross(arm_b, f) + couple;
  }
};

/// The force of a contact in the last step.
template <Scalar T> struct ContactForce : Wrench<T> {
  T stiffness{}, damping{};  // of all its springs and dampers together, for the critical step
};

/// Where the energy of a contact is, and which part of its force dissipates (PointForce).
template <Scalar T> struct ContactEnergy {
  T elastic{}, tangential{};  // stored in the springs along the normal, and in all others
  Wrench<T> damping{}, sliding{};  // the parts of the force that dissipate
  Vec3<T> rolling{};  // torque on B
  T freed_damping{}, freed_sliding{}, freed_rolling{};  // energy that springs gave back since the last step
};

/// Add kinds and walls first, then particles (add or add_injection), and call step(). The same calls give the same
/// bytes for any number of threads. Invalid input throws std::invalid_argument with the value.
///
/// The integration is explicit: leapfrog, with angular momentum and a splitting for rotations (integrate.h). A time
/// step beyond the critical one throws.
template <Scalar T> class Simulation {
 public:
  /// The world that finds the contacts. Each contact point carries the state of its springs.
  using WorldType = World<T, PointHistory<T>>;
  /// A contact of that world.
  using Touch = typename WorldType::Touch;

  /// A simulation without particles.
  explicit Simulation(const SimulationOptions<T>& options = {});

  /// Returns the number of the kind. Its sizes are the grains from first_grain(kind) on.
  std::uint32_t add_kind(const ParticleKind<T>& kind);
  /// The number of the first size of a kind.
  std::uint32_t first_grain(std::uint32_t kind) const { return kinds_[kind].first_grain; }
  /// Returns the number of the wall.
  std::uint32_t add_wall(const Wall<T>& wall);
  /// Returns the number of the injection.
  std::uint32_t add_injection(const Injection<T>& injection);
  /// Returns the particle's number. Numbers count from 0; particles are never removed.
  std::uint32_t add(const ParticleInit<T>& init);

  /// Moves all particles by one time step.
  void step();

  std::size_t size() const { return particles_.size(); }
  /// The particle with this number.
  const Particle<T>& particle(std::uint32_t i) const { return particles_[i]; }
  /// The size of this particle, with its mass.
  const Grain<T>& grain_of(std::uint32_t i) const { return grains_[particles_[i].grain]; }
  /// All sizes of all kinds.
  const std::vector<Grain<T>>& grains() const { return grains_; }
  /// The pose of the shape's frame.
  const Pose<T>& pose(std::uint32_t i) const { return world_.body({particles_[i].slot, 0}).pose; }
  /// The velocity of the centre of mass, half a step before time().
  const Vec3<T>& velocity(std::uint32_t i) const { return particles_[i].velocity; }
  /// Radians per second about each world axis, half a step before time().
  Vec3<T> angular_velocity(std::uint32_t i) const;
  /// How many kinds there are.
  std::size_t kinds() const { return kinds_.size(); }
  /// The name of a kind.
  const std::string& kind_name(std::uint32_t kind) const { return kinds_[kind].name; }
  /// How many walls there are.
  std::size_t walls() const { return walls_.size(); }
  /// The wall with this number, as it was added.
  const Wall<T>& wall(std::uint32_t i) const { return walls_[i].wall; }
  /// Where that wall is now.
  const Pose<T>& wall_pose(std::uint32_t i) const { return world_.body({walls_[i].slot, 0}).pose; }
  /// The force of all particles on a wall in the last step.
  const Vec3<T>& wall_force(std::uint32_t i) const { return loads_[walls_[i].slot].force; }

  /// The contacts of the last step. Periodic images have separate slots; use(slot) names their particle.
  ContactList<const Touch> contacts() const { return world_.contacts(); }
  /// forces()[i] belongs to contacts()[i].
  std::span<const ContactForce<T>> forces() const { return forces_; }
  /// What a body of the world is: a particle, an image or a wall.
  const SlotUse& use(std::uint32_t slot) const { return slots_[slot]; }
  /// The pose that one of the two bodies of a contact of the last step had when the contact was found, before the step
  /// moved it. Near a periodic boundary: the pose of the periodic copy
  /// nearest to the contact's point.
  Pose<T> pose_in_contact(const Touch& touch, std::uint32_t slot) const;
  /// What the last step found and did.
  const StepStatistics<T>& statistics() const { return statistics_; }

  /// How many steps were made.
  std::uint64_t steps() const { return step_; }
  /// Simulated time since the first step.
  T time() const { return T(step_) * options_.time_step; }
  /// The time step; 0 before the first step if options.time_step is 0.
  T time_step() const { return options_.time_step; }
  /// The largest stable step of the stiffest contact between two particles of any kinds, or between a particle and a
  /// wall: 2 (√(1 + ζ²) - ζ)/ω, an estimate from below for single pairs (derived in critical_step.h).
  /// statistics().critical_step is the value for the contacts that exist.
  T critical_step() const;
  /// As given on construction.
  const SimulationOptions<T>& options() const { return options_; }
  /// The world, for queries.
  const WorldType& world() const { return world_; }

  /// Everything that the next step depends on.
  State<T> state() const;
  /// Continues from a state: the next steps are those that the other simulation would have made, byte for byte. Throws
  /// if the state belongs to a simulation with other kinds, walls or injections; then nothing changes.
  void restore(const State<T>& state);

 private:
  struct Kind {
    std::string name;
    std::uint32_t first_grain = 0, count = 0;
  };
  struct PlacedWall {
    Wall<T> wall;
    std::uint32_t slot = 0;
  };
  /// The data of a body that contacts read.
  struct Mover {
    Vec3<T> center{}, velocity{}, spin{};
    T inverse_mass{}, inverse_radius{};
  };
  struct Load {
    Vec3<T> force{}, torque{};
    T stiffness{}, damping{};  // of all its springs and dampers, for the critical step
  };
  /// A body's velocities after the kick, before the drift moves it.
  struct Kicked {
    Vec3<T> velocity{}, spin{};
  };
  /// Sums over a block of particles, in a fixed order.
  struct MoveSums {
    T translation{}, rotation{}, gravity{}, leap{}, fresh_leap{}, turned{};
    Vec3<T> momentum{};
    T fastest{};  // detail::step_rate of the stiffest particle
    bool finite = true;
  };
  struct Image {
    std::uint32_t particle = 0;
    SlotUse use{};
    std::uint32_t slot = 0;
  };

  // simulation.cpp
  void check_before_step();
  void check_law(const Shape<T>& shape, const Nonconvex<T>* wall) const;
  Body<T> wall_body(const Wall<T>& wall, const Pose<T>& pose) const;
  std::uint32_t new_slot(const Body<T>& body, const SlotUse& use);
  Pose<T> pose_of(const Particle<T>& p) const;
  void check(const State<T>& state) const;
  void restore_slots(const State<T>& state);
  // inject.h
  void inject();
  void inject(const Injection<T>& injection, InjectionState& state);
  bool put_one(const Injection<T>& injection, InjectionState& state);
  bool has_room(const Shape<T>& shape, const Pose<T>& pose) const;
  // forces.h
  void compute_forces();
  template <class Force> void compute_force(std::size_t i, Touch& touch, const Force& force);
  void compute_force(std::size_t i, Touch& touch, const VolumeLaw<T>& law);
  template <class F> void with_law(const Law<T>& law, F&& f) const;
  void sum_forces();
  void add_to_statistics(const Touch& touch, bool wall);
  // account.h
  void account();
  void account_contact(std::size_t i, const Touch& touch, std::array<Energies<T>, 2>& halves) const;
  // step.h
  void move();
  void move_particle(Particle<T>& p, MoveSums& sums);
  void place();
  void refresh_mover(const Particle<T>& p);
  void place_walls();
  // images.h
  void wrap();
  void carry_history(const std::vector<bool>& wrapped);
  void take_carried();
  void update_images();
  void place_images();
  std::uint32_t owner_code(std::uint32_t slot) const;
  Vec3<T> shift_of(const SlotUse& use) const;

  SimulationOptions<T> options_;
  WorldType world_;
  std::vector<Kind> kinds_;
  std::vector<Grain<T>> grains_;
  T largest_reach_{};
  std::vector<PlacedWall> walls_;
  std::vector<Injection<T>> injections_;
  std::vector<InjectionState> injection_states_;
  std::vector<Particle<T>> particles_;
  std::vector<SlotUse> slots_;
  std::vector<Image> images_;  // sorted by particle and shift
  std::vector<std::uint32_t> free_images_;  // slots, the largest first
  bool images_stale_ = true;  // particles were added since the images were last updated
  std::vector<CarriedPoint<T>> carried_;
  std::uint64_t step_ = 0;
  bool checked_ = false;  // time step and walls were checked since something was added
  Energies<T> energies_;  // lost and brought in so far
  StepStatistics<T> statistics_;

  // By slot, filled again in every step.
  std::vector<Mover> movers_;
  std::vector<Load> loads_;
  std::vector<Kicked> kicked_;  // this and the next: used only with options.energies
  std::vector<ContactEnergy<T>> contact_energies_;  // by contact
  // Scratch.
  std::vector<ContactForce<T>> forces_;
  std::vector<std::array<Energies<T>, 2>> block_energies_;
  std::vector<MoveSums> block_sums_;
  std::vector<Pose<T>> new_poses_;  // by particle
};

extern template class Simulation<float>;
extern template class Simulation<double>;

}  // namespace tactus::sim::dem
