// SPDX-License-Identifier: MIT
#pragma once
/// Everything that a simulation needs to continue, as plain data: restored into a simulation that was made by the same
/// calls (the same scene, the same bodies added and removed), it continues to the same bytes.
#include <sim/rigid/problem.h>
#include <tactus/world/world_memory.h>

namespace tactus::sim::rigid {

template <Scalar T> struct BodyState {
  BodyId id{};
  Pose<T> pose{};
  Vec3<T> velocity{}, angular_velocity{};
  Vec3<T> force{}, torque{};  // the user's, not yet used
  T margin{};
  T still_for{};
  std::uint32_t island = 0;
};

template <Scalar T> struct State {
  std::uint64_t step = 0;
  std::vector<BodyState<T>> bodies{};  // by slot
  WorldMemory<T, PointImpulse<T>> world{};  // contacts with their impulses, proofs, sleeping bodies
};

}  // namespace tactus::sim::rigid
