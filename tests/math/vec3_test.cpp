// SPDX-License-Identifier: MIT
#include "typed.h"

namespace tactus {
namespace {

using testing::off;
using testing::roundoffs;
using V = Vec3<double>;

constexpr V x{1, 0, 0}, y{0, 1, 0}, z{0, 0, 1};
static_assert(cross(x, y) == z && cross(y, z) == x && cross(z, x) == y && triple(x, y, z) == 1);
static_assert(norm(V{2, 3, 6}) == 7 && norm_squared(V{2, 3, 6}) == 49 && distance(x, x + z * 2) == 2);
static_assert(hadamard(V{1, 2, 3}, V{4, 5, 6}) == V{4, 10, 18} && max_abs(V{1, -5, 3}) == 5);
static_assert(min(V{1, 5, 3}, V{2, 4, 3}) == V{1, 4, 3} && max(V{1, 5, 3}, V{2, 4, 3}) == V{2, 5, 3});
static_assert(abs(V{-1, 2, -3}) == V{1, 2, 3} && V{1, 2, 3}[2] == 3 && -x == V{-1, 0, 0});
static_assert(unit_or_zero(V{0, 0, 4}) == z && unit_or_zero(V{}) == V{} && unit_or(V{}, y) == y &&
              unit_or_up(V{}) == z);
static_assert(dot(any_perpendicular(x), x) == 0 && V{1, 2, 3}.cast<float>() == Vec3<float>{1, 2, 3});

template <class T> using Vec3Test = testing::Typed<T>;
TYPED_TEST_SUITE(Vec3Test, testing::Reals);

TYPED_TEST(Vec3Test, CompoundAssignment) {
  Vec3<TypeParam> a{1, 2, 3};
  a += {1, 1, 1}, a -= {0, 1, 2}, a *= 6, a /= 3;
  a[1] = TypeParam(7);
  EXPECT_EQ(a, (Vec3<TypeParam>{4, 7, 4}));
}

TYPED_TEST(Vec3Test, CrossAndTripleIdentities) {
  using T = TypeParam;
  for (int i = 0; i < 1000; ++i) {
    const Vec3<T> a = this->vector(), b = this->vector(), c = this->vector();
    EXPECT_LE(off(dot(cross(a, b), a), T(0)), roundoffs<T>(16));
    EXPECT_EQ(cross(a, b), -cross(b, a));
    EXPECT_LE(off(triple(a, b, c), triple(b, c, a)), roundoffs<T>(32));
    const Vec3<T> lagrange = cross(a, cross(b, c)) - (b * dot(a, c) - c * dot(a, b));
    EXPECT_LE(max_abs(lagrange), roundoffs<T>(64));
  }
}

TYPED_TEST(Vec3Test, UnitVectorsAtEveryScale) {
  using T = TypeParam;
  const T smallest = std::numeric_limits<T>::denorm_min(), largest = std::numeric_limits<T>::max();
  for (const T scale : {smallest, std::numeric_limits<T>::min(), T(1e-30L), T(1), T(1e30L), largest / T(2)}) {
    const Vec3<T> u = unit_or_zero(Vec3<T>{-scale, scale, scale});
    EXPECT_LE(max_abs(u - Vec3<T>{-1, 1, 1} / sqrt(T(3))), roundoffs<T>(4)) << scale;
    EXPECT_EQ(unit_or_zero(Vec3<T>{0, -scale, 0}), (Vec3<T>{0, -1, 0})) << scale;
  }
}

TYPED_TEST(Vec3Test, SomePerpendicularIsUnitAndPerpendicular) {
  using T = TypeParam;
  for (int i = 0; i < 1000; ++i) {
    const Vec3<T> a = this->vector(), p = any_perpendicular(a);
    EXPECT_LE(off(norm(p), T(1)), roundoffs<T>(8));
    EXPECT_LE(off(dot(p, a), T(0)), roundoffs<T>(16));
  }
  EXPECT_EQ(norm(any_perpendicular(Vec3<T>{})), T(1));
}

TYPED_TEST(Vec3Test, PrintsAndKnowsWhenItIsNotFinite) {
  using T = TypeParam;
  EXPECT_EQ(testing::printed(Vec3<T>{1, T(-0.5), 3}), "(1, -0.5, 3)");
  EXPECT_TRUE(is_finite(Vec3<T>{1, 2, 3}));
  for (int i = 0; i < 3; ++i) {
    Vec3<T> a{1, 2, 3};
    a[i] = std::numeric_limits<T>::quiet_NaN();
    EXPECT_FALSE(is_finite(a));
  }
}

}  // namespace
}  // namespace tactus
