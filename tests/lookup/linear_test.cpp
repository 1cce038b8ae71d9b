// SPDX-License-Identifier: MIT
/// The scan in its three forms: one vertex after the other, in the compiler's vectors, in the machine's.
#include <tactus/lookup/linear.h>
#include <tactus/shape/generators.h>

#include <gtest/gtest.h>

namespace tactus {
namespace {

template <class T> class LinearTest : public ::testing::Test {};
using Scalars = ::testing::Types<float, double>;
TYPED_TEST_SUITE(LinearTest, Scalars);

/// Small whole coordinates, so that many products are equal; and any, so that their rounding must be the same.
TYPED_TEST(LinearTest, AllFormsAgreeToTheBit) {
  using T = TypeParam;
  generate::Random random(1);
  int ties = 0;
  for (std::size_t n = lookup::lanes; n <= 40 * lookup::lanes; n += lookup::lanes) {
    for (bool whole : {true, false}) {
      std::vector<T> x(n), y(n), z(n);
      const auto coordinate = [&] { return T(whole ? double(random.bits() % 7) - 3 : random.uniform(-1, 1)); };
      for (std::size_t i = 0; i < n; ++i) x[i] = coordinate(), y[i] = coordinate(), z[i] = coordinate();
      const std::span<const T> xs(x), ys(y), zs(z);
      for (int k = 0; k < 50; ++k) {
        const Vec3<T> d{coordinate(), coordinate(), coordinate()};
        const std::uint32_t expected = lookup::linear_one_by_one(xs, ys, zs, d);
        EXPECT_EQ(lookup::linear_by_lanes(xs, ys, zs, d), expected);
        EXPECT_EQ(lookup::linear_dispatched(xs, ys, zs, d), expected) << lookup::linear_target();
        EXPECT_EQ(lookup::linear(xs, ys, zs, d), expected);
        const auto value = [&](std::size_t i) { return xs[i] * d.x + ys[i] * d.y + zs[i] * d.z; };
        for (std::size_t i = expected + 1; i < n; ++i) ties += value(i) == value(expected);
      }
    }
  }
  EXPECT_GT(ties, 1000) << "ties are not tested";
}

/// Each place wins once: so no lane and no remainder is forgotten.
TYPED_TEST(LinearTest, FindsTheWinnerInEveryPlace) {
  using T = TypeParam;
  for (std::size_t n : {16u, 32u, 48u, 128u}) {
    const std::vector<T> zero(n, T(0));
    for (std::size_t i = 0; i < n; ++i) {
      std::vector<T> x(n, T(-1));
      x[i] = T(0.5);
      EXPECT_EQ(lookup::linear_by_lanes<T>(x, zero, zero, {T(1), T(0), T(0)}), i);
      EXPECT_EQ(lookup::linear_dispatched(std::span<const T>(x), zero, zero, {T(1), T(0), T(0)}), i);
    }
  }
}

TYPED_TEST(LinearTest, OneVertexAndNotANumber) {
  using T = TypeParam;
  const std::vector<T> x(48, T(1)), y(48, T(2)), z(48, T(3));
  const std::span<const T> xs(x), ys(y), zs(z);
  const T nan = std::numeric_limits<T>::quiet_NaN();
  for (std::size_t n : {16u, 48u}) {
    for (const Vec3<T>& d : {Vec3<T>{T(1), T(-1), T(0)}, Vec3<T>{}, Vec3<T>{nan, nan, nan}, Vec3<T>{T(1), nan, T(0)}}) {
      EXPECT_EQ(lookup::linear_by_lanes(xs.first(n), ys.first(n), zs.first(n), d), 0u);
      EXPECT_EQ(lookup::linear_dispatched(xs.first(n), ys.first(n), zs.first(n), d), 0u);
    }
  }
}

}  // namespace
}  // namespace tactus
