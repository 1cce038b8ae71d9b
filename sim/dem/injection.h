// SPDX-License-Identifier: MIT
#pragma once
/// New particles on a schedule: every `period` some are put at free places of a region.
#include <sim/dem/particle.h>
#include <tactus/math/aabb.h>

namespace tactus::sim::dem {

/// Kinds are drawn by their weights, sizes by the weights of the kind, rotations uniformly. A particle that finds no
/// room in `attempts` tries waits for the next period.
template <Scalar T> struct Injection {
  Aabb<T> region{};  // the whole particle lies in it
  std::vector<T> kind_weights{};  // by kind
  int per_period = 1;  // how many are due in each period
  T period = T(0.1L), begin{}, end = infinity<T>;  // in seconds; periods begin from `begin` on, before `end`
  std::uint64_t most = ~std::uint64_t{0};  // limit for the whole run
  Vec3<T> velocity{};  // of each new particle
  T spread{};  // a random velocity up to this is added, in any direction
  T spin{};  // radians per second: a random angular velocity up to this, about any axis
  int attempts = 100;
  std::uint64_t seed = 1;  // of all draws
};

/// The progress of an injection.
struct InjectionState {
  std::uint64_t random = 0;  // seed of the next draw
  std::uint64_t periods = 0;  // number of periods that have begun
  std::uint64_t injected = 0, waiting = 0;  // particles: added so far; due, but without room so far
};

}  // namespace tactus::sim::dem
