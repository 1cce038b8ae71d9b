// SPDX-License-Identifier: MIT
// The oracle of polytopes against brute force, and the support mappings it and the others stand on.
#include <tests/oracle/random_bodies.h>
#include <tests/oracle/smooth_distance.h>

#include <algorithm>
#include <array>

namespace oracle {
namespace {

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

/// The distance of two segments, by hand: from an end of one to the other, or across both.
Real segment_distance(const std::array<Vec3, 2>& p, const std::array<Vec3, 2>& q) {
  const auto to_segment = [](const Vec3& x, const std::array<Vec3, 2>& s) {
    const Vec3 d = s[1] - s[0];
    const Real t = norm_squared(d) > 0 ? std::clamp(dot(x - s[0], d) / norm_squared(d), Real(0), Real(1)) : 0;
    return norm(s[0] + t * d - x);
  };
  Real least = std::min({to_segment(p[0], q), to_segment(p[1], q), to_segment(q[0], p), to_segment(q[1], p)});
  const Vec3 d = p[1] - p[0], e = q[1] - q[0], n = cross(d, e), w = q[0] - p[0];
  const Real s = dot(cross(w, e), n) / norm_squared(n), t = dot(cross(w, d), n) / norm_squared(n);
  if (s > 0 && s < 1 && t > 0 && t < 1) least = std::min(least, std::abs(dot(n, w)) / norm(n));
  return least;
}

// Points and segments of any size, which have no faces.
TEST(PolytopeDistance, OfPointsAndSegments) {
  Random r(6);
  const int pairs = 3000;
  int certified = 0;
  for (int i = 0; i < pairs; ++i) {
    const Real scale = i % 2 ? 1 : std::pow(Real(10), r.uniform(-30, 30));
    const auto ends = [&](bool point) {
      const Vec3 p = scale * r.lengths(-1, 1), q = scale * r.lengths(-1, 1);
      return std::array<Vec3, 2>{p, point ? p : q};
    };
    const std::array<Vec3, 2> p = ends(r.coin()), q = ends(r.coin());
    std::vector<Vec3> a(p.begin(), p.end()), b(q.begin(), q.end());
    if (r.coin()) a.push_back(0.5L * (p[0] + p[1])), b.insert(b.begin(), q[1]);
    const Answer answer = polytope_distance(hull(a), Pose{}, hull(b), Pose{});
    certified += answer.certified;
    EXPECT_CLOSE(answer.distance / scale, segment_distance(p, q) / scale, 1e-16L);
  }
  EXPECT_GT(certified, 0.99 * pairs);
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

}  // namespace
}  // namespace oracle
