// SPDX-License-Identifier: MIT
#pragma once
/// Where two silhouettes overlap: the corners of the common region, each with the outline parts that make it.
///
/// A corner of the overlap is a corner of one region inside the other, or a crossing of their sides. Both are decided
/// with a tolerance, `snap`: a corner nearer than that to the other's boundary lies on the boundary and replaces the
/// crossings beside it; two corners, one of each, within 2·snap are merged. So two equal boxes stacked flush have four
/// points, not four to eight depending on the last digit, and the polygon is that of the exact overlap to 2·snap. Rims
/// have a coarser tolerance, which keeps their points stable on a rim of the same size; they are then moved inside.
///
/// The two silhouettes are treated alike: swapped and seen from the other side, they give the same points with swapped
/// parts. If a side is cut twice, the cuts are numbered by their order along its own outline.
#include <tactus/contact/manifold/overlap.h>
#include <tactus/narrow/default/short_cuts.h>

#include <bit>

namespace tactus {

namespace detail {

/// One side of a pair of silhouettes: adds points with the parts in the right order.
template <Scalar T> struct ClipSide {
  Overlap<T>& overlap;
  bool swapped;  // `own` is B's
  bool yields;  // if two rims coincide, the points come from the other
  T snap, rim_snap;
  constexpr void add(const Vec2<T>& at, OutlinePart own, OutlinePart other) const {
    overlap.add(at, swapped ? other : own, swapped ? own : other);
  }
};

/// Adds corners of `own` inside `other`. Returns how near the nearest one is to the boundary of `other`.
template <Scalar T>
constexpr T add_corners(const ClipSide<T>& out, const Silhouette<T>& own, const Silhouette<T>& other, T* inside) {
  using Kind = typename Silhouette<T>::Kind;
  const bool rim = own.kind == Kind::ellipse, rims = rim && other.kind == Kind::ellipse;
  const T snap = rim ? out.rim_snap : out.snap;
  if (rim && other.kind == Kind::segment) return infinity<T>;  // the crossings are enough
  T nearest = infinity<T>;
  for (int i = 0; i < own.count; ++i) {
    const T depth = inside[i] = other.inside(own.corners[i]);
    nearest = min(nearest, abs(depth));
    if (depth < -snap || (rims && out.yields && depth <= snap)) continue;
    out.add(rim && depth < T(0) ? other.moved_inside(own.corners[i]) : own.corners[i], own.corner_part(i), {});
  }
  return nearest;
}

/// Adds the corners of both; corners that meet are merged. (`inside` overestimates the distance from a rim: hence the
/// coarser limit.)
template <Scalar T>
constexpr void add_corners(const ClipSide<T>& from_a, const ClipSide<T>& from_b, const Silhouette<T>& a,
                           const Silhouette<T>& b, T* inside_b, T* inside_a) {
  const T nearest_of_a = add_corners(from_a, a, b, inside_b);
  const int of_a = from_a.overlap.count;
  const T nearest = min(nearest_of_a, add_corners(from_b, b, a, inside_a));
  if (nearest <= T(2) * from_a.rim_snap) from_a.overlap.join_corners(of_a, T(2) * from_a.snap);
}

/// Adds the crossings of sides with all four ends clear of each other's lines. inside_b: how deep A's corners lie in B;
/// inside_a: how deep B's corners lie in A. A side with both ends inside the other shape crosses none of its sides.
template <Scalar T>
constexpr void add_crossings(Overlap<T>& overlap, const Silhouette<T>& a, const Silhouette<T>& b, T snap,
                             const T* inside_b, const T* inside_a) {
  const auto straddle = [&](T p, T q) { return int{min(p, q) < -snap} & int{max(p, q) > snap}; };  // branch-free
  for (int i = 0; i < a.side_count(); ++i) {
    const int i1 = i + 1 == a.count ? 0 : i + 1;
    if (inside_b[i] >= -snap && inside_b[i1] >= -snap) continue;
    for (int j = 0; j < b.side_count(); ++j) {
      const int j1 = j + 1 == b.count ? 0 : j + 1;
      if (inside_a[j] >= -snap && inside_a[j1] >= -snap) continue;
      const T p = b.sides[j].distance(a.corners[i]), q = b.sides[j].distance(a.corners[i1]);
      const T r = a.sides[i].distance(b.corners[j]), t = a.sides[i].distance(b.corners[j1]);
      if (!(straddle(p, q) && straddle(r, t))) continue;
      overlap.add(a.corners[i] + (a.corners[i1] - a.corners[i]) * (p / (p - q)), a.side_part(i), b.side_part(j));
    }
  }
}

/// Where the sides of a polygon or a segment leave an ellipse: a quadratic in the coordinates that make the ellipse a
/// circle. A side that cuts off less than rim_snap counts as a tangent. The rim's part is 0 where the side, in the
/// direction of its own outline, enters the ellipse, and 1 where it leaves it.
template <Scalar T>
constexpr void add_rim_crossings(const ClipSide<T>& out, const Silhouette<T>& ellipse, const Silhouette<T>& other) {
  for (int j = 0; j < other.side_count(); ++j) {
    const SideLine<T>& side = other.sides[j];
    const T reach = norm(Vec2<T>{dot(ellipse.u, side.inward), dot(ellipse.v, side.inward)});
    if (abs(side.distance(ellipse.center)) > reach - out.rim_snap) continue;
    const Vec2<T>&p = other.corners[j], &q = other.corners[j + 1 == other.count ? 0 : j + 1];
    const Vec2<T> start = ellipse.on_unit_circle(p), step = ellipse.on_unit_circle(q) - start;
    const T square_term = norm_squared(step), half_linear = dot(start, step), constant = norm_squared(start) - T(1);
    const T discriminant = square(half_linear) - square_term * constant;
    if (!(discriminant > T(0))) continue;
    for (const unsigned leaving : {0u, 1u}) {
      const T s = (-half_linear + (leaving ? sqrt(discriminant) : -sqrt(discriminant))) / square_term;
      if (!(s >= T(0) && s <= T(1))) continue;
      const Vec2<T> at = p + (q - p) * s;
      if (!out.overlap.has_near(at, T(2) * out.rim_snap))
        out.add(at, OutlinePart::side(other.reversed ? 1u - leaving : leaving), other.side_part(j));
    }
  }
}

/// Where one of two rims enters and leaves the other, from its own point of view: up to twice each. A part is numbered
/// in the order of its own rim, with the last bit set where it leaves.
template <Scalar T> struct RimCrossing {
  Vec2<T> at;
  bool leaving;

  /// The part of a rim, from the point's position on it.
  constexpr OutlinePart part(const Silhouette<T>& rim, const RimCrossing* all, int count) const {
    const T own = turn_from_start(rim.on_unit_circle(at));
    std::uint32_t before = 0;
    for (int i = 0; i < count; ++i)
      before += all[i].leaving == leaving && turn_from_start(rim.on_unit_circle(all[i].at)) < own;
    return OutlinePart::side(2 * before + (leaving ? 1u : 0u));
  }

 private:
  /// Increases with the angle from 0 to 2π.
  static constexpr T turn_from_start(const Vec2<T>& d) {
    return d.y < T(0) ? T(3) + d.x / norm(d) : T(1) - d.x / norm(d);
  }
};

/// By bisection between points of A's rim on different sides of B's: the rim points, and the point towards B's center,
/// without which a thin overlap between two rim points would be missed.
template <Scalar T>
constexpr void add_rim_crossings(Overlap<T>& overlap, const Silhouette<T>& a, const Silhouette<T>& b, T snap) {
  const Vec2<T> towards = unit_or_zero(a.on_unit_circle(b.center));
  RimCrossing<T> found[4];
  int count = 0;
  const auto cross_between = [&](const Vec2<T>& from, const Vec2<T>& to) {
    const auto depth = [&](const Vec2<T>& d) { return b.inside(a.rim(d.x, d.y)); };
    const T first = depth(from), last = depth(to);
    if (count == 4 || !((first > snap && last < -snap) || (first < -snap && last > snap))) return;
    Vec2<T> in = first > last ? from : to, out = first > last ? to : from;
    for (int k = 0; k < std::numeric_limits<T>::digits; ++k) {
      const Vec2<T> middle = unit_or_zero(in + out);
      (depth(middle) >= T(0) ? in : out) = middle;
    }
    found[count++] = {a.rim(in.x, in.y), first > last};
  };
  for (int k = 0; k < a.count; ++k) {
    const Vec2<T> from = rim_direction<T>(k), to = rim_direction<T>((k + 1) % a.count);
    if (cross(from, towards) > T(0) && cross(towards, to) > T(0)) {
      cross_between(from, towards);
      cross_between(towards, to);
    } else {
      cross_between(from, to);
    }
  }
  for (int i = 0; i < count; ++i)
    overlap.add(found[i].at, found[i].part(a, found, count), found[i].part(b, found, count));
}

/// Adds the deepest point of a round face; `slope` is that of the gap. Adds none if the face is nearly level: the rim
/// points are then as deep (and the deepest point would run around the rim at the slightest motion). One of the twelve
/// is within 15° of the deepest direction. If the rim is deeper than the center by 2^-10 of the extent, that one is
/// shallower by 2^-10 (1 - cos 15°) < 2^-14 of it, a quarter of depth_share, from which on a manifold counts as too
/// shallow.
template <Scalar T>
constexpr void add_deepest(const ClipSide<T>& out, const Silhouette<T>& ellipse, const Silhouette<T>& other,
                           const Vec2<T>& slope) {
  using Kind = typename Silhouette<T>::Kind;
  if (ellipse.kind != Kind::ellipse || other.kind == Kind::segment || other.kind == Kind::point) return;
  const Vec2<T> down{-dot(slope, ellipse.u), -dot(slope, ellipse.v)};
  if (norm(down) <= T(0x1p-10L) * ellipse.extent) return;
  const Vec2<T> d = unit_or_zero(down), at = ellipse.rim(d.x, d.y);
  if (other.inside(at) >= -out.snap && !out.overlap.has_near(at, T(2) * out.snap))
    out.add(at, OutlinePart::corner(Silhouette<T>::rim_points), {});
}

/// Two edges: the stretch along which they pass each other within `width`; it shrinks to their crossing as they turn.
template <Scalar T>
constexpr void add_stretch(Overlap<T>& overlap, const Silhouette<T>& a, const Silhouette<T>& b, T snap) {
  using Kind = FeatureKind;
  const Vec2<T> along = a.corners[1] - a.corners[0], other = b.corners[1] - b.corners[0];
  const T length = norm(along), length_b = norm(other);
  const Vec2<T> e = along / length, across = perpendicular(e);
  const T sine = abs(cross(along, other)) / (length * length_b);
  const auto x = [&](const Vec2<T>& p) { return dot(p - a.corners[0], e); };
  const auto y = [&](const Vec2<T>& p) { return dot(p - a.corners[0], across); };
  const OutlinePart side_a = OutlinePart::side(0), side_b = OutlinePart::side(0);
  if (sine > feature_sine<T>) {
    const Vec2<T> between = b.corners[0] - a.corners[0];
    const T s = cross(between, other) / cross(along, other), t = cross(between, along) / cross(along, other);
    const T beyond = max(max(-s, s - T(1)) * length, max(-t, t - T(1)) * length_b);  // the end of either edge
    if (beyond <= snap) overlap.add(a.corners[0] + along * clamp(s, T(0), T(1)), side_a, side_b);
    return;
  }
  // The position of a round shape's side follows the normal, which is known to the square root of the tolerance.
  const bool round = a.feature.kind == Kind::curved || b.feature.kind == Kind::curved;
  const T taper = T(1) - sine / feature_sine<T>;
  const T width = max(snap, round ? stretch_share<T> * min(length, length_b) * taper : T(0));
  // B as y(x); its ends sorted by x.
  const int low_end = x(b.corners[0]) <= x(b.corners[1]) ? 0 : 1;
  const Vec2<T>&b_low = b.corners[low_end], &b_high = b.corners[1 - low_end];
  const T rise = (y(b_high) - y(b_low)) / (x(b_high) - x(b_low));
  const auto y_of = [&](T at) { return y(b_low) + rise * (at - x(b_low)); };
  struct End {
    T x;
    OutlinePart a, b;
  };
  const OutlinePart b_first = b.corner_part(low_end), b_second = b.corner_part(1 - low_end);
  End low{T(0), a.corner_part(0), side_b}, high{length, a.corner_part(1), side_b};
  if (abs(x(b_low)) <= snap) low = {x(b_low) / T(2), a.corner_part(0), b_first};  // the two ends are merged
  if (abs(x(b_high) - length) <= snap) high = {(x(b_high) + length) / T(2), a.corner_part(1), b_second};
  if (x(b_low) > snap) low = {x(b_low), side_a, b_first};
  if (x(b_high) < length - snap) high = {x(b_high), side_a, b_second};
  if (rise != T(0)) {  // the ends of a stretch are named by the edges' ends that they face
    const T middle = x(b_low) - y(b_low) / rise, half = abs(width / rise);
    if (middle - half > low.x) low = {middle - half, OutlinePart::side(0), OutlinePart::side(b_first.index)};
    if (middle + half < high.x) high = {middle + half, OutlinePart::side(1), OutlinePart::side(b_second.index)};
  } else if (abs(y(b_low)) > width) {
    return;
  }
  if (low.x > high.x + T(2) * snap) return;
  const auto at = [&](T where) { return a.corners[0] + e * where + across * (y_of(where) / T(2)); };
  // Both ends are known to `snap`. A stretch of 64 of them, 2^-10 of an edge, is hardly a lever: two points so near to
  // each other would come and go.
  if (high.x - low.x <= T(64) * snap) return overlap.add(at((low.x + high.x) / T(2)), side_a, side_b);
  overlap.add(at(low.x), low.a, low.b);
  overlap.add(at(high.x), high.a, high.b);
}

/// A short cut for polygons of at most eight corners, one of them perhaps a segment (most cases): the same corners and
/// crossings as above from one table of all distances, which saves a tenth of a box manifold. Points are written first and
/// counted afterwards, because it cannot be predicted whether a corner is inside.
/// n_known, m_known: A and B have this many corners, and the compiler unrolls all loops; 0: any number. 2: a segment.
template <int n_known, int m_known, Scalar T>
constexpr void clip_counted(Overlap<T>& overlap, const Silhouette<T>& a, const Silhouette<T>& b, T snap) {
  const int n = n_known > 0 ? n_known : a.count, m = m_known > 0 ? m_known : b.count;
  const int sides_a = n_known == 2 ? 1 : n, sides_b = m_known == 2 ? 1 : m;
  T from_b[8][8], from_a[8][8];  // A's corner i from B's side j; B's corner j from A's side i
  T inside_b[8], inside_a[8];
  for (int i = 0; i < n; ++i) {
    inside_b[i] = m_known == 2 ? b.inside_segment(a.corners[i]) : infinity<T>;
    for (int j = 0; j < sides_b; ++j) {
      from_b[i][j] = b.sides[j].distance(a.corners[i]);
      if (m_known != 2) inside_b[i] = min(inside_b[i], from_b[i][j]);
    }
  }
  for (int j = 0; j < m; ++j) {
    inside_a[j] = n_known == 2 ? a.inside_segment(b.corners[j]) : infinity<T>;
    for (int i = 0; i < sides_a; ++i) {
      from_a[j][i] = a.sides[i].distance(b.corners[j]);
      if (n_known != 2) inside_a[j] = min(inside_a[j], from_a[j][i]);
    }
  }
  for (int i = 0; i < n; ++i) {
    overlap.points[overlap.count] = {a.corners[i], a.corner_part(i).code() << 16};
    overlap.count += inside_b[i] >= -snap;
  }
  const int of_a = overlap.count;
  T nearest = infinity<T>;
  for (int j = 0; j < m; ++j) {
    nearest = min(nearest, abs(inside_a[j]));
    overlap.points[overlap.count] = {b.corners[j], b.corner_part(j).code()};
    overlap.count += inside_a[j] >= -snap;
  }
  if (nearest <= T(2) * snap) overlap.join_corners(of_a, T(2) * snap);
  const auto straddle = [&](T p, T q) { return int{min(p, q) < -snap} & int{max(p, q) > snap}; };  // branch-free
  std::uint64_t crossing = 0;  // bit 8i + j: side i of A crosses side j of B
  for (int i = 0; i < sides_a; ++i) {
    const int i1 = i + 1 == n ? 0 : i + 1;
    for (int j = 0; j < sides_b; ++j) {
      const int j1 = j + 1 == m ? 0 : j + 1;
      const int crosses = straddle(from_b[i][j], from_b[i1][j]) & straddle(from_a[j][i], from_a[j1][i]);
      crossing |= static_cast<std::uint64_t>(crosses) << (8 * i + j);
    }
  }
  for (; crossing; crossing &= crossing - 1) {
    const int i = std::countr_zero(crossing) / 8, j = std::countr_zero(crossing) % 8, i1 = i + 1 == n ? 0 : i + 1;
    const T share = from_b[i][j] / (from_b[i][j] - from_b[i1][j]);
    overlap.add(a.corners[i] + (a.corners[i1] - a.corners[i]) * share, a.side_part(i), b.side_part(j));
  }
}

template <Scalar T> void clip_small(Overlap<T>& overlap, const Silhouette<T>& a, const Silhouette<T>& b, T snap) {
  if (a.count == 4 && b.count == 4) return clip_counted<4, 4>(overlap, a, b, snap);
  if (a.count == 3 && b.count == 3) return clip_counted<3, 3>(overlap, a, b, snap);
  if (a.count == 2) return clip_counted<2, 0>(overlap, a, b, snap);
  if (b.count == 2) return clip_counted<0, 2>(overlap, a, b, snap);
  clip_counted<0, 0>(overlap, a, b, snap);
}

}  // namespace detail

/// Computes the corners of the overlap of two silhouettes: none if they miss each other, or if one is a point. Returns
/// whether they are in order.
template <Scalar T> TACTUS_API bool clip(Overlap<T>& overlap, const Silhouette<T>& a, const Silhouette<T>& b, T snap) {
  using Kind = typename Silhouette<T>::Kind;
  if (a.kind == Kind::point || b.kind == Kind::point) return true;
  if (a.kind == Kind::segment && b.kind == Kind::segment) return detail::add_stretch(overlap, a, b, snap), true;
  const auto is_small = [](const Silhouette<T>& s) {
    return s.kind == Kind::segment || (s.kind == Kind::polygon && s.count <= 8);
  };
  if (TACTUS_SHORT_CUTS != 0 && is_small(a) && is_small(b)) return detail::clip_small(overlap, a, b, snap), false;
  T inside_b[Silhouette<T>::capacity], inside_a[Silhouette<T>::capacity];  // how deep each corner lies inside the other
  const T rim_snap = max(snap, rim_share<T> * min(a.extent, b.extent));
  const bool yields = b.feature.id() < a.feature.id() || (b.feature == a.feature && b.extent < a.extent);
  const detail::ClipSide<T> from_a{overlap, false, yields, snap, rim_snap},
      from_b{overlap, true, !yields, snap, rim_snap};
  detail::add_corners(from_a, from_b, a, b, inside_b, inside_a);
  if (a.kind == Kind::ellipse && b.kind == Kind::ellipse) {
    detail::add_rim_crossings(overlap, a, b, rim_snap);
  } else if (a.kind == Kind::ellipse) {
    detail::add_rim_crossings(from_a, a, b);
  } else if (b.kind == Kind::ellipse) {
    detail::add_rim_crossings(from_b, b, a);
  } else {
    detail::add_crossings(overlap, a, b, snap, inside_b, inside_a);
  }
  detail::add_deepest(from_a, a, b, b.slope - a.slope);
  detail::add_deepest(from_b, b, a, b.slope - a.slope);
  return false;
}
// Compiled once, in manifold.cpp, because four files use it.
extern template bool clip(Overlap<float>&, const Silhouette<float>&, const Silhouette<float>&, float);
extern template bool clip(Overlap<double>&, const Silhouette<double>&, const Silhouette<double>&, double);

}  // namespace tactus
