// SPDX-License-Identifier: MIT
// The default queries against an independent oracle in long double, on random pairs of every family of shapes.
#include <tactus/query.h>
#include <tests/helpers/oracle_body.h>
#include <tests/helpers/random_pairs.h>
#include <tests/oracle/smooth_distance.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <iomanip>
#include <iostream>

namespace tactus::testing {
namespace {

/// The results for a family: printed at the end, and asserted.
struct Tally {
  int pairs = 0, hits = 0, wrong_booleans = 0, stalled = 0, broken_bounds = 0, open_bounds = 0, inconsistent = 0;
  double worst_error = 0, worst_gap = 0;  // relative to max(size, |distance|)
};

template <Scalar T> void check(const RandomPair& pair, Tally& tally) {
  const Shape<T> a = pair.a.cast<T>(), b = pair.b.cast<T>();
  const Pose<T> x_ab = pair.x_ab.cast<T>();
  const Contact<T> c = narrow::contact(a, b, x_ab);
  const Contact<T> gap = narrow::distance(a, b, x_ab);
  const bool hit = narrow::intersects(a, b, x_ab);
  // The oracle gets the numbers as stored in T.
  const oracle::Effort effort{.gap_tolerance = 1e-14L, .depth_tolerance = std::same_as<T, float> ? 1e-8L : 1e-9L};
  const oracle::Answer truth = oracle::smooth_distance(to_oracle(a), to_oracle(b), to_oracle(x_ab), effort);
  const double size = 2 * std::min(double(a.bounding_radius()), double(b.bounding_radius()));
  const double scale = std::max(size, double(std::abs(truth.distance)));
  const long double own = 1e-17L * scale;

  ++tally.pairs;
  tally.hits += truth.distance <= 0;
  tally.stalled += c.status == Status::stalled || gap.status == Status::stalled;
  // intersects is right to 1e-9 of the size; the signs of distance and contact are right outside the query's tolerance.
  const bool apart = truth.distance > 0;
  const double nearness = std::abs(double(truth.distance));
  const double tolerance = double(default_tolerance<T>) * size;
  tally.wrong_booleans += nearness > (std::same_as<T, float> ? 2 * tolerance : 1e-9 * size) && hit == apart;
  tally.wrong_booleans += nearness > 2 * tolerance && (c.touching() == apart || gap.touching() == apart);
  tally.broken_bounds += c.lower > truth.upper + own || c.upper < truth.lower - own || c.lower > c.upper ||
                         gap.lower > truth.upper + own || (truth.lower > 0 && gap.upper < truth.lower - own);
  const auto error = static_cast<double>(std::max({0.0L, c.distance - truth.upper, truth.lower - c.distance}));
  tally.worst_error = std::max(tally.worst_error, error / scale);
  tally.worst_gap = std::max(tally.worst_gap, double(c.upper - c.lower) / scale);
  // Bounds have met, unless the answer is stalled (docs/contract.md, Status).
  const MinkowskiPair<Shape<T>, Shape<T>, T> scales(a, b, x_ab);
  const T met = c.resolution + 4 * (scales.rounding() + orthonormality_error(x_ab.rotation) * scales.reach());
  tally.open_bounds += c.status != Status::stalled && !(c.upper - c.lower <= met);
  tally.inconsistent += norm(c.point_b - c.point_a - c.distance * c.normal) >
                            64 * unit_roundoff<T> * (T(scale) + norm(x_ab.translation)) ||
                        !(std::abs(double(norm(c.normal)) - 1) < 8 * double(unit_roundoff<T>));
}

template <Scalar T> Tally run(Family family, int pairs) {
  Random random(1 + static_cast<std::uint64_t>(family));
  Tally tally;
  for (int i = 0; i < pairs; ++i) check<T>(random_pair(random, family), tally);
  std::cout << std::left << std::setw(13) << name(family) << (std::same_as<T, float> ? " float  " : " double ")
            << std::right << std::setw(7) << tally.pairs << " pairs, " << std::setw(3) << 100 * tally.hits / tally.pairs
            << " % hit, worst error " << std::setw(9) << std::setprecision(2) << tally.worst_error
            << ", worst certified gap " << std::setw(9) << tally.worst_gap << ", stalled " << tally.stalled << '\n';
  return tally;
}

bool is_polytope(Family f) {
  return f == Family::box || f == Family::round_box || f == Family::hull_50 || f == Family::capsule ||
         f == Family::sphere || f == Family::frustum;
}

class Agreement : public ::testing::TestWithParam<Family> {};

TEST_P(Agreement, Double) {
  const Tally t = run<double>(GetParam(), test_size(100000));
  EXPECT_GT(t.hits, 0.3 * t.pairs);
  EXPECT_LT(t.hits, 0.7 * t.pairs);
  EXPECT_EQ(t.wrong_booleans, 0);
  EXPECT_EQ(t.broken_bounds, 0);
  EXPECT_EQ(t.open_bounds, 0);
  EXPECT_EQ(t.stalled, 0);
  EXPECT_EQ(t.inconsistent, 0);
  EXPECT_LE(t.worst_error, is_polytope(GetParam()) ? 1e-9 : 1e-6);
}

TEST_P(Agreement, Float) {
  const Tally t = run<float>(GetParam(), test_size(25000));
  EXPECT_GT(t.hits, 0.3 * t.pairs);
  EXPECT_LT(t.hits, 0.7 * t.pairs);
  EXPECT_EQ(t.wrong_booleans, 0);
  EXPECT_EQ(t.broken_bounds, 0);
  EXPECT_EQ(t.open_bounds, 0);
  EXPECT_EQ(t.stalled, 0);
  EXPECT_EQ(t.inconsistent, 0);
  EXPECT_LE(t.worst_error, 2e-5);
}

INSTANTIATE_TEST_SUITE_P(Families, Agreement,
                         ::testing::Values(Family::box, Family::ellipsoid, Family::round_box, Family::hull_50,
                                           Family::cone, Family::capsule, Family::cylinder, Family::sphere,
                                           Family::wheel, Family::frustum, Family::superquadric, Family::flat,
                                           Family::composite, Family::mixed),
                         [](const auto& test) {
                           std::string s(name(test.param));
                           for (char& c : s) c = c == ' ' ? '_' : c;
                           return s;
                         });

}  // namespace
}  // namespace tactus::testing
