// SPDX-License-Identifier: MIT
// Convex bodies of the oracles: a core given by its support mapping, plus a ball. Built from plain numbers.
#pragma once

#include <tests/oracle/vec.h>

#include <memory>
#include <utility>

namespace oracle {

/// The support mapping of a core: a point of it that is farthest along n. Any n, of any length, zero included.
struct Core {
  Core() = default;
  Core(const Core&) = delete;
  Core& operator=(const Core&) = delete;
  virtual ~Core() = default;
  virtual Vec3 support(const Vec3& n) const = 0;
};

struct Body {
  std::shared_ptr<const Core> core;
  Real radius = 0;  // of the ball that is added to the core
  Vec3 center;  // some point of the body, interior where there is an interior
  std::vector<Vec3> vertices;  // of the core where it is a polytope, possibly with interior points; else empty
  Real reach = 0;  // no point of the body is farther from the local origin
  Real extent = 0;  // half the diagonal of the bounding box, rounding included

  bool has_polytope_core() const { return !vertices.empty(); }
  Vec3 core_support(const Vec3& n) const { return core->support(n); }
  Vec3 support(const Vec3& n) const { return core->support(n) + radius * normalized(n); }
};

namespace core {

inline Real with_sign(Real magnitude, Real sign) { return sign < 0 ? -magnitude : magnitude; }

/// A point of the circle of radius r farthest along (x, y), at height z.
inline Vec3 on_circle(Real r, const Vec3& n, Real z) {
  const Real length = std::sqrt(n.x * n.x + n.y * n.y);
  return length > 0 ? Vec3{r * n.x / length, r * n.y / length, z} : Vec3{r, 0, z};
}

struct Vertices final : Core {
  explicit Vertices(std::vector<Vec3> p) : points(std::move(p)) {}
  Vec3 support(const Vec3& n) const override {
    std::size_t best = 0;
    Real most = dot(n, points[0]);
    for (std::size_t i = 1; i < points.size(); ++i) {
      const Real along = dot(n, points[i]);
      if (along > most) most = along, best = i;
    }
    return points[best];
  }
  std::vector<Vec3> points;
};

struct Box final : Core {
  explicit Box(const Vec3& h) : half(h) {}
  Vec3 support(const Vec3& n) const override {
    return {with_sign(half.x, n.x), with_sign(half.y, n.y), with_sign(half.z, n.z)};
  }
  Vec3 half;
};

/// Also the ellipse (radii.z = 0).
struct Ellipsoid final : Core {
  explicit Ellipsoid(const Vec3& r) : radii(r) {}
  Vec3 support(const Vec3& n) const override {
    const Vec3 s{radii.x * n.x, radii.y * n.y, radii.z * n.z};
    const Real length = norm(s);
    if (!(length > 0)) return {radii.x, 0, 0};
    return {radii.x * s.x / length, radii.y * s.y / length, radii.z * s.z / length};
  }
  Vec3 radii;
};

/// Hull of two circles about z: cylinder, cone, conical frustum, disc.
struct TwoCircles final : Core {
  TwoCircles(Real b, Real t, Real h) : bottom(b), top(t), half_height(h) {}
  Vec3 support(const Vec3& n) const override {
    const Real r = std::sqrt(n.x * n.x + n.y * n.y);
    const bool up = top * r + half_height * n.z >= bottom * r - half_height * n.z;
    return up ? on_circle(top, n, half_height) : on_circle(bottom, n, -half_height);
  }
  Real bottom, top, half_height;
};

/// ((x/a)^(2/e2) + (y/b)^(2/e2))^(e2/e1) + (z/c)^(2/e1) = 1: the unit ball of a norm of norms, ||(||(x,y)||_p, z)||_q
/// with p = 2/e2 and q = 2/e1. Its support point is the gradient of the dual norm, taken level by level.
struct Superquadric final : Core {
  Superquadric(const Vec3& r, Real e1_, Real e2_) : radii(r), e1(e1_), e2(e2_) {}
  Vec3 support(const Vec3& n) const override {
    const Real ux = radii.x * n.x, uy = radii.y * n.y, uz = radii.z * n.z;
    Real gx, gy, gr, gz;
    const Real in_plane = dual_gradient(std::abs(ux), std::abs(uy), e2, gx, gy);
    dual_gradient(in_plane, std::abs(uz), e1, gr, gz);
    return {radii.x * with_sign(gr * gx, ux), radii.y * with_sign(gr * gy, uy), radii.z * with_sign(gz, uz)};
  }
  /// Dual norm of (a, b) >= 0 for the exponent 2/e, and its gradient: the primal unit vector most along (a, b).
  static Real dual_gradient(Real a, Real b, Real e, Real& ga, Real& gb) {
    const Real most = std::max(a, b), least = std::min(a, b);
    Real g_most = 1, g_least = 0, value = most;
    if (e < 2 && most > 0) {
      const Real k = e / (2 - e), ratio = least / most;  // dual exponent = k + 1
      const Real power = std::pow(ratio, k), sum = 1 + power * ratio, root = std::pow(sum, 1 / (k + 1));
      value = most * root;
      g_most = root / sum;
      g_least = g_most * power;
    }
    ga = a >= b ? g_most : g_least;
    gb = a >= b ? g_least : g_most;
    return value;
  }
  Vec3 radii;
  Real e1, e2;
};

struct Sum final : Core {
  Sum(std::shared_ptr<const Core> a_, std::shared_ptr<const Core> b_) : a(std::move(a_)), b(std::move(b_)) {}
  Vec3 support(const Vec3& n) const override { return a->support(n) + b->support(n); }
  std::shared_ptr<const Core> a, b;
};

struct Difference final : Core {
  Difference(std::shared_ptr<const Core> a_, std::shared_ptr<const Core> b_) : a(std::move(a_)), b(std::move(b_)) {}
  Vec3 support(const Vec3& n) const override { return a->support(n) - b->support(-n); }
  std::shared_ptr<const Core> a, b;
};

/// Hull of a + ball(extra_a) and b + ball(extra_b).
struct HullOfTwo final : Core {
  HullOfTwo(std::shared_ptr<const Core> a_, Real ea, std::shared_ptr<const Core> b_, Real eb)
      : a(std::move(a_)), b(std::move(b_)), extra_a(ea), extra_b(eb) {}
  Vec3 support(const Vec3& n) const override {
    const Vec3 u = normalized(n);
    const Vec3 p = a->support(n) + extra_a * u, q = b->support(n) + extra_b * u;
    return dot(n, p) >= dot(n, q) ? p : q;
  }
  std::shared_ptr<const Core> a, b;
  Real extra_a, extra_b;
};

struct Transformed final : Core {
  Transformed(std::shared_ptr<const Core> c, const Pose& p) : inner(std::move(c)), pose(p) {}
  Vec3 support(const Vec3& n) const override { return pose * inner->support(transpose_times(pose.rotation, n)); }
  std::shared_ptr<const Core> inner;
  Pose pose;
};

}  // namespace core

inline Body make_body(std::shared_ptr<const Core> c, Real radius, const Vec3& center, std::vector<Vec3> vertices = {}) {
  Body body{std::move(c), radius, center, std::move(vertices), 0, 0};
  const Vec3 hi{body.core->support({1, 0, 0}).x, body.core->support({0, 1, 0}).y, body.core->support({0, 0, 1}).z};
  const Vec3 lo{body.core->support({-1, 0, 0}).x, body.core->support({0, -1, 0}).y, body.core->support({0, 0, -1}).z};
  const auto farthest = [](Real a, Real b) { return std::max(std::abs(a), std::abs(b)); };
  body.reach = norm({farthest(lo.x, hi.x), farthest(lo.y, hi.y), farthest(lo.z, hi.z)}) + radius;
  body.extent = norm(hi - lo) / 2 + radius;
  return body;
}

inline Body hull(std::vector<Vec3> points) {
  Vec3 center;
  for (const Vec3& p : points) center += p / static_cast<Real>(points.size());
  auto c = std::make_shared<core::Vertices>(points);
  return make_body(std::move(c), 0, center, std::move(points));
}

inline Body rounded(Body body, Real radius) {
  body.radius += radius;
  body.reach += radius;
  body.extent += radius;
  return body;
}

inline Body point(const Vec3& position) { return hull({position}); }
inline Body segment(Real half_height) { return hull({{0, 0, -half_height}, {0, 0, half_height}}); }
inline Body triangle(const Vec3& a, const Vec3& b, const Vec3& c) { return hull({a, b, c}); }
inline Body rectangle(Real hx, Real hy) { return hull({{-hx, -hy, 0}, {hx, -hy, 0}, {hx, hy, 0}, {-hx, hy, 0}}); }
inline Body disc(Real radius) { return make_body(std::make_shared<core::TwoCircles>(radius, radius, 0.0L), 0, {}); }
inline Body ellipse(Real rx, Real ry) { return make_body(std::make_shared<core::Ellipsoid>(Vec3{rx, ry, 0}), 0, {}); }

inline Body box(const Vec3& half) {
  std::vector<Vec3> corners;
  for (const int x : {-1, 1})
    for (const int y : {-1, 1})
      for (const int z : {-1, 1}) corners.push_back({x * half.x, y * half.y, z * half.z});
  return make_body(std::make_shared<core::Box>(half), 0, {}, std::move(corners));
}

inline Body ellipsoid(const Vec3& radii) { return make_body(std::make_shared<core::Ellipsoid>(radii), 0, {}); }

inline Body conical_frustum(Real bottom_radius, Real top_radius, Real half_height) {
  return make_body(std::make_shared<core::TwoCircles>(bottom_radius, top_radius, half_height), 0, {});
}
inline Body cylinder(Real radius, Real half_height) { return conical_frustum(radius, radius, half_height); }
/// Base at -z, apex at +z, origin at mid-height.
inline Body cone(Real radius, Real half_height) { return conical_frustum(radius, 0, half_height); }

/// Rectangular: half extents (bx, by) at -half_height, (tx, ty) at +half_height.
inline Body frustum(Real bx, Real by, Real tx, Real ty, Real half_height) {
  const Real h = half_height;
  return hull({{-bx, -by, -h},
               {bx, -by, -h},
               {bx, by, -h},
               {-bx, by, -h},
               {-tx, -ty, h},
               {tx, -ty, h},
               {tx, ty, h},
               {-tx, ty, h}});
}

inline Body superquadric(const Vec3& radii, Real e1, Real e2) {
  return make_body(std::make_shared<core::Superquadric>(radii, e1, e2), 0, {});
}

inline Body sphere(Real radius) { return rounded(point({}), radius); }
inline Body capsule(Real radius, Real half_height) { return rounded(segment(half_height), radius); }
inline Body lozenge(Real hx, Real hy, Real radius) { return rounded(rectangle(hx, hy), radius); }
inline Body round_box(const Vec3& half, Real radius) { return rounded(box(half), radius); }
inline Body wheel(Real radius, Real rounding) { return rounded(disc(radius), rounding); }

inline Body minkowski_sum(const Body& a, const Body& b) {
  std::vector<Vec3> sums;
  for (const Vec3& p : a.vertices)
    for (const Vec3& q : b.vertices) sums.push_back(p + q);
  return make_body(std::make_shared<core::Sum>(a.core, b.core), a.radius + b.radius, a.center + b.center,
                   std::move(sums));
}

/// All a - b.
inline Body minkowski_difference(const Body& a, const Body& b) {
  std::vector<Vec3> differences;
  for (const Vec3& p : a.vertices)
    for (const Vec3& q : b.vertices) differences.push_back(p - q);
  return make_body(std::make_shared<core::Difference>(a.core, b.core), a.radius + b.radius, a.center - b.center,
                   std::move(differences));
}

/// The smaller radius becomes the radius of the hull, the rest goes into the core.
inline Body convex_hull(const Body& a, const Body& b) {
  const Real radius = std::min(a.radius, b.radius);
  std::vector<Vec3> all;
  if (a.has_polytope_core() && b.has_polytope_core() && a.radius == b.radius) {
    all = a.vertices;
    all.insert(all.end(), b.vertices.begin(), b.vertices.end());
  }
  return make_body(std::make_shared<core::HullOfTwo>(a.core, a.radius - radius, b.core, b.radius - radius), radius,
                   0.5L * (a.center + b.center), std::move(all));
}

inline Body transformed(const Body& body, const Pose& pose) {
  std::vector<Vec3> moved;
  for (const Vec3& p : body.vertices) moved.push_back(pose * p);
  return make_body(std::make_shared<core::Transformed>(body.core, pose), body.radius, pose * body.center,
                   std::move(moved));
}

/// n·s_B(-n) - n·s_A(n), radii included: the separation of the placed bodies along n (from A to B); a lower bound on
/// their signed distance. n is normalised here. Works relative to A's translation, so a common shift costs nothing.
inline Real separation_along(const Body& a, const Pose& pose_a, const Body& b, const Pose& pose_b, const Vec3& n) {
  const Vec3 u = normalized(n);
  const Vec3 pa = pose_a.rotation * a.core_support(transpose_times(pose_a.rotation, u));
  const Vec3 pb = pose_b.rotation * b.core_support(transpose_times(pose_b.rotation, -u));
  return dot(u, (pb - pa) + (pose_b.translation - pose_a.translation)) - a.radius - b.radius;
}

}  // namespace oracle
