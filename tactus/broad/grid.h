// SPDX-License-Identifier: MIT
#pragma once
/// Grids by size: for many boxes that all move constantly.
#include <tactus/broad/box_set.h>
#include <tactus/broad/cell_grid.h>

namespace tactus {
namespace broad {

extern template class Skinned<float, CellGrid>;
extern template class Skinned<double, CellGrid>;

}  // namespace broad

/// The broad phase as a grid of cells, one for every octave of sizes: for many boxes that move far.
template <Scalar T> using Grid = BoxSet<T, broad::Skinned<T, broad::CellGrid>>;

}  // namespace tactus
