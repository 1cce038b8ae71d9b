// The oracles against each other, against brute force, and against cases whose answers are known.
#include <tests/oracle/certificate.h>
#include <tests/oracle/closed_forms.h>
#include <tests/oracle/polytope_distance.h>
#include <tests/oracle/smooth_distance.h>

#include <gtest/gtest.h>

#include <chrono>
#include <cstdio>
#include <functional>
#include <random>

/// EXPECT_NEAR in long double.
#define EXPECT_CLOSE(x, y, tolerance) EXPECT_LE(std::abs(oracle::Real{x} - oracle::Real{y}), tolerance)

namespace oracle {
namespace {

// ---------------------------------------------------------------- random bodies and poses

struct Random {
  std::mt19937_64 engine;
  explicit Random(unsigned seed) : engine(seed) {}
  Real uniform(Real lo, Real hi) { return lo + (hi - lo) * std::uniform_real_distribution<double>(0, 1)(engine); }
  int below(int n) { return std::uniform_int_distribution<int>(0, n - 1)(engine); }
  bool coin() { return below(2) == 0; }
  Vec3 direction() {
    std::normal_distribution<double> g;
    return normalized({g(engine), g(engine), g(engine)});
  }
  Mat3 rotation() { return rotation_about(direction(), uniform(0, 2 * pi)); }
  Vec3 lengths(Real lo, Real hi) { return {uniform(lo, hi), uniform(lo, hi), uniform(lo, hi)}; }
  Body points_on_sphere(int n) {
    std::vector<Vec3> p;
    for (int i = 0; i < n; ++i) p.push_back(direction());
    return hull(p);
  }
  /// Some of the points end up inside the hull.
  Body cloud(int n) {
    std::vector<Vec3> p;
    for (int i = 0; i < n; ++i) p.push_back(uniform(0.6L, 1.2L) * direction());
    return hull(p);
  }
  /// B somewhere near A, from concentric to well apart.
  Pose near(const Body& a, const Body& b, Real farthest) {
    return {rotation(), uniform(0, farthest) * (a.extent + b.extent) * direction()};
  }
};

using Maker = std::function<Body(Random&)>;
struct Kind {
  const char* name;
  Maker make;
};

const std::vector<Kind>& kinds() {
  static const std::vector<Kind> all = {
      {"point", [](Random& r) { return point(r.lengths(-1, 1)); }},
      {"segment", [](Random& r) { return segment(r.uniform(0.3L, 1)); }},
      {"triangle", [](Random& r) { return triangle(r.direction(), r.direction(), r.direction()); }},
      {"rectangle", [](Random& r) { return rectangle(r.uniform(0.2L, 1), r.uniform(0.2L, 1)); }},
      {"disc", [](Random& r) { return disc(r.uniform(0.2L, 1)); }},
      {"ellipse", [](Random& r) { return ellipse(r.uniform(0.2L, 1), r.uniform(0.2L, 1)); }},
      {"box", [](Random& r) { return box(r.lengths(0.2L, 1)); }},
      {"ellipsoid", [](Random& r) { return ellipsoid(r.lengths(0.2L, 1)); }},
      {"cylinder", [](Random& r) { return cylinder(r.uniform(0.2L, 1), r.uniform(0.2L, 1)); }},
      {"cone", [](Random& r) { return cone(r.uniform(0.2L, 1), r.uniform(0.2L, 1)); }},
      {"frustum",
       [](Random& r) {
         const Vec3 bottom = r.lengths(0.2L, 1), top = r.lengths(0, 1);
         return frustum(bottom.x, bottom.y, top.x, top.y, bottom.z);
       }},
      {"conical frustum",
       [](Random& r) { return conical_frustum(r.uniform(0.2L, 1), r.uniform(0.2L, 1), r.uniform(0.2L, 1)); }},
      {"superquadric",
       [](Random& r) { return superquadric(r.lengths(0.2L, 1), r.uniform(0.1L, 1.9L), r.uniform(0.1L, 1.9L)); }},
      {"hull", [](Random& r) { return r.cloud(12); }},
      {"sphere", [](Random& r) { return sphere(r.uniform(0.2L, 1)); }},
      {"capsule", [](Random& r) { return capsule(r.uniform(0.2L, 0.6L), r.uniform(0.2L, 1)); }},
      {"lozenge", [](Random& r) { return lozenge(r.uniform(0.2L, 1), r.uniform(0.2L, 1), r.uniform(0.1L, 0.5L)); }},
      {"round box", [](Random& r) { return round_box(r.lengths(0.2L, 1), r.uniform(0.1L, 0.5L)); }},
      {"wheel", [](Random& r) { return wheel(r.uniform(0.2L, 1), r.uniform(0.1L, 0.5L)); }},
      {"minkowski sum",
       [](Random& r) { return minkowski_sum(box(r.lengths(0.1L, 0.5L)), ellipsoid(r.lengths(0.1L, 0.5L))); }},
      {"hull of two",
       [](Random& r) {
         const Pose pose{r.rotation(), r.uniform(0.2L, 1) * r.direction()};
         return convex_hull(sphere(r.uniform(0.2L, 0.6L)), transformed(capsule(r.uniform(0.2L, 0.6L), 0.3L), pose));
       }},
      {"rounded cone", [](Random& r) { return rounded(cone(r.uniform(0.2L, 1), r.uniform(0.2L, 1)), 0.2L); }},
      {"transformed cylinder",
       [](Random& r) {
         return transformed(cylinder(r.uniform(0.2L, 1), r.uniform(0.2L, 1)), {r.rotation(), 0.3L * r.direction()});
       }},
      {"minkowski difference",
       [](Random& r) { return minkowski_difference(r.points_on_sphere(6), disc(r.uniform(0.1L, 0.5L))); }},
  };
  return all;
}

struct Timer {
  std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();
  double microseconds() const {
    return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count();
  }
};

/// Every random test asserts that it sees both sides.
void expect_fair(int hits, int pairs) {
  EXPECT_GE(hits, 0.3 * pairs);
  EXPECT_LE(hits, 0.7 * pairs);
}

void expect_consistent(const Answer& x, const Answer& y) {
  EXPECT_LE(x.lower, y.upper);
  EXPECT_LE(y.lower, x.upper);
}

// ---------------------------------------------------------------- support mappings

/// Is p in the body, by its textbook inequality?
TEST(Support, LiesOnTheTextbookSurfaceAndIsFarthest) {
  Random r(1);
  for (int i = 0; i < 2000; ++i) {
    const Vec3 radii = r.lengths(0.2L, 1);
    const Real e1 = r.uniform(0.1L, 2), e2 = r.uniform(0.1L, 2), height = r.uniform(0.2L, 1);
    const auto power = [](Real x, Real e) { return std::pow(std::abs(x), e); };
    const auto implicit = [&](const Vec3& p) {
      const Real in_plane = power(p.x / radii.x, 2 / e2) + power(p.y / radii.y, 2 / e2);
      return std::pow(in_plane, e2 / e1) + power(p.z / radii.z, 2 / e1);
    };
    const Vec3 n = r.direction();
    const Vec3 s = superquadric(radii, e1, e2).support(n);
    EXPECT_CLOSE(implicit(s), 1, 1e-13L);
    EXPECT_CLOSE(norm(superquadric(radii, 1, 1).support(n) - ellipsoid(radii).support(n)), 0, 1e-17L);
    for (int k = 0; k < 20; ++k) {
      const Vec3 u = r.direction();
      const Vec3 q = std::pow(implicit(u), -e1 / 2) * u;  // implicit is homogeneous of degree 2/e1
      EXPECT_LE(dot(n, q), dot(n, s) + 1e-15L);

      const Real angle = r.uniform(0, 2 * pi), up = r.uniform(0, 1);
      const Vec3 rim{std::cos(angle), std::sin(angle), 0};
      const Vec3 bottom{0, 0, -height}, top{0, 0, height};
      const auto expect_inside = [&](const Body& body, const Vec3& p) {
        EXPECT_LE(dot(n, p), dot(n, body.support(n)) + 1e-17L);
      };
      expect_inside(cone(radii.x, height), (1 - up) * (bottom + radii.x * rim) + up * top);
      expect_inside(cylinder(radii.x, height), (1 - 2 * up) * top + radii.x * rim);
      expect_inside(conical_frustum(radii.x, radii.y, height),
                    (1 - up) * (bottom + radii.x * rim) + up * (top + radii.y * rim));
      expect_inside(ellipsoid(radii), {radii.x * u.x, radii.y * u.y, radii.z * u.z});
      expect_inside(ellipse(radii.x, radii.y), {radii.x * rim.x, radii.y * rim.y, 0});
      expect_inside(capsule(radii.x, height), (1 - 2 * up) * top + radii.x * u);
    }
  }
}

TEST(Support, IsDefinedForEveryDirection) {
  Random r(2);
  for (const Kind& kind : kinds()) {
    const Body body = kind.make(r);
    for (const Vec3& n : {Vec3{}, Vec3{0, 0, 1}, Vec3{0, 0, -1}, Vec3{1, 0, 0}, Vec3{-1, 1, 0}, Vec3{0, 1e-300L, 0}})
      EXPECT_TRUE(is_finite(body.support(n))) << kind.name;
    for (int i = 0; i < 200; ++i) {
      const Vec3 n = r.direction(), m = r.direction();
      EXPECT_GE(dot(n, body.support(n)), dot(n, body.support(m)) - 1e-17L) << kind.name;
      EXPECT_LE(norm(body.support(n)), body.reach * (1 + 1e-18L)) << kind.name;
    }
  }
}

TEST(Support, RectangularFrustumAndFlatShapes) {
  const Body f = frustum(2, 1, 0.5L, 0.25L, 3);
  EXPECT_EQ(f.support({1, 1, -0.1L}), (Vec3{2, 1, -3}));
  EXPECT_EQ(f.support({-0.1L, 0.1L, 1}), (Vec3{-0.5L, 0.25L, 3}));
  EXPECT_EQ(cone(1, 2).support({0.1L, 0, 1}), (Vec3{0, 0, 2}));
  EXPECT_EQ(cone(1, 2).support({0, 1, -1}), (Vec3{0, 1, -2}));
  EXPECT_EQ(rectangle(1, 2).support({-1, 1, 5}), (Vec3{-1, 2, 0}));
  EXPECT_EQ(segment(2).support({1, 0, -1}), (Vec3{0, 0, -2}));
}

// ---------------------------------------------------------------- brute force over A - B

/// Signed distance from every triple of vertex differences. No shortcuts: only for a handful of vertices.
Real brute_force(const Body& a, const Body& b, const Pose& x_ab) {
  std::vector<Vec3> d;
  for (const Vec3& p : a.vertices)
    for (const Vec3& q : b.vertices) d.push_back(p - x_ab * q);
  Real depth = infinity, gap = infinity;
  for (const Vec3& p : d) gap = std::min(gap, norm(p));
  for (std::size_t i = 0; i < d.size(); ++i)
    for (std::size_t j = i + 1; j < d.size(); ++j) {
      const Vec3 e = d[j] - d[i];
      const Real t = -dot(d[i], e) / norm_squared(e);
      if (t > 0 && t < 1) gap = std::min(gap, norm(d[i] + t * e));
      for (std::size_t k = j + 1; k < d.size(); ++k) {
        const Vec3 f = d[k] - d[i], m = cross(e, f);
        const Real length = norm(m);
        if (length < 1e-12L) continue;
        const Vec3 n = m / length;
        const Real s = -dot(cross(d[i], f), m) / (length * length), u = -dot(cross(e, d[i]), m) / (length * length);
        if (s >= 0 && u >= 0 && s + u <= 1) gap = std::min(gap, std::abs(dot(n, d[i])));
        Real most = -infinity, least = infinity;
        for (const Vec3& p : d) most = std::max(most, dot(n, p)), least = std::min(least, dot(n, p));
        depth = std::min({depth, most, -least});
      }
    }
  return depth >= 0 ? -depth : gap;
}

TEST(PolytopeDistance, AgreesWithBruteForce) {
  Random r(3);
  const int pairs = 600;
  int hits = 0;
  for (int i = 0; i < pairs; ++i) {
    const Body a = r.points_on_sphere(4 + r.below(2)), b = r.coin() ? r.points_on_sphere(4) : box(r.lengths(0.2L, 1));
    const Pose x = r.near(a, b, 0.5L);
    const Real expected = brute_force(a, b, x);
    hits += expected <= 0;
    const Answer exact = polytope_distance(a, Pose{}, b, x), smooth = smooth_distance(a, b, x);
    EXPECT_CLOSE(exact.distance, expected, 1e-17L);
    EXPECT_CLOSE(smooth.distance, expected, 1e-15L);
    EXPECT_TRUE(exact.certified && smooth.certified);
  }
  expect_fair(hits, pairs);
}

TEST(PolytopeDistance, KnowsItsFeatures) {
  Random r(4);
  const Polytope cube = Polytope::from_points(box({1, 1, 1}).vertices);
  EXPECT_EQ(cube.normals.size(), 6U);
  EXPECT_EQ(cube.edges.size(), 24U);  // 12 edges, 12 face diagonals: a surplus is kept
  const Polytope sphere_hull = Polytope::from_points(r.points_on_sphere(50).vertices);
  EXPECT_EQ(sphere_hull.edges.size(), 144U);  // Euler: 3n - 6, 2n - 4
  EXPECT_EQ(sphere_hull.normals.size(), 96U);
  EXPECT_EQ(Polytope::from_points(triangle({0, 0, 0}, {1, 0, 0}, {0, 1, 0}).vertices).normals.size(), 2U);
  EXPECT_EQ(Polytope::from_points(segment(1).vertices).edges.size(), 1U);
  EXPECT_EQ(Polytope::from_points({{1, 2, 3}}).edges.size(), 0U);
}

TEST(PolytopeDistance, IgnoresDuplicateCollinearCoplanarAndInteriorPoints) {
  Random r(5);
  for (int i = 0; i < 200; ++i) {
    const Body cube = box({1, 1, 1}), other = r.cloud(8);
    std::vector<Vec3> more = cube.vertices;
    for (int k = 0; k < 8; ++k) {
      const Vec3 p = r.lengths(-1, 1);
      more.push_back(k < 2 ? p : k < 4 ? Vec3{1, p.y, p.z} : k < 6 ? Vec3{1, -1, p.z} : cube.vertices[0]);
    }
    const Pose x = r.near(cube, other, 0.8L);
    EXPECT_CLOSE(polytope_distance(hull(more), Pose{}, other, x).distance,
                 polytope_distance(cube, Pose{}, other, x).distance, 1e-16L);
  }
}

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
      const Pose x = {r.rotation(), r.uniform(0, n == 4 ? 1.6L : 3.2L) * r.direction()};
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
  return (r.coin() ? 1 : -1) * amounts[r.below(7)];
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
         Pose x{r.coin() ? rotation_about(r.direction(), std::abs(small_amount(r))) : r.rotation(),
                r.uniform(0, 1) * r.direction()};
         if (r.coin()) x.translation.z = 0.002L + small_amount(r);
         return PolytopePair{box({1, 1, 0.001L}), box({1, r.uniform(0.5L, 1), 0.001L}), {}, x};
       }},
      {"needles 1:2000",
       [](Random& r) {
         const Body needle = box({0.0005L, 0.0005L, 1});
         const Mat3 turn = r.coin() ? r.rotation() : rotation_about(r.direction(), std::abs(small_amount(r)));
         return PolytopePair{needle, needle, {}, {turn, r.uniform(0, 0.002L) * r.direction()}};
       }},
      {"ground against small",
       [](Random& r) {
         const Body b = r.coin() ? box({0.05L, 0.1L, 0.07L}) : r.cloud(12);
         const Vec3 at{r.uniform(-250, 250), r.uniform(-250, 250), 1 + r.uniform(-0.3L, 1) * b.extent};
         return PolytopePair{box({250, 250, 1}), b, {}, {r.below(3) ? r.rotation() : Mat3{}, at}};
       }},
      {"flat against solid",
       [](Random& r) {
         const Body flat = r.coin() ? triangle(r.direction(), r.direction(), r.direction()) : rectangle(0.7L, 0.3L);
         return PolytopePair{flat, r.cloud(10), {}, {r.rotation(), r.uniform(0, 1.6L) * r.direction()}};
       }},
      {"flat against flat",
       [](Random& r) {
         const Body a = r.coin() ? triangle(r.direction(), r.direction(), r.direction()) : rectangle(0.7L, 0.3L);
         const Body b = r.below(3) ? (r.coin() ? rectangle(0.5L, 0.8L) : segment(1)) : a;
         const Mat3 turn = r.below(3) ? r.rotation() : rotation_about({0, 0, 1}, r.uniform(0, 1));
         Pose x{turn, r.uniform(0, 0.9L) * r.direction()};
         if (r.below(4) == 0) x.translation.z = 0;
         return PolytopePair{a, b, {}, r.below(8) ? x : Pose{}};
       }},
      {"concentric and identical hulls",
       [](Random& r) {
         const Body a = r.coin() ? r.cloud(12) : r.points_on_sphere(20);
         const Mat3 turn = r.coin() ? Mat3{} : rotation_about(r.direction(), std::abs(small_amount(r)));
         return PolytopePair{a, a, {}, {turn, r.coin() ? Vec3{} : small_amount(r) * r.direction()}};
       }},
      {"far away",
       [](Random& r) {
         const Vec3 c = r.lengths(-1e6L, 1e6L);
         return PolytopePair{r.cloud(10),
                             box({0.5L, 0.6L, 0.7L}),
                             {r.rotation(), c},
                             {r.rotation(), c + r.uniform(0, 2.2L) * r.direction()}};
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

/// The set where the two bounds cannot meet: many directions are nearly minimal. They must still hold.
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
    const Pose x{r.rotation(), r.uniform(0, 2.4L) * r.direction()}, scaled{x.rotation, s * x.translation};
    const Answer one = smooth_distance(ellipsoid(ra), cylinder(rb, h), x);
    const Answer other = smooth_distance(ellipsoid(s * ra), cylinder(s * rb, s * h), scaled);
    EXPECT_TRUE(one.certified && other.certified);
    EXPECT_CLOSE(other.distance / s, one.distance, 4e-12L);
    hits += one.distance <= 0;
  }
  expect_fair(hits, pairs);
}

