// SPDX-License-Identifier: MIT
#pragma once
/// Fewer contact points for solvers: those that span the largest area, including the deepest.
#include <tactus/core/manifold.h>

namespace tactus {

/// The deepest point; among points as deep to `slack`, the first, so that a level contact keeps its choice.
template <Scalar T> constexpr std::size_t deepest_index(const Manifold<T>& m, T slack) {
  T least = infinity<T>;
  for (const ContactPoint<T>& p : m) least = min(least, p.distance);
  std::size_t i = 0;
  while (i < m.size() && m.points[i].distance > least + slack) ++i;
  return i;
}

/// The deepest point and the `most - 1` others that span the largest area with it, projected along the normal. Exact:
/// the points are the corners of a convex polygon in order; the area of a polygon through corners 0 < i < j < … is the
/// sum over its sides of the triangles with corner 0; and the best path of m sides to each corner follows from those of
/// m - 1 (dynamic programming). If the points are collinear, the ends of the line come first.
/// [Chang, Yap 1986 for the general inscribed polygon; with one corner fixed a path over n corners remains]
template <Scalar T> constexpr Manifold<T> reduced(const Manifold<T>& m, int most = 4) {
  constexpr std::size_t n_max = Manifold<T>::capacity;
  if (m.count <= most || most < 1) return m;
  const std::size_t n = m.size(), kept = static_cast<std::size_t>(most);
  T extent2{};
  for (std::size_t i = 1; i < n; ++i) extent2 = max(extent2, norm_squared(m.points[i].position - m.points[0].position));
  // Equally deep to 2⁻¹⁶ of the extent, the distance within which corners are merged (snap_share in overlap.h).
  const std::size_t anchor = deepest_index(m, T(0x1p-16L) * sqrt(extent2));
  const auto corner = [&](std::size_t i) { return (anchor + i) % n; };
  const Vec3<T>& origin = m.points[anchor].position;
  const auto place = [&](std::size_t i) { return m.points[corner(i)].position - origin; };

  // best[j]: twice the area of the best path of `sides` sides to corner j; from: the corner before j on it.
  std::array<T, n_max> best{};
  std::array<std::array<std::size_t, n_max>, n_max> from{};
  for (std::size_t sides = 2; sides < kept; ++sides) {
    std::array<T, n_max> next;
    next.fill(-infinity<T>);
    for (std::size_t j = sides; j < n; ++j)
      for (std::size_t i = sides - 1; i < j; ++i) {
        const T area = best[i] + triple(m.normal, place(i), place(j));
        if (area > next[j]) next[j] = area, from[sides][j] = i;
      }
    best = next;
  }
  std::size_t last = n - 1;
  for (std::size_t j = kept - 1; j < n; ++j)
    if (best[j] > best[last]) last = j;

  std::array<bool, n_max> keep{};
  keep[anchor] = true;
  // A strip narrower than 2⁻²⁰ of its length is a line: first its ends, then the points in order. (Twice the rounding of
  // an area in float, 8·u·extent².)
  if (kept == 2 || (kept > 2 && !(best[last] > T(0x1p-20L) * extent2))) {
    const auto farthest = [&](const Vec3<T>& p) {
      std::size_t far = 0;
      for (std::size_t i = 1; i < n; ++i)
        if (norm_squared(m.points[i].position - p) > norm_squared(m.points[far].position - p)) far = i;
      return far;
    };
    const std::size_t end = farthest(origin);
    keep[end] = true;
    if (kept > 2) keep[farthest(m.points[end].position)] = true;
    std::size_t have = 0;
    for (std::size_t i = 0; i < n; ++i) have += keep[i] ? 1u : 0u;
    for (std::size_t i = 0; i < n && have < kept; ++i)
      if (!keep[i]) keep[i] = true, ++have;
  } else if (kept > 2) {
    for (std::size_t sides = kept - 1, j = last; sides >= 1; j = from[sides--][j]) keep[corner(j)] = true;
  }
  Manifold<T> result = m;
  result.count = 0;
  for (std::size_t i = 0; i < n; ++i)
    if (keep[i]) result.points[result.size()] = m.points[i], ++result.count;
  return result;
}

}  // namespace tactus
