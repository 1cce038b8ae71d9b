// SPDX-License-Identifier: MIT
#include <tactus/math/counted.h>
#include <tactus/shape/convex.h>
#include <tests/shape/examples.h>
#include <tests/shape/laws.h>

namespace tactus {
namespace {

/// The least a type needs. Its core is a unit cube's corner set, moved; the ball around it has radius 1/2.
template <class T> struct Least {
  using Scalar = T;
  Vec3<T> support(const Vec3<T>& d) const { return Box<T>{{T(1), T(1), T(1)}}.support(d) + center(); }
  T radius() const { return T(0.5); }
  Vec3<T> center() const { return {T(10), T(0), T(0)}; }
};
struct NoRadius {
  using Scalar = double;
  Vec3<double> support(const Vec3<double>&) const { return {}; }
  Vec3<double> center() const { return {}; }
};
struct NoCenter {
  using Scalar = double;
  Vec3<double> support(const Vec3<double>&) const { return {}; }
  double radius() const { return 0; }
};

static_assert(Convex<Least<double>> && !Faceted<Least<double>> && !Indexed<Least<double>>);
static_assert(!Convex<NoRadius> && !Convex<NoCenter> && !Convex<double> && !Convex<HalfSpace<double>>);
static_assert(Faceted<Box<float>> && Faceted<Cone<double>> && Faceted<Sphere<long double>>);
static_assert(Faceted<Shape<double>> && Faceted<Custom<double>> && Faceted<Rounded<Box<double>>>);
static_assert(Faceted<Transformed<Box<double>>> && !Faceted<Transformed<Least<double>>>);
static_assert(Convex<MinkowskiSum<Box<double>, Least<double>>> && !Faceted<MinkowskiSum<Box<double>, Box<double>>>);
static_assert(Indexed<Hull<double>> && Indexed<PointCloud<float>> && !Indexed<Box<double>>);
static_assert(Convex<Box<Counted<double>>> && std::same_as<scalar_t<const Box<float>&>, float>);

template <class T> class ConvexTest : public ::testing::Test {};
TYPED_TEST_SUITE(ConvexTest, laws::Scalars);

TYPED_TEST(ConvexTest, missing_members_are_found_through_support) {
  using T = TypeParam;
  const Least<T> s;
  EXPECT_EQ(radius(s), T(0.5));
  EXPECT_EQ(ball_radius(s), T(0.5));
  EXPECT_EQ(core_bounds(s), (Aabb<T>{{T(9), T(-1), T(-1)}, {T(11), T(1), T(1)}}));
  EXPECT_NEAR(bounding_radius(s), sqrt(T(3)) + T(0.5), 1e-6);
  EXPECT_NEAR(origin_radius(s), sqrt(T(3)) + T(10.5), 1e-5);
  EXPECT_TRUE(curved_along(s, Vec3<T>{T(1), T(0), T(0)})) << "nothing else is known";
  EXPECT_FALSE(has_polytope_core(s));
  EXPECT_EQ(full_support(s, Vec3<T>{T(0), T(0), T(7)}), (Vec3<T>{T(11), T(1), T(1.5)}));
  EXPECT_EQ(full_support(s, Vec3<T>{}), s.support({})) << "the zero direction has no ball";
  EXPECT_EQ(support_value(s, Vec3<T>{T(0), T(0), T(2)}), T(3));
  const Aabb<T> box = aabb(s, translation(T(0), T(0), T(5)));
  EXPECT_NEAR(box.min.x, T(8.5), 1e-4);
  EXPECT_NEAR(box.max.z, T(6.5), 1e-4);
}

TYPED_TEST(ConvexTest, length_of_the_direction_does_not_matter) {
  using T = TypeParam;
  using Limits = std::numeric_limits<T>;
  laws::Random random(14);
  std::vector<Vec3<T>> directions;
  for (int i = 0; i < 100; ++i) {
    // Few digits, so that even the tiniest multiple is exact.
    const auto digit = [&] { return T(static_cast<int>(random.uniform(-8, 9))); };
    directions.push_back({digit(), digit(), digit()});
  }
  const auto expect_scale_free = [&](const auto& s) {
    for (const Vec3<T>& d : directions)
      for (const int exponent : {Limits::min_exponent + 12, -20, 20, Limits::max_exponent - 14}) {
        const Vec3<T> scaled = d * std::ldexp(T(1), exponent);
        ASSERT_LE(max_abs(s.support(scaled) - s.support(d)), T(laws::rounding(s, 4))) << s << " along " << scaled;
      }
  };
  laws::for_each_plain_shape<T>(expect_scale_free);
  expect_scale_free(convex_hull(Box<T>{{T(10), T(1), T(1)}}, Cylinder<T>{T(5), T(5)}));
}

TYPED_TEST(ConvexTest, minus_zero_is_zero) {
  using T = TypeParam;
  laws::for_each_plain_shape<T>([](const auto& s) {
    for (const T x : {T(-1), T(0), T(1)})
      for (const T y : {T(-1), T(0), T(1)})
        for (const T z : {T(-1), T(0), T(1)}) {
          const auto signed_zero = [](T v) { return v == T(0) ? -T(0) : v; };
          EXPECT_EQ(s.support({signed_zero(x), signed_zero(y), signed_zero(z)}), s.support({x, y, z})) << s;
        }
  });
}

TYPED_TEST(ConvexTest, box_of_a_far_shape_holds_it) {
  using T = TypeParam;
  const Cone<T> s{T(1), T(2)};
  for (const T far : {T(1e3), T(1e6)}) {
    const Pose<T> pose{from_axis_angle(Vec3<T>{T(1), T(2), T(3)}, T(0.7)), {far, -far, far}};
    const Aabb<T> box = aabb(s, pose);
    EXPECT_LE(box.max.x - box.min.x, T(6) + T(128) * unit_roundoff<T> * far);
    const Pose<laws::Real> exact = pose.template cast<laws::Real>();
    laws::Random random(15);
    for (const laws::Vec& p : laws::points_of(reference::reference_of(s), random, 500))
      ASSERT_TRUE(contains(box.template cast<laws::Real>(), exact * p));
  }
}

/// The counting scalar runs the same code: the same bits, and a tally.
TEST(ConvexCountedTest, shapes_work_and_count) {
  using C = Counted<double>;
  laws::Random random(16);
  const Vec3<double> d = random.on_sphere();
  laws::for_each_plain_shape<double>([&](const auto& s) {
    const auto counted = cast<C>(s);
    EXPECT_EQ(counted.support(d.cast<C>()).template cast<double>(), s.support(d)) << s;
    EXPECT_EQ(static_cast<double>(bounding_radius(counted)), bounding_radius(s)) << s;
    EXPECT_EQ(aabb(counted, Pose<C>{}).template cast<double>(), aabb(s, Pose<double>{})) << s;
    EXPECT_EQ(counted.feature_along(d.cast<C>(), C(0.1)).feature, s.feature_along(d, 0.1).feature) << s;
  });

  const Ellipsoid<C> ellipsoid{{C(1), C(2), C(3)}};
  const Tally before = tally();
  (void)ellipsoid.support({C(1), C(1), C(1)});
  const Tally spent = tally() - before;
  EXPECT_EQ(spent.multiplications, 16u) << "scale, two squares, scale, the ball's part, and its radius";
  EXPECT_EQ(spent.additions, 8u) << "two squares, are they finite? less the ball";
  EXPECT_EQ(spent.square_roots, 2u);
  EXPECT_EQ(spent.divisions, 5u);
  const Tally idle = tally();
  (void)Box<C>{{C(1), C(2), C(3)}}.support({C(1), C(1), C(1)});
  EXPECT_EQ((tally() - idle).total(), 0u) << "a box only compares";
}

TEST(ConvexConstexprTest, works_at_compile_time) {
  constexpr Vec3<double> d{3, 0, 4};
  static_assert(Box<double>{{1, 2, 3}}.support(d) == Vec3<double>{1, 2, 3});
  static_assert(full_support(Sphere<double>{5}, d) == Vec3<double>{3, 0, 4});
  static_assert(Cylinder<double>{2, 1}.support(d) == Vec3<double>{2, 0, 1});
  static_assert(Cone<double>{1, 1}.bounding_radius() == 1.5);
  static_assert(aabb(Box<double>{{1, 2, 3}}).max.z >= 3);
  static_assert(Box<float>{{1, 1, 1}}.feature_along({0, 0, 1}, 0).feature == Feature{FeatureKind::face, 5});
}

}  // namespace
}  // namespace tactus