// ---------------------------------------------------------------- closed forms against smooth

TEST(ClosedForms, AgreeWithSmoothDistance) {
  Random r(9);
  const int pairs = 2000;
  int hits[4] = {};
  for (int i = 0; i < pairs; ++i) {
    const Real ra = r.uniform(0.1L, 0.5L), rb = r.uniform(0.1L, 0.5L), ha = r.uniform(0.1L, 1), hb = r.uniform(0.1L, 1);
    const Vec3 half = r.lengths(0.2L, 0.8L);
    const Pose xa{r.rotation(), r.lengths(-1, 1)};
    const Pose xb{r.rotation(), xa.translation + r.uniform(0, 1.6L) * r.direction()};
    const std::pair<Answer, Answer> answers[4] = {
        {sphere_sphere(ra + 0.3L, xa.translation, rb, xb.translation),
         smooth_distance(sphere(ra + 0.3L), xa, sphere(rb), xb)},
        {sphere_capsule(ra, xa.translation, rb, hb, xb), smooth_distance(sphere(ra), xa, capsule(rb, hb), xb)},
        {capsule_capsule(ra, ha, xa, rb, hb, xb), smooth_distance(capsule(ra, ha), xa, capsule(rb, hb), xb)},
        {sphere_box(ra, xa.translation, half, xb), smooth_distance(sphere(ra), xa, box(half), xb)}};
    for (int k = 0; k < 4; ++k) {
      const auto& [closed, smooth] = answers[k];
      hits[k] += closed.distance <= 0;
      EXPECT_CLOSE(closed.distance, smooth.distance, 4e-15L) << k;
      expect_consistent(closed, smooth);
      EXPECT_CLOSE(dot(closed.normal, smooth.normal), 1, 1e-9L) << k;
    }
  }
  for (const int h : hits) expect_fair(h, pairs);
}

