// SPDX-License-Identifier: MIT
// Bounds of overlapping boxes, which are answered by their axes: they hold, and are no wider than the contract says. A
// matrix that is not exactly a rotation may cost what the contract says (docs/contract.md, Bounds), and only once.
#include <tactus/math/rigid.h>
#include <tactus/query.h>
#include <tests/helpers/oracle_truth.h>
#include <tests/helpers/random_pairs.h>
#include <tests/oracle/polytope_distance.h>

#include <gtest/gtest.h>

namespace tactus::testing {
namespace {

template <class T> class BoxBounds : public ::testing::Test {};
using Scalars = ::testing::Types<float, double>;
TYPED_TEST_SUITE(BoxBounds, Scalars);

template <class T> Box<T> random_box(Random& random) {
  const auto length = [&] { return T(random.below(5) ? random.uniform(0.2, 1) : std::pow(10, random.uniform(-3, 1))); };
  const T x = length(), y = length();
  return {{x, y, length()}};
}
/// Turned by anything, or by almost nothing.
Pose<double> random_place(Random& random, double far) {
  Pose<double> x = random.pose(far);
  if (random.below(3) == 0) x.rotation = random.turn(std::pow(10.0, random.uniform(-16, -1))).rotation;
  return x;
}

TYPED_TEST(BoxBounds, InTheWorldAreThoseOfTheContract) {
  using T = TypeParam;
  Random random(71);
  int overlaps = 0;
  const int pairs = test_size(4000);
  for (int i = 0; i < pairs; ++i) {
    const Shape<T> a = random_box<T>(random), b = random_box<T>(random);
    const Pose<double> at = random.pose(random.below(3) ? 1 : 30);
    const Pose<T> pose_a = at.cast<T>(), pose_b = (at * random_place(random, 1)).cast<T>();
    const Contact<T> c = contact(a, pose_a, b, pose_b);
    if (c.status != Status::overlapping) continue;
    ++overlaps;
    const oracle::Answer truth = truth_of(a, pose_a, b, pose_b);
    ASSERT_LE(c.lower, truth.upper) << i << c << '\n' << reproducer(a, pose_a, b, pose_b);
    ASSERT_GE(c.upper, truth.lower) << i << c << '\n' << reproducer(a, pose_a, b, pose_b);
    const Vec3<T> way = pose_b.translation - pose_a.translation;
    const T u = unit_roundoff<T>, rounding = T(8) * u * (a.origin_radius() + b.origin_radius() + norm(way));
    const T forming = T(4) * u * (norm(pose_a.translation) + norm(pose_b.translation));
    const T turning =
        rotation_error(rotation_faults(pose_a, pose_b)) * (b.origin_radius() + (abs(way.x) + abs(way.y) + abs(way.z)));
    const T rounded = T(1) + T(16) * u;  // of this sum itself
    ASSERT_LE(c.upper - c.lower, (c.resolution + T(4) * rounding + T(2) * (forming + turning)) * rounded)
        << i << c << '\n'
        << reproducer(a, pose_a, b, pose_b);
  }
  EXPECT_GT(overlaps, pairs / 3);
}

/// In A's frame, B is the image of its points under any matrix: that costs nothing.
TYPED_TEST(BoxBounds, OfAnyMatrixAreAsTight) {
  using T = TypeParam;
  Random random(72);
  int overlaps = 0;
  const int pairs = test_size(1000);
  for (int i = 0; i < pairs; ++i) {
    const Box<T> a = random_box<T>(random), b = random_box<T>(random);
    Pose<T> x_ab = random_place(random, 1).cast<T>();
    const double off = std::pow(10.0, random.uniform(-16, -4));
    for (int k = 0; k < 9; ++k) x_ab.rotation(k / 3, k % 3) += T(random.uniform(-off, off));
    const Contact<T> c = narrow::contact(Shape<T>(a), Shape<T>(b), x_ab);
    if (c.status != Status::overlapping) continue;
    ++overlaps;
    const oracle::Answer truth =
        oracle::polytope_distance(to_oracle(Shape<T>(a)), {}, to_oracle(Shape<T>(b)), to_oracle(x_ab));
    ASSERT_LE(c.lower, truth.upper) << i << c << ' ' << off;
    ASSERT_GE(c.upper, truth.lower) << i << c << ' ' << off;
    const T rounding = MinkowskiPair<Box<T>, Box<T>, T>(a, b, x_ab).rounding();
    ASSERT_LE(c.upper - c.lower, c.resolution + T(4) * rounding) << i << c << ' ' << off;
  }
  EXPECT_GT(overlaps, pairs / 3);
}

}  // namespace
}  // namespace tactus::testing
