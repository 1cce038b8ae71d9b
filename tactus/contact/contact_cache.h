// SPDX-License-Identifier: MIT
#pragma once
/// The contacts of many pairs of bodies from one step to the next, looked up by the bodies' names.
#include <tactus/contact/history/contact_history.h>
#include <tactus/contact/history/pair_map.h>
#include <tactus/core/pair_cache.h>

#include <algorithm>

namespace tactus {

/// Everything that is remembered about one pair.
template <Scalar T, class UserData = Impulses<T>, int Capacity = 4>
struct CachedPair : ContactHistory<T, UserData, Capacity> {
  PairName key;  // the names of the two bodies
  PairCache<T> hint{};  // for the narrow phase; the cache does not use it

  std::uint64_t touched = 0, updated = 0;  // steps, kept by ContactCache
  bool was_touching = false;  // had points when the step began
};

/// The change of a pair in a step: it got its first contact point, kept some, or lost the last.
enum class PairChange : std::uint8_t { begin, persist, end };

inline std::ostream& operator<<(std::ostream& os, PairChange c) {
  constexpr const char* names[] = {"begin", "persist", "end"};
  return os << names[static_cast<int>(c)];
}

/// What happened to a pair in a step.
struct PairEvent {
  PairName key;  // the names of the two bodies
  PairChange change = PairChange::begin;  // whether contact began, went on or ended
  std::uint32_t slot = 0;  // of the cache; a pair that has ended keeps its last state until the next step