TEST(ClosedForms, HalfSpaceIsTheLimitOfALargeBox) {
  Random r(10);
  int hits = 0;
  for (const Kind& kind : kinds())
    for (int i = 0; i < 20; ++i) {
      const Body body = kind.make(r);
      const Pose xb{r.rotation(), Vec3{0.1L, 0.2L, r.uniform(0, 1.6L)}};
      const Answer closed = half_space_body({{0, 0, 2}, 0}, Pose{}, body, xb);
      const Answer smooth = smooth_distance(box({10, 10, 10}), translation(0, 0, -10), body, xb);
      hits += closed.distance <= 0;
      EXPECT_CLOSE(closed.distance, smooth.distance, 1e-11L) << kind.name;
      EXPECT_EQ(closed.normal, (Vec3{0, 0, 1}));
    }
  expect_fair(hits, 20 * static_cast<int>(kinds().size()));
}

TEST(ClosedForms, PointEllipsoidAgreesWithSmoothDistance) {
  Random r(11);
  const int points = 1000;
  int inside = 0;
  for (int i = 0; i < points; ++i) {
    Vec3 radii = r.lengths(0.1L, 1), p = 1.3L * r.lengths(-1, 1);
    if (r.below(4) == 0) radii.y = radii.x;
    p = {p.x * radii.x, p.y * radii.y, p.z * radii.z};
    if (r.below(4) == 0) p.x = 0;
    if (r.below(4) == 0) p.z = 0;
    const EllipsoidPoint e = point_ellipsoid(radii, p);
    const Answer smooth = smooth_distance(ellipsoid(radii), point({}), {Mat3{}, p});
    inside += e.distance <= 0;
    EXPECT_CLOSE(e.distance, smooth.distance, 1e-12L);
    EXPECT_LE(smooth.lower, e.distance + 1e-17L);
    EXPECT_GE(smooth.upper, e.distance - 1e-17L);
    const Vec3 q{e.nearest.x / radii.x, e.nearest.y / radii.y, e.nearest.z / radii.z};
    EXPECT_CLOSE(norm(q), 1, 1e-17L);
  }
  expect_fair(inside, points);
  EXPECT_EQ(point_ellipsoid({1, 2, 3}, {}).distance, -1);
  EXPECT_EQ(point_ellipsoid({1, 2, 3}, {0, 0, 4}).distance, 1);
}

