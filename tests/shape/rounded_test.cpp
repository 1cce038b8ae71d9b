// SPDX-License-Identifier: MIT
#include <tactus/shape/rounded.h>
#include <tests/shape/laws.h>

namespace tactus {
namespace {

template <class T> class RoundedTest : public ::testing::Test {};
TYPED_TEST_SUITE(RoundedTest, laws::Scalars);

TYPED_TEST(RoundedTest, named_shapes_obey_the_laws) {
  using T = TypeParam;
  laws::expect_shape_laws(Sphere<T>{.radius = T(2)});
  laws::expect_shape_laws(Capsule<T>{.radius = T(0.5), .half_height = T(2)});
  laws::expect_shape_laws(Lozenge<T>{.half = {T(1), T(2)}, .radius = T(0.25)});
  laws::expect_shape_laws(RoundBox<T>{.half = {T(1), T(2), T(3)}, .radius = T(0.5)});
  laws::expect_shape_laws(Wheel<T>{.radius = T(2), .rounding = T(0.5)});
}

TYPED_TEST(RoundedTest, cores_and_balls_may_be_zero) {
  using T = TypeParam;
  laws::expect_shape_laws(Sphere<T>{});
  laws::expect_shape_laws(Capsule<T>{.radius = T(1), .half_height = T(0)});
  laws::expect_shape_laws(Capsule<T>{.radius = T(0), .half_height = T(1)});
  laws::expect_shape_laws(Lozenge<T>{.half = {T(1), T(2)}, .radius = T(0)});
  laws::expect_shape_laws(RoundBox<T>{.half = {T(1), T(2), T(3)}, .radius = T(0)});
  laws::expect_shape_laws(RoundBox<T>{.half = {}, .radius = T(1)});
  laws::expect_shape_laws(Wheel<T>{.radius = T(1), .rounding = T(0)});
}

TYPED_TEST(RoundedTest, support_is_the_cores_and_radius_the_balls) {
  using T = TypeParam;
  constexpr Capsule<T> s{.radius = T(0.5), .half_height = T(2)};
  const Vec3<T> up{T(0), T(0), T(3)};
  EXPECT_EQ(s.support(up), (Vec3<T>{T(0), T(0), T(2)}));
  EXPECT_EQ(radius(s), T(0.5));
  EXPECT_EQ(full_support(s, up), (Vec3<T>{T(0), T(0), T(2.5)}));
  EXPECT_EQ(support_value(s, up), T(7.5));
  EXPECT_TRUE(has_polytope_core(s));
  EXPECT_FALSE((has_polytope_core(Wheel<T>{T(1), T(1)})));
}

TYPED_TEST(RoundedTest, only_faces_stay_flat) {
  using T = TypeParam;
  constexpr RoundBox<T> s{{T(1), T(2), T(3)}, T(0.5)};
  EXPECT_FALSE(s.curved_along({T(0), T(0), T(1)}));
  EXPECT_TRUE(s.curved_along({T(0), T(1), T(1)}));
  EXPECT_TRUE(s.curved_along({T(1), T(1), T(1)}));
  EXPECT_EQ(s.feature_along({T(0), T(0), T(1)}, T(0.1)).feature, (Feature{FeatureKind::face, 5}));
  EXPECT_EQ(s.feature_along({T(1), T(1), T(0)}, T(0.1)).feature, rounded_feature({FeatureKind::edge, 11}));
  EXPECT_EQ(s.feature_along({T(1), T(1), T(1)}, T(0.1)).feature, rounded_feature({FeatureKind::vertex, 7}));
  EXPECT_EQ(s.feature_along({T(1), T(1), T(0)}, T(0.1)).feature.kind, FeatureKind::curved);
  EXPECT_NE(rounded_feature({FeatureKind::edge, 3}), rounded_feature({FeatureKind::vertex, 3}));

  EXPECT_FALSE((Capsule<T>{T(0), T(1)}.curved_along({T(1), T(0), T(0)}))) << "no ball, no rounding";
  EXPECT_EQ((Wheel<T>{T(1), T(1)}.feature_along({T(0), T(0), T(-1)}, T(0)).feature), (Feature{FeatureKind::face, 0}));
}

TYPED_TEST(RoundedTest, outline_is_the_cores) {
  using T = TypeParam;
  const Outline<T> face = RoundBox<T>{{T(1), T(2), T(3)}, T(0.5)}.feature_along({T(0), T(0), T(1)}, T(0));
  ASSERT_EQ(face.size(), 4);
  for (int i = 0; i < 4; ++i) EXPECT_EQ(face[i].z, T(3)) << "the surface is half a unit farther";
}

}  // namespace
}  // namespace tactus
