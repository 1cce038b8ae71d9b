// SPDX-License-Identifier: MIT
#pragma once
/// The memory of a world between two updates, as plain data. Once it is restored into a world with the same bodies at
/// the same poses (World::restore), all later updates give the same results, field by field.
#include <tactus/core/pair_cache.h>
#include <tactus/world/body_contact.h>

#include <vector>

namespace tactus {

/// For one pair that the broad phase reports. Hulls are identified by serial numbers, which differ in another process:
/// in `cache.proof` a hull's number is replaced by PairMemory::same_hull. (Hulls inside user-defined shapes are not
/// recognised: their pairs are still settled correctly, but may get another of several correct answers.)
template <Scalar T> struct PairMemory {
  /// Stands for the number of a hull that the pair still has.
  static constexpr std::uint64_t same_hull = 1;
  BodyId a{}, b{};  // the pair, in the order of slots
  bool touching = false;  // then its contacts are among WorldMemory::touches, in the same order
  bool has_ended = false;  // some contact points ended when the pair was last settled
  bool asleep = false;  // the last update skipped the pair
  std::uint32_t pieces = 0;  // of a pair that is not convex: how many contacts it has
  PairCache<T> cache{};
};

/// Everything that a world remembers from one update to the next.
template <Scalar T, class Data> struct WorldMemory {
  std::uint32_t updates = 0;  // how often update() was called
  bool sleep_changed = true;  // a body fell asleep or woke since the last update
  std::vector<BodyId> moved{}, asleep{};  // bodies, by slot: moved since the last update, and asleep
  std::vector<PairMemory<T>> pairs{};  // sorted by slots
  std::vector<BodyContact<T, Data>> touches{};  // the contacts with their points and data, pair by pair
};

}  // namespace tactus
