// SPDX-License-Identifier: MIT
#pragma once
/// How a method with a skin keeps its near pairs, and the pairs among them. Only included by the files that compile
/// such a method: others only need skinned.h.
#include <tactus/broad/skinned.h>

#include <algorithm>

namespace tactus::broad {

/// Brings near_ and the pairs up to date, with marks on all boxes that moved, escaped, or were removed.
template <Scalar T, FatIndex Index>
void Skinned<T, Index>::review(const BoxStore<T>& store, const Changes& changes, std::vector<PairKey>& pairs) {
  for (const Slot slot : changes.moved) marks_[slot] = moved;
  for (const Slot slot : escaped_) marks_[slot] = escaped;
  for (const Slot slot : changes.removed) marks_[slot] = removed;
  std::span<const PairKey> ended;
  if constexpr (Index::incremental) ended = index_.ended();
  // If traceable, the only pairs that change are those found, those ended, and those whose test result has changed.
  const bool traceable = changes.removed.empty() && (Index::incremental || escaped_.empty());
  const auto count = static_cast<double>(changes.moved.size());
  const bool few = traceable && 32 * count * count * count < static_cast<double>(near_.size());
  const bool all = changes.moved.size() + escaped_.size() > known_ / 2;
  for (std::uint64_t& near : found_) near = tested(store, near);
  if (all || (few ? test_few(store, changes.moved, ended) : test_moved(store)) || !found_.empty()) {
    const bool done = traceable && !all && apply_flips(pairs);
    if constexpr (Index::incremental) {
      amend_near(ended, !changes.removed.empty());
    } else if (!escaped_.empty() || !changes.removed.empty()) {
      exchange_found();
    }
    if (!done) keep_overlapping(store, all, pairs);
  }
  for (const Slot slot : changes.moved) marks_[slot] = 0;
  for (const Slot slot : escaped_) marks_[slot] = 0;
  for (const Slot slot : changes.removed) marks_[slot] = 0;
}

/// Removes the pairs of escaped and removed boxes from near_, and adds those found.
template <Scalar T, FatIndex Index> void Skinned<T, Index>::exchange_found() {
  scratch_.keys.resize(near_.size() + found_.size());
  std::uint64_t* to = scratch_.keys.data();
  auto next = found_.begin();
  for (const std::uint64_t near : near_) {
    const PairKey key = near >> 1;
    while (next != found_.end() && *next >> 1 <= key) *to++ = *next++;
    *to = near;
    to += (marks_[first(key)] | marks_[second(key)]) <= moved ? 1 : 0;
  }
  to = std::copy(next, found_.end(), to);
  scratch_.keys.resize(static_cast<std::size_t>(to - scratch_.keys.data()));
  near_.swap(scratch_.keys);
}

/// Removes from near_ the pairs that the index reports as ended and those of removed boxes, and adds those found.
template <Scalar T, FatIndex Index>
void Skinned<T, Index>::amend_near(std::span<const PairKey> ended, bool some_removed) {
  if (some_removed) {
    const auto over = [&](std::uint64_t near) {
      return (marks_[first(near >> 1)] | marks_[second(near >> 1)]) >= removed;
    };
    near_.erase(std::remove_if(near_.begin(), near_.end(), over), near_.end());
  }
  if (!ended.empty() || !found_.empty()) amend(near_, ended, found_, 1, scratch_);
}

/// Adds and removes the tested pairs whose overlap has changed. If there are many, changes nothing and returns false:
/// writing all pairs again is then faster.
template <Scalar T, FatIndex Index> bool Skinned<T, Index>::apply_flips(std::vector<PairKey>& pairs) {
  if (32 * (flip_count_ + found_.size()) > pairs.size()) return false;
  won_.clear(), lost_.clear();
  for (std::size_t k = 0; k < flip_count_; ++k) {
    const std::uint64_t near = near_[places_[k]];
    ((near & 1) != 0 ? won_ : lost_).push_back(near >> 1);
  }
  for (const std::uint64_t near : found_)
    if ((near & 1) != 0) won_.push_back(near >> 1);
  std::sort(won_.begin(), won_.end());
  if (!won_.empty() || !lost_.empty()) amend(pairs, lost_, won_, 0, scratch_);
  return true;
}

/// Sets `pairs` to those of near_ whose given boxes overlap. If most have moved, all are tested here.
template <Scalar T, FatIndex Index>
void Skinned<T, Index>::keep_overlapping(const BoxStore<T>& store, bool most_moved, std::vector<PairKey>& pairs) {
  pairs.resize(near_.size());
  PairKey* to = pairs.data();
  for (std::uint64_t& near : near_) {
    if (most_moved) near = tested(store, near);
    *to = near >> 1;
    to += near & 1;  // branch-free: whether they overlap cannot be predicted
  }
  pairs.resize(static_cast<std::size_t>(to - pairs.data()));
}

/// Tests the near pairs with a marked box; the others have not changed. Afterwards, the first flip_count_ entries of
/// places_ are the pairs that have changed. Returns whether any pair was tested.
/// Which boxes moved cannot be predicted, so the pairs are first collected without a branch; then their boxes, seldom
/// in the cache, can be prefetched in time.
template <Scalar T, FatIndex Index> bool Skinned<T, Index>::test_moved(const BoxStore<T>& store) {
  places_.resize(near_.size());
  std::size_t count = 0;
  for (std::size_t i = 0; i < near_.size(); ++i) {
    const PairKey key = near_[i] >> 1;
    places_[count] = static_cast<std::uint32_t>(i);
    count += (marks_[first(key)] | marks_[second(key)]) != 0 ? 1u : 0u;
  }
  flip_count_ = 0;
  for (std::size_t k = 0; k < count; ++k) {
    const PairKey ahead = near_[places_[std::min(k + 16, count - 1)]] >> 1;
    prefetch(&tights_[first(ahead)]), prefetch(&tights_[second(ahead)]);
    std::uint64_t& near = near_[places_[k]];
    const std::uint64_t now = tested(store, near);
    places_[flip_count_] = places_[k];
    flip_count_ += (now ^ near) & 1;
    near = now;
  }
  return count > 0;
}

/// The same for few boxes: the index, which is up to date, gives the near boxes of each, and those pairs are looked up.
/// Returns whether anything has changed. A query may visit n^(2/3) boxes (sweep and prune), a pass over near_ visits
/// all pairs.
template <Scalar T, FatIndex Index>
bool Skinned<T, Index>::test_few(const BoxStore<T>& store, std::span<const Slot> slots,
                                 std::span<const PairKey> ended) {
  places_.clear();
  const auto test = [&](PairKey key) {
    const auto at = std::lower_bound(near_.begin(), near_.end(), key << 1);
    if (at == near_.end() || *at >> 1 != key) return;
    const std::uint64_t now = tested(store, *at);
    if (now != *at) places_.push_back(static_cast<std::uint32_t>(at - near_.begin()));
    *at = now;
  };
  for (const Slot slot : slots) {
    const auto meet = [&](Slot other) { return test(make_key(slot, other)), true; };
    index_.query(fats_[slot], meet);
  }
  for (const PairKey key : ended) test(key);
  std::sort(places_.begin(), places_.end());
  flip_count_ = places_.size();
  return flip_count_ > 0 || !ended.empty();
}

}  // namespace tactus::broad
