// SPDX-License-Identifier: MIT
// Signed distance of any two bodies from their support mappings alone, with bounds on both sides.
#pragma once

#include <tests/oracle/body.h>

namespace oracle {

/// Tolerances are relative to max(size of the smaller body, |distance of the cores|), and count no lower than 1e-13 of
/// the scale (the reach of both bodies and their offset) in penetration, 1e-17 in separation.
struct Effort {
  Real gap_tolerance = 1e-15L;
  Real depth_tolerance = 1e-12L;  // curved bodies pay about 6 vertices per factor of 4
  int max_vertices = 2000;  // of the inner polytope
};

/// Placed by their poses; the normal is in the frame the poses map to. The bounds always hold (they are moved outward
/// by rounding); `certified` says that they have met. distance: upper if apart, lower if overlapping. Radii are
/// subtracted at the end: overlapping or not, the signed distance is that of the cores minus the radii.
Answer smooth_distance(const Body& a, const Pose& pose_a, const Body& b, const Pose& pose_b, const Effort& effort = {});

/// In A's frame.
Answer smooth_distance(const Body& a, const Body& b, const Pose& x_ab, const Effort& effort = {});

/// Bounds on the distance from a point to the solid body (0 inside). Stops as soon as the distance is known to be
/// above or below `threshold`.
struct PointGap {
  Real lower, upper;
};
PointGap point_gap(const Body& body, const Pose& pose, const Vec3& point, Real threshold);

}  // namespace oracle
