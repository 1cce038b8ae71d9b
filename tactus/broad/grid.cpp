// SPDX-License-Identifier: MIT
#include <tactus/broad/grid.h>
#include <tactus/broad/skinned_near.h>

namespace tactus::broad {

template class Skinned<float, CellGrid>;
template class Skinned<double, CellGrid>;

}  // namespace tactus::broad
