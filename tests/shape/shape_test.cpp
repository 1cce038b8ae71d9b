// SPDX-License-Identifier: MIT
#include <tactus/math/counted.h>
#include <tactus/shape/mass.h>
#include <tactus/shape/shape.h>
#include <tests/shape/examples.h>
#include <tests/shape/laws.h>

namespace tactus {
namespace {

template <class T> class ShapeTest : public ::testing::Test {};
TYPED_TEST_SUITE(ShapeTest, laws::Scalars);

template <class T> Shape<T> tetrahedron() {
  const std::vector<Vec3<T>> corners{{T(0), T(0), T(0)}, {T(1), T(0), T(0)}, {T(0), T(1), T(0)}, {T(0), T(0), T(1)}};
  return Hull<T>::from_points(corners);
}

static_assert(Faceted<Shape<float>> && Faceted<Shape<double>>);
static_assert(std::is_nothrow_move_constructible_v<Shape<double>> && std::is_copy_assignable_v<Shape<double>>);
static_assert(std::convertible_to<Box<double>, Shape<double>> && !std::convertible_to<Box<float>, Shape<double>>);
static_assert(std::convertible_to<MinkowskiSum<Box<double>, Box<double>>, Shape<double>>);
static_assert(!std::convertible_to<double, Shape<double>> && !std::convertible_to<Vec3<double>, Shape<double>>);

/// Every function of a Shape returns the same as that of the contained shape.
TYPED_TEST(ShapeTest, answers_as_the_shape_within) {
  using T = TypeParam;
  laws::Random random(17);
  const std::vector<Vec3<T>> directions = laws::directions<T>(random, 50);
  const Pose<T> pose = laws::random_pose<T>(random);
  int kinds = 0;
  laws::for_each_plain_shape<T>([&](const auto& s) {
    const Shape<T> shape = s;
    for (const Vec3<T>& d : directions) {
      ASSERT_EQ(shape.support(d), s.support(d)) << s;
      ASSERT_EQ(shape.curved_along(d), s.curved_along(d)) << s;
      ASSERT_EQ(shape.feature_along(d, T(0.1)).feature, s.feature_along(d, T(0.1)).feature) << s;
      ASSERT_EQ(feature_of(shape, d, T(0.1)), s.feature_along(d, T(0.1)).feature) << s;
    }
    EXPECT_EQ(shape.radius(), ball_radius(s)) << s;
    EXPECT_EQ(shape.center(), s.center()) << s;
    EXPECT_EQ(shape.bounding_radius(), bounding_radius(s)) << s;
    EXPECT_EQ(shape.polytope(), has_polytope_core(s)) << s;
    EXPECT_EQ(aabb(shape, pose), aabb(s, pose)) << s;
    EXPECT_EQ(mass_properties(shape).volume, mass_properties(s).volume) << s;
    EXPECT_TRUE(shape.bounded());
    ++kinds;
  });
  EXPECT_EQ(kinds, 18) << "all but Hull, HalfSpace and Custom";
}

TYPED_TEST(ShapeTest, knows_its_kind_and_gives_it_back) {
  using T = TypeParam;
  std::vector<ShapeKind> kinds;
  laws::for_each_plain_shape<T>([&](const auto& s) {
    using S = std::remove_cvref_t<decltype(s)>;
    const Shape<T> shape = s;
    kinds.push_back(shape.kind());
    ASSERT_NE(shape.template get_if<S>(), nullptr);
    EXPECT_EQ(*shape.template get_if<S>(), s);
    EXPECT_EQ(shape.template get_if<HalfSpace<T>>(), nullptr);
    const bool same_type = shape.visit([]<class Within>(const Within&) { return std::same_as<Within, S>; });
    EXPECT_TRUE(same_type) << s;
  });
  const std::vector<ShapeKind> expected{ShapeKind::point,        ShapeKind::segment,   ShapeKind::triangle,
                                        ShapeKind::rectangle,    ShapeKind::disc,      ShapeKind::ellipse,
                                        ShapeKind::box,          ShapeKind::ellipsoid, ShapeKind::cylinder,
                                        ShapeKind::cone,         ShapeKind::frustum,   ShapeKind::conical_frustum,
                                        ShapeKind::superquadric, ShapeKind::sphere,    ShapeKind::capsule,
                                        ShapeKind::lozenge,      ShapeKind::round_box, ShapeKind::wheel};
  EXPECT_EQ(kinds, expected);
  EXPECT_EQ(tetrahedron<T>().kind(), ShapeKind::hull);
  EXPECT_EQ(Shape<T>(HalfSpace<T>{}).kind(), ShapeKind::half_space);
  EXPECT_EQ((Shape<T>(minkowski_sum(Box<T>{}, Box<T>{})).kind()), ShapeKind::custom);
}

TYPED_TEST(ShapeTest, copies_are_equal_and_cheap) {
  using T = TypeParam;
  const Shape<T> hull = tetrahedron<T>();
  Shape<T> copy = hull;
  EXPECT_EQ(copy, hull);
  EXPECT_EQ(copy.template get_if<Hull<T>>()->vertices().data(), hull.template get_if<Hull<T>>()->vertices().data());
  copy = Box<T>{{T(1), T(1), T(1)}};
  EXPECT_NE(copy, hull);
  EXPECT_EQ(copy, Shape<T>(Box<T>{{T(1), T(1), T(1)}}));
  EXPECT_NE(copy, Shape<T>(Box<T>{{T(1), T(1), T(2)}}));
  EXPECT_NE(Shape<T>(Disc<T>{T(1)}), Shape<T>(Sphere<T>{T(1)})) << "same fields, other kind";
  EXPECT_LE(sizeof(Shape<double>), 192u);
}

TYPED_TEST(ShapeTest, nests) {
  using T = TypeParam;
  const Shape<T> box = Box<T>{{T(1), T(1), T(1)}}, ball = Sphere<T>{T(0.5)};
  const Shape<T> sum = minkowski_sum(box, ball);
  const Shape<T> moved = transformed(convex_hull(sum, ball), translation(T(0), T(0), T(10)));
  EXPECT_EQ(sum.radius(), T(0.5));
  EXPECT_NEAR(aabb(moved).max.z, T(11.5), 1e-4);
  EXPECT_EQ(moved.center().z, T(10));
}

TYPED_TEST(ShapeTest, prints_the_shape_within) {
  using T = TypeParam;
  const auto text_of = [](const auto& s) {
    std::ostringstream text;
    text << s;
    return text.str();
  };
  laws::for_each_plain_shape<T>([&](const auto& s) { EXPECT_EQ(text_of(Shape<T>(s)), text_of(s)); });
  EXPECT_EQ(text_of(tetrahedron<T>()), "Hull{4 vertices, 6 edges, 4 faces}");
  EXPECT_EQ(text_of(Shape<T>(HalfSpace<T>{})), "HalfSpace{.normal = (0, 0, 1), .offset = 0}");
  EXPECT_EQ(text_of(Shape<T>(rounded(Shape<T>(Segment<T>{T(1)}), T(2)))), "rounded(Segment{.half_height = 1}, 2)");
}

TYPED_TEST(ShapeTest, converts_to_every_other_scalar) {
  using T = TypeParam;
  const Vec3<T> d{T(0.25), T(-0.5), T(1)};
  const auto expect_same = [&]<class U>(const Shape<T>& s, U) {
    const Shape<U> other = s.template cast<U>();
    const Vec3<long double> p = s.support(d).template cast<long double>();
    const Vec3<long double> q = other.support(d.template cast<U>()).template cast<long double>();
    EXPECT_LE(max_abs(p - q), laws::rounding(s, 16) + laws::rounding(other, 16)) << s;
    EXPECT_NEAR(double(other.radius()), double(s.radius()), double(laws::rounding(s, 4) + laws::rounding(other, 4)))
        << s;
    EXPECT_EQ(other.kind(), s.kind()) << s;
  };
  const auto expect_same_everywhere = [&](const Shape<T>& s) {
    expect_same(s, 0.0f);
    expect_same(s, 0.0);
    expect_same(s, 0.0L);
  };
  laws::for_each_plain_shape<T>([&](const auto& s) {
    expect_same_everywhere(s);
    EXPECT_EQ(Shape<T>(s).template cast<long double>().template cast<T>(), Shape<T>(s)) << "there and back again";
  });
  expect_same_everywhere(tetrahedron<T>());
  expect_same_everywhere(convex_hull(Cone<T>{T(1), T(1)}, Sphere<T>{T(0.5)}));
  const Shape<float> ground = Shape<T>(HalfSpace<T>{{T(1), T(0), T(1)}, T(2)}).template cast<float>();
  EXPECT_EQ(*ground.get_if<HalfSpace<float>>(), (HalfSpace<float>{{1, 0, 1}, 2}));
}

TEST(ShapeCastTest, what_a_smaller_scalar_cannot_hold_is_refused) {
  EXPECT_THROW(Shape<double>(Sphere<double>{1e300}).cast<float>(), std::invalid_argument);
  EXPECT_THROW((Shape<double>(Superquadric<double>{{1, 1, 1}, 1e-60, 1}).cast<float>()), std::invalid_argument);
  EXPECT_NO_THROW(Shape<double>(Sphere<double>{1e-300}).cast<float>()) << "a radius of zero is one";
}

TEST(ShapeCastTest, bounds_of_a_custom_shape_still_hold_in_float) {
  const Shape<double> fine = minkowski_sum(Box<double>{{0.1, 0.2, 0.3}}, Disc<double>{1.0 / 3});
  const Shape<float> coarse = fine.cast<float>();
  EXPECT_EQ(coarse.kind(), ShapeKind::custom);
  EXPECT_GE(coarse.bounding_radius(), fine.bounding_radius());
  EXPECT_NEAR(mass_properties(coarse).volume, mass_properties(fine).volume, 1e-4);
}

TEST(ShapeCountedTest, works_with_the_counting_scalar) {
  using C = Counted<double>;
  const Shape<C> s = Cylinder<C>{C(1), C(2)};
  EXPECT_EQ(s.support({C(1), C(0), C(1)}).cast<double>(), (Vec3<double>{1, 0, 2}));
  EXPECT_NEAR(static_cast<double>(mass_properties(s).volume), 4 * pi<double>, 1e-14);
  const Shape<C> hull = tetrahedron<double>().cast<C>();
  EXPECT_EQ(hull.support({C(1), C(0), C(0)}).cast<double>(), (Vec3<double>{1, 0, 0}));
  EXPECT_NEAR(static_cast<double>(mass_properties(hull).volume), 1.0 / 6, 1e-15);
  EXPECT_EQ(tetrahedron<double>(), hull.cast<double>());
}

TEST(ShapeLongDoubleTest, works_with_long_double) {
  const Shape<long double> s = Cone<long double>{1, 2};
  EXPECT_EQ(s.support({0, 0, 1}), (Vec3<long double>{0, 0, 2}));
  EXPECT_EQ(s.cast<double>(), Shape<double>(Cone<double>{1, 2}));
  EXPECT_LE(abs(mass_properties(s).volume - 4 * pi<long double> / 3), 1e-18L);
}

}  // namespace
}  // namespace tactus
