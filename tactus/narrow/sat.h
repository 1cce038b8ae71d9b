// SPDX-License-Identifier: MIT
#pragma once
/// Exact signed distance of polytopes: separating axes if they overlap; if not, GJK starting from the axis found.
/// [Gottschalk, Lin & Manocha 1996; Gregorius 2013; docs/algorithms/sat.md]
#include <tactus/narrow/balls.h>
#include <tactus/narrow/epa.h>
#include <tactus/narrow/sat/certificate.h>
#include <tactus/narrow/touching_points.h>

namespace tactus::sat {

/// Are these polytopes whose features are known: hulls, boxes, rectangles, triangles, segments, points, and their
/// rounded versions?
template <Convex A, Convex B> bool accepts(const A& a, const B& b) { return is_polytope(a) && is_polytope(b); }

namespace detail {

/// Is a point of a face's plane on the face? The planes across the polygon's edges decide.
template <Scalar T> bool on_face(const PolytopeView<T>& v, std::uint32_t face, const Vec3<T>& p, T rounding) {
  if (face >= v.face_count) return false;
  for (const GaussArc& arc : v.arcs_from(face))
    if (dot(v.normal(arc.node), p) > v.offset(arc.node) + rounding) return false;
  return true;
}

template <Scalar T> struct Witness {
  bool found;
  Vec3<T> a, b;  // in A's frame, a - b = depth · normal
};

/// Where the features of the axis meet: the vertex over the face, or the point where two edges cross. Not found if
/// rounding chose among tied features (parallel faces or edges): these need not lie on top of each other.
template <Scalar T>
Witness<T> witness(const PolytopeView<T>& a, const PolytopeView<T>& b, const Pose<T>& x_ab, const Axis<T>& axis,
                   T rounding) {
  const Vec3<T>& n = axis.normal;
  const Vec3<T> x = a.vertices[axis.edge_a[0]], y = x_ab * b.vertices[axis.edge_b[0]];
  switch (axis.kind) {
    case AxisKind::face_a: {
      const Vec3<T> foot = y + axis.depth * n;
      return {on_face(a, axis.node, foot, rounding), foot, y};
    }
    case AxisKind::face_b: {
      const Vec3<T> foot = x - axis.depth * n;
      const Vec3<T> local = transposed_times(x_ab.rotation, foot - x_ab.translation);
      return {on_face(b, axis.node, local, rounding), x, foot};
    }
    case AxisKind::edges: {
      const Vec3<T> e = a.vertices[axis.edge_a[1]] - x, f = x_ab * b.vertices[axis.edge_b[1]] - y, m = y - x;
      const T volume = triple(e, f, n);
      if (!(abs(volume) > T(0))) return {false, x, y};
      const Vec3<T> on_a = x + e * clamp(triple(m, f, n) / volume, T(0), T(1));
      const Vec3<T> on_b = y + f * clamp(triple(m, e, n) / volume, T(0), T(1));
      return {norm(on_a - on_b - axis.depth * n) <= rounding, on_a, on_b};
    }
    case AxisKind::direction: break;
  }
  return {false, x, y};
}

/// The result of with_features() for a vertex known to be farthest along the direction. At most vertices no edge is
/// flat, or one is.
template <Convex S, class T>
Feature feature_at(const S& shape, const PolytopeView<T>& v, std::uint32_t vertex, const Vec3<T>& unit, T sine) {
  int flat_edges = 0;
  std::size_t flat = 0;
  const std::span<const std::uint32_t> ring = v.rings[vertex];
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const Vec3<T> e = v.vertices[ring[i]] - v.vertices[vertex];
    const bool is_flat = square(dot(e, unit)) <= square(sine) * norm_squared(e);
    flat_edges += is_flat, flat = is_flat ? i : flat;
  }
  if (!v.hull || flat_edges > 1) return feature_of(shape, unit, sine);
  if (flat_edges == 0) return {FeatureKind::vertex, vertex};
  return {FeatureKind::edge, v.hull->half_edge(v.hull->outgoing(vertex)[flat]).edge};
}

}  // namespace detail

/// Does the caller use the points of a contact? For tied features, finding them takes longer than the rest.
enum class Points : bool { some, exact };

