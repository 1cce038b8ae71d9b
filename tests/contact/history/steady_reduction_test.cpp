// SPDX-License-Identifier: MIT
/// Four points of many, the same ones from frame to frame.
#include <gtest/gtest.h>
#include <tactus/contact/history/steady_reduction.h>

#include <bit>

#include "tests/contact/made_manifolds.h"

namespace tactus {
namespace {

using testing::manifold_of;
using testing::polygon;
using testing::Random;
using testing::square_at;
using testing::test_size;
using testing::vertex_id;

int changes_of_choice(int n, double jitter, const Hysteresis<double>& hysteresis, int frames) {
  Random random(static_cast<std::uint64_t>(n));
  PointSet chosen = 0;
  int changes = 0;
  for (int frame = 0; frame < frames; ++frame) {
    const PointSet now = steady_reduction(polygon(n, random, jitter), 4, chosen, 2.0, hysteresis);
    EXPECT_EQ(std::popcount(now), 4);
    changes += frame > 0 && now != chosen;
    chosen = now;
  }
  return changes;
}

TEST(SteadyReduction, DoesNotFlickerUnderJitter) {
  for (int n = 5; n <= 16; ++n) {
    EXPECT_EQ(changes_of_choice(n, 1e-6, {}, test_size(10000)), 0) << n;
    // Without hysteresis the choice changes; otherwise this test would prove nothing.
    if (n >= 6) {
      EXPECT_GT(changes_of_choice(n, 1e-4, {0, 0}, 1000), 100) << n;
    }
  }
}

TEST(SteadyReduction, StartsWithTheLargestAreaAndTheDeepest) {
  Random random(3);
  for (int i = 0; i < 200; ++i) {
    Manifold<double> m = polygon(5 + random.below(12), random, 0.05);
    const int deepest = random.below(m.count);
    m.points[static_cast<std::size_t>(deepest)].distance = -0.5;
    const PointSet set = steady_reduction(m, 4, 0, 2);
    ASSERT_EQ(std::popcount(set), 4);
    ASSERT_TRUE(set >> deepest & 1u);
    // No exchange of one of the others adds area.
    for (int out = 0; out < m.count; ++out) {
      for (int in = 0; in < m.count; ++in) {
        if (out == deepest || !(set >> out & 1u) || set >> in & 1u) continue;
        const PointSet other = (set & ~(1u << out)) | 1u << in;
        ASSERT_LE(reduction::area(m, other), reduction::area(m, set) * (1 + 1e-12));
      }
    }
  }
}

TEST(SteadyReduction, GivesWayToWhatIsClearlyBetter) {
  Random random(4);
  const Manifold<double> m = polygon(8, random, 0);
  const PointSet half = 0b00001111;  // a flat quadrilateral on one side
  EXPECT_NE(steady_reduction(m, 4, half, 2.0), half);
  EXPECT_EQ(steady_reduction(m, 4, half, 2.0, {.area = 0.9}), half);
  const PointSet even = 0b01010101, odd = 0b10101010;
  EXPECT_EQ(steady_reduction(m, 4, even, 2.0), even);
  EXPECT_EQ(steady_reduction(m, 4, odd, 2.0), odd);
  // A point that left makes room for one other; the rest stay.
  const PointSet refilled = steady_reduction(m, 4, 0b01010001, 2.0);
  EXPECT_EQ(refilled & 0b01010001, 0b01010001u);
  EXPECT_EQ(std::popcount(refilled), 4);
  // A deeper point must be among them, a slightly deeper one need not.
  Manifold<double> tilted = m;
  tilted.points[1].distance -= 0.001;
  EXPECT_EQ(steady_reduction(tilted, 4, even, 2.0), even);
  tilted.points[1].distance -= 0.1;
  EXPECT_TRUE(steady_reduction(tilted, 4, even, 2.0) >> 1 & 1u);
}

TEST(SteadyReduction, LinesAndFewPoints) {
  EXPECT_EQ(steady_reduction(square_at(0), 4, 0, 1.0), 0b1111u);
  EXPECT_EQ(steady_reduction(Manifold<double>{}, 4, 0, 1.0), 0u);
  std::vector<ContactPoint<double>> line;
  for (int i = 0; i < 6; ++i) line.push_back({{double(i), 0, 0}, 0, vertex_id(i)});
  const PointSet set = steady_reduction(manifold_of(line), 4, 0, 1.0);
  EXPECT_EQ(std::popcount(set), 4);
  EXPECT_EQ(set & 0b100001, 0b100001u);  // its ends
  EXPECT_EQ(steady_reduction(manifold_of(line), 4, set, 1.0), set);
  const PointSet from_middle = steady_reduction(manifold_of(line), 4, 0b000100, 1.0);
  EXPECT_EQ(from_middle & 0b100101, 0b100101u);
}

}  // namespace
}  // namespace tactus
