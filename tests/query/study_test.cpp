// SPDX-License-Identifier: MIT
// The study scalars in the public queries.
#include <tactus/math/counted.h>
#include <tactus/tactus.h>
#include <tests/helpers/random_pairs.h>

#include <gtest/gtest.h>

namespace tactus {
namespace {

TEST(Counting, QueriesRunOnTheCountingScalar) {
  using C = Counted<double>;
  testing::Random random(3);
  for (int k = 0; k < static_cast<int>(testing::Family::composite); ++k) {
    const auto pair = testing::random_pair(random, static_cast<testing::Family>(k));
    const Tally before = tally();
    const auto c = contact(pair.a.cast<C>(), Pose<C>{}, pair.b.cast<C>(), pair.x_ab.cast<C>());
    const Tally used = tally() - before;
    const auto d = contact(pair.a, Pose<double>{}, pair.b, pair.x_ab);
    const auto shorter = [](const Shape<double>& s) {
      return s.kind() == ShapeKind::box || s.kind() == ShapeKind::hull;
    };
    // Gaps of boxes and hulls have a short cut in double, also exact to rounding: the last digit may differ.
    const bool other_way = shorter(pair.a) && shorter(pair.b) && d.distance > 0;
    EXPECT_NEAR(c.distance.value, d.distance, other_way ? 16 * unit_roundoff<double> : 0);
    EXPECT_GT(used.multiplications, 20u);
  }
}

}  // namespace
}  // namespace tactus
