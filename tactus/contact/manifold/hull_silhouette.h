// SPDX-License-Identifier: MIT
#pragma once
/// The silhouette of a hull, without going through its Outline, using the features that the contact found.
#include <tactus/contact/manifold/clip.h>
#include <tactus/narrow/polyhedron/voronoi_planes.h>
#include <tactus/shape/hull.h>

namespace tactus {

namespace detail {

/// An edge is level if its ends are equally far along the normal, to this share of its length.
template <Scalar T> inline constexpr T level_sine = snap_share<T>;

/// Same as hull.feature_at(v, direction, feature_sine), but with the same result from both ends of a level edge, where
/// the last digit decides which vertex is farthest: a face at v without the edge is replaced by one with the edge, or
/// by the edge.
template <Scalar T> Feature hull_feature_at(const Hull<T>& hull, std::uint32_t v, const Vec3<T>& direction) {
  const Feature nearest = hull.feature_at(v, direction, feature_sine<T>);
  if (nearest.kind != FeatureKind::face) return nearest;  // no face at v is near the normal
  const auto ring = hull.neighbours(v), outgoing = hull.outgoing(v);
  Feature with_edge = nearest;
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const Vec3<T> e = hull.vertex(ring[i]) - hull.vertex(v);
    if (square(dot(e, direction)) > square(level_sine<T>) * norm_squared(e)) continue;
    const HalfEdge &there = hull.half_edge(outgoing[i]), &back = hull.half_edge(there.twin);
    if (there.face == nearest.index || back.face == nearest.index) return nearest;
    const auto chord2 = [&](std::uint32_t face) { return norm_squared(hull.plane(face).normal - direction); };
    const std::uint32_t nearer = chord2(there.face) <= chord2(back.face) ? there.face : back.face;
    const bool near = chord2(nearer) < T(2) && norm(cross(hull.plane(nearer).normal, direction)) <= feature_sine<T>;
    with_edge = near ? Feature{FeatureKind::face, nearer} : Feature{FeatureKind::edge, there.edge};
  }
  return with_edge;
}

/// The hull's feature along a direction, given the feature that a contact found along it. A face is the result itself,
/// because no face can be nearer to its own normal; a vertex or an edge saves the search for the farthest vertex.
template <Scalar T> Feature hull_feature(const Hull<T>& hull, Feature known, const Vec3<T>& direction) {
  const std::uint32_t i = known.index;
  if (known.kind == FeatureKind::face && i < hull.face_count()) {
    const Vec3<T>& n = hull.plane(i).normal;
    if (norm_squared(n - direction) <= square(T(16) * unit_roundoff<T>)) return known;
  }
  if (known.kind == FeatureKind::vertex && i < hull.vertex_count()) return hull_feature_at(hull, i, direction);
  if (known.kind == FeatureKind::edge && i < hull.edge_count()) return hull_feature_at(hull, hull.edge(i).a, direction);
  return hull_feature_at(hull, hull.support_index(direction), direction);
}

/// Does the edge point down its dominant axis? Edges are stored from their lower end, because outlines begin with the
/// end that is farther along the direction, which is unstable if the edge is level.
template <Scalar T> constexpr bool points_down(const Vec3<T>& e) {
  const Vec3<T> size = abs(e);
  return (size.x >= size.y && size.x >= size.z ? e.x : size.y >= size.z ? e.y : e.z) < T(0);
}

}  // namespace detail

/// Feature f of the hull. The template argument `known` says that the caller knows the crossings: then the silhouette
/// gets no side lines, and its corners stay in the order of the outline even if `reversed`.
template <bool known = false, class P, class T = scalar_t<P>>
void see_feature(Silhouette<T>& s, const P& hull, Feature f, const BodyFrame<T>& frame, bool reversed) {
  using Kind = typename Silhouette<T>::Kind;
  s.feature = f;
  s.reversed = reversed && !known;
  s.stride = 1;
  if (f.kind == FeatureKind::vertex) {
    detail::lay_point(s, frame, hull.vertex(f.index));
    s.extent = T(0);
    return;
  }
  if (f.kind == FeatureKind::edge) {
    const Vec3<T> p = hull.vertex(hull.edge(f.index).a), q = hull.vertex(hull.edge(f.index).b);
    const bool down = detail::points_down(q - p);
    detail::lay_segment(s, frame, down ? q : p, down ? p : q);
  } else {
    const auto loop = hull.face_loop(f.index);
    const int size = static_cast<int>(loop.size());
    s.kind = Kind::polygon;
    s.stride = (size + Silhouette<T>::capacity - 1) / Silhouette<T>::capacity;
    s.count = (size + s.stride - 1) / s.stride;
    for (int i = 0; i < s.count; ++i)
      s.corners[s.reversed ? s.count - 1 - i : i] =
          frame.flat(hull.vertex(loop[static_cast<std::size_t>(i * s.stride)]));
    detail::lay_plane(s, frame, hull.plane(f.index).normal, hull.vertex(loop[0]));
  }
  known ? s.measure(reversed ? s.count - 1 : 0) : s.close();
}

/// `known`: the feature that a contact found; direction and frame as for a box.
template <Scalar T>
void see_hull(Silhouette<T>& s, const Hull<T>& hull, Feature known, const Vec3<T>& direction, const BodyFrame<T>& frame,
              bool reversed) {
  see_feature(s, hull, detail::hull_feature(hull, known, direction), frame, reversed);
}

}  // namespace tactus
