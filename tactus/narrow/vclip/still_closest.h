// SPDX-License-Identifier: MIT
#pragma once
/// Are two given features the closest of two polyhedra? If the bodies have hardly moved, those of the last query are.
#include <tactus/narrow/minkowski.h>
#include <tactus/narrow/polyhedron/box_polyhedron.h>

#include <optional>

namespace tactus {

/// Closest points of two features in A's frame, each a point of its polyhedron; the direction perpendicular to both
/// features, from A to B, and its length; and the distance of the points, or slightly more if a face is not quite
/// planar. `beside_squared`: the squared component of the difference of the points perpendicular to that direction, if
/// it is more than rounding.
template <Scalar T> struct FeatureGap {
  Vec3<T> on_a, on_b, across;
  T length, upper, beside_squared = T(0);
};

/// The squared component of d perpendicular to n; n may have any length.
template <Scalar T> constexpr T beside_squared(const Vec3<T>& d, const Vec3<T>& n, T inverse_square) {
  return norm_squared(d - n * (dot(n, d) * inverse_square));
}

namespace detail {

using enum FeatureKind;

/// A feature by its corners: a vertex by one corner twice, an edge by two; a face needs none.
struct FeatureCorners {
  Feature name;
  std::uint32_t tail, head;
};

/// The corners, if the feature exists: a cache may name features of another shape.
template <Polyhedron P> constexpr std::optional<FeatureCorners> corners_of(const P& p, const Feature& f) {
  if (f.kind == vertex && f.index < p.vertex_count()) return FeatureCorners{f, f.index, f.index};
  if (f.kind == face && f.index < p.face_count()) return FeatureCorners{f, 0, 0};
  if (f.kind != edge || !(f.index < p.edge_count())) return {};
  const HullEdge& e = p.edge(f.index);
  return FeatureCorners{f, e.a, e.b};
}

/// Is the point over the face: above its plane, and in the prism that stands on it?
template <Polyhedron P, class T> constexpr bool is_over(const P& p, std::uint32_t f, const Vec3<T>& point) {
  const FacePlane<T>& plane = p.plane(f);
  const auto loop = p.face_loop(f);
  Vec3<T> tail = p.vertex(loop[loop.size() - 1]);
  T outside = T(0);
  for (const std::uint32_t v : loop) {
    const Vec3<T> head = p.vertex(v);
    outside = max(outside, dot(cross(head - tail, plane.normal), point - tail));
    tail = head;
  }
  return dot(plane.normal, point) > plane.offset && !(outside > T(0));
}
template <Scalar T> constexpr bool is_over(const BoxPolyhedron<T>& box, std::uint32_t f, const Vec3<T>& point) {
  Vec3<T> outside = abs(point) - box.half;
  const FacePlane<T> plane = box.plane(f);
  outside[static_cast<int>(f / 2)] = plane.offset - dot(plane.normal, point);
  return max(max(outside.x, outside.y), outside.z) <= T(0);
}

/// The answer if nothing was proved: `stalled`, without bounds.
template <Scalar T> constexpr Contact<T> no_proof() {
  Contact<T> c;
  c.status = Status::stalled;
  return c;
}

/// `prove` handles a gap; `otherwise` is used if the features have no closest points inside both. The functions below
/// return the answer of one of the two directly: returning and copying a gap or an answer takes longer than computing
/// it.
template <class F, class G> struct Attempt {
  F prove;
  G otherwise;
};
template <class F, class G> Attempt(F, G) -> Attempt<F, G>;

template <Scalar T> constexpr FeatureGap<T> between_points(const Vec3<T>& a, const Vec3<T>& b) {
  const T length = distance(a, b);
  return {a, b, b - a, length, length};
}

/// From a point to an edge. The second cross product is perpendicular to the edge to the last digit, however near the
/// point is.
template <Scalar T, class A>
constexpr Contact<T> to_edge(const Vec3<T>& p, const Vec3<T>& tail, const Vec3<T>& along, const A& attempt) {
  const Vec3<T> r = p - tail, across = cross(cross(r, along), along);
  const T length2 = norm_squared(along), part = dot(r, along);
  if (!(part >= T(0) && part <= length2)) return attempt.otherwise();
  const T inverse_square = T(1) / length2, length = norm(across);
  return attempt.prove({p, tail + (part * inverse_square) * along, across, length, length * inverse_square});
}

/// Between edges that are not parallel, along the direction perpendicular to both. For nearly parallel edges that
/// direction has lost digits.
template <Scalar T, class A>
constexpr Contact<T> between_edges(const Vec3<T>& e, const Vec3<T>& along_e, const Vec3<T>& f, const Vec3<T>& along_f,
                                   const A& attempt) {
  const Vec3<T> n = cross(along_e, along_f), w = f - e;
  const T n2 = norm_squared(n), s = dot(w, cross(along_f, n)), t = dot(w, cross(along_e, n));
  if (!(s >= T(0) && s <= n2 && t >= T(0) && t <= n2)) return attempt.otherwise();
  const T inverse_square = T(1) / n2;
  const Vec3<T> on_e = e + (s * inverse_square) * along_e, on_f = f + (t * inverse_square) * along_f;
  const Vec3<T> between = on_f - on_e;
  return attempt.prove(
      {on_e, on_f, dot(n, w) < T(0) ? -n : n, sqrt(n2), norm(between), beside_squared(between, n, inverse_square)});
}

/// Handles a face only with a vertex over it: any other pair with a face is equally close at the face's edges and
/// vertices.
template <Polyhedron A, Polyhedron B, class T, class F, class G>
constexpr Contact<T> with_gap(const A& a, const FeatureCorners& x, const B& b, const FeatureCorners& y,
                              const Pose<T>& x_ab, const Attempt<F, G>& attempt) {
  if (x.name.kind == face) {
    if (y.name.kind != vertex) return attempt.otherwise();
    const Vec3<T> p = x_ab * b.vertex(y.tail);
    if (!is_over(a, x.name.index, p)) return attempt.otherwise();
    const FacePlane<T>& plane = a.plane(x.name.index);
    const T height = dot(plane.normal, p) - plane.offset;
    return attempt.prove({p - height * plane.normal, p, plane.normal, T(1), height + a.unevenness(x.name.index)});
  }
  if (y.name.kind == face) {
    if (x.name.kind != vertex) return attempt.otherwise();
    const Vec3<T> p = a.vertex(x.tail), in_b = transposed_times(x_ab.rotation, p - x_ab.translation);
    if (!is_over(b, y.name.index, in_b)) return attempt.otherwise();
    const FacePlane<T>& plane = b.plane(y.name.index);
    const Vec3<T> foot = x_ab * (in_b - (dot(plane.normal, in_b) - plane.offset) * plane.normal);
    const T upper = distance(p, foot) + b.unevenness(y.name.index);
    return attempt.prove({p, foot, -unit_or_zero(x_ab.rotation * plane.normal), T(1), upper});
  }
  const Vec3<T> tail_a = a.vertex(x.tail), tail_b = x_ab * b.vertex(y.tail);
  if (y.name.kind == vertex) {
    if (x.name.kind == vertex) return attempt.prove(between_points(tail_a, tail_b));
    const Attempt mirrored{
        [&](const FeatureGap<T>& gap) {
          return attempt.prove({gap.on_b, gap.on_a, -gap.across, gap.length, gap.upper, gap.beside_squared});
        },
        attempt.otherwise};
    return to_edge(tail_b, tail_a, a.vertex(x.head) - tail_a, mirrored);
  }
  const Vec3<T> along_b = x_ab.rotation * (b.vertex(y.head) - b.vertex(y.tail));
  if (x.name.kind == vertex) return to_edge(tail_a, tail_b, along_b, attempt);
  return between_edges(tail_a, a.vertex(x.head) - tail_a, tail_b, along_b, attempt);
}

/// An upper bound of d·x over the polyhedron.
template <Polyhedron P, class T> constexpr T reach_along(const P& p, const Vec3<T>& d) {
  return (abs(d.x) + abs(d.y) + abs(d.z)) * origin_radius(p);
}
template <Scalar T> constexpr T reach_along(const BoxPolyhedron<T>& box, const Vec3<T>& d) {
  return dot(abs(d), box.half);
}

/// How much farther than vertex v the polyhedron reaches along d. Zero if no neighbour reaches farther, because the
/// edges at v span the polyhedron's cone, if the faces are planar. Infinity if it is more than `allowed`.
template <Polyhedron P, class T> constexpr T rise_over(const P& p, std::uint32_t v, const Vec3<T>& d, T allowed) {
  const Vec3<T>& at = p.vertex(v);
  if (p.uneven()) return dot(d, p.vertex(p.support_index(d, v)) - at);
  T rise = T(0);
  for (const std::uint32_t w : p.neighbours(v)) rise = max(rise, dot(d, p.vertex(w) - at));
  if (rise == T(0)) return rise;
  return rise <= allowed ? dot(d, p.vertex(uphill(p, d, v)) - at) : infinity<T>;
}
template <Scalar T> constexpr T rise_over(const BoxPolyhedron<T>& box, std::uint32_t v, const Vec3<T>& d, T) {
  return reach_along(box, d) - dot(d, box.vertex(v));
}

/// The same for a feature's closest point, along the direction perpendicular to the feature in the polyhedron's frame.
/// For a face, its plane gives the bound: n·x ≤ offset + unevenness; d - n adds its share, at x and at the closest
/// point.
template <Polyhedron P, class T>
constexpr T rise_over(const P& p, const FeatureCorners& x, const Vec3<T>& d, T allowed) {
  if (x.name.kind == vertex) return rise_over(p, x.tail, d, allowed);
  if (x.name.kind == face) return p.unevenness(x.name.index) + T(2) * reach_along(p, d - p.plane(x.name.index).normal);
  const T along = dot(d, p.vertex(x.head) - p.vertex(x.tail));  // rounding
  return abs(along) + rise_over(p, along > T(0) ? x.head : x.tail, d, allowed);
}

/// `separation`: that of the polyhedra along gap.across, in units of its length. The length must not be so small that
/// its square has lost digits. The bounds must meet, and the points must lie on one line along the normal: for a large
/// gap, a tilt by the square root of the rounding changes no length, but moves the end point. A pose that is not finite
/// makes the bounds NaN, so they do not meet; a pose that is too far away makes the rounding infinite.
template <class Pair, class T, class G>
constexpr Contact<T> proof_by(const Pair& pair, const FeatureGap<T>& gap, T separation, const Feature& x,
                              const Feature& y, const Options<T>& options, const G& otherwise) {
  const T inverse = T(1) / gap.length, lower = separation * inverse;
  constexpr auto least = std::numeric_limits<builtin_t<T>>::min() / unit_roundoff<builtin_t<T>>;
  if (!(lower > T(0)) || !(gap.upper > T(0)) || !(abs(gap.upper - lower) <= pair.rounding()) ||
      !(gap.beside_squared <= square(pair.rounding())) || !is_finite(pair.rounding()) ||
      !(square(gap.length) >= T(least)))
    return otherwise();
  const Status status = lower > options.max_distance ? Status::beyond_max : Status::separated;
  Contact<T> c =
      finish(pair, status, gap.upper, lower, gap.upper, gap.across * inverse, gap.on_a, gap.on_b, 0, options);
  c.support_calls = 1;
  c.feature_a = x, c.feature_b = y;
  return c;
}

}  // namespace detail

/// Did still_closest() prove this answer?
template <Scalar T> constexpr bool proved(const Contact<T>& c) { return c.status != Status::stalled; }

/// The distance, if these features are the closest: nothing is searched for, only proved. The closest points of the
/// features bound the distance from above. The separation along the direction between them bounds it from below; it is
/// known as soon as no neighbour of the features reaches farther. If these bounds meet to rounding, no walk could find
/// a better answer. If not, other features are closer or the polyhedra overlap: otherwise().
template <class Pair, Polyhedron A, Polyhedron B, class T, class G>
constexpr Contact<T> closest_if(const Pair& pair, const A& a, const detail::FeatureCorners& x, const B& b,
                                const detail::FeatureCorners& y, const Pose<T>& x_ab, const Options<T>& options,
                                const G& otherwise) {
  const auto prove = [&](const FeatureGap<T>& gap) {
    const Vec3<T> across_b = -transposed_times(x_ab.rotation, gap.across);
    const T allowed = gap.length * pair.rounding();
    const T rise = detail::rise_over(b, y, across_b, allowed) + detail::rise_over(a, x, gap.across, allowed);
    const T separation = dot(gap.across, gap.on_b - gap.on_a) - rise;
    return detail::proof_by(pair, gap, separation, x.name, y.name, options, otherwise);
  };
  return detail::with_gap(a, x, b, y, x_ab, detail::Attempt{prove, otherwise});
}

/// The distance, if the features of the last query are still the closest. If not, the answer of otherwise():
/// either the caller's own algorithm, in a function that is not inlined, or `stalled`, an answer without bounds.
template <Polyhedral A, Polyhedral B, class T, class G>
[[gnu::flatten]] constexpr Contact<T> still_closest(const A& shape_a, const B& shape_b, const Pose<T>& x_ab,
                                                    const Options<T>& options, const PairCache<T>& cache,
                                                    const G& otherwise) {
  const auto& a = polyhedron(shape_a);
  const auto& b = polyhedron(shape_b);
  const auto x = detail::corners_of(a, cache.feature_a), y = detail::corners_of(b, cache.feature_b);
  if (!x || !y || !walkable(a) || !walkable(b)) return otherwise();
  return closest_if(MinkowskiPair<A, B, T>(shape_a, shape_b, x_ab), a, *x, b, *y, x_ab, options, otherwise);
}
template <Polyhedral A, Polyhedral B, class T = scalar_t<A>>
constexpr Contact<T> still_closest(const A& a, const B& b, const Pose<T>& x_ab, const Options<T>& options,
                                   const PairCache<T>& cache) {
  return still_closest(a, b, x_ab, options, cache, detail::no_proof<T>);
}

}  // namespace tactus