TEST(ClosedForms, BoxBoxOverlapAgreesWithPolytopeDistance) {
  Random r(12);
  const int pairs = 2000;
  int hits = 0;
  for (int i = 0; i < pairs; ++i) {
    const Vec3 ha = r.lengths(0.1L, 1), hb = r.lengths(0.1L, 1);
    const Pose x{r.below(4) ? r.rotation() : Mat3{}, r.uniform(0, 2.2L) * r.direction()};
    const bool overlap = box_box_overlap(ha, hb, x);
    hits += overlap;
    EXPECT_EQ(overlap, polytope_distance(box(ha), Pose{}, box(hb), x).distance <= 0);
  }
  expect_fair(hits, pairs);
}

// ---------------------------------------------------------------- known cases (shared/cases/field_cases.json)

TEST(FieldCases, AreReproduced) {
  struct Case {
    const char* name;
    Body a;
    Pose pose_a;
    Body b;
    Pose pose_b;
    Real distance, tolerance;
  };
  const Body six = hull({{-0.0611590669, -0.13801524, -0.158372656},
                         {0.0620514415, 0.135089189, -0.159879193},
                         {-0.105518319, -0.100999095, -0.188289702},
                         {-0.107238553, -0.102976903, 0.1569262},
                         {-0.0851279497, -0.122304708, 0.156887323},
                         {-0.0590926372, -0.104567274, -0.242715642}});
  const Mat3 six_turn{{-0.4112294337502336, -0.9115180028568637, 0.005028248730602621},
                      {0.9115196556334584, -0.4112462245006949, -0.0029086470712787094},
                      {0.004719132475738175, 0.0033872262632570565, 0.9999831281011284}};
  const std::vector<Case> cases = {
      {"cubes overlapping by 0.1", box({1, 1, 1}), {}, box({1, 1, 1}), translation(0, 0, 1.9), -0.1, 1e-12L},
      {"cylinder grazing a door frame, turned",
       cylinder(0.05, 0.03),
       {{{-0.9731301075927928, -0.12202804064972551, 0.19526123781136842},
         {0.20950801135757172, -0.11745920593569326, 0.9707263919961958},
         {-0.09552060967892975, 0.9855518719154995, 0.13986894183635}},
        {0.8747278146113856, -0.403868788134716, 1.5871328698116491}},
       box({0.0125, 0.175, 0.9225}),
       {{{0, -1, 0}, {1, 0, 0}, {0, 0, 1}}, {0.8, -0.4575, 1.0225}},
       2.05e-8L,
       2e-9L},
      {"cylinder and sphere kissing", cylinder(0.03, 0.325), translation(0.6, 0, 0.325), sphere(0.055),
       translation(0.5419794018, -0.0621175025, 0.6016236576), -1.53e-7L, 2e-9L},
      {"box against thin plate",
       box({0.23, 0.24, 0.005}),
       translation(-0.721, -0.772, 0.81),
       box({0.0247605, 0.073, 0.03625}),
       {{{0.10758262492983037, -0.6624881850015213, -0.7413065381787736},
         {0.22682184885125473, -0.7096140407752535, 0.6670830248314786},
         {-0.9679761503760854, -0.23991106241273435, 0.07392465377049165}},
        {-0.4267713300299948, -0.7659685124774679, 0.8074673140009105}},
       -0.0134086138L,
       2e-9L},
      {"sphere touching a box edge", sphere(0.06),
       translation(1.7855056639081962e-10, 0.039999999999999994, 0.3300000000000001), box({0.05, 0.05, 0.05}),
       translation(0.05, 0.15, 0.35), 0, 1e-9L},
      {"coplanar parallel discs offset 0.42",
       cylinder(0.25, 0.05),
       {},
       cylinder(0.25, 0.05),
       translation(0.42, 0, 0),
       -0.08L,
       1e-7L},
      {"small cube inside a cube's corner",
       box({0.5, 0.5, 0.5}),
       {},
       box({0.1, 0.1, 0.1}),
       translation(0.4, 0.4, 0.4),
       -0.2L,
       1e-12L},
      {"sphere in a large box at 10.9", box({10, 10, 10}), {}, sphere(1), translation(10.9, 0, 0), -0.1L, 1e-9L},
      {"capsule and near-parallel triangle",
       capsule(0.42, 0.675),
       {{{1, 0, 0}, {0, 0, 1}, {0, -1, 0}}, {}},
       hull({{-0.0904417038, -4.72410202, 0.307858467},
             {-0.0904417038, 5.27589798, 0.307857513},
             {9.9095583, 5.27589798, 0.307864189}}),
       {},
       -0.112142L,
       2e-6L},
      {"six-vertex hulls, common shift 1000",
       six,
       {six_turn, {999.858333416, 0, 0}},
       six,
       {six_turn, {1000.141666584, 0, 0}},
       -0.00313126L,
       1e-7L},
      {"tunnelled thin box, face",
       box({0.10375412296887962, 0.0014208822825842824, 0.029838770510023913}),
       {{{-0.6346980748350237, 0.23557296324532456, -0.7359780790135882},
         {-0.41246826634108563, -0.9086599106239981, 0.06486213137391345},
         {-0.6534740110075486, 0.34473547222849654, 0.6738910676994476}},
        {}},
       box({0.004773870482716396, 0.0007140947854610601, 0.0045937794963772805}),
       {{{0.6066721447233352, 0.18256408137171828, -0.773704895299034},
         {0.6277593760466676, -0.7071407986068514, 0.32537679193692143},
         {-0.48771618242814857, -0.6830975385247444, -0.5436089387226335}},
        {0.027189909560778446, 0.003935055006556199, -0.005523247607722875}},
       -0.00671659L,
       1e-7L},
  };
  for (const Case& c : cases) {
    const Answer smooth = smooth_distance(c.a, c.pose_a, c.b, c.pose_b);
    EXPECT_CLOSE(smooth.distance, c.distance, c.tolerance) << c.name;
    EXPECT_TRUE(smooth.certified) << c.name;
    if (!c.a.has_polytope_core() || !c.b.has_polytope_core()) continue;
    const Answer exact = polytope_distance(c.a, c.pose_a, c.b, c.pose_b);
    EXPECT_CLOSE(exact.distance, c.distance, c.tolerance) << c.name;
    expect_consistent(exact, smooth);
  }
}

