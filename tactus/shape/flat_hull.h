// SPDX-License-Identifier: MIT
#pragma once
/// Hulls of point clouds that lie in a plane, on a line, or at a point.
#include <tactus/math/vec3.h>

#include <cstdint>
#include <span>
#include <vector>

namespace tactus {

/// The affine span of a point cloud: four of its points, far apart, that span it, and matching axes.
struct PointSpan {
  int rank = 0;  // 0 to 3
  std::uint32_t points[4]{};  // only the first rank + 1 are used
  /// Orthonormal: along the line of the first two points (rank 1 and up), perpendicular to it towards the third, and
  /// normal to their plane (rank 2 and up).
  Vec3<double> axes[3];
};

/// Each point is the farthest from the point, line or plane of those before it; the rank ends when the next point is no
/// farther than `thickness`.
PointSpan span_of(std::span<const Vec3<double>> points, double thickness);

/// The corners, counter-clockwise about the normal, of the convex hull of points near the plane of a span of rank 2.
/// Corners within `tolerance` of the segment between their neighbours are left out.
std::vector<std::uint32_t> polygon_of(std::span<const Vec3<double>> points, const PointSpan& span, double tolerance);

}  // namespace tactus
