// SPDX-License-Identifier: MIT
// Textbook formulas, for the pairs that have them. Poses map local to a common frame; normals and points are in it.
#pragma once

#include <tests/oracle/body.h>

namespace oracle {

struct HalfSpace {
  Vec3 normal{0, 0, 1};  // need not be unit
  Real offset = 0;  // points with normal·x <= offset
};

/// Centres ca, cb.
Answer sphere_sphere(Real radius_a, const Vec3& ca, Real radius_b, const Vec3& cb);
/// Sphere A at c; capsule B along its local z.
Answer sphere_capsule(Real radius, const Vec3& c, Real capsule_radius, Real half_height, const Pose& capsule_pose);
Answer capsule_capsule(Real radius_a, Real half_a, const Pose& pose_a, Real radius_b, Real half_b, const Pose& pose_b);
/// Sphere A at c; box B, whose pose must be rigid.
Answer sphere_box(Real radius, const Vec3& c, const Vec3& half, const Pose& box_pose);
/// Half-space A, placed by pose_a; any body B. The normal is the half-space's.
Answer half_space_body(const HalfSpace& a, const Pose& pose_a, const Body& b, const Pose& pose_b);

/// Nearest point of an ellipsoid's surface (local frame, radii > 0), signed: negative inside.
struct EllipsoidPoint {
  Real distance;
  Vec3 nearest;
};
EllipsoidPoint point_ellipsoid(const Vec3& radii, const Vec3& p);

/// Do two boxes overlap, touching included: separating axes, 15 of them, in A's frame. `margin` is added to every
/// extent.
bool box_box_overlap(const Vec3& half_a, const Vec3& half_b, const Pose& x_ab, Real margin = 0);

}  // namespace oracle
