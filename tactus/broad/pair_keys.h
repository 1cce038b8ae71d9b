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

/// Often they are in order already.
void sort_slots(std::vector<Slot>& slots);

/// Room that sorting and merging use, kept from call to call.
struct KeyScratch {
  std::vector<PairKey> keys;
  std::vector<std::uint32_t> starts;
};

/// Sorts keys of slots below slot_count: by counting the first slots, then within each of them. Linear when each box
/// has few neighbours.
void sort_keys(std::vector<PairKey>& keys, std::size_t slot_count, KeyScratch& scratch);

/// Takes keys out of a sorted list, and new ones in; all of them sorted. The list's numbers, and the added ones, are
/// keys above so many bits of flags. Keys to be taken out may be missing.
void amend(std::vector<std::uint64_t>& list, std::span<const PairKey> gone, std::span<const std::uint64_t> added,
           int flag_bits, KeyScratch& scratch);

}  // namespace tactus::broad
