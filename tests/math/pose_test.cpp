// SPDX-License-Identifier: MIT
#include <tactus/math/rigid.h>

#include "typed.h"

namespace tactus {
namespace {

using testing::off;
using testing::roundoffs;
using P = Pose<double>;
using V = Vec3<double>;

constexpr P shift = translation(1.0, 2, 3);
constexpr P quarter{Mat3<double>::from_rows({0, -1, 0}, {1, 0, 0}, {0, 0, 1}), {}};  // about z
static_assert(shift * V{1, 1, 1} == V{2, 3, 4} && quarter * V{1, 0, 0} == V{0, 1, 0});
static_assert((shift * quarter) * V{1, 0, 0} == V{1, 3, 3} && (quarter * shift) * V{1, 0, 0} == V{-2, 2, 3});
static_assert(inverse(shift * quarter) * (shift * quarter) == P{} && relative(shift, shift* quarter) == quarter);
static_assert(is_valid(P{}) && !is_valid(P{Mat3<double>::zero(), {}}) &&
              !is_valid(translation(infinity<double>, 0, 0)));
static_assert(translation(V{1, 2, 3}) == shift && shift.cast<float>().translation.z == 3.0F);
static_assert(to_quaternion(from_quaternion(Quat<double>{0, 0, 0, 2}, V{1, 2, 3})) == Quat<double>{0, 0, 0, 1});

template <class T> using PoseTest = testing::Typed<T>;
TYPED_TEST_SUITE(PoseTest, testing::Reals);

TYPED_TEST(PoseTest, GroupLaws) {
  using T = TypeParam;
  for (int i = 0; i < 1000; ++i) {
    const Pose<T> a = this->pose(), b = this->pose();
    const Vec3<T> p = this->vector();
    EXPECT_LE(max_abs((a * b) * p - a * (b * p)), roundoffs<T>(64));
    EXPECT_LE(max_abs(inverse(a) * (a * p) - p), roundoffs<T>(64));
    EXPECT_LE(max_abs(a * (relative(a, b) * p) - b * p), roundoffs<T>(64));
  }
}

TYPED_TEST(PoseTest, ACommonFarShiftCostsOnlyTheRoundingOfTheTranslations) {
  using T = TypeParam;
  const Vec3<T> far{T(1 << 20), T(-1 << 19), T(1 << 18)};
  for (int i = 0; i < 100; ++i) {
    const Pose<T> a = this->pose(), b = this->pose();
    Pose<T> far_a = a, far_b = b;
    far_a.translation += far, far_b.translation += far;
    const Pose<T> moved = relative(far_a, far_b);
    EXPECT_EQ(moved.rotation, relative(a, b).rotation);
    // From the translations as stored, the answer is as good as near the origin.
    const Vec3<T> stored = transposed_times(a.rotation, far_b.translation - far_a.translation);
    EXPECT_EQ(moved.translation, stored);
    EXPECT_LE(max_abs(moved.translation - relative(a, b).translation), roundoffs<T>(4) * T(1 << 20));
  }
}

TYPED_TEST(PoseTest, AShiftThatRoundsNothingChangesNothing) {
  using T = TypeParam;
  const Pose<T> a{this->rotation(), {T(0.5), T(1.25), T(-2)}}, b{this->rotation(), {T(3), T(-0.75), T(1)}};
  Pose<T> far_a = a, far_b = b;
  for (Pose<T>* x : {&far_a, &far_b}) x->translation += {T(1 << 20), T(1 << 20), T(1 << 20)};
  EXPECT_EQ(relative(far_a, far_b), relative(a, b));
}

TYPED_TEST(PoseTest, AxisAngleRoundTrip) {
  using T = TypeParam;
  for (int i = 0; i < 1000; ++i) {
    const Vec3<T> axis = unit_or_up(this->vector());
    const T angle = this->uniform(0.1, 3);
    const AxisAngle<T> back = to_axis_angle(from_axis_angle(axis, angle));
    EXPECT_LE(off(back.angle, angle), roundoffs<T>(32));
    EXPECT_LE(max_abs(back.axis - axis), roundoffs<T>(256));  // at angle 0.1 the sine halves the digits tenfold
  }
}

TYPED_TEST(PoseTest, AxisAngleKeepsItsDigitsNearZero) {
  using T = TypeParam;
  const Vec3<T> axis = unit_or_up(Vec3<T>{1, -2, 3});
  for (const T angle : {T(1e-3L), T(1e-8L), T(1e-15L)}) {
    const AxisAngle<T> back = to_axis_angle(from_axis_angle(axis, angle));
    EXPECT_LE(off(back.angle / angle, T(1)), roundoffs<T>(16)) << angle;
    EXPECT_LE(max_abs(back.axis - axis), roundoffs<T>(16)) << angle;
  }
  const AxisAngle<T> none = to_axis_angle(Mat3<T>{});
  EXPECT_EQ(none.angle, T(0));
  EXPECT_EQ(norm(none.axis), T(1));
}

TYPED_TEST(PoseTest, AxisAngleKeepsItsDigitsNearPi) {
  using T = TypeParam;
  const Vec3<T> axis = unit_or_up(Vec3<T>{1, -2, 3});
  for (const T offset : {T(1e-3L), T(1e-8L), T(0)}) {
    const AxisAngle<T> back = to_axis_angle(from_axis_angle(axis, pi<T> - offset));
    EXPECT_LE(off(back.angle, pi<T> - offset), roundoffs<T>(16)) << offset;
    EXPECT_LE(min(max_abs(back.axis - axis), max_abs(back.axis + axis)), roundoffs<T>(16)) << offset;
  }
}

TYPED_TEST(PoseTest, RotationsAboutTheCoordinateAxes) {
  using T = TypeParam;
  const T angle = T(0.7L);
  const Pose<T> turns[] = {rotation_x(angle), rotation_y(angle), rotation_z(angle)};
  for (int i = 0; i < 3; ++i) {
    Vec3<T> axis;
    axis[i] = T(1);
    EXPECT_LE(max_abs(turns[i].rotation - rotation(axis, angle).rotation), roundoffs<T>(8)) << i;
    EXPECT_EQ(turns[i] * axis, axis);
  }
}

TYPED_TEST(PoseTest, EulerAnglesComeBack) {
  using T = TypeParam;
  for (int i = 0; i < 1000; ++i) {
    const Vec3<T> angles{this->uniform(-3.1, 3.1), this->uniform(-1.5, 1.5), this->uniform(-3.1, 3.1)};
    const T bound = roundoffs<T>(32) / cos(angles.y);  // the outer angles blur towards gimbal lock
    EXPECT_LE(max_abs(to_euler_zyx(from_euler_zyx(angles)) - angles), bound);
    EXPECT_LE(max_abs(to_euler_xyz(from_euler_xyz(angles)) - angles), bound);
  }
}

TYPED_TEST(PoseTest, EulerAnglesGiveTheRotationBackEvenAtAndNearGimbalLock) {
  using T = TypeParam;
  for (const T offset : {T(0), T(1e-17L), T(1e-12L), T(1e-8L), T(1e-6L), T(1e-3L), T(0.1L)}) {
    for (const T side : {T(-1), T(1)}) {
      for (int i = 0; i < 100; ++i) {
        const Vec3<T> angles{this->uniform(-3, 3), side * (pi<T> / T(2) - offset), this->uniform(-3, 3)};
        // Through quaternions, so that the small entries carry the rounding of the large ones, as they do in practice.
        const Mat3<T> zyx = to_matrix(to_quaternion(from_euler_zyx(angles)));
        const Mat3<T> xyz = to_matrix(to_quaternion(from_euler_xyz(angles)));
        EXPECT_LE(max_abs(from_euler_zyx(to_euler_zyx(zyx)) - zyx), roundoffs<T>(48)) << angles;
        EXPECT_LE(max_abs(from_euler_xyz(to_euler_xyz(xyz)) - xyz), roundoffs<T>(48)) << angles;
      }
    }
  }
}

TYPED_TEST(PoseTest, AtGimbalLockTheLastAngleIsZero) {
  using T = TypeParam;
  const Mat3<T> up = Mat3<T>::from_rows({0, 0, 1}, {0, 1, 0}, {-1, 0, 0});  // a quarter turn about y, exactly
  EXPECT_EQ(to_euler_zyx(up * axis_rotation(0, T(0.5))).z, T(0));
  EXPECT_LE(off(to_euler_zyx(up * axis_rotation(0, T(0.5))).x, T(-0.5)), roundoffs<T>(4));
  EXPECT_EQ(to_euler_xyz(up * axis_rotation(2, T(0.5))).z, T(0));
}

TYPED_TEST(PoseTest, ValidityHasTheContractsTolerance) {
  using T = TypeParam;
  const T tolerance = std::same_as<T, float> ? T(1e-4L) : T(1e-6L);
  const Mat3<T> r = this->rotation();
  EXPECT_TRUE(is_valid(Pose<T>{r, {}}));
  EXPECT_TRUE(is_valid(Pose<T>{r * (T(1) + T(0.4L) * tolerance), {}}));  // mᵀm is off by twice that
  EXPECT_FALSE(is_valid(Pose<T>{r * (T(1) + T(0.6L) * tolerance), {}}));
  EXPECT_FALSE(is_valid(Pose<T>{r * Mat3<T>::diagonal({1, 1, -1}), {}})) << "a mirror";
  EXPECT_FALSE(is_valid(Pose<T>{r, {0, std::numeric_limits<T>::quiet_NaN(), 0}}));
  EXPECT_FALSE(is_valid(Pose<T>{r * std::numeric_limits<T>::quiet_NaN(), {}}));
  EXPECT_TRUE(is_valid(orthonormalized(Pose<T>{r * T(1.01L), this->vector()})));
}

/// Each fault on either side, by itself and with the other: the pair is valid exactly when both poses are.
TYPED_TEST(PoseTest, TwoPosesAreValidWhenEachIs) {
  using T = TypeParam;
  const T tolerance = std::same_as<T, float> ? T(1e-4L) : T(1e-6L), nan = std::numeric_limits<T>::quiet_NaN();
  const Mat3<T> r = this->rotation();
  const Pose<T> poses[] = {{r, this->vector()},
                           {r * (T(1) + T(0.4L) * tolerance), {}},
                           {r * (T(1) + T(0.6L) * tolerance), {}},
                           {r * Mat3<T>::diagonal({1, 1, -1}), {}},
                           {r, {T(0), nan, T(0)}},
                           {r, {T(0), T(0), -infinity<T>}},
                           {Mat3<T>::zero(), {}}};
  int valid = 0;
  for (const Pose<T>& x : poses)
    for (const Pose<T>& y : poses) {
      EXPECT_EQ(nearest_rigid(x, y).has_value(), is_valid(x) && is_valid(y)) << x << y;
      valid += nearest_rigid(x, y).has_value();
      EXPECT_LE(pose_faults(x, y) <= rounding_faults<T>, is_valid(x) && is_valid(y)) << x << y;
    }
  EXPECT_EQ(valid, 4);
}

TYPED_TEST(PoseTest, Prints) {
  EXPECT_EQ(testing::printed(translation(TypeParam(1), 2, 3)),
            "Pose{.rotation = [(1, 0, 0), (0, 1, 0), (0, 0, 1)], .translation = (1, 2, 3)}");
}

}  // namespace
}  // namespace tactus
