// SPDX-License-Identifier: MIT
#pragma once
/// The pairs of a world. A pair exists from the first step in which the broad phase reports it to the last. Pairs are
/// found by their position in a sorted list, so a step needs neither a hash table nor a sort.
#include <tactus/broad/pair_keys.h>
#include <tactus/core/pair_cache.h>
#include <tactus/world/body_contact.h>

#include <memory>
#include <utility>
#include <vector>

namespace tactus {

/// How a pair was settled. The order is that of UpdateCounts.
enum class Settled : std::uint8_t { asleep, unchanged, certified, by_balls, proved, exact };

/// The record of a pair. The data that every step reads comes first, in two cache lines: the bodies, their state and
/// the proof of it. The narrow phase's hints, and the contact, are accessed only if needed.
template <Scalar T, class Data> struct alignas(64) PairRecord {
  std::uint32_t a = 0, b = 0;  // slots, a < b
  std::uint32_t generation_a = 0, generation_b = 0;
  bool fresh = true;  // not settled yet
  bool touching = false;
  bool has_ended = false;  // some contact points ended when the pair was last settled
  bool in_pieces = false;  // is `pieces` set? Reading the pointer itself would fetch another cache line
  std::unique_ptr<BodyContact<T, Data>> touch;  // from the first touch on
  PairCache<T> cache;  // begins with the proof
  /// Used instead of `touch` if a body is not convex: one contact for each pair of pieces that touch, sorted by pieces.
  std::unique_ptr<std::vector<std::unique_ptr<BodyContact<T, Data>>>> pieces;

  /// Calls f(touch) for every contact of the pair.
  template <class F> void for_each_touch(F&& f) const {
    if (!touching) return;
    if (!in_pieces) return f(*touch);
    for (const auto& piece : *pieces) f(*piece);
  }
  void make_pieces() {
    pieces = std::make_unique<std::vector<std::unique_ptr<BodyContact<T, Data>>>>(), in_pieces = true;
  }
  void drop_pieces() {
    if (in_pieces) pieces.reset(), in_pieces = false;
  }

  BodyId id_a() const { return {a, generation_a}; }
  BodyId id_b() const { return {b, generation_b}; }
};

template <Scalar T, class Data> class PairList {
 public:
  using Pair = PairRecord<T, Data>;
  struct Entry {
    broad::PairKey key;
    std::uint32_t pair;  // for operator[]
    bool is_new = true;  // until the world clears it
    bool sleeps = false;  // set by the world: the pair is not settled
  };

  /// Makes the pairs match the sorted keys. `generations`: of the body in each slot. If a body was replaced by another
  /// in the same slot (its generation differs), its pairs end and begin again. Returns true if any pair began or ended.
  bool update(std::span<const broad::PairKey> keys, std::span<const std::uint32_t> generations, bool some_replaced) {
    forget_ended();
    const auto same = [&](const Entry& entry) {
      if (!some_replaced) return true;
      const Pair& p = pairs_[entry.pair];
      return generations[p.a] == p.generation_a && generations[p.b] == p.generation_b;
    };
    std::size_t kept = 0;  // number of unchanged pairs
    while (kept < order_.size() && kept < keys.size() && order_[kept].key == keys[kept] && same(order_[kept])) ++kept;
    if (kept == order_.size() && kept == keys.size()) return false;
    rest_.assign(order_.begin() + static_cast<std::ptrdiff_t>(kept), order_.end());
    order_.resize(kept);
    order_.reserve(keys.size());
    auto before = rest_.begin();
    for (const broad::PairKey k : keys.subspan(kept)) {
      while (before != rest_.end() && before->key < k) end(*before++);
      if (before != rest_.end() && before->key == k) {
        const Entry entry = *before++;
        if (same(entry)) {
          order_.push_back(entry);
          continue;
        }
        end(entry);
      }
      order_.push_back({k, begin(k, generations)});
    }
    while (before != rest_.end()) end(*before++);
    return true;
  }

  /// For a step in which nothing began or ended.
  void forget_ended() { ended_.clear(), ended_asleep_.clear(); }
  std::span<const Entry> sorted() const { return order_; }
  std::span<Entry> sorted() { return order_; }
  Pair& operator[](std::uint32_t i) { return pairs_[i]; }
  const Pair& operator[](std::uint32_t i) const { return pairs_[i]; }
  /// The pairs that ended in the last update and had touched until then, sorted by slots.
  std::span<const BodyEvent> ended() const { return ended_; }
  /// The keys of the pairs that slept and ended in the last update, sorted.
  std::span<const broad::PairKey> ended_asleep() const { return ended_asleep_; }
  std::size_t size() const { return order_.size(); }
  /// All indices for operator[] are below this.
  std::size_t room() const { return pairs_.size(); }

 private:
  std::uint32_t begin(broad::PairKey k, std::span<const std::uint32_t> generations) {
    if (free_.empty()) {
      pairs_.emplace_back();
      free_.push_back(static_cast<std::uint32_t>(pairs_.size() - 1));
    }
    const std::uint32_t i = free_.back();
    free_.pop_back();
    Pair& p = pairs_[i] = Pair{};
    p.a = broad::first(k), p.b = broad::second(k);
    p.generation_a = generations[p.a], p.generation_b = generations[p.b];
    return i;
  }
  void end(const Entry& entry) {
    Pair& p = pairs_[entry.pair];
    if (p.touching) ended_.push_back({p.id_a(), p.id_b(), PairChange::end});
    if (entry.sleeps) ended_asleep_.push_back(entry.key);
    p.touch.reset(), p.drop_pieces();
    free_.push_back(entry.pair);
  }

  std::vector<Pair> pairs_;
  std::vector<std::uint32_t> free_;
  std::vector<Entry> order_, rest_;
  std::vector<BodyEvent> ended_;
  std::vector<broad::PairKey> ended_asleep_;
};

}  // namespace tactus
