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

inline const std::vector<Kind>& kinds() {
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
inline void expect_fair(int hits, int pairs) {
  EXPECT_GE(hits, 0.3 * pairs);
  EXPECT_LE(hits, 0.7 * pairs);
}

inline void expect_consistent(const Answer& x, const Answer& y) {
  EXPECT_LE(x.lower, y.upper);
  EXPECT_LE(y.lower, x.upper);
}

}  // namespace oracle
