// SPDX-License-Identifier: MIT
// The witness points of polytopes lie in them, even where lengths alone do not show an error: far apart across nearly
// parallel edges, in one plane, and where faces are parallel except for the last digits.
#include <tactus/query.h>
#include <tests/helpers/oracle_body.h>
#include <tests/helpers/random_pairs.h>
#include <tests/oracle/smooth_distance.h>

#include <gtest/gtest.h>

namespace tactus::testing {
namespace {

template <class T> class Witness : public ::testing::Test {};
using Scalars = ::testing::Types<float, double>;
TYPED_TEST_SUITE(Witness, Scalars, );

template <Scalar T>
Hull<T> hull_of(Random& random, int points, const Vec3<double>& half, const Mat3<double>& turn,
                const Vec3<double>& offset) {
  std::vector<Vec3<T>> cloud;
  for (int i = 0; i < points; ++i)
    cloud.push_back((turn * hadamard(random.direction(), half) + offset).template cast<T>());
  return Hull<T>::from_points(cloud);
}

template <Scalar T> void expect_inside(const Shape<T>& a, const Shape<T>& b, const Pose<T>& x_ab, const Contact<T>& c) {
  const double allowed = double(c.resolution + T(2) * MinkowskiPair<Shape<T>, Shape<T>, T>(a, b, x_ab).rounding());
  const auto outside = [&](const Shape<T>& shape, const Pose<T>& pose, const Vec3<T>& point) {
    return double(oracle::point_gap(to_oracle(shape), to_oracle(pose), to_oracle(point), allowed).lower);
  };
  ASSERT_LE(outside(a, Pose<T>{}, c.point_a), allowed) << c << reproducer(a, Pose<T>{}, b, x_ab);
  ASSERT_LE(outside(b, x_ab, c.point_b), allowed) << c << reproducer(a, Pose<T>{}, b, x_ab);
}

// Needles that cross at a small angle, as far apart as they are long: the cross product of their edges has lost half of
// its digits, and lengths do not show it.
TYPED_TEST(Witness, OfNeedlesFarApart) {
  using T = TypeParam;
  Random random(21);
  int edges = 0;
  const int pairs = test_size(4000);
  for (int i = 0; i < pairs; ++i) {
    const double thin = std::pow(10, random.uniform(-6, -3)), angle = random.uniform(0, 2 * pi<double>);
    const Hull<T> a = hull_of<T>(random, 4 + random.below(5), {1, thin, thin}, {}, {}), &b = a;
    const Vec3<double> across{0, std::cos(angle), std::sin(angle)};
    Pose<T> x = rotation(across, std::pow(10, random.uniform(-5, -1))).template cast<T>();
    x.translation = (across * random.uniform(0.5, 3)).template cast<T>();
    PairCache<T> cache;
    const Contact<T> c = narrow::distance(Shape<T>(a), Shape<T>(b), x, {}, i % 2 ? &cache : nullptr);
    ASSERT_EQ(c.status, Status::separated) << i << c;
    edges += c.feature_a.kind == FeatureKind::edge && c.feature_b.kind == FeatureKind::edge;
    expect_inside<T>(a, b, x, c);
    ASSERT_FALSE(this->HasFatalFailure()) << i;
  }
  EXPECT_GT(edges, 0.2 * pairs);
}

// Polygons in one plane, to rounding: an edge of one lies in the plane of the other's face, but not necessarily on the
// face.
TYPED_TEST(Witness, OfPolygonsInOnePlane) {
  using T = TypeParam;
  Random random(22);
  int touching = 0;
  const int pairs = test_size(6000);
  for (int i = 0; i < pairs; ++i) {
    const Mat3<double> turn = from_quaternion(random.rotation(), Vec3<double>{}).rotation;
    const Vec3<double> at = random.direction();
    const Hull<T> a = hull_of<T>(random, 3 + random.below(5), {1, 1, 0}, turn, at), &b = a;
    if (a.rank() != 2) continue;
    Pose<T> x = random.turn(std::pow(10, random.uniform(-12, -6))).template cast<T>();
    const Vec3<T> p = a.vertex(0), along = a.vertex(1) - p, across = a.vertex(2) - p;
    const T t = T(random.uniform(-1, 1)), s = T(random.uniform(-1, 1));
    x.translation = along * s + across * t;
    const Contact<T> c = narrow::distance(Shape<T>(a), Shape<T>(b), x);
    touching += c.touching();
    expect_inside<T>(a, b, x, c);
    ASSERT_FALSE(this->HasFatalFailure()) << i;
  }
  EXPECT_GT(touching, 0.2 * pairs);
  EXPECT_LT(touching, 0.8 * pairs);
}

// The deepest corner of a box may lie beside the face under which it is deepest: as deep as the points over the face,
// to rounding.
TYPED_TEST(Witness, OfBoxesNearlyParallel) {
  using T = TypeParam;
  Random random(23);
  int overlapping = 0;
  const int pairs = test_size(8000);
  for (int i = 0; i < pairs; ++i) {
    const double small = random.below(3) ? 1 : std::pow(10, random.uniform(-6, 0));
    const auto length = [&](double scale) { return T(scale * (random.below(3) ? random.uniform(0.2, 2) : 1e-3)); };
    const auto box = [&](double scale) { return Box<T>{{length(scale), length(scale), length(scale)}}; };
    const Box<T> a = box(1), b = box(small);
    Pose<T> x = random.turn(std::pow(10, random.uniform(-13, -3))).template cast<T>();
    const Vec3<T> within{T(random.uniform(-1, 1)), T(random.uniform(-1, 1)), T(random.uniform(-1, 1))};
    x.translation = hadamard(within, a.half + b.half);
    const Contact<T> c = narrow::contact(Shape<T>(a), Shape<T>(b), x);
    overlapping += c.touching();
    expect_inside<T>(a, b, x, c);
    ASSERT_FALSE(this->HasFatalFailure()) << i;
  }
  EXPECT_GT(overlapping, 0.9 * pairs);
}

}  // namespace
}  // namespace tactus::testing
