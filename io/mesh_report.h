// SPDX-License-Identifier: MIT
#pragma once
/// The faults of a mesh, with counts and places.
#include <io/json_value.h>
#include <tactus/math/aabb.h>
#include <tactus/shape/triangle_list.h>

#include <string>
#include <vector>

namespace tactus::io {

/// Edges with one kind of fault.
struct EdgeFault {
  static constexpr std::size_t most_places = 8;  // the most that `places` holds
  std::size_t count = 0;  // how many such edges there are
  std::vector<Vec3<double>> places;  // the middles of the first few
};

/// What a mesh consists of, and its faults.
struct MeshReport {
  /// After welding; a part is a set of triangles connected by vertices.
  std::size_t vertices = 0, triangles = 0, parts = 0;
  std::size_t welded = 0;  // vertices merged into others
  double weld = 0;  // the distance within which vertices were merged
  std::size_t degenerate = 0;  // triangles without area, dropped
  EdgeFault holes;  // edges of one triangle only
  EdgeFault flipped;  // edges whose two triangles run along them in the same direction: one faces the wrong way
  EdgeFault nonmanifold;  // of more than two triangles
  /// No holes, no flipped edges, and every non-manifold edge is used equally often in both directions.
  bool closed = false;
  bool inside_out = false;  // closed, with a negative volume
  double volume = 0, area = 0;  // the volume is given for closed meshes only; overlapping parts count twice
  Aabb<double> box;  // around all vertices
};

/// Merges vertices within `weld` into the earliest of them. Removes triangles without area, and unused vertices. Throws
/// std::invalid_argument if weld is negative or so small that the grid of such cells overflows.
MeshReport clean(TriangleList<double>& mesh, double weld);

/// The report as lines of text.
std::string to_words(const MeshReport& report);
/// The report as JSON.
JsonValue to_json(const MeshReport& report);

}  // namespace tactus::io
