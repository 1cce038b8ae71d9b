// SPDX-License-Identifier: MIT
#include <tactus/contact/manifold/clip.h>
#include <tests/helpers/random_pairs.h>

#include <gtest/gtest.h>

#include <cmath>

namespace tactus {
namespace {

using testing::Random;
using S = Silhouette<double>;

/// Fills s: a segment (two corners) or a polygon with its corners on a circle. The first corner may be given.
void fill(S& s, Random& random, int corners, bool reversed, const Vec2<double>* first) {
  const double radius = random.uniform(0.2, 1.5), start = random.uniform(0, 2 * pi<double>);
  const auto on_circle = [&](int i) {
    const double angle = start + 2 * pi<double> * i / corners;
    return Vec2<double>{std::cos(angle), std::sin(angle)} * radius;
  };
  const Vec2<double> middle =
      first ? *first - on_circle(0) : Vec2<double>{random.uniform(-1, 1), random.uniform(-1, 1)};
  s.kind = corners == 2 ? S::Kind::segment : S::Kind::polygon;
  s.count = corners, s.reversed = reversed;
  for (int i = 0; i < corners; ++i) s.corners[i] = middle + on_circle(i);
  s.close();
}

/// Small outlines go through a table of distances. The general code finds the same corners in the same order.
TEST(Clip, SmallOutlinesAsInGeneral) {
  Random random(1);
  int several = 0, joined = 0;
  for (int n = 0; n < 20000; ++n) {
    const bool a_is_segment = n % 3 == 0, b_is_segment = n % 3 == 1;
    S a, b;
    fill(a, random, a_is_segment ? 2 : 3 + random.below(6), false, nullptr);
    const Vec2<double> on_side = a.corners[0] + (a.corners[1] - a.corners[0]) * 0.25;
    const Vec2<double>* const meeting[] = {nullptr, &a.corners[0], &on_side};
    fill(b, random, b_is_segment ? 2 : 3 + random.below(6), true, meeting[n / 3 % 3]);
    const double snap = 0x1p-16;
    Overlap<double> quick, general;
    EXPECT_FALSE(clip(quick, a, b, snap));
    double inside_b[S::capacity], inside_a[S::capacity];
    const detail::ClipSide<double> from_a{general, false, false, snap, snap}, from_b{general, true, true, snap, snap};
    detail::add_corners(from_a, from_b, a, b, inside_b, inside_a);
    detail::add_crossings(general, a, b, snap, inside_b, inside_a);
    ASSERT_EQ(quick.count, general.count) << "case " << n;
    for (int i = 0; i < quick.count; ++i) {
      ASSERT_EQ(quick.points[i].clip, general.points[i].clip) << "case " << n;
      ASSERT_EQ(quick.points[i].at, general.points[i].at) << "case " << n;
      const ContactId id{0, 0, quick.points[i].clip};
      joined += id.part_a().kind == OutlinePart::Kind::corner && id.part_b().kind == OutlinePart::Kind::corner;
    }
    several += quick.count > 1;
  }
  EXPECT_GT(several, 5000);
  EXPECT_GT(joined, 500);
}

}  // namespace
}  // namespace tactus
