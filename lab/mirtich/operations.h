#pragma once
/// What a query costs in floating-point operations, part by part, comparisons counted as additions.
/// [Mirtich 1997, §6.1: additions "with comparisons", multiplications]
#include <lab/mirtich/objects.h>

namespace tactus::lab::mirtich {

/// Of one query. `search`: the walk, or GJK's iteration, as published. `points`: that, and the closest points. `proof`: all that the
/// library's answer takes, certified bounds included, which the paper's programs did not have.
struct Operations {
  double search = 0, points = 0, proof = 0;
};

/// Of V-Clip, Lin-Canny and Enhanced GJK along a path, each with its cache; sums.
std::array<Operations, paper_contestants> count_operations(const Hull<double>& hull,
                                                           std::span<const Pose<double>> poses);

}  // namespace tactus::lab::mirtich
