// SPDX-License-Identifier: MIT
// Lin-Canny: right unless it is `stalled`; how often it stalls; how it ends; the effect of a cache.
#include <tactus/math/counted.h>
#include <tactus/narrow/lin_canny.h>
#include <tests/narrow/hull_pairs.h>

namespace tactus::testing {
namespace {

template <class T> struct LinCanny : ::testing::Test {
  static Contact<T> cold(const Hull<T>& a, const Hull<T>& b, const Pose<T>& x_ab) {
    return lin_canny::distance(a, b, x_ab);
  }
  /// Prints the results; `stalled` bounds the share that the walk may leave open, as measured.
  static void expect(const char* what, const HullTally& t, double stalled) {
    std::cout << what << ": " << t << '\n';
    if (std::string_view(what).find("only gaps") == std::string_view::npos) expect_mixed(t);
    EXPECT_LE(t.stalled, stalled * t.pairs) << what;
    EXPECT_LE(t.worst_error, 2) << what;  // roundings
  }
};
using Scalars = ::testing::Types<float, double>;
TYPED_TEST_SUITE(LinCanny, Scalars);

TYPED_TEST(LinCanny, AgreesWithTheOracle) {
  using T = TypeParam;
  using enum HullKind;
  this->expect("solid", try_random_pairs<T>(solid, solid, test_size(3000), 3.0, this->cold), 0);
  this->expect("flat", try_random_pairs<T>(flat, flat, test_size(1000), 2.0, this->cold), 0);
  this->expect("flat and solid", try_random_pairs<T>(flat, solid, test_size(1000), 2.0, this->cold), 0);
  this->expect("thin and solid", try_random_pairs<T>(thin, solid, test_size(1000), 1.6, this->cold), 0);
  this->expect("thin and thin, nearly only gaps", try_random_pairs<T>(thin, thin, test_size(1000), 1.0, this->cold), 0);
}

TYPED_TEST(LinCanny, AgreesAlongAMotion) {
  using T = TypeParam;
  PairCache<T> cache;
  long steps = 0, cold_steps = 0;
  this->expect("slow pass", try_slow_pass<T>([&](const Hull<T>& a, const Hull<T>& b, const Pose<T>& x_ab) {
                 const Contact<T> c = lin_canny::distance(a, b, x_ab, {}, &cache);
                 steps += c.iterations, cold_steps += this->cold(a, b, x_ab).iterations;
                 EXPECT_EQ(c.feature_a, cache.feature_a);
                 return c;
               }),
               0);
  EXPECT_LT(double(steps), 0.6 * double(cold_steps));
}

TYPED_TEST(LinCanny, AgreesOnHullsOfAllSizes) {
  using T = TypeParam;
  // Deep in a hull of 10 000 vertices a vertex may be farther than the cap from the face above it: 3 of 140.
  this->expect("4 to 10 000 vertices", try_sizes<T>(this->cold), 0.03);
}

/// Any feature may be the start, even another hull's or none at all.
TYPED_TEST(LinCanny, NoCacheCanSpoilTheAnswer) {
  using T = TypeParam;
  Random random(5);
  const auto any_feature = [&] {
    return Feature{static_cast<FeatureKind>(random.below(4)), static_cast<std::uint32_t>(random.below(40))};
  };
  const HullDistance<T> spoilt = [&](const Hull<T>& a, const Hull<T>& b, const Pose<T>& x_ab) {
    PairCache<T> cache;
    cache.feature_a = any_feature(), cache.feature_b = any_feature();
    return lin_canny::distance(a, b, x_ab, {}, &cache);
  };
  using enum HullKind;
  this->expect("solid", try_random_pairs<T>(solid, solid, test_size(2000), 3.0, spoilt), 0);
  this->expect("flat", try_random_pairs<T>(flat, solid, test_size(1000), 2.0, spoilt), 0);
}

TYPED_TEST(LinCanny, NearlyParallelCubes) {
  using T = TypeParam;
  HullTally tally;
  const oracle::Polytope judge = [] {
    std::vector<oracle::Vec3> corners;
    for (int i = 0; i < 8; ++i) corners.push_back({i & 1 ? 1.0L : -1.0L, i & 2 ? 1.0L : -1.0L, i & 4 ? 1.0L : -1.0L});
    return oracle::Polytope::from_points(corners);
  }();
  for_each_nearly_parallel_pair<T>(test_size(2000), [&](const Hull<T>& cube, const Pose<T>& x_ab) {
    const oracle::Answer truth = oracle::polytope_distance(judge, judge, to_oracle(x_ab));
    expect_right(this->cold(cube, cube, x_ab), cube, cube, x_ab, truth, tally);
  });
  this->expect("nearly parallel cubes, only gaps", tally, 0);
}

/// Without its slack the walk cycles on parallel features, as in the paper; each cycle is detected.
TYPED_TEST(LinCanny, ACycleIsNoticed) {
  using T = TypeParam;
  int cycles = 0, closest = 0;
  for_each_nearly_parallel_pair<T>(test_size(20000), [&](const Hull<T>& cube, const Pose<T>& x_ab) {
    const lin_canny::Side<T> a{cube, nullptr}, b{cube, &x_ab};
    std::vector<lin_canny::FeaturePair> seen;
    struct Watch {
      std::vector<lin_canny::FeaturePair>& seen;
      void operator()(const lin_canny::Step& s) const { seen.push_back({s.a, s.b}); }
      void operator()(const lin_canny::Cycle&) const {}
    };
    const auto start = lin_canny::vertex_feature(0);
    const auto w = lin_canny::walk(a, b, {start, start}, T(0), 1000, Watch{seen});
    cycles += w.ending == lin_canny::Ending::cycle, closest += w.ending == lin_canny::Ending::closest;
    ASSERT_NE(w.ending, lin_canny::Ending::cap);
    if (w.ending == lin_canny::Ending::cycle) {
      EXPECT_NE(std::find(seen.begin(), seen.end(), w.at), seen.end());
      EXPECT_LT(seen.size(), 100u);
    }
  });
  std::cout << cycles << " cycles, " << closest << " answers\n";
  EXPECT_GT(cycles, 0);
  EXPECT_GT(closest, 100 * cycles);
}

TYPED_TEST(LinCanny, TheCapEndsInBoundsThatHold) {
  using T = TypeParam;
  for (const int cap : {0, 1, 2}) {
    const HullTally t = try_random_pairs<T>(HullKind::solid, HullKind::solid, 500, 3.0,
                                            [&](const Hull<T>& a, const Hull<T>& b, const Pose<T>& x_ab) {
                                              const Options<T> options{.max_iterations = cap};
                                              const Contact<T> c = lin_canny::distance(a, b, x_ab, options);
                                              EXPECT_LE(c.iterations, cap);
                                              return c;
                                            });
    EXPECT_GT(t.stalled, 20) << "cap " << cap;
  }
}

TYPED_TEST(LinCanny, SaysBeyondMaxAndInvalid) {
  using T = TypeParam;
  const Hull<T>& hull = judged_hulls<T>(HullKind::solid)[0].hull;
  const Pose<T> far = translation(T(10), T(0), T(0));
  EXPECT_EQ(lin_canny::distance(hull, hull, far, {.max_distance = T(1)}).status, Status::beyond_max);
  EXPECT_EQ(lin_canny::distance(hull, hull, translation(infinity<T>, T(0), T(0))).status, Status::invalid);
}

TEST(LinCannyCounted, RunsOnTheCountingScalar) {
  using C = Counted<double>;
  const Hull<double> hull = judged_hulls<double>(HullKind::solid)[1].hull;
  const Pose<double> x_ab = translation(3.0, 0.5, 0.25);
  const Tally before = tally();
  const Contact<C> c = lin_canny::distance(hull.cast<C>(), hull.cast<C>(), x_ab.cast<C>());
  EXPECT_EQ(c.distance.value, lin_canny::distance(hull, hull, x_ab).distance);
  EXPECT_GT((tally() - before).total(), 50u);
}

}  // namespace
}  // namespace tactus::testing
