#pragma once
/// What two rotations lack to exact ones, in a few instructions: a query of two balls takes as long as checking poses.
#include <tactus/math/four.h>
#include <tactus/math/pose.h>

namespace tactus {

/// |R Rᵀ - 1|², and |c0 × c1 - c2|² by which a mirror is told from a rotation, summed over both. So its root is no less
/// than the largest stretch of either, R Rᵀ - 1 as a map: as far as a rotation taken at its word can move a point, for
/// each unit of length. Not a number where an entry is none. The matrices must be parts of poses.
template <Scalar T>
  requires has_vectors<T>
[[gnu::always_inline]] inline T rotation_faults(const Pose<T>& a, const Pose<T>& b) {
  typedef T Four __attribute__((vector_size(4 * sizeof(T))));
  typedef T Both __attribute__((vector_size(8 * sizeof(T))));  // a column of each; what comes fourth does not count
  static_assert(sizeof(Pose<T>) == 12 * sizeof(T), "the translation follows the columns: four can be read at each");
  const auto load = [&](int j, Both& column) __attribute__((always_inline)) {  // such vectors are no values to return
    Four x, y;
    std::memcpy(&x, &a.rotation.columns[j], sizeof x);
    std::memcpy(&y, &b.rotation.columns[j], sizeof y);
    column = __builtin_shufflevector(x, y, 0, 1, 2, 3, 4, 5, 6, 7);
  };
  Both c0, c1, c2;
  load(0, c0), load(1, c1), load(2, c2);
  const Both yzx0 = __builtin_shufflevector(c0, c0, 1, 2, 0, 3, 5, 6, 4, 7);
  const Both yzx1 = __builtin_shufflevector(c1, c1, 1, 2, 0, 3, 5, 6, 4, 7);
  const Both yzx2 = __builtin_shufflevector(c2, c2, 1, 2, 0, 3, 5, 6, 4, 7);
  const Both zxy2 = __builtin_shufflevector(c2, c2, 2, 0, 1, 3, 6, 4, 5, 7);
  const Both lengths = c0 * c0 + c1 * c1 + c2 * c2 - T(1), cosines = c0 * yzx0 + c1 * yzx1 + c2 * yzx2;  // of the rows
  const Both handed = c0 * yzx1 - yzx0 * c1 - zxy2;
  const Both faults = lengths * lengths + (cosines + cosines) * cosines + handed * handed;
  const Four sum =
      __builtin_shufflevector(faults, faults, 0, 1, 2, 3) + __builtin_shufflevector(faults, faults, 4, 5, 6, 7);
  return sum[0] + sum[1] + sum[2];
}

/// Below this rotations are exact to rounding: in poses made of quaternions, and products of a few.
template <Scalar T> inline constexpr T rounding_faults = T(square(64 * unit_roundoff<builtin_t<T>>));

}  // namespace tactus
