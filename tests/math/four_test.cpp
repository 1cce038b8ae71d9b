// Four numbers at once are four numbers one after the other.
#include <tactus/math/counted.h>
#include <tactus/math/four.h>

#include <gtest/gtest.h>

namespace tactus {
namespace {

template <class T> struct FourTest : ::testing::Test {};
using Scalars = ::testing::Types<float, double, long double, Counted<double>>;
TYPED_TEST_SUITE(FourTest, Scalars);

TYPED_TEST(FourTest, computes_each_number_by_itself) {
  using T = TypeParam;
  const Four<T> a{T(1), T(-2), T(0.25), T(9)}, b{T(3), T(-4), T(0.5), T(-2)};
  const Four<T> sum = a + b, difference = a - b, product = a * b, quotient = a / b, size = abs(b), root = sqrt(abs(a));
  const Four<T> less = lesser(a, b), chosen = where_greater(a, b, Four<T>(T(1)), Four<T>(T(0)));
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(sum[i], a[i] + b[i]);
    EXPECT_EQ(difference[i], a[i] - b[i]);
    EXPECT_EQ(product[i], a[i] * b[i]);
    EXPECT_EQ(quotient[i], a[i] / b[i]);
    EXPECT_EQ(size[i], abs(b[i]));
    EXPECT_EQ(root[i], sqrt(abs(a[i])));
    EXPECT_EQ(less[i], a[i] < b[i] ? a[i] : b[i]);
    EXPECT_EQ(chosen[i], a[i] > b[i] ? T(1) : T(0));
    EXPECT_EQ((a * T(3))[i], a[i] * T(3));
    EXPECT_EQ((a + T(3))[i], a[i] + T(3));
    EXPECT_EQ((a - T(3))[i], a[i] - T(3));
  }
}

}  // namespace
}  // namespace tactus
