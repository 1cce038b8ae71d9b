// SPDX-License-Identifier: MIT
#include <lab/random/measure_impl.h>

namespace tactus::lab::random {

template Point measure<double>(const PointOptions&, const Pulse&);

}  // namespace tactus::lab::random
