// SPDX-License-Identifier: MIT
// Capsules are answered in closed form. The bounds must still hold: `lower` is the separation along the returned
// normal, whatever the rounding of that normal if the segments nearly meet.
#include <tactus/query.h>
#include <tests/helpers/oracle_body.h>
#include <tests/helpers/random_pairs.h>

#include <gtest/gtest.h>

namespace tactus::testing {
namespace {

struct Pair {
  Capsule<double> a, b;
  Pose<double> x_ab;
};

/// Half of them cross: the axes pass each other at any distance down to 1e-17.
Pair draw(Random& random) {
  const auto capsule = [&] { return Capsule<double>{random.uniform(0.2, 0.5), random.uniform(0.2, 1)}; };
  Pair p{capsule(), capsule(), random.pose(2.1)};
  if (random.below(2)) return p;
  const Vec3<double> z_b = p.x_ab.rotation.column(2), across = unit_or_up(cross(Vec3<double>{0, 0, 1}, z_b));
  const double on_a = random.uniform(-1, 1) * p.a.half_height, on_b = random.uniform(-1, 1) * p.b.half_height;
  p.x_ab.translation = Vec3<double>{0, 0, on_a} - on_b * z_b + std::pow(10, random.uniform(-17, 0)) * across;
  return p;
}

TEST(CapsuleBounds, LowerIsAtMostTheSeparationAlongTheNormal) {
  Random random(60);
  int broken = 0, stalled = 0;
  double worst = 0;
  constexpr int pairs = 60'000;
  for (int i = 0; i < pairs; ++i) {
    const Pair p = draw(random);
    const Contact<double> c = narrow::contact(Shape<double>(p.a), Shape<double>(p.b), p.x_ab);
    const oracle::Real separation = oracle::separation_along(
        to_oracle(Shape<double>(p.a)), {}, to_oracle(Shape<double>(p.b)), to_oracle(p.x_ab), to_oracle(c.normal));
    broken += c.lower > separation;
    stalled += c.status == Status::stalled;
    const double reach = p.a.half_height + p.a.radius + p.b.half_height + p.b.radius + norm(p.x_ab.translation);
    ASSERT_TRUE(c.status == Status::stalled || c.upper - c.lower <= 5.01 * 8 * unit_roundoff<double> * reach) << c;
    worst = std::max(worst, double(c.lower - separation));
  }
  EXPECT_LE(stalled, pairs * 122 / 6'000'000);  // docs/contract.md, Never
  EXPECT_EQ(broken, 0) << "of " << pairs << ", by up to " << worst;
}

// If the difference of two ends is only rounding, the direction out of both ends is still a normal.
TEST(CapsuleBounds, EndsThatAllButTouchHaveANormal) {
  Random random(62);
  int stalled = 0;
  constexpr int pairs = 20'000;
  for (int i = 0; i < pairs; ++i) {
    const Capsule<double> a{random.uniform(0, 0.5), random.uniform(0.2, 1)},
        b{random.uniform(0, 0.5), random.uniform(0, 1)};
    Pose<double> x = random.below(2) ? random.pose(0) : random.turn(std::pow(10, random.uniform(-9, 0)));
    const Vec3<double> off = random.vector(std::pow(10, random.uniform(-18, -10)));
    x.translation = Vec3<double>{0, 0, a.half_height} + off + x.rotation.column(2) * b.half_height;
    const Contact<double> c = narrow::contact(Shape<double>(a), Shape<double>(b), x);
    const double reach = a.half_height + a.radius + b.half_height + b.radius + norm(x.translation);
    stalled += c.status == Status::stalled;
    ASSERT_TRUE(c.status == Status::stalled || c.upper - c.lower <= 5.01 * 8 * unit_roundoff<double> * reach) << c;
    const oracle::Real separation = oracle::separation_along(
        to_oracle(Shape<double>(a)), {}, to_oracle(Shape<double>(b)), to_oracle(x), to_oracle(c.normal));
    ASSERT_LE(c.lower, separation) << i << c;
  }
  EXPECT_EQ(stalled, 0);
}

TEST(CapsuleBounds, AnOverlapNamesAPointOfBoth) {
  Random random(61);
  int overlaps = 0, outside = 0;
  for (int i = 0; i < 20'000; ++i) {
    const Pair p = draw(random);
    const Capsule<double> thin{p.b.radius * 1e-3, p.b.half_height};
    const Contact<double> c = narrow::distance(Shape<double>(p.a), Shape<double>(thin), p.x_ab);
    if (c.status != Status::overlapping) continue;
    ++overlaps;
    const auto off = [](const Capsule<double>& s, const Vec3<double>& q) {
      return norm(q - Vec3<double>{0, 0, std::clamp(q.z, -s.half_height, s.half_height)}) - s.radius;
    };
    const Vec3<double> in_b = transposed_times(p.x_ab.rotation, c.point() - p.x_ab.translation);
    outside += off(p.a, c.point()) > 1e-14 || off(thin, in_b) > 1e-14;
  }
  EXPECT_GT(overlaps, 5'000);
  EXPECT_EQ(outside, 0) << "of " << overlaps;
}

/// About one centre, turned by anything from nothing to a radian: the normal is perpendicular to both, and proves the
/// depth.
TEST(CapsuleBounds, NearlyParallelOnesAboutOneCentreComeFreeAcrossBoth) {
  Random random(62);
  const Shape<double> s = Capsule<double>{1, 1};
  for (int i = 0; i < 20'000; ++i) {
    const Pose<double> a = random.pose(0);
    const Pose<double> b = a * random.turn(std::pow(10, random.uniform(-17, 0)));
    const Contact<double> c = contact(s, {a.rotation, {}}, s, {b.rotation, {}});
    ASSERT_NEAR(c.distance, -2, 1e-14);
    const double lacking = rotation_error(rotation_faults(a, b)) * 2;  // of both half heights (docs/contract.md)
    ASSERT_LE(c.upper - c.lower, 5 * 8 * unit_roundoff<double> * 4 + 2 * lacking) << c;
  }
}

/// An end lies beside the other's axis, and rounding puts the nearest point an ulp before that end. The segments do not
/// cross, and their distance is larger than that of the lines.
TEST(CapsuleBounds, AnEndBesideAnAxisIsNoCrossing) {
  const Capsule<float> a{0, 0x1.811bbp-19f}, b{0, 0x1.9c2224p+0f};
  const Pose<float> x{Mat3<float>::from_rows({-0x1.d2f31p-2f, 0x1.61f3bcp-1f, -0x1.1ef82ep-1f},
                                             {0x1.ff904ep-2f, -0x1.4a1a0ap-2f, -0x1.9bad48p-1f},
                                             {-0x1.791b3ap-1f, -0x1.4b16dcp-1f, -0x1.963ea2p-3f}),
                      {}};
  const Pose<float> y{Mat3<float>::from_rows({-0x1.d3f266p-2f, 0x1.63e63p-1f, -0x1.1c2424p-1f},
                                             {0x1.f437b4p-2f, -0x1.4d15dap-2f, -0x1.9e8d3ep-1f},
                                             {-0x1.7c962p-1f, -0x1.483e26p-1f, -0x1.86fde6p-3f}),
                      {0x1.c9705ep-1f, 0x1.4db0a6p+0f, 0x1.3abb96p-2f}};
  const Contact<float> c = contact(a, x, b, y);
  EXPECT_GE(c.upper, 9.5e-6f) << c;
}

/// If there is no answer, there is no overlap either.
TEST(CapsuleBounds, BeyondTheRangeNothingMeets) {
  const Pose<double> far = translation(1e160, 0.0, 0.0), other = translation(-1e160, 0.0, 0.0);
  const Shape<double> capsule = Capsule<double>{1, 1}, ball = Sphere<double>{1}, box = Box<double>{{1, 1, 1}};
  for (const Shape<double>& a : {capsule, ball, box})
    for (const Shape<double>& b : {capsule, ball}) EXPECT_FALSE(intersects(a, far, b, other)) << a << b;
}

}  // namespace
}  // namespace tactus::testing
