// SPDX-License-Identifier: MIT
// GJK with each method on the same pairs: the results do not differ visibly.
#include <tactus/narrow/gjk.h>
#include <tactus/shape/box.h>
#include <tactus/shape/ellipsoid.h>

#include "methods.h"
#include "sets.h"

namespace tactus {
namespace {

using testing::Generator;

template <class W> class SimplexInGjk : public ::testing::Test {};
TYPED_TEST_SUITE(SimplexInGjk, testing::Methods, testing::MethodNames);

template <class W, template <class> class Shape> void expect_agreement(double allowed, double reach) {
  using T = typename W::Scalar;
  Generator random(31);
  int apart = 0;
  constexpr int pairs = 3000;
  for (int i = 0; i < pairs; ++i) {
    const auto size = [&] {
      return Vec3<T>{T(random.uniform(0.3, 1)), T(random.uniform(0.3, 1)), T(random.uniform(0.3, 1))};
    };
    const Shape<T> a{size()}, b{size()};
    const Vec3<double> axis = random.vector();
    const double angle = random.uniform(0, 3), far = random.uniform(0.6, reach);
    const Pose<T> x_ab{from_axis_angle(axis, angle).template cast<T>(),
                       (unit_or_up(random.vector()) * far).template cast<T>()};
    const Contact<T> c = gjk::distance<W::template Method>(a, b, x_ab);
    const Contact<T> reference = gjk::distance<simplex::Exhaustive>(a, b, x_ab);
    ASSERT_NE(c.status, Status::stalled);
    ASSERT_LE(abs(c.distance - reference.distance), T(allowed)) << c << "\n" << reference;
    ASSERT_LE(c.lower, reference.upper);
    ASSERT_GE(c.upper, reference.lower);
    apart += c.distance > T(0);
  }
  EXPECT_GT(apart, 0.3 * pairs);
  EXPECT_LT(apart, 0.7 * pairs);
}

TYPED_TEST(SimplexInGjk, Boxes) {
  expect_agreement<TypeParam, Box>(std::same_as<typename TypeParam::Scalar, float> ? 1e-5 : 1e-13, 2.8);
}

TYPED_TEST(SimplexInGjk, Ellipsoids) {
  // Both within the tolerance of the iteration, relative to a size of at most 2.
  expect_agreement<TypeParam, Ellipsoid>(4 * double(default_tolerance<typename TypeParam::Scalar>), 2);
}

}  // namespace
}  // namespace tactus
