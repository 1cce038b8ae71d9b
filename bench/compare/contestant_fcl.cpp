/// FCL through its public calls on geometries with poses: fcl::collide (libccd's GJK for bool, its MPR for contact,
/// closed forms for some pairs) and fcl::distance, with both of its back ends. It has no round box.
#include <bench/compare/contestant.h>

#include <fcl/fcl.h>

#include <memory>

namespace tactus::compare {
namespace {

using Geometry = std::shared_ptr<const fcl::CollisionGeometryd>;

Geometry hull_geometry(const Hull<double>& hull) {
  const auto vertices = std::make_shared<std::vector<fcl::Vector3d>>();
  for (const Vec3<double>& v : hull.vertices()) vertices->push_back({v.x, v.y, v.z});
  const auto faces = std::make_shared<std::vector<int>>();
  for (std::uint32_t f = 0; f < hull.face_count(); ++f) {
    faces->push_back(static_cast<int>(hull.face_loop(f).size()));
    for (std::uint32_t v : hull.face_loop(f)) faces->push_back(static_cast<int>(v));
  }
  return std::make_shared<fcl::Convexd>(vertices, static_cast<int>(hull.face_count()), faces);
}

/// Null for a shape FCL lacks.
struct ToGeometry {
  Geometry operator()(const Box<double>& s) const {
    return std::make_shared<fcl::Boxd>(2 * s.half.x, 2 * s.half.y, 2 * s.half.z);
  }
  Geometry operator()(const Ellipsoid<double>& s) const {
    return std::make_shared<fcl::Ellipsoidd>(s.radii.x, s.radii.y, s.radii.z);
  }
  Geometry operator()(const Sphere<double>& s) const { return std::make_shared<fcl::Sphered>(s.radius); }
  Geometry operator()(const Cone<double>& s) const { return std::make_shared<fcl::Coned>(s.radius, 2 * s.half_height); }
  Geometry operator()(const Capsule<double>& s) const {
    return std::make_shared<fcl::Capsuled>(s.radius, 2 * s.half_height);
  }
  Geometry operator()(const Cylinder<double>& s) const {
    return std::make_shared<fcl::Cylinderd>(s.radius, 2 * s.half_height);
  }
  Geometry operator()(const Hull<double>& s) const { return hull_geometry(s); }
  template <class S> Geometry operator()(const S&) const { return nullptr; }
};

fcl::Transform3d to_fcl(const Pose<double>& pose) {
  fcl::Transform3d x = fcl::Transform3d::Identity();
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) x.linear()(i, j) = pose.rotation(i, j);
    x.translation()[i] = pose.translation[i];
  }
  return x;
}

struct Scene {
  struct Placed {
    const fcl::CollisionGeometryd *a, *b;
    fcl::Transform3d pose_a, pose_b;
  };
  std::vector<Geometry> shapes;
  std::vector<Placed> pairs;
};

/// FCL throws where its simplex degenerates; then there is no answer, which counts as "apart".
Reply collide(const Scene::Placed& p, const fcl::CollisionRequestd& request) try {
  fcl::CollisionResultd result;
  fcl::collide(p.a, p.pose_a, p.b, p.pose_b, request, result);
  if (!result.isCollision()) return {};
  // The own GJK reports depths as negative numbers, libccd as positive ones.
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
    scene->shapes.push_back(s.visit(ToGeometry{}));
    if (!scene->shapes.back()) return {};
  }
  for (const Pair& p : c.pairs)
    scene->pairs.push_back({scene->shapes[std::size_t(p.a)].get(), scene->shapes[std::size_t(p.b)].get(),
                            to_fcl(p.pose_a), to_fcl(p.pose_b)});
  std::vector<Contestant> all;
  add(all, scene, fcl_libccd, fcl::GST_LIBCCD);
  add(all, scene, "FCL, own GJK", fcl::GST_INDEP);
  return all;
}

}  // namespace tactus::compare
