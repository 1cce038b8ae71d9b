// SPDX-License-Identifier: MIT
#pragma once
/// Which Voronoi plane of a hull's feature does a point violate? Feature walks ask this at every step.
#include <tactus/core/feature.h>
#include <tactus/shape/hull.h>

#include <optional>

/// The Voronoi region of a feature contains the points outside the hull that are nearest to the feature. Its planes
/// separate the feature from its neighbours: between a vertex and an edge, perpendicular to the edge; between an edge
/// and a face, along the face's normal. [Lin & Canny 1991; Mirtich 1997, §2.1]
/// Everything here is in the hull's own frame. A point counts as outside if it is more than `slack`, a length, beyond a
/// plane. The functions return the neighbour across the plane violated most, or nothing if the point is inside.
namespace tactus::lin_canny {

constexpr Feature vertex_feature(std::uint32_t i) { return {FeatureKind::vertex, i}; }
constexpr Feature edge_feature(std::uint32_t i) { return {FeatureKind::edge, i}; }
constexpr Feature face_feature(std::uint32_t i) { return {FeatureKind::face, i}; }

/// Does the hull have this feature? A cached feature may belong to another hull.
template <Scalar T> constexpr bool exists(const Hull<T>& hull, Feature feature) {
  switch (feature.kind) {
    case FeatureKind::vertex: return feature.index < hull.vertex_count();
    case FeatureKind::edge: return feature.index < hull.edge_count();
    case FeatureKind::face: return feature.index < hull.face_count();
    default: return false;
  }
}

template <Scalar T> constexpr std::uint32_t some_vertex(const Hull<T>& hull, Feature feature) {
  switch (feature.kind) {
    case FeatureKind::edge: return hull.edge(feature.index).a;
    case FeatureKind::face: return hull.face_loop(feature.index)[0];
    default: return feature.index;
  }
}

/// The edge at v along which the point lies farthest.
template <Scalar T>
constexpr std::optional<Feature> beyond_vertex(const Hull<T>& hull, std::uint32_t v, const Vec3<T>& point, T slack) {
  const Vec3<T> r = point - hull.vertex(v);
  const auto ring = hull.neighbours(v);
  std::optional<Feature> neighbour;
  T most = square(slack);  // squared distance beyond a plane
  for (std::size_t k = 0; k < ring.size(); ++k) {
    const Vec3<T> u = hull.vertex(ring[k]) - hull.vertex(v);
    const T along = dot(r, u);
    if (!(along > T(0))) continue;
    const T beyond = square(along) / norm_squared(u);
    if (beyond > most) most = beyond, neighbour = edge_feature(hull.half_edge(hull.outgoing(v)[k]).edge);
  }
  return neighbour;
}

/// The ends come first; of the two faces, the one that the point is farther over. The faces of a flat hull share their
/// planes: then it is the face on the point's side.
template <Scalar T>
constexpr std::optional<Feature> beyond_edge(const Hull<T>& hull, std::uint32_t e, const Vec3<T>& point, T slack) {
  const HullEdge& edge = hull.edge(e);
  const Vec3<T> r = point - hull.vertex(edge.a), u = hull.vertex(edge.b) - hull.vertex(edge.a);
  const T length2 = norm_squared(u), along = dot(r, u), allowed = square(slack) * length2;
  const auto exceeds = [&](T beyond) { return beyond > T(0) && square(beyond) > allowed; };
  if (exceeds(-along)) return vertex_feature(edge.a);
  if (exceeds(along - length2)) return vertex_feature(edge.b);
  std::optional<Feature> neighbour;
  T most{};
  Vec3<T> direction = u;
  for (const std::uint32_t h : {edge.half_edge, hull.half_edge(edge.half_edge).twin}) {
    const std::uint32_t face = hull.half_edge(h).face;
    if (face == no_face) break;
    const Vec3<T>& n = hull.plane(face).normal;
    const T over = dot(r, cross(n, direction));  // loops go counter-clockwise: n × u points into the face
    const bool nearer = hull.rank() == 2 ? !neighbour || dot(n, r) > T(0) : over > most;
    if (exceeds(over) && nearer) most = over, neighbour = face_feature(face);
    direction = -u;
  }
  return neighbour;
}

/// Tests the sides of the prism over a face; the caller checks its floor, the face's plane.
template <Scalar T>
constexpr std::optional<Feature> beyond_face(const Hull<T>& hull, std::uint32_t f, const Vec3<T>& point, T slack) {
  const Vec3<T>& n = hull.plane(f).normal;
  const auto loop = hull.face_loop(f);
  std::optional<Feature> neighbour;
  T most = square(slack);
  for (std::size_t k = 0; k < loop.size(); ++k) {
    const Vec3<T>& corner = hull.vertex(loop[k]);
    const Vec3<T> u = hull.vertex(loop[k + 1 < loop.size() ? k + 1 : 0]) - corner;
    const T outside = dot(point - corner, cross(u, n));
    if (!(outside > T(0))) continue;
    const T beyond = square(outside) / norm_squared(u);
    if (!(beyond > most)) continue;
    most = beyond;
    neighbour = edge_feature(hull.half_edge(hull.face_half_edge(f) + static_cast<std::uint32_t>(k)).edge);
  }
  return neighbour;
}

template <Scalar T>
constexpr std::optional<Feature> beyond(const Hull<T>& hull, Feature feature, const Vec3<T>& point, T slack) {
  switch (feature.kind) {
    case FeatureKind::vertex: return beyond_vertex(hull, feature.index, point, slack);
    case FeatureKind::edge: return beyond_edge(hull, feature.index, point, slack);
    default: return beyond_face(hull, feature.index, point, slack);
  }
}

template <Scalar T> constexpr T height_over(const FacePlane<T>& plane, const Vec3<T>& point) {
  return dot(plane.normal, point) - plane.offset;
}

/// The face whose plane the point is highest above (least far below, if it is inside the hull), and how high.
template <Scalar T> struct HighestFace {
  std::uint32_t face = 0;
  T height = -infinity<T>;
};
template <Scalar T> constexpr HighestFace<T> highest_face(const Hull<T>& hull, const Vec3<T>& point) {
  HighestFace<T> best;
  for (std::uint32_t f = 0; f < hull.face_count(); ++f) {
    const T height = height_over(hull.plane(f), point);
    if (height > best.height) best = {f, height};
  }
  return best;
}

/// The part of a segment a + λ(b - a) over a face, between two of the prism's sides or the segment's own ends.
template <Scalar T> struct ClippedSegment {
  T from{0}, to{1};
  std::optional<Feature> enters, leaves;  // edges of the face; nothing: the segment's end
  constexpr bool empty() const { return from > to; }
};
template <Scalar T>
constexpr ClippedSegment<T> clip_to_face(const Hull<T>& hull, std::uint32_t f, const Vec3<T>& a, const Vec3<T>& b) {
  const Vec3<T>& n = hull.plane(f).normal;
  const auto loop = hull.face_loop(f);
  ClippedSegment<T> part;
  for (std::size_t k = 0; k < loop.size() && !part.empty(); ++k) {
    const Vec3<T>& corner = hull.vertex(loop[k]);
    const Vec3<T> inward = cross(n, hull.vertex(loop[k + 1 < loop.size() ? k + 1 : 0]) - corner);
    const T at_a = dot(a - corner, inward), at_b = dot(b - corner, inward);
    const Feature side = edge_feature(hull.half_edge(hull.face_half_edge(f) + static_cast<std::uint32_t>(k)).edge);
    if (at_a < T(0) && at_b < T(0)) {
      part.from = T(1), part.to = T(0);
    } else if (at_a < T(0)) {
      const T crossing = at_a / (at_a - at_b);
      if (crossing > part.from) part.from = crossing, part.enters = side;
    } else if (at_b < T(0)) {
      const T crossing = at_a / (at_a - at_b);
      if (crossing < part.to) part.to = crossing, part.leaves = side;
    }
  }
  return part;
}

}  // namespace tactus::lin_canny