/// The answer if the cores overlap. The axes give the depth to rounding, up to the unevenness of the faces and the
/// error of the rotation; the depth along the best axis is computed again from full supports.
template <class Pair, class T>
Contact<T> overlap(const Pair& pair, const PolytopeView<T>& a, const PolytopeView<T>& b, const Axis<T>& axis,
                   T rotation_error, const Options<T>& options, Points points) {
  Axis<T> exact = axis;
  exact.normal = unit_or_up(axis.normal);
  const Vec3<T> into_b = -transposed_times(pair.x_ab().rotation, exact.normal);
  std::uint32_t x = axis.edge_a[0], y = axis.edge_b[0];
  exact.depth =
      a.support_value(exact.normal, x) + b.support_value(into_b, y) - dot(exact.normal, pair.x_ab().translation);
  detail::Witness<T> w = detail::witness(a, b, pair.x_ab(), exact, pair.rounding());
  if (!w.found && points == Points::exact) {  // tied features
    const TouchingPoints<T> touching = touching_points(pair, exact.normal, exact.depth, options);
    w.a = touching.a, w.b = touching.b;
  }
  const T slack = a.slack + b.slack + rotation_error * pair.reach();
  const T least = min(axis.depth, exact.depth) - slack;
  Contact<T> c = finish(pair, Status::overlapping, -exact.depth, -exact.depth, -least, exact.normal, w.a, w.b,
                        axis.directions, options);
  c.support_calls += axis.support_calls + 2;
  const T sine = unnoticed_tilt(c.resolution, pair.size());
  const std::uint32_t face = axis.node;
  c.feature_a = axis.kind == AxisKind::face_a && face < a.face_count
                    ? Feature{FeatureKind::face, face}
                    : detail::feature_at(pair.shape_a(), a, axis.edge_a[0], exact.normal, sine);
  c.feature_b = axis.kind == AxisKind::face_b && face < b.face_count
                    ? Feature{FeatureKind::face, face}
                    : detail::feature_at(pair.shape_b(), b, axis.edge_b[0], into_b, sine);
  return c;
}

/// Faces that are not quite planar make the axes uncertain by as much; EPA, which only uses vertices, may be more
/// precise. If it is not, the answer is `stalled` unless its bounds have met, as the contract says (Status); the error of
/// the rotation comes on top.
template <class Pair, class T>
[[gnu::noinline, gnu::cold]] Contact<T> by_vertices(const Pair& pair, Contact<T> c, T rotation_error,
                                                    const Options<T>& options) {
  const Shape<T> a(pair.shape_a()), b(pair.shape_b());  // so that EPA is not compiled again for these few pairs
  const Contact<T> e = epa::contact(a, b, pair.x_ab(), options);
  const bool tighter = e.upper - e.lower < c.upper - c.lower && e.status != Status::stalled;
  if (!tighter && e.status != Status::beyond_max) {
    const T met = c.resolution + T(4) * pair.rounding() + rotation_error * pair.reach();
    if (c.upper - c.lower > met) c.status = Status::stalled;
    return c;
  }
  return with_features(e, pair.shape_a(), pair.shape_b(), pair.x_ab());
}

/// Measures a gap by GJK, starting from an axis that separates the cores.
struct GapByGjk {
  /// `axis` separates the cores by `separation`.
  template <class Pair, class T>
  Contact<T> operator()(const Pair& pair, const Axis<T>& axis, T separation, const Options<T>& options,
                        PairCache<T>* cache) const {
    const T max_core_distance = options.max_distance + pair.radius();
    PairCache<T> own;
    if (!cache) cache = &own;
    if (cache->count == 0) cache->directions[0] = axis.normal, cache->count = 1;
    auto g = gjk::core_distance(pair, max_core_distance, options, cache);
    gjk::settle_touch(g, pair, max_core_distance, options);
    const bool touch = g.status == Status::overlapping;  // up to rounding
    Contact<T> c = finish(pair, g.status, touch ? min(separation, T(0)) : g.upper, touch ? separation : g.lower,
                          g.upper, touch ? unit_or_up(axis.normal) : g.axis, g.simplex.witness_a(),
                          g.simplex.witness_b(), axis.directions + g.iterations, options);
    name_features(c, pair.shape_a(), pair.shape_b(), pair.x_ab());
    cache->feature_a = c.feature_a, cache->feature_b = c.feature_b;
    return c;
  }
};

