// SPDX-License-Identifier: MIT
/// The quick check of two rotations against the entries of R Rᵀ - 1, one by one; what a drifted pose stands for.
#include <tactus/math/rigid.h>
#include <tests/helpers/random_pairs.h>

#include <gtest/gtest.h>

namespace tactus {
namespace {

using testing::Random;

template <class T> long double faults_of(const Mat3<T>& r) {
  const auto m = r.template cast<long double>();
  const auto product = m * transpose(m);
  long double sum = norm_squared(cross(m.columns[0], m.columns[1]) - m.columns[2]);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      const long double lacks = product(i, j) - (i == j ? 1 : 0);
      sum += lacks * lacks;
    }
  return sum;
}

template <class T> class RotationFaults : public ::testing::Test {};
using Scalars = ::testing::Types<float, double>;
TYPED_TEST_SUITE(RotationFaults, Scalars);

TYPED_TEST(RotationFaults, AreTheSumOverBoth) {
  using T = TypeParam;
  Random r(1);
  int exact = 0;
  for (int i = 0; i < 1000; ++i) {
    const auto some = [&] {
      Pose<T> x = r.pose(1e6).template cast<T>();
      if (i % 2)
        for (auto& column : x.rotation.columns)
          column += r.direction().template cast<T>() * T(std::pow(10, r.uniform(-5, -1)));
      return x;
    };
    const Pose<T> a = some(), b = some();
    const auto wanted = static_cast<double>(faults_of(a.rotation) + faults_of(b.rotation));
    const double u = unit_roundoff<T>;
    // Each entry is off by a few u; so is the root of the sum of their squares.
    EXPECT_NEAR(std::sqrt(static_cast<double>(rotation_faults(a, b))), std::sqrt(wanted), 32 * u) << i;
    if (i % 2 == 0) exact += rotation_faults(a, b) <= rounding_faults<T>;
  }
  EXPECT_EQ(exact, 500) << "quaternions make rotations that are exact to rounding";
}

TYPED_TEST(RotationFaults, AreNotSmallWhereAnEntryIsNoneOrAMirrorIs) {
  using T = TypeParam;
  const auto small = [](T faults) { return faults <= rounding_faults<T>; };
  Pose<T> mirror;
  mirror.rotation(2, 2) = T(-1);
  EXPECT_TRUE(small(rotation_faults(Pose<T>{}, Pose<T>{})));
  EXPECT_FALSE(small(rotation_faults(mirror, Pose<T>{})));
  EXPECT_FALSE(small(rotation_faults(Pose<T>{}, mirror)));
  for (int i = 0; i < 9; ++i)
    for (const T bad : {std::numeric_limits<T>::quiet_NaN(), infinity<T>}) {
      Pose<T> x;
      x.rotation(i / 3, i % 3) = bad;
      EXPECT_FALSE(small(rotation_faults(x, Pose<T>{}))) << i;
      EXPECT_FALSE(small(rotation_faults(Pose<T>{}, x))) << i;
    }
  Pose<T> far;
  far.translation = {infinity<T>, T(0), T(0)};
  EXPECT_TRUE(small(rotation_faults(far, far))) << "what is read beside a column does not count";
}

// By rows or by matrices, whichever the processor has the vectors for: the same bits.
TYPED_TEST(RotationFaults, AreTheSameHoweverTheyAreSummed) {
  using T = TypeParam;
  Random r(4);
  for (int i = 0; i < 1000; ++i) {
    Pose<T> a = r.pose(1e6).template cast<T>(), b = r.pose(1).template cast<T>();
    if (i % 2) a.rotation.columns[i % 3] += r.direction().template cast<T>() * T(1e-5);
    EXPECT_EQ(detail::faults_by_rows(a.rotation, b.rotation), detail::faults_by_matrices(a.rotation, b.rotation)) << i;
    const auto of_a = detail::row_faults(a.rotation), of_b = detail::row_faults(b.rotation);
    EXPECT_EQ(detail::faults_by_rows(a.rotation, b.rotation),
              (of_a.x + of_b.x) + (of_a.y + of_b.y) + (of_a.z + of_b.z));
  }
}

template <class T> long double distance_of(const Mat3<T>& a, const Mat3<long double>& b) {
  const Mat3<long double> d = a.template cast<long double>() + b * -1.0L;
  return sqrt(norm_squared(d.columns[0]) + norm_squared(d.columns[1]) + norm_squared(d.columns[2]));
}

/// A pose that is about `size` away from a rigid motion.
template <class T> Pose<T> some_pose(Random& r, double size) {
  Pose<double> x = r.pose(10);
  for (auto& column : x.rotation.columns) column += r.vector(size / 2);
  return x.cast<T>();
}

// The error bound covers the distance between a matrix's image of a point and that of its nearest rotation.
TYPED_TEST(RotationFaults, BoundTheWayToTheNearestRotation) {
  using T = TypeParam;
  Random r(5);
  const double u = unit_roundoff<T>;
  double tightest = 0;
  for (int i = 0; i < 20'000; ++i) {
    const double size = std::pow(10, r.uniform(std::log10(u), std::log10(double(rotation_tolerance<T>)) - 0.5));
    const Pose<T> a = some_pose<T>(r, size), b = i % 2 ? some_pose<T>(r, size) : Pose<T>{};
    const auto off = [](const Pose<T>& x) {  // at most: the Frobenius norm is no less than the spectral one
      return distance_of(x.rotation, orthonormalized(x.rotation.template cast<long double>())) / sqrt(3.0L);
    };
    const auto said = static_cast<double>(rotation_error(rotation_faults(a, b)));
    const auto is = static_cast<double>(off(a) + off(b));
    EXPECT_GE(said + 8 * u, is) << a << b;  // the faults themselves are sums of numbers near 1
    tightest = std::max(tightest, is / (said + 8 * u));
  }
  EXPECT_GT(tightest, 0.25) << "and not many times more";
}

TYPED_TEST(RotationFaults, ADriftedPoseMeansItsNearestRotation) {
  using T = TypeParam;
  Random r(6);
  int kept = 0, replaced = 0;
  for (int i = 0; i < 2000; ++i) {
    const Pose<T> x = some_pose<T>(r, i % 4 ? double(rotation_tolerance<T>) / 3 : 0);
    ASSERT_TRUE(is_valid(x)) << x;
    const Pose<T> meant = rigid(x);
    (meant == x ? kept : replaced) += 1;
    EXPECT_LE(rotation_faults(meant, Pose<T>{}), rounding_faults<T>) << x;
    EXPECT_LE(double(distance_of(meant.rotation, orthonormalized(x.rotation.template cast<long double>()))),
              64 * double(unit_roundoff<T>));
    EXPECT_EQ(meant.translation, x.translation);
    const auto both = nearest_rigid(x, Pose<T>{});
    ASSERT_TRUE(both);
    EXPECT_LE(rotation_faults(both->a, both->b), rounding_faults<T>);
  }
  EXPECT_EQ(kept, 500);
  EXPECT_EQ(replaced, 1500);
}

TYPED_TEST(RotationFaults, PosesThatAreNoneHaveFaults) {
  using T = TypeParam;
  std::vector<Pose<T>> none(3);
  none[0].rotation(2, 2) = T(-1);
  none[1].rotation = none[1].rotation * T(0);
  none[2].rotation = Mat3<T>::diagonal({T(1.5), T(0.5), T(std::sqrt(0.5))});  // |R|² = 3
  for (const T bad : {std::numeric_limits<T>::quiet_NaN(), infinity<T>, -infinity<T>}) {
    for (int i = 0; i < 9; ++i) none.emplace_back().rotation(i / 3, i % 3) = bad;
    for (int i = 0; i < 3; ++i) none.emplace_back().translation[i] = bad;
  }
  for (const Pose<T>& x : none) {
    EXPECT_FALSE(pose_faults(x, Pose<T>{}) <= rounding_faults<T>) << x;
    EXPECT_FALSE(pose_faults(Pose<T>{}, x) <= rounding_faults<T>) << x;
    EXPECT_FALSE(nearest_rigid(x, Pose<T>{})) << x;
    EXPECT_FALSE(nearest_rigid(Pose<T>{}, x)) << x;
  }
}

}  // namespace
}  // namespace tactus