TEST(Degenerate, PointsAndSegments) {
  const auto both = [](const Body& a, const Body& b, const Pose& x, Real expected) {
    for (const Answer& answer : {polytope_distance(a, Pose{}, b, x), smooth_distance(a, b, x)}) {
      EXPECT_CLOSE(answer.distance, expected, 1e-17L);
      EXPECT_TRUE(answer.certified);
      EXPECT_CLOSE(norm(answer.normal), 1, 1e-18L);
    }
  };
  const Body p = point({}), s = segment(1), cube = box({1, 1, 1});
  const Mat3 along_x{{0, 0, 1}, {0, 1, 0}, {-1, 0, 0}};
  both(p, p, Pose{}, 0);
  both(p, p, translation(0, 3, 4), 5);
  both(p, s, Pose{}, 0);
  both(p, s, translation(0, 0, 1), 0);
  both(p, s, translation(0, 0, 3), 2);
  both(s, s, Pose{}, 0);
  both(s, s, translation(0, 0, 2), 0);
  both(s, s, translation(0, 0, 3), 1);
  both(s, s, translation(1, 0, 0.5L), 1);
  both(s, s, {along_x, {}}, 0);
  both(s, s, {along_x, {0, 1, 0}}, 1);
  both(s, s, {along_x, {2, 0, 0}}, 1);
  both(p, cube, Pose{}, -1);
  both(p, cube, translation(1, 1, 1), 0);
  both(p, cube, translation(0.25L, 0, 0), -0.75L);
  both(s, cube, Pose{}, -1);
  both(s, cube, translation(0.5L, 0.25L, 0.5L), -0.5L);
  both(rectangle(1, 1), rectangle(1, 1), Pose{}, 0);
  both(rectangle(1, 1), rectangle(1, 1), translation(3, 0, 0), 1);
  both(rectangle(1, 1), rectangle(1, 1), {along_x, {}}, -1);
  both(cube, cube, Pose{}, -2);
  both(cube, cube, translation(2, 2, 2), 0);
  both(cube, cube, translation(2, 0, 0), 0);
  both(rounded(s, 0.5L), rounded(s, 0.25L), {along_x, {}}, -0.75L);
  both(lozenge(1, 1, 0.1L), lozenge(1, 1, 0.2L), translation(0.1L, 0, 0), -0.3L);
}

