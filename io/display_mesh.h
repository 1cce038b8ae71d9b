#pragma once
/// Triangles of any shape, for display only: no query uses them.
#include <tactus/shape/shape.h>

#include <cstdint>
#include <vector>

namespace tactus::io {

/// Counter-clockwise triangles seen from outside. Corners are split where the surface has an edge.
struct DisplayMesh {
  std::vector<Vec3<float>> positions, normals;  // one of each per vertex
  std::vector<std::uint32_t> triangles;  // three vertices each
};

struct MeshOptions {
  int azimuths = 24;  // around the axis of round shapes; a multiple of 4
  double extent = 50;  // half the side of the square that represents a half-space
};

/// Polytopes are exact (up to float). Curved shapes are the hull of points on their surface, so never outside; they are
/// at most about 5/azimuths² of the bounding radius inside (0.9 % with 24). Points and segments get a little thickness,
/// so that they are visible.
DisplayMesh display_mesh(const Shape<double>& shape, const MeshOptions& options = {});

/// Shapes that are stretched copies of each other share one mesh: a box is a stretched cube, an ellipsoid a stretched
/// unit sphere. The shape is `prototype` scaled along its axes.
struct Stretched {
  Shape<double> prototype;
  Vec3<double> scale{1, 1, 1};
};
Stretched stretched(const Shape<double>& shape);

}  // namespace tactus::io
