// SPDX-License-Identifier: MIT
#pragma once
/// The Minkowski difference of two polygons, built explicitly, and Shi's entrance block: an oracle for small shapes, a
/// picture for the docs, and the block itself for users of discontinuous deformation analysis.
#include <tactus/planar/reject.h>
#include <tactus/planar/shapes.h>

namespace tactus::planar {

/// A ⊖ B as a polygon. Edge i runs from vertex i to vertex i + 1, counter-clockwise, and comes from one feature of each
/// polygon: an edge of one slid over a vertex of the other, or two parallel edges.  [Feng and Tan 2019, §2.1, §4.2.2]
template <Scalar T> struct EntranceBlock {
  /// A corner, and the corners of A and B whose difference it is.
  struct Vertex {
    Vec2<T> position;  // in A's frame; of entrance_block, where the reference point of B is
    int vertex_a, vertex_b;  // their numbers
  };
  /// What makes an edge.
  struct Edge {
    Feature feature_a, feature_b;  // an edge of one and a vertex of the other, or two edges
  };
  std::vector<Vertex> vertices;  // strictly convex up to rounding; one for two points, two for parallel segments
  std::vector<Edge> edges;  // as many as vertices, but none for a single point

  /// The vertex after vertex i, counter-clockwise.
  int next(int i) const { return i + 1 == static_cast<int>(vertices.size()) ? 0 : i + 1; }
};

/// A ⊖ B in A's frame, by merging the edges.  [de Berg et al., Computational Geometry, §13.3]
/// The edges of A ⊖ B are those of A and those of -B in the order of their directions; if two have the same direction
/// (to a sine of 8u, the rounding of the products) they make one edge. While the walk follows an edge of one polygon,
/// it stays at a vertex of the other. O((n + m) log (n + m)); decisions use directions only, not coordinates.
/// differs from [Feng and Tan 2019, §2.1], who take the hull of all n·m vertex differences: the same polygon, but the
/// features would have to be found afterwards.
template <Scalar T>
EntranceBlock<T> minkowski_difference(const Polygon<T>& a, const Polygon<T>& b, const Pose2<T>& x_ab = {}) {
  require_valid("planar::minkowski_difference", "x_ab", x_ab);
  struct Step {
    Vec2<T> along;
    int edge_a, edge_b;  // -1: stays at a vertex
  };
  const auto is_upper = [](const Vec2<T>& d) { return d.y > T(0) || (d.y == T(0) && d.x > T(0)); };
  const auto before = [&](const Step& s, const Step& t) {  // by angle in [0, 2π)
    const bool upper = is_upper(s.along), other = is_upper(t.along);
    return upper != other ? upper : cross(s.along, t.along) > T(0);
  };
  const auto fuse = [](const Step& s, const Step& t) {  // an edge of A and one of B that run the same way
    const T slack = T(8) * unit_roundoff<T> * norm(s.along) * norm(t.along);
    return (s.edge_a < 0) != (t.edge_a < 0) && dot(s.along, t.along) > T(0) && abs(cross(s.along, t.along)) <= slack;
  };

  std::vector<Step> steps;
  for (int i = 0; a.size() > 1 && i < a.size(); ++i) {
    steps.push_back({a.vertex((i + 1) % a.size()) - a.vertex(i), i, -1});
  }
  for (int j = 0; b.size() > 1 && j < b.size(); ++j) {
    steps.push_back({x_ab.rotation * (b.vertex(j) - b.vertex((j + 1) % b.size())), -1, j});
  }
  std::sort(steps.begin(), steps.end(), before);
  if (steps.size() > 1 && fuse(steps.back(), steps.front())) {  // parallel edges on either side of the angle 0
    std::rotate(steps.begin(), steps.end() - 1, steps.end());
  }

  int at_a = 0, at_b = 0;  // the start of the walk: the beginning of the first edge of each
  for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
    if (step->edge_a >= 0) at_a = step->edge_a;
    if (step->edge_b >= 0) at_b = step->edge_b;
  }
  EntranceBlock<T> block;
  const auto stand = [&] { block.vertices.push_back({a.vertex(at_a) - x_ab * b.vertex(at_b), at_a, at_b}); };
  if (steps.empty()) stand();
  for (std::size_t k = 0; k < steps.size(); ++k) {
    Step step = steps[k];
    if (k + 1 < steps.size() && fuse(step, steps[k + 1])) {
      ++k;
      step.edge_a = std::max(step.edge_a, steps[k].edge_a);
      step.edge_b = std::max(step.edge_b, steps[k].edge_b);
    }
    stand();
    const auto feature = [](int edge, int vertex) {
      return edge < 0 ? Feature{FeatureKind::vertex, static_cast<std::uint32_t>(vertex)}
                      : Feature{FeatureKind::edge, static_cast<std::uint32_t>(edge)};
    };
    block.edges.push_back({feature(step.edge_a, at_a), feature(step.edge_b, at_b)});
    if (step.edge_a >= 0) at_a = (step.edge_a + 1) % a.size();
    if (step.edge_b >= 0) at_b = (step.edge_b + 1) % b.size();
  }
  return block;
}

