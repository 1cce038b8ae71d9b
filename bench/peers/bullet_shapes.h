// SPDX-License-Identifier: MIT
#pragma once
/// Tactus' vectors, poses and hulls as Bullet's, in its double-precision build: files that include this are compiled
/// with BT_USE_DOUBLE_PRECISION.
#include <tactus/math/pose.h>
#include <tactus/shape/hull.h>

#include <btBulletCollisionCommon.h>

#include <memory>

namespace tactus::peers {

inline btVector3 to_bullet(const Vec3<double>& v) { return {v.x, v.y, v.z}; }
inline btTransform to_bullet(const Pose<double>& pose) {
  const auto& r = pose.rotation;
  return btTransform(btMatrix3x3(r(0, 0), r(0, 1), r(0, 2), r(1, 0), r(1, 1), r(1, 2), r(2, 0), r(2, 1), r(2, 2)),
                     to_bullet(pose.translation));
}

/// Without margin.
inline std::unique_ptr<btConvexHullShape> to_bullet(const Hull<double>& hull) {
  auto shape = std::make_unique<btConvexHullShape>();
  for (const Vec3<double>& v : hull.vertices()) shape->addPoint(to_bullet(v), false);
  shape->recalcLocalAabb();
  shape->setMargin(0);
  return shape;
}

}  // namespace tactus::peers
