// SPDX-License-Identifier: MIT
#pragma once
/// From A's frame, where the algorithms of this folder work, to the world.
#include <tactus/core/contact.h>
#include <tactus/math/pose.h>

namespace tactus::narrow {

/// Converts an answer from A's frame to the world. Forming the relative pose may have moved B by 4 u (|t_A| + |t_B|).
/// Rotations that are off by `rotation_error` in total (math/rigid.h) move B by that much per unit of B's reach and of
/// the distance from A to B. Works in place, unlike sweep's `placed`: copying the answer would take a fifth of a
/// box-box query.
template <Scalar T>
[[gnu::always_inline]] inline void move_to_world(Contact<T>& c, const Pose<T>& pose_a, const Pose<T>& pose_b, T reach_b,
                                                 T rotation_error) {
  const Vec3<T> way = abs(pose_b.translation - pose_a.translation);
  const T slack = T(4) * unit_roundoff<T> * (norm(pose_a.translation) + norm(pose_b.translation)) +
                  rotation_error * (reach_b + (way.x + way.y + way.z));
  c.lower -= slack;
  c.upper += slack;
  c.normal = renormalized(pose_a.rotation * c.normal);
  const Vec3<T> middle = pose_a * c.point();
  c.point_a = middle - (c.distance * T(0.5)) * c.normal;
  c.point_b = middle + (c.distance * T(0.5)) * c.normal;
}

}  // namespace tactus::narrow
