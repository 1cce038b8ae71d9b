// SPDX-License-Identifier: MIT
/// Faces of polytopes on faces: the manifold covers the exact overlap, found by other code in long double.
#include <tactus/contact/center/contact_center.h>
#include <tactus/contact/manifold/clip.h>
#include <tactus/narrow/default.h>
#include <tactus/pair/settle.h>
#include <tests/helpers/random_pairs.h>

#include <gtest/gtest.h>

#include <vector>

namespace tactus {
namespace {

using testing::Random;
using testing::test_size;
using D = double;
using Real = long double;

struct Flat {
  Real x, y;
};
Real turn(Flat o, Flat p, Flat q) { return (p.x - o.x) * (q.y - o.y) - (p.y - o.y) * (q.x - o.x); }

/// The common part of two convex polygons (counter-clockwise): one cut after the other.
std::vector<Flat> common(std::vector<Flat> a, const std::vector<Flat>& b) {
  for (std::size_t j = 0; j < b.size() && !a.empty(); ++j) {
    std::vector<Flat> kept;
    const Flat p = b[j], q = b[(j + 1) % b.size()];
    for (std::size_t i = 0; i < a.size(); ++i) {
      const Flat r = a[i], s = a[(i + 1) % a.size()];
      const Real here = turn(p, q, r), there = turn(p, q, s);
      if (here >= 0) kept.push_back(r);
      if ((here < 0) != (there < 0)) {
        const Real t = here / (here - there);
        kept.push_back({r.x + t * (s.x - r.x), r.y + t * (s.y - r.y)});
      }
    }
    a = kept;
  }
  return a;
}

/// How far a point lies outside the convex hull of other points: the largest distance by which a line with all of them
/// on one side cuts it off. All pairs are tried, so no order is needed.
Real outside(const std::vector<Flat>& points, Flat p) {
  Real most = 0, nearest = INFINITY;
  for (std::size_t i = 0; i < points.size(); ++i) {
    nearest = std::min(nearest, std::hypot(points[i].x - p.x, points[i].y - p.y));
    for (std::size_t j = 0; j < points.size(); ++j) {
      const Real length = std::hypot(points[j].x - points[i].x, points[j].y - points[i].y);
      if (!(length > 0)) continue;
      bool all_left = true;
      for (const Flat& q : points) all_left = all_left && turn(points[i], points[j], q) >= -1e-12L * length;
      if (all_left) most = std::max(most, -turn(points[i], points[j], p) / length);
    }
  }
  return std::min(most, nearest);
}

struct Placed {
  Shape<D> shape;
  Pose<D> turned;  // its chosen face looks up, at height 0
  std::vector<Flat> face;  // counter-clockwise from above
  bool split = false;  // does another face lie within a degree of it?
};

/// A box, a 32-point hull or a prism over a regular polygon, on any of its faces.
Placed random_face(Random& random) {
  std::vector<Vec3<D>> points;
  const int kind = random.below(3);
  if (kind == 0) {
    for (unsigned i = 0; i < 8; ++i) points.push_back({i & 1 ? 0.6 : -0.6, i & 2 ? 0.4 : -0.4, i & 4 ? 0.5 : -0.5});
  } else if (kind == 1) {
    for (int i = 0; i < 32; ++i) points.push_back(random.direction());
  } else {
    const int n = 3 + random.below(10);
    for (int i = 0; i < n; ++i)
      for (const D z : {-0.5, 0.5}) points.push_back({std::cos(2 * pi<D> * i / n), std::sin(2 * pi<D> * i / n), z});
  }
  const Hull<D> hull = Hull<D>::from_points(points);
  const auto face = static_cast<std::uint32_t>(random.below(static_cast<int>(hull.face_count())));
  const Vec3<D>& n = hull.plane(face).normal;
  const Vec3<D> up{0, 0, 1};
  Pose<D> turned = rotation(unit_or(cross(n, up), any_perpendicular(n)), std::atan2(norm(cross(n, up)), dot(n, up)));
  turned = rotation_z(random.uniform(0, 6)) * turned;
  turned.translation = {0, 0, -hull.plane(face).offset};
  Placed placed{hull, turned, {}};
  for (const std::uint32_t v : hull.face_loop(face)) {
    const Vec3<D> p = turned * hull.vertex(v);
    placed.face.push_back({p.x, p.y});
  }
  for (const auto& other : hull.planes())
    placed.split = placed.split || (&other != &hull.plane(face) && distance(other.normal, n) < 0.02);
  if (kind == 0) placed.shape = Box<D>{{0.6, 0.4, 0.5}};  // the same body, but as a box
  return placed;
}

TEST(ManifoldOracle, CoversTheExactOverlapOfParallelFaces) {
  Random random(21);
  int overlapping = 0, rich = 0, centered = 0;
  const int cases = test_size(3000);
  for (int k = 0; k < cases; ++k) {
    const Placed a = random_face(random), b = random_face(random);
    // B upside down over A, its face down.
    const D y = random.uniform(-.6, .6), x = random.uniform(-.6, .6);
    const Pose<D> shift = translation(x, y, -1e-4);
    const Pose<D> over = shift * rotation_x(pi<D>);
    std::vector<Flat> face_b;
    for (auto p = b.face.rbegin(); p != b.face.rend(); ++p)
      face_b.push_back({p->x + static_cast<Real>(shift.translation.x), -p->y + static_cast<Real>(shift.translation.y)});
    const std::vector<Flat> exact = common(a.face, face_b);
    Real area = 0;
    for (std::size_t i = 2; i < exact.size(); ++i) area += turn(exact[0], exact[i - 1], exact[i]) / 2;
    if (area < 1e-2L) continue;  // a touch at the rims is another contact
    ++overlapping;
    const Pose<D> x_ab = inverse(a.turned) * over * b.turned;
    const Manifold<D> m = contact_manifold(a.shape, b.shape, x_ab, {.max_distance = 1e-6});
    const Vec3<D> up = a.turned.rotation * m.normal;
    if (!(up.z > 0.999)) continue;  // small faces: another axis is shallower
    std::vector<Flat> found;
    for (const auto& p : m) {
      const Vec3<D> q = a.turned * p.position;
      EXPECT_NEAR(p.distance, -1e-4, 1e-9);
      EXPECT_NEAR(q.z, -0.5e-4, 1e-9);
      found.push_back({q.x, q.y});
    }
    const Real tolerance = 2 * 0x1p-16L * 2;  // 2 snap of an extent of at most 2
    if (m.count < 16) {  // otherwise some points were dropped
      for (const Flat& p : exact) EXPECT_LE(outside(found, p), tolerance) << a.shape << b.shape;
    }
    for (const Flat& p : found) EXPECT_LE(outside(exact, p), tolerance) << a.shape << b.shape;
    rich += exact.size() > 4;
    if (a.split || b.split) continue;  // nearly coplanar faces count as one
    ++centered;
    // The centre of the contact is the centroid of the area.
    Flat center{0, 0};
    for (std::size_t i = 2; i < exact.size(); ++i) {
      const Real part = turn(exact[0], exact[i - 1], exact[i]) / 2 / area / 3;
      center.x += part * (exact[0].x + exact[i - 1].x + exact[i].x);
      center.y += part * (exact[0].y + exact[i - 1].y + exact[i].y);
    }
    const Contact<D> c = narrow::contact(a.shape, b.shape, x_ab, {.max_distance = 1e-6});
    const Vec3<D> found_center = a.turned * contact_center(a.shape, b.shape, x_ab, c);
    EXPECT_NEAR(found_center.x, static_cast<D>(center.x), 1e-4);
    EXPECT_NEAR(found_center.y, static_cast<D>(center.y), 1e-4);
  }
  EXPECT_GE(overlapping, cases / 4);
  EXPECT_GE(centered, cases / 4);
  EXPECT_GE(rich, cases / 10);
}

/// The table for small polygons and the general path compute the same overlap.
TEST(ManifoldOracle, SmallPolygonsClipAsLargeOnesDo) {
  Random random(22);
  int points = 0;
  const auto polygon = [&](Silhouette<D>& s, int n, bool reversed) {
    s.kind = Silhouette<D>::Kind::polygon;
    s.count = n, s.reversed = reversed, s.stride = 1;
    const D turned = random.uniform(0, 6), x = random.uniform(-.5, .5), y = random.uniform(-.5, .5);
    for (int i = 0; i < n; ++i)
      s.corners[i] = {x + std::cos(turned + 2 * pi<D> * i / n), y + std::sin(turned + 2 * pi<D> * i / n)};
    s.close();
  };
  for (int k = 0; k < 1000; ++k) {
    Silhouette<D> a, b;
    polygon(a, k % 3 ? 3 + random.below(6) : 4, false);
    polygon(b, k % 3 ? 3 + random.below(6) : 4, true);
    if (k % 5 == 0)  // equal, except for the last digits
      for (int i = b.count = a.count; i-- > 0;) b.corners[i] = a.corners[i] + Vec2<D>{random.uniform(-1e-9, 1e-9), 0};
    b.close();
    Overlap<D> small, large;
    const D snap = 0x1p-16;
    detail::clip_small(small, a, b, snap);
    D inside_a[8], inside_b[8];
    detail::add_corners({large, false, false, snap, snap}, {large, true, true, snap, snap}, a, b, inside_b, inside_a);
    detail::add_crossings(large, a, b, snap, inside_b, inside_a);
    ASSERT_EQ(small.count, large.count);
    for (int i = 0; i < small.count; ++i) {
      EXPECT_EQ(small.points[i].clip, large.points[i].clip) << k;
      EXPECT_EQ(small.points[i].at, large.points[i].at) << k;
    }
    points += small.count;
  }
  EXPECT_GE(points, 3000);
}

}  // namespace
}  // namespace tactus
