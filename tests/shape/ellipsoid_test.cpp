// SPDX-License-Identifier: MIT
#include <tactus/shape/ellipsoid.h>
#include <tests/shape/laws.h>

namespace tactus {
namespace {

using laws::Real;

template <class T> class EllipsoidTest : public ::testing::Test {};
TYPED_TEST_SUITE(EllipsoidTest, laws::Scalars);
template <class T> class SuperquadricTest : public ::testing::Test {};
TYPED_TEST_SUITE(SuperquadricTest, laws::Scalars);

TYPED_TEST(EllipsoidTest, obeys_the_laws) {
  using T = TypeParam;
  laws::expect_shape_laws(Ellipsoid<T>{.radii = {T(1), T(2), T(3)}});
  laws::expect_shape_laws(Ellipsoid<T>{.radii = {T(1), T(1), T(1)}});
  laws::expect_shape_laws(Ellipsoid<T>{.radii = {T(0.01), T(10), T(1)}});
}

/// The claim behind the core: least² / greatest is the least radius of curvature, so the core is convex if that ball is
/// subtracted, and would not be with a larger one. A convex body's support points lie behind each other's planes.
TYPED_TEST(EllipsoidTest, the_ball_is_the_largest_that_leaves_a_convex_core) {
  using T = TypeParam;
  for (const Vec3<T>& radii : {Vec3<T>{T(1), T(2), T(3)}, Vec3<T>{T(0.5), T(0.25), T(2)}, Vec3<T>{T(1), T(1), T(1)}}) {
    const Ellipsoid<T> s{radii};
    laws::Random random(8);
    const auto beyond = [&](const Vec3<T>& d, const Vec3<T>& e, T more) {  // how far e's core point is beyond d's plane
      const auto core = [&](const Vec3<T>& u) { return s.support(u) - more * u; };
      return dot(d, core(e) - core(d));
    };
    T worst = T(0), worst_of_larger = T(0);
    for (const Vec3<T>& given : laws::directions<T>(random, 300)) {
      const Vec3<T> d = unit_or_up(given);
      for (const Vec3<T>& other : laws::directions<T>(random, 10)) {
        const Vec3<T> e = unit_or_up(d + T(0.1) * unit_or_up(other));
        worst = max(worst, beyond(d, e, T(0)));
      }
      const Vec3<T> sharp = radii.x > radii.z ? Vec3<T>{T(1), T(0), T(0)} : Vec3<T>{T(0), T(0), T(1)};
      worst_of_larger = max(worst_of_larger, beyond(sharp, unit_or_up(sharp + T(0.1) * d), T(0.5) * radius(s)));
    }
    EXPECT_LE(worst, T(32) * unit_roundoff<T> * s.bounding_radius()) << s;
    EXPECT_GT(worst_of_larger, T(1e-3) * radius(s)) << s;
  }
}

TYPED_TEST(EllipsoidTest, may_be_flat) {
  using T = TypeParam;
  laws::expect_shape_laws(Ellipsoid<T>{{T(1), T(2), T(0)}});
  laws::expect_shape_laws(Ellipsoid<T>{{T(1), T(0), T(0)}});
  laws::expect_shape_laws(Ellipsoid<T>{});
}

TYPED_TEST(EllipsoidTest, is_curved_everywhere) {
  using T = TypeParam;
  constexpr Ellipsoid<T> s{{T(1), T(2), T(3)}};
  EXPECT_TRUE(s.curved_along({T(0), T(0), T(1)}));
  const Outline<T> top = s.feature_along({}, T(1));
  EXPECT_EQ(top.feature, (Feature{FeatureKind::curved, 0}));
  EXPECT_EQ(top[0], (Vec3<T>{T(0), T(0), T(3) - T(1) / T(3)})) << "the core's; the zero direction counts as +z";
}

/// Exponents from nearly a box to nearly an octahedron, and everything between.
TYPED_TEST(SuperquadricTest, obeys_the_laws) {
  using T = TypeParam;
  for (const T e1 : {T(0.01), T(0.3), T(1), T(1.6), T(1.99)})
    for (const T e2 : {T(0.02), T(1), T(1.999)}) {
      SCOPED_TRACE(::testing::Message() << "e1 = " << e1 << ", e2 = " << e2);
      const Superquadric<T> s{.radii = {T(1), T(2), T(0.5)}, .e1 = e1, .e2 = e2};
      laws::expect_support_is_a_maximum(s, reference::reference_of(s));
      laws::expect_bounding_radius_holds(s, reference::reference_of(s), Real(2.5));
    }
  laws::expect_shape_laws(Superquadric<T>{.radii = {T(1), T(2), T(3)}, .e1 = T(0.7), .e2 = T(1.3)});
}

TYPED_TEST(SuperquadricTest, obeys_the_laws_at_both_ends_of_its_exponents) {
  using T = TypeParam;
  const T tiny = T(1e-6), almost_two = T(2) - T(4) * unit_roundoff<T>;
  for (const T e1 : {tiny, almost_two, T(2)})
    for (const T e2 : {tiny, almost_two, T(2)}) {
      SCOPED_TRACE(::testing::Message() << "e1 = " << e1 << ", e2 = " << e2);
      const Superquadric<T> s{.radii = {T(1), T(2), T(0.5)}, .e1 = e1, .e2 = e2};
      laws::expect_support_is_a_maximum(s, reference::reference_of(s));
    }
}

TYPED_TEST(SuperquadricTest, may_be_flat) {
  using T = TypeParam;
  for (const Vec3<T>& radii : {Vec3<T>{T(1), T(2), T(0)}, Vec3<T>{T(0), T(2), T(1)}, Vec3<T>{}}) {
    const Superquadric<T> s{radii, T(0.5), T(1.5)};
    laws::expect_support_is_a_maximum(s, reference::reference_of(s));
  }
}

TYPED_TEST(SuperquadricTest, is_an_ellipsoid_at_one) {
  using T = TypeParam;
  const Vec3<T> radii{T(1), T(2), T(3)};
  laws::Random random(6);
  for (const Vec3<T>& d : laws::directions<T>(random, 200)) {
    const Vec3<T> p = Superquadric<T>{radii, T(1), T(1)}.support(d), q = full_support(Ellipsoid<T>{radii}, d);
    ASSERT_LE(max_abs(p - q), T(64) * unit_roundoff<T>) << d;
  }
}

TYPED_TEST(SuperquadricTest, is_nearly_a_box_near_zero) {
  using T = TypeParam;
  const Superquadric<T> s{{T(1), T(2), T(3)}, T(1e-4), T(1e-4)};
  const Vec3<T> corner = s.support({T(1), T(-0.2), T(3)});
  EXPECT_LE(max_abs(corner - Vec3<T>{T(1), T(-2), T(3)}), T(1e-3));
}

TYPED_TEST(SuperquadricTest, is_an_octahedron_at_two) {
  using T = TypeParam;
  constexpr Superquadric<T> s{{T(1), T(2), T(3)}, T(2), T(2)};
  EXPECT_EQ(s.support({T(5), T(1), T(1)}), (Vec3<T>{T(1), T(0), T(0)}));
  EXPECT_EQ(s.support({T(0), T(-1), T(0.5)}), (Vec3<T>{T(0), T(-2), T(0)}));
  EXPECT_EQ(s.support({T(0), T(0), T(1)}), (Vec3<T>{T(0), T(0), T(3)}));
  EXPECT_TRUE(has_polytope_core(s));
  EXPECT_FALSE(s.curved_along({T(1), T(1), T(1)}));
  for (int k = 0; k < 3; ++k)
    for (const T side : {T(-1), T(1)}) {
      Vec3<T> d{T(0.1), T(0.1), T(0.1)};
      d[k] = side;
      const Outline<T> o = s.feature_along(d, T(0.1));
      EXPECT_EQ(o.feature, (Feature{FeatureKind::vertex, static_cast<std::uint32_t>(2 * k + (side > T(0)))}));
      EXPECT_EQ(o[0][k], side * s.radii[k]);
    }
  laws::expect_features_are_extreme(s, reference::reference_of(s));
}

}  // namespace
}  // namespace tactus
