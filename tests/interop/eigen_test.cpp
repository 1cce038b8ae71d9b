// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>
#include <tactus/interop/eigen.h>

namespace tactus {
namespace {

template <class T> class EigenTest : public ::testing::Test {
 protected:
  using Vector2 = Eigen::Matrix<T, 2, 1>;
  using Vector3 = Eigen::Matrix<T, 3, 1>;
  using Matrix3 = Eigen::Matrix<T, 3, 3>;
  using Isometry3 = Eigen::Transform<T, 3, Eigen::Isometry>;

  /// A quarter turn about z, then a step.
  const Pose<T> pose{Mat3<T>::from_rows({T(0), T(-1), T(0)}, {T(1), T(0), T(0)}, {T(0), T(0), T(1)}),
                     {T(4), T(5), T(6)}};
};
using Scalars = ::testing::Types<float, double, long double>;
TYPED_TEST_SUITE(EigenTest, Scalars);

TYPED_TEST(EigenTest, vectors) {
  using T = TypeParam;
  EXPECT_EQ(from_eigen(typename TestFixture::Vector2(T(1), T(2))), (Vec2<T>{T(1), T(2)}));
  EXPECT_EQ(from_eigen(typename TestFixture::Vector3(T(1), T(2), T(3))), (Vec3<T>{T(1), T(2), T(3)}));
  EXPECT_EQ(to_eigen(Vec2<T>{T(1), T(2)}), (typename TestFixture::Vector2(T(1), T(2))));
  EXPECT_EQ(to_eigen(Vec3<T>{T(1), T(2), T(3)}), (typename TestFixture::Vector3(T(1), T(2), T(3))));
}

TYPED_TEST(EigenTest, expressions_blocks_rows_and_maps) {
  using T = TypeParam;
  const typename TestFixture::Vector3 a(T(1), T(2), T(3)), b(T(10), T(20), T(30));
  EXPECT_EQ(from_eigen(a + T(2) * b), (Vec3<T>{T(21), T(42), T(63)}));
  EXPECT_EQ(from_eigen(a.transpose()), (Vec3<T>{T(1), T(2), T(3)}));
  EXPECT_EQ(from_eigen(a.template head<2>()), (Vec2<T>{T(1), T(2)}));
  const T numbers[] = {T(7), T(8), T(9)};
  EXPECT_EQ(from_eigen(Eigen::Map<const typename TestFixture::Vector3>(numbers)), (Vec3<T>{T(7), T(8), T(9)}));
  Eigen::Matrix<T, 4, 4> large = Eigen::Matrix<T, 4, 4>::Identity();
  large(0, 1) = T(5);
  EXPECT_EQ(from_eigen(large.template block<3, 3>(0, 0))(0, 1), T(5));
}

TYPED_TEST(EigenTest, matrices_whatever_their_order_in_memory) {
  using T = TypeParam;
  const Mat3<T> ours = Mat3<T>::from_rows({T(1), T(2), T(3)}, {T(4), T(5), T(6)}, {T(7), T(8), T(9)});
  typename TestFixture::Matrix3 columns;
  columns << T(1), T(2), T(3), T(4), T(5), T(6), T(7), T(8), T(9);
  const Eigen::Matrix<T, 3, 3, Eigen::RowMajor> rows = columns;
  EXPECT_EQ(from_eigen(columns), ours);
  EXPECT_EQ(from_eigen(rows), ours);
  EXPECT_EQ(to_eigen(ours), columns);
}

TYPED_TEST(EigenTest, quaternions_go_by_name) {
  using T = TypeParam;
  const Eigen::Quaternion<T> theirs(T(0.5), T(-0.5), T(0.25), T(0.125));  // w first
  EXPECT_EQ(from_eigen(theirs), (Quat<T>{T(0.5), T(-0.5), T(0.25), T(0.125)}));
  EXPECT_EQ(to_eigen(from_eigen(theirs)).coeffs(), theirs.coeffs());
  const Quat<T> turn = quaternion_from_axis_angle(Vec3<T>{T(1), T(2), T(3)}, T(0.7));
  const Vec3<T> v{T(3), T(2), T(1)};
  EXPECT_LE(norm(from_eigen(to_eigen(turn) * to_eigen(v)) - rotate(turn, v)), T(32) * unit_roundoff<T>);
}

TYPED_TEST(EigenTest, poses_map_points_alike) {
  using T = TypeParam;
  const Vec3<T> p{T(1), T(2), T(3)};
  const typename TestFixture::Isometry3 theirs = to_eigen(this->pose);
  EXPECT_EQ(from_eigen(theirs), this->pose);
  EXPECT_EQ(from_eigen(theirs * to_eigen(p)), this->pose * p);
  EXPECT_EQ(from_eigen(theirs * theirs), this->pose * this->pose);
  EXPECT_EQ(from_eigen(Eigen::Transform<T, 3, Eigen::Affine>(theirs)), this->pose);
}

}  // namespace
}  // namespace tactus
