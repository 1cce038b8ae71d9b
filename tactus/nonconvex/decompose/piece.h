// SPDX-License-Identifier: MIT
#pragma once
/// A part of a solid between planes, and its cuts.
#include <tactus/nonconvex/solid.h>

#include <optional>
#include <utility>

namespace tactus::decomposition {

/// Side of a point: normal·x - offset, positive above.
struct CutPlane {
  Vec3<double> normal;  // unit
  double offset;
};

/// Convex polygons over shared points: corners[first[i] .. first[i + 1]) are those of polygon i.
struct Polygons {
  std::vector<Vec3<double>> points;
  std::vector<int> corners;
  std::vector<std::size_t> first{0};
  std::vector<int> tags;  // per polygon: the triangle it is a part of, or -1

  std::size_t size() const { return first.size() - 1; }
  std::span<const int> operator[](std::size_t i) const {
    return std::span(corners).subspan(first[i], first[i + 1] - first[i]);
  }
  void add(std::span<const int> loop, int tag) {
    corners.insert(corners.end(), loop.begin(), loop.end());
    first.push_back(corners.size());
    tags.push_back(tag);
  }
};

/// The solid inside a convex cell that planes have cut out of space. Only its hull is ever needed, and that does not
/// require a closed surface. An extreme point of (solid ∩ cell) that lies on the solid's surface lies on a triangle,
/// and is a corner of (triangle ∩ cell); one inside the solid is a corner of the cell. So a piece keeps the clipped
/// triangles, and those corners of its cell that lie in the solid. No cap is ever triangulated, and a doubtful corner,
/// on the surface, changes nothing, because it is already there.
struct Piece {
  Polygons surface;
  Polygons cell;  // its faces
  std::vector<Vec3<double>> inner;  // corners of the cell inside the solid
  std::vector<CutPlane> planes;  // the piece lies below each

  /// The points whose hull is the hull of the piece.
  std::vector<Vec3<double>> points() const;
};

/// The whole solid, in a slightly larger cell.
Piece whole(const Solid& solid);

/// The parts below and above the plane. Points within `snap` of the plane count as on it, and stay where they are, so
/// no sliver of that height becomes a part of the wrong side. Triangles on the plane go to the side on which the solid
/// lies. Returns nothing if one side is empty.
std::optional<std::pair<Piece, Piece>> cut(const Solid& solid, const Piece& piece, const CutPlane& plane, double snap);

/// The volume of the hull of points; 0 if they are flat.
double hull_volume(const std::vector<Vec3<double>>& points);

}  // namespace tactus::decomposition
