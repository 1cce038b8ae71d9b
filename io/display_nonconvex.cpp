// SPDX-License-Identifier: MIT
/// Triangles of bodies that are not convex.
#include <io/creased_surface.h>

namespace tactus::io {
namespace {

constexpr double crease = 0.75;  // cos 41°: as for round shapes

void append(DisplayMesh& all, const DisplayMesh& part, const Pose<float>& pose) {
  const auto first = static_cast<std::uint32_t>(all.positions.size());
  for (const Vec3<float>& p : part.positions) all.positions.push_back(pose * p);
  for (const Vec3<float>& n : part.normals) all.normals.push_back(pose.rotation * n);
  for (const std::uint32_t v : part.triangles) all.triangles.push_back(first + v);
}

DisplayMesh of_compound(const Compound<double>& compound, const MeshOptions& options) {
  DisplayMesh all;
  for (std::size_t i = 0; i < compound.size(); ++i)
    append(all, display_mesh(compound[i].shape, options), compound[i].pose.cast<float>());
  return all;
}

/// Triangles without area are left out. `both`: the back is drawn, too.
DisplayMesh of_triangles(std::span<const Vec3<double>> vertices,
                         const std::vector<std::array<std::uint32_t, 3>>& triangles, bool both) {
  CreasedSurface front(vertices, crease), back(vertices, crease);
  for (const auto& [a, b, c] : triangles) {
    const Vec3<double> normal = unit_or_zero(cross(vertices[b] - vertices[a], vertices[c] - vertices[a]));
    if (normal == Vec3<double>{}) continue;
    front.add_face(std::array{a, b, c}, normal);
    if (both) back.add_face(std::array{a, c, b}, -normal);
  }
  DisplayMesh mesh = front.mesh();
  if (both) append(mesh, back.mesh(), {});
  return mesh;
}

DisplayMesh of_mesh(const Mesh<double>& mesh) {
  const TriangleList<double> list = mesh.list();
  std::vector<std::array<std::uint32_t, 3>> triangles;
  for (const auto& [a, b, c] : list.triangles)
    triangles.push_back({static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(b), static_cast<std::uint32_t>(c)});
  return of_triangles(list.vertices, triangles, mesh.sides() == Sides::both);
}

DisplayMesh of_field(const HeightField<double>& field) {
  const HeightGrid<double>& grid = field.grid();
  const auto columns = static_cast<std::uint32_t>(grid.columns), rows = static_cast<std::uint32_t>(grid.rows);
  std::vector<Vec3<double>> samples;
  for (std::uint32_t j = 0; j < rows; ++j)
    for (std::uint32_t i = 0; i < columns; ++i)
      samples.push_back({i * grid.spacing.x, j * grid.spacing.y, grid.base + grid.step * grid.heights[samples.size()]});
  std::vector<std::array<std::uint32_t, 3>> triangles;
  for (std::uint32_t j = 0; j + 1 < rows; ++j) {
    for (std::uint32_t i = 0; i + 1 < columns; ++i) {
      const std::uint32_t a = j * columns + i, b = a + 1, c = b + columns, d = a + columns;
      if (!grid.holes.empty() && grid.holes[std::size_t{j} * (columns - 1) + i]) continue;
      triangles.push_back({a, b, c});
      triangles.push_back({a, c, d});
    }
  }
  return of_triangles(samples, triangles, false);
}

}  // namespace

DisplayMesh display_mesh(const Nonconvex<double>& body, const MeshOptions& options) {
  if (const auto* compound = body.get_if<Compound<double>>()) return of_compound(*compound, options);
  if (const auto* mesh = body.get_if<Mesh<double>>()) return of_mesh(*mesh);
  if (const auto* field = body.get_if<HeightField<double>>()) return of_field(*field);
  return {};
}

}  // namespace tactus::io
