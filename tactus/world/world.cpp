// SPDX-License-Identifier: MIT
#include <tactus/world/world.h>

namespace tactus {

template class World<float>;
template class World<double>;

}  // namespace tactus
