#pragma once
/// What a world remembers between two updates, as plain data: put back into a world with the same bodies at the same
/// poses (World::restore), all updates from then on give the same, field by field, as they would have given.
#include <tactus/core/pair_cache.h>
#include <tactus/world/body_contact.h>

#include <vector>

namespace tactus {

/// Of one pair that the broad phase sees. Hulls are known by serial numbers, which are others in another process: in
/// `cache.proof` a hull's own is written as PairMemory::same_hull. (Hulls inside shapes of the user's own are not known
/// again: their pairs are settled as right, but may take another of several right answers.)
template <Scalar T> struct PairMemory {
  static constexpr std::uint64_t same_hull = 1;
  BodyId a{}, b{};
  bool touching = false;  // then its contacts are among WorldMemory::touches, in the same order
  bool has_ended = false;  // points have ended when it was last settled
  bool asleep = false;  // it was not looked at in the last update
  std::uint32_t pieces = 0;  // of a pair that is not convex: how many contacts it has
  PairCache<T> cache{};
};

template <Scalar T, class Data> struct WorldMemory {
  std::uint32_t updates = 0;
  bool sleep_changed = true;  // somebody fell asleep or woke since the last update
  std::vector<BodyId> moved{}, asleep{};  // bodies, by slot: moved since the last update, and those that sleep
  std::vector<PairMemory<T>> pairs{};  // sorted by slots
  std::vector<BodyContact<T, Data>> touches{};
};

}  // namespace tactus
