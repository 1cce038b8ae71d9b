#pragma once
/// Triangles as plain numbers: what files hold, and what meshes and decompositions are made from.
#include <tactus/math/vec3.h>

#include <array>
#include <vector>

namespace tactus {

/// A triangle is three indices into `vertices`, counter-clockwise as seen from outside. Nothing is checked here:
/// whoever makes something of it does that.
template <class T>
struct TriangleList {
  std::vector<Vec3<T>> vertices;
  std::vector<std::array<int, 3>> triangles;
};

}  // namespace tactus
