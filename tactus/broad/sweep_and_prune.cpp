// SPDX-License-Identifier: MIT
#include <tactus/broad/skinned_near.h>
#include <tactus/broad/sweep_and_prune.h>

namespace tactus::broad {

template class Skinned<float, SweptLists>;
template class Skinned<double, SweptLists>;

}  // namespace tactus::broad
