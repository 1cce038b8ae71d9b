/// The quick check of two rotations against the entries of R Rᵀ - 1, one by one.
#include <tactus/math/rotation_faults.h>
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

// Two numbers, |R|² and det R, tell a rotation from all other matrices, if they are taken to enough digits.
TYPED_TEST(RotationFaults, NoMatrixPassesForARotationThatIsNone) {
  using T = TypeParam;
  Random r(2);
  int passed = 0, refused = 0;
  for (int i = 0; i < 200'000; ++i) {
    Pose<T> x = r.pose(1).template cast<T>();
    const T size = T(std::pow(10, r.uniform(-17, 0)));
    if (i % 4 == 1)  // stretched to a volume of 1: as near as a matrix of that strain comes
      for (auto& row : x.rotation.columns) row.x *= T(1) + size, row.y /= T(1) + size;
    if (i % 4 == 2)
      for (auto& column : x.rotation.columns) column += r.direction().template cast<T>() * size;
    if (i % 4 == 3) x.rotation = x.rotation * (T(1) + (i % 8 == 3 ? size : -size));
    if (!are_rotations(x, Pose<T>{})) {
      ++refused;
      continue;
    }
    ++passed;
    ASSERT_TRUE(is_valid(x)) << x << " at a strain of " << size;
    ASSERT_TRUE(are_rotations(Pose<T>{}, x)) << x;
  }
  EXPECT_GT(passed, 50'000);
  EXPECT_GT(refused, 50'000);
}

TYPED_TEST(RotationFaults, NeitherAMirrorNorNothingNorNoNumberIsARotation) {
  using T = TypeParam;
  EXPECT_TRUE(are_rotations(Pose<T>{}, Pose<T>{}));
  std::vector<Pose<T>> none(3);
  none[0].rotation(2, 2) = T(-1);
  none[1].rotation = none[1].rotation * T(0);
  none[2].rotation = Mat3<T>::diagonal({T(1.5), T(0.5), T(std::sqrt(0.5))});  // |R|² = 3
  for (int i = 0; i < 9; ++i)
    for (const T bad : {std::numeric_limits<T>::quiet_NaN(), infinity<T>})
      none.emplace_back().rotation(i / 3, i % 3) = bad;
  for (const Pose<T>& x : none) {
    EXPECT_FALSE(are_rotations(x, Pose<T>{})) << x;
    EXPECT_FALSE(are_rotations(Pose<T>{}, x)) << x;
  }
  Pose<T> far;
  far.translation = {infinity<T>, T(0), T(0)};
  EXPECT_TRUE(are_rotations(far, far)) << "what is read beside a column does not count";
}

}  // namespace
}  // namespace tactus
