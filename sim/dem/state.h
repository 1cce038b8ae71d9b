#pragma once
/// All that a simulation needs to go on as if nothing had happened, as plain data: restored into a simulation with the
/// same kinds, walls and injections, it goes on to the same bytes. Particles are part of it: the simulation that is
/// restored need not have any.
#include <sim/dem/injection.h>
#include <sim/dem/laws.h>
#include <sim/dem/statistics.h>
#include <tactus/world/world_memory.h>

namespace tactus::sim::dem {

/// What a body of the world stands for.
enum class SlotKind : std::uint8_t { particle, image, wall };

/// `index`: of the particle (of an image: its particle; none: the image waits to be used again) or of the wall.
struct SlotUse {
  static constexpr std::uint32_t none = 0xffffffffu;
  SlotKind kind = SlotKind::particle;
  std::uint32_t index = none;
  std::int8_t shift_x = 0, shift_y = 0, shift_z = 0;  // of an image, in lengths of the periodic box

  friend constexpr bool operator==(const SlotUse&, const SlotUse&) = default;
};

/// What a contact point of two that part only because one of them left the periodic box remembers: for its twin of the
/// next update. First and second: particles, or ~index of a wall; `position` is relative to the centre of the second.
template <Scalar T> struct CarriedPoint {
  std::uint32_t first = 0, second = 0;
  ContactId id{};  // as seen from the first
  Vec3<T> position{};
  PointHistory<T> history{};
};

template <Scalar T> struct State {
  std::uint64_t step = 0;
  T time_step{};
  std::vector<Particle<T>> particles{};
  std::vector<Pose<T>> poses{};  // by slot, as the world has them
  std::vector<SlotUse> slots{};
  std::vector<InjectionState> injections{};
  std::vector<CarriedPoint<T>> carried{};
  Energies<T> energies{};
  WorldMemory<T, PointHistory<T>> world{};
};

}  // namespace tactus::sim::dem
