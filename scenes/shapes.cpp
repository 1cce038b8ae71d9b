// SPDX-License-Identifier: MIT
#include <scenes/shapes.h>
#include <tactus/shape/generators.h>

namespace tactus::scenes {

std::span<const ShapeKind> solid_kinds() {
  using enum ShapeKind;
  static constexpr ShapeKind kinds[] = {box,          sphere,    cylinder, capsule, hull,    cone,           ellipsoid,
                                        superquadric, round_box, frustum,  wheel,   lozenge, conical_frustum};
  return kinds;
}

std::span<const ShapeKind> flat_kinds() {
  using enum ShapeKind;
  static constexpr ShapeKind kinds[] = {point, segment, triangle, rectangle, disc, ellipse};
  return kinds;
}

Shape<double> make_shape(ShapeKind kind, double r, Random& random) {
  const double s = random.uniform(0.45, 0.6) * r, t = random.uniform(0.45, 0.6) * r, w = random.uniform(0.45, 0.6) * r;
  switch (kind) {
    case ShapeKind::point: return Point<double>{};
    case ShapeKind::segment: return Segment<double>{.half_height = r};
    case ShapeKind::triangle: return Triangle<double>{{r, 0, 0}, {-s, t, 0}, {-s, -t, 0}};
    case ShapeKind::rectangle: return Rectangle<double>{{s, t}};
    case ShapeKind::disc: return Disc<double>{.radius = r};
    case ShapeKind::ellipse: return Ellipse<double>{{r, t}};
    case ShapeKind::box: return Box<double>{{s, t, w}};
    case ShapeKind::ellipsoid: return Ellipsoid<double>{{1.4 * s, 1.4 * t, 1.1 * w}};
    case ShapeKind::cylinder: return Cylinder<double>{.radius = s, .half_height = t};
    case ShapeKind::cone: return Cone<double>{.radius = 1.3 * s, .half_height = 1.2 * t};
    case ShapeKind::frustum:
      return Frustum<double>{.bottom = {1.3 * s, 1.2 * t}, .top = {0.6 * s, 0.7 * t}, .half_height = w};
    case ShapeKind::conical_frustum:
      return ConicalFrustum<double>{.bottom_radius = 1.3 * s, .top_radius = 0.6 * t, .half_height = w};
    case ShapeKind::superquadric:
      return Superquadric<double>{.radii = {1.3 * s, 1.3 * t, 1.3 * w}, .e1 = 0.5, .e2 = 0.5};
    case ShapeKind::hull: {
      const std::uint64_t seed = random.bits();
      return generate::random_on_sphere<double>(12 + static_cast<int>(random.below(13)), seed, 0.8 * r);
    }
    case ShapeKind::sphere: return Sphere<double>{.radius = 1.3 * s};
    case ShapeKind::capsule: return Capsule<double>{.radius = 0.8 * s, .half_height = 0.9 * t};
    case ShapeKind::lozenge: return Lozenge<double>{.half = {0.8 * s, 0.9 * t}, .radius = 0.4 * w};
    case ShapeKind::round_box: return RoundBox<double>{.half = {0.8 * s, 0.7 * t, 0.6 * w}, .radius = 0.25 * r};
    case ShapeKind::wheel: return Wheel<double>{.radius = 0.9 * s, .rounding = 0.4 * t};
    case ShapeKind::half_space:
    case ShapeKind::custom: break;
  }
  return HalfSpace<double>{.normal = {0, 0, 1}, .offset = 0};
}

}  // namespace tactus::scenes
