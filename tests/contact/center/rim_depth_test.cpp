// SPDX-License-Identifier: MIT
/// The deepest point of a round face within an outline, compared with thousands of points of the common region.
#include <tactus/contact/center/rim_depth.h>
#include <tests/helpers/random_pairs.h>

#include <gtest/gtest.h>

namespace tactus {
namespace {

using testing::Random;
using testing::test_size;
using D = double;
using Kind = Silhouette<D>::Kind;

Vec2<D> some_point(Random& r, D size) { return {r.uniform(-size, size), r.uniform(-size, size)}; }

Silhouette<D> some_ellipse(Random& r) {
  Silhouette<D> s;
  s.kind = Kind::ellipse;
  s.center = some_point(r, 1), s.u = some_point(r, 1), s.v = some_point(r, 1);
  s.close();
  return s;
}
/// A polygon about a random middle, or a segment.
Silhouette<D> some_outline(Random& r) {
  Silhouette<D> s;
  s.count = 2 + r.below(6);
  s.kind = s.count == 2 ? Kind::segment : Kind::polygon;
  const Vec2<D> middle = some_point(r, 1), u = some_point(r, 1), v = some_point(r, 1);
  const D sense = cross(u, v) > 0 ? 1 : -1;
  for (int i = 0; i < s.count; ++i) {
    const D angle = sense * 2 * pi<D> * i / s.count;
    s.corners[i] = middle + u * std::cos(angle) + v * std::sin(angle);
  }
  s.close();
  return s;
}
Vec2<D> some_point_of(Random& r, const Silhouette<D>& s) {
  if (s.kind == Kind::segment) return s.corners[0] + (s.corners[1] - s.corners[0]) * r.uniform(0, 1);
  const D angle = r.uniform(0, 2 * pi<D>), share = r.below(4) ? std::sqrt(r.uniform(0, 1)) : 1;
  if (s.kind == Kind::ellipse) return s.center + (s.rim(std::cos(angle), std::sin(angle)) - s.center) * share;
  const int i = r.below(s.count);
  const Vec2<D> on_side = s.corners[i] + (s.corners[i + 1] - s.corners[i]) * r.uniform(0, 1);
  return on_side + (s.corners[r.below(s.count)] - on_side) * (1 - share);
}
bool within(const Silhouette<D>& s, const Vec2<D>& p) { return s.inside(p) >= -1e-9; }

TEST(RimDepth, IsTheLeastOverTheCommonRegion) {
  Random r(1);
  int found = 0, missed = 0;
  const int trials = test_size(3000);
  for (int i = 0; i < trials; ++i) {
    const bool swapped = r.below(2);
    const Silhouette<D> round = some_ellipse(r), other = r.below(2) ? some_outline(r) : some_ellipse(r);
    if (abs(cross(round.u, round.v)) < 1e-2 || (other.kind == Kind::ellipse && abs(cross(other.u, other.v)) < 1e-2))
      continue;
    const Silhouette<D>&a = swapped ? other : round, &b = swapped ? round : other;
    const Vec2<D> slope = some_point(r, 1);
    Vec2<D> deepest;
    const bool any = find_deepest_of_round(deepest, a, b, slope);
    (any ? found : missed) += 1;
    if (any) {
      ASSERT_TRUE(within(round, deepest) && within(other, deepest))
          << i << ' ' << round.inside(deepest) << ' ' << other.inside(deepest);
    }
    for (int k = 0; k < 200; ++k) {
      const Vec2<D> p = some_point_of(r, k % 2 ? a : b);
      if (round.inside(p) < 1e-9 || (other.kind != Kind::segment && other.inside(p) < 1e-9) || !within(other, p))
        continue;
      ASSERT_TRUE(any) << i;
      ASSERT_LE(dot(slope, deepest), dot(slope, p) + 1e-9) << i;
    }
  }
  EXPECT_GE(found, trials / 3);
  EXPECT_GE(missed, trials / 10);
}

/// Where the ellipse reaches over a side of the region, the deepest point is on that side.
TEST(RimDepth, StaysWithinAHalfPlane) {
  Silhouette<D> disc = [] {
    Silhouette<D> s;
    s.kind = Kind::ellipse, s.u = {1, 0}, s.v = {0, 1};
    return s.close(), s;
  }();
  Silhouette<D> square;
  square.kind = Kind::polygon, square.count = 4;
  square.corners[0] = {-3, -0.6}, square.corners[1] = {3, -0.6}, square.corners[2] = {3, 3},
  square.corners[3] = {-3, 3};
  square.close();
  Vec2<D> deepest;
  ASSERT_TRUE(find_deepest_of_round(deepest, disc, square, Vec2<D>{0.1, 1}));
  EXPECT_NEAR(deepest.x, -0.8, 1e-15);
  EXPECT_NEAR(deepest.y, -0.6, 1e-15);
  ASSERT_TRUE(find_deepest_of_round(deepest, square, disc, Vec2<D>{-1, 0}));
  EXPECT_NEAR(deepest.x, 1, 1e-15);
  EXPECT_FALSE(find_deepest_of_round(deepest, square, disc, Vec2<D>{}));
}

}  // namespace
}  // namespace tactus
