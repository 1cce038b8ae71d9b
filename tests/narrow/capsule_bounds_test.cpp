// Capsules are answered in closed form. The bounds must hold all the same: `lower` is the separation along the normal
// that is returned, whatever rounding did to that normal where the segments all but meet.
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

/// One in two crosses: the axes pass each other by anything down to 1e-17.
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
  int broken = 0;
  double worst = 0;
  constexpr int pairs = 60'000;
  for (int i = 0; i < pairs; ++i) {
    const Pair p = draw(random);
    const Contact<double> c = narrow::contact(Shape<double>(p.a), Shape<double>(p.b), p.x_ab);
    const oracle::Real separation = oracle::separation_along(
        to_oracle(Shape<double>(p.a)), {}, to_oracle(Shape<double>(p.b)), to_oracle(p.x_ab), to_oracle(c.normal));
    broken += c.lower > separation;
    worst = std::max(worst, double(c.lower - separation));
  }
  EXPECT_EQ(broken, 0) << "of " << pairs << ", by up to " << worst;
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

}  // namespace
}  // namespace tactus::testing