// ---------------------------------------------------------------- the certificate

TEST(Certificate, AcceptsTheTruthAndNamesEachLie) {
  // A box of half size 1, a sphere of radius 0.5 above it: distance 0.25.
  const Body a = box({1, 1, 1}), b = sphere(0.5L);
  const Pose x = translation(0.3L, 0.2L, 1.75L);
  const Claim truth{0.25L, 0.25L, 0.25L, {0, 0, 1}, {0.3L, 0.2L, 1}, {0.3L, 0.2L, 1.25L}};
  const Allowance allowed{1e-15L, 0, 4e-16L, 1e-12L};
  EXPECT_TRUE(violations(a, b, x, truth, allowed).empty());
  const auto expect_caught = [&](const char* what, const std::function<void(Claim&)>& spoil) {
    Claim lie = truth;
    spoil(lie);
    bool named = false;
    std::string all;
    for (const std::string& text : violations(a, b, x, lie, allowed)) {
      named = named || text.find(what) != std::string::npos;
      all += text + "; ";
    }
    EXPECT_TRUE(named) << what << " not among: " << all;
  };
  expect_caught("lower exceeds the separation", [](Claim& c) { c.lower = c.distance = c.upper = 0.2501L; });
  expect_caught("lower exceeds distance", [](Claim& c) { c.distance = 0.24L; });
  expect_caught("distance exceeds upper", [](Claim& c) { c.upper = 0.24L; });
  expect_caught("witness distance exceeds upper", [](Claim& c) { c.upper = 0.24L; });
  expect_caught("bounds are apart", [](Claim& c) { c.lower = 0.2L; });
  expect_caught("not unit", [](Claim& c) { c.normal.z = 1.001L; });
  expect_caught("distance exceeds the separation", [](Claim& c) { c.normal = {0, 0.6L, 0.8L}; });
  expect_caught("point_b - point_a", [](Claim& c) { c.point_b.x += 1e-9L; });
  expect_caught("point_a is outside A", [](Claim& c) { c.point_a.z += 1e-12L; });
  expect_caught("point_b is outside B", [](Claim& c) { c.point_b.z -= 1e-12L; });
  expect_caught("not finite", [](Claim& c) { c.point_b.z = infinity; });

  const Pose deep = translation(0.3L, 0.2L, 1.25L);
  const Claim overlap{-0.25L, -0.25L, -0.25L, {0, 0, 1}, {0.3L, 0.2L, 1}, {0.3L, 0.2L, 0.75L}};
  EXPECT_TRUE(violations(a, b, deep, overlap, allowed).empty());
}

