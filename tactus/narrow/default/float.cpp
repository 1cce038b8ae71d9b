// SPDX-License-Identifier: MIT
#include <tactus/narrow/default/shapes.h>

namespace tactus::narrow {

TACTUS_DEFAULT_QUERIES(float)

}  // namespace tactus::narrow
