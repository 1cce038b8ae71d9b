// SPDX-License-Identifier: MIT
#pragma once
/// Voronoi regions of the features of a convex polyhedron, as the planes between neighbouring features.
/// [Mirtich 1997, §2.1 and §3.1] Nothing here is normalised: only signs and ratios of one plane's values are used.
#include <tactus/core/feature.h>
#include <tactus/math/pose.h>
#include <tactus/shape/convex.h>
#include <tactus/shape/hull_data.h>

namespace tactus {

/// The interface that a walk over features needs: numbered vertices, edges and faces, joined by half-edges. `Hull` has
/// it.
template <class P>
concept Polyhedron = Indexed<P> && requires(const P& p, std::uint32_t i) {
  { p.vertex_count() } -> std::convertible_to<std::size_t>;
  { p.edge_count() } -> std::convertible_to<std::size_t>;
  { p.face_count() } -> std::convertible_to<std::size_t>;
  { p.edge(i) } -> std::convertible_to<HullEdge>;
  { p.half_edge(i) } -> std::convertible_to<HalfEdge>;
  { p.plane(i) } -> std::convertible_to<FacePlane<scalar_t<P>>>;
  { p.unevenness(i) } -> std::convertible_to<scalar_t<P>>;
  { p.uneven() } -> std::convertible_to<bool>;  // is any of them uneven by more than rounding?
  { p.outgoing(i)[0] } -> std::convertible_to<std::uint32_t>;  // half-edges that leave vertex i
  { p.neighbours(i)[0] } -> std::convertible_to<std::uint32_t>;  // the vertices at their ends
  { p.face_loop(i).size() } -> std::convertible_to<std::size_t>;
  { p.face_half_edge(i) } -> std::convertible_to<std::uint32_t>;  // the first of a face; the others follow it
  { p.inscribed_radius() } -> std::convertible_to<scalar_t<P>>;
};

inline constexpr std::uint32_t no_neighbour = 0xffffffffu;

/// The vertex farthest along a direction, found by climbing over the edges from v. The climb compares differences, not
/// heights: on short edges the heights would be equal to rounding and the climb would stop far from the top. In exact
/// arithmetic every vertex is left at most once; the count enforces that.
template <Polyhedron P, class T = scalar_t<P>>
constexpr std::uint32_t uphill(const P& p, const Vec3<T>& direction, std::uint32_t v) {
  for (std::size_t left = p.vertex_count(); left > 0; --left) {
    const std::uint32_t before = v;
    const Vec3<T> at = p.vertex(v);
    T best = T(0);
    for (const std::uint32_t w : p.neighbours(before)) {
      const T rise = dot(direction, p.vertex(w) - at);
      if (rise > best) best = rise, v = w;
    }
    if (v == before) break;
  }
  return v;
}

/// The same for any faces: without the diagonals of an uneven face the climb may end below one of its corners.
template <Polyhedron P, class T = scalar_t<P>>
constexpr std::uint32_t farthest(const P& p, const Vec3<T>& direction, std::uint32_t v) {
  return p.uneven() ? p.support_index(direction, v) : uphill(p, direction, v);
}

/// From B's frame to A's, and back through the same pose.
template <class T> struct Forwards {
  const Pose<T>& x_ab;
  constexpr Vec3<T> move(const Vec3<T>& point) const { return x_ab * point; }
  constexpr Vec3<T> turn(const Vec3<T>& direction) const { return x_ab.rotation * direction; }
};
template <class T> struct Backwards {
  const Pose<T>& x_ab;
  constexpr Vec3<T> move(const Vec3<T>& point) const {
    return transposed_times(x_ab.rotation, point - x_ab.translation);
  }
  constexpr Vec3<T> turn(const Vec3<T>& direction) const { return transposed_times(x_ab.rotation, direction); }
};

/// One polyhedron of a pair, with the current feature of a walk. An edge is named by either of its half-edges.
template <Polyhedron P, template <class> class ToOther> struct TrackedFeature {
  using T = scalar_t<P>;
  const P& polyhedron;
  ToOther<T> to_other;  // from this polyhedron's frame to the other's
  FeatureKind kind;
  std::uint32_t index;

  constexpr void move(FeatureKind new_kind, std::uint32_t new_index) { kind = new_kind, index = new_index; }
  /// Starts at the hint if it names an existing feature.
  constexpr bool start(const Feature& hint) {
    if (hint.kind == FeatureKind::vertex && hint.index < polyhedron.vertex_count())
      return move(hint.kind, hint.index), true;
    if (hint.kind == FeatureKind::face && hint.index < polyhedron.face_count())
      return move(hint.kind, hint.index), true;
    if (hint.kind != FeatureKind::edge || !(hint.index < polyhedron.edge_count())) return false;
    return move(hint.kind, polyhedron.edge(hint.index).half_edge), true;
  }
  constexpr Feature feature() const {
    return {kind, kind == FeatureKind::edge ? polyhedron.half_edge(index).edge : index};
  }
  /// Some vertex of the feature.
  constexpr std::uint32_t corner() const {
    return kind == FeatureKind::vertex ? index
           : kind == FeatureKind::edge ? tail(index)
                                       : tail(polyhedron.face_half_edge(index));
  }
  constexpr std::uint32_t tail(std::uint32_t half_edge) const { return polyhedron.half_edge(half_edge).origin; }
  constexpr std::uint32_t head(std::uint32_t half_edge) const { return tail(polyhedron.half_edge(half_edge).twin); }
  constexpr decltype(auto) at(std::uint32_t vertex) const { return polyhedron.vertex(vertex); }
  /// The vertex in the other polyhedron's frame.
  constexpr Vec3<T> seen(std::uint32_t vertex) const { return to_other.move(polyhedron.vertex(vertex)); }
};

/// An edge from tail to head, seen from the polyhedron it is compared with.
template <Scalar T> struct EdgePoints {
  Vec3<T> tail, head, along;

  constexpr EdgePoints(const Vec3<T>& t, const Vec3<T>& h) : tail(t), head(h), along(h - t) {}
  constexpr Vec3<T> operator[](T lambda) const { return tail + lambda * along; }
};
template <class X> constexpr auto seen_edge(const X& e) {
  return EdgePoints<typename X::T>(e.seen(e.tail(e.index)), e.seen(e.head(e.index)));
}

/// The plane between a half-edge and the face on its left: points with values > 0 are outside the face's prism.
template <Scalar T> struct FaceEdgePlane {
  Vec3<T> normal, through;

  template <class X>
  constexpr FaceEdgePlane(const X& x, std::uint32_t half_edge, const Vec3<T>& n)
      : normal(cross(x.at(x.head(half_edge)) - x.at(x.tail(half_edge)), n)), through(x.at(x.tail(half_edge))) {}
  constexpr T operator()(const Vec3<T>& p) const { return dot(normal, p - through); }
};

/// The part of an edge inside a convex region, plane by plane [Mirtich 1997, Algorithm 1].
template <Scalar T> struct ClippedEdge {
  T low = T(0), high = T(1);  // parameters where the edge enters and leaves
  // the planes crossed there; none: the edge begins or ends inside
  std::uint32_t entry = no_neighbour, exit = no_neighbour;
  bool excluded = false;  // nothing is left

  /// Clips by one more plane, given its values at tail and head: positive inside. True while something is left.
  constexpr bool clip(T at_tail, T at_head, std::uint32_t neighbour) {
    if (at_tail < T(0) && at_head < T(0)) {
      entry = exit = neighbour;
      excluded = true;
    } else if (at_tail < T(0)) {
      const T lambda = at_tail / (at_tail - at_head);
      if (lambda > low) low = lambda, entry = neighbour;
    } else if (at_head < T(0)) {
      const T lambda = at_tail / (at_tail - at_head);
      if (lambda < high) high = lambda, exit = neighbour;
    }
    excluded |= low > high;
    return !excluded;
  }
  /// Excluded by a single plane, not by two planes with nothing between them.
  constexpr bool simply_excluded() const { return excluded && entry == exit; }

  /// The plane beyond which the minimum of a convex function on the edge lies, if it is not inside [Mirtich 1997,
  /// Algorithm 2]. slope(neighbour, λ): the sign of the function's derivative where the edge crosses that neighbour's
  /// plane.
  template <class Slope> constexpr std::uint32_t towards_minimum(const Slope& slope) const {
    if (simply_excluded()) return entry;
    if (entry != no_neighbour && slope(entry, low) > T(0)) return entry;
    if (exit != no_neighbour && (excluded || slope(exit, high) < T(0))) return exit;
    return no_neighbour;
  }
};

}  // namespace tactus
