// SPDX-License-Identifier: MIT
#pragma once
/// A dynamic tree of fat boxes: for boxes of any size of which few move, and for queries and rays.
#include <tactus/broad/box_set.h>
#include <tactus/broad/box_tree.h>

namespace tactus {
namespace broad {

extern template class Skinned<float, BoxTree>;
extern template class Skinned<double, BoxTree>;

}  // namespace broad

/// The broad phase as a tree of boxes that are a little larger than given, so that small motions change nothing.
template <Scalar T> using AabbTree = BoxSet<T, broad::Skinned<T, broad::BoxTree>>;

}  // namespace tactus
