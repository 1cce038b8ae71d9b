#pragma once
/// What a pair of bodies remembers from one query to the next.
#include <tactus/core/feature.h>
#include <tactus/math/pose.h>

#include <array>

namespace tactus {

/// What was proved of a pair at some pose, and holds while B has not moved farther than what it says (narrow/pair_motion.h
/// measures that): that the shapes are apart (pair/proof.h), or at which features they overlap least
/// (narrow/sat/certificate.h). In float whatever the scalar: what it says are bounds, widened to suit.
struct PairProof {
  static constexpr std::uint32_t none = 0xffffffffu;
  Pose<float> x_ab{};  // where B was
  float apart = -infinity<float>;  // the signed distance is at least that; the pair's own shapes are meant
  float elsewhere = -infinity<float>;  // the least overlap along directions away from the remembered features
  float turn = 0;  // how far B may have turned for that to mean something
  std::uint32_t node_a = none, arc_a = none, node_b = none;  // those features; see sat::Remembered
  bool tried = false;  // was a proof attempted after that search?
  bool used = false;  // has it answered a query?
  std::uint64_t shape_a = 0, shape_b = 0;  // PolytopeView::identity of whose features these are; 0: nothing is known
};

/// A hint, never a promise: empty, stale or another pair's, the answer is the same within tolerance, only slower.
/// Directions are in A's frame, indices are the shapes' own and checked before use, so nothing here can refer to a
/// shape that is gone.
template <Scalar T> struct PairCache {
  PairProof proof;
  std::array<Vec3<T>, 4> directions{};  // along which the last simplex (GJK) or portal (MPR) was found
  Vec3<T> normal{};  // the last separating axis, zero if there was none
  int count = 0;  // how many of the directions are known
  int vertex_count = 0;  // how many of the vertices are known
  Feature feature_a{}, feature_b{};  // the last closest or deepest features of polyhedra; curved: none known
  std::array<std::uint32_t, 4> vertices_a{}, vertices_b{};  // the last simplex of Enhanced GJK
};

}  // namespace tactus
