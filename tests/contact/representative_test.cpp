/// The representative point of two hulls does not jump where their features are a matter of the last digit: an edge
/// that lies level has two farthest vertices, with other faces around each.
#include <tactus/contact/manifold.h>
#include <tests/helpers/random_pairs.h>

#include <gtest/gtest.h>

#include <algorithm>

namespace tactus {
namespace {

using testing::Random;
using testing::test_size;
using D = double;

/// Finely faceted hulls, whose faces are within the angle that counts as flat, and prisms.
const Hull<D>& some_hull(Random& r) {
  static const std::vector<Hull<D>> pool = [] {
    Random own(5);
    std::vector<Hull<D>> hulls;
    for (int i = 0; i < 24; ++i) hulls.push_back(testing::random_hull(own, 6 + 4 * i));
    for (int n = 3; n <= 32; n += 4) {
      std::vector<Vec3<D>> corners;
      for (int k = 0; k < n; ++k)
        for (const D z : {-.5, .5}) corners.push_back({std::cos(2 * pi<D> * k / n), std::sin(2 * pi<D> * k / n), z});
      hulls.push_back(Hull<D>::from_points(corners));
    }
    return hulls;
  }();
  return pool[std::size_t(r.below(static_cast<int>(pool.size())))];
}

/// A part of a hull that another is to touch: it looks along `out`, which is perpendicular to `along`.
struct Part {
  Vec3<D> out, along, middle;
  Mat3<D> frame() const { return Mat3<D>::from_columns(along, cross(out, along), out); }
};
Part some_face(Random& r, const Hull<D>& hull) {
  const auto face = static_cast<std::uint32_t>(r.below(static_cast<int>(hull.face_count())));
  const auto loop = hull.face_loop(face);
  Vec3<D> sum{};
  for (const std::uint32_t v : loop) sum += hull.vertex(v);
  const Vec3<D> side = hull.vertex(loop[1]) - hull.vertex(loop[0]);
  return {hull.plane(face).normal, side / norm(side), sum / D(loop.size())};
}
Part some_edge(Random& r, const Hull<D>& hull) {
  const HullEdge edge = hull.edge(static_cast<std::uint32_t>(r.below(static_cast<int>(hull.edge_count()))));
  const HalfEdge there = hull.half_edge(edge.half_edge), back = hull.half_edge(there.twin);
  const D share = r.uniform(.1, .9);
  const Vec3<D> out = hull.plane(there.face).normal * share + hull.plane(back.face).normal * (1 - share),
                along = hull.vertex(edge.b) - hull.vertex(edge.a);
  return {out / norm(out), along / norm(along), (hull.vertex(edge.a) + hull.vertex(edge.b)) / 2.};
}

enum class Meeting { edge_on_face, edge_across_edge, edge_along_edge, side_on_side, face_on_face };

/// The largest step of the representative point when the bodies move by 1e-13, over many pairs whose parts meet so.
/// Pairs that have several normals as good are left out.
D largest_jump(Meeting meeting) {
  Random r(17);
  D most = 0;
  int counted = 0;
  const int pairs = test_size(4000);
  for (int i = 0; i < pairs; ++i) {
    const Hull<D>&a = some_hull(r), &b = some_hull(r);
    const bool edge_a = meeting == Meeting::edge_across_edge || meeting == Meeting::edge_along_edge,
               edge_b = edge_a || meeting == Meeting::edge_on_face;
    const Part on_a = edge_a ? some_edge(r, a) : some_face(r, a), on_b = edge_b ? some_edge(r, b) : some_face(r, b);
    const bool parallel = meeting == Meeting::edge_along_edge || meeting == Meeting::side_on_side;
    const D angle = parallel ? pi<D> * r.below(2) : r.uniform(.2, 2.9);
    const Mat3<D> turn =
        on_a.frame() * rotation_z(angle).rotation * rotation_x(pi<D>).rotation * transpose(on_b.frame());
    const Vec3<D> middle = on_a.middle + on_a.along * r.uniform(-.05, .05);
    const Pose<D> x{turn, middle - turn * on_b.middle - on_a.out * std::pow(10, r.uniform(-5, -2))};
    const Options<D> options{.max_distance = i % 2 ? 0.1 : 0};
    const Manifold<D> first = contact_manifold<D>(a, b, x, options);
    for (int k = 0; k < 4; ++k) {
      const Pose<D> moved = translation(r.direction() * 1e-13) * x * rotation(r.direction(), 1e-13);
      const Manifold<D> m = contact_manifold<D>(a, b, moved, options);
      if (first.count == 0 || m.count == 0 || distance(m.normal, first.normal) > 1e-9) continue;
      ++counted;
      most = std::max(most, distance(m.representative, first.representative));
    }
  }
  EXPECT_GE(counted, 3 * pairs);
  return most;
}

constexpr D continuous_to = 0x1p-14;  // four times snap_share: hulls of size 1

TEST(Representative, StaysWhereAnEdgeLiesOnAFace) { EXPECT_LE(largest_jump(Meeting::edge_on_face), continuous_to); }
TEST(Representative, StaysWhereEdgesCross) { EXPECT_LE(largest_jump(Meeting::edge_across_edge), continuous_to); }
TEST(Representative, StaysWhereEdgesAreParallel) { EXPECT_LE(largest_jump(Meeting::edge_along_edge), continuous_to); }
TEST(Representative, StaysWhereFacesLieOnEachOther) {
  EXPECT_LE(largest_jump(Meeting::face_on_face), continuous_to);
  EXPECT_LE(largest_jump(Meeting::side_on_side), continuous_to);
}

}  // namespace
}  // namespace tactus
