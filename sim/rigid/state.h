// SPDX-License-Identifier: MIT
#pragma once
/// Everything that a simulation needs to continue, as plain data: restored into a simulation that was made by the same
/// calls (the same scene, the same bodies added and removed), it continues to the same bytes.
#include <sim/rigid/problem.h>
#include <tactus/world/world_memory.h>

namespace tactus::sim::rigid {

/// The state of a body.
template <Scalar T> struct BodyState {
  BodyId id{};  // in the simulation
  Pose<T> pose{};  // of the shape's frame
  Vec3<T> velocity{}, angular_velocity{};  // in world axes, of and about the centre of mass
  Vec3<T> force{}, torque{};  // the user's, not yet used
  T margin{};  // of the world's body
  T still_for{};  // seconds since it was last too fast to sleep
  std::uint32_t island = 0;  // the least slot of the bodies it is connected with by contacts
};

/// The state of a simulation.
template <Scalar T> struct State {
  std::uint64_t step = 0;  // how many steps were made
  std::vector<BodyState<T>> bodies{};  // by slot
  WorldMemory<T, PointImpulse<T>> world{};  // contacts with their impulses, proofs, sleeping bodies
};

}  // namespace tactus::sim::rigid
