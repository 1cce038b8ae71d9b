// SPDX-License-Identifier: MIT
// Every algorithm of the list against the oracle, all on the same pairs: cold, warm along a motion, and with the cache
// of another pair.
#include <gtest/gtest.h>
#include <tactus/narrow/algorithms.h>
#include <tactus/shape/generators.h>
#include <tests/helpers/oracle_body.h>
#include <tests/helpers/random_pairs.h>
#include <tests/oracle/smooth_distance.h>

#include <iomanip>
#include <iostream>
#include <set>

namespace tactus::testing {
namespace {

using narrow::Algorithm, narrow::Depth;

/// A pair in T, and the oracle's answer for the numbers as stored.
template <Scalar T> struct Query {
  Shape<T> a, b;
  Pose<T> x_ab;
  oracle::Answer truth;
  double size, scale;  // scale: the unit of relative tolerances

  explicit Query(const RandomPair& pair) : a(pair.a.cast<T>()), b(pair.b.cast<T>()), x_ab(pair.x_ab.cast<T>()) {
    const oracle::Effort effort{.gap_tolerance = 1e-14L, .depth_tolerance = std::same_as<T, float> ? 1e-8L : 1e-9L};
    truth = oracle::smooth_distance(to_oracle(a), to_oracle(b), to_oracle(x_ab), effort);
    size = 2 * std::min(double(a.bounding_radius()), double(b.bounding_radius()));
    scale = std::max(size, double(std::abs(truth.distance)));
  }
  bool apart() const { return truth.distance > 0; }
  /// Is the sign known, and the distance beyond `band` of the size?
  bool clear(double band) const {
    return std::abs(double(truth.distance)) > band * size && (truth.lower > 0 || truth.upper < 0);
  }
};

/// The results of one algorithm.
struct Tally {
  int answers = 0, booleans = 0, wrong = 0, broken_bounds = 0, unordered = 0, stalled = 0;
  long support_calls = 0, iterations = 0;
  double worst_gap_error = 0, worst_depth_error = 0, worst_width = 0;  // relative to the scale; width: upper - lower
};

template <Scalar T> class Bench {
 public:
  static constexpr double tolerance = double(default_tolerance<T>);
  static constexpr double boolean_band = std::same_as<T, float> ? 2e-5 : 1e-9;

  explicit Bench(const Algorithm<T>& algorithm) : algorithm_(algorithm) {}

  /// All questions that the algorithm answers, with that cache (a separate cache for each question, so that none helps
  /// another).
  using Caches = std::array<PairCache<T>, 3>;
  void ask(const Query<T>& q, Caches* caches) {
    if (!algorithm_.accepts(q.a, q.b)) return;
    const auto cache = [&](std::size_t i) { return caches ? &(*caches)[i] : nullptr; };
    if (algorithm_.intersects) {
      const bool hit = algorithm_.intersects(q.a, q.b, q.x_ab, {}, cache(0));
      ++tally.booleans;
      tally.wrong += q.clear(boolean_band) && hit == q.apart();
    }
    if (algorithm_.distance) judge(q, algorithm_.distance(q.a, q.b, q.x_ab, {}, cache(1)), false);
    if (algorithm_.contact) judge(q, algorithm_.contact(q.a, q.b, q.x_ab, {}, cache(2)), true);
  }

  Tally tally;

 private:
  void judge(const Query<T>& q, const Contact<T>& c, bool is_signed) {
    const oracle::Answer& truth = q.truth;
    const long double own = 1e-17L * q.scale;
    ++tally.answers;
    tally.support_calls += c.support_calls;
    tally.iterations += c.iterations;
    tally.stalled += c.status == Status::stalled || c.status == Status::invalid;
    tally.wrong += q.clear(2 * tolerance) && c.touching() == q.apart();
    tally.broken_bounds += !(c.lower <= truth.upper + own) || !(c.upper >= truth.lower - own);
    tally.unordered += !(c.lower <= c.upper) || !(c.distance >= c.lower) ||
                       (is_signed && !(c.distance <= c.upper));  // `distance` is 0 for an overlap
    if (c.status == Status::stalled) return;  // claims no more than its bounds
    const long double low = is_signed ? truth.lower : std::max(truth.lower, 0.0L);
    const long double high = is_signed ? truth.upper : std::max(truth.upper, 0.0L);
    const long double error = std::max({0.0L, c.distance - high, low - c.distance}) / q.scale;
    double& worst = q.apart() ? tally.worst_gap_error : tally.worst_depth_error;
    worst = std::max(worst, static_cast<double>(error));
    if (is_signed || q.apart()) tally.worst_width = std::max(tally.worst_width, double(c.upper - c.lower) / q.scale);
  }

  const Algorithm<T>& algorithm_;
};

template <Scalar T> void print(const Algorithm<T>& algorithm, const char* how, const Tally& t) {
  std::cout << std::left << std::setw(20) << algorithm.name << (std::same_as<T, float> ? "float  " : "double ")
            << std::setw(8) << how << std::right << std::setprecision(2);
  if (t.answers == 0) {
    std::cout << " yes or no, " << t.booleans << " answers\n";
    return;
  }
  std::cout << " worst error of a gap " << std::setw(8) << t.worst_gap_error << ", of a depth " << std::setw(8)
            << t.worst_depth_error << ", worst bounds " << std::setw(8) << t.worst_width << " wide, " << std::fixed
            << std::setprecision(1) << std::setw(5) << double(t.support_calls) / t.answers << " support calls, "
            << std::setw(5) << double(t.iterations) / t.answers << " iterations, " << t.stalled << " stalled\n"
            << std::defaultfloat;
}

template <Scalar T> void expect_right(const Algorithm<T>& algorithm, const char* how, const Tally& t) {
  SCOPED_TRACE(std::string(algorithm.name) + ", " + how);
  print(algorithm, how, t);
  EXPECT_GT(t.answers + t.booleans, 0);
  EXPECT_EQ(t.wrong, 0);
  EXPECT_EQ(t.broken_bounds, 0);
  EXPECT_EQ(t.unordered, 0);
  const double allowed = (std::same_as<T, float> ? 3 : 1) * Bench<T>::tolerance;  // float: rounding may dominate
  if (algorithm.exact_gap) {
    EXPECT_LE(t.worst_gap_error, allowed);
  }
  if (algorithm.exact_gap && algorithm.depth != Depth::bounded) {
    EXPECT_LE(t.worst_depth_error, allowed);
  }
  EXPECT_LE(t.stalled, t.answers / 2000);
}

template <class T> struct Algorithms : ::testing::Test {
  static int pairs() { return test_size(std::same_as<T, float> ? 2000 : 4000); }

  /// The same pairs for all tests and all algorithms.
  static const std::vector<Query<T>>& queries() {
    static const auto all = [] {
      std::vector<Query<T>> made;
      Random random(12);
      for (int i = 0; i < pairs(); ++i) made.emplace_back(random_pair(random, Family::mixed));
      return made;
    }();
    return all;
  }
};
using Scalars = ::testing::Types<float, double>;
TYPED_TEST_SUITE(Algorithms, Scalars);

TYPED_TEST(Algorithms, HaveNamesOfTheirOwnAndAnswerSomething) {
  std::set<std::string_view> names;
  for (const auto& algorithm : narrow::algorithms<TypeParam>()) {
    EXPECT_TRUE(names.insert(algorithm.name).second) << algorithm.name;
    EXPECT_TRUE(algorithm.intersects || algorithm.distance || algorithm.contact) << algorithm.name;
    EXPECT_EQ(algorithm.contact != nullptr, algorithm.depth != Depth::none) << algorithm.name;
    EXPECT_EQ(narrow::find_algorithm<TypeParam>(algorithm.name), &algorithm);
  }
  EXPECT_GE(names.size(), 14u);
  EXPECT_EQ(narrow::find_algorithm<TypeParam>("bogosort"), nullptr);
}

TYPED_TEST(Algorithms, LeaveHalfSpacesToTheDefault) {
  using T = TypeParam;
  const Shape<T> ground = HalfSpace<T>{{T(0), T(0), T(1)}, T(0)}, box = generate::cube<T>(T(1));
  for (const auto& algorithm : narrow::algorithms<T>()) {
    EXPECT_TRUE(algorithm.accepts(box, box)) << algorithm.name;
    EXPECT_EQ(algorithm.accepts(ground, box), algorithm.name == "default");
    EXPECT_EQ(algorithm.accepts(box, ground), algorithm.name == "default");
    if (!algorithm.accepts(ground, box)) continue;
    EXPECT_EQ(algorithm.contact(ground, box, translation(T(0), T(0), T(3)), {}, nullptr).distance, T(2));
  }
}

TYPED_TEST(Algorithms, AgreeWithTheOracleCold) {
  int hits = 0;
  for (const auto& q : this->queries()) hits += !q.apart();
  EXPECT_GT(hits, 0.3 * this->pairs());
  EXPECT_LT(hits, 0.7 * this->pairs());
  for (const auto& algorithm : narrow::algorithms<TypeParam>()) {
    Bench<TypeParam> bench(algorithm);
    for (const auto& q : this->queries()) bench.ask(q, nullptr);
    expect_right(algorithm, "cold", bench.tally);
  }
}

TYPED_TEST(Algorithms, AgreeWithTheOracleOnAnotherPairsCache) {
  for (const auto& algorithm : narrow::algorithms<TypeParam>()) {
    Bench<TypeParam> bench(algorithm);
    typename Bench<TypeParam>::Caches caches{};
    for (const auto& q : this->queries()) bench.ask(q, &caches);  // the cache that the previous pair left
    expect_right(algorithm, "foreign", bench.tally);
  }
}

/// Motions in small steps, through touching and back: with the pair's own cache, and whether the cache helps.
TYPED_TEST(Algorithms, AgreeWithTheOracleAlongAMotion) {
  using T = TypeParam;
  constexpr int steps = 10;
  std::vector<std::vector<Query<T>>> motions;
  Random random(13);
  int hits = 0;
  for (int i = 0; i < this->pairs() / steps; ++i) {
    RandomPair pair = random_pair(random, Family::mixed);
    const Vec3<double> velocity = random.direction() * 0.02;
    const Mat3<double> turn = random.turn(0.02).rotation;
    std::vector<Query<T>> motion;
    for (int k = 0; k < steps; ++k) {
      motion.emplace_back(pair);
      hits += !motion.back().apart();
      pair.x_ab = orthonormalized(Pose<double>{pair.x_ab.rotation * turn, pair.x_ab.translation + velocity});
    }
    motions.push_back(std::move(motion));
  }
  EXPECT_GT(hits, 0.3 * this->pairs());
  EXPECT_LT(hits, 0.7 * this->pairs());
  for (const auto& algorithm : narrow::algorithms<T>()) {
    Bench<T> cold(algorithm), warm(algorithm);
    for (const auto& motion : motions) {
      typename Bench<T>::Caches caches{};
      for (const auto& q : motion) cold.ask(q, nullptr), warm.ask(q, &caches);
    }
    expect_right(algorithm, "unmoved", cold.tally);
    expect_right(algorithm, "moving", warm.tally);
    if (algorithm.name.starts_with("gjk")) {
      EXPECT_LT(warm.tally.iterations, cold.tally.iterations) << algorithm.name;
    }
  }
}

}  // namespace
}  // namespace tactus::testing
