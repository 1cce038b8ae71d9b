// SPDX-License-Identifier: MIT
#include <tactus/shape/box.h>
#include <tests/shape/laws.h>

namespace tactus {
namespace {

template <class T> class BoxTest : public ::testing::Test {};
TYPED_TEST_SUITE(BoxTest, laws::Scalars);
template <class T> class RectangleTest : public ::testing::Test {};
TYPED_TEST_SUITE(RectangleTest, laws::Scalars);
template <class T> class FrustumTest : public ::testing::Test {};
TYPED_TEST_SUITE(FrustumTest, laws::Scalars);

template <class T> constexpr Feature feature_along(const auto& s, T x, T y, T z, T sine = T(0.1)) {
  return s.feature_along(Vec3<T>{x, y, z}, sine).feature;
}

TYPED_TEST(BoxTest, obeys_the_laws) {
  using T = TypeParam;
  laws::expect_shape_laws(Box<T>{{T(1), T(2), T(3)}});
  laws::expect_shape_laws(Box<T>{{T(0.001), T(20), T(0.5)}});
  laws::expect_shape_laws(Box<T>{{T(1e-6), T(1e-6), T(2e-6)}});
}

TYPED_TEST(BoxTest, may_be_flat_thin_or_a_point) {
  using T = TypeParam;
  laws::expect_shape_laws(Box<T>{{T(1), T(2), T(0)}});
  laws::expect_shape_laws(Box<T>{{T(0), T(2), T(0)}});
  laws::expect_shape_laws(Box<T>{});
}

TYPED_TEST(BoxTest, has_supports_at_its_corners) {
  using T = TypeParam;
  constexpr Box<T> box{.half = {T(1), T(2), T(3)}};
  EXPECT_EQ(box.support({T(1), T(-1), T(1)}), (Vec3<T>{T(1), T(-2), T(3)}));
  EXPECT_EQ(box.support({}), (Vec3<T>{T(1), T(2), T(3)}));
  EXPECT_EQ(box.corner(0), (Vec3<T>{T(-1), T(-2), T(-3)}));
  EXPECT_EQ(box.corner(5), (Vec3<T>{T(1), T(-2), T(3)}));
  static_assert(box.support({T(-1), T(0), T(0)}).x == T(-1));
  EXPECT_TRUE(has_polytope_core(box));
}

TYPED_TEST(BoxTest, names_its_six_faces) {
  using T = TypeParam;
  constexpr Box<T> box{{T(1), T(2), T(3)}};
  for (int axis = 0; axis < 3; ++axis)
    for (int side = 0; side < 2; ++side) {
      Vec3<T> d;
      d[axis] = side ? T(1) : T(-1);
      const Outline<T> face = box.feature_along(d, T(0));
      EXPECT_EQ(face.feature, (Feature{FeatureKind::face, static_cast<std::uint32_t>(2 * axis + side)}));
      EXPECT_EQ(face.normal, d);
      ASSERT_EQ(face.size(), 4);
      for (int i = 0; i < 4; ++i) {
        EXPECT_EQ(face[i][axis], side ? box.half[axis] : -box.half[axis]);
        EXPECT_GT(dot(d, cross(face[i], face[(i + 1) % 4])), T(0)) << "counter-clockwise";
      }
    }
}

TYPED_TEST(BoxTest, names_its_twelve_edges) {
  using T = TypeParam;
  constexpr Box<T> box{{T(1), T(2), T(3)}};
  std::vector<bool> seen(12);
  for (int axis = 0; axis < 3; ++axis)
    for (int sides = 0; sides < 4; ++sides) {
      const int j = (axis + 1) % 3, k = (axis + 2) % 3;
      Vec3<T> d;
      d[j] = sides & 1 ? T(1) : T(-1);
      d[k] = sides & 2 ? T(1) : T(-1);
      const Outline<T> edge = box.feature_along(d, T(0.1));
      EXPECT_EQ(edge.feature, (Feature{FeatureKind::edge, static_cast<std::uint32_t>(4 * axis + sides)}));
      ASSERT_EQ(edge.size(), 2);
      EXPECT_EQ(edge[0][axis], -edge[1][axis]);
      for (int end = 0; end < 2; ++end) {
        EXPECT_EQ(edge[end][j], d[j] * box.half[j]);
        EXPECT_EQ(edge[end][k], d[k] * box.half[k]);
      }
      seen[edge.feature.index] = true;
    }
  EXPECT_EQ(std::count(seen.begin(), seen.end(), true), 12);
}

TYPED_TEST(BoxTest, names_its_eight_vertices) {
  using T = TypeParam;
  constexpr Box<T> box{{T(1), T(2), T(3)}};
  for (std::uint32_t i = 0; i < 8; ++i) {
    const Vec3<T> d{i & 1 ? T(1) : T(-1), i & 2 ? T(1) : T(-1), i & 4 ? T(1) : T(-1)};
    const Outline<T> vertex = box.feature_along(d, T(0.1));
    EXPECT_EQ(vertex.feature, (Feature{FeatureKind::vertex, i}));
    EXPECT_EQ(vertex[0], box.corner(i));
    EXPECT_EQ(vertex.normal, unit_or_zero(d));
  }
}

TYPED_TEST(BoxTest, widens_from_vertex_to_edge_to_face_with_the_angle) {
  using T = TypeParam;
  constexpr Box<T> box{{T(1), T(1), T(1)}};
  const Vec3<T> d{T(0.05), T(0.3), T(1)};
  EXPECT_EQ(box.feature_along(d, T(0.01)).feature.kind, FeatureKind::vertex);
  EXPECT_EQ(box.feature_along(d, T(0.1)).feature.kind, FeatureKind::edge);
  EXPECT_EQ(box.feature_along(d, T(0.5)).feature, (Feature{FeatureKind::face, 5}));
  EXPECT_EQ(box.feature_along({T(1), T(1), T(-1.01)}, T(1)).feature, (Feature{FeatureKind::face, 4})) << "the nearest";
}

TYPED_TEST(BoxTest, gives_one_number_to_what_coincides) {
  using T = TypeParam;
  constexpr Box<T> sheet{{T(1), T(2), T(0)}};
  const T tilt = T(0.3);
  EXPECT_EQ(feature_along<T>(sheet, 1, 1, tilt), feature_along<T>(sheet, 1, 1, -tilt)) << "corner";
  EXPECT_EQ(feature_along<T>(sheet, 1, 0, tilt), feature_along<T>(sheet, 1, 0, -tilt)) << "rim";
  EXPECT_EQ(feature_along<T>(sheet, 0, 0, 1), (Feature{FeatureKind::face, 5}));
  EXPECT_EQ(feature_along<T>(sheet, 0, 0, -1), (Feature{FeatureKind::face, 4}));
  EXPECT_EQ(feature_along<T>(Box<T>{}, 1, 0, 0, 1), (Feature{FeatureKind::vertex, 0}));
}

TYPED_TEST(RectangleTest, obeys_the_laws) {
  using T = TypeParam;
  laws::expect_shape_laws(Rectangle<T>{.half = {T(1), T(2)}});
  laws::expect_shape_laws(Rectangle<T>{.half = {T(1), T(0)}});
  laws::expect_shape_laws(Rectangle<T>{});
}

TYPED_TEST(RectangleTest, has_two_faces_four_edges_and_four_vertices) {
  using T = TypeParam;
  constexpr Rectangle<T> s{{T(1), T(2)}};
  EXPECT_EQ(feature_along<T>(s, 0, 0, 1), (Feature{FeatureKind::face, 5}));
  EXPECT_EQ(feature_along<T>(s, 0, 0, -1), (Feature{FeatureKind::face, 4}));
  const Outline<T> rim = s.feature_along({T(-1), T(0), T(0)}, T(0.1));
  EXPECT_EQ(rim.feature.kind, FeatureKind::edge);
  EXPECT_EQ(rim[0].x, T(-1));
  EXPECT_EQ(rim[1].x, T(-1));
  EXPECT_EQ(feature_along<T>(s, 1, 1, 0), (Feature{FeatureKind::vertex, 3}));
  EXPECT_EQ(s.support({T(1), T(-1), T(9)}), (Vec3<T>{T(1), T(-2), T(0)}));
}

/// A box looks its features up in a table; a frustum with straight sides computes the same ones from its corners.
TYPED_TEST(BoxTest, has_the_features_of_a_straight_frustum) {
  using T = TypeParam;
  laws::Random random(8);
  const Box<T> box{{T(1), T(2), T(3)}};
  const Frustum<T> frustum{{T(1), T(2)}, {T(1), T(2)}, T(3)};
  int kinds[3] = {0, 0, 0}, k = 0;
  for (Vec3<T> d : laws::directions<T>(random, 10'000)) {
    if (k % 2) d[k / 2 % 3] *= T(0.1);
    if (k % 4 == 3) d[(k / 2 + 1) % 3] *= T(0.1);
    ++k;
    const Feature f = box.feature(d, T(0.125));
    ASSERT_EQ(f, feature_of(frustum, d, T(0.125))) << d;
    ++kinds[static_cast<int>(f.kind)];
  }
  for (const int count : kinds) EXPECT_GE(count, 1000);
}

TYPED_TEST(FrustumTest, obeys_the_laws) {
  using T = TypeParam;
  laws::expect_shape_laws(Frustum<T>{.bottom = {T(2), T(1)}, .top = {T(1), T(0.5)}, .half_height = T(1)});
  laws::expect_shape_laws(Frustum<T>{.bottom = {T(2), T(1)}, .top = {T(1), T(3)}, .half_height = T(0.5)});
  laws::expect_shape_laws(Frustum<T>{.bottom = {T(0.1), T(1)}, .top = {T(1), T(0.1)}, .half_height = T(10)});
}

TYPED_TEST(FrustumTest, may_be_pointed_ridged_or_flat) {
  using T = TypeParam;
  laws::expect_shape_laws(Frustum<T>{{T(2), T(1)}, {}, T(1)});
  laws::expect_shape_laws(Frustum<T>{{}, {T(2), T(1)}, T(1)});
  laws::expect_shape_laws(Frustum<T>{{T(2), T(1)}, {T(2), T(0)}, T(1)});
  laws::expect_shape_laws(Frustum<T>{{T(2), T(0)}, {T(1), T(0)}, T(1)});
  laws::expect_shape_laws(Frustum<T>{{T(2), T(1)}, {T(2), T(1)}, T(0)});
  laws::expect_shape_laws(Frustum<T>{});
}

/// [Olvång 2010, §2.4.1], [Kenwright 2015, Listing 2]: the centroid. Heights above the base, from any table.
TYPED_TEST(FrustumTest, center_is_the_centroid) {
  using T = TypeParam;
  const auto expect_center = [](const Frustum<T>& s, double above_base) {
    EXPECT_EQ(s.center().x, T(0)) << s;
    EXPECT_EQ(s.center().y, T(0)) << s;
    EXPECT_NEAR(static_cast<double>(s.center().z), above_base - static_cast<double>(s.half_height),
                static_cast<double>(4 * unit_roundoff<T> * s.half_height))
        << s;
  };
  expect_center({{T(2), T(1)}, {T(2), T(1)}, T(2)}, 2);  // a box
  expect_center({{T(2), T(1)}, {}, T(2)}, 1);  // a pyramid
  expect_center({{}, {T(2), T(1)}, T(2)}, 3);
  expect_center({{T(2), T(1)}, {T(2), T(0)}, T(3)}, 2);  // a roof
  expect_center({{T(1), T(0)}, {T(0), T(1)}, T(2)}, 2);  // a tetrahedron
  const double bottom = 4 * 2 * 1, middle = 4 * 1.5 * 2, top = 4 * 1 * 3, h = 3;
  expect_center({{T(2), T(1)}, {T(1), T(3)}, T(h / 2)}, h * (2 * middle + top) / (bottom + 4 * middle + top));
  // Flat: the centroid of the area, the middle of a segment, a point.
  expect_center({{T(2), T(1)}, {T(1), T(3)}, T(0)}, 0);
  expect_center({{T(2), T(0)}, {T(0), T(0)}, T(3)}, 2);  // a triangle
  expect_center({{T(2), T(0)}, {T(1), T(0)}, T(3)}, 6 * (2.0 + 2 * 1) / (3 * (2 + 1)));  // a trapezoid
  expect_center({{}, {}, T(1)}, 1);
  expect_center({}, 0);
  // Sizes whose products leave the range of T.
  const T tiny = std::numeric_limits<T>::min() * T(8);
  expect_center({{tiny, tiny}, {}, T(2)}, 1);
}

TYPED_TEST(FrustumTest, has_the_faces_of_a_box) {
  using T = TypeParam;
  constexpr Frustum<T> s{{T(2), T(2)}, {T(1), T(1)}, T(0.5)};  // sides at 45 degrees
  EXPECT_EQ(feature_along<T>(s, 0, 0, 1), (Feature{FeatureKind::face, 5}));
  EXPECT_EQ(feature_along<T>(s, 0, 0, -1), (Feature{FeatureKind::face, 4}));
  EXPECT_EQ(feature_along<T>(s, 1, 0, 1), (Feature{FeatureKind::face, 1}));
  EXPECT_EQ(feature_along<T>(s, -1, 0, 1), (Feature{FeatureKind::face, 0}));
  EXPECT_EQ(feature_along<T>(s, 0, 1, 1), (Feature{FeatureKind::face, 3}));
  EXPECT_EQ(feature_along<T>(s, 0, -1, 1), (Feature{FeatureKind::face, 2}));
  EXPECT_EQ(feature_along<T>(s, 1, 1, 2), (Feature{FeatureKind::edge, 11})) << "the slanted edge at +x +y";
  EXPECT_EQ(feature_along<T>(s, 1, 0, 0), (Feature{FeatureKind::edge, 6})) << "the bottom edge at +x";
  EXPECT_EQ(feature_along<T>(s, 1, 1, 0), (Feature{FeatureKind::vertex, 3}));
  EXPECT_EQ(feature_along<T>(s, T(0.2), T(0.2), T(1)), (Feature{FeatureKind::vertex, 7}));
  const Vec3<T> slanted = s.feature_along({T(1), T(0), T(1)}, T(0.1)).normal;
  EXPECT_LE(norm(slanted - Vec3<T>{T(1), T(0), T(1)} / sqrt(T(2))), 4 * unit_roundoff<T>);
}

TYPED_TEST(FrustumTest, has_one_apex_whichever_way_it_is_seen) {
  using T = TypeParam;
  constexpr Frustum<T> pyramid{{T(1), T(1)}, {}, T(2)};
  for (const T x : {T(-0.1), T(0.1)})
    for (const T y : {T(-0.1), T(0.1)}) {
      const Outline<T> apex = pyramid.feature_along({x, y, T(1)}, T(0.01));
      EXPECT_EQ(apex.feature, (Feature{FeatureKind::vertex, 4}));
      EXPECT_EQ(apex[0], (Vec3<T>{T(0), T(0), T(2)}));
    }
  EXPECT_EQ(feature_along<T>(pyramid, 0, 0, -1), (Feature{FeatureKind::face, 4}));
  EXPECT_EQ(feature_along<T>(pyramid, 4, 0, 1), (Feature{FeatureKind::face, 1}));
}

}  // namespace
}  // namespace tactus
