// SPDX-License-Identifier: MIT
#include <tactus/shape/cone.h>
#include <tests/shape/laws.h>

namespace tactus {
namespace {

template <class T> class ConeTest : public ::testing::Test {
 protected:
  static Feature feature_along(const auto& s, T x, T y, T z, T sine = T(0.1)) {
    return s.feature_along(Vec3<T>{x, y, z}, sine).feature;
  }
};
TYPED_TEST_SUITE(ConeTest, laws::Scalars);

using laws::Real;

constexpr Feature bottom{FeatureKind::face, 0}, top{FeatureKind::face, 1};
constexpr Feature side{FeatureKind::curved, 0}, bottom_rim{FeatureKind::curved, 1}, top_rim{FeatureKind::curved, 2};
constexpr Feature lower_end{FeatureKind::vertex, 0}, upper_end{FeatureKind::vertex, 1};

TYPED_TEST(ConeTest, all_obey_the_laws) {
  using T = TypeParam;
  laws::expect_shape_laws(Cylinder<T>{.radius = T(1), .half_height = T(2)});
  laws::expect_shape_laws(Cylinder<T>{.radius = T(10), .half_height = T(0.01)});
  laws::expect_shape_laws(Cone<T>{.radius = T(1), .half_height = T(2)});
  laws::expect_shape_laws(Cone<T>{.radius = T(0.01), .half_height = T(20)});
  laws::expect_shape_laws(Cone<T>{.radius = T(2), .half_height = T(0.5)});
  laws::expect_shape_laws(ConicalFrustum<T>{.bottom_radius = T(2), .top_radius = T(1), .half_height = T(0.5)});
  laws::expect_shape_laws(ConicalFrustum<T>{.bottom_radius = T(0.5), .top_radius = T(1), .half_height = T(3)});
  laws::expect_shape_laws(ConicalFrustum<T>{.bottom_radius = T(0), .top_radius = T(1), .half_height = T(1)});
}

TYPED_TEST(ConeTest, sizes_may_be_zero) {
  using T = TypeParam;
  laws::expect_shape_laws(Cylinder<T>{T(1), T(0)});
  laws::expect_shape_laws(Cylinder<T>{T(0), T(1)});
  laws::expect_shape_laws(Cone<T>{T(1), T(0)});
  laws::expect_shape_laws(Cone<T>{T(0), T(1)});
  laws::expect_shape_laws(ConicalFrustum<T>{T(1), T(2), T(0)});
  laws::expect_shape_laws(ConicalFrustum<T>{T(2), T(1), T(0)});
  for (const Vec3<T>& d : {Vec3<T>{}, Vec3<T>{T(1), T(1), T(1)}}) EXPECT_EQ(Cone<T>{}.support(d), Vec3<T>{});
}

/// [Olvång 2010, §2.4.1], [Kenwright 2015, Listing 2]: the centroid. Heights above the base, from any table.
TYPED_TEST(ConeTest, center_is_the_centroid) {
  using T = TypeParam;
  const auto expect_center = [](const auto& s, Real above_base) {
    EXPECT_EQ(s.center().x, T(0)) << s;
    EXPECT_EQ(s.center().y, T(0)) << s;
    EXPECT_NEAR(static_cast<double>(s.center().z), static_cast<double>(above_base - Real(s.half_height)),
                static_cast<double>(4 * unit_roundoff<T> * s.half_height))
        << s;
  };
  expect_center(Cylinder<T>{T(1), T(2)}, 2);
  expect_center(Cone<T>{T(1), T(2)}, 1);
  expect_center(ConicalFrustum<T>{T(1), T(0), T(2)}, 1);
  expect_center(ConicalFrustum<T>{T(0), T(1), T(2)}, 3);
  expect_center(ConicalFrustum<T>{T(3), T(3), T(2)}, 2);
  const Real R = 2, r = 1, h = 3;
  expect_center(ConicalFrustum<T>{T(R), T(r), T(h / 2)},
                h * (R * R + 2 * R * r + 3 * r * r) / (4 * (R * R + R * r + r * r)));
  // Neither solid nor flat: a disc, a segment, a point.
  expect_center(Cone<T>{T(1), T(0)}, 0);
  expect_center(Cone<T>{T(0), T(1)}, 1);
  expect_center(Cone<T>{}, 0);
  expect_center(ConicalFrustum<T>{T(1), T(2), T(0)}, 0);
  expect_center(ConicalFrustum<T>{T(0), T(0), T(1)}, 1);
  // Sizes whose squares leave the range of T.
  const T tiny = std::numeric_limits<T>::min() * T(8), huge = std::numeric_limits<T>::max() / T(8);
  expect_center(ConicalFrustum<T>{tiny, T(0), T(2)}, 1);
  expect_center(ConicalFrustum<T>{T(0), huge, T(2)}, 3);
}

TYPED_TEST(ConeTest, cylinder_has_caps_rims_and_a_side) {
  using T = TypeParam;
  constexpr Cylinder<T> s{T(2), T(3)};
  EXPECT_EQ(this->feature_along(s, 0, 0, 1), top);
  EXPECT_EQ(this->feature_along(s, 0, 0, 0), top);
  EXPECT_EQ(this->feature_along(s, 0, 0, -1), bottom);
  EXPECT_EQ(this->feature_along(s, 1, 0, 1), top_rim);
  EXPECT_EQ(this->feature_along(s, 0, 1, -1), bottom_rim);
  EXPECT_EQ(this->feature_along(s, 3, 4, 0), side);

  const Outline<T> cap = s.feature_along({T(0), T(0), T(-1)}, T(0));
  ASSERT_TRUE(cap.is_ellipse());
  EXPECT_EQ(cap.center(), (Vec3<T>{T(0), T(0), T(-3)}));
  EXPECT_EQ(cross(cap.u(), cap.v()), (Vec3<T>{T(0), T(0), T(-4)}));
  const Outline<T> line = s.feature_along({T(0), T(1), T(0.05)}, T(0.1));
  EXPECT_EQ(line.feature, side);
  EXPECT_EQ(line.normal, (Vec3<T>{T(0), T(1), T(0)}));
  EXPECT_EQ(line[0], (Vec3<T>{T(0), T(2), T(-3)}));
  EXPECT_EQ(line[1], (Vec3<T>{T(0), T(2), T(3)}));
}

/// The length of a direction does not matter, however large or small its square.
TYPED_TEST(ConeTest, features_depend_on_the_direction_alone) {
  using T = TypeParam;
  laws::Random random(12);
  const Cylinder<T> cylinder{.radius = T(0.5), .half_height = T(1)};
  const Cone<T> cone{.radius = T(0.5), .half_height = T(1)};
  const int digits = std::numeric_limits<T>::max_exponent / 2;
  int k = 0;
  for (Vec3<T> d : laws::directions<T>(random, 300)) {
    if (!(norm(d) > T(0.5) && norm(d) < T(2))) continue;  // short and long ones are made here
    if (k++ % 3 == 0) d.z *= T(1e-3);
    for (const int e : {-digits - 12, -digits, -digits + 4, digits - 4, digits - 1, digits + 10}) {
      const Vec3<T> far{std::ldexp(d.x, e), std::ldexp(d.y, e), std::ldexp(d.z, e)};
      EXPECT_EQ(cylinder.feature(far, T(0.01)), cylinder.feature(d, T(0.01))) << d << " times 2^" << e;
      EXPECT_EQ(cone.feature(far, T(0.01)), cone.feature(d, T(0.01))) << d << " times 2^" << e;
    }
  }
  EXPECT_GT(k, 100);
}

TYPED_TEST(ConeTest, cone_has_a_base_a_side_and_an_apex) {
  using T = TypeParam;
  constexpr Cone<T> s{T(4), T(1.5)};  // its side slopes 3 : 4, with normal (3, 0, 4) / 5
  EXPECT_EQ(s.support({T(0), T(0), T(1)}), (Vec3<T>{T(0), T(0), T(1.5)}));
  EXPECT_EQ(s.support({T(1), T(0), T(0)}), (Vec3<T>{T(4), T(0), T(-1.5)}));
  EXPECT_EQ(this->feature_along(s, 0, 0, 1), upper_end);
  EXPECT_EQ(this->feature_along(s, T(0.1), 0, 1), upper_end);
  EXPECT_EQ(this->feature_along(s, 3, 0, 4), side);
  EXPECT_EQ(this->feature_along(s, 1, 0, 0), bottom_rim);
  EXPECT_EQ(this->feature_along(s, 1, 0, -1), bottom_rim);
  EXPECT_EQ(this->feature_along(s, 0, 0, -1), bottom);
  EXPECT_FALSE(s.curved_along({T(0), T(0), T(1)})) << "the apex is a point";
  EXPECT_TRUE(s.curved_along({T(1), T(0), T(0)}));
  EXPECT_FALSE(s.curved_along({T(0), T(0), T(-1)})) << "the base is flat";
}

/// The apex seen along the axis: every line of the side is as near as any other, and one of them is the answer.
TYPED_TEST(ConeTest, side_is_found_from_above_the_apex) {
  using T = TypeParam;
  constexpr Cone<T> s{T(4), T(1.5)};
  const Outline<T> line = s.feature_along({T(0), T(0), T(1)}, T(1));
  EXPECT_EQ(line.feature, side);
  EXPECT_NEAR(norm(line.normal), T(1), 4 * unit_roundoff<T>);
  EXPECT_EQ(line[1], (Vec3<T>{T(0), T(0), T(1.5)}));
  EXPECT_NEAR(norm(line[0] - Vec3<T>{T(0), T(0), T(-1.5)}), T(4), 16 * unit_roundoff<T>) << "on the base's rim";
  EXPECT_NEAR(dot(line.normal, line[0]), dot(line.normal, line[1]), 16 * unit_roundoff<T>);
}

TYPED_TEST(ConeTest, frustum_may_stand_on_its_tip) {
  using T = TypeParam;
  constexpr ConicalFrustum<T> s{T(0), T(4), T(1.5)};
  EXPECT_EQ(this->feature_along(s, 0, 0, -1), lower_end);
  EXPECT_EQ(this->feature_along(s, 3, 0, -4), side);
  EXPECT_EQ(this->feature_along(s, 1, 0, 0), top_rim);
  EXPECT_EQ(this->feature_along(s, 0, 0, 1), top);
}

TYPED_TEST(ConeTest, without_height_it_is_a_disc_with_two_faces) {
  using T = TypeParam;
  const Outline<T> up = ConicalFrustum<T>{T(2), T(1), T(0)}.feature_along({T(0), T(0), T(1)}, T(0));
  EXPECT_EQ(up.feature, top);
  EXPECT_EQ(cross(up.u(), up.v()), (Vec3<T>{T(0), T(0), T(4)})) << "the larger disc";
  EXPECT_EQ(this->feature_along(Cylinder<T>{T(1), T(0)}, 0, 0, -1), bottom);
  EXPECT_EQ(this->feature_along(Cylinder<T>{T(1), T(0)}, 1, 0, 0).kind, FeatureKind::curved);
}

}  // namespace
}  // namespace tactus
