// SPDX-License-Identifier: MIT
// Enhanced GJK: right on hulls of all kinds and sizes, whatever the cache contains, and what the cache saves.
#include <tactus/math/counted.h>
#include <tactus/narrow/enhanced_gjk.h>
#include <tests/narrow/hull_pairs.h>

namespace tactus::testing {
namespace {

template <class T> struct EnhancedGjk : ::testing::Test {
  static Contact<T> cold(const Hull<T>& a, const Hull<T>& b, const Pose<T>& x_ab) {
    return enhanced_gjk::distance(a, b, x_ab);
  }
  static void expect(const char* what, const HullTally& t) {
    std::cout << what << ": " << t << '\n';
    if (std::string_view(what).find("only gaps") == std::string_view::npos) expect_mixed(t);
    EXPECT_EQ(t.stalled, 0) << what;
    EXPECT_LE(t.worst_error, 2) << what;  // roundings
  }
};
using Scalars = ::testing::Types<float, double>;
TYPED_TEST_SUITE(EnhancedGjk, Scalars);

TYPED_TEST(EnhancedGjk, AgreesWithTheOracle) {
  using T = TypeParam;
  using enum HullKind;
  this->expect("solid", try_random_pairs<T>(solid, solid, test_size(3000), 3.0, this->cold));
  this->expect("flat", try_random_pairs<T>(flat, flat, test_size(1000), 2.0, this->cold));
  this->expect("flat and solid", try_random_pairs<T>(flat, solid, test_size(1000), 2.0, this->cold));
  this->expect("thin and solid", try_random_pairs<T>(thin, solid, test_size(1000), 1.6, this->cold));
  this->expect("thin and thin, nearly only gaps", try_random_pairs<T>(thin, thin, test_size(1000), 1.0, this->cold));
}

TYPED_TEST(EnhancedGjk, AgreesAlongAMotion) {
  using T = TypeParam;
  PairCache<T> cache;
  long warm = 0, cold = 0;
  this->expect("slow pass", try_slow_pass<T>([&](const Hull<T>& a, const Hull<T>& b, const Pose<T>& x_ab) {
                 const Contact<T> c = enhanced_gjk::distance(a, b, x_ab, {}, &cache);
                 warm += c.support_calls, cold += this->cold(a, b, x_ab).support_calls;
                 EXPECT_GT(cache.vertex_count, 0);
                 return c;
               }));
  EXPECT_LT(double(warm), 0.6 * double(cold));
}

TYPED_TEST(EnhancedGjk, AgreesOnHullsOfAllSizes) {
  using T = TypeParam;
  this->expect("4 to 10 000 vertices", try_sizes<T>(this->cold));
}

/// A simplex of any vertices may be the start: repeated, stale, from another hull, or none at all.
TYPED_TEST(EnhancedGjk, NoCacheCanSpoilTheAnswer) {
  using T = TypeParam;
  Random random(5);
  const HullDistance<T> spoilt = [&](const Hull<T>& a, const Hull<T>& b, const Pose<T>& x_ab) {
    PairCache<T> cache;
    const int range = random.below(2) ? 4 : 40;
    for (std::size_t i = 0; i < 4; ++i) {
      cache.vertices_a[i] = static_cast<std::uint32_t>(random.below(range));
      cache.vertices_b[i] = static_cast<std::uint32_t>(random.below(range));
    }
    cache.vertex_count = random.below(7) - 1;  // -1 and 5 are nonsense, and must not matter either
    return enhanced_gjk::distance(a, b, x_ab, {}, &cache);
  };
  using enum HullKind;
  this->expect("solid", try_random_pairs<T>(solid, solid, test_size(2000), 3.0, spoilt));
  this->expect("flat", try_random_pairs<T>(flat, solid, test_size(1000), 2.0, spoilt));
  this->expect("thin and thin, nearly only gaps", try_random_pairs<T>(thin, thin, test_size(1000), 1.0, spoilt));
}

/// The purpose of climbing: from its current vertex the next support point is one test of the neighbours away, on any
/// hull.
TYPED_TEST(EnhancedGjk, AWarmQueryCostsTheSameOnLargeHulls) {
  using C = Counted<TypeParam>;
  const auto operations_per_query = [](int points) {
    Random random(8);
    const Hull<C> hull = random_hull(random, points).cast<C>();
    PairCache<C> cache;
    Tally before;
    constexpr int queries = 100;
    for (int i = 0; i <= queries; ++i) {
      if (i == 1) before = tally();  // the first is cold
      const Pose<double> x_ab{from_axis_angle(Vec3<double>{0, 0.6, 0.8}, 1e-4 * i), {2.5, 1e-4 * i, 0.3}};
      enhanced_gjk::distance(hull, hull, x_ab.cast<C>(), {}, &cache);
    }
    return double((tally() - before).total()) / queries;
  };
  const double small = operations_per_query(32), large = operations_per_query(10000);
  std::cout << small << " operations on 32 vertices, " << large << " on 10 000\n";
  EXPECT_LT(large, 2 * small);
}

TYPED_TEST(EnhancedGjk, ClimbingReachesTheFarthestVertex) {
  using T = TypeParam;
  Random random(2);
  for (const HullKind kind : {HullKind::solid, HullKind::flat, HullKind::thin})
    for (const JudgedHull<T>& h : judged_hulls<T>(kind))
      for (std::uint32_t from = 0; from < h.hull.vertex_count(); ++from) {
        const Vec3<T> d = random.direction().template cast<T>();
        const std::uint32_t top = enhanced_gjk::climb(h.hull, d, from);
        EXPECT_EQ(dot(d, h.hull.vertex(top)), dot(d, h.hull.support(d)));
      }
}

TYPED_TEST(EnhancedGjk, TheCapEndsInBoundsThatHold) {
  using T = TypeParam;
  for (const int cap : {0, 1, 2}) {
    const HullTally t = try_random_pairs<T>(
        HullKind::solid, HullKind::solid, 500, 3.0, [&](const Hull<T>& a, const Hull<T>& b, const Pose<T>& x_ab) {
          return enhanced_gjk::distance(a, b, x_ab, Options<T>{.max_iterations = cap});
        });
    EXPECT_GT(t.stalled, 20) << "cap " << cap;
  }
}

TYPED_TEST(EnhancedGjk, SaysBeyondMaxAndInvalid) {
  using T = TypeParam;
  const Hull<T>& hull = judged_hulls<T>(HullKind::solid)[0].hull;
  const Pose<T> far = translation(T(10), T(0), T(0));
  EXPECT_EQ(enhanced_gjk::distance(hull, hull, far, {.max_distance = T(1)}).status, Status::beyond_max);
  EXPECT_EQ(enhanced_gjk::distance(hull, hull, translation(infinity<T>, T(0), T(0))).status, Status::invalid);
}

}  // namespace
}  // namespace tactus::testing
