// SPDX-License-Identifier: MIT
#include <tactus/broad/aabb_tree.h>
#include <tactus/broad/skinned_near.h>

namespace tactus::broad {

template class Skinned<float, BoxTree>;
template class Skinned<double, BoxTree>;

}  // namespace tactus::broad
