// SPDX-License-Identifier: MIT
#include "typed.h"

namespace tactus {
namespace {

using testing::off;
using testing::roundoffs;

static_assert(Scalar<float> && Scalar<double> && Scalar<long double> && !Scalar<int>);
static_assert(sqrt(9.0) == 3.0 && sqrt(0.0) == 0.0 && sqrt(infinity<double>) == infinity<double>);
static_assert(sqrt(0x1p-1000) == 0x1p-500 && sqrt(0x1p+1000) == 0x1p+500);
static_assert(abs(-2.0F) == 2.0F && square(-3.0) == 9.0);
static_assert(sign(0.0) == 1.0 && sign(-0.5) == -1.0, "never 0");
static_assert(clamp(2.0, 0, 1) == 1.0 && clamp(-2.0, 0, 1) == 0.0 && min(1.0F, 2) == 1.0F && max(1.0F, 2) == 2.0F);
static_assert(is_finite(std::numeric_limits<float>::max()) && !is_finite(infinity<float>));
static_assert(!is_finite(std::numeric_limits<double>::quiet_NaN()));

template <class T> using ScalarTest = testing::Typed<T>;
TYPED_TEST_SUITE(ScalarTest, testing::Reals);

TYPED_TEST(ScalarTest, UnitRoundoffIsHalfTheGapAboveOne) {
  using T = TypeParam;
  const T u = unit_roundoff<T>;
  EXPECT_EQ(T(1) + u, T(1));
  EXPECT_GT(T(1) + T(3) * u, T(1));
}

TYPED_TEST(ScalarTest, RunTimeFunctionsAreThoseOfTheStandardLibrary) {
  using T = TypeParam;
  for (int i = 0; i < 100; ++i) {
    const T x = this->uniform(0, 1);
    EXPECT_EQ(sqrt(x), std::sqrt(x));
    EXPECT_EQ(sin(x), std::sin(x));
    EXPECT_EQ(cos(x), std::cos(x));
    EXPECT_EQ(asin(x), std::asin(x));
    EXPECT_EQ(atan2(x, T(2)), std::atan2(x, T(2)));
    EXPECT_EQ(pow(x, T(3)), std::pow(x, T(3)));
  }
  EXPECT_EQ(pi<T>, std::acos(T(-1)));
}

TYPED_TEST(ScalarTest, CompileTimeRootIsTheRunTimeRootToTheLastDigit) {
  using T = TypeParam;
  constexpr T compiled[] = {sqrt(T(2)), sqrt(T(1e-30L)), sqrt(T(1e30L)), sqrt(T(0.99L)),
                            sqrt(std::numeric_limits<T>::max())};
  const T arguments[] = {T(2), T(1e-30L), T(1e30L), T(0.99L), std::numeric_limits<T>::max()};
  for (int i = 0; i < 5; ++i) EXPECT_LE(off(compiled[i] / std::sqrt(arguments[i]), T(1)), roundoffs<T>(2)) << i;
}

TYPED_TEST(ScalarTest, NotANumberIsNeverFiniteAndRootsOfNegativesAreNone) {
  using T = TypeParam;
  EXPECT_FALSE(is_finite(std::numeric_limits<T>::quiet_NaN()));
  EXPECT_TRUE(std::isnan(sqrt(T(-1))));
  constexpr T compiled = sqrt(T(-1));
  EXPECT_TRUE(std::isnan(compiled));
}

TYPED_TEST(ScalarTest, PositivePartIsTheNumberOrZero) {
  using T = TypeParam;
  for (const T x : {T(0), T(0.1L), T(3), std::numeric_limits<T>::min(), std::numeric_limits<T>::max() / T(2)}) {
    EXPECT_EQ(positive_part(x), x);
    EXPECT_EQ(positive_part(-x), T(0));
  }
  EXPECT_EQ(positive_part(infinity<T>), infinity<T>);
  EXPECT_TRUE(std::isnan(positive_part(std::numeric_limits<T>::quiet_NaN())));
}

TYPED_TEST(ScalarTest, LargestOfIsTheFirstOfTheLargest) {
  using T = TypeParam;
  const T nan = std::numeric_limits<T>::quiet_NaN();
  const T all[] = {3, 5, -1, 5, 4, 5}, none[] = {nan, nan, nan};
  EXPECT_EQ(largest_of(all), 1);
  EXPECT_EQ(largest_of({-infinity<T>, -infinity<T>}), 0);
  EXPECT_LT(largest_of(none), 3);
}

}  // namespace
}  // namespace tactus
