// SPDX-License-Identifier: MIT
// Time of impact: known answers, hard facts, limits and input.
#include <tactus/sweep/bisection.h>
#include <tactus/sweep/shape_cast.h>
#include <tactus/sweep/swept_bounds.h>
#include <tests/sweep/oracle_sweep.h>

#include <gtest/gtest.h>

namespace tactus::testing {
namespace {

using V = Vec3<double>;

/// Speed at which the gap closes at the hit: time is early by the tolerance over this.
void expect_hit(const Impact<double>& i, double time, double closing_speed) {
  EXPECT_EQ(i.status, MotionStatus::hit) << i;
  EXPECT_LE(i.time, time + 1e-14) << i;
  EXPECT_GE(i.time, time - i.resolution / closing_speed) << i;
  EXPECT_LE(i.lower, time + 1e-14);
  EXPECT_GE(i.upper, time - 1e-14);
}

TEST(ShapeCast, CubeOntoCubeTravelsThree) {
  const Box<double> cube{{1, 1, 1}};
  const auto i = shape_cast(cube, translation(0.0, 15.0, 0.0), V{0, -10, 0}, cube, translation(0.0, 10.0, 0.0));
  expect_hit(i, 0.3, 10);
  EXPECT_NEAR(i.time * 10, 3, 2e-6 * std::sqrt(3.0));
  EXPECT_LT(norm(i.contact.normal - V{0, -1, 0}), 1e-12);
  EXPECT_EQ(i.contact.feature_a.kind, FeatureKind::face);
  EXPECT_EQ(i.contact.feature_b.kind, FeatureKind::face);
  const auto same = shape_cast(cube, translation(0.0, 15.0, 0.0), V{0, -10, 0}, cube, translation(0.0, 10.0, 0.0),
                               Options<double>{.max_distance = 0});
  EXPECT_EQ(same.contact.feature_b, i.contact.feature_b);  // max_distance is ignored here
}

TEST(ShapeCast, BallOntoTopTravelsOne) {
  const auto i =
      shape_cast(Sphere<double>{1}, translation(0.0, 3.0, 0.0), V{0, -4, 0}, Box<double>{{5, 1, 5}}, Pose<double>{});
  expect_hit(i, 0.25, 4);
  EXPECT_NEAR(i.time * 4, 1, 2e-6);
  EXPECT_LT(norm(i.contact.point() - V{0, 1, 0}), 1e-5);
}

TEST(ShapeCast, BoxMeetsConeAt0425) {
  const Box<double> box{{0.5, 1, 1.5}};
  const Cone<double> cone{.radius = 1, .half_height = 1.5};
  expect_hit(shape_cast(box, translation(-10.0, 0.0, 0.0), V{20, 0, 0}, cone, Pose<double>{}), 0.425, 20);
}

/// When a point from `start` along `way` enters the ball or box of the summed sizes: 2 if it does not.
long double enters_ball(const V& start, const V& way, double radius) {
  const oracle::Vec3 s = to_oracle(start), w = to_oracle(way);
  const long double a = oracle::dot(w, w), b = oracle::dot(s, w), r = static_cast<long double>(radius);
  const long double root = b * b - a * (oracle::dot(s, s) - r * r);
  return root < 0 ? 2 : (-b - std::sqrt(root)) / a;
}
long double enters_box(const V& start, const V& way, const V& half) {
  long double enter = -oracle::infinity, leave = oracle::infinity;
  for (int k = 0; k < 3; ++k) {
    const long double x = static_cast<long double>(start[k]), v = static_cast<long double>(way[k]);
    const long double h = static_cast<long double>(half[k]);
    enter = std::max(enter, (-x - std::copysign(h, v)) / v);
    leave = std::min(leave, (-x + std::copysign(h, v)) / v);
  }
  return enter <= leave ? enter : 2;
}

/// Ball against ball, and aligned boxes: random casts, half of them aimed at the rim to within 1e-7.
TEST(ShapeCast, AgreesWithClosedForms) {
  Random random(61);
  int hits = 0;
  const int count = test_size(4000);
  for (int i = 0; i < count; ++i) {
    const double r1 = random.uniform(0.2, 1), r2 = random.uniform(0.2, 1);
    const V h1{r1, random.uniform(0.2, 1), r2}, h2{random.uniform(0.2, 1), r2, r1};
    const V start = random.vector(4, 8);
    const V side = unit_or_zero(cross(start, random.direction()));
    const double aside = i % 2 ? random.uniform(0, 2 * (r1 + r2)) : (r1 + r2) * (1 + random.uniform(-1e-7, 1e-7));
    const V way = (side * aside - start) * random.uniform(1.0, 1.5);
    const bool balls = i % 4 < 2;
    const Impact<double> r =
        balls ? shape_cast(Sphere<double>{r1}, translation(start), way, Sphere<double>{r2}, Pose<double>{})
              : shape_cast(Box<double>{h1}, translation(start), way, Box<double>{h2}, Pose<double>{});
    const long double truth = balls ? enters_ball(start, way, r1 + r2) : enters_box(start, way, h1 + h2);
    ASSERT_NE(r.status, MotionStatus::stalled) << r;
    if (truth > 1) {  // no contact: a hit is within the tolerance of one
      if (r.hit()) {
        EXPECT_LE(r.contact.distance, r.resolution) << r;
        EXPECT_GT(r.upper, 1) << r;
      }
      continue;
    }
    ++hits;
    ASSERT_EQ(r.status, MotionStatus::hit) << i << ' ' << r << static_cast<double>(truth);
    EXPECT_LE(static_cast<long double>(r.lower), truth) << r;
    EXPECT_LE(r.contact.lower, r.resolution) << r;
  }
  EXPECT_GT(hits, count / 4);
  EXPECT_LT(hits, count * 4 / 5);
}

TEST(TimeOfImpact, StartInContactMovingAwayIsNoHit) {
  const Box<double> cube{{1, 1, 1}};
  const Pose<double> touching = translation(2.0, 0.0, 0.0);
  EXPECT_EQ(shape_cast(cube, touching, V{5, 0, 0}, cube, Pose<double>{}).status, MotionStatus::none);
  EXPECT_EQ(shape_cast(cube, touching, V{0, 5, 0}, cube, Pose<double>{}).status, MotionStatus::none);  // slides along
  const Impact<double> in = shape_cast(cube, touching, V{-5, 0, 0}, cube, Pose<double>{});
  expect_hit(in, 0, 5);
  EXPECT_EQ(in.time, 0);
  // Moves away by turning, and comes round to meet again on the other side.
  const Motion<double> swing{.start = touching, .angular_velocity = {0, 0, 2 * pi<double>}, .pivot = {0, 3, 0}};
  const Impact<double> again = time_of_impact(cube, swing, cube, at_rest(Pose<double>{}));
  ASSERT_EQ(again.status, MotionStatus::hit) << again;
  EXPECT_GT(again.time, 0.5) << again;
}

TEST(TimeOfImpact, RollingSlidingAndSpinningInTouchIsNoHit) {
  const HalfSpace<double> ground{};
  const auto on_ground = [&](const auto& shape, double height, const V& velocity, const V& spin) {
    return time_of_impact(
        shape, Motion<double>{.start = translation(0.0, 0.0, height), .velocity = velocity, .angular_velocity = spin},
        ground, at_rest(Pose<double>{}));
  };
  EXPECT_EQ(on_ground(Sphere<double>{1}, 1, {3, 0, 0}, {0, 3, 0}).status, MotionStatus::none);
  EXPECT_EQ(on_ground(Box<double>{{1, 2, 3}}, 3, {3, 1, 0}, {0, 0, 9}).status, MotionStatus::none);
  EXPECT_EQ(on_ground(Sphere<double>{1}, 1, {3, 0, -1}, {0, 3, 0}).status, MotionStatus::hit);
  const Motion<double> roll{
      .start = {axis_rotation(0, pi<double> / 2), {0, 0, 1}}, .velocity = {20, 0, 0}, .angular_velocity = {0, 20, 0}};
  for (const Shape<double>& wheel : {Shape<double>(Cylinder<double>{1, 1}), Shape<double>(Wheel<double>{0.75, 0.25})}) {
    EXPECT_EQ(time_of_impact(wheel, roll, ground, at_rest(Pose<double>{})).status, MotionStatus::none);
    EXPECT_EQ(time_of_impact(wheel, roll, Box<double>{{50, 50, 1}}, at_rest(translation(0.0, 0.0, -1.0))).status,
              MotionStatus::none);
  }
  EXPECT_EQ(on_ground(Box<double>{{1, 2, 3}}, 3, {0, 0, 0}, {1, 0, 0}).time, 0);  // tips into the ground at once
}

TEST(TimeOfImpact, InitialOverlapIsReportedAsSuch) {
  const Box<double> cube{{1, 1, 1}};
  const Impact<double> i = shape_cast(cube, translation(1.5, 0.0, 0.0), V{5, 0, 0}, cube, Pose<double>{});
  EXPECT_EQ(i.status, MotionStatus::initial_overlap);
  EXPECT_EQ(i.time, 0);
  EXPECT_NEAR(i.contact.distance, -0.5, 1e-12);
}

TEST(TimeOfImpact, BulletDoesNotPassThroughPaper) {
  const Box<double> paper{{5, 5, 0.0005}};
  const Sphere<double> bullet{0.5};
  const Motion<double> flight{.start = translation(0.1, 0.2, 700.0), .velocity = {0, 0, -1000}};
  expect_hit(time_of_impact(bullet, flight, paper, at_rest(Pose<double>{})), (700 - 0.5 - 0.0005) / 1000, 1000);
  const Motion<double> spinning{
      .start = translation(0.1, 0.2, 700.0), .velocity = {0, 0, -1000}, .angular_velocity = {3, 9, 4}};
  const Impact<double> i = time_of_impact(Box<double>{{0.5, 0.4, 0.3}}, spinning, paper, at_rest(Pose<double>{}));
  EXPECT_EQ(i.status, MotionStatus::hit);
  EXPECT_NEAR(i.time, 0.7, 1e-3);
}

/// By rotation alone: a bar of length 200 sweeps a post at its end; the post is passed within 1/1500 of the motion.
TEST(TimeOfImpact, BarSweepsThePost) {
  const Box<double> bar{{100, 0.05, 0.05}};
  const Cylinder<double> post{.radius = 0.01, .half_height = 2};
  const double angle = 2.5;  // of the post, seen from the hinge
  const Pose<double> place = translation(99 * std::cos(angle), 99 * std::sin(angle), 0.0);
  const Motion<double> sweep{.angular_velocity = {0, 0, 3.0}};
  const Impact<double> i = time_of_impact(bar, sweep, post, at_rest(place));
  // The bar's front is 0.05 ahead of its axis, the post's surface 0.01 ahead of its own. sin δ = 0.06 / 99.
  expect_hit(i, (angle - std::asin(0.06 / 99)) / 3, 297);
}

/// Contacts that the simple search misses, and how many tests it would need.
TEST(Bisection, FindsWhatItLooksAtAndMissesWhatItDoesNot) {
  const Box<double> paper{{5, 5, 0.0005}};
  const Sphere<double> bullet{0.5};
  const Motion<double> flight{.start = translation(0.1, 0.2, 705.0), .velocity = {0, 0, -1000}};
  const auto rest = at_rest(Pose<double>{});
  EXPECT_EQ(bisection::time_of_impact(bullet, flight, paper, rest, 16).status, MotionStatus::none);
  EXPECT_EQ(bisection::time_of_impact(bullet, flight, paper, rest, 100).status, MotionStatus::none);
  const Impact<double> found = bisection::time_of_impact(bullet, flight, paper, rest, 1000);  // a step per diameter
  const Impact<double> certified = time_of_impact(bullet, flight, paper, rest);
  ASSERT_EQ(found.status, MotionStatus::hit) << found;
  EXPECT_NEAR(found.time, certified.time, 1e-8);
  EXPECT_EQ(found.lower, 0);  // it certifies nothing
  EXPECT_GE(found.upper, certified.lower);
  EXPECT_EQ(bisection::time_of_impact(bullet, rest, paper, rest, 4).status, MotionStatus::initial_overlap);
}

/// Random sweeps: bisection never reports a false hit, and misses some certified ones.
TEST(Bisection, MissesSomeOfTheRandomSweeps) {
  Random random(11);
  int missed = 0, hits = 0;
  for (int i = 0; i < test_size(600); ++i) {
    const Sweep s = random_sweep(random, Family::box, 4 * pi<double>);
    const Impact<double> certified = time_of_impact(s.a, s.motion_a, s.b, s.motion_b);
    const Impact<double> simple = bisection::time_of_impact(s.a, s.motion_a, s.b, s.motion_b, 8);
    if (simple.hit()) {
      EXPECT_EQ(certified.status, MotionStatus::hit);
      EXPECT_LE(certified.lower, simple.upper);
    }
    hits += certified.hit(), missed += certified.upper <= 1 && simple.status == MotionStatus::none;
  }
  EXPECT_GT(missed, 0);
  EXPECT_GT(hits, test_size(600) / 3);
}

/// The same motion with only its speed bounds: less information, more steps, the same answer.
struct BoundsOnly {
  using Scalar = double;
  Motion<double> motion;
  V pivot = motion.pivot;
  Pose<double> at(double t) const { return motion.at(t); }
  SpeedBound<double> speed(const V& n, double from, double to) const { return motion.speed(n, from, to); }
};
static_assert(BoundedMotion<BoundsOnly> && BoundedMotion<Motion<double>>);

TEST(BoundedMotions, AgreeWithTheMotionTheyBound) {
  Random random(21);
  int hits = 0, differ = 0;
  const Options<double> patient{.max_iterations = 5000};
  for (int i = 0; i < test_size(400); ++i) {
    const Sweep s = random_sweep(random, i % 2 ? Family::box : Family::cylinder, pi<double>, 0.5);
    const Impact<double> exact = time_of_impact(s.a, s.motion_a, s.b, s.motion_b);
    const Impact<double> bounded = time_of_impact(s.a, BoundsOnly{s.motion_a}, s.b, BoundsOnly{s.motion_b}, patient);
    ASSERT_NE(bounded.status, MotionStatus::stalled) << bounded;
    hits += exact.hit();
    // A pass within the tolerance may be a hit or not; otherwise the two differ by the tolerance.
    if (bounded.status != exact.status) {
      ++differ;
      continue;
    }
    if (exact.upper <= 1) {
      EXPECT_LE(bounded.lower, exact.upper);
    }
    if (bounded.upper <= 1) {
      EXPECT_LE(exact.lower, bounded.upper);
    }
  }
  EXPECT_LE(differ, 1);
  EXPECT_GT(hits, test_size(400) / 4);
}

/// A falling ball, z = 5 - 10 t²: a user-defined motion.
struct Fall {
  using Scalar = double;
  V pivot{};
  Pose<double> at(double t) const { return translation(0.0, 0.0, 5 - 10 * t * t); }
  SpeedBound<double> speed(const V& n, double from, double to) const { return {-n.z * 20 * (n.z < 0 ? to : from), 0}; }
};

TEST(BoundedMotions, TakeAUsersOwn) {
  const Impact<double> i = time_of_impact(Sphere<double>{1}, Fall{}, Box<double>{{2, 2, 0.5}}, at_rest(Pose<double>{}));
  EXPECT_EQ(i.status, MotionStatus::hit) << i;
  const double truth = std::sqrt(0.35);
  EXPECT_LE(i.time, truth + 1e-14);
  EXPECT_GE(i.time, truth - i.resolution / 10);
  const Aabb<double> box = swept_aabb(Sphere<double>{1}, Fall{});
  EXPECT_LE(box.min.z, -6);
  EXPECT_GE(box.max.z, 6);
}

TEST(BoundedMotions, TakeHalfSpaces) {
  Random random(22);
  int hits = 0, differ = 0;
  const Options<double> patient{.max_iterations = 20000};
  for (int i = 0; i < test_size(200); ++i) {
    Sweep s = random_sweep(random, i % 2 ? Family::box : Family::cylinder, 1.0, 0.5);
    const HalfSpace<double> plane{random.direction(), random.uniform(-3, -1)};
    if (i % 3 == 0) s.motion_a.angular_velocity = {};
    const Impact<double> exact = time_of_impact(plane, s.motion_a, s.b, s.motion_b);
    const Impact<double> bounded = time_of_impact(plane, BoundsOnly{s.motion_a}, s.b, BoundsOnly{s.motion_b}, patient);
    const Impact<double> swapped = time_of_impact(s.b, BoundsOnly{s.motion_b}, plane, BoundsOnly{s.motion_a}, patient);
    EXPECT_EQ(bounded.status, swapped.status);
    EXPECT_EQ(bounded.lower, swapped.lower);
    EXPECT_EQ(bounded.contact.normal, -swapped.contact.normal);
    ASSERT_NE(bounded.status, MotionStatus::stalled) << bounded;
    ASSERT_NE(bounded.status, MotionStatus::invalid) << bounded;
    hits += exact.hit();
    differ += bounded.status != exact.status;
    if (exact.upper <= 1) {
      EXPECT_LE(bounded.lower, exact.upper);
    }
    if (bounded.upper <= 1) {
      EXPECT_LE(exact.lower, bounded.upper);
    }
  }
  EXPECT_LE(differ, 1);
  if (test_size(200) >= 200) {  // fewer are too few to tell a rate
    EXPECT_GT(hits, 20);
  }
  // A ball of radius 1 that falls from 5 by 10 t² to the ground, by hand.
  const Impact<double> fall = time_of_impact(HalfSpace<double>{}, at_rest(Pose<double>{}), Sphere<double>{1}, Fall{});
  EXPECT_EQ(fall.status, MotionStatus::hit) << fall;
  EXPECT_LE(fall.time, std::sqrt(0.4) + 1e-14);
  EXPECT_GE(fall.time, std::sqrt(0.4) - fall.resolution / 10);
  EXPECT_EQ(fall.contact.normal, (V{0, 0, 1}));
}

TEST(HalfSpaces, StandStillMoveAndTurn) {
  const Box<double> cube{{1, 1, 1}};
  const HalfSpace<double> ground{};
  const auto fall = Motion<double>{.start = translation(0.0, 0.0, 5.0), .velocity = {1, 0, -10}};
  expect_hit(time_of_impact(cube, fall, ground, at_rest(Pose<double>{})), 0.4, 10);
  const Impact<double> other_way = time_of_impact(ground, at_rest(Pose<double>{}), cube, fall);
  expect_hit(other_way, 0.4, 10);
  EXPECT_EQ(other_way.contact.normal.z, 1);
  // Tumbling: a corner may come first, at √3 below the centre when it points down.
  const auto tumble =
      Motion<double>{.start = translation(0.0, 0.0, 5.0), .velocity = {0, 0, -10}, .angular_velocity = {4, 2, 1}};
  const Impact<double> i = time_of_impact(cube, tumble, ground, at_rest(Pose<double>{}));
  ASSERT_EQ(i.status, MotionStatus::hit);
  EXPECT_NEAR(i.contact.distance, 0, 1e-5);
  // The plane swings up about the y axis through x = 0 and meets the ball at x = 5: distance = 5 sin(angle).
  const Motion<double> ramp{.angular_velocity = {0, -1, 0}};
  const Impact<double> swung = time_of_impact(ground, ramp, Sphere<double>{1}, at_rest(translation(5.0, 0.0, 3.0)));
  // Angle a with 3 cos a - 5 sin a = 1.
  const double a = std::acos(1 / std::hypot(3, 5)) - std::atan2(5, 3);
  expect_hit(swung, a, 5);
}

TEST(TimeOfImpact, SwappingTheBodiesMirrorsTheAnswer) {
  Random random(31);
  for (int i = 0; i < 200; ++i) {
    const Sweep s = random_sweep(random, static_cast<Family>(i % 10), 3.0, 0.3);
    const Impact<double> there = time_of_impact(s.a, s.motion_a, s.b, s.motion_b);
    const Impact<double> back = time_of_impact(s.b, s.motion_b, s.a, s.motion_a);
    if (there.status != back.status) {  // only for passes within the tolerance
      EXPECT_GT(std::max(there.upper, back.upper), 1);
      continue;
    }
    if (there.upper <= 1) {
      EXPECT_LE(back.lower, there.upper);
      EXPECT_LE(there.lower, back.upper);
    }
  }
}

TEST(TimeOfImpact, ACapStallsWithBoundsThatHold) {
  Random random(41);
  int stalled = 0;
  for (int i = 0; i < 300; ++i) {
    const Sweep s = random_sweep(random, Family::box, 3.0);
    const Impact<double> full = time_of_impact(s.a, s.motion_a, s.b, s.motion_b);
    const Impact<double> cut = time_of_impact(s.a, s.motion_a, s.b, s.motion_b, Options<double>{.max_iterations = 2});
    if (cut.status != MotionStatus::stalled) continue;
    ++stalled;
    EXPECT_LE(cut.lower, full.upper);
    EXPECT_EQ(cut.time, cut.lower);
    EXPECT_LT(cut.time, 1);
  }
  EXPECT_GT(stalled, 30);
}

TEST(TimeOfImpact, ToleranceIsADistanceRelativeToTheSize) {
  Random random(51);
  for (const double tolerance : {1e-2, 1e-4, 1e-9, 0.0}) {
    const Options<double> options{.tolerance = tolerance};
    for (int i = 0; i < 100; ++i) {
      const Sweep s = random_sweep(random, i % 2 ? Family::box : Family::ellipsoid, 2.0);
      const Impact<double> r = time_of_impact(s.a, s.motion_a, s.b, s.motion_b, options);
      const double size = 2 * std::min(s.a.bounding_radius(), s.b.bounding_radius());
      EXPECT_LE(r.resolution, std::max(tolerance * size, 1e-12));
      if (r.hit()) {
        EXPECT_LE(r.contact.lower, r.resolution) << r;
      } else {
        EXPECT_EQ(r.status, MotionStatus::none) << r;
      }
    }
  }
}

TEST(TimeOfImpact, WhatIsNotFiniteIsInvalid) {
  const Box<double> cube{{1, 1, 1}};
  const double nan = std::numeric_limits<double>::quiet_NaN(), inf = infinity<double>;
  const auto status = [&](const Motion<double>& m) {
    return time_of_impact(cube, m, cube, at_rest(translation(9.0, 0.0, 0.0))).status;
  };
  EXPECT_EQ(status({.velocity = {nan, 0, 0}}), MotionStatus::invalid);
  EXPECT_EQ(status({.angular_velocity = {0, inf, 0}}), MotionStatus::invalid);
  EXPECT_EQ(status({.pivot = {0, 0, nan}}), MotionStatus::invalid);
  EXPECT_EQ(status({.start = {.rotation = Mat3<double>::diagonal({2, 1, 1})}}), MotionStatus::invalid);
  EXPECT_EQ(status({.velocity = {1e300, 0, 0}}), MotionStatus::invalid);  // its square leaves the range
  EXPECT_EQ(status({}), MotionStatus::none);
  EXPECT_THROW(time_of_impact(Box<double>{{-1, 1, 1}}, at_rest(Pose<double>{}), cube, at_rest(Pose<double>{})),
               std::invalid_argument);
}

// Found by the fuzzer: a pivot and a spin out of range made the times NaN.
TEST(TimeOfImpact, StallsAtTheStartWhereNumbersLeaveTheRange) {
  const Motion<double> a{.angular_velocity = {-1.8, 1e10, 0}, .pivot = {0, 0, -1.79e308}};
  const Motion<double> b{.velocity = {-2, 2, 1e155}, .angular_velocity = {-1e300, -1, -1.6}, .pivot = {0, 1.3, -0.6}};
  const Impact<double> i = time_of_impact(Disc<double>{1}, a, Cylinder<double>{0.25, 2}, b);
  EXPECT_EQ(i.status, MotionStatus::stalled);
  EXPECT_EQ(i.time, 0);
  EXPECT_EQ(i.lower, 0);
}

/// A user-defined shape uses the templates, not Shape.
struct Pebble {
  using Scalar = double;
  V support(const V& d) const { return full_support(Ellipsoid<double>{{1, 0.5, 0.25}}, d); }
  double radius() const { return 0.125; }
  V center() const { return {}; }
};

TEST(TimeOfImpact, TakesAUsersShape) {
  const Impact<double> i = shape_cast(Pebble{}, translation(0.0, 0.0, 5.0), V{0, 0, -10}, Pebble{}, Pose<double>{});
  expect_hit(i, (5 - 2 * 0.375) / 10, 10);
}

}  // namespace
}  // namespace tactus::testing
