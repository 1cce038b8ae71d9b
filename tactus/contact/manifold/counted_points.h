// SPDX-License-Identifier: MIT
#pragma once
/// Which points of an overlap belong to the manifold, and where they are.
#include <tactus/contact/manifold/silhouette.h>
#include <tactus/math/four.h>

namespace tactus {

/// If a manifold's deepest point is shallower than the contact by more than this share of the smaller feature's extent,
/// the contact's own point is added (a curved contact's features are known only to the query's tolerance).
template <Scalar T> inline constexpr T depth_share = T(0x1p-12L);

/// An upper bound of all coordinates of two features. S: a silhouette or a stand-in for it.
template <class S> constexpr auto coordinates_of(const S& a, const S& b) {
  const auto place = [](const S& s) { return max(max_abs(s.base), abs(s.base_height)); };
  return max(place(a), place(b));
}

/// The largest distance of a point that counts: max_distance plus the rounding of a height, which is that of its
/// coordinates.
template <class S, Scalar T>
constexpr T farthest_counted(T max_distance, const Pose<T>& x_ab, const S& a, const S& b, T least_extent) {
  return max_distance + T(16) * unit_roundoff<T> * (max_abs(x_ab.translation) + coordinates_of(a, b) + least_extent);
}

/// Position and gap of the contact point over x, a point of the plane perpendicular to the normal, relative to A's
/// base. Heights are linear over a feature, hence all four values are linear in x.
template <Scalar T> class PointsOver {
 public:
  /// S: as above.
  template <class S>
  PointsOver(const ContactFrame<T>& frame, const S& a, const S& b)
      : PointsOver(frame, a, b.slope - a.slope, b.base_height - a.base_height - dot(b.slope, b.base - a.base)) {}
  Four<T> operator()(const Vec2<T>& x) const { return start_ + per_x_ * x.x + per_y_ * x.y; }
  T gap(const Vec2<T>& x) const { return start_[3] + per_x_[3] * x.x + per_y_[3] * x.y; }

 private:
  template <class S>
  PointsOver(const ContactFrame<T>& frame, const S& a, const Vec2<T>& gap_slope, T gap)
      : start_(joined(frame.at(a.base, a.base_height + gap / T(2)), gap)),
        per_x_(joined(frame.u + frame.normal * (a.slope.x + gap_slope.x / T(2)), gap_slope.x)),
        per_y_(joined(frame.v + frame.normal * (a.slope.y + gap_slope.y / T(2)), gap_slope.y)) {}
  static Four<T> joined(const Vec3<T>& v, T w) { return {v.x, v.y, v.z, w}; }

  Four<T> start_, per_x_, per_y_;
};

}  // namespace tactus
