// SPDX-License-Identifier: MIT
/// What shape.h says is compiled once. A file for each scalar, so that a program links only the one it uses.
#include <tactus/shape/shape.h>

namespace tactus {

template Outline<double> Shape<double>::feature_along(const Vec3<double>&, double) const;
template Aabb<double> Shape<double>::aabb(const Pose<double>&) const;

}  // namespace tactus
