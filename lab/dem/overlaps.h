// SPDX-License-Identifier: MIT
#pragma once
/// How the work of GJK and EPA depends on the overlaps, which the paper does not give: small runs of Simulation I with
/// springs of different stiffness.
#include <lab/experiment.h>

#include <array>

namespace tactus::lab::dem {

/// The wanted overlap at the hardest impact, relative to a radius (FengTanOptions::overlap), of the large runs.
inline constexpr double chosen_overlap = 0.3;

/// The cells of this table, and the table itself.
void add_overlap_cells(const Size& size, std::vector<Cell>& cells);
Table overlap_table(const Results& results);
/// The same as numbers: the mean overlap, and GJK(0), GJK(1) and EPA as published.
struct OverlapWork {
  double overlap;
  std::array<double, 3> published;
};
std::vector<OverlapWork> work_by_overlap(const Results& results);

}  // namespace tactus::lab::dem
