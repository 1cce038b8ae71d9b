#pragma once
/// Which points of an overlap a manifold has.
#include <tactus/contact/silhouette.h>

namespace tactus {

/// A manifold whose deepest point is shallower than the contact by more than this share of the smaller feature's extent
/// (a curved contact's features are known to the query's tolerance only) has the contact's own point besides.
template <Scalar T> inline constexpr T depth_share = T(0x1p-12L);

/// A point as far as this still counts: max_distance, and the rounding of a height, which is that of the coordinates it
/// is made of. S: a silhouette or what stands for it. The features alone are asked, not where a query saw them touch: so
/// a manifold from memory counts the same points.
template <class S, Scalar T>
constexpr T farthest_counted(T max_distance, const Pose<T>& x_ab, const S& a, const S& b, T least_extent) {
  const auto place = [](const S& s) { return max(max_abs(s.base), abs(s.base_height)); };
  const T scale = max_abs(x_ab.translation) + max(place(a), place(b)) + least_extent;
  return max_distance + T(16) * unit_roundoff<T> * scale;
}

}  // namespace tactus
