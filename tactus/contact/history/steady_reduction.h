// SPDX-License-Identifier: MIT
#pragma once
/// Selects at most k of a manifold's points for a solver, the same ones from step to step while they are good enough.
#include <tactus/contact/manifold/reduce.h>

#include <bit>

namespace tactus {

/// A set of up to 16 contact points of one manifold: bit i stands for points[i].
using PointSet = std::uint32_t;

/// How much better other points must be before they replace the points chosen last time.
template <Scalar T> struct Hysteresis {
  T area = T(0.125L);  // the old points stay while their area is at most this much smaller than the best, relative
  T depth = T(0.00390625L);  // and while one of them is within this of the deepest, relative to the pair's size
};

namespace reduction {

template <Scalar T> constexpr const ContactPoint<T>& first_of(const Manifold<T>& m, PointSet set) {
  return m.points[static_cast<std::size_t>(std::countr_zero(set))];
}

/// The area of the polygon through these points, projected along the normal. Contact points are the corners of a convex
/// polygon in order, so any subset is one too.
template <Scalar T> constexpr T area(const Manifold<T>& m, PointSet set) {
  if (set == 0) return T(0);
  const Vec3<T>& origin = first_of(m, set).position;
  Vec3<T> previous{};
  T twice{};
  for (PointSet rest = set & (set - 1); rest; rest &= rest - 1) {
    const Vec3<T> p = first_of(m, rest).position - origin;
    twice += triple(m.normal, previous, p);
    previous = p;
  }
  return abs(twice) * T(0.5);
}

template <Scalar T> constexpr T diameter_squared(const Manifold<T>& m, PointSet set) {
  T largest{};
  for (PointSet p = set; p; p &= p - 1) {
    for (PointSet q = p & (p - 1); q; q &= q - 1)
      largest = max(largest, norm_squared(first_of(m, q).position - first_of(m, p).position));
  }
  return largest;
}

template <Scalar T> constexpr T least_distance(const Manifold<T>& m, PointSet set) {
  T least = infinity<T>;
  for (; set; set &= set - 1) least = min(least, first_of(m, set).distance);
  return least;
}

/// Adds points until there are k, each time the one that adds most area (most diameter, while there is no area).
template <Scalar T> constexpr PointSet filled(const Manifold<T>& m, PointSet set, PointSet all, int k) {
  for (int size = std::popcount(set); size < k; ++size) {
    T most_area{}, most_diameter{};
    PointSet best = 0;
    for (PointSet rest = all & ~set; rest; rest &= rest - 1) {
      const PointSet point = rest & (~rest + 1);
      const T a = area(m, set | point), d = a > T(0) ? T(0) : diameter_squared(m, set | point);
      if (best != 0 && !(a > most_area || (a == most_area && d > most_diameter))) continue;
      most_area = a, most_diameter = d, best = point;
    }
    set |= best;
  }
  return set;
}

/// The points that reduced() keeps, in the same order as in m.
template <Scalar T> constexpr PointSet best_points(const Manifold<T>& m, int k) {
  PointSet set = 0;
  int i = 0;
  for (const ContactPoint<T>& p : reduced(m, k)) {
    const auto is_p = [&](const ContactPoint<T>& q) { return q.id == p.id && q.position == p.position; };
    while (!is_p(m.points[static_cast<std::size_t>(i)])) ++i;
    set |= PointSet{1} << i++;
  }
  return set;
}

}  // namespace reduction

/// Chooses at most k points. `kept` are the points that were chosen last time and still exist. They stay, filled up to
/// k, while neither their area nor the depth of their deepest falls behind by more than the hysteresis; otherwise the
/// choice is that of reduced(). So points of equal merit, which are common on flat faces, do not alternate because of
/// rounding.
template <Scalar T>
constexpr PointSet steady_reduction(const Manifold<T>& m, int k, PointSet kept, std::type_identity_t<T> size,
                                    const Hysteresis<T>& hysteresis = {}) {
  const PointSet all = (PointSet{1} << m.count) - 1;
  if (m.count <= k) return all;
  kept &= all;
  if (kept == 0 || std::popcount(kept) > k) return reduction::best_points(m, k);

  const PointSet old = reduction::filled(m, kept, all, k);
  const T depth_lag = reduction::least_distance(m, old) - reduction::least_distance(m, all);
  if (!(depth_lag <= hysteresis.depth * size)) return reduction::best_points(m, k);
  const T enough = T(1) - hysteresis.area, old_area = reduction::area(m, old);
  if (old_area >= reduction::area(m, all) * enough) return old;  // nothing can have a much larger area
  const PointSet best = reduction::best_points(m, k);
  return old_area >= reduction::area(m, best) * enough ? old : best;
}

}  // namespace tactus
