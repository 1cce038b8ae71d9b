// SPDX-License-Identifier: MIT
#include <tactus/nonconvex/decompose/piece.h>
#include <tactus/shape/hull_builder.h>

#include <algorithm>
#include <unordered_map>

namespace tactus::decomposition {
namespace {

using Point = Vec3<double>;

/// Copies the points that its corners use.
void keep_used(Polygons& polygons, const std::vector<Point>& all) {
  std::vector<int> number(all.size(), -1);
  for (int& c : polygons.corners) {
    const auto old = static_cast<std::size_t>(c);
    if (number[old] < 0) {
      number[old] = static_cast<int>(polygons.points.size());
      polygons.points.push_back(all[old]);
    }
    c = number[old];
  }
}

/// The parts of polygons on both sides of a plane. Each edge is cut once, so neighbours still share their points.
class Splitter {
 public:
  Splitter(const Polygons& from, const CutPlane& plane, double snap) : from_(from), plane_(plane) {
    heights_.reserve(from.points.size());
    for (const Point& p : from.points) {
      const double h = dot(plane.normal, p) - plane.offset;
      heights_.push_back(abs(h) <= snap ? 0.0 : h);
    }
    all_ = from.points;
  }

  /// `facing`: for polygons on the plane, does the solid lie below?
  template <class F> void run(F&& facing) {
    for (std::size_t i = 0; i < from_.size(); ++i) {
      const auto [least, most] = range(from_[i]);
      if (least == 0 && most == 0) {
        (facing(from_.tags[i]) ? below : above).add(from_[i], from_.tags[i]);
      } else if (most <= 0) {
        below.add(from_[i], from_.tags[i]);
      } else if (least >= 0) {
        above.add(from_[i], from_.tags[i]);
      } else {
        split(from_[i], from_.tags[i]);
      }
    }
  }

  /// The points that lie on the plane and belong to polygons on both sides, or were made there.
  std::vector<int> on_plane() const {
    std::vector<int> found;
    for (std::size_t i = 0; i < all_.size(); ++i)
      if (i >= heights_.size() || heights_[i] == 0) found.push_back(static_cast<int>(i));
    return found;
  }
  const Point& point(int i) const { return all_[static_cast<std::size_t>(i)]; }
  std::size_t first_new() const { return heights_.size(); }

  void finish() { keep_used(below, all_), keep_used(above, all_); }

  Polygons below, above;

 private:
  double height(int i) const { return heights_[static_cast<std::size_t>(i)]; }
  std::pair<double, double> range(std::span<const int> loop) const {
    double least = height(loop[0]), most = least;
    for (const int c : loop) least = min(least, height(c)), most = max(most, height(c));
    return {least, most};
  }
  /// Sutherland and Hodgman's, both ways at once.
  void split(std::span<const int> loop, int tag) {
    low_.clear(), high_.clear();
    for (std::size_t k = 0; k < loop.size(); ++k) {
      const int a = loop[k], b = loop[(k + 1) % loop.size()];
      if (height(a) <= 0) low_.push_back(a);
      if (height(a) >= 0) high_.push_back(a);
      if ((height(a) < 0 && height(b) > 0) || (height(a) > 0 && height(b) < 0)) {
        const int made = crossing(std::min(a, b), std::max(a, b));
        low_.push_back(made), high_.push_back(made);
      }
    }
    if (low_.size() >= 3) below.add(low_, tag);
    if (high_.size() >= 3) above.add(high_, tag);
  }
  int crossing(int a, int b) {
    const auto key = static_cast<std::uint64_t>(a) << 32 | static_cast<std::uint32_t>(b);
    const auto [place, is_new] = made_.try_emplace(key, static_cast<int>(all_.size()));
    if (is_new) all_.push_back(point(a) + (point(b) - point(a)) * (height(a) / (height(a) - height(b))));
    return place->second;
  }

