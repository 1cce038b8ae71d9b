#pragma once
/// What a step has done, in numbers.
#include <tactus/world/body_contact.h>

namespace tactus::sim::dem {

/// Joules. The first five are what is there at the time of the contacts; the others have been lost or brought in since the
/// beginning. Their sum changes only by the error of the step and by the work of gravity, which is in `gravity`.
template <Scalar T> struct Energies {
  T translation{}, rotation{}, gravity{};  // gravity: -m g·x
  T elastic{}, tangential{};  // of the springs along and across the normals
  T damped{}, rubbed{}, rolled{};  // lost in dampers, by sliding, by rolling
  T features{};  // lost (negative: made) in springs whose contact points came, went or moved along with the features
  T walls{};  // brought in by walls that move
  T injected{};  // with new particles

  T mechanical() const { return translation + rotation + gravity + elastic + tangential; }
  /// Constant but for the error of the step.
  T balance() const { return mechanical() + damped + rubbed + rolled + features - walls - injected; }
};

struct PhaseMilliseconds {
  double inject = 0;
  double detect = 0;  // World::update
  double forces = 0;  // the law, contact by contact
  double sum = 0;  // forces into particles, statistics
  double move = 0;  // kick and drift
  double place = 0;  // new poses into the world, periodic images

  double total() const { return inject + detect + forces + sum + move + place; }
};

template <Scalar T> struct StepStatistics {
  T time{};  // of the contacts and energies
  std::size_t particles = 0, images = 0;  // images: across periodic boundaries
  std::size_t contacts = 0, wall_contacts = 0, points = 0;  // contacts: of two particles
  T coordination{};  // contacts of a particle, walls too, in the mean
  T deepest{};  // overlap, in metres
  T deepest_relative{};  // overlap in parts of the smaller equivalent radius, the largest
  T worst_gap{};  // upper - lower of the depths' bounds, the largest
  std::size_t stalled = 0;  // contacts whose bounds have not met
  Energies<T> energies{};
  Vec3<T> momentum{};
  T critical_step{};  // no larger step is stable with the contacts there are now (a safe bound); infinite without any
  std::size_t postponed = 0;  // particles that found no room when they were due, and are tried again
  UpdateCounts pairs{};
  PhaseMilliseconds milliseconds{};
};

}  // namespace tactus::sim::dem
