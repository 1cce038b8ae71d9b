// SPDX-License-Identifier: MIT
/// libFuzzer over triangles: any numbers and indices, as a solid, its decomposition and its grid.
#include <tactus/nonconvex/decompose.h>
#include <tactus/nonconvex/distance_grid.h>
#include <tests/fuzz/bytes.h>

namespace {

using namespace tactus;

/// A few vertices, and triangles over them; now and then a tetrahedron or two, so that surfaces close.
TriangleList<double> triangles(fuzz::Bytes& bytes) {
  TriangleList<double> list;
  bytes.draw_hostility();
  const int vertices = bytes.below(12), count = bytes.below(20);
  for (int i = 0; i < vertices; ++i) list.vertices.push_back(fuzz::vector<double>(bytes));
  const auto any = [&] { return bytes.hostile() ? fuzz::count(bytes) : bytes.below(vertices + 1); };
  for (int i = 0; i < count; ++i) {
    const int a = any(), b = any(), c = any(), d = any();
    list.triangles.push_back({a, b, c});
    if (bytes.below(2)) list.triangles.insert(list.triangles.end(), {{a, c, d}, {a, d, b}, {b, d, c}});
  }
  return list;
}

void check(bool holds) {
  if (!holds) __builtin_trap();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Bytes bytes({data, size});
  try {
    const Solid solid(triangles(bytes));
    const Vec3<double> p = fuzz::vector<double>(bytes);
    if (is_finite(p)) solid.signed_distance(p);
    const Decomposition d =
        decompose(solid, {.max_pieces = 1 + bytes.below(4), .max_vertices = 8 + bytes.below(9), .threads = 1});
    check(!d.pieces.empty() && d.concavity >= d.concavity_lower);
    // Every point of the solid is in a piece: its corners are.
    const bool in_range = solid.size() > 1e-9 && solid.size() < 1e9 && norm(solid.box().center()) < 10 * solid.size();
    if (in_range)
      for (const auto& t : solid.list().triangles)
        for (const int v : t) {
          const Vec3<double>& corner = solid.list().vertices[static_cast<std::size_t>(v)];
          double least = infinity<double>;
          for (const auto& hull : d.pieces)
            least = min(least, distance(hull, Pose<double>{}, Point<double>{corner}, Pose<double>{}).lower);
          check(least <= d.cover + 1e-6 * solid.size());
        }
    if (solid.closed()) {
      const SignedDistanceGrid<double> grid(solid, {.cell = solid.size() / 8, .threads = 1, .max_nodes = 20000});
      if (is_finite(p)) {
        const GridDistance<double> g = grid(p);
        const double truth = solid.signed_distance(p);
        check(!in_range || max_abs(p) > 1e9 || (g.lower <= truth && truth <= g.upper));
      }
    }
  } catch (const std::invalid_argument&) {
  }
  return 0;
}
