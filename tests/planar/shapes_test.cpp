// SPDX-License-Identifier: MIT
/// Planar poses and shapes: support, hull, validation.
#include <tactus/planar/pose2.h>
#include <tactus/planar/shapes.h>
#include <tests/planar/oracle.h>

#include <gtest/gtest.h>

namespace tactus::planar {
namespace {

template <class T> class PlanarShapes : public testing::Test {};
using Scalars = testing::Types<float, double, long double>;
TYPED_TEST_SUITE(PlanarShapes, Scalars);

TYPED_TEST(PlanarShapes, Poses) {
  using T = TypeParam;
  oracle::Random<T> random(1);
  for (int i = 0; i < 1000; ++i) {
    const Pose2<T> x = orthonormalized(random.pose(3)), y = orthonormalized(random.pose(3));
    const Vec2<T> p = random.in_square(2);
    EXPECT_TRUE(is_valid(x));
    EXPECT_LE(norm((x * y) * p - x * (y * p)), T(40) * unit_roundoff<T>);
    EXPECT_LE(norm(inverse(x) * (x * p) - p), T(40) * unit_roundoff<T>);
    EXPECT_LE(norm(relative(x, y) * p - inverse(x) * (y * p)), T(40) * unit_roundoff<T>);
  }
  EXPECT_EQ(translation(T(1), T(2)) * (Vec2<T>{T(3), T(4)}), (Vec2<T>{T(4), T(6)}));
  EXPECT_FALSE(is_valid(Pose2<T>{{T(1), T(0.1)}, {}}));
  EXPECT_TRUE(is_valid(orthonormalized(Pose2<T>{{T(1), T(0.1)}, {}})));
}

/// support(d) belongs to the core and no sampled point of the shape lies beyond the support line.
template <class S, class T = scalar_t<S>> void check_support(const S& s) {
  oracle::Random<T> random(2);
  const oracle::Body body = oracle::placed(s, Pose2<T>{});
  for (int i = 0; i < 200; ++i) {
    const Vec2<T> d = i == 0 ? Vec2<T>{} : random.in_square(i % 2 ? 1 : 1e-3);
    const Vec2<T> p = s.support(d);
    const oracle::V n{d.x, d.y};
    EXPECT_LE(std::abs(oracle::dot(n, body.support(n)) - oracle::Real(dot(d, p))), oracle::Real(16 * unit_roundoff<T>))
        << s;
    EXPECT_LE(norm(p - s.center()) + disc_radius(s), bounding_radius(s) * (T(1) + T(8) * unit_roundoff<T>)) << s;
  }
}

TYPED_TEST(PlanarShapes, Support) {
  using T = TypeParam;
  oracle::Random<T> random(3);
  check_support(Circle<T>{T(2)});
  check_support(Ellipse<T>{{T(2), T(0.5)}});
  check_support(Ellipse<T>{{T(2), T(0)}});
  check_support(Ellipse<T>{{T(0), T(0)}});
  check_support(Capsule<T>{T(0.5), T(1)});
  check_support(Box<T>{{T(1), T(2)}});
  check_support(Box<T>{{T(1), T(0)}});
  for (int i = 0; i < 20; ++i) check_support(random.polygon());
  EXPECT_EQ((Ellipse<T>{{T(2), T(1)}}.support({T(0), T(1e-30)})), (Vec2<T>{T(0), T(1)}));
}

TYPED_TEST(PlanarShapes, Sides) {
  using T = TypeParam;
  const T tilt = T(1e-3);
  const Box<T> box{{T(1), T(2)}};
  EXPECT_EQ(box.side_along({T(0), T(1)}, T(0)).feature, (Feature{FeatureKind::edge, 2}));
  EXPECT_EQ(box.side_along({T(1), tilt}, T(0.01)).feature, (Feature{FeatureKind::edge, 1}));
  EXPECT_EQ(box.side_along({T(1), tilt}, T(0.0001)).feature, (Feature{FeatureKind::vertex, 2}));
  EXPECT_EQ(box.side_along({T(-1), -tilt}, T(0.01)).feature, (Feature{FeatureKind::edge, 3}));
  // The sharp end of a needle: both edges are nearly level, but only one faces up.
  const auto needle = Polygon<T>::from_vertices({{T(-2), T(0)}, {T(2), T(0)}, {T(0), T(0.001)}});
  EXPECT_EQ(needle.side_along({T(0), T(-1)}, T(0.01)).feature, (Feature{FeatureKind::edge, 0}));
  EXPECT_EQ(needle.side_along({T(0.001), T(1)}, T(0.01)).feature, (Feature{FeatureKind::edge, 1}));
  const auto flat = Polygon<T>::from_vertices({{T(-1), T(0)}, {T(1), T(0)}});
  EXPECT_EQ(flat.side_along({T(0), T(-1)}, T(0.01)).feature, (Feature{FeatureKind::edge, 0}));
  EXPECT_EQ(flat.side_along({T(0), T(1)}, T(0.01)).feature, (Feature{FeatureKind::edge, 1}));
  EXPECT_EQ(flat.side_along({T(1), T(0)}, T(0.01)).feature, (Feature{FeatureKind::vertex, 1}));
  const auto point = Polygon<T>::from_vertices({{T(1), T(2)}});
  EXPECT_EQ(point.side_along({T(1), T(0)}, T(0.01)).feature, (Feature{FeatureKind::vertex, 0}));
}

TYPED_TEST(PlanarShapes, HullIsConvexAndHoldsEveryPoint) {
  using T = TypeParam;
  oracle::Random<T> random(4);
  for (int i = 0; i < 3000; ++i) {
    std::vector<Vec2<T>> points(static_cast<std::size_t>(1 + random.index(40)));
    for (auto& p : points) {
      p = random.in_square(1);
      if (i % 2) p = {std::round(p.x * T(4)), std::round(p.y * T(4))};  // many collinear and equal ones
    }
    const auto hull = Polygon<T>::from_points(points);
    EXPECT_NO_THROW(Polygon<T>::from_vertices(hull.vertices()));
    for (int k = 0; hull.size() > 2 && k < hull.size(); ++k) {
      const Vec2<T> from = hull.vertex(k), edge = hull.vertex((k + 1) % hull.size()) - from;
      for (const Vec2<T>& p : points)
        EXPECT_GE(cross(edge, p - from), T(-32) * unit_roundoff<T> * norm(edge)) << hull << p;
    }
  }
}

TYPED_TEST(PlanarShapes, FlatHulls) {
  using T = TypeParam;
  EXPECT_EQ(Polygon<T>::from_points({{T(1), T(1)}, {T(1), T(1)}}).size(), 1);
  EXPECT_EQ(Polygon<T>::from_points({{T(0), T(0)}, {T(3), T(1)}, {T(6), T(2)}, {T(1.5), T(0.5)}}).size(), 2);
  EXPECT_EQ(Polygon<T>::from_points({{T(0), T(0)}, {T(0), T(1)}, {T(0), T(-1)}}).size(), 2);
  // 0.1, 0.3 and 0.7 times one direction are collinear up to rounding.
  std::vector<Vec2<T>> line;
  for (const double k : {0.1, 0.3, 0.7, 0.9}) line.push_back({T(k) * T(0.3), T(k) * T(0.7)});
  EXPECT_EQ(Polygon<T>::from_points(line).size(), 2);
}

template <class Make> std::string message_of(Make make) {
  try {
    make();
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "no exception";
}

TYPED_TEST(PlanarShapes, ValidationNamesTheValue) {
  using T = TypeParam;
  const T nan = std::numeric_limits<T>::quiet_NaN();
  EXPECT_EQ(message_of([] { validate(Circle<T>{T(-1)}); }),
            "tactus::planar::Circle: radius must be finite and not negative, got -1");
  EXPECT_NE(message_of([&] { validate(Ellipse<T>{{T(1), nan}}); }).find("radii"), std::string::npos);
  EXPECT_NE(message_of([] {
              validate(Capsule<T>{T(1), infinity<T>});
            }).find("half_length must be finite and not negative, got inf"),
            std::string::npos);
  EXPECT_NE(message_of([] { validate(Box<T>{{T(1), T(-3)}}); }).find("got -3"), std::string::npos);
  EXPECT_NE(message_of([] { Polygon<T>::from_points({}); }).find("at least one point"), std::string::npos);
  EXPECT_NE(message_of([&] { Polygon<T>::from_points({{nan, T(0)}}); }).find("(nan, 0)"), std::string::npos);
  const auto vertices = [](std::initializer_list<Vec2<T>> v) {
    return message_of([&] { Polygon<T>::from_vertices(v); });
  };
  EXPECT_EQ(vertices({{T(0), T(0)}, {T(1), T(0)}, {T(0), T(1)}}), "no exception");
  EXPECT_NE(vertices({{T(0), T(0)}, {T(0), T(1)}, {T(1), T(0)}}).find("counter-clockwise"), std::string::npos);
  EXPECT_NE(vertices({{T(0), T(0)}, {T(2), T(0)}, {T(0.2), T(0.2)}, {T(0), T(2)}}).find("vertex, got 2"),
            std::string::npos);
  EXPECT_NE(vertices({{T(0), T(0)}, {T(1), T(0)}, {T(2), T(0)}, {T(0), T(1)}}).find("vertex, got 1"),
            std::string::npos);
  EXPECT_NE(vertices({{T(1), T(1)}, {T(1), T(1)}}).find("must differ"), std::string::npos);
  // A pentagram turns left at every vertex, twice around.
  EXPECT_NE(vertices({{T(1), T(0)}, {T(-0.81), T(0.59)}, {T(0.31), T(-0.95)}, {T(0.31), T(0.95)}, {T(-0.81), T(-0.59)}})
                .find("convex"),
            std::string::npos);
  EXPECT_NO_THROW(validate(Circle<T>{T(0)}));
  EXPECT_NO_THROW(validate(Capsule<T>{T(0), T(0)}));
}

}  // namespace
}  // namespace tactus::planar
