// SPDX-License-Identifier: MIT
#pragma once
/// Triangles of any body, for display only: no query uses them.
#include <tactus/nonconvex/nonconvex.h>

#include <cstdint>
#include <vector>

namespace tactus::io {

/// Triangles, counter-clockwise seen from outside. Where the surface has an edge, each side has vertices and normals of
/// its own.
struct DisplayMesh {
  std::vector<Vec3<float>> positions, normals;  // one of each per vertex
  std::vector<std::uint32_t> triangles;  // three vertices each
};

struct MeshOptions {
  int azimuths = 24;  // around the axis of round shapes; a multiple of 4
  double extent = 50;  // half the side of the square that represents a half-space
};

/// Polytopes are exact (up to float). The mesh of a curved shape is the hull of points on its surface: never outside
/// the shape, and at most about 5/azimuths² of the bounding radius inside (0.9 % with 24). Points and segments get a
/// little thickness, so that they are visible.
DisplayMesh display_mesh(const Shape<double>& shape, const MeshOptions& options = {});

/// All pieces of a compound; the triangles of a mesh or a height field, with smooth normals where they bend gently.
DisplayMesh display_mesh(const Nonconvex<double>& body, const MeshOptions& options = {});

/// Shapes that are stretched copies of each other share one mesh: a box is a stretched cube, an ellipsoid a stretched
/// unit sphere. The shape is `prototype` scaled along its axes.
struct Stretched {
  Shape<double> prototype;
  Vec3<double> scale{1, 1, 1};
};
Stretched stretched(const Shape<double>& shape);

}  // namespace tactus::io
