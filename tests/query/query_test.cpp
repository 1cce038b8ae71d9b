// SPDX-License-Identifier: MIT
// The public queries: world poses in, world answers out, with every kind of argument that a user may pass.
#include <tactus/tactus.h>
#include <tests/helpers/random_pairs.h>

#include <gtest/gtest.h>

#include <memory>
#include <vector>

namespace tactus {
namespace {

template <class T> struct Query : ::testing::Test {};
using Scalars = ::testing::Types<float, double>;
using testing::Family, testing::Random, testing::RandomPair, testing::random_pair, testing::test_size;
TYPED_TEST_SUITE(Query, Scalars);

TYPED_TEST(Query, FramesAndSigns) {
  using T = TypeParam;
  const Shape<T> a = Box<T>{{T(1), T(1), T(1)}}, b = Box<T>{{T(1), T(1), T(1)}};
  const Pose<T> pose_a = translation(T(10), T(20), T(30)) * rotation_z(T(pi<T> / 2));
  for (const T gap : {T(0.5), T(-0.25)}) {
    const Pose<T> pose_b = translation(T(10), T(20), T(32) + gap);
    const auto c = contact(a, pose_a, b, pose_b);
    EXPECT_NEAR(double(c.distance), double(gap), 1e-5);
    EXPECT_NEAR(double(c.normal.z), 1, 1e-6);
    EXPECT_NEAR(double(c.point_a.z), 31, 1e-5);
    EXPECT_NEAR(double(c.point_b.z), 31 + double(gap), 1e-5);
    EXPECT_LE(c.lower, gap);
    EXPECT_GE(c.upper, gap);
    EXPECT_EQ(c.status, gap > 0 ? Status::separated : Status::overlapping);
    EXPECT_EQ(c.state(), gap > 0 ? ContactState::separation : ContactState::overlap);
    EXPECT_EQ(intersects(a, pose_a, b, pose_b), gap < 0);
    EXPECT_NEAR(double(distance(a, pose_a, b, pose_b).distance), std::max(0.0, double(gap)), 1e-5);
    EXPECT_NEAR(double(separation_along(a, pose_a, b, pose_b, {T(0), T(0), T(2)})), double(gap), 1e-5);
  }
}

/// Far from the world's origin the relative pose is rounded: there the bounds are wider than the query's resolution.
TYPED_TEST(Query, FarFromTheOriginTheStateIsWhatTheBoundsProve) {
  using T = TypeParam;
  const Shape<T> a = Box<T>{{T(1), T(1), T(1)}};
  const Vec3<T> far{T(1e4), T(2e4), T(-3e4)};
  const T step = T(1e5) * unit_roundoff<T>;
  int open = 0, certain = 0;
  for (int k = -8; k <= 8; ++k) {
    const auto c = contact(a, translation(far), a, translation(far + Vec3<T>{T(0.25), T(0.25), T(2) + T(k) * step}));
    const bool above = c.lower > T(0), below = c.upper < T(0);
    EXPECT_EQ(c.state() == ContactState::separation, above) << c;
    EXPECT_EQ(c.state() == ContactState::overlap, below) << c;
    open += !above && !below && abs(c.distance) > c.resolution, certain += above || below;
  }
  EXPECT_GT(open, 0);
  EXPECT_GT(certain, 0);
}

TYPED_TEST(Query, TouchingIsATouch) {
  using T = TypeParam;
  const Shape<T> a = Box<T>{{T(1), T(1), T(1)}};
  const auto c = contact(a, Pose<T>{}, a, translation(T(0.5), T(0.25), T(2)));
  EXPECT_EQ(c.state(), ContactState::touch);
  EXPECT_TRUE(intersects(a, Pose<T>{}, a, translation(T(0.5), T(0.25), T(2))));
  EXPECT_EQ(contact_type(c.feature_a, c.feature_b), ContactType::face_face);
}

/// A user-defined shape with only a support mapping: the four-dimensional norm ball.
template <class T> struct Pillow {
  using Scalar = T;
  Vec3<T> support(const Vec3<T>& d) const {
    const auto cube_root = [](T x) { return T(std::cbrt(double(x))); };
    const Vec3<T> p{cube_root(d.x), cube_root(d.y), cube_root(d.z)};
    const T n = T(std::pow(std::pow(double(p.x), 4) + std::pow(double(p.y), 4) + std::pow(double(p.z), 4), 0.25));
    return n > T(0) ? p / n : Vec3<T>{};
  }
  T radius() const { return T(0); }
  Vec3<T> center() const { return {}; }
};

TYPED_TEST(Query, TakesShapesAggregatesAndUserTypes) {
  using T = TypeParam;
  const Pose<T> at = translation(T(0), T(0), T(3));
  const double expected = 3 - 1 - 0.5;
  EXPECT_NEAR(double(contact(Pillow<T>{}, Pose<T>{}, Sphere<T>{T(0.5)}, at).distance), expected, 1e-5);
  EXPECT_NEAR(double(contact(Shape<T>(Pillow<T>{}), Pose<T>{}, Shape<T>(Sphere<T>{T(0.5)}), at).distance), expected,
              1e-5);
  EXPECT_NEAR(double(contact(Pillow<T>{}, Pose<T>{}, Shape<T>(Sphere<T>{T(0.5)}), at).distance), expected, 1e-5);
  EXPECT_NEAR(double(distance(Pillow<T>{}, Pose<T>{}, Pillow<T>{}, at).distance), 1, 1e-5);
  EXPECT_NEAR(double(distance(Pillow<T>{}, Pose<T>{}, Pillow<T>{}, at, {}, nullptr).distance), 1, 1e-5);
  EXPECT_FALSE(intersects(Pillow<T>{}, Pose<T>{}, Pillow<T>{}, at));
  EXPECT_TRUE(intersects(Pillow<T>{}, Pose<T>{}, Box<T>{{T(1), T(1), T(1)}}, translation(T(0), T(0), T(1.5))));
}

/// As a plain type or as a Shape: the same to the last bit.
TEST(QueryArguments, BuiltInShapesAnswerAsTheirShapes) {
  const auto expect_same = [](const Contact<double>& c, const Contact<double>& d) {
    EXPECT_EQ(c.status, d.status);
    EXPECT_EQ(c.distance, d.distance);
    EXPECT_EQ(c.normal, d.normal);
    EXPECT_EQ(c.point_a, d.point_a);
    EXPECT_EQ(c.feature_a, d.feature_a);
    EXPECT_EQ(c.support_calls, d.support_calls);
  };
  testing::Random random(1);
  for (const testing::Family family : {testing::Family::hull_50, testing::Family::mixed})
    for (int i = 0; i < 200; ++i) {
      const testing::RandomPair p = testing::random_pair(random, family);
      const Pose<double> at = random.pose(1), there = at * p.x_ab;
      p.a.visit([&](const auto& a) {
        expect_same(contact(a, at, p.b, there), contact(p.a, at, p.b, there));
        expect_same(distance(a, at, p.b, there), distance(p.a, at, p.b, there));
        EXPECT_EQ(intersects(a, at, p.b, there), intersects(p.a, at, p.b, there));
        EXPECT_EQ(manifold(a, at, p.b, there).count, manifold(p.a, at, p.b, there).count);
        EXPECT_EQ(separation_along(a, at, p.b, there, {1, 2, 3}), separation_along(p.a, at, p.b, there, {1, 2, 3}));
      });
      ASSERT_FALSE(HasFailure()) << p.a << p.b << p.x_ab;
    }
}

TEST(ContactCenter, IsTheMiddleOfLevelFacesOrNothing) {
  const Box<double> ground{{5, 5, 1}}, box{{.5, .5, .5}};
  const Pose<double> at = rotation_x(0.3) * translation(1., 2., 3.), on = at * translation(.3, .2, 1.49);
  const auto center = contact_center(ground, at, box, on);
  ASSERT_TRUE(center);
  EXPECT_LE(distance(*center, at * Vec3<double>{.3, .2, .995}), 1e-9);
  const Pose<double> above = at * translation(.3, .2, 1.6);
  EXPECT_FALSE(contact_center(ground, at, box, above));
  EXPECT_TRUE(contact_center(ground, at, box, above, {.max_distance = .2}));
}

// An empty answer cannot say that it gave up. (Found by Fuzz/1.Measures, case 846.)
TEST(ContactCenter, ALowCapLosesNone) {
  const Superquadric<double> round{{1.24, 1.75, 1.125}, 0.85, 1.25};
  const Frustum<double> stump{{1.375, 1.02}, {1.625, 2.0}, 0.46};
  int touching = 0;
  for (double x = -2.5; x < 2.5; x += 0.01) {
    const Pose<double> there = translation(x, 1.0, -1.5) * rotation_x(0.7);
    const Contact<double> c = contact(stump, Pose<double>{}, round, there);
    if (c.upper > -c.resolution || c.status != Status::overlapping) continue;
    ++touching;
    EXPECT_TRUE(contact_center(stump, Pose<double>{}, round, there, {.max_distance = 0, .max_iterations = 0})) << c;
  }
  EXPECT_GT(touching, 100);
}

/// A ball whose copies are counted.
struct CountedBall {
  using Scalar = double;
  std::shared_ptr<int> copies = std::make_shared<int>();
  Vec3<double> support(const Vec3<double>&) const { return {}; }
  double radius() const { return 1; }
  Vec3<double> center() const { return {}; }
};

// Found by the fuzzer: a yes-or-no answer has no status to report that the cap was reached.
TEST(Intersects, HeedsNoCapThatIsTooLow) {
  using V = Vec3<float>;
  const auto hull = Hull<float>::from_points(
      {V{1.5f, 0x1.9c1p+0f, 0x1.cc6p-1f}, V{-0x1.fap-3f, 0.75f, 1.125f}, V{-0x1.b62p-1f, 0x1.bdep+0f, -0x1.7cap+0f},
       V{0, -0x1.65cp-2f, 0x1.81ap-1f}, V{0x1.fe3p+0f, 1.375f, -1}, V{0x1.bbcp-1f, -0x1.c1p-3f, -0x1.b18p-1f},
       V{-0x1.0b4p-2f, -0.25f, -0x1.4fap-1f}, V{-1.125f, 0.5f, 0x1.fc4p-1f}, V{1.875f, 0x1.dfp-4f, -0x1.dfap+0f}});
  const Triangle<float> triangle{{0x1.ff4p-2f, 0x1.bbp+0f, 0x1.186p+0f}, {0x1.e4cp+0f, -2, 0.25f}, {1.5f, 1.75f, -2}};
  const Pose<float> pose_a = translation(0x1.a67p+0f, -0x1.3eep+0f, -1.875f);
  const Pose<float> pose_b = translation(0x1.fafp+0f, -0x1.25dp+0f, -0x1.b5ap-1f);
  const Options<float> one{.max_iterations = 1};
  EXPECT_LT(contact(hull, pose_a, triangle, pose_b).upper, 0);
  EXPECT_TRUE(intersects(hull, pose_a, triangle, pose_b, one));
}

// Found by the fuzzer: with a cache from another pose the cap came before the first proof.
TEST(Intersects, HeedsNoCapThatIsTooLowWhateverTheCache) {
  Random random(265732);
  int hits = 0, asked = 0;
  for (const Family family : {Family::hull_50, Family::cone, Family::flat, Family::mixed})
    for (int i = 0; i < test_size(400); ++i) {
      const RandomPair pair = random_pair(random, family), other = random_pair(random, family);
      const Contact<double> truth = contact(pair.a, Pose<double>{}, pair.b, pair.x_ab);
      if (truth.state() == ContactState::touch) continue;
      for (const int cap : {0, 1, 4}) {
        PairCache<double> cache;
        distance(pair.a, Pose<double>{}, pair.b, other.x_ab, Options<double>{}, &cache);
        const Options<double> low{.max_iterations = cap};
        ASSERT_EQ(intersects(pair.a, Pose<double>{}, pair.b, pair.x_ab, low, &cache), truth.touching()) << truth;
      }
      ++asked, hits += truth.touching();
    }
  EXPECT_GT(hits, 0.3 * asked);
  EXPECT_LT(hits, 0.7 * asked);
}

// Found by the fuzzer: pairs that touch to rounding got `beyond_max` with a lower bound below max_distance.
TEST(BeyondMax, IsSaidOnlyWhereTheBoundsProveIt) {
  Random random(325789);
  int beyond = 0, measured = 0;
  for (const Family family : {Family::box, Family::hull_50, Family::capsule, Family::flat, Family::cylinder})
    for (int i = 0; i < test_size(400); ++i) {
      const RandomPair pair = random_pair(random, family);
      const Shape<float> a = pair.a.cast<float>(), b = pair.b.cast<float>();
      Pose<float> pose_b = pair.x_ab.cast<float>();
      const Contact<float> c = contact(a, Pose<float>{}, b, pose_b);
      const float gap = static_cast<float>(random.below(9)) * 2e-7f * c.resolution / default_tolerance<float>;
      pose_b.translation += c.normal * (gap - c.distance);  // in touch, or out of touch by some roundings
      for (const auto& answer : {distance(a, Pose<float>{}, b, pose_b, {.max_distance = 0}),
                                 contact(a, Pose<float>{}, b, pose_b, {.max_distance = 0})}) {
        ++(answer.status == Status::beyond_max ? beyond : measured);
        if (answer.status == Status::beyond_max) {
          ASSERT_GT(answer.lower, 0) << answer;
        }
      }
    }
  EXPECT_GT(beyond, 0);
  EXPECT_GT(measured, 0);
}

TEST(QueryArguments, KeepsNoShapeItWasGiven) {
  const CountedBall ball;
  {
    const Custom<double> custom(ball);
    EXPECT_EQ(contact(custom, Pose<double>{}, custom, translation(3.0, 0.0, 0.0)).distance, 1);
    EXPECT_EQ(manifold(ball, Pose<double>{}, custom, translation(1.0, 0.0, 0.0)).count, 1);
  }
  EXPECT_EQ(ball.copies.use_count(), 1);
}

TYPED_TEST(Query, AggregatesAreChecked) {
  using T = TypeParam;
  EXPECT_THROW(contact(Sphere<T>{T(-1)}, Pose<T>{}, Sphere<T>{T(1)}, Pose<T>{}), std::invalid_argument);
  EXPECT_THROW(intersects(Box<T>{{T(1), T(NAN), T(1)}}, Pose<T>{}, Sphere<T>{T(1)}, Pose<T>{}), std::invalid_argument);
}

TYPED_TEST(Query, PosesThatAreNoneAreInvalid) {
  using T = TypeParam;
  const Shape<T> s = Sphere<T>{T(1)};
  Pose<T> skewed, infinite;
  skewed.rotation(0, 1) = T(0.01);
  infinite.translation.x = infinity<T>;
  for (const Pose<T>& bad : {skewed, infinite}) {
    const auto c = contact(s, bad, s, Pose<T>{});
    EXPECT_EQ(c.status, Status::invalid);
    EXPECT_EQ(norm(c.normal), T(1));
    EXPECT_FALSE(c.touching());  // not known to touch: the distance is NaN
    EXPECT_EQ(distance(s, Pose<T>{}, s, bad).status, Status::invalid);
    EXPECT_THROW(intersects(s, Pose<T>{}, s, bad), std::invalid_argument);
  }
  EXPECT_EQ(contact(s, orthonormalized(skewed), s, Pose<T>{}).status, Status::overlapping);
}

TYPED_TEST(Query, HalfSpacesAgainstEverything) {
  using T = TypeParam;
  const Shape<T> ground = HalfSpace<T>{{T(0), T(0), T(2)}, T(1)};  // z ≤ 1/2
  testing::Random random(5);
  for (int k = 0; k < static_cast<int>(testing::Family::mixed); ++k) {
    const Shape<T> s = testing::random_shape(random, static_cast<testing::Family>(k)).template cast<T>();
    const Pose<T> pose = random.pose(2).template cast<T>();
    const auto c = contact(ground, Pose<T>{}, s, pose), d = contact(s, pose, ground, Pose<T>{});
    EXPECT_NEAR(double(c.distance), double(s.aabb(pose).min.z) - 0.5, 1e-5) << s;
    EXPECT_NEAR(double(c.distance), double(d.distance), 1e-5);
    EXPECT_NEAR(double(c.normal.z), 1, 1e-6);
    EXPECT_NEAR(double(d.normal.z), -1, 1e-6);
    EXPECT_EQ(intersects(ground, Pose<T>{}, s, pose), c.touching());
  }
}

TYPED_TEST(Query, TwoHalfSpaces) {
  using T = TypeParam;
  const Shape<T> up = HalfSpace<T>{{T(0), T(0), T(1)}, T(0)};
  EXPECT_EQ(contact(up, Pose<T>{}, up, translation(T(0), T(0), T(5))).distance, -infinity<T>);
  const auto facing = contact(up, Pose<T>{}, up, translation(T(0), T(0), T(5)) * rotation_x(pi<T>));
  EXPECT_NEAR(double(facing.distance), 5, 1e-5);
}

TYPED_TEST(Query, PointQueries) {
  using T = TypeParam;
  const Shape<T> box = Box<T>{{T(1), T(2), T(3)}};
  const Pose<T> pose = translation(T(5), T(0), T(0));
  EXPECT_TRUE(contains(box, pose, {T(5.5), T(1), T(1)}));
  EXPECT_FALSE(contains(box, pose, {T(3.5), T(1), T(1)}));
  const auto outside = closest_point(box, pose, {T(8), T(0), T(0)});
  EXPECT_NEAR(double(outside.distance), 2, 1e-5);
  EXPECT_NEAR(double(outside.point_a.x), 6, 1e-5);
  const auto inside = closest_point(box, pose, {T(5.75), T(0), T(0)});
  EXPECT_NEAR(double(inside.distance), -0.25, 1e-5);
  EXPECT_NEAR(double(inside.point_a.x), 6, 1e-5);
}

TYPED_TEST(Query, BeyondMaxDistanceOnlyApartIsPromised) {
  using T = TypeParam;
  testing::Random random(6);
  int early = 0;
  for (int i = 0; i < 2000; ++i) {
    const auto pair = testing::random_pair(random, testing::Family::mixed);
    const Shape<T> a = pair.a.template cast<T>(), b = pair.b.template cast<T>();
    const Pose<T> x = pair.x_ab.template cast<T>();
    const auto full = contact(a, Pose<T>{}, b, x);
    const auto c = contact(a, Pose<T>{}, b, x, {.max_distance = T(0.1)});
    if (c.status == Status::beyond_max) {
      EXPECT_GT(double(full.upper), 0.1 - 1e-4);
      EXPECT_GT(c.lower, T(0));
      ++early;
    } else {
      EXPECT_NEAR(double(c.distance), double(full.distance), 1e-4);
    }
  }
  EXPECT_GT(early, 200);
}

TEST(Reproducer, IsOneLineThatRebuildsTheQuery) {
  const Shape<double> a = Capsule<double>{0.1, 0.3};
  const Shape<double> b =
      Hull<double>::from_points(std::vector<Vec3<double>>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}});
  const std::string line = reproducer(a, Pose<double>{}, b, translation(0.1, 0.2, 0.3));
  EXPECT_EQ(line.find('\n'), std::string::npos);
  EXPECT_NE(line.find("Capsule{.radius = 0x1.999999999999ap-4, .half_height = 0x1.3333333333333p-2}"),
            std::string::npos)
      << line;
  EXPECT_NE(line.find("Hull::from_points(std::vector<Vec3>{{0x0p+0, 0x0p+0, 0x0p+0}"), std::string::npos) << line;
  // Pasted back, the line gives the same answer: the text of this test, with the poses of the query.
  using namespace tactus::f64;
  const auto again =
      contact(f64::Capsule{.radius = 0x1.999999999999ap-4, .half_height = 0x1.3333333333333p-2}, f64::Pose{},
              f64::Hull::from_points(std::vector<f64::Vec3>{{0x0p+0, 0x0p+0, 0x0p+0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}),
              f64::translation(0.1, 0.2, 0.3));
  EXPECT_EQ(again.distance, contact(a, tactus::Pose<double>{}, b, tactus::translation(0.1, 0.2, 0.3)).distance);
}

}  // namespace
}  // namespace tactus
