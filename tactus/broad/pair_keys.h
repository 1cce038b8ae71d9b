// SPDX-License-Identifier: MIT
#pragma once
/// A pair of slots as one number, and sorted lists of such numbers.
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tactus::broad {

using Slot = std::uint32_t;
using PairKey = std::uint64_t;  // the lower slot in the upper half: keys sort like pairs

constexpr PairKey make_key(Slot a, Slot b) { return a < b ? PairKey{a} << 32 | b : PairKey{b} << 32 | a; }
constexpr Slot first(PairKey key) { return static_cast<Slot>(key >> 32); }
constexpr Slot second(PairKey key) { return static_cast<Slot>(key); }

/// Sorts slots; fast if they are already in order, as they often are.
void sort_slots(std::vector<Slot>& slots);

/// Memory for sorting and merging, reused from call to call.
struct KeyScratch {
  std::vector<PairKey> keys;
  std::vector<std::uint32_t> starts;
};

/// Sorts keys of slots below slot_count: by counting the first slots, then within each of them. Linear if each box has
/// few neighbours.
void sort_keys(std::vector<PairKey>& keys, std::size_t slot_count, KeyScratch& scratch);

/// Removes keys from a sorted list and adds new ones; all of them sorted. The numbers in the list, and the added ones,
/// are keys shifted left by `flag_bits`. Keys to be removed may be missing.
void amend(std::vector<std::uint64_t>& list, std::span<const PairKey> gone, std::span<const std::uint64_t> added,
           int flag_bits, KeyScratch& scratch);

}  // namespace tactus::broad
