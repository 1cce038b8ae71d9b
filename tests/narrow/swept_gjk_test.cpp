// SPDX-License-Identifier: MIT
// Swept GJK: the signed distance of the shapes as given, measured up to a gap of 2 mu.
#include <tactus/math/counted.h>
#include <tactus/narrow/swept_gjk.h>
#include <tests/narrow/method_cases.h>

namespace tactus::testing {
namespace {

template <class T> struct SweptGjk : ::testing::Test {};
using Scalars = ::testing::Types<float, double>;
TYPED_TEST_SUITE(SweptGjk, Scalars);

TYPED_TEST(SweptGjk, BoundsHold) {
  using T = TypeParam;
  for (const double mu : {0.0, 0.05, 10.0})
    expect_certified_everywhere<T>(
        [&](const auto& a, const auto& b, const auto& x_ab) { return swept_gjk::contact(a, b, x_ab, T(mu)); },
        LowerBound::best_of_several);
}

TYPED_TEST(SweptGjk, IsTheSignedDistanceOfTheShapesAsGiven) {
  using T = TypeParam;
  const T mu = T(0.05);
  const double tolerance = 2 * double(default_tolerance<T>);
  int swept = 0, apart = 0, deep = 0;
  for (const auto* cases : {&random_cases<T>(), &kissing_cases<T>()})
    for (const MethodCase<T>& c : *cases) {
      const Contact<T> found = swept_gjk::contact(c.a, c.b, c.x_ab, mu);
      const double truth = double(c.truth.distance), slack = tolerance * std::max(c.size, std::abs(truth));
      if (found.status == Status::beyond_max) {
        ++apart;
        ASSERT_GT(truth, 2 * double(mu)) << c.name;
        ASSERT_LT(swept_gjk::swept_depth(found, mu), T(0)) << c.name;
      } else {
        ++(truth > 0 ? swept : deep);
        ASSERT_LT(truth, 2 * double(mu) + slack) << c.name;
        ASSERT_NE(found.status, Status::stalled) << c.name << "\n" << found;
        const MinkowskiPair<Shape<T>, Shape<T>, T> pair(c.a, c.b, c.x_ab);
        ASSERT_LE(found.upper - found.lower, found.resolution + T(4) * pair.rounding()) << c.name << "\n" << found;
        ASSERT_NEAR(double(found.distance), truth, slack) << c.name << "\n" << found;
        ASSERT_NEAR(double(swept_gjk::swept_depth(found, mu)), 2 * double(mu) - truth, slack) << c.name;
      }
    }
  EXPECT_GT(swept, 100);
  EXPECT_GT(apart, 100);
  EXPECT_GT(deep, 100);
}

struct CountExpansions {
  int& expansions;
  template <class Event> void operator()(const Event&) const {}
  template <class T> void operator()(const epa::Expansion<T>&) const { ++expansions; }
};

TEST(SweptGjk, ShallowOverlapsOfRoundShapesNeedNoEpa) {
  const RoundBox<double> box{{1, 1, 1}, 0.1};
  const Options<double> options;
  PairCache<double>* none = nullptr;
  int expansions = 0;
  const auto shallow =
      swept_gjk::contact(box, box, translation(2.05, 0.2, 0.3), 0.0, options, none, CountExpansions{expansions});
  EXPECT_NEAR(shallow.distance, -0.15, 1e-14);
  EXPECT_EQ(expansions, 0);
  const auto deep =
      swept_gjk::contact(box, box, translation(1.9, 0.2, 0.3), 0.0, options, none, CountExpansions{expansions});
  EXPECT_NEAR(deep.distance, -0.3, 1e-14);
  EXPECT_GT(expansions, 0);
}

TEST(SweptGjk, MaxDistanceCountsWhereItIsLess) {
  const Box<double> box{{1, 1, 1}};
  const Options<double> options{.max_distance = 0.1};
  EXPECT_EQ(swept_gjk::contact(box, box, translation(2.15, 0.2, 0.3), 0.1).status, Status::separated);
  EXPECT_EQ(swept_gjk::contact(box, box, translation(2.15, 0.2, 0.3), 0.1, options).status, Status::beyond_max);
  EXPECT_EQ(swept_gjk::contact(box, box, translation(2.25, 0.2, 0.3), 0.1).status, Status::beyond_max);
  EXPECT_EQ(swept_gjk::contact(box, box, translation(infinity<double>, 0, 0), 0.1).status, Status::invalid);
}

TEST(SweptGjk, ACacheChangesNothing) {
  using T = double;
  PairCache<T> another_pairs;
  for (const auto& c : random_cases<T>()) {
    const Contact<T> plain = swept_gjk::contact(c.a, c.b, c.x_ab, 10.0);
    auto caches = useless_caches<T>();
    caches.push_back(another_pairs);
    for (PairCache<T>& cache : caches)
      ASSERT_NEAR(swept_gjk::contact(c.a, c.b, c.x_ab, 10.0, {}, &cache).distance, plain.distance,
                  2 * default_tolerance<T> * std::max(c.size, std::abs(plain.distance)))
          << c.name;
    another_pairs = caches.back();
  }
}

TEST(SweptGjk, RunsOnTheCountingScalar) {
  using C = Counted<double>;
  const Box<C> box{{C(1), C(1), C(1)}};
  const Tally before = tally();
  EXPECT_EQ(swept_gjk::contact(box, box, translation(C(2.25), C(0), C(0)), C(0.25)).distance, C(0.25));
  EXPECT_EQ(swept_gjk::contact(box, box, translation(C(1.75), C(0), C(0)), C(0.25)).distance, C(-0.25));
  EXPECT_GT((tally() - before).total(), 0u);
}

}  // namespace
}  // namespace tactus::testing
