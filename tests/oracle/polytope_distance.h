// SPDX-License-Identifier: MIT
// Exact signed distance of two convex polytopes given by points alone: every feature pair, no iteration.
#pragma once

#include <tests/oracle/body.h>

namespace oracle {

/// The hull of a point set as a bag of features, with no topology to get wrong: every pair of points is tested by
/// itself for being an edge. Doubtful cases (coplanar, collinear within 1e-14 of the size) are kept: a surplus edge,
/// normal or triangle is only a surplus candidate in the searches below and cannot make an answer wrong.
/// Solid, flat, straight and single-point sets alike; O(n^2) in practice, so build it once per hull.
struct Polytope {
  struct Edge {
    int i = 0, j = 0;
    Vec3 direction;  // unit
    int inward_count = 0;
    Vec3 inward[2];  // perpendicular to the edge, along the two bordering faces (none: a lone segment)
  };
  struct Triangle {
    int i = 0, j = 0, k = 0;
  };
  std::vector<Vec3> vertices;
  std::vector<Edge> edges;
  std::vector<Vec3> normals;  // outward unit normals of the faces; both signs for a flat body
  std::vector<Triangle> triangles;  // cover the boundary
  Vec3 centroid;  // of the points
  Real size = 0;  // largest distance from the first vertex

  static Polytope from_points(std::vector<Vec3> points);
};

/// Placed by their poses; the normal is in the frame the poses map to. Bounds: apart, lower is the separation along
/// the normal and upper the distance of two points; overlapping, both are the exact depth, moved outward by rounding.
Answer polytope_distance(const Polytope& a, const Pose& pose_a, const Polytope& b, const Pose& pose_b);

/// In A's frame.
Answer polytope_distance(const Polytope& a, const Polytope& b, const Pose& x_ab);

/// For bodies with polytope cores; radii are subtracted. Builds the features anew on every call.
Answer polytope_distance(const Body& a, const Pose& pose_a, const Body& b, const Pose& pose_b);

}  // namespace oracle