  friend constexpr bool operator==(const PairEvent&, const PairEvent&) = default;
};

/// The contacts of many pairs, from step to step. A step is
///
///     cache.begin_step();
///     for each near pair: slot = cache.touch(key);                                   // serial
///     for each of them:   cache.update(slot, manifold, pose_a, pose_b, size);        // in parallel if you like
///     for (const PairEvent& e : cache.end_step()) ...                                // serial; events sorted by key
///
/// A pair that is touched but not updated keeps its points unchanged (its bodies sleep, or a motion certificate says
/// that nothing changed). A pair that is not touched is forgotten, with an `end` event if it had points.
///
/// Everything is O(1) per pair. Memory is allocated only if two successive steps have more pairs than ever before. The
/// result depends on the sequence of touches and on each pair's updates, not on the order or the threads of the
/// updates.
template <Scalar T, class UserData = Impulses<T>, int Capacity = 4> class ContactCache {
 public:
  /// What is kept of a pair.
  using Pair = CachedPair<T, UserData, Capacity>;

  /// An empty cache. The options say how points are matched from step to step. Throws std::invalid_argument if they are
  /// not valid.
  explicit ContactCache(const CacheOptions<T>& options = {}) : options_(options) {
    require_valid("ContactCache", options);
  }

  /// Reserves memory for steps of this many pairs: the pairs of the last step still exist while the next step's are
  /// touched.
  void reserve(std::size_t pairs) {
    map_.reserve(2 * pairs);
    pairs_.reserve(2 * pairs);
    for (std::vector<std::uint32_t>* slots : {&free_, &touched_, &touched_before_}) slots->reserve(2 * pairs);
    for (std::vector<PairEvent>* events : {&events_, &alive_, &gone_}) events->reserve(2 * pairs);
  }

  /// Begins a step: every pair that is touched until end_step() is kept, the others are forgotten there.
  void begin_step();
  /// The slot of a pair, a fresh one if it is new; may be called any number of times per step. A reference to a pair
  /// (operator[]) is valid until a new pair is touched; its slot, until the pair has not been touched for a whole step.
  std::uint32_t touch(const PairName& key);
  /// Replaces the points of a pair by those of a manifold; points that are found again keep their data. `size`: of the
  /// pair, a length, by which nearness is judged.
  void update(std::uint32_t slot, const Manifold<T>& manifold, const Pose<T>& pose_a, const Pose<T>& pose_b, T size) {
    Pair& pair = pairs_[slot];
    tactus::update(pair, manifold, pose_a, pose_b, size, static_cast<std::uint32_t>(step_), options_);
    pair.updated = step_;
  }
  /// Forgets the pairs that were not touched. Returns the events of the step, sorted by key; valid until the next
  /// begin_step.
  std::span<const PairEvent> end_step();

  Pair& operator[](std::uint32_t slot) { return pairs_[slot]; }
  const Pair& operator[](std::uint32_t slot) const { return pairs_[slot]; }
  /// Null if the pair is not known.
  Pair* find(const PairName& key) {
    const std::uint32_t slot = map_.find(key);
    return slot == PairMap::none ? nullptr : &pairs_[slot];
  }
  const Pair* find(const PairName& key) const {
    const std::uint32_t slot = map_.find(key);
    return slot == PairMap::none ? nullptr : &pairs_[slot];
  }
  /// The slots of the pairs touched in this step (the last, between steps), in the order of their first touch.
  std::span<const std::uint32_t> slots() const { return touched_; }
  /// The events of the last end_step(), sorted by key.
  std::span<const PairEvent> events() const { return events_; }
  /// Steps since a point appeared; 0 in that step itself.
  std::uint32_t age(const CachedPoint<T, UserData>& point) const {
    return static_cast<std::uint32_t>(step_) - point.began;
  }
  std::size_t size() const { return map_.size(); }
  /// As given on construction.
  const CacheOptions<T>& options() const { return options_; }
  /// Forgets all pairs, without events.
  void clear();

 private:
  CacheOptions<T> options_;
  PairMap map_;
  std::vector<Pair> pairs_;  // by slot; free slots hold the data of pairs that no longer exist
  std::vector<std::uint32_t> free_, touched_, touched_before_;
  std::vector<PairEvent> events_, alive_, gone_;  // alive and gone, each sorted, are merged into events
  std::uint64_t step_ = 1;  // 0: never
};

template <Scalar T, class UserData, int Capacity> void ContactCache<T, UserData, Capacity>::begin_step() {
  for (const PairEvent& e : gone_) free_.push_back(e.slot);
  gone_.clear();
  events_.clear();
  touched_.swap(touched_before_);
  touched_.clear();
  ++step_;
}

template <Scalar T, class UserData, int Capacity>
std::uint32_t ContactCache<T, UserData, Capacity>::touch(const PairName& key) {
  const bool reuse = !free_.empty();
  const auto fresh = reuse ? free_.back() : static_cast<std::uint32_t>(pairs_.size());
  const std::uint32_t slot = map_.find_or_insert(key, fresh);
  if (slot == fresh) {
    if (reuse) free_.pop_back();
    if (!reuse) pairs_.emplace_back();
    pairs_[slot] = Pair{};
    pairs_[slot].key = key;
  }
  Pair& pair = pairs_[slot];
  if (pair.touched != step_) {
    pair.touched = step_;
    pair.was_touching = pair.touching();
    touched_.push_back(slot);
  }
  return slot;
}

template <Scalar T, class UserData, int Capacity>
std::span<const PairEvent> ContactCache<T, UserData, Capacity>::end_step() {
  alive_.clear();
  for (const std::uint32_t slot : touched_) {
    Pair& pair = pairs_[slot];
    if (pair.updated != step_) pair.ended_count = 0;  // forget the points that ended in an earlier step
    if (pair.touching()) {
      alive_.push_back({pair.key, pair.was_touching ? PairChange::persist : PairChange::begin, slot});
    } else if (pair.was_touching) {
      alive_.push_back({pair.key, PairChange::end, slot});
    }
  }
  for (const std::uint32_t slot : touched_before_) {
    Pair& pair = pairs_[slot];
    if (pair.touched == step_) continue;
    map_.erase(pair.key);
    pair.was_touching = pair.touching();
    pair.end_all();
    gone_.push_back({pair.key, PairChange::end, slot});
  }
  // If the caller touches in sorted order, this only costs the check.
  const auto earlier = [](const PairEvent& x, const PairEvent& y) { return x.key < y.key; };
  for (std::vector<PairEvent>* events : {&alive_, &gone_}) {
    if (!std::is_sorted(events->begin(), events->end(), earlier)) std::sort(events->begin(), events->end(), earlier);
  }
  events_.clear();
  auto a = alive_.begin();
  for (const PairEvent& e : gone_) {
    while (a != alive_.end() && a->key < e.key) events_.push_back(*a++);
    if (pairs_[e.slot].was_touching) events_.push_back(e);
  }
  events_.insert(events_.end(), a, alive_.end());
  return events_;
}

template <Scalar T, class UserData, int Capacity> void ContactCache<T, UserData, Capacity>::clear() {
  map_.clear();
  pairs_.clear();
  for (std::vector<std::uint32_t>* slots : {&free_, &touched_, &touched_before_}) slots->clear();
  for (std::vector<PairEvent>* events : {&events_, &alive_, &gone_}) events->clear();
}

}  // namespace tactus
