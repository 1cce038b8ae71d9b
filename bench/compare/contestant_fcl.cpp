// SPDX-License-Identifier: MIT
/// FCL through its public calls on geometries with poses: fcl::collide (libccd's GJK for bool, its MPR for contact,
/// closed forms for some pairs) and fcl::distance, with both of its back ends. It has no round box.
#include <bench/compare/contestant.h>
#include <bench/peers/fcl_shapes.h>

#include <memory>

namespace tactus::compare {
namespace {

struct Scene {
  struct Placed {
    const fcl::CollisionGeometryd *a, *b;
    fcl::Transform3d pose_a, pose_b;
  };
  std::vector<peers::FclGeometry> shapes;
  std::vector<Placed> pairs;
};

/// FCL throws if its simplex degenerates; then there is no answer, which counts as "apart".
Reply collide(const Scene::Placed& p, const fcl::CollisionRequestd& request) try {
  fcl::CollisionResultd result;
  fcl::collide(p.a, p.pose_a, p.b, p.pose_b, request, result);
  if (!result.isCollision()) return {};
  // FCL's own GJK reports depths as negative numbers, libccd as positive ones.
  return {.touching = true, .distance = request.enable_contact ? -std::abs(result.getContact(0).penetration_depth) : 0};
} catch (const std::exception&) {
  return {};
}

Reply distance(const Scene::Placed& p, const fcl::DistanceRequestd& request) try {
  fcl::DistanceResultd result;
  fcl::distance(p.a, p.pose_a, p.b, p.pose_b, request, result);
  return {.touching = result.min_distance <= 0, .distance = std::max(result.min_distance, 0.0)};  // overlapping: -1
} catch (const std::exception&) {
  return {};
}

void add(std::vector<Contestant>& all, std::shared_ptr<const Scene> scene, const char* name,
         fcl::GJKSolverType solver) {
  fcl::CollisionRequestd bool_request(1, false), contact_request(1, true);
  for (auto* request : {&bool_request, &contact_request}) {
    request->gjk_solver_type = solver;
    request->gjk_tolerance = common_tolerance;
  }
  fcl::DistanceRequestd distance_request(true);
  distance_request.gjk_solver_type = solver;
  distance_request.distance_tolerance = common_tolerance;
  all.push_back({name, Query::intersects, for_each_pair([scene, bool_request](std::size_t i) {
                   return collide(scene->pairs[i], bool_request);
                 })});
  all.push_back({name, Query::distance, for_each_pair([scene, distance_request](std::size_t i) {
                   return distance(scene->pairs[i], distance_request);
                 })});
  all.push_back({name, Query::contact, for_each_pair([scene, contact_request](std::size_t i) {
                   return collide(scene->pairs[i], contact_request);
                 })});
}

}  // namespace

std::vector<Contestant> fcl_contestants(const Case& c) {
  const auto scene = std::make_shared<Scene>();
  for (const Shape<double>& s : c.shapes) {
    scene->shapes.push_back(s.visit(peers::ToFcl{}));
    if (!scene->shapes.back()) return {};
  }
  for (const Pair& p : c.pairs)
    scene->pairs.push_back({scene->shapes[std::size_t(p.a)].get(), scene->shapes[std::size_t(p.b)].get(),
                            peers::to_fcl(p.pose_a), peers::to_fcl(p.pose_b)});
  std::vector<Contestant> all;
  add(all, scene, fcl_libccd, fcl::GST_LIBCCD);
  add(all, scene, "FCL, own GJK", fcl::GST_INDEP);
  return all;
}

}  // namespace tactus::compare
