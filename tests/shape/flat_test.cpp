// SPDX-License-Identifier: MIT
#include <tactus/shape/flat.h>
#include <tests/shape/laws.h>

namespace tactus {
namespace {

template <class T> class FlatTest : public ::testing::Test {
 protected:
  static constexpr Triangle<T> triangle{.a = {T(0), T(0), T(0)}, .b = {T(4), T(0), T(0)}, .c = {T(0), T(3), T(0)}};

  static Feature feature_along(const auto& s, T x, T y, T z, T sine = T(0.1)) {
    return s.feature_along(Vec3<T>{x, y, z}, sine).feature;
  }
};
TYPED_TEST_SUITE(FlatTest, laws::Scalars);

TYPED_TEST(FlatTest, point_obeys_the_laws) {
  using T = TypeParam;
  laws::expect_shape_laws(Point<T>{});
  laws::expect_shape_laws(Point<T>{.position = {T(1), T(-2), T(3)}});
  EXPECT_EQ(this->feature_along(Point<T>{}, 1, 1, 1, 1), (Feature{FeatureKind::vertex, 0}));
}

TYPED_TEST(FlatTest, segment_obeys_the_laws) {
  using T = TypeParam;
  laws::expect_shape_laws(Segment<T>{.half_height = T(2)});
  laws::expect_shape_laws(Segment<T>{});
}

TYPED_TEST(FlatTest, segment_has_two_ends_and_an_edge) {
  using T = TypeParam;
  constexpr Segment<T> s{T(2)};
  EXPECT_EQ(this->feature_along(s, 0, 0, -1), (Feature{FeatureKind::vertex, 0}));
  EXPECT_EQ(this->feature_along(s, 0, 0, 1), (Feature{FeatureKind::vertex, 1}));
  EXPECT_EQ(this->feature_along(s, 0, 0, 0), (Feature{FeatureKind::vertex, 1}));
  const Outline<T> edge = s.feature_along({T(1), T(0), T(0.05)}, T(0.1));
  EXPECT_EQ(edge.feature, (Feature{FeatureKind::edge, 0}));
  EXPECT_EQ(edge[0], (Vec3<T>{T(0), T(0), T(-2)}));
  EXPECT_EQ(edge[1], (Vec3<T>{T(0), T(0), T(2)}));
}

TYPED_TEST(FlatTest, triangle_obeys_the_laws) {
  using T = TypeParam;
  laws::expect_shape_laws(this->triangle);
  laws::expect_shape_laws(Triangle<T>{{T(1), T(1), T(2)}, {T(-1), T(0.5), T(0)}, {T(0.3), T(-2), T(1)}});
}

TYPED_TEST(FlatTest, triangle_may_be_a_segment_or_a_point) {
  using T = TypeParam;
  constexpr Vec3<T> p{T(1), T(2), T(3)}, q{T(-1), T(0), T(1)};
  laws::expect_shape_laws(Triangle<T>{p, p, p});
  laws::expect_shape_laws(Triangle<T>{p, q, q});
  laws::expect_shape_laws(Triangle<T>{p, p, q});
  const Vec3<T> across = cross(p - q, Vec3<T>{T(1), T(0), T(0)});
  for (const Triangle<T>& s : {Triangle<T>{p, p, q}, Triangle<T>{p, q, q}, Triangle<T>{p, q, p}})
    EXPECT_EQ(s.feature_along(across, T(0.1)).feature.kind, FeatureKind::edge) << s;
}

TYPED_TEST(FlatTest, triangle_has_two_faces_three_edges_and_three_vertices) {
  using T = TypeParam;
  const auto& s = this->triangle;
  EXPECT_EQ(this->feature_along(s, 0, 0, 1), (Feature{FeatureKind::face, 0}));
  EXPECT_EQ(this->feature_along(s, 0, 0, 0), (Feature{FeatureKind::face, 0}));
  EXPECT_EQ(this->feature_along(s, 0, 0, -1), (Feature{FeatureKind::face, 1}));
  EXPECT_EQ(s.feature_along({T(0), T(0), T(-1)}, T(0))[1], s.c) << "clockwise becomes counter-clockwise";
  EXPECT_EQ(this->feature_along(s, 0, -1, 0), (Feature{FeatureKind::edge, 0})) << "ab";
  EXPECT_EQ(this->feature_along(s, 3, 4, 0), (Feature{FeatureKind::edge, 1})) << "bc";
  EXPECT_EQ(this->feature_along(s, -1, 0, 0), (Feature{FeatureKind::edge, 2})) << "ca";
  EXPECT_EQ(this->feature_along(s, -1, -1, 0), (Feature{FeatureKind::vertex, 0}));
  EXPECT_EQ(this->feature_along(s, 1, 0, 0), (Feature{FeatureKind::vertex, 1}));
  EXPECT_EQ(this->feature_along(s, 0, 1, 0), (Feature{FeatureKind::vertex, 2}));
}

/// Sine 1 asks for a face whatever its angle, even a right one.
TYPED_TEST(FlatTest, face_is_found_even_at_a_right_angle) {
  using T = TypeParam;
  laws::Random random(5);
  for (int i = 0; i < testing::test_size(500); ++i) {
    const T angle = T(random.uniform(0, 7));
    const Vec3<T> d{cos(angle), sin(angle), T(0)};
    EXPECT_EQ(this->triangle.feature_along(d, T(1)).feature.kind, FeatureKind::face) << d;
    EXPECT_EQ((Ellipse<T>{{T(1), T(2)}}.feature_along(d, T(1)).feature.kind), FeatureKind::face) << d;
  }
}

TYPED_TEST(FlatTest, ellipse_and_disc_obey_the_laws) {
  using T = TypeParam;
  laws::expect_shape_laws(Ellipse<T>{.radii = {T(1), T(2)}});
  laws::expect_shape_laws(Ellipse<T>{.radii = {T(0.001), T(3)}});
  laws::expect_shape_laws(Disc<T>{.radius = T(1.5)});
}

TYPED_TEST(FlatTest, ellipse_may_be_a_segment_or_a_point) {
  using T = TypeParam;
  for (const Ellipse<T>& s : {Ellipse<T>{{T(2), T(0)}}, Ellipse<T>{{T(0), T(2)}}, Ellipse<T>{}}) {
    laws::expect_support_is_a_maximum(s, reference::reference_of(s));
    laws::expect_aabb_is_tight(s, reference::reference_of(s));
  }
  EXPECT_EQ(Disc<T>{}.support({T(1), T(2), T(3)}), Vec3<T>{});
}

TYPED_TEST(FlatTest, disc_has_two_faces_and_a_rim) {
  using T = TypeParam;
  constexpr Disc<T> s{T(2)};
  const Outline<T> up = s.feature_along({T(0.01), T(0), T(1)}, T(0.1));
  EXPECT_EQ(up.feature, (Feature{FeatureKind::face, 1}));
  ASSERT_TRUE(up.is_ellipse());
  EXPECT_EQ(up.normal, (Vec3<T>{T(0), T(0), T(1)}));
  EXPECT_EQ(cross(up.u(), up.v()), (Vec3<T>{T(0), T(0), T(4)}));
  const Outline<T> down = s.feature_along({T(0), T(0), T(-1)}, T(0));
  EXPECT_EQ(down.feature, (Feature{FeatureKind::face, 0}));
  EXPECT_EQ(cross(down.u(), down.v()), (Vec3<T>{T(0), T(0), T(-4)}));
  const Outline<T> rim = s.feature_along({T(0), T(-1), T(1)}, T(0.1));
  EXPECT_EQ(rim.feature, (Feature{FeatureKind::curved, 0}));
  EXPECT_EQ(rim[0], (Vec3<T>{T(0), T(-2), T(0)}));
  EXPECT_TRUE(s.curved_along({T(1), T(0), T(1)}));
  EXPECT_FALSE(s.curved_along({T(0), T(0), T(1)}));
}

}  // namespace
}  // namespace tactus
