// SPDX-License-Identifier: MIT
#include <tactus/shape/half_space.h>
#include <tests/shape/laws.h>

namespace tactus {
namespace {

template <class T> class HalfSpaceTest : public ::testing::Test {};
TYPED_TEST_SUITE(HalfSpaceTest, laws::Scalars);

static_assert(!Convex<HalfSpace<float>> && !Convex<HalfSpace<double>>, "it has no support mapping");
static_assert(PlainShape<HalfSpace<double>>);

TYPED_TEST(HalfSpaceTest, is_below_the_ground_by_default) {
  using T = TypeParam;
  EXPECT_EQ(HalfSpace<T>{}, (HalfSpace<T>{.normal = {T(0), T(0), T(1)}, .offset = T(0)}));
}

TYPED_TEST(HalfSpaceTest, as_a_shape_it_is_unbounded) {
  using T = TypeParam;
  const Shape<T> ground = HalfSpace<T>{.normal = {T(0), T(0), T(2)}, .offset = T(3)};
  EXPECT_EQ(ground.kind(), ShapeKind::half_space);
  EXPECT_FALSE(ground.bounded());
  EXPECT_EQ(ground.bounding_radius(), infinity<T>);
  EXPECT_EQ(ground.aabb().max.x, infinity<T>);
  EXPECT_EQ(ground.aabb().min.z, -infinity<T>);
  EXPECT_EQ(ground.support({T(-1), T(0), T(0)}), (Vec3<T>{-infinity<T>, T(0), T(0)}));
  EXPECT_FALSE(ground.curved_along({T(1), T(1), T(1)}));
}

TYPED_TEST(HalfSpaceTest, its_one_face_lies_in_its_plane_whatever_the_length_of_the_normal) {
  using T = TypeParam;
  for (const T length : {T(1), T(2), std::numeric_limits<T>::min()}) {
    const Shape<T> ground = HalfSpace<T>{.normal = {T(0), T(0), length}, .offset = T(3) * length};
    const Outline<T> face = ground.feature_along({}, T(0));
    EXPECT_EQ(face.feature, (Feature{FeatureKind::face, 0}));
    EXPECT_EQ(face.normal, (Vec3<T>{T(0), T(0), T(1)}));
    EXPECT_EQ(face[0], (Vec3<T>{T(0), T(0), T(3)})) << length;
  }
}

TYPED_TEST(HalfSpaceTest, normal_must_not_be_zero) {
  using T = TypeParam;
  try {
    const Shape<T> ground = HalfSpace<T>{.normal = {}, .offset = T(1)};
    FAIL();
  } catch (const std::invalid_argument& e) {
    EXPECT_STREQ(e.what(), "HalfSpace.normal is zero: it must point out of the half-space");
  }
}

}  // namespace
}  // namespace tactus
