// SPDX-License-Identifier: MIT
#pragma once
/// Tactus' shapes as ODE's geoms, each with its pose.
#include <tactus/math/pose.h>
#include <tactus/shape/shape.h>

#include <ode/ode.h>

#include <memory>

namespace tactus::peers {

/// For Shape::visit. Null for a shape that ODE lacks or that is left out.
struct ToOde {
  dGeomID operator()(const Box<double>& s) const {
    return dCreateBox(nullptr, 2 * s.half.x, 2 * s.half.y, 2 * s.half.z);
  }
  dGeomID operator()(const Sphere<double>& s) const { return dCreateSphere(nullptr, s.radius); }
  dGeomID operator()(const Capsule<double>& s) const { return dCreateCapsule(nullptr, s.radius, 2 * s.half_height); }
  dGeomID operator()(const Cylinder<double>& s) const { return dCreateCylinder(nullptr, s.radius, 2 * s.half_height); }
  template <class S> dGeomID operator()(const S&) const { return nullptr; }
};

struct DestroyGeom {
  void operator()(dGeomID geom) const { dGeomDestroy(geom); }
};
using Geom = std::unique_ptr<dxGeom, DestroyGeom>;  // shape and pose in one: each pair has its own two

inline Geom placed_geom(const Shape<double>& shape, const Pose<double>& pose) {
  Geom geom(shape.visit(ToOde{}));
  if (!geom) return nullptr;
  dMatrix3 rotation{};  // rows of four
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) rotation[4 * i + j] = pose.rotation(i, j);
  dGeomSetRotation(geom.get(), rotation);
  dGeomSetPosition(geom.get(), pose.translation.x, pose.translation.y, pose.translation.z);
  return geom;
}

}  // namespace tactus::peers
