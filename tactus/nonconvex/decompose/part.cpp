// SPDX-License-Identifier: MIT
#include <tactus/nonconvex/decompose/part.h>

namespace tactus::decomposition {

namespace {

using Point = Vec3<double>;

Part part_of(std::vector<Point> points, int max_vertices) {
  Hull<double> own = Hull<double>::from_points(points);
  points.assign(own.vertices().begin(), own.vertices().end());
  const double volume = hull_volume(points);
  return {{}, std::move(points), enclosing(own, max_vertices), volume, {}};
}

}  // namespace

Hull<double> enclosing(const Hull<double>& hull, int max_vertices) {
  if (hull.vertex_count() <= static_cast<std::size_t>(max_vertices) || hull.rank() < 3) return hull;
  const Hull<double> inner = hull.simplified(static_cast<std::size_t>(max_vertices), 0);
  if (inner.rank() < 3) return hull;
  const Point middle = inner.center();
  double scale = 1;
  for (std::uint32_t f = 0; f < inner.face_count(); ++f) {
    const FacePlane<double>& plane = inner.plane(f);
    const double depth = plane.offset - dot(plane.normal, middle);
    scale = max(scale, dot(plane.normal, hull.support(plane.normal) - middle) / (depth - inner.unevenness(f)));
  }
  std::vector<Point> points;
  for (const Point& v : inner.vertices()) points.push_back(middle + (v - middle) * (scale * (1 + 1e-12)));
  return Hull<double>::from_points(points);
}

Part Measure::operator()(Piece piece) const {
  Part part = part_of(piece.points(), max_vertices);
  part.piece = std::move(piece);
  part.out = loosely(part.hull);
  return part;
}

Part Measure::joined(const Part& a, const Part& b) const {
  std::vector<Point> points = a.points;
  points.insert(points.end(), b.points.begin(), b.points.end());
  return part_of(std::move(points), max_vertices);
}

Overshoot Measure::loosely(const Hull<double>& hull) const {
  return overshoot(solid, hull, {.tolerance = 0.2 * target, .relative = 0.1, .cells = cells(10'000)});
}

Overshoot Measure::sharply(const Hull<double>& hull, double known) const {
  Overshoot out = overshoot(solid, hull, {.tolerance = 0.02 * target, .start = known, .cells = cells(200'000)});
  if (out.lower <= target && target < out.upper && good_enough(hull)) out.upper = target;
  return out;
}

bool Measure::good_enough(const Hull<double>& hull) const {
  return overshoot(solid, hull, {.tolerance = 0, .enough = target, .start = target, .cells = cells(40'000)}).upper <=
         target;
}

}  // namespace tactus::decomposition
