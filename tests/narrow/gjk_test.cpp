// SPDX-License-Identifier: MIT
// GJK: what its bounds mean, how it ends, and what a cache saves; with every simplex method.
#include <tactus/math/counted.h>
#include <tactus/narrow/gjk.h>
#include <tactus/simplex/johnson.h>
#include <tactus/simplex/voronoi.h>
#include <tests/narrow/method_cases.h>

namespace tactus::testing {
namespace {

template <class T, template <class> class M> struct With {
  using Scalar = T;
  template <class U> using Method = M<U>;
};

template <class W> struct Gjk : ::testing::Test {
  using S = typename W::Scalar;
  template <class A, class B, class Trace = NoTrace>
  static Contact<S> distance(const A& a, const B& b, const Pose<S>& x_ab, const Options<S>& options = {},
                             PairCache<S>* cache = nullptr, Trace&& trace = {}) {
    return gjk::distance<W::template Method>(a, b, x_ab, options, cache, trace);
  }
};
using Methods = ::testing::Types<With<float, simplex::Incremental>, With<double, simplex::Incremental>,
                                 With<float, simplex::SignedVolumes>, With<double, simplex::SignedVolumes>,
                                 With<float, simplex::Johnson>, With<double, simplex::Johnson>,
                                 With<float, simplex::Voronoi>, With<double, simplex::Voronoi>>;
struct MethodNames {
  template <class W> static std::string GetName(int i) {
    constexpr const char* names[] = {"Incremental", "SignedVolumes", "Johnson", "Voronoi"};
    return std::string(names[i / 2]) + (i % 2 ? "_double" : "_float");
  }
};
TYPED_TEST_SUITE(Gjk, Methods, MethodNames);

/// lower ≤ truth ≤ upper; `distance` is 0 for an overlap, so only its bounds are compared there.
template <class T> void expect_bounds(const Contact<T>& c, const MethodCase<T>& q) {
  ASSERT_LE(static_cast<long double>(c.lower), q.truth.upper) << q.name << '\n' << c;
  ASSERT_GE(static_cast<long double>(c.upper), q.truth.lower) << q.name << '\n' << c;
  ASSERT_NEAR(double(norm(c.normal)), 1, 4 * double(unit_roundoff<T>)) << q.name;
}

TYPED_TEST(Gjk, MeasuresGaps) {
  using T = typename TypeParam::Scalar;
  const double tolerance = (std::same_as<T, float> ? 2 : 1) * double(default_tolerance<T>);
  for (const auto* cases : {&random_cases<T>(), &kissing_cases<T>()})
    for (const MethodCase<T>& q : *cases) {
      const Contact<T> c = this->distance(q.a, q.b, q.x_ab);
      expect_bounds(c, q);
      const double truth = std::max(0.0, double(q.truth.distance));
      ASSERT_NEAR(double(c.distance), truth, tolerance * std::max(q.size, truth)) << q.name << '\n' << c;
    }
  for (const SpecialCase<T>& q : special_cases<T>()) {
    const Contact<T> c = this->distance(q.a, q.b, q.x_ab);
    const double truth = std::max(0.0, q.distance);
    EXPECT_NEAR(double(c.distance), truth, tolerance * std::max(1.0, truth)) << q.name << '\n' << c;
    EXPECT_EQ(c.status == Status::separated, q.distance > 0) << q.name << '\n' << c;
  }
}

TYPED_TEST(Gjk, LowerIsTheSeparationAlongTheNormal) {
  using T = typename TypeParam::Scalar;
  for (const MethodCase<T>& q : random_cases<T>()) {
    const Contact<T> c = this->distance(q.a, q.b, q.x_ab);
    const MinkowskiPair<Shape<T>, Shape<T>, T> pair(q.a, q.b, q.x_ab);
    const T along = pair.separation(c.normal) - pair.radius() - pair.rounding();
    ASSERT_NEAR(double(c.lower), double(along), double(pair.rounding())) << q.name << '\n' << c;
  }
}

/// The points are distance · normal apart. If the bounds of curved shapes have met to a tolerance, the normal is right
/// only to its square root: that shifts each point by up to √(2 · core distance · (upper - lower)) / 2.
TYPED_TEST(Gjk, WitnessesLieInTheShapes) {
  using T = typename TypeParam::Scalar;
  for (const MethodCase<T>& q : random_cases<T>()) {
    const Contact<T> c = this->distance(q.a, q.b, q.x_ab);
    if (c.touching()) continue;
    const MinkowskiPair<Shape<T>, Shape<T>, T> pair(q.a, q.b, q.x_ab);
    const double allowed =
        std::sqrt(2 * double(c.distance + pair.radius()) * double(c.upper - c.lower)) / 2 + double(pair.rounding());
    const auto outside = [&](const Shape<T>& s, const oracle::Pose& pose, const Vec3<T>& p) {
      return double(oracle::point_gap(to_oracle(s), pose, to_oracle(p), allowed).lower);
    };
    ASSERT_LE(outside(q.a, {}, c.point_a), allowed) << q.name << '\n' << c;
    ASSERT_LE(outside(q.b, to_oracle(q.x_ab), c.point_b), allowed) << q.name << '\n' << c;
  }
}

TYPED_TEST(Gjk, EndsEarlyBeyondMaxDistance) {
  using T = typename TypeParam::Scalar;
  int early = 0;
  long calls = 0, calls_without = 0;
  for (const MethodCase<T>& q : random_cases<T>()) {
    const Contact<T> whole = this->distance(q.a, q.b, q.x_ab);
    const Options<T> options{.max_distance = T(0.1)};
    const Contact<T> c = this->distance(q.a, q.b, q.x_ab, options);
    expect_bounds(c, q);
    if (c.status == Status::beyond_max) {
      ++early;
      ASSERT_GT(c.lower, options.max_distance - T(1e-5)) << q.name;
      ASSERT_GE(c.distance, c.lower) << q.name;
      calls += c.support_calls, calls_without += whole.support_calls;
    } else {  // no step differs
      ASSERT_EQ(c.distance, whole.distance) << q.name;
      ASSERT_LT(double(q.truth.distance), 0.1 + 1e-5 * std::max(1.0, q.size)) << q.name;
    }
  }
  EXPECT_GT(early, 100);
  EXPECT_LT(double(calls), 0.8 * double(calls_without));
}

TYPED_TEST(Gjk, AWarmStartSavesSupportCalls) {
  using T = typename TypeParam::Scalar;
  PairCache<T> cache;
  long cold_calls = 0, warm_calls = 0, cold_steps = 0, warm_steps = 0;
  for_each_frame([&](const Shape<double>& a, const Shape<double>& b, const Pose<double>& x_ab) {
    const Shape<T> s = a.cast<T>(), t = b.cast<T>();
    const Pose<T> x = x_ab.cast<T>();
    const Contact<T> cold = this->distance(s, t, x), warm = this->distance(s, t, x, {}, &cache);
    ASSERT_NEAR(double(cold.distance), double(warm.distance), 4 * double(default_tolerance<T>));
    cold_calls += cold.support_calls, warm_calls += warm.support_calls;
    cold_steps += cold.iterations, warm_steps += warm.iterations;
  });
  EXPECT_LT(warm_calls, cold_calls);
  EXPECT_LT(double(warm_steps), 0.6 * double(cold_steps));
}

TYPED_TEST(Gjk, NoCacheCanSpoilTheAnswer) {
  using T = typename TypeParam::Scalar;
  PairCache<T> another_pairs;
  const double tolerance = (std::same_as<T, float> ? 3 : 1) * double(default_tolerance<T>);
  for (const MethodCase<T>& q : random_cases<T>()) {
    auto caches = useless_caches<T>();
    caches.push_back(another_pairs);
    for (PairCache<T>& cache : caches) {
      const Contact<T> c = this->distance(q.a, q.b, q.x_ab, {}, &cache);
      expect_bounds(c, q);
      const double truth = std::max(0.0, double(q.truth.distance));
      ASSERT_NEAR(double(c.distance), truth, tolerance * std::max(q.size, truth)) << q.name;
    }
    another_pairs = caches.back();
  }
}

TYPED_TEST(Gjk, TheCapEndsInBoundsThatHold) {
  using T = typename TypeParam::Scalar;
  for (const int cap : {0, 1, 2, 3}) {
    int stalled = 0;
    for (const MethodCase<T>& q : random_cases<T>()) {
      const Options<T> options{.max_iterations = cap};
      const Contact<T> c = this->distance(q.a, q.b, q.x_ab, options);
      expect_bounds(c, q);
      stalled += c.status == Status::stalled;
      ASSERT_LE(c.iterations, cap) << q.name;
      ASSERT_LE(c.support_calls, cap + 3) << q.name;  // the first point, one per step, one for the normal of an overlap
    }
    EXPECT_GT(stalled, 100) << "cap " << cap;
  }
}

template <class T> struct Watch {
  std::vector<gjk::Step<T>>& steps;
  void operator()(const gjk::Step<T>& s) const { steps.push_back(s); }
};

TYPED_TEST(Gjk, EachStepComesNearer) {
  using T = typename TypeParam::Scalar;
  int restarts = 0;
  for (const MethodCase<T>& q : random_cases<T>()) {
    std::vector<gjk::Step<T>> steps;
    const Contact<T> c = this->distance(q.a, q.b, q.x_ab, {}, nullptr, Watch<T>{steps});
    for (std::size_t i = 0; i < steps.size(); ++i) {
      ASSERT_EQ(steps[i].iteration, static_cast<int>(i)) << q.name;
      ASSERT_EQ(steps[i].upper, norm(steps[i].v)) << q.name;
      ASSERT_LE(steps[i].lower, c.upper + ball_radius(q.a) + ball_radius(q.b)) << q.name;  // every plane is a bound
      if (i == 0) continue;
      restarts += !(norm_squared(steps[i].v) < norm_squared(steps[i - 1].v));
    }
    ASSERT_GE(c.iterations + 1, static_cast<int>(steps.size())) << q.name;
  }
  // If rounding stops the progress, one restart is allowed: rare in float, none in double.
  EXPECT_LE(restarts, (std::same_as<T, float> ? 25 : 0));
}

TYPED_TEST(Gjk, PolytopesAreExactWhateverTheTolerance) {
  using T = typename TypeParam::Scalar;
  int gaps = 0;
  for (const MethodCase<T>& q : random_cases<T>()) {
    if (!q.a.polytope() || !q.b.polytope() || q.hit()) continue;
    ++gaps;
    const Contact<T> c = this->distance(q.a, q.b, q.x_ab, {.tolerance = T(0.1)});
    const MinkowskiPair<Shape<T>, Shape<T>, T> pair(q.a, q.b, q.x_ab);
    ASSERT_NEAR(double(c.distance), double(q.truth.distance), double(pair.rounding())) << q.name << '\n' << c;
  }
  EXPECT_GT(gaps, 500);
}

TYPED_TEST(Gjk, FarApartAndHugeAndTiny) {
  using T = typename TypeParam::Scalar;
  const Box<T> box{{T(1), T(1), T(1)}};
  for (const double d : {1e3, 1e6, 1e9}) {
    const Contact<T> c = this->distance(box, box, translation(T(d), T(0.25), T(0.5)));
    EXPECT_EQ(c.status, Status::separated);
    EXPECT_NEAR(double(c.distance) / (d - 2), 1, 8 * double(unit_roundoff<T>));
  }
  for (const double s : {1e-4, 1e4}) {
    const Ellipsoid<T> egg{{T(s), T(2 * s), T(3 * s)}};
    const Contact<T> c = this->distance(egg, egg, translation(T(3 * s), T(0), T(0)));
    EXPECT_NEAR(double(c.distance) / s, 1, 4 * double(default_tolerance<T>));
    EXPECT_GT(c.normal.x, T(0.999));
  }
  EXPECT_EQ(this->distance(box, box, translation(infinity<T>, T(0), T(0))).status, Status::invalid);
  EXPECT_EQ(this->distance(box, box, translation(std::numeric_limits<T>::quiet_NaN(), T(0), T(0))).status,
            Status::invalid);
}

TEST(GjkCounted, RunsOnTheCountingScalar) {
  using C = Counted<double>;
  const Box<C> box{{C(1), C(1), C(1)}};
  const Tally before = tally();
  EXPECT_EQ(gjk::distance(box, box, translation(C(2.25), C(0), C(0))).distance, C(0.25));
  EXPECT_EQ(gjk::distance<simplex::Johnson>(box, box, translation(C(2.25), C(0), C(0))).distance, C(0.25));
  EXPECT_EQ(gjk::distance(box, box, translation(C(1.75), C(0), C(0))).distance, C(0));
  EXPECT_GT((tally() - before).total(), 0u);
}

/// Cubes turned by 1e-8: their faces give slivers that stop the progress; without the continuation in twice the digits
/// the answer is off by 6.5e-9.
TEST(GjkSlivers, NearlyParallelCubesAreExactToTheContract) {
  const Pose<double> x_ab{Mat3<double>::from_rows({0x1p+0, -0x1.b14445e6f734cp-28, 0x1.47d0913947d74p-33},
                                                  {0x1.b14445e824d8ap-28, 0x1p+0, -0x1.d71e73cb3c69fp-28},
                                                  {-0x1.47d08afe978a2p-33, 0x1.d71e73cc51d19p-28, 0x1p+0}),
                          {0x1.ffffff98a1ef8p+0, -0x1.d30bd89f10c91p-4, 0x1p+2}};
  const Box<double> cube{{1, 1, 1}};
  const Contact<double> c = gjk::distance(cube, cube, x_ab);
  EXPECT_NEAR(c.distance, 1.9999999940751087, 1e-12);  // in long double, and by V-Clip
  EXPECT_LT(c.upper - c.lower, 1e-7);
  EXPECT_LE(c.lower, 1.9999999940751087);
}

}  // namespace
}  // namespace tactus::testing
