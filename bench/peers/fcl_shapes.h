// SPDX-License-Identifier: MIT
#pragma once
/// Tactus' shapes and poses as FCL's. Files that include this are compiled with EIGEN_MAX_ALIGN_BYTES=16, the layout of
/// Debian's FCL, whatever the instruction set here.
#include <tactus/math/pose.h>
#include <tactus/shape/shape.h>

#include <fcl/fcl.h>

#include <memory>
#include <vector>

namespace tactus::peers {

using FclGeometry = std::shared_ptr<fcl::CollisionGeometryd>;

/// For Shape::visit. Null for a shape that FCL lacks, such as a round box.
struct ToFcl {
  FclGeometry operator()(const Box<double>& s) const {
    return std::make_shared<fcl::Boxd>(2 * s.half.x, 2 * s.half.y, 2 * s.half.z);
  }
  FclGeometry operator()(const Ellipsoid<double>& s) const {
    return std::make_shared<fcl::Ellipsoidd>(s.radii.x, s.radii.y, s.radii.z);
  }
  FclGeometry operator()(const Sphere<double>& s) const { return std::make_shared<fcl::Sphered>(s.radius); }
  FclGeometry operator()(const Cone<double>& s) const {
    return std::make_shared<fcl::Coned>(s.radius, 2 * s.half_height);
  }
  FclGeometry operator()(const Capsule<double>& s) const {
    return std::make_shared<fcl::Capsuled>(s.radius, 2 * s.half_height);
  }
  FclGeometry operator()(const Cylinder<double>& s) const {
    return std::make_shared<fcl::Cylinderd>(s.radius, 2 * s.half_height);
  }
  FclGeometry operator()(const Hull<double>& hull) const {
    const auto vertices = std::make_shared<std::vector<fcl::Vector3d>>();
    for (const Vec3<double>& v : hull.vertices()) vertices->push_back({v.x, v.y, v.z});
    const auto faces = std::make_shared<std::vector<int>>();
    for (std::uint32_t f = 0; f < hull.face_count(); ++f) {
      faces->push_back(static_cast<int>(hull.face_loop(f).size()));
      for (const std::uint32_t v : hull.face_loop(f)) faces->push_back(static_cast<int>(v));
    }
    return std::make_shared<fcl::Convexd>(vertices, static_cast<int>(hull.face_count()), faces);
  }
  template <class S> FclGeometry operator()(const S&) const { return nullptr; }
};

inline fcl::Transform3d to_fcl(const Pose<double>& pose) {
  fcl::Transform3d x = fcl::Transform3d::Identity();
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) x.linear()(i, j) = pose.rotation(i, j);
    x.translation()[i] = pose.translation[i];
  }
  return x;
}

}  // namespace tactus::peers
