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

}  // namespace
}  // namespace tactus
