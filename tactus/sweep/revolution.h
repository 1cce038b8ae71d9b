// SPDX-License-Identifier: MIT
#pragma once
/// Shapes with an axis of rotation.
#include <tactus/shape/shape.h>

namespace tactus::sweep {

/// Is the shape invariant under rotation about its local z axis? Then such a rotation moves nothing.
template <class S> constexpr bool is_of_revolution(const S& s) {
  using T = scalar_t<S>;
  if constexpr (std::same_as<S, Shape<T>>) {
    return s.visit([](const auto& shape) { return is_of_revolution(shape); });
  } else if constexpr (std::same_as<S, Ellipsoid<T>>) {
    return s.radii.x == s.radii.y;
  } else {
    return std::same_as<S, Sphere<T>> || std::same_as<S, Segment<T>> || std::same_as<S, Capsule<T>> ||
           std::same_as<S, Cylinder<T>> || std::same_as<S, Cone<T>> || std::same_as<S, ConicalFrustum<T>> ||
           std::same_as<S, Disc<T>> || std::same_as<S, Wheel<T>>;
  }
}

}  // namespace tactus::sweep
