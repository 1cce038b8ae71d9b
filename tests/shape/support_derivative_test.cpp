// SPDX-License-Identifier: MIT
#include <tests/helpers/random_pairs.h>

#include <gtest/gtest.h>

namespace tactus::testing {
namespace {

using V = Vec3<double>;

/// Against differences of the support in long double. (Composites do not have it in that scalar.)
TEST(SupportDerivative, AgreesWithDifferencesOfTheSupport) {
  Random random(11);
  int compared = 0;
  for (int i = 0; i < test_size(3000); ++i) {
    const Family family = static_cast<Family>(random.below(static_cast<int>(Family::composite)));
    const Shape<double> shape = random_shape(random, family);
    const Shape<long double> exact = shape.cast<long double>();
    const V d = random.direction();
    const auto h = shape.visit([&](const auto& s) -> std::optional<Mat3<double>> {
      if constexpr (Convex<std::remove_cvref_t<decltype(s)>>) return support_derivative(s, d, s.support(d));
      return std::nullopt;
    });
    ASSERT_TRUE(h) << shape << d;
    const double size = std::max(max_abs(*h), 1.0);
    EXPECT_LE(max_abs(*h - transpose(*h)), 1e-14 * size) << shape;
    EXPECT_LE(norm(*h * d), 1e-13 * size) << shape;
    const V t = any_perpendicular(d);
    const auto slope = [&](double step) {
      const auto at = [&](double x) { return exact.support((d + x * t).cast<long double>()); };
      return ((at(step) - at(-step)) / (2.0L * step)).cast<double>();
    };
    const V fine = slope(1e-6), coarse = slope(2e-6);
    if (norm(fine - coarse) > 1e-6 * size) continue;  // near a kink
    ++compared;
    EXPECT_LE(norm(*h * t - fine), 1e-6 * size) << shape << d;
  }
  EXPECT_GE(compared, test_size(3000) * 9 / 10);
}

TEST(SupportDerivative, OfShapesThatDoNotKnowItByDifferences) {
  Random random(12);
  const Ellipsoid<double> egg{{0.5, 0.7, 0.3}};
  for (int i = 0; i < 100; ++i) {
    const V d = random.direction();
    const auto h = support_derivative_by_differences(egg, d);
    ASSERT_TRUE(h);
    EXPECT_LE(max_abs(*h - *support_derivative(egg, d, V{})), 1e-8);
  }
  EXPECT_FALSE(support_derivative_by_differences(Box<double>{{1, 1, 1}}, V{0, 0, 1}));  // it jumps
  EXPECT_EQ(*support_derivative_by_differences(Box<double>{{1, 1, 1}}, V{0.6, 0.48, 0.64}), Mat3<double>::zero());
}

}  // namespace
}  // namespace tactus::testing
