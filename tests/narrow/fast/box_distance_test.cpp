// SPDX-License-Identifier: MIT
// The distance of two boxes without a search: right whenever it answers, and it nearly always answers.
#include <tactus/narrow/default.h>
#include <tactus/narrow/fast/box_distance.h>
#include <tests/helpers/oracle_body.h>
#include <tests/helpers/random_pairs.h>
#include <tests/oracle/polytope_distance.h>

#include <gtest/gtest.h>

#include <map>

namespace tactus::testing {
namespace {

template <class T> struct BoxDistance : ::testing::Test {};
using Scalars = ::testing::Types<float, double>;
TYPED_TEST_SUITE(BoxDistance, Scalars);

template <Scalar T> Contact<T> without_search(const Box<T>& a, const Box<T>& b, const Pose<T>& x_ab) {
  return box_distance(a, b, x_ab, Options<T>{}, tactus::detail::no_proof<T>);
}

template <Scalar T> oracle::Answer truth_of(const Box<T>& a, const Box<T>& b, const Pose<T>& x_ab) {
  return oracle::polytope_distance(to_oracle(Shape<T>(a)), {}, to_oracle(Shape<T>(b)), to_oracle(x_ab));
}

TYPED_TEST(BoxDistance, AgreesWithTheOracleOnAllKindsOfFeatures) {
  using T = TypeParam;
  Random random(31);
  const int count = test_size(4000);
  int gaps = 0, overlaps = 0, unproved = 0;
  std::map<std::pair<FeatureKind, FeatureKind>, int> kinds;
  for (int i = 0; i < count; ++i) {
    const auto length = [&] { return T(i % 4 ? random.uniform(0.2, 1) : std::pow(10.0, random.uniform(-3, 0))); };
    const Box<T> a{{length(), length(), length()}}, b{{length(), length(), length()}};
    const Pose<T> x_ab = random.pose(2.6).template cast<T>();
    const oracle::Answer truth = truth_of(a, b, x_ab);
    const Contact<T> c = without_search(a, b, x_ab);
    if (!proved(c)) {
      ++unproved;
      continue;
    }
    const double rounding = double(MinkowskiPair<Box<T>, Box<T>, T>(a, b, x_ab).rounding());
    ASSERT_NEAR(double(c.distance), std::max(0.0, double(truth.distance)), rounding) << i << '\n' << c;
    ASSERT_LE(static_cast<long double>(c.lower), truth.upper) << i << '\n' << c;
    ASSERT_GE(static_cast<long double>(c.upper), truth.lower) << i << '\n' << c;
    const Vec3<T> in_b = inverse(x_ab) * c.point_b;
    for (int k = 0; k < 3; ++k) {
      ASSERT_LE(double(abs(c.point_a[k]) - a.half[k]), rounding) << i << '\n' << c;
      ASSERT_LE(double(abs(in_b[k]) - b.half[k]), rounding) << i << '\n' << c;
    }
    (truth.distance > 0 ? gaps : overlaps) += 1;
    if (c.status == Status::separated) ++kinds[{c.feature_a.kind, c.feature_b.kind}];
  }
  EXPECT_GT(gaps, 0.3 * count);
  EXPECT_GT(overlaps, 0.3 * count);
  EXPECT_LT(unproved, 0.05 * count);
  using enum FeatureKind;
  for (const auto& pair :
       {std::pair{vertex, vertex}, {vertex, edge}, {edge, vertex}, {vertex, face}, {face, vertex}, {edge, edge}})
    EXPECT_GT(kinds[pair], 0.01 * count) << int(pair.first) << ' ' << int(pair.second);
}

/// Ties everywhere: parallel faces and edges, corners on corners, touching or slightly apart.
TYPED_TEST(BoxDistance, IsRightForBoxesOfOneGrid) {
  using T = TypeParam;
  Random random(32);
  int proofs = 0;
  for (int i = 0; i < 3000; ++i) {
    const auto some = [&] { return T(1 + random.below(3)) / T(4); };
    const Box<T> a{{some(), some(), some()}}, b{{some(), some(), some()}};
    const auto step = [&] { return T(random.below(13) - 6) / T(4); };
    const T z = step(), y = step(), x = step();
    Pose<T> x_ab = translation(x, y, z);
    if (i % 2) x_ab = x_ab * rotation_z(pi<T> / T(random.below(4) + 1));
    const Contact<T> c = without_search(a, b, x_ab);
    if (!proved(c)) continue;
    ++proofs;
    const oracle::Answer truth = truth_of(a, b, x_ab);
    const double rounding = double(MinkowskiPair<Box<T>, Box<T>, T>(a, b, x_ab).rounding());
    ASSERT_NEAR(double(c.distance), std::max(0.0, double(truth.distance)), rounding) << i << '\n' << c;
    ASSERT_LE(static_cast<long double>(c.lower), truth.upper) << i << '\n' << c;
    ASSERT_GE(static_cast<long double>(c.upper), truth.lower) << i << '\n' << c;
  }
  EXPECT_GT(proofs, 2000);
}

/// Sizes whose squares leave the range: a distance whose square underflows is not an overlap.
TYPED_TEST(BoxDistance, IsRightOrSilentAtEverySize) {
  using T = TypeParam;
  Random random(33);
  int proofs = 0, silent = 0;
  constexpr int digits = std::numeric_limits<T>::max_exponent10;
  for (int i = 0; i < 2000; ++i) {
    const T scale = static_cast<T>(std::pow(10.0, random.uniform(-digits, digits / 2 - 1)));
    const auto length = [&] { return T(random.uniform(0.2, 1)) * scale; };
    const Box<T> a{{length(), length(), length()}}, b{{length(), length(), length()}};
    Pose<T> x_ab = random.pose(2.6).template cast<T>();
    x_ab.translation = x_ab.translation * scale;
    const Contact<T> c = without_search(a, b, x_ab);
    proofs += proved(c), silent += !proved(c);
    if (!proved(c)) continue;
    const oracle::Answer truth = truth_of(a, b, x_ab);
    ASSERT_LE(static_cast<long double>(c.lower), truth.upper) << i << ", size " << scale << '\n' << c;
    ASSERT_GE(static_cast<long double>(c.upper), truth.lower) << i << ", size " << scale << '\n' << c;
    ASSERT_EQ(c.touching(), truth.distance <= 0) << i << ", size " << scale << '\n' << c;
  }
  EXPECT_GT(proofs, 1000);
  EXPECT_GT(silent, 0);
}

/// A matrix that is a rotation to a few digits only: the bounds hold for the boxes as transformed by it.
TYPED_TEST(BoxDistance, TakesTheMatrixAtItsWord) {
  using T = TypeParam;
  Random random(34);
  int proofs = 0;
  const Box<T> a{{T(0.5), T(0.7), T(0.3)}}, b{{T(0.4), T(0.2), T(0.6)}};
  for (int i = 0; i < 2000; ++i) {
    Pose<T> x_ab = random.pose(2.0).template cast<T>();
    const double off = 100 * double(unit_roundoff<T>);
    for (int k = 0; k < 9; ++k) x_ab.rotation(k / 3, k % 3) += T(random.uniform(-off, off));
    const Contact<T> c = without_search(a, b, x_ab);
    if (!proved(c)) continue;
    ++proofs;
    std::vector<oracle::Vec3> corners_a, corners_b;
    for (std::uint32_t k = 0; k < 8; ++k) {
      corners_a.push_back(to_oracle(a.corner(k)));
      corners_b.push_back(to_oracle(x_ab) * to_oracle(b.corner(k)));
    }
    const oracle::Answer truth = oracle::polytope_distance(oracle::Polytope::from_points(corners_a), {},
                                                           oracle::Polytope::from_points(corners_b), {});
    ASSERT_LE(static_cast<long double>(c.lower), truth.upper) << i << '\n' << c;
    ASSERT_GE(static_cast<long double>(c.upper), truth.lower) << i << '\n' << c;
  }
  EXPECT_GT(proofs, 500);
}

TYPED_TEST(BoxDistance, LeavesFlatBoxesAndPosesThatAreNoneToOthers) {
  using T = TypeParam;
  const Box<T> box{{T(1), T(1), T(1)}}, flat{{T(1), T(1), T(0)}};
  const T nan = std::numeric_limits<T>::quiet_NaN();
  EXPECT_FALSE(proved(without_search(box, flat, translation(T(0), T(0), T(3)))));
  EXPECT_FALSE(proved(without_search(flat, box, translation(T(0), T(0), T(3)))));
  EXPECT_FALSE(proved(without_search(box, box, translation(nan, T(0), T(3)))));
  EXPECT_FALSE(proved(without_search(box, box, translation(infinity<T>, T(0), T(3)))));
  EXPECT_TRUE(proved(without_search(box, box, translation(T(0), T(0), T(3)))));
}

/// A corner of B a rounding away from A: an answer that counts as an overlap names no features (docs/contract.md).
TEST(BoxDistanceCases, AnOverlapNamesNoFeatures) {
  const Box<double> a{{2, 2, 1}}, b{{0x1.a2ed129e5ce3ap-1, 2, 2}};
  const Pose<double> x_ab{Mat3<double>::from_columns({0x1.da248e9da6dd4p-1, 0, 0x1.826ed51a49583p-2}, {0, 1, 0},
                                                     {-0x1.826ed51a49583p-2, 0, 0x1.da248e9da6dd4p-1}),
                          {0x1.bf6045333b35dp+1, -0x1.fffffffffffffp+1, -0x1.00673e2f9a49p-1}};
  const Contact<double> c = narrow::distance(Shape<double>(a), Shape<double>(b), x_ab);
  EXPECT_NEAR(c.distance, 0, 1e-14) << c;
  EXPECT_EQ(c.touching(), c.feature_a == Feature{}) << c;
  EXPECT_EQ(c.touching(), c.feature_b == Feature{}) << c;
}

/// Nearly aligned boxes give GJK points nearly in line: contact() of a gap must find what distance() does.
TEST(BoxDistanceCases, ContactOfNearlyAlignedBoxesIsTheirDistance) {
  const Box<double> a{{0x1.2c82f5a876d7dp-3, 0x1.69a7721b88878p-3, 0x1.50546ea3a762dp-6}},
      b{{0x1.999999999999ap-4, 0x1.444f75390139p-4, 0x1.85275bead1f9ep-3}};
  const Pose<double> x_ab{Mat3<double>::from_columns({1, 0x1.99803094437acp-96, -0x1.39f08cdc097ep-48},
                                                     {0x1.99803094437acp-96, 1, 0x1.4decb654219b5p-47},
                                                     {0x1.39f08cdc097ep-48, -0x1.4decb654219b5p-47, 1}),
                          {-0x1.fcd202c2734cp-3, -0x1.068831144e6b2p-2, 0x1.5bac8dff36588p-3}};
  EXPECT_NEAR(narrow::contact(Shape<double>(a), Shape<double>(b), x_ab).distance, 0.00181952, 1e-8);
  const Box<float> c{{0x1.c5c248p+0f, 0x1.c4a6aep-1f, 0x1.91ea4ep+0f}},
      d{{0x1.87909p+0f, 0x1.88a6f4p+0f, 0x1.03d038p-2f}};
  const Pose<float> x_cd{Mat3<float>::from_columns({1, 0, 0}, {0, -0x1p-63f, 1}, {0, -1, -0x1p-63f}),
                         {-0x1.8d884ep+1f, 0x1.25d5aap+0f, -0x1.8f1d52p+1f}};
  EXPECT_NEAR(narrow::contact(Shape<float>(c), Shape<float>(d), x_cd).distance, 0.0174428f, 1e-5f);
}

/// A matrix as far from a rotation as a query accepts, with boxes that expose it: the true depth is 0.0020000018.
TEST(BoxDistanceCases, BoundsOfAContactHoldForEveryRotationAccepted) {
  const Box<double> a{{1e-3, 1e-3, 1e-3}}, b{{10, 10, 1e-3}};
  const Pose<double> x_ab{Mat3<double>::from_rows({1, 0, 0}, {0, 1, 0}, {9e-7, 9e-7, 1}), {}};
  ASSERT_TRUE(is_valid(x_ab));
  const Contact<double> c = narrow::contact(Shape<double>(a), Shape<double>(b), x_ab);
  EXPECT_LE(c.lower, -0.0020000018) << c;
  EXPECT_GE(c.upper, -0.0020000018) << c;
}

}  // namespace
}  // namespace tactus::testing
