// SPDX-License-Identifier: MIT
#pragma once
/// Incremental sweep and prune: for boxes that move little and are not crowded along the axes.
#include <tactus/broad/box_set.h>
#include <tactus/broad/swept_lists.h>

namespace tactus {
namespace broad {

extern template class Skinned<float, SweptLists>;
extern template class Skinned<double, SweptLists>;

}  // namespace broad

/// The broad phase with sorted lists of ends on three axes, kept from step to step: for boxes that hardly move.
template <Scalar T> using SweepAndPrune = BoxSet<T, broad::Skinned<T, broad::SweptLists>>;

}  // namespace tactus
