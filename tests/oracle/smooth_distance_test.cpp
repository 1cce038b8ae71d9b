// SPDX-License-Identifier: MIT
// The oracle of smooth bodies against that of polytopes, and against itself where there is no other reference.
#include <tests/oracle/random_bodies.h>
#include <tests/oracle/smooth_distance.h>

#include <cstdio>

namespace oracle {
namespace {

// ---------------------------------------------------------------- polytope against smooth

TEST(SmoothDistance, AgreesWithPolytopeDistanceOnRandomPairs) {
  for (const int n : {4, 8, 20, 50}) {
    Random r(static_cast<unsigned>(n));
    const int pairs = n == 50 ? 300 : 1000;
    int hits = 0;
    Real worst = 0;
    double build = 0, exact_time = 0, smooth_time = 0;
    for (int i = 0; i < pairs; ++i) {
      const Body a = r.points_on_sphere(n), b = r.points_on_sphere(n);
      const Pose x = {r.rotation(), r.vector(0, n == 4 ? 1.6L : 3.2L)};
      const Timer t0;
      const Polytope pa = Polytope::from_points(a.vertices), pb = Polytope::from_points(b.vertices);
      build += t0.microseconds();
      const Timer t1;
      const Answer exact = polytope_distance(pa, pb, x);
      exact_time += t1.microseconds();
      const Timer t2;
      const Answer smooth = smooth_distance(a, b, x);
      smooth_time += t2.microseconds();
      hits += exact.distance <= 0;
      worst = std::max(worst, std::abs(exact.distance - smooth.distance));
      EXPECT_TRUE(exact.certified && smooth.certified);
      expect_consistent(exact, smooth);
    }
    expect_fair(hits, pairs);
    EXPECT_LE(worst, 1e-15L);
    std::printf("  hulls of %2d: %.0f %% hit, worst difference %.1Le; polytope %.0f us (both built in %.0f us), ", n,
                100.0 * hits / pairs, worst, exact_time / pairs, build / pairs);
    std::printf("smooth %.1f us\n", smooth_time / pairs);
  }
}

Real small_amount(Random& r) {
  const Real amounts[] = {0, 1e-16L, 1e-15L, 1e-12L, 1e-9L, 1e-6L, 1e-3L};
  const Real sign = r.coin() ? 1 : -1;
  return sign * amounts[r.below(7)];
}

struct PolytopePair {
  Body a, b;
  Pose pose_a, pose_b;
};

/// The stress sets of the design, all polytopes.
const std::vector<std::pair<const char*, std::function<PolytopePair(Random&)>>>& stress_sets() {
  static const std::vector<std::pair<const char*, std::function<PolytopePair(Random&)>>> sets = {
      {"aligned kissing boxes",
       [](Random& r) {
         const Vec3 ha = r.lengths(0.1L, 1), hb = r.coin() ? ha : r.lengths(0.1L, 1);
         const Real dx = r.coin() ? 0 : r.uniform(-0.5L, 0.5L), dy = r.coin() ? 0 : r.uniform(-0.5L, 0.5L);
         return PolytopePair{box(ha), box(hb), {}, translation(dx, dy, ha.z + hb.z + small_amount(r))};
       }},
      {"kissing, turned by a little",
       [](Random& r) {
         const Real angle = std::abs(small_amount(r)), dx = r.coin() ? 0 : r.uniform(-1, 1);
         const Mat3 turn = rotation_about(r.coin() ? r.direction() : Vec3{0, 0, 1}, angle);
         return PolytopePair{box({1, 1, 1}), box({1, 1, 1}), {}, {turn, {dx, 0, 2 + small_amount(r)}}};
       }},
      {"kissing, tilted together",
       [](Random& r) {
         const Pose x{r.rotation(), r.lengths(-3, 3)};
         const Mat3 turn = rotation_about({0, 0, 1}, r.coin() ? 0 : r.uniform(0, 2));
         const Pose y{turn, {r.coin() ? 0 : r.uniform(-1, 1), 0, 2 + small_amount(r)}};
         return PolytopePair{box({1, 1, 1}), box({1, 1, 1}), x, x * y};
       }},
      {"plates 1:1000",
       [](Random& r) {
         Pose x{r.coin() ? r.turn(std::abs(small_amount(r))) : r.rotation(), r.vector(0, 1)};
         if (r.coin()) x.translation.z = 0.002L + small_amount(r);
         return PolytopePair{box({1, 1, 0.001L}), box({1, r.uniform(0.5L, 1), 0.001L}), {}, x};
       }},
      {"needles 1:2000",
       [](Random& r) {
         const Body needle = box({0.0005L, 0.0005L, 1});
         const Mat3 turn = r.coin() ? r.rotation() : r.turn(std::abs(small_amount(r)));
         return PolytopePair{needle, needle, {}, {turn, r.vector(0, 0.002L)}};
       }},
      {"ground against small",
       [](Random& r) {
         const Body b = r.coin() ? box({0.05L, 0.1L, 0.07L}) : r.cloud(12);
         const Vec3 at{r.uniform(-250, 250), r.uniform(-250, 250), 1 + r.uniform(-0.3L, 1) * b.extent};
         return PolytopePair{box({250, 250, 1}), b, {}, {r.below(3) ? r.rotation() : Mat3{}, at}};
       }},
      {"flat against solid",
       [](Random& r) {
         const Body flat = r.coin() ? some_triangle(r) : rectangle(0.7L, 0.3L);
         return PolytopePair{flat, r.cloud(10), {}, {r.rotation(), r.vector(0, 1.6L)}};
       }},
      {"flat against flat",
       [](Random& r) {
         const Body a = r.coin() ? some_triangle(r) : rectangle(0.7L, 0.3L);
         const Body b = r.below(3) ? (r.coin() ? rectangle(0.5L, 0.8L) : segment(1)) : a;
         const Mat3 turn = r.below(3) ? r.rotation() : rotation_about({0, 0, 1}, r.uniform(0, 1));
         Pose x{turn, r.vector(0, 0.9L)};
         if (r.below(4) == 0) x.translation.z = 0;
         return PolytopePair{a, b, {}, r.below(8) ? x : Pose{}};
       }},
      {"concentric and identical hulls",
       [](Random& r) {
         const Body a = r.coin() ? r.cloud(12) : r.points_on_sphere(20);
         const Mat3 turn = r.coin() ? Mat3{} : r.turn(std::abs(small_amount(r)));
         if (r.coin()) return PolytopePair{a, a, {}, {turn, Vec3{}}};
         const Vec3 d = r.direction();
         return PolytopePair{a, a, {}, {turn, small_amount(r) * d}};
       }},
      {"far away",
       [](Random& r) {
         const Vec3 c = r.lengths(-1e6L, 1e6L);
         return PolytopePair{
             r.cloud(10), box({0.5L, 0.6L, 0.7L}), {r.rotation(), c}, {r.rotation(), c + r.vector(0, 2.2L)}};
       }},
  };
  return sets;
}

TEST(SmoothDistance, AgreesWithPolytopeDistanceOnStressSets) {
  const int pairs = 1000;
  for (const auto& [name, make] : stress_sets()) {
    Random r(7);
    int hits = 0;
    Real worst = 0;
    double exact_time = 0, smooth_time = 0;
    for (int i = 0; i < pairs; ++i) {
      const PolytopePair p = make(r);
      const Timer t1;
      const Answer exact = polytope_distance(p.a, p.pose_a, p.b, p.pose_b);
      exact_time += t1.microseconds();
      const Timer t2;
      const Answer smooth = smooth_distance(p.a, p.pose_a, p.b, p.pose_b);
      smooth_time += t2.microseconds();
      hits += exact.distance <= 0;
      worst = std::max(worst, std::abs(exact.distance - smooth.distance));
      expect_consistent(exact, smooth);
      EXPECT_TRUE(exact.certified) << name << ", pair " << i;
      EXPECT_TRUE(smooth.certified) << name << ", pair " << i;
      for (const Answer& answer : {exact, smooth}) {
        EXPECT_CLOSE(norm(answer.normal), 1, 1e-18L);
        EXPECT_GE(separation_along(p.a, p.pose_a, p.b, p.pose_b, answer.normal), answer.lower) << name;
      }
    }
    EXPECT_LE(worst, 4e-12L) << name;
    std::printf("  %-31s %3.0f %% hit, worst difference %.1Le; polytope %.0f us, smooth %.1f us\n", name,
                100.0 * hits / pairs, worst, exact_time / pairs, smooth_time / pairs);
  }
}

// ---------------------------------------------------------------- all kinds of bodies

TEST(SmoothDistance, IsCertifiedSymmetricAndFair) {
  for (const Kind& ka : kinds()) {
    Random r(8);
    int gaps = 0, depths = 0;
    double gap_time = 0, depth_time = 0;
    Real worst_width = 0, worst_difference = 0;
    for (const Kind& kb : kinds())
      for (int i = 0; i < 6; ++i) {
        const Body a = ka.make(r), b = kb.make(r);
        const Pose x = r.near(a, b, 0.9L);
        const Timer timer;
        const Answer there = smooth_distance(a, b, x);
        (there.distance > 0 ? gap_time : depth_time) += timer.microseconds();
        ++(there.distance > 0 ? gaps : depths);
        const Answer back = smooth_distance(b, x, a, Pose{});
        EXPECT_TRUE(there.certified && back.certified) << ka.name << " against " << kb.name;
        expect_consistent(there, back);
        worst_width = std::max(worst_width, there.upper - there.lower);
        worst_difference = std::max(worst_difference, std::abs(there.distance - back.distance));
      }
    const bool thin = ka.name == kinds()[0].name;  // points seldom meet anything
    EXPECT_GE(depths, (thin ? 0.05 : 0.3) * (depths + gaps)) << ka.name;
    EXPECT_LE(depths, 0.8 * (depths + gaps)) << ka.name;
    EXPECT_LE(worst_width, 1e-11L) << ka.name;
    EXPECT_LE(worst_difference, 1e-11L) << ka.name;
    std::printf("  %-21s %2d %% hit; gap %5.1f us, depth %5.1f us; worst width %.0Le, asymmetry %.0Le\n", ka.name,
                100 * depths / (depths + gaps), gap_time / std::max(gaps, 1), depth_time / std::max(depths, 1),
                worst_width, worst_difference);
  }
}

TEST(SmoothDistance, CurvedBodiesInSpecialPositions) {
  const Real tolerance = 1e-12L;
  // Coaxial cylinders, flush, nested, end to end.
  EXPECT_CLOSE(smooth_distance(cylinder(1, 1), cylinder(1, 1), translation(0, 0, 2)).distance, 0, tolerance);
  EXPECT_CLOSE(smooth_distance(cylinder(1, 1), cylinder(1, 1), translation(0, 0, 2.5L)).distance, 0.5L, tolerance);
  EXPECT_CLOSE(smooth_distance(cylinder(1, 1), cylinder(0.5L, 0.5L), Pose{}).distance, -1.5L, tolerance);
  EXPECT_CLOSE(smooth_distance(cylinder(1, 1), cylinder(1, 1), translation(1.5L, 0, 0)).distance, -0.5L, tolerance);
  // Apex on a plate; apex to apex; a disc's rim on a disc.
  const Pose down{{{1, 0, 0}, {0, -1, 0}, {0, 0, -1}}, {}};
  EXPECT_CLOSE(smooth_distance(cone(1, 1), box({5, 5, 1}), translation(0.3L, 0.2L, 2)).distance, 0, tolerance);
  EXPECT_CLOSE(smooth_distance(cone(1, 1), cone(1, 1), translation(0, 0, 2.25L) * down).distance, 0.25L, tolerance);
  EXPECT_CLOSE(smooth_distance(disc(1), disc(1), translation(0, 0, 0.5L)).distance, 0.5L, tolerance);
  EXPECT_CLOSE(smooth_distance(disc(1), disc(1), translation(1, 0, 0)).distance, 0, tolerance);
  EXPECT_CLOSE(smooth_distance(disc(1), disc(1), translation(3, 0, 0)).distance, 1, tolerance);
  // Rounded, cores overlapping, touching and coincident.
  EXPECT_CLOSE(smooth_distance(capsule(0.5L, 1), capsule(0.25L, 1), Pose{}).distance, -0.75L, tolerance);
  EXPECT_CLOSE(smooth_distance(round_box({1, 1, 1}, 0.5L), sphere(0.25L), Pose{}).distance, -1.75L, tolerance);
  EXPECT_CLOSE(smooth_distance(wheel(1, 0.1L), wheel(1, 0.1L), translation(0, 0, 0.1L)).distance, -0.1L, tolerance);
  // Hull of unequal spheres: a cone with round ends; sphere off its side.
  const Body drop = convex_hull(sphere(1), transformed(sphere(0.5L), translation(0, 0, 2)));
  EXPECT_CLOSE(smooth_distance(drop, sphere(0.25L), translation(0, 0, 4)).distance, 1.25L, tolerance);
  const Vec3 slope = normalized({std::sqrt(1 - 0.0625L), 0, 0.25L});
  const Vec3 off = 3 * slope + Vec3{0, 0, 0.5L} - dot(Vec3{0, 0, 0.5L}, slope) * slope;
  EXPECT_CLOSE(smooth_distance(drop, sphere(0.25L), {Mat3{}, off}).distance, 1.75L, tolerance);
}

/// The set where the two bounds cannot meet, because many directions are nearly minimal. They must still hold.
TEST(SmoothDistance, ConcentricNearSpheresKeepHonestBounds) {
  const Body a = ellipsoid({1, 1.01L, 1.02L});
  const Timer timer;
  const Answer answer = smooth_distance(a, a, Pose{});
  std::printf("  concentric near-spheres: [%.9Lf, %.9Lf], %.0f us\n", answer.lower, answer.upper, timer.microseconds());
  EXPECT_LE(answer.lower, -2);
  EXPECT_GE(answer.upper, -2);
  EXPECT_CLOSE(answer.distance, -2, 1e-12L);
  EXPECT_LE(answer.upper - answer.lower, 1e-2L);

  const Answer off = smooth_distance(ellipsoid({1, 1, 1}), ellipsoid({1, 1, 1}), translation(1e-3L, 0, 0));
  EXPECT_LE(off.lower, -1.999L);
  EXPECT_GE(off.upper, -1.999L);
}

/// Concentric pairs of every kind: round ones have a ring or sphere of minimal directions and run into the vertex
/// budget, but no bound may break, and none takes long.
TEST(SmoothDistance, ConcentricPairsKeepHonestBounds) {
  Random r(15);
  int pairs = 0, certified = 0;
  double slowest = 0;
  for (const Kind& ka : kinds())
    for (const Kind& kb : kinds()) {
      const Body a = ka.make(r), b = &ka == &kb ? a : kb.make(r);
      const Pose x = r.coin() ? Pose{} : Pose{rotation_about({1, 0, 0}, pi / 2), {}};
      const Timer timer;
      const Answer there = smooth_distance(a, b, x);
      slowest = std::max(slowest, timer.microseconds());
      expect_consistent(there, smooth_distance(b, x, a, Pose{}));
      const Real allowed = 2e-3L * std::max(a.extent, b.extent) + 1e-15L;
      EXPECT_LE(there.upper - there.lower, allowed) << ka.name << " in " << kb.name;
      ++pairs;
      certified += there.certified;
    }
  EXPECT_GE(certified, 0.8 * pairs);
  std::printf("  concentric: %d of %d certified, slowest %.0f us\n", certified, pairs, slowest);
}

/// Scaling everything scales the answer.
TEST(SmoothDistance, IsScaleCovariant) {
  Random r(16);
  int hits = 0;
  const int pairs = 1000;
  for (int i = 0; i < pairs; ++i) {
    const Vec3 ra = r.lengths(0.2L, 1);
    const Real rb = r.uniform(0.2L, 1), h = r.uniform(0.2L, 1), s = std::pow(10.0L, r.uniform(-6, 6));
    const Pose x{r.rotation(), r.vector(0, 2.4L)}, scaled{x.rotation, s * x.translation};
    const Answer one = smooth_distance(ellipsoid(ra), cylinder(rb, h), x);
    const Answer other = smooth_distance(ellipsoid(s * ra), cylinder(s * rb, s * h), scaled);
    EXPECT_TRUE(one.certified && other.certified);
    EXPECT_CLOSE(other.distance / s, one.distance, 4e-12L);
    hits += one.distance <= 0;
  }
  expect_fair(hits, pairs);
}

}  // namespace
}  // namespace oracle
