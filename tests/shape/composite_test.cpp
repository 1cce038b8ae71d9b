// SPDX-License-Identifier: MIT
#include <tactus/shape/composite.h>
#include <tests/shape/laws.h>

namespace tactus {
namespace {

using laws::Random;
using laws::Real;
using laws::Vec;

/// A type that models Convex and nothing more: no printing, no features, no bounds.
template <class T> struct BareBall {
  using Scalar = T;
  Vec3<T> support(const Vec3<T>& d) const { return unit_or_zero(d); }
  T radius() const { return T(0); }
  Vec3<T> center() const { return {}; }
};

template <class T> class CompositeTest : public ::testing::Test {
 protected:
  static constexpr Box<T> box{{T(1), T(2), T(3)}};
  static constexpr Sphere<T> ball{T(0.5)};
  static constexpr Cone<T> cone{T(1), T(2)};
  static constexpr Capsule<T> capsule{T(0.25), T(1)};
};
TYPED_TEST_SUITE(CompositeTest, laws::Scalars);

template <class F> std::string message_of(F&& f) {
  try {
    f();
  } catch (const std::invalid_argument& e) {
    return e.what();
  }
  return "nothing was thrown";
}

/// h(d) of the whole shape, d a unit vector.
template <Convex S, class T = scalar_t<S>> Real reach(const S& s, const Vec3<T>& d) {
  return dot(laws::whole_support(s, d), laws::unit(laws::real(d)));
}

template <Convex S, class F, class T = scalar_t<S>> void expect_reach(const S& s, F&& expected) {
  Random random(7);
  for (const Vec3<T>& d : laws::directions<T>(random, testing::test_size(200)))
    ASSERT_LE(abs(reach(s, d) - expected(d)), laws::rounding(s, 16)) << s << " along " << d;
}

TYPED_TEST(CompositeTest, sum_and_difference_add_reaches) {
  using T = TypeParam;
  expect_reach(minkowski_sum(this->box, this->cone),
               [&](const Vec3<T>& d) { return reach(this->box, d) + reach(this->cone, d); });
  expect_reach(minkowski_sum(this->capsule, this->ball),
               [&](const Vec3<T>& d) { return reach(this->capsule, d) + reach(this->ball, d); });
  expect_reach(minkowski_difference(this->cone, this->capsule),
               [&](const Vec3<T>& d) { return reach(this->cone, d) + reach(this->capsule, -d); });
}

TYPED_TEST(CompositeTest, hull_takes_the_larger_reach) {
  using T = TypeParam;
  const auto shifted = transformed(this->capsule, translation(T(2), T(1), T(0)));
  expect_reach(convex_hull(this->box, shifted),
               [&](const Vec3<T>& d) { return max(reach(this->box, d), reach(shifted, d)); });
  expect_reach(convex_hull(shifted, Sphere<T>{T(2)}),
               [&](const Vec3<T>& d) { return max(reach(shifted, d), reach(Sphere<T>{T(2)}, d)); });
}

/// For unequal balls the smaller stays a ball; the rest goes into the support.
TYPED_TEST(CompositeTest, hull_of_two_balls_keeps_the_smaller) {
  using T = TypeParam;
  const auto s = convex_hull(Sphere<T>{T(2)}, transformed(Sphere<T>{T(0.5)}, translation(T(5), T(0), T(0))));
  EXPECT_EQ(radius(s), T(0.5));
  EXPECT_EQ(s.support({T(-1), T(0), T(0)}), (Vec3<T>{T(-1.5), T(0), T(0)}));
  EXPECT_EQ(s.support({T(1), T(0), T(0)}), (Vec3<T>{T(5), T(0), T(0)}));
  EXPECT_FALSE(has_polytope_core(s));
  EXPECT_TRUE((has_polytope_core(convex_hull(this->box, Point<T>{}))));
}

TYPED_TEST(CompositeTest, all_hold_their_points) {
  using T = TypeParam;
  using reference::reference_of;
  Random poses(8);
  const Pose<T> pose = laws::random_pose<T>(poses, T(3));
  const auto a = reference_of(this->box), b = reference_of(this->cone);
  // Only points are known of these; the reaches above check their extent.
  const auto nothing_is_outside = [](const Vec&) { return Real(0); };
  const auto with_points = [&](auto point) { return reference::Reference{point, nothing_is_outside}; };
  const auto expect_bounds = [](const auto& s, const reference::Reference& r) {
    SCOPED_TRACE(::testing::Message() << s);
    laws::expect_aabb_is_tight(s, r);
    laws::expect_bounding_radius_holds(s, r, Real(2.5));
  };
  expect_bounds(minkowski_sum(this->box, this->cone), with_points([&](Random& r) {
                  const auto q = b.point(r), p = a.point(r);
                  return p + q;
                }));
  expect_bounds(minkowski_difference(this->box, this->cone), with_points([&](Random& r) {
                  const auto q = b.point(r), p = a.point(r);
                  return p - q;
                }));
  const auto moved_cone = reference::moved(b, pose);
  expect_bounds(convex_hull(this->box, transformed(this->cone, pose)), with_points([&](Random& r) {
                  const Vec p = a.point(r), q = moved_cone.point(r);
                  return p + (q - p) * Real(r.uniform());
                }));
}

TYPED_TEST(CompositeTest, transformed_shape_obeys_the_laws) {
  using T = TypeParam;
  Random random(9);
  for (int i = 0; i < 3; ++i) {
    const Pose<T> pose = laws::random_pose<T>(random, T(3));
    laws::expect_shape_laws(transformed(this->box, pose), reference::moved(reference::reference_of(this->box), pose));
    laws::expect_support_is_a_maximum(transformed(this->cone, pose),
                                      reference::moved(reference::reference_of(this->cone), pose));
  }
}

TYPED_TEST(CompositeTest, transformed_feature_moves_along) {
  using T = TypeParam;
  const Pose<T> pose{Mat3<T>::from_rows({T(0), T(0), T(1)}, {T(1), T(0), T(0)}, {T(0), T(1), T(0)}),
                     {T(10), T(0), T(0)}};  // z goes to x, x to y, y to z
  const auto s = transformed(this->box, pose);
  const Outline<T> face = s.feature_along({T(1), T(0), T(0)}, T(0.1));
  EXPECT_EQ(face.feature, (Feature{FeatureKind::face, 5}));
  EXPECT_EQ(face.normal, (Vec3<T>{T(1), T(0), T(0)}));
  for (int i = 0; i < face.size(); ++i) EXPECT_EQ(face[i].x, T(13));
  EXPECT_EQ(s.feature_along({}, T(0.1)).normal, (Vec3<T>{T(0), T(0), T(1)})) << "+z of the outer frame";
}

TYPED_TEST(CompositeTest, rounded_shape_obeys_the_laws) {
  using T = TypeParam;
  using reference::with_ball;
  const Triangle<T> triangle{{T(0), T(0), T(0)}, {T(2), T(0), T(1)}, {T(0), T(3), T(0)}};
  laws::expect_shape_laws(rounded(this->box, T(0.5)), with_ball(reference::reference_of(this->box), Real(0.5)));
  laws::expect_shape_laws(rounded(triangle, T(0.25)), with_ball(reference::reference_of(triangle), Real(0.25)));
  EXPECT_EQ(radius(rounded(rounded(this->capsule, T(1)), T(2))), T(3.25)) << "balls add up";
}

TYPED_TEST(CompositeTest, sum_with_a_ball_is_curved_where_the_rounded_shape_is) {
  using T = TypeParam;
  const auto sum = minkowski_sum(this->box, this->ball);
  const auto difference = minkowski_difference(this->ball, this->box);
  const auto same = rounded(this->box, T(0.5));
  Random random(10);
  int flat = 0;
  for (const Vec3<T>& d : laws::directions<T>(random, 100)) {
    EXPECT_EQ(sum.curved_along(d), same.curved_along(d)) << d;
    EXPECT_EQ(difference.curved_along(d), same.curved_along(d)) << d;
    flat += !sum.curved_along(d);
  }
  EXPECT_GE(flat, 6 * 3) << "the axes, at three lengths each";
  EXPECT_FALSE((minkowski_sum(this->box, this->box).curved_along({T(1), T(1), T(1)})));
  EXPECT_TRUE((convex_hull(this->box, Sphere<T>{T(9)}).curved_along({T(0), T(0), T(1)})));
  EXPECT_FALSE((convex_hull(this->box, this->ball).curved_along({T(0), T(0), T(1)})));
}

TYPED_TEST(CompositeTest, any_convex_type_will_do_and_prints) {
  using T = TypeParam;
  const BareBall<T> bare;
  std::ostringstream text;
  text << minkowski_sum(bare, this->box) << '\n'
       << minkowski_difference(this->box, bare) << '\n'
       << convex_hull(rounded(bare, T(1)), transformed(this->ball, translation(T(1), T(0), T(0))));
  EXPECT_EQ(text.str(),
            "minkowski_sum(Custom{}, Box{.half = (1, 2, 3)})\n"
            "minkowski_difference(Box{.half = (1, 2, 3)}, Custom{})\n"
            "convex_hull(rounded(Custom{}, 1), transformed(Sphere{.radius = 0.5}, Pose{.rotation = "
            "[(1, 0, 0), (0, 1, 0), (0, 0, 1)], .translation = (1, 0, 0)}))");
  EXPECT_TRUE(convex_hull(bare, Point<T>{}).curved_along({T(1), T(0), T(0)}));
}

TYPED_TEST(CompositeTest, half_spaces_cannot_be_combined) {
  using T = TypeParam;
  const Shape<T> ground = HalfSpace<T>{};
  const Shape<T> solid = this->box;
  for (const std::string& message :
       {message_of([&] { minkowski_sum(solid, ground); }), message_of([&] { minkowski_difference(ground, solid); }),
        message_of([&] { convex_hull(ground, solid); }), message_of([&] { rounded(ground, T(1)); }),
        message_of([&] { transformed(ground, Pose<T>{}); })})
    EXPECT_NE(message.find("HalfSpace{.normal = (0, 0, 1), .offset = 0}"), std::string::npos) << message;
}

TYPED_TEST(CompositeTest, parts_are_checked) {
  using T = TypeParam;
  EXPECT_EQ(message_of([&] { minkowski_sum(this->box, Sphere<T>{T(-1)}); }),
            "Sphere.radius is -1: sizes must be finite and not negative");
  EXPECT_EQ(message_of([&] {
              rounded(Box<T>{{T(1), infinity<T>, T(1)}}, T(1));
            }),
            "Box.half.y is inf: sizes must be finite and not negative");
}

TYPED_TEST(CompositeTest, rounding_must_not_be_negative) {
  using T = TypeParam;
  EXPECT_EQ(message_of([&] { rounded(this->box, T(-0.5)); }),
            "rounded.radius is -0.5: sizes must be finite and not negative");
}

TYPED_TEST(CompositeTest, pose_must_be_a_rigid_motion) {
  using T = TypeParam;
  Pose<T> stretched;
  stretched.rotation(0, 0) = T(1.5);
  const std::string message = message_of([&] { transformed(this->box, stretched); });
  EXPECT_NE(message.find("(1.5, 0, 0)"), std::string::npos) << message;
  EXPECT_NE(message.find("not a rigid motion"), std::string::npos) << message;

  Pose<T> mirrored;
  mirrored.rotation(2, 2) = T(-1);
  EXPECT_THROW(transformed(this->box, mirrored), std::invalid_argument);
  Pose<T> lost;
  lost.translation.y = std::numeric_limits<T>::quiet_NaN();
  EXPECT_THROW(transformed(this->box, lost), std::invalid_argument);
}

}  // namespace
}  // namespace tactus
