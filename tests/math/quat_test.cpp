// SPDX-License-Identifier: MIT
#include "typed.h"

namespace tactus {
namespace {

using testing::roundoffs;
using Q = Quat<double>;

constexpr Q i{0, 1, 0, 0}, j{0, 0, 1, 0}, k{0, 0, 0, 1}, one{};
static_assert(i * j == k && j * k == i && k * i == j && i * i == -one && i * one == i);
static_assert(rotate(k, Vec3<double>{1, 0, 0}) == Vec3<double>{-1, 0, 0}, "k turns half about z");
static_assert(normalized(Q{0, 0, 0, 0}) == one && normalized(Q{0, 2, 0, 0}) == i && conjugate(i) == -i);
static_assert(to_quaternion(to_matrix(j)) == j && Q{1, 2, 3, 4}.cast<float>().z == 4.0F);

template <class T> using QuatTest = testing::Typed<T>;
TYPED_TEST_SUITE(QuatTest, testing::Reals);

/// Distance between two rotations: q and -q are the same.
template <class T> T difference(const Quat<T>& a, const Quat<T>& b) { return min(norm(a + -b), norm(a + b)); }

TYPED_TEST(QuatTest, ComesInEitherOrder) {
  using T = TypeParam;
  const Quat<T> q{T(1), T(2), T(3), T(4)};
  EXPECT_EQ(q.w, T(1));
  EXPECT_EQ(Quat<T>::from_wxyz(T(1), T(2), T(3), T(4)), q);
  EXPECT_EQ(Quat<T>::from_xyzw(T(2), T(3), T(4), T(1)), q);
}

TYPED_TEST(QuatTest, MatrixAndQuaternionTurnAlike) {
  using T = TypeParam;
  for (int n = 0; n < 1000; ++n) {
    const Quat<T> a = this->unit_quaternion(), b = this->unit_quaternion();
    const Vec3<T> v = this->vector();
    EXPECT_LE(max_abs(to_matrix(a) * v - rotate(a, v)), roundoffs<T>(32));
    EXPECT_LE(max_abs(to_matrix(a * b) - to_matrix(a) * to_matrix(b)), roundoffs<T>(32));
    EXPECT_LE(max_abs(rotate(conjugate(a), rotate(a, v)) - v), roundoffs<T>(32));
    EXPECT_LE(orthonormality_error(to_matrix(a)), roundoffs<T>(32));
  }
}

TYPED_TEST(QuatTest, RoundTripThroughMatrices) {
  using T = TypeParam;
  for (int n = 0; n < 1000; ++n) {
    const Quat<T> q = this->unit_quaternion(), back = to_quaternion(to_matrix(q));
    EXPECT_LE(difference(q, back), roundoffs<T>(16));
    EXPECT_GE(back.w, T(0));
  }
}

TYPED_TEST(QuatTest, RoundTripNearHalfTurnsWhereTheRealPartVanishes) {
  using T = TypeParam;
  for (int axis = 0; axis < 3; ++axis) {
    for (const double offset : {0.0, 1e-12, 1e-6, -1e-6}) {
      Vec3<T> v = this->vector() * T(1e-3);
      v[axis] = T(1);
      const Quat<T> q = quaternion_from_axis_angle(v, pi<T> + T(offset));
      EXPECT_LE(difference(q, to_quaternion(to_matrix(q))), roundoffs<T>(16)) << axis << ' ' << offset;
    }
  }
}

TYPED_TEST(QuatTest, SlerpTurnsAtConstantSpeed) {
  using T = TypeParam;
  for (int n = 0; n < 300; ++n) {
    const Quat<T> a = this->unit_quaternion();
    const Vec3<T> axis = unit_or_up(this->vector());
    const T angle = this->uniform(0, 3);  // the shorter way as long as it is below pi
    const Quat<T> b = quaternion_from_axis_angle(axis, angle) * a;
    const T t = this->uniform(0, 1);
    const Quat<T> expected = quaternion_from_axis_angle(axis, t * angle) * a;
    EXPECT_LE(difference(slerp(a, b, t), expected), roundoffs<T>(64));
    EXPECT_LE(difference(slerp(a, -b, t), expected), roundoffs<T>(64));  // -b is the same rotation
    EXPECT_LE(difference(slerp(a, b, 0), a) + difference(slerp(a, b, 1), b), roundoffs<T>(32));
  }
}

TYPED_TEST(QuatTest, SlerpBetweenEqualAndNearlyEqualRotations) {
  using T = TypeParam;
  const Quat<T> a = this->unit_quaternion();
  EXPECT_LE(difference(slerp(a, a, T(0.3L)), a), roundoffs<T>(8));
  for (const T angle : {T(1e-3L), T(1e-10L), T(1e-20L)}) {
    const Quat<T> b = quaternion_from_axis_angle(Vec3<T>{1, 2, 3}, angle) * a;
    const Quat<T> middle = quaternion_from_axis_angle(Vec3<T>{1, 2, 3}, angle / T(2)) * a;
    EXPECT_LE(difference(slerp(a, b, T(0.5L)), middle), roundoffs<T>(16)) << angle;
  }
}

TYPED_TEST(QuatTest, Prints) { EXPECT_EQ(testing::printed(Quat<TypeParam>{1, 2, 3, 4}), "(1; 2, 3, 4)"); }

}  // namespace
}  // namespace tactus
