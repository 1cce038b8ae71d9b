#pragma once
/// Discrete elements: convex particles that push each other by a contact law, on a World whose every contact is certified.
#include <sim/dem/injection.h>
#include <sim/dem/options.h>
#include <sim/dem/state.h>
#include <sim/dem/statistics.h>
#include <tactus/world/world.h>

namespace tactus::sim::dem {

/// The force of a contact in the last step.
template <Scalar T> struct ContactForce {
  Vec3<T> force{};  // on B; A has the opposite
  Vec3<T> torque_a{}, torque_b{};  // about the centres of mass
  T elastic{}, tangential{}, damped{}, rubbed{}, rolled{};
  T walls{};  // power of a wall
  T power{};  // of the force, on A and B together
  T stiffness{};  // of all its springs
};

/// Kinds and walls first, then particles, by hand or by injections; step() moves them on. The same calls give the same
/// bytes, whatever the number of threads. Wrong input throws std::invalid_argument that names the value.
///
/// Explicit: leapfrog, with angular momentum and a splitting for rotations (integrate.h). A time step beyond the critical
/// one is refused.
template <Scalar T> class Simulation {
 public:
  using WorldType = World<T, PointHistory<T>>;
  using Touch = typename WorldType::Touch;

  explicit Simulation(const SimulationOptions<T>& options = {});

  /// The kind's number; its sizes are the grains first_grain(kind) and so on.
  std::uint32_t add_kind(const ParticleKind<T>& kind);
  std::uint32_t first_grain(std::uint32_t kind) const { return kinds_[kind].first_grain; }
  std::uint32_t add_wall(const Wall<T>& wall);
  std::uint32_t add_injection(const Injection<T>& injection);
  /// The particle's number. Particles stay: numbers count from 0.
  std::uint32_t add(const ParticleInit<T>& init);

  void step();

  std::size_t size() const { return particles_.size(); }
  const Particle<T>& particle(std::uint32_t i) const { return particles_[i]; }
  const Grain<T>& grain_of(std::uint32_t i) const { return grains_[particles_[i].grain]; }
  const std::vector<Grain<T>>& grains() const { return grains_; }
  /// Of the shape's frame.
  const Pose<T>& pose(std::uint32_t i) const { return world_.body({particles_[i].slot, 0}).pose; }
  const Vec3<T>& velocity(std::uint32_t i) const { return particles_[i].velocity; }
  Vec3<T> angular_velocity(std::uint32_t i) const;
  std::size_t kinds() const { return kinds_.size(); }
  const std::string& kind_name(std::uint32_t kind) const { return kinds_[kind].name; }
  std::size_t walls() const { return walls_.size(); }
  const Wall<T>& wall(std::uint32_t i) const { return walls_[i].wall; }
  const Pose<T>& wall_pose(std::uint32_t i) const { return world_.body({walls_[i].slot, 0}).pose; }
  /// The force of all particles on a wall in the last step.
  const Vec3<T>& wall_force(std::uint32_t i) const { return loads_[walls_[i].slot].force; }

  /// Of the last step; forces()[i] is that of contacts()[i]. Images of particles have slots of their own: use(slot).
  ContactList<const Touch> contacts() const { return world_.contacts(); }
  std::span<const ContactForce<T>> forces() const { return forces_; }
  const SlotUse& use(std::uint32_t slot) const { return slots_[slot]; }
  const StepStatistics<T>& statistics() const { return statistics_; }

  std::uint64_t steps() const { return step_; }
  T time() const { return T(step_) * options_.time_step; }
  /// 0 until the first step if it was to be chosen.
  T time_step() const { return options_.time_step; }
  /// 2/ω of the stiffest contact that two of the kinds can make, or one of them with a wall: an estimate from below for
  /// pairs (critical_step.cpp says how). statistics().critical_step is that of the contacts there are.
  T critical_step() const;
  const SimulationOptions<T>& options() const { return options_; }
  const WorldType& world() const { return world_; }

  State<T> state() const;
  /// Throws where the state is of other kinds, walls or injections; nothing has changed then.
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
  /// What a contact reads of a body of the world.
  struct Mover {
    Vec3<T> center{}, velocity{}, spin{};
    T inverse_mass{}, inverse_radius{};
  };
  struct Load {
    Vec3<T> force{}, torque{};
    T stiffness{};  // of all its springs, for the critical step
  };
  /// Of a block of particles, in a fixed order.
  struct MoveSums {
    T translation{}, rotation{}, gravity{};
    Vec3<T> momentum{};
    T fastest{};  // ω² of the stiffest particle
    bool finite = true;
  };
  struct Image {
    std::uint32_t particle = 0;
    SlotUse use{};
    std::uint32_t slot = 0;
  };

  // simulation.cpp
  void check_before_step();
  void check_law(const Shape<T>& shape, bool wall) const;
  std::uint32_t new_slot(const Body<T>& body, const SlotUse& use);
  std::uint32_t place_new(const Particle<T>& particle);
  Pose<T> pose_of(const Particle<T>& p) const;
  void check(const State<T>& state) const;
  void restore_slots(const State<T>& state);
  // injection.cpp
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
  // step.h
  void move();
  void move_particle(Particle<T>& p, MoveSums& sums) const;
  void place();
  void refresh_mover(const Particle<T>& p);
  void place_walls();
  // images.cpp
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
  bool images_stale_ = true;  // particles have come since they were last looked at
  std::vector<CarriedPoint<T>> carried_;
  std::uint64_t step_ = 0;
  bool checked_ = false;  // time step and walls, since something was added
  Energies<T> energies_;  // what has been lost and brought in so far
  StepStatistics<T> statistics_;

  // By slot, made anew in every step.
  std::vector<Mover> movers_;
  std::vector<Load> loads_;
  // Scratch.
  std::vector<ContactForce<T>> forces_;
  std::vector<MoveSums> block_sums_;
  std::vector<Pose<T>> new_poses_;  // by particle
};

extern template class Simulation<float>;
extern template class Simulation<double>;

}  // namespace tactus::sim::dem
