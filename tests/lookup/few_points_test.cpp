// SPDX-License-Identifier: MIT
/// A few points in lanes: the farthest to the promised digits, the reach exactly, and the same points moved.
#include <tactus/lookup/few_points.h>
#include <tactus/shape/generators.h>

#include <gtest/gtest.h>

#include <vector>

namespace tactus {
namespace {

template <class T> class FewPointsTest : public ::testing::Test {};
using Scalars = ::testing::Types<float, double>;
TYPED_TEST_SUITE(FewPointsTest, Scalars);

/// Points as a hull keeps them: by coordinate, padded with copies of the first.
template <class T> struct Cloud {
  std::vector<Vec3<T>> points;
  std::vector<T> values;
  std::size_t padded;

  template <class F> Cloud(std::size_t count, F&& point) {
    for (std::size_t i = 0; i < count; ++i) points.push_back(point(i));
    padded = (count + lookup::lanes - 1) / lookup::lanes * lookup::lanes;
    for (int axis = 0; axis < 3; ++axis)
      for (std::size_t i = 0; i < padded; ++i) values.push_back(points[i < count ? i : 0][axis]);
  }
  lookup::FewPoints<T> view() const { return {values.data(), padded, points.size()}; }
  T highest(const Vec3<T>& d) const {
    T most = dot(points[0], d);
    for (const Vec3<T>& p : points) most = max(most, dot(p, d));
    return most;
  }
};

TYPED_TEST(FewPointsTest, FarthestToAFewDigitsAndReachToAll) {
  using T = TypeParam;
  generate::Random random(1);
  int not_the_farthest = 0;
  for (std::size_t n = 1; n <= lookup::few_points; ++n) {
    for (const bool whole : {true, false}) {
      const auto coordinate = [&] { return T(whole ? double(random.bits() % 7) - 3 : random.uniform(-1, 1)); };
      const auto vector = [&](auto...) { return Vec3<T>{coordinate(), coordinate(), coordinate()}; };
      const Cloud<T> cloud(n, vector);
      for (int k = 0; k < 50; ++k) {
        const Vec3<T> d = vector();
        const std::uint32_t i = cloud.view().about_farthest(d);
        ASSERT_LT(i, n);
        const T highest = cloud.highest(d), value = dot(cloud.points[i], d);
        const T promised = T(4 * lookup::few_points) * unit_roundoff<T> * max(abs(highest), abs(value));
        EXPECT_LE(highest - value, promised) << n << ' ' << d;
        EXPECT_EQ(cloud.view().reach(d), highest);
        EXPECT_EQ(cloud.view()[i], cloud.points[i]);
        not_the_farthest += value != highest;
      }
    }
  }
  const bool coarse = std::is_same_v<T, float>;
  EXPECT_LT(not_the_farthest, coarse ? 50 : 5) << "of " << 100 * lookup::few_points;
}

/// Each place wins once: so no lane and no remainder is forgotten.
TYPED_TEST(FewPointsTest, FindsTheWinnerInEveryPlace) {
  using T = TypeParam;
  for (const std::size_t n : {1u, 5u, 16u, 17u, 32u, 64u})
    for (std::size_t winner = 0; winner < n; ++winner) {
      const Cloud<T> cloud(n, [&](std::size_t i) { return Vec3<T>{i == winner ? T(0.5) : T(-1), T(0), T(0)}; });
      EXPECT_EQ(cloud.view().about_farthest({T(1), T(0), T(0)}), winner);
      EXPECT_EQ(cloud.view().reach({T(1), T(0), T(0)}), T(0.5));
    }
}

TYPED_TEST(FewPointsTest, NumbersStayInRangeForDirectionsThatAreNone) {
  using T = TypeParam;
  const T nan = std::numeric_limits<T>::quiet_NaN();
  const Cloud<T> cloud(19, [&](std::size_t i) { return Vec3<T>{T(i), T(1), T(0)}; });
  for (const T bad : {nan, infinity<T>, -infinity<T>, T(0), std::numeric_limits<T>::max()})
    EXPECT_LT(cloud.view().about_farthest({bad, -bad, T(1)}), 19u) << bad;
}

TYPED_TEST(FewPointsTest, MovesLikeThePose) {
  using T = TypeParam;
  generate::Random random(2);
  const auto vector = [&](auto...) {
    return Vec3<T>{T(random.uniform(-1, 1)), T(random.uniform(-1, 1)), T(random.uniform(-1, 1))};
  };
  for (const std::size_t n : {1u, 16u, 33u, 64u}) {
    const Cloud<T> cloud(n, vector);
    const Pose<T> turn = rotation(vector(), T(2)), pose = translation(vector()) * turn;
    const lookup::MovedPoints<T> moved(cloud.view(), pose);
    for (std::uint32_t i = 0; i < n; ++i) EXPECT_EQ(moved.view()[i], pose * cloud.points[i]);
  }
}

}  // namespace
}  // namespace tactus
