// SPDX-License-Identifier: MIT
/// The functions that shape.h declares as compiled once. Each scalar has its own file, so that a program links only the
/// scalar it uses.
#include <tactus/shape/shape.h>

namespace tactus {

template Outline<float> Shape<float>::feature_along(const Vec3<float>&, float) const;
template Aabb<float> Shape<float>::aabb(const Pose<float>&) const;

}  // namespace tactus
