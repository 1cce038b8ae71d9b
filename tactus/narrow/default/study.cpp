// SPDX-License-Identifier: MIT
#include <tactus/math/counted.h>
#include <tactus/narrow/default/shapes.h>

namespace tactus::narrow {

TACTUS_DEFAULT_QUERIES(long double)
TACTUS_DEFAULT_QUERIES(Counted<float>)
TACTUS_DEFAULT_QUERIES(Counted<double>)

}  // namespace tactus::narrow
