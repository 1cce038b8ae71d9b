// SPDX-License-Identifier: MIT
#pragma once
/// The data that a pair of bodies keeps from one query to the next.
#include <tactus/core/feature.h>
#include <tactus/math/pose.h>

#include <array>

namespace tactus {

/// What was proved about a pair at some pose. The proof holds while B has not moved farther than it allows (measured by
/// narrow/pair_motion.h). It says that the shapes are apart (pair/proof.h), or at which features they overlap least
/// (narrow/sat/certificate.h). Stored in float for every scalar: the values are bounds, widened accordingly.
struct PairProof {
  /// No feature is remembered.
  static constexpr std::uint32_t none = 0xffffffffu;
  Pose<float> x_ab{};  // the pose of B
  float apart = -infinity<float>;  // a lower bound of the signed distance; valid only for the pair's own shapes
  float elsewhere = -infinity<float>;  // the least overlap along directions away from the remembered features
  float turn = 0;  // how far B may have turned for `elsewhere` to be valid
  std::uint32_t node_a = none, arc_a = none, node_b = none;  // the remembered features; see sat::Remembered
  bool tried = false;  // was a proof attempted after the search that found these features?
  bool used = false;  // has it answered a query?
  /// PolytopeView::identity of the shapes of these features; 0: nothing is known
  std::uint64_t shape_a = 0, shape_b = 0;
};

/// A hint, never a promise: with an empty or stale cache, or another pair's, the answer keeps every promise, but takes
/// longer. Directions are in A's frame; indices belong to the shapes and are checked before use, so nothing here
/// can refer to a shape that no longer exists.
template <Scalar T> struct PairCache {
  PairProof proof;  // what was proved the last time
  std::array<Vec3<T>, 4> directions{};  // along which the last simplex (GJK) or portal (MPR) was found
  Vec3<T> normal{};  // the last separating axis, zero if there was none
  int count = 0;  // how many of the directions are known
  int vertex_count = 0;  // how many of the vertices are known
  Feature feature_a{}, feature_b{};  // the last closest or deepest features of polyhedra; curved: unknown
  std::array<std::uint32_t, 4> vertices_a{}, vertices_b{};  // the last simplex of Enhanced GJK
};

}  // namespace tactus
