// SPDX-License-Identifier: MIT
/// The functions that shape.h declares as compiled once. Each scalar has its own file, so that a program links only the
/// scalar it uses.
#include <tactus/shape/shape.h>

namespace tactus {

template Outline<double> Shape<double>::feature_along(const Vec3<double>&, double) const;
template Aabb<double> Shape<double>::aabb(const Pose<double>&) const;

}  // namespace tactus
