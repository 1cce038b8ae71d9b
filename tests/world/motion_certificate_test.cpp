#include <tactus/world/motion_certificate.h>

#include <tests/helpers/random_pairs.h>

#include <gtest/gtest.h>

using namespace tactus;
using namespace tactus::testing;

TEST(MotionCertificate, BoundsTheMotionOfEveryPoint) {
  Random random(1);
  double tightest = 0;
  for (int i = 0; i < 20000; ++i) {
    const Pose<double> from = random.pose(3.0), to = random.pose(3.0);
    const Vec3<double> center = random.direction() * random.uniform(0, 2);
    const double radius = random.uniform(0.1, 2);
    const double bound = largest_motion(from, to, center, radius);
    const Vec3<double> p = center + random.direction() * radius;
    const double moved = norm(to * p - from * p);
    EXPECT_LE(moved, bound * (1 + 1e-15));
    tightest = std::max(tightest, moved / bound);
  }
  EXPECT_GT(tightest, 0.6);  // a bound of several times the motion would certify nothing
}

TEST(MotionCertificate, HoldsOnlyWhileTheGapIsLargerThanTheMotion) {
  const Sphere<double> ball{1};
  const Pose<double> at_a{}, at_b = translation(3.0, 0.0, 0.0);
  const MotionCertificate<double> apart{true, 1.0, at_a, at_b};
  EXPECT_TRUE(apart.still_apart(ball, at_a, ball, translation(2.1, 0.0, 0.0), 0.0));
  EXPECT_FALSE(apart.still_apart(ball, at_a, ball, translation(1.9, 0.0, 0.0), 0.0));
  EXPECT_FALSE(apart.still_apart(ball, at_a, ball, translation(2.1, 0.0, 0.0), 0.2));
  EXPECT_FALSE(MotionCertificate<double>{}.still_apart(ball, at_a, ball, at_b, 0.0));
  EXPECT_TRUE(apart.unchanged(at_a, at_b));
  EXPECT_FALSE(apart.unchanged(at_a, translation(3.0, 1e-16, 0.0)));
}
