#pragma once
/// Fewer contact points for solvers: those that span the largest area, the deepest among them.
#include <tactus/core/manifold.h>

namespace tactus {

/// The deepest point; of points as deep as it to `slack`, the first, so that a level contact keeps its choice.
template <Scalar T> constexpr int deepest_point(const Manifold<T>& m, T slack) {
  T least = infinity<T>;
  for (const ContactPoint<T>& p : m) least = min(least, p.distance);
  int i = 0;
  while (i < m.count && m.points[i].distance > least + slack) ++i;
  return i;
}

/// The deepest point and those `kept - 1` others that span with it the largest area, seen along the normal. Exact: the
/// points are the corners of a convex polygon in order, the area of a polygon through corners 0 < i < j < … is a sum over
/// its sides of the triangles they form with corner 0, and the best path of m sides to each corner follows from those of
/// m - 1 (dynamic programming). Where the points lie in a line, the ends of the line come first.
/// [Chang, Yap 1986 for the general inscribed polygon; with one corner fixed a path over n corners remains]
template <Scalar T> constexpr Manifold<T> reduced(const Manifold<T>& m, int kept = 4) {
  constexpr int n_max = Manifold<T>::capacity;
  const int n = m.count;
  if (n <= kept || kept < 1) return m;
  T extent2{};
  for (int i = 1; i < n; ++i) extent2 = max(extent2, norm_squared(m.points[i].position - m.points[0].position));
  const int anchor = deepest_point(m, T(0x1p-16L) * sqrt(extent2));
  const auto corner = [&](int i) { return (anchor + i) % n; };
  const Vec3<T>& origin = m.points[anchor].position;
  const auto place = [&](int i) { return m.points[corner(i)].position - origin; };

  // best[j]: twice the area of the best path of `sides` sides to corner j; from: its corner before j.
  std::array<T, n_max> best{};
  std::array<std::array<int, n_max>, n_max> from{};
  for (int sides = 2; sides < kept; ++sides) {
    std::array<T, n_max> next;
    next.fill(-infinity<T>);
    for (int j = sides; j < n; ++j)
      for (int i = sides - 1; i < j; ++i) {
        const T area = best[i] + triple(m.normal, place(i), place(j));
        if (area > next[j]) next[j] = area, from[sides][j] = i;
      }
    best = next;
  }
  int last = n - 1;
  for (int j = kept - 1; j < n; ++j)
    if (best[j] > best[last]) last = j;

  std::array<bool, n_max> keep{};
  keep[anchor] = true;
  if (kept == 2 || (kept > 2 && !(best[last] > T(0x1p-20L) * extent2))) {  // a line: its ends, then as they come
    const auto farthest = [&](const Vec3<T>& p) {
      int far = 0;
      for (int i = 1; i < n; ++i)
        if (norm_squared(m.points[i].position - p) > norm_squared(m.points[far].position - p)) far = i;
      return far;
    };
    const int end = farthest(origin);
    keep[end] = true;
    if (kept > 2) keep[farthest(m.points[end].position)] = true;
    int have = 0;
    for (int i = 0; i < n; ++i) have += keep[i];
    for (int i = 0; i < n && have < kept; ++i)
      if (!keep[i]) keep[i] = true, ++have;
  } else if (kept > 2) {
    for (int sides = kept - 1, j = last; sides >= 1; j = from[sides--][j]) keep[corner(j)] = true;
  }
  Manifold<T> result = m;
  result.count = 0;
  for (int i = 0; i < n; ++i)
    if (keep[i]) result.points[result.count++] = m.points[i];
  return result;
}

}  // namespace tactus
