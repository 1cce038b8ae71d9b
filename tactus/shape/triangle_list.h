// SPDX-License-Identifier: MIT
#pragma once
/// Triangles as plain numbers: the content of mesh files, and the input of meshes and decompositions.
#include <tactus/math/vec3.h>

#include <array>
#include <vector>

namespace tactus {

/// Triangles over shared vertices. A triangle is three indices into `vertices`, counter-clockwise seen from outside.
/// Nothing is checked here; the code that uses the list must do that.
template <class T> struct TriangleList {
  std::vector<Vec3<T>> vertices;
  /// Three numbers of vertices each.
  std::vector<std::array<int, 3>> triangles;
};

}  // namespace tactus
