// SPDX-License-Identifier: MIT
#include "clouds.h"

#include <tactus/math/counted.h>

namespace tactus {
namespace {

template <class T> class GeneratorsTest : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(GeneratorsTest, Scalars);

template <class T> void expect_counts(const Hull<T>& hull, std::size_t vertices, std::size_t edges, std::size_t faces) {
  EXPECT_EQ(hull.check(), "");
  EXPECT_EQ(hull.rank(), 3);
  EXPECT_EQ(hull.vertex_count(), vertices);
  EXPECT_EQ(hull.edge_count(), edges);
  EXPECT_EQ(hull.face_count(), faces);
}

TYPED_TEST(GeneratorsTest, Counts) {
  using T = TypeParam;
  expect_counts(generate::cube<T>(), 8, 12, 6);
  expect_counts(generate::icosahedron<T>(), 12, 30, 20);
  expect_counts(generate::disk<T>(), 120, 180, 62);
  expect_counts(generate::tessellated_sphere<T>(), 642, 1920, 1280);
  expect_counts(generate::square_pyramid<T>(), 5, 8, 5);
  expect_counts(generate::octagonal_prism<T>(), 16, 24, 10);
  expect_counts(generate::octagonal_frustum<T>(), 16, 24, 10);
  expect_counts(generate::random_on_sphere<T>(50), 50, 144, 96);
}

TYPED_TEST(GeneratorsTest, Sizes) {
  using T = TypeParam;
  const double near = 8 * hull_roundoff<T>;
  EXPECT_NEAR(double(generate::cube<T>(T(2)).bounding_radius()), 2 * std::sqrt(3.0), 4 * near);
  EXPECT_NEAR(double(generate::cube<T>(T(2)).inscribed_radius()), 2, 4 * near);
  const Hull<T> disk = generate::disk<T>();  // radius : thickness = 10 : 1
  EXPECT_NEAR(double(disk.support({1, 0, 0}).x), 1, near);
  EXPECT_NEAR(double(disk.support({0, 0, 1}).z), 0.05, near);
  EXPECT_NEAR(double(disk.support({0, 0, -1}).z), -0.05, near);
  const Hull<T> sphere = generate::tessellated_sphere<T>(2, T(3));
  for (const Vec3<T>& v : sphere.vertices()) EXPECT_NEAR(double(norm(v)), 3, 3 * near);
  // Inscribed and circumscribed radius of a regular icosahedron of edge 1.
  const double ratio = (3 + std::sqrt(5.0)) * std::sqrt(3.0) / 12 / (std::sqrt(10 + 2 * std::sqrt(5.0)) / 4);
  EXPECT_NEAR(double(generate::icosahedron<T>().inscribed_radius()), ratio, near);
  const Hull<T> pyramid = generate::square_pyramid<T>(T(1), T(4));
  EXPECT_NEAR(double(pyramid.center().z), -1, near) << "the centroid is a quarter up";
  EXPECT_EQ(pyramid.support({0, 0, 1}), (Vec3<T>{0, 0, 2}));
}

TYPED_TEST(GeneratorsTest, FrustumWithPointedTopIsAPyramid) {
  expect_counts(generate::octagonal_frustum<TypeParam>(1, 0, 2), 9, 16, 9);
}

TYPED_TEST(GeneratorsTest, SeedsDecide) {
  EXPECT_EQ(generate::random_on_sphere<TypeParam>(40, 7), generate::random_on_sphere<TypeParam>(40, 7));
  EXPECT_FALSE(generate::random_on_sphere<TypeParam>(40, 7) == generate::random_on_sphere<TypeParam>(40, 8));
}

TEST(Generators, RandomNumbersAreThoseOfSplitMix64) {
  generate::Random random(1234567);  // the reference implementation's first outputs for this seed
  EXPECT_EQ(random.bits(), 6457827717110365317u);
  EXPECT_EQ(random.bits(), 3203168211198807973u);
  for (int i = 0; i < 1000; ++i) {
    const double x = random.uniform(-3, 5);
    EXPECT_TRUE(x >= -3 && x < 5);
    EXPECT_NEAR(norm(random.on_sphere()), 1, 1e-15);
  }
}

TEST(Generators, WorkForEveryScalar) {
  expect_counts(generate::disk<long double>(), 120, 180, 62);
  expect_counts(generate::disk<Counted<float>>(), 120, 180, 62);
  expect_counts(generate::disk<Counted<double>>(), 120, 180, 62);
}

TEST(Generators, RejectTooFewSides) { EXPECT_THROW(generate::disk<double>(2), std::invalid_argument); }

}  // namespace
}  // namespace tactus
