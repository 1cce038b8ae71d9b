// SPDX-License-Identifier: MIT
#include <tactus/nonconvex/decompose/cuts.h>

#include <algorithm>
#include <map>

namespace tactus::decomposition {
namespace {

using Point = Vec3<double>;

/// How much of an edge lies inside the piece's cell, by more than `snap`.
double length_inside(const ReflexEdge& edge, const Piece& piece, double snap) {
  double from = 0, to = 1;
  for (const CutPlane& plane : piece.planes) {
    const double a = dot(plane.normal, edge.a) - plane.offset + snap;
    const double b = dot(plane.normal, edge.b) - plane.offset + snap;
    if (a >= 0 && b >= 0) return 0;
    if (a > 0) from = max(from, a / (a - b));
    if (b > 0) to = min(to, a / (a - b));
  }
  return max(to - from, 0.0) * distance(edge.a, edge.b);
}

/// Is it the same plane, seen from either side?
bool same(const CutPlane& a, const CutPlane& b, double snap) {
  constexpr double turn = 1e-6;  // radians: less than a plane through snapped points is uncertain
  if (norm_squared(cross(a.normal, b.normal)) > turn * turn) return false;
  return abs(dot(a.normal, b.normal) > 0 ? a.offset - b.offset : a.offset + b.offset) <= 4 * snap;
}

struct Weighted {
  CutPlane plane;
  double weight;
};

/// Planes at the reflex edges in the piece, sorted by how much of an edge lies in the piece.
std::vector<Weighted> planes_of(const Piece& piece, const std::vector<ReflexEdge>& reflex, double snap) {
  std::vector<Weighted> found;
  for (const ReflexEdge& edge : reflex) {
    const double weight = edge.weight * length_inside(edge, piece, snap);
    if (!(weight > 0)) continue;
    for (const CutPlane& plane : edge.planes) {
      const auto known =
          std::find_if(found.begin(), found.end(), [&](const Weighted& w) { return same(w.plane, plane, snap); });
      if (known == found.end()) {
        if (found.size() < 512) found.push_back({plane, weight});
      } else {
        known->weight += weight;
      }
    }
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const Weighted& a, const Weighted& b) { return a.weight > b.weight; });
  return found;
}

}  // namespace

std::vector<ReflexEdge> reflex_edges(const Solid& solid) {
  std::vector<ReflexEdge> found;
  std::map<std::pair<int, int>, int> triangle_of;  // by directed edge
  const auto& triangles = solid.list().triangles;
  for (std::size_t i = 0; i < triangles.size(); ++i)
    for (std::size_t k = 0; k < 3; ++k)
      triangle_of.emplace(std::pair(triangles[i][k], triangles[i][(k + 1) % 3]), static_cast<int>(i));
  for (const auto& [edge, triangle] : triangle_of) {
    if (edge.first > edge.second) continue;
    const auto other = triangle_of.find({edge.second, edge.first});
    if (other == triangle_of.end()) continue;
    const Point &a = solid.list().vertices[static_cast<std::size_t>(edge.first)],
                &b = solid.list().vertices[static_cast<std::size_t>(edge.second)];
    const Solid::Plane &p = solid.plane(triangle), &q = solid.plane(other->second);
    const double turn = triple(p.normal, q.normal, unit_or_zero(b - a));  // positive: convex
    if (turn >= -1e-6 || p.normal == Point{} || q.normal == Point{}) continue;
    found.push_back({a, b, {{p.normal, p.offset}, {q.normal, q.offset}}, -turn});
  }
  return found;
}

std::vector<CutPlane> candidates(const Piece& piece, const std::vector<ReflexEdge>& reflex, const Point& deepest,
                                 double snap) {
  constexpr std::size_t most_reflex = 24;
  constexpr int slices = 7;  // along each axis
  std::vector<CutPlane> planes;
  const auto add = [&](const CutPlane& plane) {
    if (std::none_of(planes.begin(), planes.end(), [&](const CutPlane& p) { return same(p, plane, snap); }))
      planes.push_back(plane);
  };
  const std::vector<Weighted> from_edges = planes_of(piece, reflex, snap);
  for (std::size_t i = 0; i < std::min(from_edges.size(), most_reflex); ++i) add(from_edges[i].plane);
  Aabb<double> box;
  for (const Point& p : piece.surface.points) box = merged(box, p);
  for (int axis = 0; axis < 3; ++axis) {
    Point normal{};
    normal[axis] = 1;
    add({normal, deepest[axis]});
    for (int k = 1; k <= slices; ++k) add({normal, box.min[axis] + (box.max[axis] - box.min[axis]) * k / (slices + 1)});
  }
  const double slant = sqrt(0.5);
  for (const Point& normal : {Point{slant, slant, 0}, Point{slant, -slant, 0}, Point{slant, 0, slant},
                              Point{slant, 0, -slant}, Point{0, slant, slant}, Point{0, slant, -slant}})
    add({normal, dot(normal, deepest)});
  return planes;
}

}  // namespace tactus::decomposition
