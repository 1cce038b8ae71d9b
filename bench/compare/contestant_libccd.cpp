/// libccd with support functions as a user would write them: rotate the direction, take the farthest point, move it
/// back; hulls by looking at all points. It has GJK and MPR for bool, EPA and MPR for contact, and no distance.
#include <bench/compare/contestant.h>

#include <ccd/ccd.h>

#include <cmath>
#include <memory>
#include <stdexcept>

namespace tactus::compare {
namespace {

using Vec = Vec3<double>;

/// A placed body: the numbers its support function needs, whichever they are.
struct Body {
  Pose<double> pose = {};
  Vec size = {};  // half lengths; radii; (radius, -, half height)
  double rounding = 0;
  std::span<const Vec> points = {};
};

Vec box_support(const Body& b, const Vec& d) {
  return {std::copysign(b.size.x, d.x), std::copysign(b.size.y, d.y), std::copysign(b.size.z, d.z)};
}
Vec ellipsoid_support(const Body& b, const Vec& d) {
  const Vec scaled{b.size.x * d.x, b.size.y * d.y, b.size.z * d.z};
  const double n = norm(scaled);
  return Vec{b.size.x * scaled.x, b.size.y * scaled.y, b.size.z * scaled.z} / n;
}
Vec rounded(const Body& b, const Vec& d, const Vec& core) { return core + (b.rounding / norm(d)) * d; }
Vec round_box_support(const Body& b, const Vec& d) { return rounded(b, d, box_support(b, d)); }
Vec sphere_support(const Body& b, const Vec& d) { return rounded(b, d, {}); }
Vec capsule_support(const Body& b, const Vec& d) { return rounded(b, d, {0, 0, std::copysign(b.size.z, d.z)}); }
Vec on_rim(const Body& b, const Vec& d, double across, double z) {
  return across > 0 ? Vec{b.size.x * d.x / across, b.size.x * d.y / across, z} : Vec{0, 0, z};
}
Vec cylinder_support(const Body& b, const Vec& d) {
  return on_rim(b, d, std::sqrt(d.x * d.x + d.y * d.y), std::copysign(b.size.z, d.z));
}
Vec cone_support(const Body& b, const Vec& d) {
  const double across = std::sqrt(d.x * d.x + d.y * d.y);
  if (2 * b.size.z * d.z > b.size.x * across) return {0, 0, b.size.z};
  return on_rim(b, d, across, -b.size.z);
}
Vec hull_support(const Body& b, const Vec& d) {
  const Vec* best = &b.points[0];
  double most = dot(d, *best);
  for (const Vec& p : b.points.subspan(1)) {
    const double along = dot(d, p);
    if (along > most) most = along, best = &p;
  }
  return *best;
}

template <Vec (*local)(const Body&, const Vec&)>
void support(const void* object, const ccd_vec3_t* direction, ccd_vec3_t* point) {
  const Body& body = *static_cast<const Body*>(object);
  const Vec d{direction->v[0], direction->v[1], direction->v[2]};
  const Vec p = body.pose * local(body, transposed_times(body.pose.rotation, d));
  ccdVec3Set(point, p.x, p.y, p.z);
}

void center(const void* object, ccd_vec3_t* point) {
  const Vec& t = static_cast<const Body*>(object)->pose.translation;
  ccdVec3Set(point, t.x, t.y, t.z);
}

struct Described {
  Body body;
  ccd_support_fn support;
};
struct Describe {
  Described operator()(const Box<double>& s) const { return {{.size = s.half}, support<box_support>}; }
  Described operator()(const Ellipsoid<double>& s) const { return {{.size = s.radii}, support<ellipsoid_support>}; }
  Described operator()(const RoundBox<double>& s) const {
    return {{.size = s.half, .rounding = s.radius}, support<round_box_support>};
  }
  Described operator()(const Sphere<double>& s) const { return {{.rounding = s.radius}, support<sphere_support>}; }
  Described operator()(const Capsule<double>& s) const {
    return {{.size = {0, 0, s.half_height}, .rounding = s.radius}, support<capsule_support>};
  }
  Described operator()(const Cylinder<double>& s) const {
    return {{.size = {s.radius, 0, s.half_height}}, support<cylinder_support>};
  }
  Described operator()(const Cone<double>& s) const {
    return {{.size = {s.radius, 0, s.half_height}}, support<cone_support>};
  }
  Described operator()(const Hull<double>& s) const { return {{.points = s.vertices()}, support<hull_support>}; }
  template <class S> Described operator()(const S&) const {
    throw std::logic_error("libccd has no support function for this shape here");
  }
};

struct Scene {
  ccd_t ccd;  // the same for all pairs: they are of one kind
  std::vector<std::pair<Body, Body>> pairs;
};

Body placed(Body body, const Pose<double>& pose) {
  body.pose = pose;
  return body;
}

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
    const Described a = c.a(p).visit(Describe{}), b = c.b(p).visit(Describe{});
    scene->pairs.push_back({placed(a.body, p.pose_a), placed(b.body, p.pose_b)});
    CCD_INIT(&scene->ccd);
    scene->ccd.support1 = a.support, scene->ccd.support2 = b.support;
    scene->ccd.center1 = scene->ccd.center2 = center;
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
