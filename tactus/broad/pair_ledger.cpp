// SPDX-License-Identifier: MIT
#include <tactus/broad/pair_ledger.h>

#include <algorithm>

namespace tactus::broad {

PairChanges PairLedger::step(std::span<const PairKey> now, std::span<const std::uint32_t> generations) {
  began_.clear(), ended_.clear();
  const auto pair = [](PairKey key, std::span<const std::uint32_t> g) {
    return BoxPair{{first(key), g[first(key)]}, {second(key), g[second(key)]}};
  };
  // The same slots are the same pair unless one of them was given to another box in between.
  const bool all_stayed = std::equal(generations_.begin(), generations_.end(), generations.begin());
  auto before = reported_.begin();
  for (const PairKey key : now) {
    while (before != reported_.end() && *before < key) ended_.push_back(pair(*before++, generations_));
    if (before != reported_.end() && *before == key) {
      ++before;
      if (all_stayed || pair(key, generations_) == pair(key, generations)) continue;
      ended_.push_back(pair(key, generations_));
    }
    began_.push_back(pair(key, generations));
  }
  while (before != reported_.end()) ended_.push_back(pair(*before++, generations_));
  reported_.assign(now.begin(), now.end());
  if (!all_stayed || generations_.size() != generations.size())
    generations_.assign(generations.begin(), generations.end());
  return {began_, ended_};
}

std::size_t PairLedger::bytes() const {
  return reported_.capacity() * sizeof(PairKey) + generations_.capacity() * sizeof(std::uint32_t) +
         (began_.capacity() + ended_.capacity()) * sizeof(BoxPair);
}

}  // namespace tactus::broad
