// SPDX-License-Identifier: MIT
#pragma once
/// The set of pairs that sweep and prune over links keeps: open addressing, linear probing, at most half full.
#include <tactus/broad/pair_keys.h>

#include <vector>

namespace tactus::lab {

class PairSet {
 public:
  /// Returns whether it is new.
  bool insert(broad::PairKey key) {
    if (2 * (size_ + 1) > table_.size()) grow(size_ + 1);
    broad::PairKey& place = table_[find(key)];
    if (place == key) return false;
    place = key;
    ++size_;
    return true;
  }

  /// Returns whether it existed. The keys after it move up, so that no deletion marks are needed.
  bool erase(broad::PairKey key) {
    if (size_ == 0) return false;
    std::size_t hole = find(key);
    if (table_[hole] != key) return false;
    const std::size_t mask = table_.size() - 1;
    for (std::size_t i = (hole + 1) & mask; table_[i] != none; i = (i + 1) & mask) {
      const std::size_t probes = (i - home(table_[i])) & mask, back = (i - hole) & mask;
      if (probes < back) continue;  // it would move before its home place
      table_[hole] = table_[i];
      hole = i;
    }
    table_[hole] = none;
    --size_;
    return true;
  }

  std::size_t size() const { return size_; }

 private:
  static constexpr broad::PairKey none = ~broad::PairKey{0};  // no pair: its slots would be equal

  // Multiplying spreads neighbouring slots; the upper bits are the best mixed [Knuth, TAOCP 3, §6.4].
  std::size_t home(broad::PairKey key) const { return static_cast<std::size_t>(key * 0x9e3779b97f4a7c15u >> shift_); }

  /// The key's place, or the empty place where it would be inserted.
  std::size_t find(broad::PairKey key) const {
    std::size_t i = home(key);
    while (table_[i] != key && table_[i] != none) i = (i + 1) & (table_.size() - 1);
    return i;
  }

  void grow(std::size_t needed) {
    std::size_t capacity = table_.empty() ? 16 : table_.size();
    while (capacity < 2 * needed) capacity *= 2;
    std::vector<broad::PairKey> old(capacity, none);
    old.swap(table_);
    shift_ = 64;
    for (std::size_t c = capacity; c > 1; c /= 2) --shift_;
    for (const broad::PairKey key : old)
      if (key != none) table_[find(key)] = key;
  }

  std::vector<broad::PairKey> table_;  // a power of two
  std::size_t size_ = 0;
  int shift_ = 64;
};

}  // namespace tactus::lab
