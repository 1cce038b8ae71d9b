// SPDX-License-Identifier: MIT
#pragma once
/// Where the gap of an overlap is least: the contact point to the extent that no level parts contribute
/// (soft_center.h).
#include <tactus/contact/center/pressure.h>
#include <tactus/contact/center/rim_depth.h>
#include <tactus/contact/manifold/overlap_points.h>

namespace tactus {

namespace detail {

/// The deepest corner, or a weighted mean of the corners whose depths differ by less than 2⁻¹⁰ of the pressure band.
/// Otherwise the last digit would decide between the ends of a short level edge, or of the common stretch of two
/// crossing edges. (2⁻¹⁰ of the band is 2⁻¹⁹ of the extent, four times the rounding of a gap in float, 8·u·extent.)
template <Scalar T> Vec2<T> deepest_point(const Corners<T>& corners, T extent) {
  const Overlap<T>& overlap = corners.overlap;
  const Vec2<T>& deepest = overlap.points[corners.deepest].at;
  const T limit = corners.least + T(0x1p-10L) * pressure_band<T> * extent;
  Vec2<T> sum{};
  T weight{};
  for (int i = 0; i < overlap.count; ++i) {
    const T share = positive_part(limit - corners.gaps[i]);
    sum += (overlap.points[i].at - deepest) * share, weight += share;
  }
  return weight > T(0) ? deepest + sum / weight : deepest;
}

template <Scalar T> Vec3<T> single_point(const Sight<T>& sight, const Contact<T>& contact) {
  Vec3<T> point;
  return find_single_point(point, sight, contact.distance, contact.resolution) ? point : contact.point();
}

template <Scalar T> bool is_round(const Silhouette<T>& s) {
  return s.kind == Silhouette<T>::Kind::ellipse || s.feature.kind == FeatureKind::curved;
}

/// For round features, which are not exact: a smooth but quick transition to the contact's own point.
template <Scalar T>
Vec3<T> point_of_least_gap_of_round(const Corners<T>& corners, const Sight<T>& sight, const Contact<T>& contact,
                                    const PointsOver<T>& point_over, T enough) {
  const Silhouette<T>&a = sight.on_a, &b = sight.on_b;
  Vec2<T> at;
  T gap = corners.least;
  if (find_deepest_of_round(at, a, b, b.slope - a.slope)) {
    gap = point_over.gap(at - a.base);
  } else if (corners.overlap.count > 0) {
    at = deepest_point(corners, sight.extent());
  }
  // The transition ends at twice this: at `snap_share` of the extent, to which the corners are known, or at eight times
  // the resolution, to which the contact's own distance is.
  const T own = (gap - contact.distance) / max(enough / T(32), T(4) * contact.resolution) - T(1);
  if (!(own < T(1))) return single_point(sight, contact);
  const Four<T> four = point_over(at - a.base);
  const Vec3<T> deepest{four[0], four[1], four[2]};
  return own > T(0) ? deepest + (single_point(sight, contact) - deepest) * own : deepest;
}

}  // namespace detail

/// The point halfway across the least gap; the contact's own point if that gap is much larger than the contact's
/// distance.
template <Scalar T>
Vec3<T> point_of_least_gap(const Corners<T>& corners, const Sight<T>& sight, const Contact<T>& contact,
                           const PointsOver<T>& point_over) {
  const T enough = depth_share<T> * sight.extent();
  if (detail::is_round(sight.on_a) || detail::is_round(sight.on_b))
    return detail::point_of_least_gap_of_round(corners, sight, contact, point_over, enough);
  if (!(corners.least <= contact.distance + enough)) return detail::single_point(sight, contact);
  const Four<T> at = point_over(detail::deepest_point(corners, sight.extent()) - sight.on_a.base);
  return {at[0], at[1], at[2]};
}

}  // namespace tactus
