// SPDX-License-Identifier: MIT
#pragma once
/// The pairs reported last, and from these the pairs that began and ended since.
#include <tactus/broad/broad_phase.h>
#include <tactus/broad/pair_keys.h>

namespace tactus::broad {

class PairLedger {
 public:
  /// `now`: the sorted keys of all pairs; `generations`: those of all slots, by slot. Linear in the number of pairs.
  PairChanges step(std::span<const PairKey> now, std::span<const std::uint32_t> generations);
  std::size_t bytes() const;

 private:
  std::vector<PairKey> reported_;
  std::vector<std::uint32_t> generations_;  // of the slots, at the time of the last report
  std::vector<BoxPair> began_, ended_;
};

}  // namespace tactus::broad
