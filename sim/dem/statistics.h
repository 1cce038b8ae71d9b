// SPDX-License-Identifier: MIT
#pragma once
/// Statistics of a step.
#include <tactus/world/body_contact.h>

namespace tactus::sim::dem {

/// In joules. The first five are the energy at the time of the contacts; the others were lost or brought in since the
/// beginning. account.h says why their balance() is zero to rounding.
template <Scalar T> struct Energies {
  T translation{}, rotation{}, gravity{};  // gravity: -m g·x
  T elastic{}, tangential{};  // of the springs along the normals, and of those across them
  T damped{}, rubbed{}, rolled{};  // lost in dampers, by sliding, by rolling
  /// Lost (negative: gained) in springs whose contact points appeared, vanished or jumped because features changed.
  /// Also contains the springs' error of the time step, which is of second order while no feature changes.
  T features{};
  /// Kinetic energy at this time minus the energy that leapfrog conserves: m (a h/2)²/2, and the same for rotation.
  T leap{};
  T turned{};  // error so far of the splitting of free rotations; of second order in the time step
  T walls{};  // brought in by walls that move
  T injected{};  // with new particles

  /// The energy of motion, of height and of the springs.
  T mechanical() const { return translation + rotation + gravity + elastic + tangential; }
  /// Zero to rounding: the energy that is there or was lost equals the energy that was brought in.
  T balance() const { return mechanical() - leap - turned + damped + rubbed + rolled + features - walls - injected; }
};

/// How long each part of the last step took.
struct PhaseMilliseconds {
  double inject = 0;  // new particles
  double detect = 0;  // World::update
  double forces = 0;  // the law, contact by contact
  double sum = 0;  // forces into particles, statistics
  double move = 0;  // kick and drift
  double place = 0;  // new poses into the world, periodic images

  /// The whole step.
  double total() const { return inject + detect + forces + sum + move + place; }
};

/// What the last step found and did.
template <Scalar T> struct StepStatistics {
  T time{};  // of the contacts and energies
  std::size_t particles = 0, images = 0;  // images: across periodic boundaries
  std::size_t contacts = 0, wall_contacts = 0, points = 0;  // contacts: of two particles
  T coordination{};  // mean number of contacts of a particle, with walls too
  T deepest{};  // overlap, in metres
  T deepest_relative{};  // largest overlap relative to the smaller equivalent radius
  T worst_gap{};  // largest upper - lower of all contacts
  std::size_t stalled = 0;  // contacts whose bounds have not met
  Energies<T> energies{};  // zero if SimulationOptions::energies is false
  Vec3<T> momentum{};  // of all particles
  /// Steps below this are stable with the present contacts, springs and dampers together: a safe bound for springs that
  /// act at points, an estimate for the volume law. Infinite without contacts.
  T critical_step{};
  std::size_t postponed = 0;  // particles that found no room when they were due, and will be tried again
  UpdateCounts pairs{};  // how the pairs of bodies were settled
  PhaseMilliseconds milliseconds{};  // where its time went
};

}  // namespace tactus::sim::dem
