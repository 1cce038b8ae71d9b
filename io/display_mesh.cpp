// SPDX-License-Identifier: MIT
#include <io/creased_surface.h>

#include <algorithm>

namespace tactus::io {
namespace {

using V = Vec3<double>;
using S = Shape<double>;

// ---- points of the surface ----

/// Directions by longitude and latitude. None lies on the equator, where a cylinder has no unique support. The poles
/// are included, so that discs and caps are round in the obvious way.
std::vector<V> directions(int azimuths) {
  std::vector<V> all{{0, 0, 1}, {0, 0, -1}};
  const int latitudes = azimuths / 2;
  for (int j = 0; j < latitudes; ++j) {
    const double latitude = pi<double> * ((j + 0.5) / latitudes - 0.5);
    for (int i = 0; i < azimuths; ++i) {
      const double longitude = 2 * pi<double> * i / azimuths;
      all.push_back({cos(latitude) * cos(longitude), cos(latitude) * sin(longitude), sin(latitude)});
    }
  }
  return all;
}

std::vector<V> supports(const S& shape, const std::vector<V>& along) {
  std::vector<V> points;
  points.reserve(along.size());
  for (const V& d : along) points.push_back(full_support(shape, d));
  return points;
}

/// The core of a rounded polytope, as a hull. (Its support is the core's.)
Hull<double> core_hull(const S& shape) {
  std::vector<V> points;
  for (const V& d : directions(32)) points.push_back(shape.support(d));
  for (const double x : {-1, 1})
    for (const double y : {-1, 1})
      for (const double z : {-1, 1}) points.push_back(shape.support({x, y, z}));
  return Hull<double>::from_points(points);
}

/// A ball around a polytope: every direction with all the corners that are farthest along it. The normals of the faces
/// are among the directions, so flat parts stay flat.
std::vector<V> rounded_points(const Hull<double>& core, double radius, std::vector<V> along) {
  for (const auto& plane : core.planes()) along.push_back(plane.normal);
  std::vector<V> points;
  for (const V& d : along) {
    const double reach = dot(d, core.support(d)), unnoticed = 1e-9 * (core.origin_radius() + radius);
    for (const V& corner : core.vertices())
      if (dot(d, corner) >= reach - unnoticed) points.push_back(corner + radius * d);
  }
  return points;
}

/// Adds points where the surface is flatter than the directions expect (superquadrics): along the normals of the faces
/// that lie too deep inside.
Hull<double> refined(const S& shape, std::vector<V> points, double tolerance) {
  Hull<double> hull = Hull<double>::from_points(points);
  for (int round = 0; round < 3 && hull.rank() == 3; ++round) {
    const std::size_t before = points.size();
    for (const auto& plane : hull.planes())
      if (support_value(shape, plane.normal) - plane.offset > tolerance)
        points.push_back(full_support(shape, plane.normal));
    if (points.size() == before || points.size() > 4000) break;
    hull = Hull<double>::from_points(points);
  }
  return hull;
}

/// Gives shapes without area a thickness, so that they are visible.
Hull<double> thickened(const Hull<double>& thin, int azimuths) {
  const double radius = std::max(0.02, 0.02 * thin.bounding_radius());
  return Hull<double>::from_points(rounded_points(thin, radius, directions(azimuths)));
}

Hull<double> surface(const S& shape, int azimuths) {
  if (const auto* hull = shape.get_if<Hull<double>>()) return *hull;
  const auto along = directions(azimuths);
  if (!shape.polytope()) {
    const double tolerance = 5.0 / (azimuths * azimuths) * shape.bounding_radius();
    return refined(shape, supports(shape, along), tolerance);
  }
  Hull<double> core = core_hull(shape);
  if (!(shape.radius() > 0)) return core;
  return Hull<double>::from_points(rounded_points(core, shape.radius(), along));
}

DisplayMesh triangles_of(const Hull<double>& hull, double crease_cosine) {
  CreasedSurface surface(hull.vertices(), crease_cosine);
  for (std::uint32_t f = 0; f < hull.face_count(); ++f) surface.add_face(hull.face_loop(f), hull.plane(f).normal);
  return surface.mesh();
}

DisplayMesh square(const HalfSpace<double>& shape, double extent) {
  const auto [n, offset] = normalized(shape);
  const V u = unit_or_zero(cross(abs(n.x) < 0.5 ? V{1, 0, 0} : V{0, 1, 0}, n)), v = cross(n, u);
  DisplayMesh mesh{.positions = {}, .normals = {}, .triangles = {0, 1, 2, 0, 2, 3}};
  for (const auto& [a, b] : {std::pair{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}) {
    mesh.positions.push_back((n * offset + u * (a * extent) + v * (b * extent)).cast<float>());
    mesh.normals.push_back(n.cast<float>());
  }
  return mesh;
}

}  // namespace

DisplayMesh display_mesh(const S& shape, const MeshOptions& options) {
  if (const auto* plane = shape.get_if<HalfSpace<double>>()) return square(*plane, options.extent);
  Hull<double> hull = surface(shape, options.azimuths);
  if (hull.rank() < 2) hull = thickened(hull, 8);
  const bool faceted = shape.polytope() && !(shape.radius() > 0);
  constexpr double crease = 0.75;  // cos 41°: above the bend of neighbours on round surfaces, below that of real edges
  return triangles_of(hull, faceted ? 0.9999 : crease);
}

Stretched stretched(const S& shape) {
  const auto flat = [](double x) { return std::max(x, 1e-9); };  // a scale of 0 has no normals
  if (const auto* s = shape.get_if<Box<double>>())
    return {Box<double>{{1, 1, 1}}, {flat(s->half.x), flat(s->half.y), flat(s->half.z)}};
  if (const auto* s = shape.get_if<Sphere<double>>(); s && s->radius > 0)
    return {Sphere<double>{1}, {s->radius, s->radius, s->radius}};
  if (const auto* s = shape.get_if<Ellipsoid<double>>())
    return {Sphere<double>{1}, {flat(s->radii.x), flat(s->radii.y), flat(s->radii.z)}};
  if (const auto* s = shape.get_if<Cylinder<double>>())
    return {Cylinder<double>{1, 1}, {flat(s->radius), flat(s->radius), flat(s->half_height)}};
  if (const auto* s = shape.get_if<Cone<double>>())
    return {Cone<double>{1, 1}, {flat(s->radius), flat(s->radius), flat(s->half_height)}};
  if (const auto* s = shape.get_if<Superquadric<double>>())
    return {Superquadric<double>{{1, 1, 1}, s->e1, s->e2}, {flat(s->radii.x), flat(s->radii.y), flat(s->radii.z)}};
  if (const auto* s = shape.get_if<Disc<double>>(); s && s->radius > 0)
    return {Disc<double>{1}, {s->radius, s->radius, 1}};
  return {shape};
}

}  // namespace tactus::io
