// SPDX-License-Identifier: MIT
// Twofold<float> against double, which holds its sums and products exactly.
#include <tactus/math/counted.h>
#include <tactus/math/twofold.h>
#include <tactus/math/vec3.h>

#include <gtest/gtest.h>

#include <random>

namespace tactus {
namespace {

using W = Twofold<float>;
double value(const W& w) { return double(w.high) + double(w.low); }

class TwofoldTest : public ::testing::Test {
 protected:
  /// Of very different sizes, as far as a sum of two still fits a double.
  float number() {
    std::uniform_real_distribution<float> mantissa(-1, 1);
    std::uniform_int_distribution<int> exponent(-12, 12);
    const int e = exponent(rng_);
    return std::ldexp(mantissa(rng_), e);
  }
  /// With digits in the low part.
  W wide() {
    const W b(number()), a(number());
    return a * b;
  }

 private:
  std::mt19937 rng_{1};
};

constexpr double u = double(unit_roundoff<float>);

TEST_F(TwofoldTest, SumsAndProductsOfTwoAreExact) {
  for (int i = 0; i < 10000; ++i) {
    const float a = number(), b = number();
    ASSERT_EQ(value(W(a) * W(b)), double(a) * double(b));
    ASSERT_EQ(value(W(a) + W(b)), double(a) + double(b));
    ASSERT_EQ(value(W(a) - W(b)), double(a) - double(b));
  }
}

TEST_F(TwofoldTest, TheRestIsRightToAFewSquaresOfTheRoundoff) {
  for (int i = 0; i < 10000; ++i) {
    const W a = wide(), b = wide();
    const double x = value(a), y = value(b);
    const double sum = std::abs(x) + std::abs(y), allowed = double(value(unit_roundoff<W>)) + 0x1p-52;
    ASSERT_NEAR(value(a + b), x + y, allowed * sum);
    ASSERT_NEAR(value(a * b), x * y, 2 * allowed * std::abs(x * y));
    ASSERT_NEAR(value(a / b), x / y, 2 * allowed * std::abs(x / y));
    ASSERT_NEAR(value(sqrt(abs(a))), std::sqrt(std::abs(x)), 2 * allowed * std::sqrt(std::abs(x)));
    ASSERT_LE(std::abs(a.low), u * std::abs(a.high));
    ASSERT_EQ(a < b, x < y);
    ASSERT_EQ(a > b, x > y);
  }
}

TEST_F(TwofoldTest, ADifferenceThatCancels) {
  const Twofold<double> third = Twofold<double>(1) / 3;
  const double rest = double(third * 3 - Twofold<double>(1));
  EXPECT_LE(std::abs(rest), 16 * unit_roundoff<double> * unit_roundoff<double>);
  EXPECT_GT(std::abs(double(third - Twofold<double>(1.0 / 3))), 1e-18);  // digits that a double does not have
}

TEST_F(TwofoldTest, WhatIsNotFiniteStaysSo) {
  const W huge = std::numeric_limits<float>::max(), none = infinity<W>;
  EXPECT_FALSE(is_finite(huge * huge));
  EXPECT_FALSE(is_finite(huge + huge));
  EXPECT_TRUE(huge < none && !(none < huge));
  EXPECT_EQ(sqrt(W(0)), W(0));
}

// As a scalar: in vectors, of other scalars, and wider than each of them.
TEST_F(TwofoldTest, IsAScalar) {
  static_assert(Scalar<Twofold<double>> && Scalar<Twofold<Counted<double>>>);
  static_assert(std::same_as<wider_t<float>, double> && std::same_as<wider_t<double>, Twofold<double>>);
  const Vec3<Twofold<double>> v{3, 4, 12};
  EXPECT_EQ(double(norm(v)), 13);
  EXPECT_EQ(double(max_abs(v)), 12);
  const Twofold<Counted<double>> c = Twofold<Counted<double>>(2) * 3;
  EXPECT_EQ(double(Counted<double>(c)), 6);
  EXPECT_LT(unit_roundoff<Twofold<double>>, Twofold<double>(1e-30));
}

}  // namespace
}  // namespace tactus
