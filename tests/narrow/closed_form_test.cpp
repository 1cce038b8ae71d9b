// SPDX-License-Identifier: MIT
// Closed forms against the oracle: points, balls, segments and capsules, box axes, half-spaces.
#include <tactus/math/counted.h>
#include <tactus/narrow/closed_form.h>
#include <tactus/narrow/default.h>
#include <tests/narrow/method_cases.h>
#include <tests/oracle/closed_forms.h>
#include <tests/oracle/polytope_distance.h>

namespace tactus::testing {
namespace {

template <class T> struct ClosedForm : ::testing::Test {};
using Scalars = ::testing::Types<float, double>;
TYPED_TEST_SUITE(ClosedForm, Scalars);

/// One of every shape with a point distance, and its degenerate forms.
template <class T, class F> void for_each_shape(F&& f) {
  f("point", Point<T>{{T(0.5), T(-0.25), T(1)}});
  f("segment", Segment<T>{T(1.5)});
  f("segment of no length", Segment<T>{T(0)});
  f("box", Box<T>{{T(1), T(0.5), T(2)}});
  f("cube", Box<T>{{T(1), T(1), T(1)}});
  f("flat box", Box<T>{{T(1), T(0), T(2)}});
  f("rectangle", Rectangle<T>{{T(1), T(0.5)}});
  f("disc", Disc<T>{T(1.25)});
  f("cylinder", Cylinder<T>{T(1), T(0.75)});
  f("cone", Cone<T>{T(1), T(1.5)});
  f("flat cone", Cone<T>{T(1.5), T(0.125)});
  f("frustum", ConicalFrustum<T>{T(0.5), T(1.25), T(1)});
  f("sphere", Sphere<T>{T(1.25)});
  f("capsule", Capsule<T>{T(0.5), T(1)});
  f("capsule of no height", Capsule<T>{T(0.5), T(0)});
  f("lozenge", Lozenge<T>{{T(1), T(0.5)}, T(0.25)});
  f("round box", RoundBox<T>{{T(1), T(0.5), T(0.75)}, T(0.25)});
  f("round box of no radius", RoundBox<T>{{T(1), T(0.5), T(0.75)}, T(0)});
  f("wheel", Wheel<T>{T(1), T(0.25)});
}

/// Random points, and points with several nearest points or where planes meet: centre, axis, corners.
template <class T> std::vector<Vec3<T>> query_points(int random_ones) {
  std::vector<Vec3<T>> points;
  for (const double x : {-1.0, 0.0, 0.5, 1.0})
    for (const double y : {0.0, -0.5, 1.0})
      for (const double z : {-1.5, -0.75, 0.0, 0.75, 2.0}) points.push_back({T(x), T(y), T(z)});
  Random random(5);
  for (int i = 0; i < random_ones; ++i) points.push_back(random.vector(0, 2.5).cast<T>());
  return points;
}

TYPED_TEST(ClosedForm, PointDistanceAgreesWithTheOracle) {
  using T = TypeParam;
  const double rounding = 32 * double(unit_roundoff<T>);
  for_each_shape<T>([&](const char* name, const auto& s) {
    const oracle::Body body = to_oracle(Shape<T>(s));
    int inside = 0;
    for (const Vec3<T>& p : query_points<T>(test_size(200))) {
      const closed_form::PointDistance<T> r = closed_form::point_distance(s, p);
      const oracle::Answer truth =
          oracle::smooth_distance(oracle::point(to_oracle(p)), body, oracle::Pose{}, {1e-15L, 1e-9L, 2000});
      inside += r.distance < T(0);
      ASSERT_GE(double(r.distance), double(truth.lower) - rounding) << name << " at " << p;
      ASSERT_LE(double(r.distance), double(truth.upper) + rounding) << name << " at " << p;
      ASSERT_NEAR(double(norm(r.normal)), 1, 8 * double(unit_roundoff<T>)) << name << " at " << p;
      ASSERT_LE(double(norm(r.nearest + r.distance * r.normal - p)), rounding) << name << " at " << p;
      // The whole shape lies below the plane at the nearest point: that alone proves the answer, inside and outside. A
      // normal that is the difference of two close points has lost digits; the remaining ones must be enough.
      const T beyond = dot(r.normal, s.support(r.normal) - r.nearest) + ball_radius(s);
      const double core_distance = std::abs(double(r.distance + ball_radius(s)));
      EXPECT_LE(double(abs(beyond)), rounding * (1 + 2 / std::max(core_distance, 1e-3)))
          << name << " at " << p << ", normal " << r.normal;
      const closed_form::PointDistance<T> again = closed_form::point_distance(s, r.nearest);
      ASSERT_LE(double(abs(again.distance)), rounding) << name << ": the nearest point is on the surface, at " << p;
    }
    const bool solid = Shape<T>(s).kind() == ShapeKind::box
                           ? s.support({T(0), T(1), T(0)}).y > T(0)
                           : ball_radius(s) > T(0) || Shape<T>(s).kind() > ShapeKind::box;
    EXPECT_EQ(inside > 0, solid) << name;
  });
}

TYPED_TEST(ClosedForm, BallsAgreeWithTheOracle) {
  using T = TypeParam;
  Random random(6);
  const Sphere<T> ball{T(0.5)};
  int hits = 0, all = 0;
  for_each_shape<T>([&](const char* name, const auto& s) {
    const oracle::Body body = to_oracle(Shape<T>(s));
    const int count = test_size(200);
    for (int i = 0; i < count; ++i) {
      const Pose<T> x_ab = random.pose(2).template cast<T>();
      const Contact<T> c = closed_form::ball_contact(closed_form::placed(ball), s, x_ab);
      const oracle::Answer truth =
          oracle::smooth_distance(oracle::sphere(0.5L), body, to_oracle(x_ab), {1e-15L, 1e-9L, 2000});
      hits += c.touching();
      expect_certified(name, c, Shape<T>(ball), Shape<T>(s), x_ab, truth);
      if (::testing::Test::HasFailure()) return;
      ASSERT_NEAR(double(c.distance), double(truth.distance), 64 * double(unit_roundoff<T>) + 4e-9) << name;
      ASSERT_EQ(c.status, c.distance > T(0) ? Status::separated : Status::overlapping) << name;
    }
    all += count;
    // The centre at the shape's own, where all directions may be equally good.
    const Contact<T> c =
        closed_form::ball_contact(closed_form::placed(ball), s, translation(ball.center() - s.center()));
    const oracle::Answer truth =
        oracle::smooth_distance(oracle::sphere(0.5L), body, to_oracle(translation(-s.center())), {1e-15L, 1e-9L, 2000});
    expect_certified(name, c, Shape<T>(ball), Shape<T>(s), translation(-s.center()), truth);
    EXPECT_NEAR(double(c.distance), double(truth.distance), 64 * double(unit_roundoff<T>) + 4e-9) << name;
  });
  EXPECT_GT(hits, 0.3 * all);
  EXPECT_LT(hits, 0.7 * all);
}

/// The centre within a roundoff of the surface, on either side: the normal is still the surface's, and moving the ball
/// out along it by the depth separates it.
TYPED_TEST(ClosedForm, BallsWithTheirCentreOnTheSurface) {
  using T = TypeParam;
  Random random(10);
  const Sphere<T> ball{T(0.5)};
  for_each_shape<T>([&](const char* name, const auto& s) {
    double worst = 0;
    for (int i = 0; i < test_size(300); ++i) {
      const Vec3<T> p = random.vector(0, 2).template cast<T>();
      const auto surface = closed_form::point_distance(s, p);
      const Vec3<T> center = surface.nearest - ball_radius(s) * surface.normal;  // of the core
      const Pose<T> x_ab = translation(-center);
      const Contact<T> c = closed_form::ball_contact(closed_form::placed(ball), s, x_ab);
      const MinkowskiPair<Sphere<T>, std::remove_cvref_t<decltype(s)>, T> pair(ball, s, x_ab);
      worst = std::max(worst, double(c.distance - (pair.separation(c.normal) - pair.radius())));
    }
    EXPECT_LE(worst, 1e-4) << name << ": the normal does not set the ball free";
  });
}

TYPED_TEST(ClosedForm, BallsBeyondMaxDistanceAndNotFinite) {
  using T = TypeParam;
  const Sphere<T> ball{T(1)};
  const Options<T> near{.max_distance = T(0.5)};
  EXPECT_EQ(closed_form::ball_contact(closed_form::placed(ball), ball, translation(T(3), T(0), T(0)), near).status,
            Status::beyond_max);
  EXPECT_EQ(closed_form::ball_contact(closed_form::placed(ball), ball, translation(T(2.25), T(0), T(0)), near).status,
            Status::separated);
  EXPECT_EQ(closed_form::ball_contact(closed_form::placed(ball), ball, translation(infinity<T>, T(0), T(0))).status,
            Status::invalid);
}

/// All relative positions of two segments; as capsules, and without radii.
TYPED_TEST(ClosedForm, SegmentsAgreeWithTheOracle) {
  using T = TypeParam;
  Random random(7);
  const int count = test_size(20000);
  int hits = 0;
  for (int i = 0; i < count; ++i) {
    Pose<double> x = random.pose(2);
    const double tiny = std::pow(10.0, random.uniform(-17, -2));
    const auto swing = [&](double angle) { return rotation_x(angle).rotation; };
    if (i % 6 == 1) x.rotation = swing(tiny);  // nearly parallel
    if (i % 6 == 2) x.rotation = swing(0.0), x.translation.z *= i % 4;  // parallel
    if (i % 6 == 3)
      x.rotation = swing(i % 4 == 3 ? 0.0 : tiny), x.translation = {0, 0, x.translation.z * 2};  // in line
    if (i % 6 == 4)
      x.translation = x.rotation.column(2) * x.translation.x + Vec3<double>{0, 0, x.translation.y};  // crossing
    const T radius_a = i % 3 ? T(0.25) : T(0), radius_b = i % 5 ? T(0.375) : T(0);
    const T half_a = i % 7 ? T(1) : T(0), half_b = i % 11 ? T(0.75) : T(0);
    const Capsule<T> a{radius_a, half_a}, b{radius_b, half_b};
    const Pose<T> x_ab = x.cast<T>();
    const Contact<T> c = closed_form::segment_contact(closed_form::placed(a), closed_form::placed(b, x_ab));
    const oracle::Answer truth = oracle::capsule_capsule(radius_a, half_a, {}, radius_b, half_b, to_oracle(x_ab));
    hits += c.touching();
    expect_certified("capsules " + std::to_string(i), c, Shape<T>(a), Shape<T>(b), x_ab, truth,
                     LowerBound::best_of_several);
    if (this->HasFailure()) {
      std::cout << "case " << i << ", kind " << i % 6 << ": " << x_ab << ", halves " << half_a << ' ' << half_b << '\n';
      return;
    }
    ASSERT_NEAR(double(c.distance), double(truth.distance), 32 * double(unit_roundoff<T>)) << i << '\n' << c;
  }
  EXPECT_GT(hits, 0.2 * count);
  EXPECT_LT(hits, 0.7 * count);
}

/// Anywhere in the world, with a common centre and nearly parallel: they separate perpendicular to both, by the radii.
TYPED_TEST(ClosedForm, NearlyParallelSegmentsComeFreeAcross) {
  using T = TypeParam;
  Random random(12);
  const Capsule<T> pill{T(0.125), T(1)};
  for (int i = 0; i < test_size(5000); ++i) {
    const Pose<double> at = random.pose(3);
    const double angle = std::pow(10.0, random.uniform(-17, -2));
    const Pose<T> pose_a = at.cast<T>();
    Pose<T> pose_b = pose_a;
    pose_b.rotation = (random.turn(angle).rotation * at.rotation).template cast<T>();
    const Contact<T> c =
        closed_form::segment_contact(closed_form::placed(pill, pose_a), closed_form::placed(pill, pose_b));
    // The separation along the normal is no less than the lower bound promises.
    const auto reach = [&](const Pose<T>& pose) { return abs(dot(c.normal, pose.rotation.column(2))) + T(0.125); };
    const T separation = dot(c.normal, pose_b.translation - pose_a.translation) - reach(pose_a) - reach(pose_b);
    ASSERT_GE(separation, c.lower - T(16) * unit_roundoff<T>) << i << ", angle " << angle << '\n' << c;
    ASSERT_NEAR(double(c.distance), -0.25, 32 * double(unit_roundoff<T>)) << c;
  }
}

/// The bounds include the distance of a point from its origin.
TYPED_TEST(ClosedForm, APointFarFromItsOriginWidensTheBounds) {
  using T = TypeParam;
  Random random(13);
  int far = 0;
  for (int i = 0; i < test_size(2000); ++i) {
    const Point<T> point{(random.direction() * 1e4).template cast<T>()};
    Pose<T> pose = random.pose(1).template cast<T>();
    pose.translation = -(pose.rotation * point.position) + random.direction().template cast<T>();
    const Contact<T> c = closed_form::ball_contact(closed_form::placed(point, pose), Sphere<T>{T(0.5)}, Pose<T>{});
    const Vec3<long double> exact = pose.template cast<long double>() * point.position.template cast<long double>();
    const long double truth = norm(exact) - 0.5L;
    ASSERT_LE(static_cast<long double>(c.lower), truth) << c;
    ASSERT_GE(static_cast<long double>(c.upper), truth) << c;
    far += abs(static_cast<long double>(c.distance) - truth) > 16 * static_cast<long double>(unit_roundoff<T>);
  }
  EXPECT_GT(far, 0) << "the case shows nothing unless the centre is off";
}

/// Such a point above a face, by about its rounding: the query does not distinguish what its bounds leave open.
TYPED_TEST(ClosedForm, APointFarFromItsOriginClaimsOnlyWhatIsProven) {
  using T = TypeParam;
  Random random(14);
  const Shape<T> box = Box<T>{{T(1), T(1), T(1)}};
  int certain = 0, open = 0;
  for (int i = 0; i < test_size(4000); ++i) {
    const Vec3<T> place = random.vector(1000).template cast<T>();
    const double x = random.uniform(-0.5, 0.5), y = random.uniform(-0.5, 0.5);
    const double height = random.uniform(-1, 1) * 64000 * double(unit_roundoff<T>);
    const Pose<T> pose = translation(Vec3<T>{T(x), T(y), T(1 + height)} - place);
    const auto truth = static_cast<long double>(place.z) + static_cast<long double>(pose.translation.z) - 1;
    const Shape<T> point = Point<T>{place};
    for (const Contact<T>& c :
         {narrow::contact(point, pose, box, Pose<T>{}), narrow::contact(box, Pose<T>{}, point, pose)}) {
      ASSERT_LE(static_cast<long double>(c.lower), truth) << i << c;
      ASSERT_GE(static_cast<long double>(c.upper), truth) << i << c;
      if (abs(c.distance) > c.resolution) {
        ASSERT_EQ(c.distance > T(0), truth > 0) << i << c << " resolution " << c.resolution;
        ASSERT_TRUE(c.lower > T(0) || c.upper < T(0)) << i << c << " resolution " << c.resolution;
      }
      (c.state() == ContactState::touch ? open : certain) += 1;
    }
  }
  EXPECT_GT(certain, 0);
  EXPECT_GT(open, 0);
}

/// A point at its origin is where its pose says, however far from the world's origin that is.
TYPED_TEST(ClosedForm, APointAtItsOriginIsABallOfNoRadius) {
  using T = TypeParam;
  Random random(15);
  const Shape<T> point = Point<T>{}, ball = Sphere<T>{T(0)};
  for_each_shape<T>([&](const char* name, const auto& s) {
    const Pose<T> at = random.pose(1e4).template cast<T>();
    const Pose<T> near = translation(at.translation + random.vector(0, 3).template cast<T>());
    const Contact<T> c = narrow::contact(Shape<T>(s), at, point, near),
                     same = narrow::contact(Shape<T>(s), at, ball, near);
    EXPECT_EQ(c.distance, same.distance) << name;
    EXPECT_EQ(c.lower, same.lower) << name;
    EXPECT_EQ(c.upper, same.upper) << name;
    EXPECT_EQ(c.resolution, same.resolution) << name;
  });
}

TYPED_TEST(ClosedForm, ParallelSegmentsMeetInTheMiddleOfTheirCommonStretch) {
  using T = TypeParam;
  const Capsule<T> a{T(0.25), T(1)};
  const Contact<T> c =
      closed_form::segment_contact(closed_form::placed(a), closed_form::placed(a, translation(T(1), T(0), T(0.5))));
  EXPECT_EQ(c.distance, T(0.5));
  EXPECT_EQ(c.point_a, (Vec3<T>{T(0.25), T(0), T(0.25)}));
  EXPECT_EQ(c.point_b, (Vec3<T>{T(0.75), T(0), T(0.25)}));
  const Contact<T> same = closed_form::segment_contact(closed_form::placed(a), closed_form::placed(a, Pose<T>{}));
  EXPECT_EQ(same.distance, T(-0.5));
  EXPECT_EQ(same.normal.z, T(0));
}

TYPED_TEST(ClosedForm, BoxAxisAgreesWithTheOracle) {
  using T = TypeParam;
  Random random(8);
  const int count = test_size(4000);
  int hits = 0;
  for (int i = 0; i < count; ++i) {
    const auto length = [&] { return i % 5 ? random.uniform(0.2, 1) : std::pow(10.0, random.uniform(-3, 0)); };
    const Box<T> a{{T(length()), T(length()), T(length())}}, b{{T(length()), T(length()), T(length())}};
    Pose<double> x = random.pose(2.0);
    // Edges nearly parallel, by 1e-16 to 1e-3, to each other or, after a quarter turn, to another edge.
    const double tiny = std::pow(10.0, random.uniform(-16, -3));
    if (i % 2) x.rotation = random.turn(tiny).rotation;
    if (i % 4 == 1)
      x.rotation = x.rotation * rotation_x(pi<double> / 2).rotation * rotation_z(-pi<double> / 2).rotation;
    if (i % 16 == 3) x.rotation = Mat3<double>::identity();
    const Pose<T> x_ab = x.cast<T>();
    const auto axis = closed_form::box_axis(a, b, x_ab);
    const oracle::Answer truth =
        oracle::polytope_distance(to_oracle(Shape<T>(a)), {}, to_oracle(Shape<T>(b)), to_oracle(x_ab));
    const MinkowskiPair<Box<T>, Box<T>, T> pair(a, b, x_ab);
    const double rounding = double(pair.rounding());
    hits += truth.distance <= 0;
    ASSERT_NEAR(double(norm(axis.normal)), 1, 16 * double(unit_roundoff<T>)) << i;
    ASSERT_NEAR(double(axis.separation), double(pair.separation(axis.normal)), 2 * rounding) << i << ", angle " << tiny;
    ASSERT_LE(double(axis.separation), double(truth.upper) + rounding) << i;
    if (truth.distance <= 0) {
      ASSERT_NEAR(double(axis.separation), double(truth.distance), rounding) << i << ", angle " << tiny;
    } else {
      ASSERT_GT(double(axis.separation), -rounding) << i << ", angle " << tiny;
    }
    const auto early = closed_form::box_axis(a, b, x_ab, T(0));
    ASSERT_EQ(early.separation > T(0), axis.separation > T(0)) << i;
    const Contact<T> c = closed_form::box_contact(pair, axis, Options<T>{});
    if (truth.distance <= 0) {
      expect_certified("boxes " + std::to_string(i), c, Shape<T>(a), Shape<T>(b), x_ab, truth);
      if (this->HasFailure()) return;
      ASSERT_NEAR(double(c.distance), double(truth.distance), 2 * rounding) << i;
    } else {
      ASSERT_LE(static_cast<long double>(c.lower), truth.upper) << i;
    }
  }
  EXPECT_GT(hits, 0.3 * count);
  EXPECT_LT(hits, 0.7 * count);
}

TYPED_TEST(ClosedForm, HalfSpacesAgreeWithTheOracle) {
  using T = TypeParam;
  Random random(9);
  int hits = 0;
  const int count = test_size(2000);
  for (int i = 0; i < count; ++i) {
    const Shape<T> s = random_shape(random, Family::mixed).template cast<T>();
    const HalfSpace<T> ground{random.vector(0.5, 2).template cast<T>(), T(random.uniform(-1, 0))};
    const Pose<T> x_ab = random.pose(3).template cast<T>();
    const Contact<T> c = closed_form::half_space_contact(ground, s, x_ab);
    const oracle::Answer truth = oracle::half_space_body(
        {to_oracle(ground.normal), static_cast<long double>(ground.offset)}, {}, to_oracle(s), to_oracle(x_ab));
    const double rounding = 32 * double(unit_roundoff<T>);
    hits += c.touching();
    ASSERT_LE(static_cast<long double>(c.lower), truth.distance) << i << '\n' << c;
    ASSERT_GE(static_cast<long double>(c.upper), truth.distance) << i << '\n' << c;
    ASSERT_NEAR(double(c.distance), double(truth.distance), rounding) << i << '\n' << c;
    ASSERT_NEAR(double(norm(c.normal)), 1, 4 * double(unit_roundoff<T>)) << i;
    ASSERT_NEAR(double(norm(c.point_b - c.point_a - c.distance * c.normal)), 0, rounding) << i;
    ASSERT_NEAR(double(dot(ground.normal, c.point_a) - ground.offset), 0, 2 * rounding) << i << ": on the plane";
    ASSERT_EQ(c.support_calls, 1);
  }
  EXPECT_GT(hits, 0.3 * count);
  EXPECT_LT(hits, 0.7 * count);
  const HalfSpace<T> ground{{T(0), T(0), T(1)}, T(0)};
  const Box<T> box{{T(1), T(1), T(1)}};
  EXPECT_EQ(closed_form::half_space_contact(ground, box, translation(T(0), T(0), T(3)), {.max_distance = T(1)}).status,
            Status::beyond_max);
  EXPECT_EQ(closed_form::half_space_contact(ground, box, translation(T(0), T(0), infinity<T>)).status, Status::invalid);
}

/// Their overlap is infinite, but the witness points are a finite point of both.
TYPED_TEST(ClosedForm, HalfSpacesThatOverlapShareAPoint) {
  using T = TypeParam;
  Random random(10);
  int checked = 0;
  for (int i = 0; i < test_size(1000); ++i) {
    const Vec3<double> first = random.direction(), other = random.direction();
    const Vec3<double> second = i % 3 == 0   ? first
                                : i % 3 == 1 ? first + other * 1e-5
                                             : other;  // parallel, nearly, any
    const HalfSpace<T> a{first.cast<T>(), T(random.uniform(-2, 2))}, b{second.cast<T>(), T(random.uniform(-2, 2))};
    const Quat<double> turn = i % 2 == 0 ? random.rotation() : Quat<double>{1, 0, 0, 0};
    const Vec3<double> shift = random.vector(0, 3);
    const Pose<T> pose_a = random.pose(2).template cast<T>();
    const Pose<T> pose_b = pose_a * from_quaternion(turn, shift).template cast<T>();
    for (const Contact<T>& c : {narrow::contact(Shape<T>(a), pose_a, Shape<T>(b), pose_b),
                                narrow::distance(Shape<T>(a), pose_a, Shape<T>(b), pose_b)}) {
      if (c.lower != -infinity<T>) continue;
      ++checked;
      EXPECT_EQ(c.status, Status::overlapping);
      ASSERT_TRUE(is_finite(c.point_a)) << i << '\n' << c;
      EXPECT_EQ(c.point_a, c.point_b);
      const auto above = [&](const HalfSpace<T>& s, const Pose<T>& x) {
        const auto [normal, offset] = normalized(s);
        const Vec3<T> up = x.rotation * normal;
        return double(dot(up, c.point_a - x.translation) - offset) / (1 + double(norm(c.point_a)));
      };
      EXPECT_LE(above(a, pose_a), 64 * double(unit_roundoff<T>)) << i;
      EXPECT_LE(above(b, pose_b), 64 * double(unit_roundoff<T>)) << i;
    }
  }
  EXPECT_GT(checked, test_size(1000));
}

TEST(ClosedFormCounted, RunsOnTheCountingScalar) {
  using C = Counted<double>;
  const Box<C> box{{C(1), C(1), C(1)}};
  const Sphere<C> ball{C(1)};
  const Capsule<C> pill{C(1), C(1)};
  const Pose<C> x_ab = translation(C(3), C(0), C(0));
  const Tally before = tally();
  EXPECT_EQ(closed_form::ball_contact(closed_form::placed(ball), box, x_ab).distance, C(1));
  EXPECT_EQ(closed_form::segment_contact(closed_form::placed(pill), closed_form::placed(pill, x_ab)).distance, C(1));
  EXPECT_EQ(closed_form::box_axis(box, box, x_ab).separation, C(1));
  EXPECT_GT((tally() - before).total(), 0u);
}

/// Caps of zero size still end a cylinder, and a disc has a side.
TEST(ClosedFormCases, CylindersWithoutRadiusOrHeightHaveTheirEnds) {
  const Pose<double> above = translation(0.0, 0.0, 2.0);
  const Shape<double> ball = Sphere<double>{0.25}, at = Point<double>{};
  for (const Shape<double>& s : {Shape<double>(Cylinder<double>{0, 0.5}), Shape<double>(Cone<double>{0, 0.5})}) {
    EXPECT_NEAR(narrow::contact(s, ball, above).distance, 1.25, 1e-15) << s;
    EXPECT_FALSE(narrow::intersects(s, ball, above)) << s;
  }
  const auto point = narrow::contact(Shape<double>(Cylinder<double>{0, 0}), at, Pose<double>{});
  EXPECT_EQ(point.distance, 0);
  EXPECT_NEAR(norm(point.normal), 1, 1e-15);
  const auto plate =
      closed_form::point_distance(ConicalFrustum<double>{1000, 1.366, 0}, Vec3<double>{-604.4, 448.6, 1520.1});
  EXPECT_NEAR(plate.normal.z, 1, 1e-15);
  EXPECT_NEAR(plate.distance, 1520.1, 1e-12);
}

/// A point close to a frustum without height: the normal is perpendicular to it, and not the difference of two nearly
/// equal points.
TEST(ClosedFormCases, FlatFrustaHaveTheNormalOfADisc) {
  using T = float;
  Random random(63);
  for (int i = 0; i < 20'000; ++i) {
    const T radius = T(random.uniform(0.5, 3)), height = T(std::pow(10, random.uniform(-5, 0)) * (i % 2 ? 1 : -1));
    const Vec3<T> p{T(random.uniform(-0.3, 0.3)), T(random.uniform(-0.3, 0.3)), height};
    for (const ConicalFrustum<T>& s : {ConicalFrustum<T>{radius, radius, 0}, ConicalFrustum<T>{radius, T(0.5), 0}}) {
      const auto found = closed_form::point_distance(s, p);
      EXPECT_EQ(found.normal, (Vec3<T>{0, 0, sign(height)})) << s << p;
      EXPECT_EQ(found.distance, std::abs(height)) << s << p;
    }
  }
}

/// A matrix that is off the identity by as much as is accepted, along the diagonal: it stands for the identity.
TEST(ClosedFormCases, ABallIsAsFarAsTheNearestRotationPutsIt) {
  const double d = 4.8e-7;
  const Mat3<double> skewed = Mat3<double>::from_rows({1 + d, d, d}, {d, 1 + d, d}, {d, d, 1 + d});
  ASSERT_TRUE(is_valid(Pose<double>{skewed, {}}));
  const Shape<double> ball = Sphere<double>{0}, box = Box<double>{{1, 1, 1}};
  const Pose<double> apart = translation(2.0, 2.0, 2.0), turned{skewed, {}};  // the matrix puts the corner at 1 + 3 d
  const double truth = std::sqrt(3.0);
  for (const auto& c : {narrow::contact(ball, apart, box, turned), narrow::contact(box, turned, ball, apart)}) {
    EXPECT_LE(c.lower, truth) << c;
    EXPECT_GE(c.upper, truth) << c;
  }
}

}  // namespace
/// Boxes turned by almost nothing, and matrices with float precision only: the error of a matrix must not make a nearly
/// parallel pair of edges an axis that separates overlapping boxes.
TEST(BoxAxis, NearlyParallelEdgesDoNotSeparateBoxesThatOverlap) {
  Random random(9);
  const Box<double> box{{1, 1, 1}};
  for (int i = 0; i < 20000; ++i) {
    const double angle = std::pow(10.0, random.uniform(-16, -6));
    Mat3<double> turn = random.turn(angle).rotation;
    if (i % 2 == 1) {
      for (int k = 0; k < 9; ++k) turn(k / 3, k % 3) += random.uniform(-1e-7, 1e-7);
    }
    const Pose<double> x_ab{turn, {1.9, random.uniform(-1, 1), random.uniform(-1, 1)}};  // 0.1 deep along x
    ASSERT_NEAR(closed_form::box_axis(box, box, x_ab).separation, -0.1, 1e-5) << "case " << i << ", angle " << angle;
    ASSERT_TRUE(narrow::intersects(Shape<double>(box), Shape<double>(box), x_ab));
  }
}

}  // namespace tactus::testing
