#pragma once
/// What is wrong with a mesh, with counts and places.
#include <io/json_value.h>
#include <tactus/math/aabb.h>
#include <tactus/shape/triangle_list.h>

#include <string>
#include <vector>

namespace tactus::io {

/// A kind of edge: how many, and where the first few of them are (their middles).
struct EdgeFault {
  static constexpr std::size_t most_places = 8;
  std::size_t count = 0;
  std::vector<Vec3<double>> places;
};

struct MeshReport {
  std::size_t vertices = 0, triangles = 0, parts = 0;  // as they are now; parts hang together by vertices
  std::size_t welded = 0;  // vertices that became others
  double weld = 0;  // within this distance
  std::size_t degenerate = 0;  // triangles without area, dropped
  EdgeFault holes;  // edges of one triangle only
  EdgeFault flipped;  // of two triangles that go along them in the same sense: one faces the wrong way
  EdgeFault nonmanifold;  // of more than two triangles
  bool closed = false;  // none of these, but for non-manifold edges that are used as often in either sense
  bool inside_out = false;  // closed, with a negative volume
  double volume = 0, area = 0;  // the volume is that of closed meshes only; overlaps count twice
  Aabb<double> box;
};

/// Vertices within `weld` become the earliest of them, triangles without area go, unused vertices, too.
/// Throws std::invalid_argument if weld is negative or so small that the grid of such cells overflows.
MeshReport clean(TriangleList<double>& mesh, double weld);

std::string to_words(const MeshReport& report);
JsonValue to_json(const MeshReport& report);

}  // namespace tactus::io
