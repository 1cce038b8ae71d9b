// SPDX-License-Identifier: MIT
#include <tactus/math/vec2.h>
#include <tactus/shape/flat_hull.h>
#include <tactus/shape/point_distance.h>

#include <algorithm>
#include <numeric>

namespace tactus {
namespace {

/// The point with the largest `measure`; the lowest index among equals.
template <class Measure> std::uint32_t farthest(std::span<const Vec3<double>> points, const Measure& measure) {
  std::uint32_t best = 0;
  double most = measure(points[0]);
  for (std::uint32_t i = 1; i < points.size(); ++i) {
    const double value = measure(points[i]);
    if (value > most) most = value, best = i;
  }
  return best;
}

/// Twice the signed area of the triangle, positive if it turns left.
double turn(const Vec2<double>& a, const Vec2<double>& b, const Vec2<double>& c) {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/// Andrew's monotone chain (1979): the lower chain left to right, then the upper one back.
std::vector<std::uint32_t> monotone_chain(std::span<const Vec2<double>> points) {
  std::vector<std::uint32_t> order(points.size());
  std::iota(order.begin(), order.end(), 0u);
  std::sort(order.begin(), order.end(), [&](std::uint32_t i, std::uint32_t j) {
    const Vec2<double>&p = points[i], &q = points[j];
    return p.x != q.x ? p.x < q.x : p.y != q.y ? p.y < q.y : i < j;
  });
  std::vector<std::uint32_t> chain;
  for (int pass = 0; pass < 2; ++pass) {
    const std::size_t base = chain.size();
    for (std::uint32_t i : order) {
      while (chain.size() >= base + 2 &&
             !(turn(points[chain[chain.size() - 2]], points[chain.back()], points[i]) > 0)) {
        chain.pop_back();
      }
      chain.push_back(i);
    }
    chain.pop_back();  // the other chain begins with it
    std::reverse(order.begin(), order.end());
  }
  return chain;
}

/// Leaves out corners near the segment from the last corner kept to the next one.
std::vector<std::uint32_t> without_straight_corners(std::span<const Vec2<double>> points,
                                                    const std::vector<std::uint32_t>& loop, double tolerance) {
  std::vector<std::uint32_t> kept;
  for (std::size_t i = 0; i < loop.size(); ++i) {
    const std::size_t left = loop.size() - i - 1;  // a polygon keeps three corners
    const Vec2<double> before = points[kept.empty() ? loop.back() : kept.back()];
    const Vec2<double> after = points[i + 1 < loop.size() ? loop[i + 1] : kept.empty() ? loop[0] : kept.front()];
    const bool near = distance_to_segment(points[loop[i]], before, after) <= tolerance;
    if (!near || kept.size() + left < 3) kept.push_back(loop[i]);
  }
  return kept;
}

}  // namespace

PointSpan span_of(std::span<const Vec3<double>> points, double thickness) {
  PointSpan span;
  auto& [a, b, c, d] = span.points;
  Vec3<double>&along = span.axes[0], &across = span.axes[1], &normal = span.axes[2];
  a = farthest(points, [&](const Vec3<double>& p) { return -(p.x + p.y + p.z); });
  const Vec3<double> origin = points[a];
  const auto from_point = [&](const Vec3<double>& p) { return norm(p - origin); };
  b = farthest(points, from_point);
  if (!(from_point(points[b]) > thickness)) return span.rank = 0, span;

  along = unit_or_zero(points[b] - origin);
  const auto from_line = [&](const Vec3<double>& p) { return norm(cross(along, p - origin)); };
  c = farthest(points, from_line);
  if (!(from_line(points[c]) > thickness)) return span.rank = 1, span;

  // Twice, because for a third point near the line little but rounding is left after the first subtraction.
  across = unit_or_zero(points[c] - origin - along * dot(along, points[c] - origin));
  across = unit_or_zero(across - along * dot(along, across));
  normal = cross(along, across);
  const auto from_plane = [&](const Vec3<double>& p) { return abs(dot(normal, p - origin)); };
  d = farthest(points, from_plane);
  span.rank = from_plane(points[d]) > thickness ? 3 : 2;
  return span;
}

std::vector<std::uint32_t> polygon_of(std::span<const Vec3<double>> points, const PointSpan& span, double tolerance) {
  const Vec3<double> origin = points[span.points[0]];
  std::vector<Vec2<double>> flat;
  flat.reserve(points.size());
  for (const Vec3<double>& p : points) flat.push_back({dot(span.axes[0], p - origin), dot(span.axes[1], p - origin)});
  return without_straight_corners(flat, monotone_chain(flat), tolerance);
}

}  // namespace tactus
