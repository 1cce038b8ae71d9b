#pragma once
/// What a pair of bodies remembers from one query to the next.
#include <tactus/core/feature.h>
#include <tactus/math/vec3.h>

#include <array>

namespace tactus {

/// A hint, never a promise: empty, stale or another pair's, the answer is the same within tolerance, only slower.
/// Directions are in A's frame, indices are the shapes' own and checked before use, so nothing here can refer to a
/// shape that is gone.
template <Scalar T> struct PairCache {
  std::array<Vec3<T>, 4> directions{};  // along which the last simplex (GJK) or portal (MPR) was found
  int count = 0;  // how many of them are known
  Vec3<T> normal{};  // the last separating axis, zero if there was none
  Feature feature_a{}, feature_b{};  // the last closest or deepest features of polyhedra; curved: none known
  std::array<std::uint32_t, 4> vertices_a{}, vertices_b{};  // the last simplex of Enhanced GJK
  int vertex_count = 0;  // how many of them are known
};

}  // namespace tactus
