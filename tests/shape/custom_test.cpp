// SPDX-License-Identifier: MIT
#include <tactus/shape/custom.h>
#include <tactus/shape/mass.h>
#include <tests/shape/laws.h>

namespace tactus {
namespace {

/// The least a type needs to model Convex: half a ball of radius 1, the half above z = 0.
template <class T> struct Dome {
  using Scalar = T;
  Vec3<T> support(const Vec3<T>& d) const {
    const Vec3<T> u = unit_or_up(d);
    return u.z >= T(0) ? u : unit_or_zero(Vec3<T>{u.x, u.y, T(0)});
  }
  T radius() const { return T(0); }
  Vec3<T> center() const { return {T(0), T(0), T(0.5)}; }
};

/// The same with all optional functions. The numbers are wrong on purpose: they show which function was called.
template <class T> struct TalkativeDome : Dome<T> {
  T bounding_radius() const { return T(7); }
  bool polytope() const { return true; }
  bool curved_along(const Vec3<T>& d) const { return d.z > T(0); }
  Outline<T> feature_along(const Vec3<T>& d, T) const {
    return Outline<T>::vertex({FeatureKind::face, 42}, unit_or_up(d), {});
  }
  Aabb<T> aabb(const Pose<T>&) const { return {{T(-8), T(-8), T(-8)}, {T(8), T(8), T(8)}}; }
  MassProperties<T> mass_properties() const { return {T(9), {}, Mat3<T>::identity(), T(0)}; }
  friend std::ostream& operator<<(std::ostream& os, const TalkativeDome&) { return os << "a dome"; }
};

template <class T> struct Broken : Dome<T> {
  T reach = T(1);
  T radius() const { return T(0); }
  T bounding_radius() const { return reach; }
};
template <class T> struct NegativeBall : Dome<T> {
  T radius() const { return T(-0.25); }
};

template <class T> class CustomTest : public ::testing::Test {};
TYPED_TEST_SUITE(CustomTest, laws::Scalars);

TYPED_TEST(CustomTest, fills_in_what_the_type_does_not_have) {
  using T = TypeParam;
  const Custom<T> s(Dome<T>{});
  EXPECT_EQ(s.support({T(0), T(0), T(2)}), (Vec3<T>{T(0), T(0), T(1)}));
  EXPECT_EQ(s.radius(), T(0));
  EXPECT_EQ(s.center().z, T(0.5));
  EXPECT_GE(s.bounding_radius(), norm(Vec3<T>{T(1), T(0), T(0.5)}));
  EXPECT_FALSE(s.faceted());
  EXPECT_FALSE(s.polytope());
  EXPECT_TRUE(s.curved_along({T(1), T(0), T(0)}));
  const Outline<T> o = s.feature_along({T(0), T(0), T(1)}, T(1));
  EXPECT_EQ(o.feature, (Feature{FeatureKind::curved, 0}));
  EXPECT_EQ(o[0], (Vec3<T>{T(0), T(0), T(1)}));
  EXPECT_NEAR(s.aabb(translation(T(1), T(0), T(0))).max.x, T(2), 1e-4);
  EXPECT_NEAR(s.aabb({}).min.z, T(0), 1e-4);
  const MassProperties<T> m = s.mass_properties();
  EXPECT_NEAR(m.volume, 2 * pi<T> / 3, m.relative_error * m.volume);
  EXPECT_NEAR(m.centroid.z, T(0.375), m.relative_error);
  std::ostringstream text;
  text << s;
  EXPECT_EQ(text.str(), "Custom{}");
}

TYPED_TEST(CustomTest, asks_the_type_for_what_it_has) {
  using T = TypeParam;
  const Custom<T> s(TalkativeDome<T>{});
  EXPECT_EQ(s.bounding_radius(), T(7));
  EXPECT_TRUE(s.polytope());
  EXPECT_TRUE(s.faceted());
  EXPECT_FALSE(s.curved_along({T(0), T(0), T(-1)}));
  EXPECT_EQ(s.feature_along({}, T(0)).feature, (Feature{FeatureKind::face, 42}));
  EXPECT_EQ(s.aabb({}).max.x, T(8));
  EXPECT_EQ(s.mass_properties().volume, T(9));
  std::ostringstream text;
  text << s;
  EXPECT_EQ(text.str(), "a dome");
}

TYPED_TEST(CustomTest, shares_one_object_and_gives_it_back) {
  using T = TypeParam;
  const Custom<T> s(Dome<T>{}), copy = s, other(Dome<T>{});
  EXPECT_EQ(s, copy);
  EXPECT_NE(s, other) << "equal means the same object: nothing is known of its fields";
  EXPECT_EQ(s.template target<Dome<T>>(), copy.template target<Dome<T>>());
  EXPECT_NE(s.template target<Dome<T>>(), nullptr);
  EXPECT_EQ(s.template target<TalkativeDome<T>>(), nullptr);
}

TYPED_TEST(CustomTest, becomes_a_shape_by_itself) {
  using T = TypeParam;
  const Shape<T> s = Dome<T>{}, round = rounded(Dome<T>{}, T(0.5));
  EXPECT_EQ(s.kind(), ShapeKind::custom);
  ASSERT_NE(s.template get_if<Custom<T>>(), nullptr);
  EXPECT_NE(s.template get_if<Custom<T>>()->template target<Dome<T>>(), nullptr);
  EXPECT_EQ(round.radius(), T(0.5));
  EXPECT_NEAR(round.aabb().max.z, T(1.5), 1e-4);
}

TYPED_TEST(CustomTest, numbers_that_are_none_are_refused_and_named) {
  using T = TypeParam;
  const auto message_of = [](const auto& s) -> std::string {
    try {
      const Shape<T> shape = s;
      return "nothing was thrown";
    } catch (const std::invalid_argument& e) {
      return e.what();
    }
  };
  Broken<T> endless;
  endless.reach = infinity<T>;
  EXPECT_NE(message_of(endless).find("bounding radius inf"), std::string::npos) << message_of(endless);
  EXPECT_NE(message_of(NegativeBall<T>{}).find("radius -0.25"), std::string::npos) << message_of(NegativeBall<T>{});
}

}  // namespace
}  // namespace tactus