  const Polygons& from_;
  CutPlane plane_;
  std::vector<double> heights_;
  std::vector<Point> all_;
  std::unordered_map<std::uint64_t, int> made_;
  std::vector<int> low_, high_;
};

/// Points of a convex polygon in order around it.
void sort_around(std::vector<int>& loop, const Splitter& points, const Point& normal) {
  Point middle{};
  for (const int i : loop) middle += points.point(i) / static_cast<double>(loop.size());
  const Point x = any_perpendicular(normal), y = cross(normal, x);
  const auto half = [&](const Point& d) { return dot(d, y) < 0 || (dot(d, y) == 0 && dot(d, x) < 0); };
  std::sort(loop.begin(), loop.end(), [&](int i, int j) {
    const Point a = points.point(i) - middle, b = points.point(j) - middle;
    if (half(a) != half(b)) return half(b);
    const double turn = triple(a, b, normal);
    return turn != 0 ? turn > 0 : i < j;
  });
}

}  // namespace

std::vector<Point> Piece::points() const {
  std::vector<Point> all = surface.points;
  all.insert(all.end(), inner.begin(), inner.end());
  return all;
}

Piece whole(const Solid& solid) {
  Piece piece;
  for (std::size_t i = 0; i < solid.list().triangles.size(); ++i)
    piece.surface.add(solid.list().triangles[i], static_cast<int>(i));
  keep_used(piece.surface, solid.list().vertices);
  const Aabb<double> box = expanded(solid.box(), 0.01 * solid.size());
  for (int i = 0; i < 8; ++i)
    piece.cell.points.push_back(
        {i & 1 ? box.max.x : box.min.x, i & 2 ? box.max.y : box.min.y, i & 4 ? box.max.z : box.min.z});
  constexpr int faces[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
  for (const auto& f : faces) piece.cell.add(f, -1);
  return piece;
}

std::optional<std::pair<Piece, Piece>> cut(const Solid& solid, const Piece& piece, const CutPlane& plane, double snap) {
  Splitter surface(piece.surface, plane, snap);
  surface.run([&](int triangle) { return dot(solid.plane(triangle).normal, plane.normal) > 0; });
  if (surface.below.size() == 0 || surface.above.size() == 0) return std::nullopt;
  Splitter cell(piece.cell, plane, snap);
  cell.run([](int) { return true; });
  std::vector<int> cap = cell.on_plane();
  std::pair<Piece, Piece> parts;
  auto& [low, high] = parts;
  for (const Point& p : piece.inner) {
    const double h = dot(plane.normal, p) - plane.offset;
    if (h <= snap) low.inner.push_back(p);
    if (h >= -snap) high.inner.push_back(p);
  }
  for (const int i : cap) {
    if (static_cast<std::size_t>(i) < cell.first_new() || !solid.inside(cell.point(i))) continue;
    low.inner.push_back(cell.point(i)), high.inner.push_back(cell.point(i));
  }
  if (cap.size() >= 3) {
    sort_around(cap, cell, plane.normal);
    cell.below.add(cap, -1), cell.above.add(cap, -1);
  }
  surface.finish(), cell.finish();
  low.surface = std::move(surface.below), high.surface = std::move(surface.above);
  low.cell = std::move(cell.below), high.cell = std::move(cell.above);
  low.planes = high.planes = piece.planes;
  low.planes.push_back(plane), high.planes.push_back({-plane.normal, -plane.offset});
  return parts;
}

double hull_volume(const std::vector<Point>& points) {
  if (points.size() < 4) return 0;
  FaceLoops faces;
  try {
    faces = qhull_facets(points, QhullMode::plain);
  } catch (const std::exception&) {  // flat, according to Qhull
    return 0;
  }
  double sum = 0;
  const Point& from = points[0];
  for (std::size_t f = 0; f < faces.size(); ++f) {
    const auto loop = faces[f];
    for (std::size_t k = 1; k + 1 < loop.size(); ++k)
      sum += triple(points[loop[0]] - from, points[loop[k]] - from, points[loop[k + 1]] - from);
  }
  return abs(sum) / 6;
}

}  // namespace tactus::decomposition
