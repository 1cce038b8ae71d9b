#pragma once
/// The memory of a world between two updates, as plain data: restored into a world with the same bodies at the same
/// poses (World::restore), all later updates give the same results, field by field.
#include <tactus/core/pair_cache.h>
#include <tactus/world/body_contact.h>

#include <vector>

namespace tactus {

/// For one pair that the broad phase reports. Hulls are identified by serial numbers, which differ in another process:
/// in `cache.proof` a hull's number is replaced by PairMemory::same_hull. (Hulls inside user-defined shapes are not
/// recognised: their pairs are still settled correctly, but may get another of several correct answers.)
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
  bool sleep_changed = true;  // a body fell asleep or woke since the last update
  std::vector<BodyId> moved{}, asleep{};  // bodies, by slot: moved since the last update, and asleep
  std::vector<PairMemory<T>> pairs{};  // sorted by slots
  std::vector<BodyContact<T, Data>> touches{};
};

}  // namespace tactus