/// The answer if an axis separates the cores: the separation along it if that exceeds max_distance, otherwise what
/// `measure` finds.
template <class Pair, class T, class Measure>
Contact<T> gap(const Pair& pair, const PolytopeView<T>& a, const PolytopeView<T>& b, const Axis<T>& axis,
               const Options<T>& options, PairCache<T>* cache, const Measure& measure) {
  const T separation = axis.kind == AxisKind::direction ? -axis.depth : pair.separation(axis.normal);
  Contact<T> c;
  if (separation > options.max_distance + pair.radius()) {
    const Vec3<T> x = a.vertices[axis.edge_a[0]], y = pair.x_ab() * b.vertices[axis.edge_b[0]];
    const T upper = distance(x, y);
    c = finish(pair, Status::beyond_max, upper, separation, upper, unit_or_up(axis.normal), x, y, axis.directions,
               options);
  } else {
    c = measure(pair, axis, separation, options, cache);
  }
  c.support_calls += axis.support_calls;
  return c;
}

/// The axis of least overlap, or one that separates. With a cache: at the remembered features if the proof covers them,
/// otherwise by a search that begins with them. If a pair has hardly moved between two searches, a new proof is made,
/// unless the last one was of no use.
template <class Pair, class T>
Axis<T> deepest_axis(const Pair& pair, const PolytopeView<T>& a, const PolytopeView<T>& b, Search<T>& search,
                     PairCache<T>* cache) {
  if (!cache) return search.minimum();
  PairProof& proof = cache->proof;
  const bool certain = provable(pair, a, b, search.rotation_error());
  PairMotion<T> moved;
  if (cache->normal != Vec3<T>{} && is_finite(cache->normal)) {
    search.along(unit_or_up(cache->normal));
  } else if (const Remembered features{proof.node_a, proof.arc_a, proof.node_b};
             concerns(proof, a, b) && within(features, a, b)) {
    moved = moved_since<Pair, T>(proof, pair);
    const bool may_cover = certain && proof.elsewhere > -infinity<float> && moved.turned <= T(proof.turn);
    const Axis<T>& axis = search.among(features, may_cover);  // if not covered, a first bound for the search
    if (may_cover && covers(proof, moved, axis, length_error(pair, search.rotation_error()))) {
      proof.used = true;
      return axis;
    }
  }
  const Axis<T> axis = search.minimum();
  if (axis.depth < T(0)) return axis;
  const bool resting = certain && moved.by <= pair.size() * T(0x1p-12L), again = !proof.tried || proof.used;
  if (resting && again) {
    proof = make_proof(pair, a, b, search, axis);
  } else if (resting) {
    proof.elsewhere = -infinity<float>;  // as before, and not tried again until the pair has moved
  } else {
    proof = remembered(pair, a, b, axis);
  }
  return axis;
}

/// Signed distance with the least penetration. Both shapes must be accepted (any other Shape gives `invalid`). measure:
/// how to measure a gap. points: whether the points of an overlap are needed.
template <PolytopeShape A, PolytopeShape B, class T = scalar_t<A>, class Measure = GapByGjk>
Contact<T> contact(const A& a, const B& b, const Pose<T>& x_ab, const Options<T>& options = {},
                   std::type_identity_t<PairCache<T>>* cache = nullptr, const Measure& measure = {},
                   Points points = Points::exact) {
  const MinkowskiPair<A, B, T> pair(a, b, x_ab);
  if (!pair.finite()) return invalid_contact<T>();
  if (balls::outer_beyond(pair, options)) return balls::far_apart(pair, options);
  const PolytopeOf<T> of_a(a), of_b(b);
  if (of_a.empty() || of_b.empty()) return invalid_contact<T>();
  const PolytopeView<T>&view_a = of_a.view(), &view_b = of_b.view();
  Search<T> search(view_a, view_b, x_ab);
  const Axis<T> axis = deepest_axis(pair, view_a, view_b, search, cache);
  const bool apart = axis.depth < T(0);
  Contact<T> c = apart ? gap(pair, view_a, view_b, axis, options, cache, measure)
                       : overlap(pair, view_a, view_b, axis, search.rotation_error(), options, points);
  // The noise of nearly parallel short edges can win the search; the bounds, measured again, then do not meet.
  const T open = c.upper - c.lower - (c.resolution + T(3) * pair.rounding());
  const T slack = max(view_a.slack + view_b.slack, open);
  if ((!apart || c.status == Status::overlapping) && slack > pair.rounding())
    c = by_vertices(pair, c, search.rotation_error(), options);
  if (cache) {
    cache->normal = apart ? c.normal : Vec3<T>{};
    if (!apart) cache->feature_a = c.feature_a, cache->feature_b = c.feature_b;
  }
  return c;
}

}  // namespace tactus::sat
