// SPDX-License-Identifier: MIT
#pragma once
/// The corners of a region common to two silhouettes, and the tolerances for merging them.
#include <tactus/contact/manifold/silhouette.h>
#include <tactus/lookup/lanes.h>

#include <bit>

namespace tactus {

/// Corners nearer than this share of the smaller feature's extent are merged.
template <Scalar T> inline constexpr T snap_share = T(0x1p-16L);
/// A rim point counts as on the other silhouette's boundary within this share of the smaller feature's extent.
template <Scalar T> inline constexpr T rim_share = T(0x1p-8L);
/// Two edges, at least one of them round, touch along the stretch where they are within this share of the shorter one's
/// length.
template <Scalar T> inline constexpr T stretch_share = T(0x1p-8L);

template <Scalar T> struct ClipPoint {
  Vec2<T> at;
  std::uint32_t clip;  // ContactId::clip; 0: not made by clipping, but the contact's own point
};

/// Counter-clockwise once ordered.
template <Scalar T> struct Overlap {
  static constexpr int capacity = 2 * Silhouette<T>::capacity + 2 * Silhouette<T>::rim_points;
  int count = 0;
  union {
    ClipPoint<T> points[std::size_t{capacity}];
  };

  Overlap() {}
  constexpr void add(const Vec2<T>& at, OutlinePart part_a, OutlinePart part_b) {
    if (count < capacity) points[count++] = {at, part_a.code() << 16 | part_b.code()};
  }
  constexpr bool has_near(const Vec2<T>& p, T distance) const {
    for (int i = 0; i < count; ++i)
      if (norm_squared(points[i].at - p) <= square(distance)) return true;
    return false;
  }
  /// The first `of_a` points are corners of A, the others of B. Two points that are nearer to each other than
  /// `distance`, and mutually nearest, become one point halfway between, named by both. If several corners of one body
  /// are near the same corner of the other, only the nearest is merged and the rest are dropped. A and B are treated
  /// alike.
  void join_corners(int of_a, T distance) {
    int nearest[std::size_t{capacity}];
    for (int i = 0; i < count; ++i)
      nearest[i] = i < of_a ? nearest_to(i, of_a, count, distance) : nearest_to(i, 0, of_a, distance);
    int kept = 0;
    for (int i = 0; i < count; ++i) {
      const int other = nearest[i];
      if (other >= 0 && (i >= of_a || nearest[other] != i)) continue;
      ClipPoint<T> point = points[i];
      if (other >= 0) point.at = (point.at + points[other].at) * T(0.5), point.clip |= points[other].clip;
      points[kept++] = point;
    }
    count = kept;
  }
  /// Sorts by the angle about the mean.
  void order() {
    if (count < 3) return;
    Vec2<T> mean = points[0].at;
    for (int i = 1; i < count; ++i) mean += points[i].at;
    mean = mean / T(count);
    count <= few ? order_few(mean) : order_many(mean);
  }

 private:
  static constexpr int few = 8;

  /// The nearest point among those from first to last, if it is within the distance; otherwise -1.
  int nearest_to(int i, int first, int last, T distance) const {
    int nearest = -1;
    T least = square(distance);
    for (int k = first; k < last; ++k)
      if (const T d = norm_squared(points[k].at - points[i].at); d <= least && (d < least || nearest < 0))
        least = d, nearest = k;
    return nearest;
  }

  /// For most overlaps: each point's position is the number of points before it, counted side by side, because the
  /// order of the points cannot be predicted.
  void order_few(const Vec2<T>& mean) {
    using V = lookup::Lanes<T>;
    T keys[few];
    ClipPoint<T> copies[few];
    for (T& key : keys) key = T(3);  // after all angles
    for (int i = 0; i < count; ++i) keys[i] = turn(points[i].at - mean), copies[i] = points[i];
    for (int i = 0; i < count; ++i) {
      std::uint32_t less = 0, same = 0;
      for (std::size_t k = 0; k < few; k += V::width) {
        less |= V::bits(V::load(keys + k) < keys[i]) << k;
        same |= V::bits(V::load(keys + k) == keys[i]) << k;
      }
      points[bit_count(less | (same & ((1u << i) - 1)))] = copies[i];
    }
  }
  /// For eight bits: on machines without the instruction, std::popcount is a function call.
  static constexpr std::uint32_t bit_count(std::uint32_t x) {
#if defined(__POPCNT__)
    return static_cast<std::uint32_t>(std::popcount(x));
#else
    x -= x >> 1 & 0x55u;
    x = (x & 0x33u) + (x >> 2 & 0x33u);
    return (x + (x >> 4)) & 0x0fu;
#endif
  }
  void order_many(const Vec2<T>& mean) {
    T keys[std::size_t{capacity}];
    for (int i = 0; i < count; ++i) {
      const ClipPoint<T> point = points[i];
      const T key = turn(point.at - mean);
      int place = i;
      for (; place > 0 && keys[place - 1] > key; --place)
        keys[place] = keys[place - 1], points[place] = points[place - 1];
      keys[place] = key, points[place] = point;
    }
  }

  /// Increases with the angle of d, from -2 to 2: cheaper than the angle itself.
  static constexpr T turn(const Vec2<T>& d) {
    const T size = abs(d.x) + abs(d.y);
    const T along = size > T(0) ? d.x / size : T(1);
    return with_sign(T(1) - along, d.y);
  }
};

}  // namespace tactus
