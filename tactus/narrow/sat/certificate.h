// SPDX-License-Identifier: MIT
#pragma once
/// A proof, stored with a pair of overlapping polytopes, that the axis of least overlap still belongs to the same
/// features: while the polytopes rest on, slide over or roll along each other, no search is needed.
/// [docs/algorithms/sat.md]
///
/// h(n), the overlap along n, is that of sat/search.h. At one pose a search has found its least value D, along n0. Take
/// an angle γ such that all directions within γ of n0 have their support vertices on one feature of A and one of B.
/// - Near n0: if B has turned by θ since then, this still holds within γ - θ. So every node and crossing within that
///   angle belongs to the two features, and Search::among() computes all of them, exactly and for the new pose.
/// - Elsewhere: a direction n is Σ λ_i n_i over the corners of its region of the common Gauss map, with λ_i ≥ 0 and
///   Σ λ_i ≥ |n| = 1, and h(n) = Σ λ_i h(n_i). The corners within α of n0 have h ≥ D. Let the others, at the angle φ_i
///   from n0, have h(n_i) ≥ D + E and h(n_i) ≥ D + κ s_i, where s_i is sin φ_i, or 1 beyond a right angle. Let Λ be the
///   sum of the λ of the corners near n0, W = Σ λ_i s_i over the others, and ψ ≥ α + β the angle of n from n0.
///   Across n0: sin ψ ≤ Λ sin α + W. Along n0: cos ψ ≥ Λ cos α - W. Together W ≥ sin(ψ - α) / (cos α + sin α), and
///   h(n) ≥ D + κ W ≥ D + κ sin β / (1 + α) up to a right angle. Beyond a right angle, n is at least cos α from the
///   cone of half-angle α about n0, and the λ_i of the other corners must make up for that: h(n) ≥ D + E cos α.
///   This bound holds for every direction, wherever the corners move. The h of a direction changes by at most μ, the
///   longest way that a point of B has moved relative to A. So the bound still holds with μ subtracted.
/// If the minimum found by among() is no more than that, it is the least of all. With α = γ/8, β = 3γ/4 and θ ≤ γ/8
/// both parts meet.
/// Angles are reduced by a tenth, which covers their rounding and a rotation matrix that is off by up to 2^-18. Lengths
/// are reduced by 2^-21 of the reach, which covers their rounding, that of the stored floats, and the effect of the
/// rotation's error.
/// Regions have corners on all sides if one of the bodies is solid; pairs without a solid body get no proof.
#include <tactus/narrow/minkowski.h>
#include <tactus/narrow/pair_motion.h>
#include <tactus/narrow/sat/search.h>

namespace tactus::sat {

/// From this angle on, a feature counts as clear of the rest of its body; below 2^-9 nothing is proved.
template <Scalar T> inline constexpr T clear_angle = T(0x1p-2L);
template <Scalar T> inline constexpr T least_clear_angle = T(0x1p-9L);

/// How far B has moved since the pose of a proof.
template <class Pair, class T> PairMotion<T> moved_since(const PairProof& proof, const Pair& pair) {
  return tactus::moved_since(proof.x_ab, pair.x_ab(), pair.shape_b().center(), bounding_radius(pair.shape_b()));
}

/// The rounding error of lengths, in each direction.
template <class Pair, class T> T length_error(const Pair& pair, T rotation_error) {
  return (T(0x1p-21L) + T(2) * rotation_error) * pair.reach();
}

namespace detail {

/// A few vertices of one feature.
struct VertexSet {
  static constexpr int capacity = 16;
  std::uint32_t vertices[capacity];
  int count = 0;
  bool full = false;  // there were more vertices

