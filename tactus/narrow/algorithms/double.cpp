// SPDX-License-Identifier: MIT
#include <tactus/narrow/algorithms/list.h>

namespace tactus::narrow {

TACTUS_ALGORITHMS(double)

}  // namespace tactus::narrow
