// SPDX-License-Identifier: MIT
#pragma once
/// Where the gap over a round face is least, within the outline of the other face: a linear function over an ellipse
/// cut by a polygon, a segment or another ellipse. Exact, unlike the corners of an overlap (manifold/clip.h), which are
/// merged within a tolerance; so the point moves as smoothly as the bodies do.
#include <tactus/contact/manifold/silhouette.h>

#include <utility>

namespace tactus {

namespace detail {

/// The deepest point of a whole ellipse.
template <Scalar T> constexpr Vec2<T> deepest_on_rim(const Silhouette<T>& ellipse, const Vec2<T>& slope) {
  const Vec2<T> d = unit_or_zero(Vec2<T>{-dot(slope, ellipse.u), -dot(slope, ellipse.v)});
  return ellipse.rim(d.x, d.y);
}

/// If the ellipse's deepest point is not inside the polygon, the deepest point is on one of the sides, at an end of the
/// part inside the ellipse. For a segment this is the only case.
template <Scalar T>
bool find_deepest_on_sides(Vec2<T>& deepest, const Silhouette<T>& ellipse, const Silhouette<T>& other,
                           const Vec2<T>& slope) {
  T least = infinity<T>;
  for (int i = 0; i < other.side_count(); ++i) {
    const Vec2<T>&p = other.corners[i], along = other.corners[i + 1] - p;
    const Vec2<T> start = ellipse.on_unit_circle(p), step = ellipse.on_unit_circle(p + along) - start;
    const T square_term = norm_squared(step), half_linear = dot(start, step);
    const T discriminant = square(half_linear) - square_term * (norm_squared(start) - T(1));
    if (!(discriminant >= T(0))) continue;
    const T middle = -half_linear / square_term, reach = sqrt(discriminant) / square_term;
    const T low = max(middle - reach, T(0)), high = min(middle + reach, T(1));
    if (!(low <= high)) continue;
    const Vec2<T> at = p + along * (dot(slope, along) > T(0) ? low : high);
    const T depth = dot(slope, at - ellipse.center);
    if (depth < least) least = depth, deepest = at;
  }
  return least < infinity<T>;
}

/// An ellipse as q(x) = x·Mx - 2 b·x + k ≤ 0.
template <Scalar T> struct Quadratic {
  T xx, xy, yy;
  Vec2<T> b;
  T k;

  /// x is inside if its coordinates (r·(x - c), s·(x - c)) lie in the unit circle.
  static Quadratic of(const Silhouette<T>& e, const Vec2<T>& origin) {
    const T area = cross(e.u, e.v);
    const Vec2<T> r = Vec2<T>{e.v.y, -e.v.x} / area, s = Vec2<T>{-e.u.y, e.u.x} / area, c = e.center - origin;
    Quadratic q{r.x * r.x + s.x * s.x, r.x * r.y + s.x * s.y, r.y * r.y + s.y * s.y, {}, T(-1)};
    q.b = q.times(c);
    q.k += dot(c, q.b);
    return q;
  }
  Vec2<T> times(const Vec2<T>& x) const { return {xx * x.x + xy * x.y, xy * x.x + yy * x.y}; }
  T operator()(const Vec2<T>& x) const { return dot(x, times(x) - b * T(2)) + k; }
  Vec2<T> solve(const Vec2<T>& y) const {
    return Vec2<T>{yy * y.x - xy * y.y, xx * y.y - xy * y.x} / (xx * yy - xy * xy);
  }
  friend Quadratic mix(const Quadratic& p, const Quadratic& q, T share) {
    const auto between = [&](const auto& x, const auto& y) { return x * (T(1) - share) + y * share; };
    return {between(p.xx, q.xx), between(p.xy, q.xy), between(p.yy, q.yy), between(p.b, q.b), between(p.k, q.k)};
  }
  /// Where slope·x is least; false if the set is empty.
  bool find_deepest(Vec2<T>& x, const Vec2<T>& slope) const {
    const Vec2<T> c = solve(b), d = solve(slope);
    const T radius2 = dot(b, c) - k;
    if (!(radius2 >= T(0))) return false;
    x = c - d * sqrt(radius2 / dot(slope, d));
    return true;
  }
};

/// Every mixture (1 - λ) p + λ q is negative where both p and q are, so its deepest point is at least as deep as
/// theirs; by duality, the shallowest of these points is the solution. It is on both rims: if it is outside q, λ is too
/// small.
template <Scalar T>
bool find_deepest_on_rims(Vec2<T>& deepest, const Silhouette<T>& a, const Silhouette<T>& b, const Vec2<T>& slope) {
  const auto p = Quadratic<T>::of(a, a.center), q = Quadratic<T>::of(b, a.center);
  T low = T(0), high = T(1);
  Vec2<T> x;
  for (int i = 0; i < std::numeric_limits<T>::digits; ++i) {
    const T share = (low + high) / T(2);
    if (!mix(p, q, share).find_deepest(x, slope)) return false;
    (q(x) > p(x) ? low : high) = share;
  }
  deepest = a.center + x;
  return true;
}

}  // namespace detail

/// slope: of the gap over both. False if neither is round, the gap is level, or they do not overlap.
template <Scalar T>
bool find_deepest_of_round(Vec2<T>& deepest, const Silhouette<T>& a, const Silhouette<T>& b, const Vec2<T>& slope) {
  using Kind = typename Silhouette<T>::Kind;
  if (slope == Vec2<T>{}) return false;
  for (const auto& [round, other] : {std::pair{&a, &b}, {&b, &a}}) {
    if (round->kind != Kind::ellipse || other->kind == Kind::point) continue;
    deepest = detail::deepest_on_rim(*round, slope);
    if (other->kind != Kind::segment && other->inside(deepest) >= T(0)) return true;
    if (other->kind != Kind::ellipse) return detail::find_deepest_on_sides(deepest, *round, *other, slope);
  }
  return a.kind == Kind::ellipse && b.kind == Kind::ellipse && detail::find_deepest_on_rims(deepest, a, b, slope);
}

}  // namespace tactus
