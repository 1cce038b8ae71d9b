#include <tactus/batch/lanes/block.h>
#include <tactus/lookup/few_points.h>

namespace tactus::batch::detail {

template <Scalar T> LaneShape<T> lane_shape(const Shape<T>& shape) {
  using Lane = LaneShape<T>;
  Lane s;
  s.shape = &shape;
  const auto sizes = [&](LaneKind kind, T x, T y = T(0), T z = T(0), T offset = T(0)) {
    s.kind = kind;
    s.numbers[Lane::size_x] = x, s.numbers[Lane::size_y] = y, s.numbers[Lane::size_z] = z;
    s.numbers[Lane::offset] = offset;
  };
  switch (shape.kind()) {
    case ShapeKind::sphere: sizes(LaneKind::ball, T(0)); break;
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
      return s;
    }
    default: break;
  }
  const Vec3<T> center = shape.center();
  s.numbers[Lane::radius] = shape.radius(), s.numbers[Lane::reach] = shape.origin_radius();
  s.numbers[Lane::bounding] = shape.bounding_radius(), s.numbers[Lane::inscribed] = shape.inscribed_radius();
  s.numbers[Lane::center_x] = center.x, s.numbers[Lane::center_y] = center.y, s.numbers[Lane::center_z] = center.z;
  s.numbers[Lane::curved] = shape.polytope() ? T(0) : T(1);
  return s;
}
template LaneShape<float> lane_shape(const Shape<float>&);
template LaneShape<double> lane_shape(const Shape<double>&);

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
