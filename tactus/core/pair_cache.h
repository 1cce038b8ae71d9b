#pragma once
/// What a pair of bodies remembers from one query to the next.
#include <tactus/core/feature.h>
#include <tactus/math/pose.h>

#include <array>

namespace tactus {

/// What the last search over all axes of two overlapping polytopes has shown (narrow/sat_certificate.h). It holds for
/// these two shapes only, whence their identities. In float whatever the scalar: what it says are bounds, widened to
/// suit.
struct OverlapProof {
  static constexpr std::uint32_t none = 0xffffffffu;
  std::uint64_t shape_a = 0, shape_b = 0;  // PolytopeView::identity; 0: nothing is known
  Pose<float> x_ab{};  // at which the search was made
  float elsewhere = -infinity<float>;  // the least overlap along directions away from the remembered features
  float turn = 0;  // how far B may have turned for that to mean something
  std::uint32_t node_a = none, arc_a = none, node_b = none;  // those features; see sat::Remembered
  bool tried = false;  // was a proof attempted after that search?
  bool used = false;  // has it answered a query?
};

/// What the last manifold of two overlapping boxes or hulls was made of, and how far they may go before it would be
/// made of something else (contact/manifold_memory.h). In float for the same reason.
struct ManifoldMemory {
  enum class Axis : std::uint8_t { none, face_a, face_b, edges };
  enum class Center : std::uint8_t { unknown, deepest, faces, edge_on_face, several };
  static constexpr int capacity = 8;
  std::uint64_t shape_a = 0, shape_b = 0;  // identities; 0: nothing is known
  Pose<float> x_ab{};  // at which it was made
  float elsewhere = -infinity<float>;  // the least overlap along directions outside of the cone about the normal
  float cone = 0;  // half its angle
  float clear = 0;  // how far corners may go before other parts of the outlines make the points,
  float lever = 0;  // and how far they go when B turns by a radian
  float turn = 0;  // how far B may turn before other features face each other,
  float center_turn = 0;  // or before the representative point belongs to others
  std::uint32_t feature_a = 0, feature_b = 0;  // Feature::id()
  Axis axis = Axis::none;  // what the normal belongs to; none: nothing is remembered but the pose
  std::uint8_t side_a = 0, side_b = 0;  // if edges: the sides of the outlines, the normal being their cross product
  bool mirrored = false;  // or minus that
  std::uint8_t count = 0;  // of the points
  bool tried = false;  // was it worth remembering at this pose?
  bool used = false;  // has it answered a query?
  Center center = Center::unknown;  // what its representative point belongs to
  std::array<std::uint16_t, capacity> parts{};  // what makes each point: the parts of both outlines, eight bits each
};

/// A hint, never a promise: empty, stale or another pair's, the answer is the same within tolerance, only slower.
/// Directions are in A's frame, indices are the shapes' own and checked before use, so nothing here can refer to a
/// shape that is gone. The memory of a manifold is all that bodies at rest look at: first and aligned, it lies in two
/// cache lines, not in three.
template <Scalar T> struct alignas(64) PairCache {
  ManifoldMemory manifold;  // of the last overlap, if it stayed where it was
  std::array<Vec3<T>, 4> directions{};  // along which the last simplex (GJK) or portal (MPR) was found
  Vec3<T> normal{};  // the last separating axis, zero if there was none
  int count = 0;  // how many of the directions are known
  int vertex_count = 0;  // how many of the vertices are known
  Feature feature_a{}, feature_b{};  // the last closest or deepest features of polyhedra; curved: none known
  std::array<std::uint32_t, 4> vertices_a{}, vertices_b{};  // the last simplex of Enhanced GJK
  OverlapProof overlap;  // of the last overlap, proved or not
};

}  // namespace tactus
