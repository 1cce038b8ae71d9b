// SPDX-License-Identifier: MIT
/// A proof about a pair holds while the pair has moved no farther than the proof allows, and no longer.
#include <tactus/pair/proof.h>
#include <tests/helpers/random_pairs.h>

#include <gtest/gtest.h>

namespace tactus {
namespace {

using testing::Random;
using testing::test_size;
using D = double;

TEST(PairMotion, BoundsTheMotionOfEveryPoint) {
  Random random(1);
  D tightest = 0;
  for (int i = 0; i < test_size(20000); ++i) {
    const D scale = std::pow(10, random.uniform(-3, 3)), step = std::pow(10, random.uniform(-6, 0));
    const Pose<D> from = random.pose(3.0 * scale);
    const Pose<D> to = random.moved(from, scale * step, random.uniform(0, 3) * step);
    const Vec3<D> center = random.vector(0, 2);
    const D radius = random.uniform(0.1, 2);
    const auto bound = moved_since(from.cast<float>(), to, center, radius);
    const Vec3<D> p = center + random.vector(0, radius), direction = random.direction();
    const D moved = norm(to * p - from * p);
    EXPECT_LE(moved, bound.by);
    EXPECT_LE(norm(to.rotation * direction - from.rotation * direction), bound.turned + 1e-6);
    if (moved > 1e-4 * scale) tightest = std::max(tightest, moved / bound.by);
  }
  EXPECT_GT(tightest, 0.6) << "a bound of several times the motion would prove nothing";
}

TEST(PairProof, HoldsOnlyWhileTheGapIsLargerThanTheMotion) {
  PairProof proof;
  const auto apart = [&](D x, D margin) { return still_apart(proof, translation(x, 0., 0.), Vec3<D>{}, D(1), margin); };
  EXPECT_FALSE(apart(3, 0)) << "nothing is known";
  remember_apart(proof, translation(3., 0., 0.), 1.);
  EXPECT_TRUE(apart(3, 0));
  EXPECT_TRUE(apart(2.1, 0));
  EXPECT_FALSE(apart(1.9, 0));
  EXPECT_FALSE(apart(2.1, 0.2));
  EXPECT_FALSE(apart(3, 1));
  remember_apart(proof, translation(3., 0., 0.), std::numeric_limits<D>::quiet_NaN());
  EXPECT_FALSE(apart(3, 0));
}

/// Rounded to float, the bound is no larger than the given one.
TEST(PairProof, NeverClaimsMoreThanWasGiven) {
  Random random(2);
  for (int i = 0; i < 10000; ++i) {
    const D mantissa = random.uniform(-1, 1), lower = mantissa * std::pow(10, random.uniform(-30, 30));
    PairProof proof;
    remember_apart(proof, Pose<D>{}, lower);
    EXPECT_LE(D(proof.apart), lower);
    EXPECT_GE(D(proof.apart), lower - 1e-6 * abs(lower) - 1e-37);
  }
}

}  // namespace
}  // namespace tactus