/// Supports along the oracle's normal are witness points wherever they are unique: all pairs of strictly convex bodies.
TEST(Certificate, AcceptsTheOraclesOwnAnswers) {
  Random r(13);
  const int pairs = 2000;
  int hits = 0;
  double time = 0;
  for (int i = 0; i < pairs; ++i) {
    const Body a = ellipsoid(r.lengths(0.3L, 1)), b = rounded(ellipsoid(r.lengths(0.3L, 1)), 0.1L);
    const Pose xa{r.rotation(), r.lengths(-1, 1)};
    const Pose xb{r.rotation(), xa.translation + r.uniform(0, 2.6L) * r.direction()};
    const Answer answer = smooth_distance(a, xa, b, xb);
    hits += answer.distance <= 0;
    const Vec3 pa = xa * a.core_support(transpose_times(xa.rotation, answer.normal));
    const Vec3 pb = xb * b.core_support(transpose_times(xb.rotation, -answer.normal)) - b.radius * answer.normal;
    const Real upper = answer.distance > 0 ? std::max(answer.upper, norm(pb - pa)) : answer.upper;
    const Timer timer;
    const auto found = violations(a, xa, b, xb, {answer.distance, answer.lower, upper, answer.normal, pa, pb},
                                  {1e-4L, 0, 1e-18L, 1e-11L});
    time += timer.microseconds();
    EXPECT_TRUE(found.empty()) << found.front();
  }
  expect_fair(hits, pairs);
  std::printf("  certificate: %.1f us a pair\n", time / pairs);
}

