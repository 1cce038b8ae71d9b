// SPDX-License-Identifier: MIT
// Four numbers at once are four numbers one after the other.
#include <tactus/math/counted.h>
#include <tactus/math/four.h>

#include <gtest/gtest.h>

namespace tactus {
namespace {

template <class T> struct FourTest : ::testing::Test {};
template <class F> using Number = std::remove_cvref_t<decltype(std::declval<F>()[0])>;
// In one register, in two, and one by one.
using Fours = ::testing::Types<Four<float, 16>, Four<float, 8>, Four<double, 32>, Four<double, 16>, Four<long double>,
                               Four<Counted<double>>>;
TYPED_TEST_SUITE(FourTest, Fours);

TYPED_TEST(FourTest, computes_each_number_by_itself) {
  using F = TypeParam;
  using T = Number<F>;
  const F a{T(1), T(-2), T(0.25), T(9)}, b{T(3), T(-4), T(0.5), T(-2)};
  const F sum = a + b, difference = a - b, product = a * b, quotient = a / b, size = abs(b), root = sqrt(abs(a));
  const F less = lesser(a, b), more = greater(a, b), chosen = where_greater(a, b, F(T(1)), F(T(0)));
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(sum[i], a[i] + b[i]);
    EXPECT_EQ(difference[i], a[i] - b[i]);
    EXPECT_EQ(product[i], a[i] * b[i]);
    EXPECT_EQ(quotient[i], a[i] / b[i]);
    EXPECT_EQ(size[i], abs(b[i]));
    EXPECT_EQ(root[i], sqrt(abs(a[i])));
    EXPECT_EQ(less[i], a[i] < b[i] ? a[i] : b[i]);
    EXPECT_EQ(more[i], a[i] > b[i] ? a[i] : b[i]);
    EXPECT_EQ(chosen[i], a[i] > b[i] ? T(1) : T(0));
    EXPECT_EQ((a * T(3))[i], a[i] * T(3));
    EXPECT_EQ((a + T(3))[i], a[i] + T(3));
    EXPECT_EQ((a - T(3))[i], a[i] - T(3));
  }
}

template <class T> struct FourOfVectors : ::testing::Test {};
using Vectors = ::testing::Types<Four<float, 16>, Four<float, 8>, Four<double, 32>, Four<double, 16>>;
TYPED_TEST_SUITE(FourOfVectors, Vectors);

TYPED_TEST(FourOfVectors, moves_and_sums_three_of_four) {
  using F = TypeParam;
  using T = Number<F>;
  const T from[] = {T(1), T(-2), T(4), T(8)};
  const F a = F::load(from), three = F::load_three(from), b{T(3), T(5), T(7), T(-9)};
  const F sums = sums_of_three(a, b, a * b, three), yzx = a.yzx(), all = a.template all<2>();
  const T expected_sums[] = {T(3), T(15), T(21), T(3)};
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(a[i], from[i]);
    EXPECT_EQ(three[i], i < 3 ? from[i] : T(0));
    EXPECT_EQ(sums[i], expected_sums[i]);
    EXPECT_EQ(all[i], T(4));
    EXPECT_EQ(shifted(a, T(16))[i], i < 3 ? from[i + 1] : T(16));
    EXPECT_EQ(a.swapped()[i], from[i ^ 1]);
    EXPECT_EQ(a.last_two()[i], from[2 + i % 2]);
    EXPECT_EQ(a.last_two_swapped()[i], from[3 - i % 2]);
    if (i == 3) continue;
    EXPECT_EQ(yzx[i], from[(i + 1) % 3]);
  }
  EXPECT_EQ(sum_of_three(a), T(3));
  EXPECT_EQ(greatest_of_three(a), T(4));
}

TYPED_TEST(FourOfVectors, knows_signs_and_tells_equals_apart) {
  using F = TypeParam;
  using T = Number<F>;
  const F a{T(1), T(-2), T(-0.0), T(8)}, b{T(1), T(-3), T(1), T(9)}, equal(T(-0.75));
  EXPECT_EQ(sign_bits(a), 6u);
  EXPECT_EQ(greater_bits(a, b), 2u);
  const F turned = against(b, a), order = equal.template numbered<3>(0);
  EXPECT_EQ(turned[0], T(-1));
  EXPECT_EQ(turned[1], T(-3));
  EXPECT_EQ(turned[2], T(1));
  EXPECT_EQ(turned[3], T(-9));
  for (int i = 0; i < 4; ++i) EXPECT_EQ(turned_by(b, a)[i], -turned[i]);
  for (int i = 0; i < 4; ++i) {
    EXPECT_NEAR(order[i], T(-0.75), T(8) * unit_roundoff<T>);
    for (int j = 0; j < i; ++j) EXPECT_GT(order[j], order[i]);
  }
}

}  // namespace
}  // namespace tactus
