// SPDX-License-Identifier: MIT
#include "typed.h"

namespace tactus {
namespace {

using testing::roundoffs;
using M = Mat3<double>;
using V = Vec3<double>;

constexpr M m = M::from_rows({1, 2, 3}, {4, 5, 6}, {7, 8, 10});
static_assert(m(0, 1) == 2 && m.row(1) == V{4, 5, 6} && m.column(2) == V{3, 6, 10});
static_assert(determinant(m) == -3 && trace(m) == 16 && max_abs(m) == 10);
static_assert(transpose(m) == M::from_columns({1, 2, 3}, {4, 5, 6}, {7, 8, 10}));
static_assert(M::identity() * m == m && m * M::identity() == m && m - m == M::zero() && m + m == m * 2 &&
              2 * m == m * 2);
static_assert(m * V{1, 0, -1} == V{-2, -2, -3} && transposed_times(m, V{1, 0, -1}) == transpose(m) * V{1, 0, -1});
static_assert(M::diagonal({1, 2, 3}) * V{1, 1, 1} == V{1, 2, 3} && M::outer({1, 2, 3}, {4, 5, 6})(2, 1) == 15);
static_assert(skew(V{1, 2, 3}) * V{4, 5, 6} == cross(V{1, 2, 3}, V{4, 5, 6}) && abs(m - m * 2) == m);
static_assert(orthonormality_error(M::identity()) == 0 && is_finite(m) && m.cast<float>()(2, 2) == 10.0F);
static_assert(orthonormalized(M::diagonal({1.5, 1.5, 1.5})) == M::identity());

template <class T> using Mat3Test = testing::Typed<T>;
TYPED_TEST_SUITE(Mat3Test, testing::Reals);

TYPED_TEST(Mat3Test, InverseUndoes) {
  using T = TypeParam;
  for (int i = 0; i < 1000; ++i) {
    const Mat3<T> right = this->rotation(), left = this->rotation();
    const Mat3<T> a = left * Mat3<T>::diagonal({1, 2, 4}) * right;
    EXPECT_LE(max_abs(a * inverse(a) - Mat3<T>::identity()), roundoffs<T>(64));
  }
  EXPECT_FALSE(is_finite(inverse(Mat3<T>::zero())));
}

TYPED_TEST(Mat3Test, DriftedRotationsComeBackToTheNearestRotation) {
  using T = TypeParam;
  for (const double drift : {1e-9, 1e-6, 1e-3, 0.1}) {
    for (int i = 0; i < 200; ++i) {
      const Mat3<T> rotation = this->rotation();
      // A symmetric positive factor is undone exactly: rotation · stretch has `rotation` as its polar factor.
      const Vec3<T> s = this->vector() * T(drift);
      const Mat3<T> axes = this->rotation();
      const Mat3<T> stretch = axes * Mat3<T>::diagonal(Vec3<T>{1, 1, 1} + s) * transpose(axes);
      const Mat3<T> mended = orthonormalized(rotation * stretch);
      EXPECT_LE(orthonormality_error(mended), roundoffs<T>(16));
      EXPECT_LE(max_abs(mended - rotation), roundoffs<T>(32));
    }
  }
}

TYPED_TEST(Mat3Test, OrthonormalizationDoesNotDependOnTheScale) {
  using T = TypeParam;
  for (const T scale : {T(1e-6L), T(0.1L), T(0.4L), T(3), T(1e6L)}) {
    const Mat3<T> rotation = this->rotation();
    EXPECT_LE(max_abs(orthonormalized(rotation * scale) - rotation), roundoffs<T>(32)) << scale;
  }
}

TYPED_TEST(Mat3Test, OrthonormalizationLeavesReflectionsAndBrokenMatricesAlone) {
  using T = TypeParam;
  const Mat3<T> mirror = Mat3<T>::diagonal({1, 1, -1});
  EXPECT_EQ(orthonormalized(mirror), mirror);
  EXPECT_EQ(orthonormalized(Mat3<T>::zero()), Mat3<T>::zero());
  EXPECT_FALSE(is_finite(orthonormalized(Mat3<T>::diagonal({1, 1, infinity<T>}))));
}

TYPED_TEST(Mat3Test, Prints) {
  EXPECT_EQ(testing::printed(Mat3<TypeParam>::from_rows({1, 2, 3}, {4, 5, 6}, {7, 8, 9})),
            "[(1, 2, 3), (4, 5, 6), (7, 8, 9)]");
}

}  // namespace
}  // namespace tactus
