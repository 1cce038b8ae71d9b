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
#if defined(__AVX512F__)
    if constexpr (sizeof(T) == 8) {  // the second is read into its half: no shuffle
      const __m512d first = _mm512_castpd256_pd512(_mm256_loadu_pd(&a.rotation.columns[j].x));
      column = (Both)_mm512_insertf64x4(first, _mm256_loadu_pd(&b.rotation.columns[j].x), 1);
      return;
    }
#endif
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

/// Is each of them 1, to the rounding that rotations come with?
template <Scalar T>
  requires has_vectors<T>
[[gnu::always_inline]] inline bool is_one_to_rounding(const Four<T>& x) {
  return greater_bits(Four<T>(T(64) * unit_roundoff<T>), abs(x - T(1))) == 15u;
}

/// Are both matrices rotations, within rotation_tolerance? May say no of valid ones that are not exact to rounding,
/// never yes of others.
///
/// The squares σ² of a matrix's three stretches have the sum |R|² and the product det². A sum of 3 and a product of 1
/// leave them no choice but to be 1, by the inequality of the two means: with x = σ² - 1, no x - ln(1 + x) is negative,
/// and together they are |R|² - 3 - 2 ln det, at most 3 ε where |R|² and det are within ε of 3 and 1. So |x| is at most
/// 2.5 √ε: 2.1e-7 for 64 roundoffs of double. Those of float are too large for that.
template <Scalar T>
  requires has_vectors<T>
[[gnu::always_inline]] inline bool are_rotations(const Pose<T>& a, const Pose<T>& b) {
  if constexpr (sizeof(T) == 4) return rotation_faults(a, b) <= rounding_faults<T>;
  static_assert(sizeof(T) == 4 || 6 * 64 * unit_roundoff<T> < square(rotation_tolerance<T>));
  const auto load = [](const Vec3<T>& v) { return Four<T>::load(&v.x); };  // what comes fourth does not count
  const auto &ra = a.rotation.columns, &rb = b.rotation.columns;
  const auto size2 = [](const Four<T>& x, const Four<T>& y, const Four<T>& z) { return x * x + y * y + z * z; };
  const auto volume = [](const Four<T>& x, const Four<T>& y, const Four<T>& z) {
    return (x * y.yzx() - x.yzx() * y) * z.yzx().yzx();
  };
  const Four<T> xa = load(ra[0]), ya = load(ra[1]), za = load(ra[2]);
  const Four<T> xb = load(rb[0]), yb = load(rb[1]), zb = load(rb[2]);
  const Four<T> sums = sums_of_three(size2(xa, ya, za), volume(xa, ya, za), size2(xb, yb, zb), volume(xb, yb, zb));
  return is_one_to_rounding(sums - Four<T>(T(2), T(0), T(2), T(0)));
}

}  // namespace tactus