/// A ⊖ B of bodies in the world. Throws std::invalid_argument for invalid poses.
template <Scalar T>
EntranceBlock<T> minkowski_difference(const Polygon<T>& a, const Pose2<T>& pose_a, const Polygon<T>& b,
                                      const Pose2<T>& pose_b) {
  require_valid("planar::minkowski_difference", "pose_a", pose_a);
  require_valid("planar::minkowski_difference", "pose_b", pose_b);
  const Pose2<T> at_a = orthonormalized(pose_a);
  EntranceBlock<T> block = minkowski_difference(a, b, relative(at_a, orthonormalized(pose_b)));
  for (auto& vertex : block.vertices) vertex.position = at_a.rotation * vertex.position;
  return block;
}

/// Shi's entrance block E(A, B) = B ⊖ A + v, which v, a point of A, may not enter.  [Feng and Tan 2019, §2.3, eq. 7] v
/// is in the world; suggested: pose_a * a.center(). E is A ⊖ B rotated by 180 degrees and moved by v, so edges keep
/// their features, and the signed distance of v from E is that of A and B.
template <Scalar T>
EntranceBlock<T> entrance_block(const Polygon<T>& a, const Pose2<T>& pose_a, const Polygon<T>& b,
                                const Pose2<T>& pose_b, const Vec2<T>& v) {
  require_finite("planar::entrance_block", "v", v);
  EntranceBlock<T> block = minkowski_difference(a, pose_a, b, pose_b);
  for (auto& vertex : block.vertices) vertex.position = v - vertex.position;
  return block;
}

/// The point of a block's boundary nearest to a point, and its edge (0 for a single vertex).
template <Scalar T> struct BoundaryPoint {
  T distance{};  // signed: negative inside
  Vec2<T> position{};  // on the boundary
  int edge = 0;
};

/// By testing every edge. The point is inside if a ray to the right crosses an odd number of them: edges shorter than
/// the rounding of the vertices, whose directions are meaningless, cannot spoil that count. Throws
/// std::invalid_argument if the point is not finite, or the block empty.
template <Scalar T> BoundaryPoint<T> nearest_boundary_point(const EntranceBlock<T>& block, const Vec2<T>& point) {
  require_finite("planar::nearest_boundary_point", "point", point);
  if (block.vertices.empty()) reject("planar::nearest_boundary_point: the block has no vertices");
  BoundaryPoint<T> best{norm(block.vertices[0].position - point), block.vertices[0].position, 0};
  bool inside = false;
  for (int i = 0; i < static_cast<int>(block.edges.size()); ++i) {
    const Vec2<T> p = block.vertices[static_cast<std::size_t>(i)].position - point;
    const Vec2<T> q = block.vertices[static_cast<std::size_t>(block.next(i))].position - point, edge = q - p;
    const Vec2<T> c = p + edge * clamp(-dot(p, edge) / norm_squared(edge), T(0), T(1));
    if (norm(c) < best.distance) best = {norm(c), point + c, i};
    const bool crosses = (p.y > T(0)) != (q.y > T(0)) && (cross(p, q) > T(0)) == (edge.y > T(0));
    inside = inside != crosses;
  }
  if (inside) best.distance = -best.distance;
  return best;
}

}  // namespace tactus::planar
