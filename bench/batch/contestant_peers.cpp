// SPDX-License-Identifier: MIT
/// FCL through its public calls, with either of its back ends, and libccd's GJK and MPR. Both are in double.
#include <bench/batch/contestant.h>
#include <bench/peers/ccd_bodies.h>
#include <bench/peers/fcl_shapes.h>

#include <memory>

namespace tactus::batch_bench {
namespace {

struct FclScene {
  std::vector<peers::FclGeometry> shapes_a, shapes_b;
  struct Placed {
    const fcl::CollisionGeometryd *a, *b;
    fcl::Transform3d pose_a, pose_b;
  };
  std::vector<Placed> pairs;
  Replies said;
};

void add_fcl(std::vector<Contestant>& all, const Case& c, Query query, const char* name, fcl::GJKSolverType solver) {
  const auto scene = std::make_shared<FclScene>();
  for (const auto& s : c.shapes_a) scene->shapes_a.push_back(s.visit(peers::ToFcl{}));
  for (const auto& s : c.shapes_b) scene->shapes_b.push_back(s.visit(peers::ToFcl{}));
  for (std::size_t k = 0; k < c.size(); ++k)
    scene->pairs.push_back({scene->shapes_a[c.of_a[k]].get(), scene->shapes_b[c.of_b[k]].get(),
                            peers::to_fcl(c.poses_a[k]), peers::to_fcl(c.poses_b[k])});
  scene->said = {std::vector<std::uint8_t>(c.size()), std::vector<double>(c.size())};
  all.push_back({name,
                 [scene, query, solver] {
                   fcl::CollisionRequestd collide_request(1, query == Query::contact);
                   collide_request.gjk_solver_type = solver, collide_request.gjk_tolerance = 1e-6;
                   fcl::DistanceRequestd distance_request(true);
                   distance_request.gjk_solver_type = solver, distance_request.distance_tolerance = 1e-6;
                   for (std::size_t k = 0; k < scene->pairs.size(); ++k) {
                     const auto& p = scene->pairs[k];
                     bool touching = false;
                     double distance = 0;
                     try {  // it throws where its simplex degenerates
                       if (query == Query::distance) {
                         fcl::DistanceResultd r;
                         fcl::distance(p.a, p.pose_a, p.b, p.pose_b, distance_request, r);
                         touching = r.min_distance <= 0, distance = std::max(r.min_distance, 0.0);
                       } else {
                         fcl::CollisionResultd r;
                         fcl::collide(p.a, p.pose_a, p.b, p.pose_b, collide_request, r);
                         touching = r.isCollision();
                         if (touching && query == Query::contact)
                           distance = -std::abs(r.getContact(0).penetration_depth);
                       }
                     } catch (const std::exception&) {
                     }
                     scene->said.touching[k] = touching, scene->said.distance[k] = distance;
                   }
                 },
                 [scene] { return scene->said; }});
}

struct CcdScene {
  std::vector<std::pair<peers::libccd::Described, peers::libccd::Described>> pairs;
  Replies said;
};

void add_libccd(std::vector<Contestant>& all, const Case& c, Query query, const char* name, bool mpr) {
  const auto scene = std::make_shared<CcdScene>();
  for (std::size_t k = 0; k < c.size(); ++k)
    scene->pairs.push_back(
        {peers::libccd::described(c.a(k), c.poses_a[k]), peers::libccd::described(c.b(k), c.poses_b[k])});
  scene->said = {std::vector<std::uint8_t>(c.size()), std::vector<double>(c.size())};
  all.push_back({name,
                 [scene, query, mpr] {
                   ccd_t ccd;
                   CCD_INIT(&ccd);
                   ccd.center1 = ccd.center2 = peers::libccd::center;
                   ccd.max_iterations = 500;
                   ccd.epa_tolerance = ccd.mpr_tolerance = 1e-6;
                   for (std::size_t k = 0; k < scene->pairs.size(); ++k) {
                     const auto& [a, b] = scene->pairs[k];
                     ccd.support1 = a.support, ccd.support2 = b.support;
                     ccd_real_t depth = 0;
                     ccd_vec3_t normal, position;
                     bool touching;
                     if (query == Query::contact) {
                       const auto call = mpr ? ccdMPRPenetration : ccdGJKPenetration;
                       touching = call(&a.body, &b.body, &ccd, &depth, &normal, &position) == 0;
                     } else {
                       touching = (mpr ? ccdMPRIntersect : ccdGJKIntersect)(&a.body, &b.body, &ccd) != 0;
                     }
                     scene->said.touching[k] = touching, scene->said.distance[k] = -depth;
                   }
                 },
                 [scene] { return scene->said; }});
}

}  // namespace

std::vector<Contestant> peer_contestants(const Case& c, Query query) {
  std::vector<Contestant> all;
  add_fcl(all, c, query, "FCL, libccd", fcl::GST_LIBCCD);
  add_fcl(all, c, query, "FCL, own GJK", fcl::GST_INDEP);
  if (query == Query::distance) return all;  // libccd has none
  add_libccd(all, c, query, query == Query::contact ? "libccd GJK and EPA" : "libccd GJK", false);
  add_libccd(all, c, query, "libccd MPR", true);
  return all;
}

}  // namespace tactus::batch_bench