TEST(Certificate, PointMembershipAgreesWithDistance) {
  Random r(14);
  for (const Kind& kind : kinds()) {
    int inside = 0;
    double time = 0;
    const int points = 200;
    for (int i = 0; i < points; ++i) {
      const Body body = kind.make(r);
      const Pose pose{r.rotation(), r.lengths(-1, 1)};
      Vec3 p = pose * body.center + r.uniform(0, 0.9L) * body.extent * r.direction();
      if (r.coin()) p = pose * body.support(r.direction());  // on the surface
      const Answer full = smooth_distance(body, pose, point({}), {Mat3{}, p});
      const Real threshold = 1e-14L;
      const Timer timer;
      const PointGap gap = point_gap(body, pose, p, threshold);
      time += timer.microseconds();
      inside += gap.lower <= threshold;
      EXPECT_TRUE(full.lower <= 2 * threshold || gap.lower > threshold) << kind.name;
      EXPECT_TRUE(full.upper >= threshold / 2 || gap.upper <= threshold * 1.01L) << kind.name;
      EXPECT_LE(gap.lower, gap.upper) << kind.name;
    }
    EXPECT_GE(inside, points / 4) << kind.name;
    EXPECT_LT(time / points, 500) << kind.name;
  }
}

}  // namespace
}  // namespace oracle
