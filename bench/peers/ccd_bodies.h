// SPDX-License-Identifier: MIT
#pragma once
/// Our shapes as bodies of libccd, with support functions as a user would write them: rotate the direction, take the
/// farthest point, move it back; hulls by scanning all points.
#include <tactus/math/pose.h>
#include <tactus/shape/shape.h>

#include <ccd/ccd.h>

#include <cmath>
#include <span>
#include <stdexcept>

namespace tactus::peers::libccd {

using Vec = Vec3<double>;

/// A placed body: the numbers its support function needs, whichever they are.
struct Body {
  Pose<double> pose = {};
  Vec size = {};  // half lengths; radii; (radius, -, half height)
  double rounding = 0;
  std::span<const Vec> points = {};
};

inline Vec box_support(const Body& b, const Vec& d) {
  return {std::copysign(b.size.x, d.x), std::copysign(b.size.y, d.y), std::copysign(b.size.z, d.z)};
}
inline Vec ellipsoid_support(const Body& b, const Vec& d) {
  const Vec scaled{b.size.x * d.x, b.size.y * d.y, b.size.z * d.z};
  const double n = norm(scaled);
  return Vec{b.size.x * scaled.x, b.size.y * scaled.y, b.size.z * scaled.z} / n;
}
inline Vec rounded(const Body& b, const Vec& d, const Vec& core) { return core + (b.rounding / norm(d)) * d; }
inline Vec round_box_support(const Body& b, const Vec& d) { return rounded(b, d, box_support(b, d)); }
inline Vec sphere_support(const Body& b, const Vec& d) { return rounded(b, d, {}); }
inline Vec capsule_support(const Body& b, const Vec& d) { return rounded(b, d, {0, 0, std::copysign(b.size.z, d.z)}); }
inline Vec on_rim(const Body& b, const Vec& d, double across, double z) {
  return across > 0 ? Vec{b.size.x * d.x / across, b.size.x * d.y / across, z} : Vec{0, 0, z};
}
inline Vec cylinder_support(const Body& b, const Vec& d) {
  return on_rim(b, d, std::sqrt(d.x * d.x + d.y * d.y), std::copysign(b.size.z, d.z));
}
inline Vec cone_support(const Body& b, const Vec& d) {
  const double across = std::sqrt(d.x * d.x + d.y * d.y);
  if (2 * b.size.z * d.z > b.size.x * across) return {0, 0, b.size.z};
  return on_rim(b, d, across, -b.size.z);
}
inline Vec hull_support(const Body& b, const Vec& d) {
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

inline void center(const void* object, ccd_vec3_t* point) {
  const Vec& t = static_cast<const Body*>(object)->pose.translation;
  ccdVec3Set(point, t.x, t.y, t.z);
}

/// A body and the support function for its kind.
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

inline Described described(const Shape<double>& shape, const Pose<double>& pose) {
  Described d = shape.visit(Describe{});
  d.body.pose = pose;
  return d;
}

}  // namespace tactus::peers::libccd
