// SPDX-License-Identifier: MIT
/// libccd. It has GJK and MPR for bool, EPA and MPR for contact, and no distance.
#include <bench/compare/contestant.h>
#include <bench/peers/ccd_bodies.h>

#include <memory>

namespace tactus::compare {
namespace {

using peers::libccd::Body;

struct Scene {
  ccd_t ccd;  // the same for all pairs: they are of one kind
  std::vector<std::pair<Body, Body>> pairs;
};

using Penetration = int (*)(const void*, const void*, const ccd_t*, ccd_real_t*, ccd_vec3_t*, ccd_vec3_t*);

Reply contact(Penetration penetration, const std::pair<Body, Body>& p, const ccd_t& ccd) {
  ccd_real_t depth;
  ccd_vec3_t normal, position;
  if (penetration(&p.first, &p.second, &ccd, &depth, &normal, &position) != 0) return {};
  return {.touching = true, .distance = -depth};
}

}  // namespace

std::vector<Contestant> libccd_contestants(const Case& c) {
  const auto scene = std::make_shared<Scene>();
  for (const Pair& p : c.pairs) {
    const auto a = peers::libccd::described(c.a(p), p.pose_a), b = peers::libccd::described(c.b(p), p.pose_b);
    scene->pairs.push_back({a.body, b.body});
    CCD_INIT(&scene->ccd);
    scene->ccd.support1 = a.support, scene->ccd.support2 = b.support;
    scene->ccd.center1 = scene->ccd.center2 = peers::libccd::center;
    scene->ccd.max_iterations = 500;  // as in FCL; libccd's own default is none
  }
  ccd_t ccd = scene->ccd;
  const ccd_t coarse = ccd;  // libccd's default tolerance, 1e-4
  ccd.epa_tolerance = ccd.mpr_tolerance = common_tolerance;

  std::vector<Contestant> all;
  all.push_back({"libccd GJK", Query::intersects, for_each_pair([scene, ccd](std::size_t i) {
                   const auto& [a, b] = scene->pairs[i];
                   return Reply{.touching = ccdGJKIntersect(&a, &b, &ccd) != 0};
                 })});
  all.push_back({libccd_mpr, Query::intersects, for_each_pair([scene, ccd](std::size_t i) {
                   const auto& [a, b] = scene->pairs[i];
                   return Reply{.touching = ccdMPRIntersect(&a, &b, &ccd) != 0};
                 })});
  const auto add_contact = [&](const char* name, Penetration penetration, const ccd_t& with) {
    all.push_back({name, Query::contact, for_each_pair([scene, penetration, with](std::size_t i) {
                     return contact(penetration, scene->pairs[i], with);
                   })});
  };
  add_contact(libccd_epa, ccdGJKPenetration, ccd);
  add_contact("libccd EPA at 1e-4", ccdGJKPenetration, coarse);
  add_contact(libccd_mpr, ccdMPRPenetration, ccd);
  return all;
}

}  // namespace tactus::compare
