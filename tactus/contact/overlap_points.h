#pragma once
/// From the overlap of two silhouettes to the points of a manifold.
#include <tactus/contact/clip.h>
#include <tactus/contact/counted_points.h>
#include <tactus/contact/pressure.h>
#include <tactus/contact/rim_depth.h>
#include <tactus/core/contact.h>

#include <algorithm>

namespace tactus {

namespace detail {

/// Where the gap of an overlap is least, gaps[i] being that at corner i. Corners that are as deep to a thousandth of the
/// pressure band count as well, by what they lack: else it would be for the last digit to say which end of a short level
/// edge, or of the stretch of two edges that cross, it is.
template <Scalar T> Vec2<T> deepest_point(const Overlap<T>& overlap, const T* gaps, int deepest, T extent) {
  const T limit = gaps[deepest] + T(0x1p-10L) * pressure_band<T> * extent;
  Vec2<T> sum{};
  T weight{};
  for (int i = 0; i < overlap.count; ++i) {
    const T share = positive_part(limit - gaps[i]);
    sum += (overlap.points[i].at - overlap.points[deepest].at) * share, weight += share;
  }
  return weight > T(0) ? overlap.points[deepest].at + sum / weight : overlap.points[deepest].at;
}

/// The corners of an overlap with the gap at each.
template <Scalar T> struct Corners {
  Overlap<T> overlap;
  union {
    T gaps[Overlap<T>::capacity];
  };
  int deepest = 0;
  T least = infinity<T>, largest = -infinity<T>;
  Corners() {}

  /// The gaps, the deepest corner (the first of them), the least gap and the largest.
  void find_gaps(const PointsOver<T>& point_over, const Vec2<T>& base, const Contact<T>& contact) {
    deepest = 0, least = infinity<T>, largest = -infinity<T>;
    for (int i = 0; i < overlap.count; ++i) {
      const ClipPoint<T>& p = overlap.points[i];
      const T gap = gaps[i] = p.clip == 0 ? contact.distance : point_over.gap(p.at - base);
      deepest = gap < least ? i : deepest, least = min(least, gap), largest = max(largest, gap);
    }
  }
  /// Makes the least gap that one. Corners are off by up to 2·snap, and their gaps by that times the slope of the gap.
  void level_to(T distance) {
    const T change = distance - least;
    for (int i = 0; i < overlap.count; ++i) gaps[i] += change;
    least = distance, largest += change;
  }
  void remove(int i) {
    std::copy(overlap.points + i + 1, overlap.points + overlap.count, overlap.points + i);
    std::copy(gaps + i + 1, gaps + overlap.count, gaps + i);
    --overlap.count;
    deepest -= deepest > i;
  }
  /// At most `capacity` points: the corner that takes the least area with it goes first, the deepest never.
  void thin(int capacity) {
    while (overlap.count > capacity) {
      const int n = overlap.count;
      int smallest = -1;
      T least_area = infinity<T>;
      for (int i = 0; i < n; ++i) {
        const Vec2<T>&p = overlap.points[(i + n - 1) % n].at, &q = overlap.points[(i + 1) % n].at;
        const T area = cross(overlap.points[i].at - p, q - p);
        if (i != deepest && area < least_area) least_area = area, smallest = i;
      }
      remove(smallest);
    }
  }
};

/// The one point of a contact at a vertex or a curved place: the vertex itself (or the surface point along the normal,
/// if the other surface lies there as far away as the contact says), which is truer than an iteration's witness.
template <Scalar T>
Vec3<T> single_point(const Silhouette<T>& a, const Silhouette<T>& b, const ContactFrame<T>& frame,
                     const Contact<T>& contact) {
  using Kind = typename Silhouette<T>::Kind;
  const auto serves = [&](const Silhouette<T>& own, const Silhouette<T>& other) {
    if (own.kind != Kind::point) return false;
    if (own.feature.kind == FeatureKind::vertex) return true;
    if (other.kind == Kind::point || other.inside(own.corners[0]) < T(0)) return false;
    const T gap = abs(other.height(own.corners[0]) - own.base_height);
    return abs(gap - abs(contact.distance)) <= contact.resolution;
  };
  return serves(a, b)   ? frame.at(a.corners[0], a.base_height + contact.distance / T(2))
         : serves(b, a) ? frame.at(b.corners[0], b.base_height - contact.distance / T(2))
                        : contact.point();
}

/// Where the gap is least, half-way across it, `enough` being what may lack to the depth of the contact; where more does,
/// the contact's own point.
template <Scalar T>
Vec3<T> point_of_least_gap(const Corners<T>& corners, const Silhouette<T>& a, const Silhouette<T>& b,
                           const ContactFrame<T>& frame, const Contact<T>& contact, const PointsOver<T>& point_over,
                           T extent, T enough) {
  if (!(corners.least <= contact.distance + enough)) return single_point(a, b, frame, contact);
  const Four<T> at = point_over(deepest_point(corners.overlap, corners.gaps, corners.deepest, extent) - a.base);
  return {at[0], at[1], at[2]};
}

template <Scalar T> bool is_round(const Silhouette<T>& s) {
  return s.kind == Silhouette<T>::Kind::ellipse || s.feature.kind == FeatureKind::curved;
}

/// The same for round features, which are not exact: they give way to the contact's own point by and by, and sooner.
template <Scalar T>
[[gnu::noinline]] Vec3<T> point_of_least_gap_of_round(const Corners<T>& corners, const Silhouette<T>& a,
                                                      const Silhouette<T>& b, const ContactFrame<T>& frame,
                                                      const Contact<T>& contact, const PointsOver<T>& point_over,
                                                      T extent, T enough) {
  Vec2<T> at;
  T gap = corners.least;
  if (find_deepest_of_round(at, a, b, b.slope - a.slope)) {
    gap = point_over.gap(at - a.base);
  } else if (corners.overlap.count > 0) {
    at = deepest_point(corners.overlap, corners.gaps, corners.deepest, extent);
  }
  const T own = (gap - contact.distance) / max(enough / T(32), T(4) * contact.resolution) - T(1);
  if (!(own < T(1))) return single_point(a, b, frame, contact);
  const Four<T> four = point_over(at - a.base);
  const Vec3<T> deepest{four[0], four[1], four[2]};
  return own > T(0) ? deepest + (single_point(a, b, frame, contact) - deepest) * own : deepest;
}

template <Scalar T>
void add_single_point(Manifold<T>& m, const Silhouette<T>& a, const Silhouette<T>& b, const ContactFrame<T>& frame,
                      const Contact<T>& contact) {
  m.points[0] = {single_point(a, b, frame, contact), contact.distance, ContactId::of(a.feature, {}, b.feature, {})};
  m.count = 1;
}

/// The points of the overlap, counter-clockwise from the lowest id: an order that lasts as long as the ids.
template <Scalar T>
void add_points(Manifold<T>& m, const Corners<T>& corners, const Silhouette<T>& a, const Silhouette<T>& b,
                const PointsOver<T>& point_over, const Contact<T>& contact) {
  const int n = corners.overlap.count;
  const std::uint32_t feature_a = a.feature.id(), feature_b = b.feature.id();
  int first = 0;
  for (int i = 1; i < n; ++i) first = corners.overlap.points[i].clip < corners.overlap.points[first].clip ? i : first;
  for (int k = 0; k < n; ++k) {
    const int i = first + k < n ? first + k : first + k - n;
    const ClipPoint<T>& p = corners.overlap.points[i];
    const Four<T> four = point_over(p.at - a.base);
    ContactPoint<T>& point = m.points[k];  // field by field: a copy of what was just written would wait for it
    point.position = {four[0], four[1], four[2]}, point.distance = corners.gaps[i];
    if (p.clip == 0) point.position = contact.point();
    point.id.a = feature_a, point.id.b = feature_b, point.id.clip = p.clip;
  }
  m.count = n;
}

}  // namespace detail

/// From both silhouettes; the contact stands in where they have no corner in common, and where none is as deep. exact:
/// the contact's distance is, to rounding, as that of polytopes is; then it is the least of all points'.
/// find_corners(overlap, snap) finds the corners of the overlap, and says whether they are in order. center(corners,
/// point_over, deepest) finds the representative point; deepest(): where the gap is least.
template <Scalar T, class Center, class FindCorners>
void add_overlap(Manifold<T>& m, const Silhouette<T>& a, const Silhouette<T>& b, const ContactFrame<T>& frame,
                 const Contact<T>& contact, bool exact, T limit, Center&& center, FindCorners&& find_corners) {
  using Kind = typename Silhouette<T>::Kind;
  if (a.kind == Kind::everything && b.kind == Kind::everything) return;  // no finite overlap
  detail::Corners<T> corners;
  Overlap<T>& overlap = corners.overlap;
  const T extent = min(a.extent, b.extent);
  // Coordinates carry the rounding of the poses: corners are not told apart below it either.
  const T snap = max(snap_share<T> * extent, T(16) * unit_roundoff<T> * (max_abs(contact.point_a) + extent));
  if (!find_corners(overlap, snap)) overlap.order();
  const PointsOver<T> point_over(frame, a, b);
  const T enough = depth_share<T> * extent;
  const auto deepest = [&] {
    return detail::is_round(a) || detail::is_round(b)
               ? detail::point_of_least_gap_of_round(corners, a, b, frame, contact, point_over, extent, enough)
               : detail::point_of_least_gap(corners, a, b, frame, contact, point_over, extent, enough);
  };
  if (overlap.count > 0) corners.find_gaps(point_over, a.base, contact);
  m.representative = center(corners, point_over, deepest);
  if (overlap.count == 0) return detail::add_single_point(m, a, b, frame, contact);
  const bool shallow = corners.least > contact.distance + enough;
  if (shallow) {
    if (overlap.count == 1) return detail::add_single_point(m, a, b, frame, contact);
    overlap.add(frame.flat(contact.point()), {}, {});
    overlap.order();
    corners.find_gaps(point_over, a.base, contact);
  }
  if (exact) corners.level_to(contact.distance);
  for (int i = corners.largest <= limit ? -1 : overlap.count - 1; i >= 0; --i)
    if (!(corners.gaps[i] <= limit)) corners.remove(i);
  if (overlap.count == 0) return detail::add_single_point(m, a, b, frame, contact);
  corners.thin(Manifold<T>::capacity);
  detail::add_points(m, corners, a, b, point_over, contact);
}

}  // namespace tactus