  bool holds(std::uint32_t v) const { return std::find(vertices, vertices + count, v) != vertices + count; }
  void add(std::uint32_t v) {
    if (holds(v)) return;
    if (count == capacity) full = true;
    if (!full) vertices[count++] = v;
  }
};

/// A feature that contains the support vertices of all directions within an angle of n, and that angle.
template <Scalar T> struct ClearFeature {
  std::uint32_t node = Remembered::none;  // of a face, or half-way over a sharp edge; none: a vertex or a plain edge
  VertexSet vertices;
  T angle = T(0);
};

/// A lower bound of the angle between a unit direction and an arc between two nodes (of at most 120 degrees): from the
/// arc's plane if the foot is on the arc, otherwise from its ends.
template <Scalar T> T angle_from_arc(const Vec3<T>& n, const Vec3<T>& p, const Vec3<T>& q) {
  const Vec3<T> g = cross(p, q);
  const T to_ends = sqrt(min(norm_squared(n - p), norm_squared(n - q)));
  if (!(dot(cross(g, p), n) > T(0) && dot(cross(q, g), n) > T(0))) return to_ends;
  return min(abs(dot(n, g)) / norm(g), to_ends);
}

/// Computes the angle. Support vertices leave the set only across the arc of an edge that leaves it. The region between
/// the set's vertices is known from the set's node or its single arc: other nodes and arcs among the vertices (a sharp
/// edge has two) also limit the angle.
/// No angle if another vertex is as far along n: then the set is not that of n, or vertices coincide, as in a flat box.
template <Scalar T> ClearFeature<T> with_angle(const PolytopeView<T>& v, ClearFeature<T> f, const Vec3<T>& n) {
  const VertexSet& set = f.vertices;
  f.angle = T(0);
  if (set.full) return f;
  T least = T(1), farthest = -infinity<T>;
  for (int i = 0; i < set.count; ++i) farthest = max(farthest, dot(n, v.vertices[set.vertices[i]]));
  for (std::uint32_t i = 0; i < v.vertices.size(); ++i)
    if (dot(n, v.vertices[i]) >= farthest && !set.holds(i)) return f;
  int own_arcs = 0;
  for (std::uint32_t node = 0; node < v.node_count; ++node) {
    bool among_them = node != f.node;
    for (const GaussArc& arc : v.arcs_from(node)) {
      const int ends = int{set.holds(arc.from)} + int{set.holds(arc.to)};
      among_them = among_them && ends == 2;
      if (ends == 0 || node > arc.node) continue;
      const bool own = ends == 2 && (f.node == Remembered::none || f.node == node || f.node == arc.node);
      own_arcs += own;
      if (!own) least = min(least, angle_from_arc(n, v.normal(node), v.normal(arc.node)));
    }
    if (among_them) least = min(least, norm(n - v.normal(node)));
  }
  if (f.node != Remembered::none || own_arcs == set.count - 1) f.angle = least;
  return f;
}

template <Scalar T> ClearFeature<T> face_around(const PolytopeView<T>& v, std::uint32_t node, const Vec3<T>& n) {
  ClearFeature<T> f{node, {}, T(0)};
  for (const GaussArc& arc : v.arcs_from(node)) f.vertices.add(arc.from), f.vertices.add(arc.to);
  return with_angle(v, f, n);
}

/// An edge, with the node half-way over it if the edge is sharp: its two arcs meet there.
template <Scalar T> ClearFeature<T> edge_around(const PolytopeView<T>& v, const VertexSet& ends, const Vec3<T>& n) {
  ClearFeature<T> f{Remembered::none, ends, T(0)};
  for (std::uint32_t node = 0; node < v.node_count; ++node) {
    int arcs = 0;
    for (const GaussArc& arc : v.arcs_from(node)) arcs += ends.holds(arc.from) && ends.holds(arc.to);
    if (arcs > 1) f.node = node;
  }
  return with_angle(v, f, n);
}

/// The vertex (or the two of an edge) farthest along n, if it is clear of the rest; otherwise the edge or face there
/// that is clear, or the one nearest to it.
template <Scalar T> ClearFeature<T> clear_feature(const PolytopeView<T>& v, const VertexSet& from, const Vec3<T>& n) {
  ClearFeature<T> best =
      from.count == 2 ? edge_around(v, from, n) : with_angle(v, ClearFeature<T>{Remembered::none, from, T(0)}, n);
  const auto take = [&](const ClearFeature<T>& f) {
    if (f.angle > best.angle && f.vertices.holds(from.vertices[0])) best = f;
  };
  if (best.angle < clear_angle<T> && from.count == 1) {
    T flattest = infinity<T>;
    std::uint32_t end = from.vertices[0];
    for (const std::uint32_t w : v.rings[from.vertices[0]]) {
      const Vec3<T> e = v.vertices[w] - v.vertices[from.vertices[0]];
      const T slope = square(dot(e, n)) / norm_squared(e);
      if (slope < flattest) flattest = slope, end = w;
    }
    VertexSet ends = from;
    ends.add(end);
    if (ends.count == 2) take(edge_around(v, ends, n));
  }
  if (best.angle < clear_angle<T> && v.node_count > 0) {
    std::uint32_t nearest = 0;
    for (std::uint32_t i = 1; i < v.node_count; ++i)
      if (dot(v.normal(i), n) > dot(v.normal(nearest), n)) nearest = i;
    take(face_around(v, nearest, n));
  }
  return best;
}

/// A plain edge's arc, and the node where it starts.
template <Scalar T> Remembered arc_of_edge(const PolytopeView<T>& v, const VertexSet& ends) {
  for (std::uint32_t node = 0; node < v.node_count; ++node)
    for (std::uint32_t i = v.arc_first[node]; i < v.arc_first[node + 1]; ++i)
      if (ends.holds(v.arcs[i].from) && ends.holds(v.arcs[i].to)) return {node, i, Remembered::none};
  return {};
}

}  // namespace detail

/// Can overlaps of this pair be proved at all? Faces that are not planar make h uncertain, and so do inexact rotations.
template <class Pair, class T>
bool provable(const Pair& pair, const PolytopeView<T>& a, const PolytopeView<T>& b, T rotation_error) {
  return a.identity != 0 && b.identity != 0 && a.slack + b.slack <= pair.rounding() && rotation_error <= T(0x1p-18L) &&
         (a.inscribed_radius > T(0) || b.inscribed_radius > T(0));
}

/// Does the proof belong to these shapes?
template <Scalar T> bool concerns(const PairProof& proof, const PolytopeView<T>& a, const PolytopeView<T>& b) {
  return proof.shape_a == a.identity && proof.shape_b == b.identity && a.identity != 0 && b.identity != 0;
}

/// The features of the best axis, without any proof: the start of the next search.
template <class Pair, class T>
PairProof remembered(const Pair& pair, const PolytopeView<T>& a, const PolytopeView<T>& b, const Axis<T>& axis) {
  PairProof proof{.x_ab = pair.x_ab().template cast<float>(), .shape_a = a.identity, .shape_b = b.identity};
  if (axis.kind == AxisKind::face_a) proof.node_a = axis.node;
  if (axis.kind == AxisKind::edges) proof.node_a = axis.node, proof.arc_a = axis.arc;
  if (axis.kind == AxisKind::face_b) proof.node_b = axis.node;
  return proof;
}

/// Makes the proof, if possible, after a search that ended with this axis.
template <class Pair, class T>
PairProof make_proof(const Pair& pair, const PolytopeView<T>& a, const PolytopeView<T>& b, Search<T>& search,
                     const Axis<T>& axis) {
  PairProof proof = remembered(pair, a, b, axis);
  proof.tried = true;
  if (axis.kind == AxisKind::direction) return proof;
  detail::VertexSet on_a, on_b;
  on_a.add(axis.edge_a[0]), on_a.add(axis.edge_a[1]);
  on_b.add(axis.edge_b[0]), on_b.add(axis.edge_b[1]);
  const Vec3<T> n = axis.normal, into_b = -transposed_times(pair.x_ab().rotation, n);
  const detail::ClearFeature<T> f = axis.kind == AxisKind::face_a ? detail::face_around(a, axis.node, n)
                                                                  : detail::clear_feature(a, on_a, n),
                                g = axis.kind == AxisKind::face_b ? detail::face_around(b, axis.node, into_b)
                                                                  : detail::clear_feature(b, on_b, into_b);
  const T angle = T(0.9L) * min(f.angle, g.angle);
  if (!(angle >= least_clear_angle<T>)) return proof;
  const auto [least, slope] = search.rise_beyond(T(0.9L) * angle / T(8), pair.size() * T(0x1p-3L));
  const Remembered own =
      f.node == Remembered::none && f.vertices.count == 2 ? detail::arc_of_edge(a, f.vertices) : Remembered{f.node};
  proof.node_a = own.node_a, proof.arc_a = own.arc_a, proof.node_b = g.node;
  proof.turn = static_cast<float>(T(0.9L) * angle / T(8));
  // sin β ≥ 0.9 β for β ≤ 3/4, cos α ≥ 0.9 and 1 / (1 + α) ≥ 1 - α for α ≤ 1/8.
  const T rise = T(0.9L) * min(slope * (T(0.75L) * angle) * (T(1) - angle / T(8)), least);
  proof.elsewhere = static_cast<float>(axis.depth + rise - length_error(pair, search.rotation_error()));
  return proof;
}

/// Do the features exist? (In a proof that was not tampered with, they do.)
template <Scalar T> bool within(const Remembered& r, const PolytopeView<T>& a, const PolytopeView<T>& b) {
  const auto exists = [](std::uint32_t i, std::size_t count) { return i == Remembered::none || i < count; };
  return exists(r.node_a, a.node_count) && exists(r.node_b, b.node_count) &&
         exists(r.arc_a, a.node_count > 0 ? a.arc_first[a.node_count] : 0) &&
         (r.arc_a == Remembered::none || r.node_a != Remembered::none);
}

/// Does the proof, made when B was elsewhere, cover an axis found at the remembered features? NaN proves nothing.
template <Scalar T>
bool covers(const PairProof& proof, const PairMotion<T>& moved, const Axis<T>& axis, T length_error) {
  return axis.depth >= T(0) && axis.kind != AxisKind::direction && moved.turned <= T(proof.turn) &&
         axis.depth + moved.by + length_error <= T(proof.elsewhere);
}

}  // namespace tactus::sat
