// SPDX-License-Identifier: MIT
#include <tactus/contact/manifold/reduce.h>
#include <tests/helpers/random_pairs.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>

namespace tactus {
namespace {

using testing::Random;
using D = double;

/// Corners of a convex polygon in order, at random depths.
Manifold<D> random_manifold(Random& random, int n) {
  std::vector<D> angles;
  for (int i = 0; i < n; ++i) angles.push_back(random.uniform(0, 2 * pi<D>));
  std::sort(angles.begin(), angles.end());
  Manifold<D> m;
  m.status = Status::overlapping;
  m.count = n;
  const D width = random.uniform(0.1, 1);
  const int first = random.below(n ? n : 1);  // depths are a millimetre apart: no two count as equal
  for (int i = 0; i < n; ++i) {
    const D a = angles[std::size_t(i)];
    m.points[i] = {{std::cos(a), width * std::sin(a), 0}, -1e-3 * ((first + 5 * i) % n), {0, 0, std::uint32_t(i) + 1}};
  }
  return m;
}

D area(const Manifold<D>& m, unsigned set) {
  std::vector<Vec3<D>> points;
  for (int i = 0; i < m.count; ++i)
    if (set >> i & 1) points.push_back(m.points[i].position);
  D twice = 0;
  for (std::size_t i = 2; i < points.size(); ++i)
    twice += dot(m.normal, cross(points[i - 1] - points[0], points[i] - points[0]));
  return twice / 2;
}

/// Six to nine points: 5i mod n are all different for n other than 5 and 10.
TEST(Reduce, KeepsTheDeepestAndTheLargestArea) {
  Random random(2);
  for (int k = 0; k < 300; ++k) {
    const Manifold<D> m = random_manifold(random, 6 + random.below(4));
    int deepest = 0;
    for (int i = 1; i < m.count; ++i)
      if (m.points[i].distance < m.points[deepest].distance) deepest = i;
    for (const int kept : {1, 2, 3, 4, 5}) {
      const Manifold<D> r = reduced(m, kept);
      ASSERT_EQ(r.count, std::min(kept, m.count));
      unsigned chosen = 0;
      for (const auto& p : r) chosen |= 1u << (p.id.clip - 1);
      EXPECT_TRUE(chosen >> deepest & 1);
      D best = 0;
      for (unsigned set = 0; set < 1u << m.count; ++set)
        if (std::popcount(set) == kept && (set >> deepest & 1)) best = std::max(best, area(m, set));
      EXPECT_NEAR(area(m, chosen), best, 1e-12);
      for (int i = 1; i < r.count; ++i) EXPECT_LT(r.points[i - 1].id, r.points[i].id) << "the order stays";
    }
  }
}

TEST(Reduce, LeavesSmallManifoldsAlone) {
  Random random(3);
  for (int n = 0; n <= 4; ++n) EXPECT_EQ(reduced(random_manifold(random, n)).count, n);
}

TEST(Reduce, KeepsTheEndsOfALine) {
  Manifold<D> m;
  m.count = 6;
  for (int i = 0; i < 6; ++i) m.points[i] = {{D((i * 5) % 6), 0, 0}, i == 3 ? -0.1 : 0, {0, 0, std::uint32_t(i) + 1}};
  for (const int kept : {3, 4}) {
    const Manifold<D> r = reduced(m, kept);
    D low = infinity<D>, high = -infinity<D>, deepest = 0;
    for (const auto& p : r)
      low = std::min(low, p.position.x), high = std::max(high, p.position.x), deepest = std::min(deepest, p.distance);
    EXPECT_EQ(r.count, kept);
    EXPECT_EQ(low, 0);
    EXPECT_EQ(high, 5);
    EXPECT_EQ(deepest, -0.1);
  }
}

TEST(Reduce, ALevelContactKeepsItsChoice) {
  Random random(4);
  Manifold<D> m = random_manifold(random, 12);
  for (int i = 0; i < m.count; ++i) m.points[i].distance = 0;
  const Manifold<D> still = reduced(m);
  for (int k = 0; k < 100; ++k) {
    for (int i = 0; i < m.count; ++i) m.points[i].distance = random.uniform(-1e-6, 1e-6);
    const Manifold<D> r = reduced(m);
    for (int i = 0; i < 4; ++i) EXPECT_EQ(r.points[i].id, still.points[i].id);
  }
}

}  // namespace
}  // namespace tactus
