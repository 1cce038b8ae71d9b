// SPDX-License-Identifier: MIT
#include <tactus/broad/pair_keys.h>

#include <algorithm>

namespace tactus::broad {
void sort_slots(std::vector<Slot>& slots) {
  if (!std::is_sorted(slots.begin(), slots.end())) std::sort(slots.begin(), slots.end());
}

void sort_keys(std::vector<PairKey>& keys, std::size_t slot_count, KeyScratch& scratch) {
  if (keys.size() < slot_count / 8) return std::sort(keys.begin(), keys.end());  // counting would visit every slot
  auto& starts = scratch.starts;
  starts.assign(slot_count + 1, 0);
  for (const PairKey key : keys) ++starts[first(key) + 1];
  for (std::size_t s = 0; s < slot_count; ++s) starts[s + 1] += starts[s];
  scratch.keys.resize(keys.size());
  for (const PairKey key : keys) scratch.keys[starts[first(key)]++] = key;  // each start becomes the next slot's
  keys.swap(scratch.keys);
  std::uint32_t begin = 0;
  for (std::size_t s = 0; s < slot_count; ++s) {
    const std::uint32_t end = starts[s];
    if (end - begin > 16) {
      std::sort(keys.begin() + begin, keys.begin() + end);
    } else {
      for (std::uint32_t i = begin + 1; i < end; ++i) {
        const PairKey key = keys[i];
        std::uint32_t hole = i;
        for (; hole > begin && keys[hole - 1] > key; --hole) keys[hole] = keys[hole - 1];
        keys[hole] = key;
      }
    }
    begin = end;
  }
}

/// Changes are rare, so most of the list is copied, in whole blocks where no change falls into a block.
void amend(std::vector<std::uint64_t>& list, std::span<const PairKey> gone, std::span<const std::uint64_t> added,
           int flag_bits, KeyScratch& scratch) {
  scratch.keys.resize(list.size() + added.size());
  std::uint64_t* to = scratch.keys.data();
  const std::uint64_t *from = list.data(), *const end = from + list.size();
  constexpr std::ptrdiff_t block = 8;
  const auto copy_until = [&](std::uint64_t number) {
    for (; end - from >= block && from[block - 1] < number; from += block) to = std::copy_n(from, block, to);
    while (from != end && *from < number) *to++ = *from++;
  };
  auto next_gone = gone.begin();
  const auto take_out = [&] {
    copy_until(*next_gone << flag_bits);
    if (from != end && *from >> flag_bits == *next_gone) ++from;
    ++next_gone;
  };
  for (const std::uint64_t number : added) {
    while (next_gone != gone.end() && *next_gone << flag_bits < number) take_out();
    copy_until(number);
    *to++ = number;
  }
  while (next_gone != gone.end()) take_out();
  to = std::copy(from, end, to);
  scratch.keys.resize(static_cast<std::size_t>(to - scratch.keys.data()));
  list.swap(scratch.keys);
}

}  // namespace tactus::broad
