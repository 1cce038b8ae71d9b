// SPDX-License-Identifier: MIT
/// Queries on compounds, meshes and height fields, against brute force over their pieces with the oracle.
#include <gtest/gtest.h>
#include <tactus/query.h>
#include <tactus/shape/generators.h>
#include <tests/helpers/brute_force_pieces.h>
#include <tests/helpers/meshes.h>

#include <algorithm>

namespace tactus::testing {
namespace {

TEST(Nonconvex, AgreesWithBruteForceOverPieces) {
  Random random(3);
  int hits = 0, asked = 0;
  const int rounds = test_size(20), poses = 6;
  for (int round = 0; round < rounds; ++round) {
    const Mesh<double> mesh(random_triangles(random, 1 + random.below(16), 0.4), {.sides = Sides::both});
    const Mesh<double> other(random_triangles(random, 1 + random.below(6), 0.4), {.sides = Sides::both});
    const Compound<double> compound = random_compound(random, 1 + random.below(6));
    const Shape<double> hull = random_hull(random, 10, 0.5);
    hits += duel(random, mesh, hull, poses, 1.6);
    hits += duel(random, hull, mesh, poses, 1.6);
    hits += duel(random, compound, hull, poses, 2.0);
    hits += duel(random, compound, mesh, poses, 2.5);
    hits += duel(random, mesh, other, poses, 1.8);
    asked += 5 * poses;
  }
  EXPECT_GT(hits, asked * 3 / 10) << asked;
  EXPECT_LT(hits, asked * 7 / 10) << asked;
}

TEST(Nonconvex, HeightFieldAgreesWithBruteForce) {
  Random random(4);
  const HeightField<double> field = random_field(random);
  int hits = 0;
  const int poses = test_size(60);
  const Shape<double> hull = random_hull(random, 10, 0.3);
  const auto pieces = oracle_pieces(field.source());
  const pieces::OneShape<double> one(hull);
  const auto own = oracle_pieces(one);
  for (int k = 0; k < poses; ++k) {
    Pose pose = random.pose(0.8);
    pose.translation += Vec{0.8, 0.75, 0.3};
    const Truth truth = brute_force(pieces, own, pose);
    hits += truth.nearest <= 0;
    if (truth.lower > 1e-12) {
      EXPECT_NEAR(distance(field, Pose{}, hull, pose).distance, truth.nearest, 1e-11);
    } else if (truth.nearest < -1e-12) {
      EXPECT_TRUE(intersects(field, Pose{}, hull, pose));
    }
  }
  if (poses < 20) return;  // too few to tell a rate
  EXPECT_GT(hits, poses / 5);
  EXPECT_LT(hits, poses * 4 / 5);
}

/// The depth of a body inside a solid is known to a hundredth only, and its normal may be one of several.
TEST(Nonconvex, PosesOfBothBodiesMoveTheAnswer) {
  Random random(5);
  const Mesh<double> torus(torus_mesh(1, 0.3, 12, 8));
  const Compound<double> compound = random_compound(random, 4);
  int outside = 0;
  for (int k = 0; k < 40; ++k) {
    const Pose x_ab = random.pose(2.5), world = random.pose(10);
    const auto here = contact(torus, Pose{}, compound, x_ab), there = contact(torus, world, compound, world * x_ab);
    const auto mirror = contact(compound, x_ab, torus, Pose{});
    bool inside = false;
    for (std::size_t i = 0; i < compound.size(); ++i)
      inside |= torus.nearest(x_ab * compound[i].pose.translation).distance < 0;
    outside += !inside;
    const double tolerance = inside ? 1e-2 * std::abs(here.distance) : 1e-9;
    EXPECT_NEAR(here.distance, there.distance, tolerance);
    EXPECT_NEAR(here.distance, mirror.distance, tolerance);
    if (!inside) {
      EXPECT_NEAR(norm(world.rotation * here.normal - there.normal), 0, 1e-6);
    }
  }
  EXPECT_GT(outside, 20);
}

TEST(Nonconvex, LinkedTori) {
  const Mesh<double> torus(torus_mesh(1, 0.25, 48, 24));
  const Pose linked = translation(1.0, 0, 0) * rotation_x(pi<double> / 2);
  EXPECT_FALSE(intersects(torus, Pose{}, torus, linked));
  const auto c = contact(torus, Pose{}, torus, linked);
  EXPECT_EQ(c.status, Status::separated);
  EXPECT_NEAR(c.distance, 0.5, 0.01);  // 1 - 2·0.25, up to the facets
  EXPECT_LE(c.upper - c.lower, 1e-11);
  EXPECT_TRUE(intersects(torus, Pose{}, torus, translation(0.4, 0, 0) * rotation_x(pi<double> / 2)));
  EXPECT_NEAR(distance(torus, Pose{}, torus, translation(4.0, 0, 0)).distance, 1.5, 0.01);
}

TEST(Nonconvex, BracketAroundAPost) {
  const Mesh<double> bracket(bracket_mesh());
  const Shape<double> post = Cylinder<double>{.radius = 0.4, .half_height = 2};
  EXPECT_FALSE(intersects(bracket, Pose{}, post, translation(2.0, 2.0, 0)));
  EXPECT_NEAR(distance(bracket, Pose{}, post, translation(2.0, 2.0, 0)).distance, 0.6, 1e-5);
  EXPECT_NEAR(contact(bracket, Pose{}, post, translation(2.0, 1.3, 0)).distance, -0.1, 1e-5);
  EXPECT_TRUE(intersects(bracket, Pose{}, post, translation(0.5, 0.5, 0)));
}

TEST(Nonconvex, PegInAHole) {
  const double clearance = 1e-4;
  const int n = 64;
  const double inner = std::cos(pi<double> / n);  // of the polygon
  const Mesh<double> pipe(pipe_mesh(3, 1, n, 2));
  ASSERT_EQ(pipe.sides(), Sides::solid);
  const Shape<double> peg = Cylinder<double>{.radius = inner - clearance, .half_height = 3};
  const auto c = contact(pipe, Pose{}, peg, translation(0.0, 0, 1));
  EXPECT_EQ(c.status, Status::separated);
  // An iteration ends when its bounds are apart by the tolerance times the size: of the smaller body twice the radius,
  // here of a triangle 0.1 wide and 2 high, so 1.34 about its centroid. Rounding: 8 u S, with S below 10.
  const double off = default_tolerance<double> * 2 * 1.34;
  EXPECT_NEAR(c.distance, clearance, off);
  EXPECT_LE(c.lower, clearance + 1e-14);
  EXPECT_GE(c.upper, clearance - 1e-14);
  EXPECT_FALSE(intersects(pipe, Pose{}, peg, translation(0.9 * clearance, 0, 1)));
  EXPECT_TRUE(intersects(pipe, Pose{}, peg, translation(1.5 * clearance, 0, 1)));
  EXPECT_EQ(shape_cast(peg, translation(0.0, 0, 8), {0, 0, -6}, pipe, Pose{}).status, MotionStatus::none);
  const auto hit = shape_cast(peg, translation(0.01, 0, 8), {0, 0, -6}, pipe, Pose{});
  EXPECT_TRUE(hit.hit());
  EXPECT_LE(hit.time, 0.5 + 1e-14);  // never late, and early by the tolerance at 6 a unit of time
  EXPECT_GE(hit.time, 0.5 - off / 6);
}

TEST(Nonconvex, BodiesInsideASolid) {
  const Mesh<double> hollow(hollow_box_mesh(2, 1)), block(box_mesh({2, 2, 2}));
  const Shape<double> ball = Sphere<double>{.radius = 0.2};
  EXPECT_FALSE(intersects(hollow, Pose{}, ball, Pose{}));  // in the room within
  EXPECT_NEAR(contact(hollow, Pose{}, ball, translation(0.5, 0, 0)).distance, 0.3, 1e-9);
  EXPECT_TRUE(intersects(hollow, Pose{}, ball, translation(1.6, 0.1, 0)));  // in the wall
  const auto c = contact(block, Pose{}, ball, translation(1.5, 0.1, 0));
  EXPECT_EQ(c.status, Status::overlapping);
  EXPECT_NEAR(c.distance, -0.7, 1e-12);  // the way out of its deepest point
  EXPECT_NEAR(c.normal.x, 1, 1e-12);
  EXPECT_EQ(distance(block, Pose{}, ball, translation(1.5, 0.1, 0)).distance, 0);
  EXPECT_EQ(distance(ball, translation(1.5, 0.1, 0), block, Pose{}).distance, 0);
  EXPECT_NEAR(contact(ball, translation(1.5, 0.1, 0), block, Pose{}).normal.x, -1, 1e-12);
  const auto list = manifolds(block, Pose{}, ball, translation(1.5, 0.1, 0));
  ASSERT_EQ(list.size(), 1u);
  EXPECT_NEAR(list[0].contact.distance, -0.7, 1e-12);
  EXPECT_TRUE(intersects(block, Pose{}, Mesh<double>(torus_mesh(1, 0.2, 12, 6)), Pose{}));
  EXPECT_TRUE(intersects(Mesh<double>(torus_mesh(1, 0.2, 12, 6)), Pose{}, block, Pose{}));
  const Mesh<double> sheet(box_mesh({2, 2, 2}), {.sides = Sides::both});
  EXPECT_FALSE(intersects(sheet, Pose{}, ball, Pose{}));
}

TEST(Nonconvex, RaysMeetTheFirstTriangle) {
  Random random(6);
  const List list = torus_mesh(1, 0.4, 24, 16);
  const Mesh<double> solid(list), sheet(list, {.sides = Sides::both}), front(list, {.sides = Sides::front});
  const Pose pose = random.pose(3);
  int hits = 0;
  const int rays = test_size(3000);
  for (int k = 0; k < rays; ++k) {
    const Vec origin = pose * random.vector(0, 3), target = pose * (random.direction() * 1.2);
    const Vec direction = target - origin;
    double best = infinity<double>, best_front = infinity<double>;
    for (std::size_t i = 0; i < solid.size(); ++i) {
      const auto t = solid.triangle(i);
      const Vec a = pose * t.a, b = pose * t.b, c = pose * t.c, n = cross(b - a, c - a);
      const double s = dot(a - origin, n) / dot(direction, n);
      const Vec p = origin + direction * s;
      const double slack = -1e-12;
      if (!(s >= 0) || dot(cross(b - a, p - a), n) < slack || dot(cross(c - b, p - b), n) < slack ||
          dot(cross(a - c, p - c), n) < slack)
        continue;
      best = std::min(best, s);
      if (dot(direction, n) < 0) best_front = std::min(best_front, s);
    }
    const auto r = ray_cast(sheet, pose, origin, direction);
    ASSERT_EQ(r.hit(), best < infinity<double>) << k;
    const auto f = ray_cast(front, pose, origin, direction);
    ASSERT_EQ(f.hit(), best_front < infinity<double>) << k;
    if (f.hit()) {
      EXPECT_NEAR(f.t, best_front, 1e-10);
    }
    const auto s = ray_cast(solid, pose, origin, direction);
    if (!r.hit()) {
      EXPECT_EQ(s.status, MotionStatus::none);
      continue;
    }
    ++hits;
    EXPECT_NEAR(r.t, best, 1e-10);
    EXPECT_LE(dot(r.normal, direction), 0);
    const auto t = solid.triangle(r.piece);
    EXPECT_NEAR(norm(pose * (t.a * r.barycentrics.x + t.b * r.barycentrics.y + t.c * r.barycentrics.z) - r.point), 0,
                1e-9);
    const bool began_inside = best < best_front;
    EXPECT_EQ(s.status, began_inside ? MotionStatus::initial_overlap : MotionStatus::hit);
    EXPECT_EQ(ray_cast(sheet, pose, origin, direction, 0.99 * best).status, MotionStatus::none);
  }
  EXPECT_GT(hits, rays / 3);
  EXPECT_EQ(ray_cast(solid, pose, {}, {0, 0, 0}).status, MotionStatus::invalid);
}

/// A ray along an edge of the grid lies in the sides of boxes, and at the border no other box contains it.
TEST(Nonconvex, RaysOnTheLinesOfAGridHit) {
  constexpr int samples = 9;
  std::vector<double> heights;
  for (int j = 0; j < samples; ++j)
    for (int i = 0; i < samples; ++i) heights.push_back(0.25 * i + 0.125 * j);
  const HeightField<double> slope(height_grid<double>(samples, samples, {0.5, 0.5}, heights));
  std::vector<Vec> vertices;
  std::vector<std::array<int, 3>> triangles;
  for (int j = 0; j < samples; ++j)
    for (int i = 0; i < samples; ++i) {
      vertices.push_back({0.5 * i, 0.5 * j, 0.25 * i + 0.125 * j});
      if (i + 1 == samples || j + 1 == samples) continue;
      const int v = samples * j + i;
      triangles.push_back({v, v + 1, v + samples}), triangles.push_back({v + 1, v + samples + 1, v + samples});
    }
  const Mesh<double> mesh(TriangleList<double>{vertices, triangles}, {.sides = Sides::both});
  for (int j = 0; j < samples; ++j) {
    for (int i = 0; i < samples; ++i) {
      const Vec above{0.5 * i, 0.5 * j, 10};
      const double expected = 10 - 0.25 * i - 0.125 * j;
      EXPECT_NEAR(ray_cast(slope, Pose{}, above, {0, 0, -1}).t, expected, 1e-3) << i << ' ' << j;
      EXPECT_NEAR(ray_cast(mesh, Pose{}, above, {0, 0, -1}).t, expected, 1e-12) << i << ' ' << j;
    }
  }
}

TEST(Nonconvex, CastsEndWhereTheEarliestPairMeets) {
  Random random(7);
  int hits = 0;
  const int casts = test_size(150);
  for (int k = 0; k < casts; ++k) {
    const Mesh<double> mesh(random_triangles(random, 12, 0.4), {.sides = Sides::both});
    const Compound<double> compound = random_compound(random, 3);
    Motion<double> moving{.start = random.pose(1), .velocity = random.direction() * 6};
    moving.start.translation -= moving.velocity * 0.5;
    if (k % 2) moving.angular_velocity = random.direction() * 2;
    const auto impact = time_of_impact(compound, moving, mesh, at_rest(Pose{}));
    double first = infinity<double>;
    bool overlap = false;
    for (std::size_t i = 0; i < compound.size(); ++i) {
      for (std::size_t j = 0; j < mesh.size(); ++j) {
        const Motion<double> m{moving.start * compound[i].pose, moving.velocity, moving.angular_velocity,
                               inverse(compound[i].pose) * moving.pivot};
        const auto one = time_of_impact(compound[i].shape, m, Shape<double>(mesh.triangle(j)), at_rest(Pose{}));
        if (one.hit()) first = std::min(first, one.time);
        overlap |= one.status == MotionStatus::initial_overlap;
      }
    }
    if (overlap) {
      EXPECT_EQ(impact.status, MotionStatus::initial_overlap);
    } else {
      ASSERT_EQ(impact.hit(), first <= 1) << k;
      hits += impact.hit();
      if (impact.hit()) {
        EXPECT_NEAR(impact.time, first, 1e-6);
      }
    }
  }
  EXPECT_GT(hits, casts / 4);
}

TEST(Nonconvex, InsideASolidIsAnInitialOverlap) {
  const Mesh<double> block(box_mesh({2, 2, 2}));
  EXPECT_EQ(shape_cast(Sphere<double>{0.1}, Pose{}, {0.5, 0, 0}, block, Pose{}).status, MotionStatus::initial_overlap);
  EXPECT_EQ(shape_cast(Sphere<double>{0.1}, translation(4.0, 0, 0), {-3, 0, 0}, block, Pose{}).status,
            MotionStatus::hit);
}

TEST(Nonconvex, HalfSpaces) {
  const Mesh<double> torus(torus_mesh(1, 0.25, 48, 24));
  const Shape<double> ground = HalfSpace<double>{{0, 0, 1}, 0};
  EXPECT_NEAR(contact(ground, Pose{}, torus, translation(0.0, 0, 1)).distance, 0.75, 1e-3);
  EXPECT_NEAR(contact(torus, translation(0.0, 0, 0.2), ground, Pose{}).distance, -0.05, 1e-3);
  EXPECT_TRUE(intersects(ground, translation(0.0, 0, 0), torus, translation(0.0, 0, 0.1)));
  EXPECT_FALSE(intersects(ground, rotation_x(0.1), torus, translation(0.0, 0, 0.6)));
}

/// The ground under a closed mesh: its lowest corners, whichever comes first.
TEST(Nonconvex, ManifoldsOfAHalfSpaceAndASolid) {
  const Mesh<double> box(box_mesh({0.3, 0.2, 0.15}));
  const Shape<double> ground = HalfSpace<double>{{0, 0, 1}, 0};
  for (const double lift : {0.149, 0.1, -0.3}) {  // at the last of them it is all below the ground
    const Pose at = translation(0.0, 0, lift);
    for (const bool swapped : {false, true}) {
      const auto list = swapped ? manifolds(box, at, ground, Pose{}) : manifolds(ground, Pose{}, box, at);
      double deepest = 0;
      int lowest = 0;
      for (const auto& m : list) {
        EXPECT_NEAR(m.manifold.normal.z, swapped ? -1 : 1, 1e-12) << lift;
        for (const auto& p : m.manifold) deepest = std::min(deepest, p.distance), lowest += p.distance < lift - 0.149;
      }
      EXPECT_NEAR(deepest, lift - 0.15, 1e-12) << lift << ' ' << swapped;
      EXPECT_GE(lowest, 4) << lift << ' ' << swapped;
    }
  }
  EXPECT_TRUE(manifolds(ground, Pose{}, box, translation(0.0, 0, 0.151)).empty());
}

TEST(Nonconvex, AHalfSpaceAndAHeightField) {
  HeightGrid<double> grid{
      .columns = 3, .rows = 3, .spacing = {1, 1}, .step = 0.25, .heights = {4, 4, 4, 4, 0, 4, 4, 4, 8}};
  const HeightField<double> field(grid);  // lowest at its middle, (1, 1, 0); a peak at (2, 2, 2)
  const Shape<double> ground = HalfSpace<double>{{0, 0, 1}, 0};
  const auto above = contact(ground, Pose{}, field, translation(0.0, 0, 0.3));
  EXPECT_EQ(above.status, Status::separated);
  EXPECT_NEAR(above.distance, 0.3, 1e-12);
  EXPECT_NEAR(above.normal.z, 1, 1e-12);
  EXPECT_NEAR(norm(above.point_b - Vec{1, 1, 0.3}), 0, 1e-12);
  EXPECT_NEAR(distance(field, translation(0.0, 0, 0.3), ground, Pose{}).distance, 0.3, 1e-12);
  EXPECT_FALSE(intersects(ground, Pose{}, field, translation(0.0, 0, 0.3)));
  EXPECT_TRUE(intersects(ground, Pose{}, field, translation(0.0, 0, -0.1)));
  EXPECT_NEAR(contact(field, translation(0.0, 0, -0.1), ground, Pose{}).distance, -0.1, 1e-12);
  const Pose roof{rotation_x(pi<double>).rotation, {0, 0, 1.9}};  // a half-space that ends downward, below the peak
  EXPECT_TRUE(intersects(ground, roof, field, Pose{}));
  const auto list = manifolds(field, Pose{}, ground, roof);
  ASSERT_FALSE(list.empty());
  double deepest = 0;
  for (const auto& m : list) {
    EXPECT_GT(m.manifold.normal.z, 0.7);
    for (const auto& p : m.manifold) deepest = std::min(deepest, p.distance);
  }
  EXPECT_NEAR(deepest, -0.1, 1e-9);
}

/// A shape of the user's own: |x| + |y| + |z| <= size.
struct Octahedron {
  using Scalar = double;
  double size;
  Vec support(const Vec& d) const {
    const Vec a = abs(d);
    const int k = a.x >= a.y && a.x >= a.z ? 0 : a.y >= a.z ? 1 : 2;
    Vec v{};
    v[k] = d[k] < 0 ? -size : size;
    return v;
  }
  double radius() const { return 0; }
  Vec center() const { return {}; }
};

TEST(Nonconvex, PiecesMayBeTheUsersOwnShapes) {
  const Compound<double> two({{Octahedron{0.5}, translation(-1.0, 0, 0)}, {Octahedron{0.5}, translation(1.0, 0, 0)}});
  const Shape<double> ball = Sphere<double>{0.25};
  const auto c = contact(two, Pose{}, ball, translation(1.0, 0, 1));
  EXPECT_EQ(c.piece_a, 1u);
  EXPECT_NEAR(c.distance, 0.25, 1e-6);
  EXPECT_TRUE(intersects(two, Pose{}, ball, translation(0.3, 0, 0)));
  EXPECT_FALSE(intersects(two, Pose{}, ball, Pose{}));
  EXPECT_FALSE(manifolds(two, Pose{}, HalfSpace<double>{{0, 0, 1}, -0.49}, Pose{}).empty());
  EXPECT_NEAR(ray_cast(two, Pose{}, {1, 0, 3}, {0, 0, -1}).t, 2.5, 1e-6);
  EXPECT_NEAR(shape_cast(ball, translation(-1.0, 0, 2), {0, 0, -2}, two, Pose{}).time, 0.625, 1e-5);
}

TEST(Nonconvex, BadInputEndsAsTheContractSays) {
  const Mesh<double> torus(torus_mesh(1, 0.25, 8, 6));
  const Shape<double> ball = Sphere<double>{1};
  Pose bad;
  bad.rotation(0, 0) = 2;
  Pose nan = translation(std::numeric_limits<double>::quiet_NaN(), 0, 0);
  for (const Pose& pose : {bad, nan}) {
    EXPECT_EQ(contact(torus, Pose{}, ball, pose).status, Status::invalid);
    EXPECT_EQ(distance(torus, pose, ball, Pose{}).status, Status::invalid);
    EXPECT_THROW(intersects(torus, pose, ball, Pose{}), std::invalid_argument);
    EXPECT_THROW(manifolds(torus, pose, ball, Pose{}), std::invalid_argument);
    EXPECT_THROW(manifolds(ball, Pose{}, torus, pose), std::invalid_argument);
    EXPECT_EQ(ray_cast(torus, pose, {}, {1, 0, 0}).status, MotionStatus::invalid);
    EXPECT_EQ(shape_cast(torus, pose, {1, 0, 0}, ball, Pose{}).status, MotionStatus::invalid);
  }
  EXPECT_EQ(contact(torus, Pose{}, ball, Pose{}, {.tolerance = -1}).status, Status::invalid);
  EXPECT_THROW(manifolds(torus, Pose{}, ball, Pose{}, {.tolerance = -1}), std::invalid_argument);
}

}  // namespace
}  // namespace tactus::testing
