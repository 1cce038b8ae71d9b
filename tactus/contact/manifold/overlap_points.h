// SPDX-License-Identifier: MIT
#pragma once
/// From the overlap of two silhouettes to the points of a manifold.
#include <tactus/contact/manifold/clip.h>
#include <tactus/contact/manifold/counted_points.h>
#include <tactus/contact/manifold/sight.h>

#include <algorithm>

namespace tactus {

/// The corners of an overlap with the gap at each.
template <Scalar T> struct Corners {
  Overlap<T> overlap;
  union {
    T gaps[Overlap<T>::capacity];
  };
  int deepest = 0;
  T least = infinity<T>, largest = -infinity<T>;
  T shift{};  // to be added to all of these gaps

  Corners() {}
  /// The corners of two silhouettes' overlap, in order. Coordinates carry the rounding of the poses: corners closer
  /// than that are merged.
  Corners(const Sight<T>& sight, const PointsOver<T>& point_over) {
    const T extent = sight.extent();
    const T snap =
        max(snap_share<T> * extent, T(16) * unit_roundoff<T> * (coordinates_of(sight.on_a, sight.on_b) + extent));
    if (!clip(overlap, sight.on_a, sight.on_b, snap)) overlap.order();
    find_gaps(point_over, sight.on_a.base, T(0));
  }

  /// The gaps, the deepest corner (the first if tied), the least gap and the largest. own: the gap at the contact's
  /// point.
  void find_gaps(const PointsOver<T>& point_over, const Vec2<T>& base, T own) {
    deepest = 0, least = infinity<T>, largest = -infinity<T>;
    for (int i = 0; i < overlap.count; ++i) {
      const ClipPoint<T>& p = overlap.points[i];
      const T gap = gaps[i] = p.clip == 0 ? own : point_over.gap(p.at - base);
      deepest = gap < least ? i : deepest, least = min(least, gap), largest = max(largest, gap);
    }
  }
  /// Makes the least gap equal to `distance`. Corners are off by up to 2·snap, and their gaps by that times the slope
  /// of the gap.
  void level_to(T distance) { shift = distance - least; }
  T gap(int i) const { return gaps[i] + shift; }
  void remove(int i) {
    std::copy(overlap.points + i + 1, overlap.points + overlap.count, overlap.points + i);
    std::copy(gaps + i + 1, gaps + overlap.count, gaps + i);
    --overlap.count;
    deepest -= deepest > i;
  }
  /// Removes the corners with a gap above the limit.
  void keep_within(T limit) {
    for (int i = largest + shift <= limit ? -1 : overlap.count - 1; i >= 0; --i)
      if (!(gap(i) <= limit)) remove(i);
  }
  /// Reduces to at most `capacity` points: removes the corner that costs the least area first, never the deepest.
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

namespace detail {

/// The position of a contact at a vertex or a curved place: the vertex itself (or the surface point along the normal,
/// if the other surface there is at the contact's distance). It is more precise than an iteration's witness. False if
/// there is neither: then the contact's own point is used.
template <Scalar T> bool find_single_point(Vec3<T>& point, const Sight<T>& sight, T distance, T resolution) {
  using Kind = typename Silhouette<T>::Kind;
  const auto serves = [&](const Silhouette<T>& own, const Silhouette<T>& other) {
    if (own.kind != Kind::point) return false;
    if (own.feature.kind == FeatureKind::vertex) return true;
    if (other.kind == Kind::point || other.inside(own.corners[0]) < T(0)) return false;
    const T gap = abs(other.height(own.corners[0]) - own.base_height);
    return abs(gap - abs(distance)) <= resolution;
  };
  const Silhouette<T>&a = sight.on_a, &b = sight.on_b;
  if (serves(a, b)) {
    point = sight.frame.at(a.corners[0], a.base_height + distance / T(2));
  } else if (serves(b, a)) {
    point = sight.frame.at(b.corners[0], b.base_height - distance / T(2));
  } else {
    return false;
  }
  return true;
}

template <Scalar T>
bool add_single_point(Manifold<T>& m, const Sight<T>& sight, T distance, const Contact<T>* contact) {
  Vec3<T> point;
  if (!find_single_point(point, sight, distance, contact ? contact->resolution : T(0))) {
    if (!contact) return false;
    point = contact->point();
  }
  m.points[0] = {point, distance, ContactId::of(sight.on_a.feature, {}, sight.on_b.feature, {})};
  m.count = 1;
  return true;
}

/// The points of the overlap, counter-clockwise from the lowest id: an order that is as stable as the ids.
template <Scalar T>
void add_points(Manifold<T>& m, const Corners<T>& corners, const Sight<T>& sight, const PointsOver<T>& point_over,
                const Contact<T>* contact) {
  const int n = corners.overlap.count;
  const std::uint32_t feature_a = sight.on_a.feature.id(), feature_b = sight.on_b.feature.id();
  const auto numbered = [&](int i) { return std::uint64_t{corners.overlap.points[i].clip} << 32 | unsigned(i); };
  std::uint64_t lowest = numbered(0);  // with its place, which cannot be predicted: no branch
  for (int i = 1; i < n; ++i) lowest = std::min(lowest, numbered(i));
  const int first = static_cast<int>(lowest & 0xffffffffu);
  for (int k = 0; k < n; ++k) {
    const int i = first + k < n ? first + k : first + k - n;
    const ClipPoint<T>& p = corners.overlap.points[i];
    const Four<T> four = point_over(p.at - sight.on_a.base);
    ContactPoint<T>& point =
        m.points[static_cast<std::size_t>(k)];  // field by field: copying a whole point just written would stall
    point.position = {four[0], four[1], four[2]}, point.distance = corners.gap(i);
    if (p.clip == 0) point.position = contact->point();
    point.id.a = feature_a, point.id.b = feature_b, point.id.clip = p.clip;
  }
  m.count = n;
}

}  // namespace detail

/// All points of the silhouettes' overlap within max_distance. The contact's own point is used if both silhouettes have
/// no corner in common, or if no corner is as deep as `distance`; without a contact, the result is then false and
/// nothing has been added. exact: the distance is exact to rounding, as for polytopes; then it is the least of all
/// points' distances.
template <Scalar T>
bool add_overlap(Manifold<T>& m, const Sight<T>& sight, const Pose<T>& x_ab, T distance, bool exact, T max_distance,
                 const Contact<T>* contact) {
  using Kind = typename Silhouette<T>::Kind;
  if (sight.on_a.kind == Kind::everything && sight.on_b.kind == Kind::everything) return true;  // no finite overlap
  const PointsOver<T> point_over(sight.frame, sight.on_a, sight.on_b);
  Corners<T> corners(sight, point_over);
  Overlap<T>& overlap = corners.overlap;
  if (overlap.count == 0) return detail::add_single_point(m, sight, distance, contact);
  if (corners.least > distance + depth_share<T> * sight.extent()) {  // all are too shallow
    if (overlap.count == 1) return detail::add_single_point(m, sight, distance, contact);
    if (!contact) return false;
    overlap.add(sight.frame.flat(contact->point()), {}, {});
    overlap.order();
    corners.find_gaps(point_over, sight.on_a.base, distance);
  }
  if (exact) corners.level_to(distance);
  corners.keep_within(farthest_counted(max_distance, x_ab, sight.on_a, sight.on_b, sight.extent()));
  if (overlap.count == 0) return detail::add_single_point(m, sight, distance, contact);
  corners.thin(Manifold<T>::capacity);
  detail::add_points(m, corners, sight, point_over, contact);
  return true;
}

/// The corners of the overlap alone, each with its own gap: for a part of a surface, where the deepest point of the body
/// may lie over another part. deepest: another point over both features, or null; it counts where it is deeper than the
/// corners, as on a curved rim. False if there is nothing within max_distance.
template <Scalar T>
bool add_corners(Manifold<T>& m, const Sight<T>& sight, const Pose<T>& x_ab, T max_distance,
                 const Contact<T>* deepest) {
  const PointsOver<T> point_over(sight.frame, sight.on_a, sight.on_b);
  Corners<T> corners(sight, point_over);
  Overlap<T>& overlap = corners.overlap;
  if (deepest && (overlap.count == 0 || corners.least > deepest->distance + depth_share<T> * sight.extent())) {
    overlap.add(sight.frame.flat(deepest->point()), {}, {});
    overlap.order();
    corners.find_gaps(point_over, sight.on_a.base, deepest->distance);
  }
  corners.keep_within(farthest_counted(max_distance, x_ab, sight.on_a, sight.on_b, sight.extent()));
  if (overlap.count == 0) return false;
  corners.thin(Manifold<T>::capacity);
  detail::add_points<T>(m, corners, sight, point_over, deepest);
  return true;
}

}  // namespace tactus
