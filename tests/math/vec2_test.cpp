// SPDX-License-Identifier: MIT
#include <tactus/math/vec2.h>

#include "typed.h"

namespace tactus {
namespace {

using testing::off;
constexpr Vec2<double> right{1, 0}, up{0, 1};
static_assert(cross(right, up) == 1 && perpendicular(right) == up && dot(right, up) == 0);
static_assert(2.0 * right + up - right / 2 == Vec2<double>{1.5, 1} && -up == Vec2<double>{0, -1});
static_assert(norm(Vec2<double>{3, 4}) == 5 && max_abs(Vec2<double>{3, -4}) == 4);
static_assert(unit_or_zero(Vec2<double>{0, -2}) == -up && unit_or_zero(Vec2<double>{}) == Vec2<double>{});
static_assert(right.cast<float>() == Vec2<float>{1, 0} && right[0] == 1 && right[1] == 0);

template <class T> using Vec2Test = testing::Typed<T>;
TYPED_TEST_SUITE(Vec2Test, testing::Reals);

TYPED_TEST(Vec2Test, CompoundAssignment) {
  Vec2<TypeParam> a{1, 2};
  a += {1, 1}, a -= {0, 1}, a *= 2;
  EXPECT_EQ(a, (Vec2<TypeParam>{4, 4}));
}

TYPED_TEST(Vec2Test, UnitVectorsAtEveryScale) {
  using T = TypeParam;
  const T smallest = std::numeric_limits<T>::denorm_min(), largest = std::numeric_limits<T>::max();
  for (const T scale : {smallest, std::numeric_limits<T>::min(), T(1e-30L), T(1), T(1e30L), largest / T(2)}) {
    const Vec2<T> u = unit_or_zero(Vec2<T>{-scale, scale});
    EXPECT_LE(off(u.x, -sqrt(T(0.5))), testing::roundoffs<T>(4)) << scale;
    EXPECT_LE(off(u.y, sqrt(T(0.5))), testing::roundoffs<T>(4)) << scale;
  }
}

TYPED_TEST(Vec2Test, PrintsAndKnowsWhenItIsNotFinite) {
  using T = TypeParam;
  EXPECT_EQ(testing::printed(Vec2<T>{1, T(-0.5)}), "(1, -0.5)");
  EXPECT_TRUE(is_finite(Vec2<T>{1, 2}));
  EXPECT_FALSE(is_finite(Vec2<T>{1, infinity<T>}));
}

}  // namespace
}  // namespace tactus
