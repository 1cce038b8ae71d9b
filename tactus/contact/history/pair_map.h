// SPDX-License-Identifier: MIT
#pragma once
/// A hash map from pairs of bodies to slots of an array: open addressing, no allocation once it has grown.
#include <bit>
#include <compare>
#include <cstdint>
#include <ostream>
#include <vector>

namespace tactus {

/// Two bodies, in the order in which the caller names them: (1, 2) and (2, 1) are different pairs.
struct PairName {
  std::uint64_t a = 0, b = 0;

  friend constexpr auto operator<=>(const PairName&, const PairName&) = default;
  friend std::ostream& operator<<(std::ostream& os, const PairName& k) {
    return os << '(' << k.a << ", " << k.b << ')';
  }
};

/// Every bit of either id affects every bit of the hash: splitmix64's finalizer [Steele et al. 2014], once per id.
constexpr std::uint64_t hash_of(const PairName& key) {
  const auto mixed = [](std::uint64_t z) {
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
  };
  return mixed(mixed(key.a + 0x9e3779b97f4a7c15u) ^ key.b);
}

/// Linear probing over a power of two of buckets, at most half of them taken, so that a look-up reads two on average.
///
/// Invariant: between the home of a key and the bucket that holds it, every bucket is taken. Erasing therefore moves
/// later keys of the run back into the hole instead of leaving a mark [Knuth, TAOCP 3, 6.4, algorithm R]: pairs can
/// come and go forever without the table filling up or being rebuilt.
class PairMap {
 public:
  static constexpr std::uint32_t none = 0xffffffffu;  // no slot

  std::size_t size() const { return size_; }

  /// Reserves memory for this many pairs.
  void reserve(std::size_t pairs) {
    if (2 * pairs > buckets_.size()) grow(std::bit_ceil(2 * pairs));
  }

  std::uint32_t find(const PairName& key) const { return buckets_.empty() ? none : buckets_[bucket_of(key)].slot; }

  /// The slot of the key. A new key gets the given one, which must not be `none`.
  std::uint32_t find_or_insert(const PairName& key, std::uint32_t slot) {
    reserve(size_ + 1);
    Bucket& bucket = buckets_[bucket_of(key)];
    if (bucket.slot == none) bucket = {key, slot}, ++size_;
    return bucket.slot;
  }

  void erase(const PairName& key) {
    if (buckets_.empty()) return;
    std::size_t hole = bucket_of(key);
    if (buckets_[hole].slot == none) return;
    for (std::size_t i = next(hole); buckets_[i].slot != none; i = next(i)) {
      const std::size_t from_home = (i - home(buckets_[i].key)) & mask(), from_hole = (i - hole) & mask();
      if (from_home < from_hole) continue;  // its home lies after the hole: it may not move before its home
      buckets_[hole] = buckets_[i];
      hole = i;
    }
    buckets_[hole] = {};
    --size_;
  }

  void clear() {
    buckets_.assign(buckets_.size(), {});
    size_ = 0;
  }

 private:
  struct Bucket {
    PairName key;
    std::uint32_t slot = none;
  };

  std::size_t mask() const { return buckets_.size() - 1; }
  std::size_t home(const PairName& key) const { return static_cast<std::size_t>(hash_of(key)) & mask(); }
  std::size_t next(std::size_t i) const { return (i + 1) & mask(); }
  /// The bucket of the key, or the free bucket where it would go: half of the buckets are free, so there is one.
  std::size_t bucket_of(const PairName& key) const {
    std::size_t i = home(key);
    while (buckets_[i].slot != none && buckets_[i].key != key) i = next(i);
    return i;
  }
  void grow(std::size_t count) {
    std::vector<Bucket> old(count);
    old.swap(buckets_);
    for (const Bucket& b : old) {
      if (b.slot != none) buckets_[bucket_of(b.key)] = b;
    }
  }

  std::vector<Bucket> buckets_;
  std::size_t size_ = 0;
};

}  // namespace tactus
