// SPDX-License-Identifier: MIT
#include <tactus/batch/lanes/block.h>
#include <tactus/lookup/few_points.h>

namespace tactus::batch::detail {

namespace {

/// Writes in place, because tables of many shapes are made for every call. `s` must be newly constructed.
template <Scalar T> void describe(const Shape<T>& shape, LaneShape<T>& s) {
  using Lane = LaneShape<T>;
  s.shape = &shape;
  const auto sizes = [&](LaneKind kind, T x, T y = T(0), T z = T(0), T offset = T(0)) {
    s.kind = kind;
    s.numbers[Lane::size_x] = x, s.numbers[Lane::size_y] = y, s.numbers[Lane::size_z] = z;
    s.numbers[Lane::offset] = offset;
  };
  switch (shape.kind()) {
    case ShapeKind::sphere: {
      s.kind = LaneKind::ball;
      const T radius = shape.template get_if<Sphere<T>>()->radius;
      s.numbers[Lane::radius] = s.numbers[Lane::reach] = s.numbers[Lane::bounding] = s.numbers[Lane::inscribed] =
          radius;
      s.numbers[Lane::curved] = T(1);
      return;
    }
    case ShapeKind::capsule: {
      const auto& c = *shape.template get_if<Capsule<T>>();
      if (c.half_height > T(0)) sizes(LaneKind::segment, c.half_height);
      break;
    }
    case ShapeKind::box: {
      const Vec3<T>& h = shape.template get_if<Box<T>>()->half;
      sizes(LaneKind::box, h.x, h.y, h.z);
      break;
    }
    case ShapeKind::cylinder: {
      const auto& c = *shape.template get_if<Cylinder<T>>();
      sizes(LaneKind::cylinder, c.radius, c.half_height);
      break;
    }
    case ShapeKind::cone: {
      const auto& c = *shape.template get_if<Cone<T>>();
      sizes(LaneKind::cone, c.radius, c.half_height);
      break;
    }
    case ShapeKind::ellipsoid: {
      const Vec3<T>& r = shape.template get_if<Ellipsoid<T>>()->radii;
      if (min(r.x, min(r.y, r.z)) > T(0)) sizes(LaneKind::ellipsoid, r.x, r.y, r.z);
      break;
    }
    case ShapeKind::hull: {
      const auto& hull = *shape.template get_if<Hull<T>>();
      if (hull.vertex_count() > lookup::few_points) break;
      s.kind = LaneKind::hull;
      s.vertices = hull.xs().data();
      s.padded = static_cast<std::uint32_t>(hull.xs().size());
      break;
    }
    case ShapeKind::half_space: {
      const auto [normal, offset] = normalized(*shape.template get_if<HalfSpace<T>>());
      sizes(LaneKind::half_space, normal.x, normal.y, normal.z, offset);
      return;
    }
    default: break;
  }
  const Vec3<T> center = shape.center();
  s.numbers[Lane::radius] = shape.radius(), s.numbers[Lane::reach] = shape.origin_radius();
  s.numbers[Lane::bounding] = shape.bounding_radius(), s.numbers[Lane::inscribed] = shape.inscribed_radius();
  s.numbers[Lane::center_x] = center.x, s.numbers[Lane::center_y] = center.y, s.numbers[Lane::center_z] = center.z;
  s.numbers[Lane::curved] = shape.polytope() ? T(0) : T(1);
}

}  // namespace

template <Scalar T> std::vector<LaneShape<T>> lane_shapes(std::span<const Shape<T>> shapes) {
  std::vector<LaneShape<T>> all(shapes.size());
  for (std::size_t i = 0; i < shapes.size(); ++i) describe(shapes[i], all[i]);
  return all;
}
template std::vector<LaneShape<float>> lane_shapes(std::span<const Shape<float>>);
template std::vector<LaneShape<double>> lane_shapes(std::span<const Shape<double>>);

Plan plan_for(LaneKind a, LaneKind b, Query query) {
  using enum LaneKind;
  if (a == none || b == none || (a == half_space && b == half_space)) return {};
  if (b == half_space) return {Solver::half_space, true};
  if (a == half_space) return {Solver::half_space, false};
  const bool swapped = a > b;
  if (swapped) std::swap(a, b);
  if (a == ball) {
    if (b == ball) return {Solver::balls, swapped};
    if (b == segment) return {Solver::ball_segment, swapped};
    if (b == box) return {Solver::ball_box, swapped};
  }
  if (a == segment && b == segment) return {Solver::segments, swapped};
  if (a == box && b == box && query == Query::intersects) return {Solver::boxes, swapped};
  return {Solver::gjk, false};
}

}  // namespace tactus::batch::detail
