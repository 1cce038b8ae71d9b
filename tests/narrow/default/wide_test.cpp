// SPDX-License-Identifier: MIT
// The short cuts for wide vectors give the same answers as the others, bit by bit.
#include <tactus/narrow/default/wide.h>
#include <tactus/query.h>
#include <tests/helpers/random_pairs.h>

#include <gtest/gtest.h>

#include <cstring>

namespace tactus {
namespace {

using testing::Random;
using testing::test_size;

Shape<double> shape_of(int kind, Random& random) {
  const auto size = [&] { return random.uniform(0.3, 1.0); };
  switch (kind) {
    case 0: return Box<double>{{size(), size(), size()}};
    case 1: return Sphere<double>{size()};
    case 2: return Capsule<double>{size(), size()};
    case 3: return testing::random_hull(random, 24);
    case 4: return testing::random_hull(random, 50);
    default: return testing::random_hull(random, 200);
  }
}

bool same_bits(const Contact<double>& a, const Contact<double>& b) {
  return a.status == b.status && a.distance == b.distance && a.lower == b.lower && a.upper == b.upper &&
         a.normal == b.normal && a.point_a == b.point_a && a.point_b == b.point_b && a.feature_a == b.feature_a &&
         a.feature_b == b.feature_b;
}

TEST(Wide, SameAnswersBitByBit) {
  Random random(11);
  const bool there = narrow::use_wide_kernels(true) || narrow::use_wide_kernels(true);
  int touching = 0, pairs = 0;
  for (int i = 0; i < test_size(100); ++i) {
    for (int kind_a = 0; kind_a < 6; ++kind_a) {
      for (int kind_b = 0; kind_b < 6; ++kind_b) {
        const Shape<double> a = shape_of(kind_a, random), b = shape_of(kind_b, random);
        const Pose<double> pose_a = random.pose(1.8), pose_b = random.pose(1.8);
        Contact<double> answers[2][2];
        Manifold<double> manifolds[2];
        for (const bool wide : {false, true}) {
          narrow::use_wide_kernels(wide);
          answers[wide][0] = contact(a, pose_a, b, pose_b);
          answers[wide][1] = distance(a, pose_a, b, pose_b);
          manifolds[wide] = manifold(a, pose_a, b, pose_b);
        }
        EXPECT_TRUE(same_bits(answers[0][0], answers[1][0])) << reproducer(a, pose_a, b, pose_b);
        EXPECT_TRUE(same_bits(answers[0][1], answers[1][1])) << reproducer(a, pose_a, b, pose_b);
        ASSERT_EQ(manifolds[0].count, manifolds[1].count);
        for (std::size_t k = 0; k < manifolds[0].size(); ++k)
          EXPECT_EQ(manifolds[0].points[k].position, manifolds[1].points[k].position);
        ++pairs, touching += answers[0][0].touching();
      }
    }
  }
  EXPECT_GT(touching, pairs / 4);
  EXPECT_LT(touching, pairs * 19 / 20);
  if (!there) GTEST_SKIP() << "this build or this processor has none";
}

}  // namespace
}  // namespace tactus
