// SPDX-License-Identifier: MIT
#pragma once
/// The support calls of the published distance and depth against their tolerance, which the thesis does not state: on
/// ellipsoids, which need the most calls.
#include <lab/experiment.h>

namespace tactus::lab::random {

/// The cells of this table, and the table itself.
void add_tolerance_cells(long samples, std::vector<Cell>& cells);
Table tolerance_table(const Results& results);

}  // namespace tactus::lab::random
