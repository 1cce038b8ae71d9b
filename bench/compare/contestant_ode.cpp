/// ODE's dCollide, asked for one contact, on the primitives it has (cylinders go through libccd inside ODE). It has no
/// bool of its own and no distance.
#include <bench/compare/contestant.h>

#include <ode/ode.h>

#include <memory>

namespace tactus::compare {
namespace {

struct Started {
  Started() { dInitODE2(0); }
  ~Started() { dCloseODE(); }
};

/// Null for a shape that is left out.
struct ToGeom {
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

Geom placed(const Shape<double>& shape, const Pose<double>& pose) {
  Geom geom(shape.visit(ToGeom{}));
  if (!geom) return nullptr;
  dMatrix3 rotation{};  // rows of four
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) rotation[4 * i + j] = pose.rotation(i, j);
  dGeomSetRotation(geom.get(), rotation);
  dGeomSetPosition(geom.get(), pose.translation.x, pose.translation.y, pose.translation.z);
  return geom;
}

struct Scene {
  std::vector<std::pair<Geom, Geom>> pairs;
};

}  // namespace

std::vector<Contestant> ode_contestants(const Case& c) {
  static const Started started;
  const auto scene = std::make_shared<Scene>();
  for (const Pair& p : c.pairs) {
    scene->pairs.emplace_back(placed(c.a(p), p.pose_a), placed(c.b(p), p.pose_b));
    if (!scene->pairs.back().first || !scene->pairs.back().second) return {};
  }
  const auto ask = for_each_pair([scene](std::size_t i) {
    const auto& [a, b] = scene->pairs[i];
    dContactGeom contact;
    if (dCollide(a.get(), b.get(), 1, &contact, sizeof contact) == 0) return Reply{};
    return Reply{.touching = true, .distance = -contact.depth};
  });
  return {{"ODE", Query::intersects, ask}, {"ODE", Query::contact, ask}};
}

}  // namespace tactus::compare
