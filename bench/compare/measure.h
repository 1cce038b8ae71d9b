// SPDX-License-Identifier: MIT
#pragma once
/// Times all contestants on the same pairs. They take turns, so other load on the machine affects all of them.
#include <bench/compare/truth.h>

namespace tactus::compare {

/// ns per query; NaN where there are no such pairs. Cold: of the mix, when all the others have just been at work.
struct Timing {
  double mixed, apart, overlapping, cold;
};

struct Measured {
  Contestant contestant;
  Timing ns;
  Judgement judgement;
};

/// All contestants must answer the same query.
std::vector<Measured> measure(std::vector<Contestant> contestants, std::span<const Truth> truth, int repeats);

}  // namespace tactus::compare
