// SPDX-License-Identifier: MIT
#pragma once
/// The floating-point operations of a query, part by part. Comparisons count as additions. [Mirtich 1997, §6.1:
/// additions "with comparisons", multiplications]
#include <lab/mirtich/objects.h>

namespace tactus::lab::mirtich {

/// Operations of one query. `search`: the walk, or GJK's iteration, as published. `points`: `search` plus the closest
/// points. `proof`: everything up to the library's answer, with its certified bounds, which the paper's programs did
/// not compute.
struct Operations {
  double search = 0, points = 0, proof = 0;
  /// Walks that cycled: as published, they never end. V-Clip's is stopped after `most_steps` steps, all of which are
  /// counted; Lin-Canny's when it comes to a pair again.
  double capped = 0;
};
inline constexpr int most_steps = 128;

/// Sums along a path for V-Clip, Lin-Canny and Enhanced GJK, each with its cache.
std::array<Operations, paper_contestants> count_operations(const Hull<double>& hull,
                                                           std::span<const Pose<double>> poses);

}  // namespace tactus::lab::mirtich
