// SPDX-License-Identifier: MIT
#pragma once
/// Random bodies of every kind and poses for them, and what the oracles' tests expect of random answers.
#include <tests/oracle/body.h>
#include <tests/oracle/polytope_distance.h>

#include <gtest/gtest.h>

#include <chrono>
#include <functional>
#include <random>

/// EXPECT_NEAR in long double.
#define EXPECT_CLOSE(x, y, tolerance) EXPECT_LE(std::abs(oracle::Real{x} - oracle::Real{y}), tolerance)

namespace oracle {

/// A statement that draws more than once draws into named values first, or in braces: their order is defined.
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
  /// About any axis, by this angle.
  Mat3 turn(Real angle) { return rotation_about(direction(), angle); }
  Mat3 rotation() { return turn(uniform(0, 2 * pi)); }
  /// In any direction, of a length in [lo, hi).
  Vec3 vector(Real lo, Real hi) {
    const Vec3 d = direction();
    return uniform(lo, hi) * d;
  }
  Vec3 lengths(Real lo, Real hi) { return {uniform(lo, hi), uniform(lo, hi), uniform(lo, hi)}; }
  Body points_on_sphere(int n) {
    std::vector<Vec3> p;
    for (int i = 0; i < n; ++i) p.push_back(direction());
    return hull(p);
  }
  /// Some of the points end up inside the hull.
  Body cloud(int n) {
    std::vector<Vec3> p;
    for (int i = 0; i < n; ++i) p.push_back(vector(0.6L, 1.2L));
    return hull(p);
  }
  /// B somewhere near A, from concentric to well apart.
  Pose near(const Body& a, const Body& b, Real farthest) {
    const Mat3 turned = rotation();
    const Vec3 d = direction();
    return {turned, uniform(0, farthest) * (a.extent + b.extent) * d};
  }
};

inline Body some_triangle(Random& r) {
  const Vec3 w = r.direction(), v = r.direction(), u = r.direction();
  return triangle(u, v, w);
}

using Maker = std::function<Body(Random&)>;
struct Kind {
  const char* name;
  Maker make;
};

inline const std::vector<Kind>& kinds() {
  static const std::vector<Kind> all = {
      {"point", [](Random& r) { return point(r.lengths(-1, 1)); }},
      {"segment", [](Random& r) { return segment(r.uniform(0.3L, 1)); }},
      {"triangle", [](Random& r) { return some_triangle(r); }},
      {"rectangle",
       [](Random& r) {
         const Real y = r.uniform(0.2L, 1), x = r.uniform(0.2L, 1);
         return rectangle(x, y);
       }},
      {"disc", [](Random& r) { return disc(r.uniform(0.2L, 1)); }},
      {"ellipse",
       [](Random& r) {
         const Real y = r.uniform(0.2L, 1), x = r.uniform(0.2L, 1);
         return ellipse(x, y);
       }},
      {"box", [](Random& r) { return box(r.lengths(0.2L, 1)); }},
      {"ellipsoid", [](Random& r) { return ellipsoid(r.lengths(0.2L, 1)); }},
      {"cylinder",
       [](Random& r) {
         const Real y = r.uniform(0.2L, 1), x = r.uniform(0.2L, 1);
         return cylinder(x, y);
       }},
      {"cone",
       [](Random& r) {
         const Real y = r.uniform(0.2L, 1), x = r.uniform(0.2L, 1);
         return cone(x, y);
       }},
      {"frustum",
       [](Random& r) {
         const Vec3 bottom = r.lengths(0.2L, 1), top = r.lengths(0, 1);
         return frustum(bottom.x, bottom.y, top.x, top.y, bottom.z);
       }},
      {"conical frustum",
       [](Random& r) {
         const Real z = r.uniform(0.2L, 1), y = r.uniform(0.2L, 1), x = r.uniform(0.2L, 1);
         return conical_frustum(x, y, z);
       }},
      {"superquadric",
       [](Random& r) {
         const Real y = r.uniform(0.1L, 1.9L), x = r.uniform(0.1L, 1.9L);
         return superquadric(r.lengths(0.2L, 1), x, y);
       }},
      {"hull", [](Random& r) { return r.cloud(12); }},
      {"sphere", [](Random& r) { return sphere(r.uniform(0.2L, 1)); }},
      {"capsule",
       [](Random& r) {
         const Real y = r.uniform(0.2L, 1), x = r.uniform(0.2L, 0.6L);
         return capsule(x, y);
       }},
      {"lozenge",
       [](Random& r) {
         const Real z = r.uniform(0.1L, 0.5L), y = r.uniform(0.2L, 1), x = r.uniform(0.2L, 1);
         return lozenge(x, y, z);
       }},
      {"round box",
       [](Random& r) {
         const Real radius = r.uniform(0.1L, 0.5L);
         return round_box(r.lengths(0.2L, 1), radius);
       }},
      {"wheel",
       [](Random& r) {
         const Real y = r.uniform(0.1L, 0.5L), x = r.uniform(0.2L, 1);
         return wheel(x, y);
       }},
      {"minkowski sum",
       [](Random& r) {
         const Vec3 radii = r.lengths(0.1L, 0.5L), half = r.lengths(0.1L, 0.5L);
         return minkowski_sum(box(half), ellipsoid(radii));
       }},
      {"hull of two",
       [](Random& r) {
         const Pose pose{r.rotation(), r.vector(0.2L, 1)};
         const Real second = r.uniform(0.2L, 0.6L), first = r.uniform(0.2L, 0.6L);
         return convex_hull(sphere(first), transformed(capsule(second, 0.3L), pose));
       }},
      {"rounded cone",
       [](Random& r) {
         const Real height = r.uniform(0.2L, 1), radius = r.uniform(0.2L, 1);
         return rounded(cone(radius, height), 0.2L);
       }},
      {"transformed cylinder",
       [](Random& r) {
         const Pose pose{r.rotation(), 0.3L * r.direction()};
         const Real height = r.uniform(0.2L, 1), radius = r.uniform(0.2L, 1);
         return transformed(cylinder(radius, height), pose);
       }},
      {"minkowski difference",
       [](Random& r) {
         const Real radius = r.uniform(0.1L, 0.5L);
         return minkowski_difference(r.points_on_sphere(6), disc(radius));
       }},
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
inline void expect_fair(int hits, int pairs) {
  EXPECT_GE(hits, 0.3 * pairs);
  EXPECT_LE(hits, 0.7 * pairs);
}

inline void expect_consistent(const Answer& x, const Answer& y) {
  EXPECT_LE(x.lower, y.upper);
  EXPECT_LE(y.lower, x.upper);
}

}  // namespace oracle
