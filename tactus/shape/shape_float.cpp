// SPDX-License-Identifier: MIT
/// What shape.h says is compiled once. A file for each scalar, so that a program links only the one it uses.
#include <tactus/shape/shape.h>

namespace tactus {

template Outline<float> Shape<float>::feature_along(const Vec3<float>&, float) const;
template Aabb<float> Shape<float>::aabb(const Pose<float>&) const;

}  // namespace tactus
