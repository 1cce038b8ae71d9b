// SPDX-License-Identifier: MIT
/// The algorithms as published: right where nothing is near a limit, and the judge of the lab against the tests' oracle.
#include <lab/judge.h>
#include <lab/published/epa.h>
#include <lab/published/feng_tan.h>
#include <lab/published/manifold.h>
#include <lab/published/mpr.h>
#include <lab/random/pairing.h>
#include <tests/helpers/oracle_body.h>
#include <tests/helpers/random_pairs.h>
#include <tests/oracle/smooth_distance.h>

#include <gtest/gtest.h>

namespace tactus::lab {
namespace {

using published::Ending;
using testing::test_size;
using Pair = MinkowskiPair<Shape<double>, Shape<double>, double>;

struct Asked {
  Pair pair;
  portal::Whole<Pair> whole;
  Asked(const Shape<double>& a, const Shape<double>& b, const Pose<double>& x) : pair(a, b, x), whole(pair) {}
};

TEST(Published, KnowTwoBoxes) {
  const Shape<double> box = Box<double>{{1, 1, 1}};
  const Pose<double> apart = translation(3.0, 0.2, 0.1), inside = translation(1.7, 0.2, 0.1);
  const Asked far(box, box, apart), near(box, box, inside);
  EXPECT_EQ(published::sa_gjk(far.whole, 1e-6).ending, Ending::miss);
  EXPECT_EQ(published::sa_gjk(near.whole, 1e-6).ending, Ending::hit);
  const auto depth = published::sa_gjk_and_epa(near.whole, 1e-9);
  ASSERT_EQ(depth.ending, Ending::hit);
  EXPECT_NEAR(depth.x.x, -0.3, 1e-6);  // A goes back by 0.3
  const auto heuristic = published::mpr_depth(near.whole, 1e-9);
  ASSERT_EQ(heuristic.ending, Ending::hit);
  EXPECT_NEAR(heuristic.x.x, -0.3, 1e-6);
}

TEST(Published, GjkKnowsATurnedBoxAndIsFooledByAnAlignedOne) {
  const Shape<double> box = Box<double>{{1, 1, 1}}, ball = Ellipsoid<double>{{1, 1, 1}};
  const Pose<double> turned = translation(4.0, 0.2, 0.1) * rotation_z(0.3) * rotation_x(0.4);
  const Pose<double> beside = translation(3.0, 0.2, 0.1);
  const Asked far(ball, box, turned), aligned(box, box, beside);
  const auto gap = published::gjk_distance(far.whole, 1e-9);
  ASSERT_EQ(gap.ending, Ending::miss);
  const Shape<long double> precise_ball = ball.cast<long double>(), precise_box = box.cast<long double>();
  EXPECT_NEAR(norm(gap.x), judged(precise_ball, precise_box, turned.cast<long double>()).distance, 1e-4);
  EXPECT_LT(gap.x.x, 0);  // from B to A
  // Four points of parallel faces lie in a plane: the unchecked sub-algorithm finds the origin in front of no face.
  EXPECT_EQ(published::gjk_distance(aligned.whole, 1e-9).ending, Ending::hit) << "1 apart";
}

TEST(Published, Algorithm11KnowsATetrahedronAroundTheOrigin) {
  const Vec3<double> a{1, 1, 1}, b{-1, -1, 1}, c{-1, 1, -1}, d{1, -1, -1}, far{5, 5, 5};
  EXPECT_TRUE(published::origin_in_tetrahedron<double>({a, b, c, d}));
  EXPECT_TRUE(published::origin_in_tetrahedron<double>({b, a, c, d}));
  EXPECT_FALSE(published::origin_in_tetrahedron<double>({a + far, b + far, c + far, d + far}));
}

/// EPA as published is the least depth in nearly all overlaps of random ellipsoids and hulls, MPR's never less.
TEST(Published, DepthsAgreeWithTheJudge) {
  for (const std::size_t pairing : {std::size_t{0}, std::size_t{1}, std::size_t{4}}) {
    const auto p = random::make_pairing<double>(pairing);
    generate::Random random(1);
    int overlaps = 0, right = 0, mpr_right = 0;
    const int n = test_size(300);
    for (int i = 0; i < n; ++i) {
      const Pose<double> x = random::random_configuration(random, 1.5);
      const Truth truth = judged(p.a.precise[0], p.b.precise[0], x.cast<long double>());
      ASSERT_TRUE(truth.closed);
      const Asked asked(p.a.shapes[0], p.b.shapes[0], x);
      if (!(truth.upper < -1e-3)) continue;
      ++overlaps;
      const auto epa = published::sa_gjk_and_epa(asked.whole, 1e-8);
      right += epa.ending == Ending::hit && std::abs(norm(epa.x) + truth.distance) < 1e-4;
      const auto mpr = published::mpr_depth(asked.whole, 1e-9);
      mpr_right += mpr.ending == Ending::hit && norm(mpr.x) >= -truth.distance - 1e-4;
    }
    EXPECT_GT(overlaps, n / 4);
    EXPECT_GE(right, overlaps - 1 - overlaps / 100) << pairing;
    EXPECT_GE(mpr_right, overlaps - 1 - overlaps / 100) << pairing;
  }
}

/// Line 3 of Algorithm 8: the gap is measured in units of the portal's area, so the portal stops early on curved shapes.
TEST(Published, APortalWithoutUnitNormalStopsEarly) {
  const Shape<double> ellipsoid = Ellipsoid<double>{{0.5, 1, 0.75}};
  generate::Random random(3);
  int calls[2] = {0, 0};
  for (int i = 0; i < test_size(100); ++i) {
    const Pose<double> x = random::random_configuration(random, 0.5);
    for (const bool unit : {false, true}) {
      const Asked asked(ellipsoid, ellipsoid, x);
      EXPECT_EQ(published::mpr_depth(asked.whole, 1e-4, unit).ending, Ending::hit);
      calls[unit] += asked.pair.support_calls();
    }
  }
  EXPECT_LT(1.2 * calls[0], calls[1]);
}

/// A ball and a cube: two cubes may give four points in a plane, which fools the sub-algorithm.
TEST(Published, FengAndTansCounts) {
  const Shape<double> box = Box<double>{{1, 1, 1}}, ball = Ellipsoid<double>{{1, 1, 1}};
  const Pose<double> turn = rotation_z(0.3) * rotation_x(0.4);
  const Pose<double> beside = translation(4.0, 0.2, 0.1) * turn, inside = translation(1.9, 0.2, 0.1) * turn;
  const Asked far(ball, box, beside), near(ball, box, inside);
  const Vec3<double> arbitrary{0.3, -0.8, 0.5};
  const auto apart = published::feng_tan(far.whole, arbitrary, true, 1e-6);
  EXPECT_EQ(apart.ending, Ending::miss);
  EXPECT_EQ(apart.updates, far.pair.support_calls());
  EXPECT_EQ(apart.expansions, 0);
  const auto touch = published::feng_tan(near.whole, arbitrary, false, 1e-6);
  const int calls = near.pair.support_calls();
  EXPECT_EQ(touch.ending, Ending::hit);
  EXPECT_GE(touch.updates, 4);
  EXPECT_EQ(touch.updates, calls);
  const auto deep = published::feng_tan(near.whole, arbitrary, true, 1e-6);
  EXPECT_EQ(deep.updates, touch.updates);
  EXPECT_GE(deep.expansions, 1);
  EXPECT_GE(near.pair.support_calls(), 2 * calls + deep.expansions);  // and those of the first tetrahedron
}

TEST(Published, CurvedAndSharpShapesGetOnePoint) {
  const Shape<double> box = Box<double>{{1, 1, 1}}, can = Cylinder<double>{0.5, 0.5};
  const Pose<double> on_top = translation(0.0, 0.0, 1.49);
  Contact<double> c;
  c.normal = {0, 0, 1};
  c.point_a = c.point_b = {0, 0, 0.995};
  EXPECT_EQ(published::manifold(box, can, on_top, c).count, 1);
  EXPECT_GE(published::manifold(box, box, translation(0.3, 0.2, 1.99), c).count, 4);
}

/// The judge's bounds and the oracle's, which shares no code with the library, have a number in common.
TEST(Judge, AgreesWithTheOracle) {
  for (std::size_t pairing = 0; pairing < random::pairing_names.size(); ++pairing) {
    const auto p = random::make_pairing<double>(pairing);
    generate::Random random(2);
    const auto a = testing::to_oracle(p.a.shapes[0]), b = testing::to_oracle(p.b.shapes[0]);
    int hits = 0;
    const int n = test_size(60);
    for (int i = 0; i < n; ++i) {
      const Pose<double> x = random::random_configuration(random, 3);
      const Truth truth = judged(p.a.precise[0], p.b.precise[0], x.cast<long double>());
      const oracle::Answer known = oracle::smooth_distance(a, b, testing::to_oracle(x), {.depth_tolerance = 1e-7L});
      EXPECT_LE(truth.lower, static_cast<double>(known.upper)) << random::pairing_names[pairing] << ' ' << i;
      EXPECT_GE(truth.upper, static_cast<double>(known.lower)) << random::pairing_names[pairing] << ' ' << i;
      hits += truth.distance <= 0;
    }
    if (n >= 60) {  // fewer are too few to tell a rate
      EXPECT_GT(hits, 0);
      EXPECT_LT(hits, n);
    }
  }
}

}  // namespace
}  // namespace tactus::lab
