// SPDX-License-Identifier: MIT
#pragma once
/// Everything that a simulation needs to continue, as plain data. Restored into a simulation with the same kinds, walls
/// and injections, it continues to the same bytes. The state contains the particles, so the simulation need not have
/// any before.
#include <sim/dem/injection.h>
#include <sim/dem/laws.h>
#include <sim/dem/statistics.h>
#include <tactus/world/world_memory.h>

namespace tactus::sim::dem {

/// The role of a body of the world.
enum class SlotKind : std::uint8_t { particle, image, wall };

/// `index` is that of the wall or the particle. For an image it is that of its particle, or `none` if the image is
/// unused at the moment.
struct SlotUse {
  static constexpr std::uint32_t none = 0xffffffffu;
  SlotKind kind = SlotKind::particle;  // what the body is
  std::uint32_t index = none;
  std::int8_t shift_x = 0, shift_y = 0, shift_z = 0;  // of an image, in lengths of the periodic box

  friend constexpr bool operator==(const SlotUse&, const SlotUse&) = default;
};

/// The memory of a contact point that ended only because one of its bodies left the periodic box. The point that
/// replaces it takes the memory over in the next update. First and second: particles, or ~index of a wall; `position`
/// is relative to the centre of the second.
template <Scalar T> struct CarriedPoint {
  std::uint32_t first = 0, second = 0;  // the two bodies
  ContactId id{};  // as seen from the first
  Vec3<T> position{};
  PointHistory<T> history{};  // the memory that is handed over
};

/// The state of a simulation.
template <Scalar T> struct State {
  std::uint64_t step = 0;  // how many steps were made
  T time_step{};  // in seconds
  std::vector<Particle<T>> particles{};  // by number
  std::vector<Pose<T>> poses{};  // by slot, as the world has them
  std::vector<SlotUse> slots{};  // what each body of the world is, by slot
  std::vector<InjectionState> injections{};  // in the order in which they were added
  std::vector<CarriedPoint<T>> carried{};  // for the next update
  Energies<T> energies{};  // lost and brought in so far
  WorldMemory<T, PointHistory<T>> world{};  // contacts with their springs, proofs
};

}  // namespace tactus::sim::dem
