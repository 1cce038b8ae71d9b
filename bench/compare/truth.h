// SPDX-License-Identifier: MIT
#pragma once
/// The right answers, by the oracle of the tests (long double, no code shared with tactus), and the errors of each
/// contestant.
#include <bench/compare/contestant.h>

namespace tactus::compare {

/// Bounds of the true signed distance of a pair, and the length that errors are relative to: 2·min(bounding radii).
struct Truth {
  double lower, upper, size;
};
std::vector<Truth> find_truth(const Case& c);

/// Errors and gaps relative to the size.
struct Judgement {
  int wrong = 0;  // bools beyond the contestant's resolution, distances and depths off by > 1e-4, bounds that fail
  double worst_error = 0;  // of distance or depth; a missed contact is off by its depth
  double worst_gap = 0;  // upper - lower of the certified answers
};
Judgement judge(const Contestant& contestant, std::span<const Reply> replies, std::span<const Truth> truth);

}  // namespace tactus::compare
