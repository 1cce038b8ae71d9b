// SPDX-License-Identifier: MIT
#pragma once
/// Statistics of a step.
#include <tactus/world/body_contact.h>

namespace tactus::sim::rigid {

/// How long each part of the last step took.
struct PhaseMilliseconds {
  double detect = 0;  // broad phase and contacts: World::update
  double prepare = 0;  // rows for the solver
  double solve = 0;  // the solver
  double continuous = 0;  // times of impact
  double place = 0;  // new poses into the world
  double sleep = 0;  // islands and statistics

  /// The whole step.
  double total() const { return detect + prepare + solve + continuous + place + sleep; }
};

/// What the last step found and did.
template <Scalar T> struct StepStatistics {
  std::size_t contacts = 0, points = 0;  // of pairs that are awake
  std::size_t awake = 0, asleep = 0;  // dynamic bodies
  std::size_t islands = 0;  // of those awake
  std::size_t impacts = 0;  // bodies stopped by a time of impact
  T deepest_overlap{};  // of all contacts, as found at the beginning of the step; 0 if nothing overlaps
  T kinetic_energy{};  // after the step
  std::size_t on_surfaces = 0;  // contacts with triangles, whose depth has no upper bound
  T worst_gap{};  // largest upper - lower of all other contacts
  std::size_t stalled = 0;  // contacts whose bounds have not met
  UpdateCounts pairs{};  // how the pairs of bodies were settled
  PhaseMilliseconds milliseconds{};  // where its time went
};

}  // namespace tactus::sim::rigid
