// SPDX-License-Identifier: MIT
/// Bullet's narrow phase without a world, in its double-precision build: btGjkPairDetector with EPA for overlaps (which
/// its engine uses for convex pairs), btGjkEpaSolver2 directly, and its box-box routine. Margins are 0, except for
/// round boxes, which are boxes with a margin. Bullet has no ellipsoid; it gets one with a support function.
#include <bench/compare/contestant.h>
#include <bench/peers/bullet_shapes.h>

#include <BulletCollision/CollisionDispatch/btBoxBoxDetector.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpa2.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkPairDetector.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>

#include <memory>
#include <stdexcept>

namespace tactus::compare {
namespace {

using peers::to_bullet;

class EllipsoidShape final : public btConvexInternalShape {
 public:
  explicit EllipsoidShape(const btVector3& radii) : radii_(radii) { m_shapeType = CUSTOM_CONVEX_SHAPE_TYPE; }
  btVector3 localGetSupportingVertexWithoutMargin(const btVector3& d) const override {
    const btVector3 scaled = radii_ * d;
    const btScalar n = scaled.length();
    return n > 0 ? radii_ * scaled / n : btVector3(0, 0, 0);
  }
  void batchedUnitVectorGetSupportingVertexWithoutMargin(const btVector3* d, btVector3* p, int n) const override {
    for (int i = 0; i < n; ++i) p[i] = localGetSupportingVertexWithoutMargin(d[i]);
  }
  void calculateLocalInertia(btScalar, btVector3& inertia) const override { inertia.setValue(0, 0, 0); }
  const char* getName() const override { return "Ellipsoid"; }

 private:
  btVector3 radii_;
};

using ConvexShape = std::unique_ptr<btConvexShape>;

template <class S, class... Args> ConvexShape without_margin(Args&&... args) {
  auto shape = std::make_unique<S>(std::forward<Args>(args)...);
  shape->setMargin(0);
  return shape;
}

struct ToShape {
  ConvexShape operator()(const Box<double>& s) const { return without_margin<btBoxShape>(to_bullet(s.half)); }
  ConvexShape operator()(const RoundBox<double>& s) const {
    auto shape = std::make_unique<btBoxShape>(to_bullet(s.half) + btVector3(s.radius, s.radius, s.radius));
    shape->setMargin(s.radius);
    return shape;
  }
  ConvexShape operator()(const Ellipsoid<double>& s) const {
    return without_margin<EllipsoidShape>(to_bullet(s.radii));
  }
  ConvexShape operator()(const Sphere<double>& s) const { return std::make_unique<btSphereShape>(s.radius); }
  ConvexShape operator()(const Capsule<double>& s) const {
    return std::make_unique<btCapsuleShapeZ>(s.radius, 2 * s.half_height);
  }
  ConvexShape operator()(const Cylinder<double>& s) const {
    return without_margin<btCylinderShapeZ>(btVector3(s.radius, s.radius, s.half_height));
  }
  ConvexShape operator()(const Cone<double>& s) const {
    return without_margin<btConeShapeZ>(s.radius, 2 * s.half_height);
  }
  ConvexShape operator()(const Hull<double>& s) const { return to_bullet(s); }
  template <class S> ConvexShape operator()(const S&) const { throw std::logic_error("Bullet has no such shape here"); }
};

struct Scene {
  struct Placed {
    const btConvexShape *a, *b;
    btTransform pose_a, pose_b;
  };
  std::vector<ConvexShape> shapes;
  std::vector<Placed> pairs;
};

/// Keeps the least distance of the reported points.
struct Nearest final : btDiscreteCollisionDetectorInterface::Result {
  btScalar distance = BT_LARGE_FLOAT;
  void setShapeIdentifiersA(int, int) override {}
  void setShapeIdentifiersB(int, int) override {}
  void addContactPoint(const btVector3&, const btVector3&, btScalar depth) override {
    distance = std::min(distance, depth);
  }
};

btDiscreteCollisionDetectorInterface::ClosestPointInput input(const Scene::Placed& p, btScalar max_distance_squared) {
  btDiscreteCollisionDetectorInterface::ClosestPointInput in;
  in.m_transformA = p.pose_a;
  in.m_transformB = p.pose_b;
  in.m_maximumDistanceSquared = max_distance_squared;
  return in;
}

/// Signed distance; BT_LARGE_FLOAT if farther than asked.
btScalar signed_distance(const Scene::Placed& p, btScalar max_distance_squared) {
  btVoronoiSimplexSolver simplex;
  btGjkEpaPenetrationDepthSolver epa;
  btGjkPairDetector detector(p.a, p.b, &simplex, &epa);
  Nearest nearest;
  detector.getClosestPoints(input(p, max_distance_squared), nearest, nullptr);
  return nearest.distance;
}

Reply contact(const Scene::Placed& p) {
  const btScalar margins = p.a->getMargin() + p.b->getMargin();  // the limit is one for the cores
  const btScalar d = signed_distance(p, margins * margins);
  return d <= 0 ? Reply{.touching = true, .distance = d} : Reply{};
}

Reply distance(const Scene::Placed& p) {
  const btScalar d = signed_distance(p, BT_LARGE_FLOAT);
  return {.touching = d <= 0, .distance = std::max(d, btScalar(0))};
}

Reply epa_contact(const Scene::Placed& p) {
  btGjkEpaSolver2::sResults results;
  const btVector3 guess = p.pose_b.getOrigin() - p.pose_a.getOrigin();
  if (!btGjkEpaSolver2::Penetration(p.a, p.pose_a, p.b, p.pose_b, guess, results)) return {};
  return {.touching = true, .distance = results.distance};
}

Reply box_contact(const Scene::Placed& p) {
  btBoxBoxDetector detector(static_cast<const btBoxShape*>(p.a), static_cast<const btBoxShape*>(p.b));
  Nearest nearest;
  detector.getClosestPoints(input(p, 0), nearest, nullptr);
  return nearest.distance <= 0 ? Reply{.touching = true, .distance = nearest.distance} : Reply{};
}

}  // namespace

std::vector<Contestant> bullet_contestants(const Case& c) {
  const auto scene = std::make_shared<Scene>();
  for (const Shape<double>& s : c.shapes) scene->shapes.push_back(s.visit(ToShape{}));
  for (const Pair& p : c.pairs)
    scene->pairs.push_back({scene->shapes[std::size_t(p.a)].get(), scene->shapes[std::size_t(p.b)].get(),
                            to_bullet(p.pose_a), to_bullet(p.pose_b)});

  std::vector<Contestant> all;
  const auto add = [&](const char* name, Query query, Reply (*ask)(const Scene::Placed&)) {
    all.push_back({name, query, for_each_pair([scene, ask](std::size_t i) { return ask(scene->pairs[i]); })});
  };
  add("Bullet GJK", Query::intersects, contact);
  add("Bullet GJK", Query::distance, distance);
  add("Bullet GJK+EPA", Query::contact, contact);
  add("Bullet EPA2", Query::contact, epa_contact);
  if (c.name == "box") {
    add("Bullet box-box", Query::intersects, box_contact);
    add("Bullet box-box", Query::contact, box_contact);
  }
  return all;
}

}  // namespace tactus::compare
