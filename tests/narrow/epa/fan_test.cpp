// SPDX-License-Identifier: MIT
// The planes of EPA's fans, against the same triangles one by one in long double.
#include <tactus/math/counted.h>
#include <tactus/narrow/epa/fan.h>
#include <tests/helpers/random_pairs.h>

#include <gtest/gtest.h>

#include <vector>

namespace tactus::testing {
namespace {

using Wide = Vec3<long double>;

template <class T> struct Ring {
  std::vector<Vec3<T>> corners;
  Vec3<T> tip;
};

/// A ring of points around the z axis, and a tip above. Every third ring has its corners in two clusters, so that most
/// of its triangles are slivers.
template <class T> Ring<T> random_ring(Random& random, int trial, double scale) {
  Ring<T> r;
  const int count = 3 + random.below(12);
  for (int i = 0; i < count; ++i) {
    const double turn = trial % 3 == 0 ? (2 * i < count ? 0 : 3) + 1e-3 * i : 6.28 * i / count;
    const double radius = scale * (trial % 3 == 0 ? 1 : random.uniform(0.5, 1.5));
    r.corners.push_back(Vec3<double>{radius * std::cos(turn), radius * std::sin(turn),
                                     scale * (trial % 3 == 0 ? 1 : random.uniform(0.5, 1))}
                            .template cast<T>());
  }
  r.tip =
      Vec3<double>{scale * random.uniform(-0.2, 0.2), scale * random.uniform(-0.2, 0.2), scale * 2}.template cast<T>();
  return r;
}

template <class T>
void expect_plane(const Vec3<T>& normal, T distance, const Vec3<T>& a, const Vec3<T>& b, const Vec3<T>& t, T scale) {
  const T unit = unit_roundoff<T>;
  EXPECT_LE(abs(norm(normal) - T(1)), T(8) * unit);
  const Wide wide_normal = normal.template cast<long double>() / (long double)(norm(normal));
  for (const Vec3<T>* corner : {&a, &b, &t}) {
    // No corner is nearer, except for the rounding of n·x. EPA widens its bounds by more.
    const auto rounding = (long double)(T(6) * unit * norm(*corner));
    EXPECT_LE((long double)(distance), dot(wide_normal, corner->template cast<long double>()) + rounding);
    EXPECT_LE(dot(normal, *corner), distance + T(64) * unit * scale);  // the plane holds its corners
  }
  const Wide wide_a = a.template cast<long double>(), wide_b = b.template cast<long double>(),
             wide_t = t.template cast<long double>();
  const Wide exact = cross((wide_b - wide_a) / (long double)(scale), (wide_t - wide_a) / (long double)(scale));
  EXPECT_GT(dot(exact, normal.template cast<long double>()), 0);  // and faces the right way
}

template <class T> void expect_planes(double scale, std::uint64_t seed) {
  Random random(seed);
  epa::Fan<T, 16> fan;
  int slivers = 0;
  for (int trial = 0; trial < 300; ++trial) {
    const Ring<T> ring = random_ring<T>(random, trial, scale);
    const int count = static_cast<int>(ring.corners.size());
    for (int i = 0; i < count; ++i) fan.set_corner(i, ring.corners[static_cast<std::size_t>(i)]);
    ASSERT_TRUE(fan.find_planes(count, ring.tip));
    for (int i = 0; i < count; ++i) {
      const Vec3<T>&a = ring.corners[static_cast<std::size_t>(i)],
            &b = ring.corners[static_cast<std::size_t>((i + 1) % count)];
      expect_plane(fan.normal(i), fan.distance(i), a, b, ring.tip, T(scale));
      const T square = epa::signed_square(fan.distance(i));
      EXPECT_LE(abs(fan.order(i) - square), T(16) * unit_roundoff<T> * abs(square));
      const Vec3<T> at = (ring.tip - a) / T(scale), bt = (ring.tip - b) / T(scale);
      slivers += norm_squared(cross(at, bt)) < T(1e-4) * norm_squared(at) * norm_squared(bt);
    }
  }
  EXPECT_GT(slivers, 100);
}

TEST(EpaFan, PlanesHoldTheirCornersAndFaceOutward) {
  expect_planes<float>(1, 1), expect_planes<double>(1, 2), expect_planes<long double>(1, 3);
}

// Squares of areas leave the range of the scalar.
TEST(EpaFan, TinyAndHugeTriangles) {
  expect_planes<float>(1e-14, 4), expect_planes<float>(1e14, 5);
  expect_planes<double>(1e-90, 6), expect_planes<double>(1e90, 7);
}

TEST(EpaFan, OneTriangle) {
  epa::Fan<double, 4> fan;
  const Vec3<double> a{1, 0, 3}, b{0, 1, 3}, c{-1, -1, 3};
  ASSERT_TRUE(fan.find_plane(a, b, c));
  EXPECT_EQ(fan.normal(0), (Vec3<double>{0, 0, 1}));
  EXPECT_EQ(fan.distance(0), 3);
  ASSERT_TRUE(fan.find_plane(b, a, c));
  EXPECT_EQ(fan.normal(0), (Vec3<double>{0, 0, -1}));
}

/// Users may compile these headers with flags that differ from the library's: both must see one layout.
TEST(EpaFan, LayoutDoesNotDependOnTheFlags) {
  EXPECT_EQ(sizeof(epa::Fan<double, 8>), sizeof(void*) * (8 + 4 + 1) + 6 * sizeof(double) * (8 + 4));
  EXPECT_EQ(sizeof(epa::Fan<float, 8>), sizeof(void*) * (8 + 4 + 1) + 6 * sizeof(float) * (8 + 4));
}

TEST(EpaFan, NoTriangle) {
  epa::Fan<double, 4> fan;
  const Vec3<double> a{1, 0, 3}, b{0, 1, 3};
  EXPECT_FALSE(fan.find_plane(a, a, b));
  EXPECT_FALSE(fan.find_plane(a, b, a));
  const Vec3<double> ring[3] = {a, b, b};
  for (int i = 0; i < 3; ++i) fan.set_corner(i, ring[i]);
  EXPECT_FALSE(fan.find_planes(3, {0, 0, 4}));
}

// One side longest, two equally long, all three: whichever sides are taken, the plane is the same.
TEST(EpaFan, SidesOfEqualLength) {
  epa::Fan<double, 4> fan;
  const Vec3<double> x{1, 0, 0}, y{0, 1, 0}, z{0, 0, 1};
  ASSERT_TRUE(fan.find_plane(x, y, z));
  EXPECT_NEAR(dot(fan.normal(0), x + y + z), std::sqrt(3.0), 1e-15);
  const Vec3<double> corners[3] = {{0, 0, 1}, {4, 1, 1}, {4, -1, 1}};
  for (int i = 0; i < 3; ++i) {
    ASSERT_TRUE(fan.find_plane(corners[i], corners[(i + 1) % 3], corners[(i + 2) % 3]));
    EXPECT_EQ(fan.normal(0), (Vec3<double>{0, 0, -1})) << i;
  }
}

}  // namespace
}  // namespace tactus::testing
