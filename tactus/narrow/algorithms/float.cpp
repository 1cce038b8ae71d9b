// SPDX-License-Identifier: MIT
#include <tactus/narrow/algorithms/list.h>

namespace tactus::narrow {

TACTUS_ALGORITHMS(float)

}  // namespace tactus::narrow
