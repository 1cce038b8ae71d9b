// SPDX-License-Identifier: MIT
// The data that Johnson's method keeps between calls must not change its answers, only save operations.
#include <gtest/gtest.h>
#include <tactus/math/counted.h>
#include <tactus/simplex/johnson.h>

#include "sets.h"

namespace tactus {
namespace {

using simplex::Johnson;
using simplex::Nearest;
using simplex::Points;
using testing::Generator;

template <class T> void expect_fresh(Johnson<T>& kept, const Points<T>& y, unsigned occupied, int newest) {
  const Nearest<T> a = kept.nearest(y, occupied, newest), b = Johnson<T>{}.nearest(y, occupied, newest);
  ASSERT_EQ(a.point, b.point);
  ASSERT_EQ(a.weights, b.weights);
}

TEST(Johnson, GrowsAndShrinksAsInGjk) {
  Generator random(21);
  for (int run = 0; run < 2000; ++run) {
    Johnson<double> method;
    Points<double> y{};
    unsigned occupied = 0;
    const Vec3<double> shift = random.vector();
    for (int step = 0; step < 12 && occupied != 15; ++step) {
      const int slot = std::countr_one(occupied);
      y[static_cast<std::size_t>(slot)] = random.vector() + shift;
      occupied |= 1u << slot;
      expect_fresh(method, y, occupied, slot);
      occupied = method.nearest(y, occupied, slot).support();
    }
  }
}

TEST(Johnson, AnySequenceOfSimplicesWhateverNewestSays) {
  Generator random(22);
  Johnson<double> method;
  Points<double> y{};
  int changes = 0;
  for (int step = 0; step < 50000; ++step) {
    for (Vec3<double>& p : y)
      if (random.uniform(0, 1) < 0.3) p = random.vector(), ++changes;  // occupied or not, announced or not
    const int newest = random.integer(0, 3);
    expect_fresh(method, y, static_cast<unsigned>(random.integer(1, 15)), newest);
  }
  EXPECT_GT(changes, 10000);
}

/// A point that leaves and comes back at the same place, while another has changed in between.
TEST(Johnson, APointThatComesBackIsSeenAnew) {
  Johnson<double> method;
  Points<double> y{Vec3<double>{1, 2, 3}, {2, -1, 1}, {-1, 1, 2}, {}};
  expect_fresh(method, y, 7, 2);
  y[0] = {3, 1, -1};
  expect_fresh(method, y, 5, 0);
  expect_fresh(method, y, 7, 1);
}

TEST(Johnson, KeepsTheCofactorsOfPointsThatStay) {
  using C = Counted<double>;
  const Points<C> y{Vec3<C>{1, 2, 3}, {2, -1, 1}, {-1, 1, 2}, {0.5, -2, 4}};
  const auto cost = [&](Johnson<C>& method) {
    const Tally before = tally();
    (void)method.nearest(y, 15, 3);
    return (tally() - before).total();
  };
  Johnson<C> fresh, grown;
  (void)grown.nearest(y, 7, 2);
  const auto whole = cost(fresh), added = cost(grown), repeated = cost(grown);
  EXPECT_LT(added, whole);
  EXPECT_LT(repeated, added / 2);
}

}  // namespace
}  // namespace tactus
