// SPDX-License-Identifier: MIT
#pragma once
#include <tactus/math/scalar.h>

namespace tactus::detail {

/// A length as a fraction of the larger of two. If both are zero the shape is flat in that direction, and all its
/// sections are equally wide.
template <Scalar T> constexpr T share_of_larger(T length, T other) {
  const T larger = max(length, other);
  return larger > T(0) ? length / larger : T(1);
}

/// The height of the centroid of a solid between z = -half_height and z = +half_height whose section area is a
/// polynomial of degree two in z: Simpson's rule, which is exact for the volume and for the first moment.
template <Scalar T> constexpr T centroid_height(T half_height, T at_bottom, T at_middle, T at_top) {
  return half_height * ((at_top - at_bottom) / (at_bottom + T(4) * at_middle + at_top));
}

}  // namespace tactus::detail
