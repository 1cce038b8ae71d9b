// SPDX-License-Identifier: MIT
// Motions: where they start, how they turn, and that their bounds contain the swept space.
#include <tactus/sweep/swept_bounds.h>
#include <tests/sweep/oracle_sweep.h>

#include <gtest/gtest.h>

namespace tactus::testing {
namespace {

TEST(Motion, TurnsAboutItsPivotAtConstantSpeed) {
  const Motion<double> hinge{
      .start = translation(1.0, 0.0, 0.0), .angular_velocity = {0, 0, 3 * pi<double>}, .pivot = {1, 0, 0}};
  for (const double t : {0.0, 0.25, 1.0 / 3, 1.0}) {
    EXPECT_LT(norm(hinge.at(t) * Vec3<double>{1, 0, 0} - Vec3<double>{2, 0, 0}), 1e-15);  // the hinge stays
    const double angle = 3 * pi<double> * t;
    const Vec3<double> tip{2 - std::cos(angle), -std::sin(angle), 0};
    EXPECT_LT(norm(hinge.at(t) * Vec3<double>{} - tip), 2e-15);  // more than a full turn, as requested
  }
}

TEST(Motion, IsThatOfTheOracleToRounding) {
  Random random(3);
  for (int i = 0; i < 500; ++i) {
    const Motion<double> m = random_motion(random, 4 * pi<double>, 1.0);
    const oracle::Motion truth = to_oracle(m);
    const double t = random.uniform(0, 1);
    const Vec3<double> p = random.direction();
    const Vec3<double> at = m.at(t) * p;
    EXPECT_LT(static_cast<double>(oracle::norm(truth.at(t) * to_oracle(p) - to_oracle(at))), 4e-15);
    EXPECT_TRUE(is_valid(m.at(t)));
  }
}

TEST(Motion, LeadsFromOnePoseToAnother) {
  Random random(4);
  for (int i = 0; i < 200; ++i) {
    const Pose<double> from = random.pose(5), to = random.pose(5);
    const Motion<double> m = motion_between(from, to, random.direction());
    const Vec3<double> p = random.direction();
    EXPECT_LT(norm(m.at(0) * p - from * p), 1e-14);
    EXPECT_LT(norm(m.at(1) * p - to * p), 1e-14);
    EXPECT_LE(norm(m.angular_velocity), pi<double> + 1e-14);
  }
}

TEST(SweptBounds, HoldTheShapeAtEveryTime) {
  Random random(5);
  double fill = 0;
  constexpr int count = 400;
  for (int i = 0; i < count; ++i) {
    const Shape<double> shape = sweep_shape(random, static_cast<Family>(i % 7));
    const Motion<double> m = random_motion(random, i % 2 ? 1.0 : 4 * pi<double>, i % 3 ? 0.0 : 1.0);
    const double t0 = random.uniform(0, 0.5), t1 = random.uniform(0.5, 1);
    const Aabb<double> box = swept_aabb(shape, m, t0, t1);
    const SweptSphere<double> sphere = swept_sphere(shape, m, t0, t1);
    const oracle::Body body = to_oracle(shape);
    const oracle::Motion motion = to_oracle(m);
    Aabb<double> seen;
    for (int k = 0; k <= 40; ++k) {
      const long double t = static_cast<long double>(t0) + static_cast<long double>(t1 - t0) * k / 40;
      const oracle::Pose pose = motion.at(t);
      const oracle::Vec3 pivot = pose * motion.pivot;
      for (int axis = 0; axis < 6; ++axis) {
        const long double s = axis % 2 ? -1 : 1;
        const oracle::Vec3 n{axis / 2 == 0 ? s : 0, axis / 2 == 1 ? s : 0, axis / 2 == 2 ? s : 0};
        const oracle::Vec3 p = pose * body.core_support(oracle::transpose_times(pose.rotation, n)) + body.radius * n;
        const long double reach = oracle::dot(n, p);
        const double wall = axis % 2 ? -box.min[axis / 2] : box.max[axis / 2];
        ASSERT_LE(reach, static_cast<long double>(wall)) << shape << m;
        ASSERT_LE(oracle::norm(p - pivot), static_cast<long double>(sphere.radius)) << shape << m;
        double& most = axis % 2 ? seen.min[axis / 2] : seen.max[axis / 2];
        most = axis % 2 ? std::min(most, static_cast<double>(-reach)) : std::max(most, static_cast<double>(reach));
      }
    }
    fill += volume(seen) / volume(box);
  }
  EXPECT_GT(fill / count, 0.5);  // and the bounds are not much too large
}

TEST(SweptBounds, MovingSpheresMeetWhereTheyMust) {
  const Sphere<double> ball{.radius = 1};
  const auto moving = [&](Vec3<double> from, Vec3<double> velocity) {
    return swept_sphere(ball, Motion<double>{.start = translation(from), .velocity = velocity});
  };
  EXPECT_TRUE(may_meet(moving({-10, 0, 0}, {20, 0, 0}), moving({0, -10, 1.9}, {0, 20, 0})));
  EXPECT_FALSE(may_meet(moving({-10, 0, 0}, {20, 0, 0}), moving({0, -10, 2.1}, {0, 20, 0})));
  EXPECT_FALSE(
      // the paths cross, the bodies do not meet
      may_meet(moving({-10, 0, 0}, {20, 0, 0}), moving({0, -15, 0}, {0, 5, 0})));
}

}  // namespace
}  // namespace tactus::testing
