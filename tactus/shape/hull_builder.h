// SPDX-License-Identifier: MIT
#pragma once
/// From a cloud of points to the vertices and faces of its convex hull. The only code that uses Qhull.
#include <tactus/shape/hull_data.h>

#include <stdexcept>

namespace tactus {

/// The hull of a point cloud, as indices: everything except the coordinates.
struct HullFaces {
  int rank = 0;
  std::vector<std::uint32_t> vertices;  // of the cloud, ascending
  FaceLoops faces;  // of `vertices`, counter-clockwise seen from outside
};

/// How to run Qhull: with defaults; accepting facets that it finds too wide (its answer is checked anyway); or with
/// points jittered by some 1e-14 of their size until no facet is doubtful. Later modes succeed where earlier ones fail.
enum class QhullMode { plain, wide, joggled };
inline constexpr QhullMode all_qhull_modes[] = {QhullMode::plain, QhullMode::wide, QhullMode::joggled};

/// Qhull failed; carries Qhull's message. Another mode may succeed.
struct QhullError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The facets of the hull from Qhull: loops of point indices, all with the same orientation, coplanar ones merged to
/// within Qhull's rounding. The points must span space: Qhull fails on flat ones. Throws QhullError.
FaceLoops qhull_facets(std::vector<Vec3<double>> points, QhullMode mode);

/// Dimension of a cloud of finite points, using tolerance.flat(): 0 if all are that near to one point, 1 if to a line,
/// 2 if to a plane, otherwise 3.
int rank_of(std::span<const Vec3<double>> points, const HullTolerance& tolerance);

/// The hull of finite points, at least one. Coplanar faces are merged to within tolerance.coplanar(). Points left out
/// of the hull are at most about twice that outside it (rank 3; some 30 times if a float cloud is so far from the
/// origin that its size is hardly above its roundoff), or tolerance.flat() (lower ranks).
/// Throws QhullError, or NoPolytope if Qhull's facets do not form a closed surface.
HullFaces build_hull(std::span<const Vec3<double>> points, const HullTolerance& tolerance, QhullMode mode);

}  // namespace tactus
