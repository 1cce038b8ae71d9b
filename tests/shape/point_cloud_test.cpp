// SPDX-License-Identifier: MIT
#include <tactus/shape/point_cloud.h>
#include <tests/shape/laws.h>

namespace tactus {
namespace {

template <class T> class PointCloudTest : public ::testing::Test {};
TYPED_TEST_SUITE(PointCloudTest, laws::Scalars);

template <class T> std::vector<Vec3<T>> random_points(int count) {
  laws::Random random(11);
  std::vector<Vec3<T>> points;
  for (int i = 0; i < count; ++i) points.push_back(random.in_ball().template cast<T>() + Vec3<T>{T(1), T(2), T(3)});
  return points;
}

static_assert(Indexed<PointCloud<double>> && Faceted<PointCloud<double>>);

TYPED_TEST(PointCloudTest, support_is_the_farthest_point) {
  using T = TypeParam;
  const std::vector<Vec3<T>> points = random_points<T>(200);
  const PointCloud<T> cloud(points);
  laws::Random random(12);
  for (const Vec3<T>& d : laws::directions<T>(random, testing::test_size(300))) {
    const laws::Vec u = laws::unit(laws::real(d));
    laws::Real farthest = -infinity<laws::Real>;
    for (const Vec3<T>& p : points) farthest = max(farthest, dot(laws::real(p), u));
    ASSERT_GE(dot(laws::real(cloud.support(d)), u), farthest - laws::rounding(cloud, 8)) << d;
    ASSERT_EQ(cloud.support(d), cloud.vertex(cloud.support_index(d)));
  }
  EXPECT_EQ(cloud.support_index({}), 0u);
}

TYPED_TEST(PointCloudTest, bounds_hold_every_point) {
  using T = TypeParam;
  const std::vector<Vec3<T>> points = random_points<T>(100);
  const PointCloud<T> cloud(points);
  const reference::Reference reference{
      [&](laws::Random& random) { return laws::real(points[random.bits() % points.size()]); },
      [](const laws::Vec&) { return laws::Real(0); }};
  laws::expect_aabb_is_tight(cloud, reference);
  laws::expect_bounding_radius_holds(cloud, reference);
}

TYPED_TEST(PointCloudTest, ties_go_to_the_lowest_index) {
  using T = TypeParam;
  const std::vector<Vec3<T>> square{{T(1), T(1), T(0)}, {T(1), T(-1), T(0)}, {T(-1), T(1), T(0)}, {T(1), T(1), T(0)}};
  const PointCloud<T> cloud(square);
  EXPECT_EQ(cloud.support_index({T(1), T(0), T(0)}), 0u);
  EXPECT_EQ(cloud.support_index({T(0), T(-1), T(0)}), 1u);
  const Outline<T> o = cloud.feature_along({T(-1), T(0), T(0)}, T(1));
  EXPECT_EQ(o.feature, (Feature{FeatureKind::vertex, 2})) << "a cloud knows no edges and faces";
  EXPECT_EQ(o[0], square[2]);
}

TYPED_TEST(PointCloudTest, keeps_its_own_copy_and_shares_it) {
  using T = TypeParam;
  std::vector<Vec3<T>> points{{T(1), T(0), T(0)}};
  const PointCloud<T> cloud(points), copy = cloud;
  points[0] = {};
  EXPECT_EQ(cloud.vertex(0), (Vec3<T>{T(1), T(0), T(0)}));
  EXPECT_EQ(cloud.points().data(), copy.points().data());
  EXPECT_EQ(cloud.bounding_radius(), T(0));
  std::ostringstream text;
  text << Shape<T>(cloud);
  EXPECT_EQ(text.str(), "PointCloud{1 points}");
}

TYPED_TEST(PointCloudTest, must_not_be_empty) {
  using T = TypeParam;
  EXPECT_THROW(PointCloud<T>({}), std::invalid_argument);
}

TYPED_TEST(PointCloudTest, coordinates_must_be_finite) {
  using T = TypeParam;
  const std::vector<Vec3<T>> points{{}, {T(1), std::numeric_limits<T>::quiet_NaN(), T(0)}};
  try {
    const PointCloud<T> cloud(points);
    FAIL();
  } catch (const std::invalid_argument& e) {
    EXPECT_STREQ(e.what(), "PointCloud: point 1 is (1, nan, 0); coordinates must be finite");
  }
}

}  // namespace
}  // namespace tactus
