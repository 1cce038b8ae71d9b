// SPDX-License-Identifier: MIT
/// Worlds of compounds, meshes and height fields.
#include <gtest/gtest.h>
#include <tactus/tactus.h>
#include <tests/helpers/meshes.h>
#include <tests/helpers/random_pairs.h>

namespace tactus::testing {
namespace {

using World = tactus::World<double>;
using Pose = tactus::Pose<double>;

Compound<double> table() {
  std::vector<CompoundPiece<double>> pieces{{Box<double>{{0.5, 0.4, 0.05}}, translation(0.0, 0, 0.45)}};
  for (const double x : {-0.4, 0.4})
    for (const double y : {-0.3, 0.3}) pieces.push_back({Box<double>{{0.05, 0.05, 0.2}}, translation(x, y, 0.2)});
  return Compound<double>(pieces);
}
Mesh<double> floor_mesh() {
  return Mesh<double>(height_mesh(30, 6, [](double x, double y) { return 0.1 * std::sin(x) * std::cos(y); }),
                      {.sides = Sides::front});
}

struct Scene {
  World world;
  std::vector<BodyId> ids;
};
Scene scene() {
  Scene s;
  s.ids.push_back(s.world.add({.is_static = true, .nonconvex = floor_mesh()}));
  Random random(1);
  for (int i = 0; i < 12; ++i) {
    const Pose pose{from_quaternion(random.rotation()).rotation,
                    {random.uniform(-3, 3), random.uniform(-3, 3), random.uniform(0, 0.6)}};
    if (i % 3 == 0) {
      s.ids.push_back(s.world.add({.pose = pose, .nonconvex = table()}));
    } else {
      s.ids.push_back(s.world.add(
          {.shape = i % 3 == 1 ? Shape<double>(Box<double>{{0.2, 0.3, 0.1}}) : Shape<double>(Sphere<double>{0.3}),
           .pose = pose}));
    }
  }
  return s;
}
void drift(Scene& s, int step) {
  for (std::size_t i = 1; i < s.ids.size(); ++i) {
    Pose pose = s.world.body(s.ids[i]).pose;
    pose.translation += Vec3<double>{0.01, 0.004, step % 40 < 20 ? 0.01 : -0.01};
    s.world.set_pose(s.ids[i], pose);
  }
}

/// The same contacts, number by number.
void expect_same(const World& a, const World& b) {
  ASSERT_EQ(a.contacts().size(), b.contacts().size());
  for (std::size_t i = 0; i < a.contacts().size(); ++i) {
    const auto &x = a.contacts()[i], &y = b.contacts()[i];
    ASSERT_TRUE(x.a == y.a && x.b == y.b && x.piece_a == y.piece_a && x.piece_b == y.piece_b);
    ASSERT_EQ(x.points.count, y.points.count);
    ASSERT_TRUE(x.points.normal == y.points.normal && x.contact.distance == y.contact.distance);
    for (int k = 0; k < x.points.count; ++k) {
      const auto &p = x.points.points[static_cast<std::size_t>(k)], &q = y.points.points[static_cast<std::size_t>(k)];
      ASSERT_TRUE(p.position == q.position && p.distance == q.distance && p.id == q.id && p.began == q.began);
    }
  }
  ASSERT_EQ(a.events().size(), b.events().size());
  for (std::size_t i = 0; i < a.events().size(); ++i) ASSERT_EQ(a.events()[i], b.events()[i]);
}

TEST(NonconvexWorld, ContactsAreThoseOfTheQueries) {
  Scene s = scene();
  const int steps = test_size(60);
  int touching = 0;
  for (int step = 0; step < steps; ++step, drift(s, step)) {
    s.world.update();
    std::size_t at = 0;
    for (std::size_t i = 0; i < s.ids.size(); ++i) {
      for (std::size_t j = i + 1; j < s.ids.size(); ++j) {
        const auto &a = s.world.body(s.ids[i]), &b = s.world.body(s.ids[j]);
        if (!a.nonconvex && !b.nonconvex) {
          while (at < s.world.contacts().size() && s.world.contacts()[at].a == s.ids[i] &&
                 s.world.contacts()[at].b == s.ids[j])
            ++at;
          continue;
        }
        const auto list =
            detail::with_shapes<std::vector<PieceManifold<double>>>(a, b, [&](const auto& x, const auto& y) {
              if constexpr (pieces::SomePieced<std::remove_cvref_t<decltype(x)>, std::remove_cvref_t<decltype(y)>>)
                return manifolds(x, a.pose, y, b.pose);
              return std::vector<PieceManifold<double>>{};
            });
        for (const auto& m : list) {
          ASSERT_LT(at, s.world.contacts().size());
          const auto& c = s.world.contacts()[at++];
          EXPECT_TRUE(c.a == s.ids[i] && c.b == s.ids[j] && c.piece_a == m.piece_a && c.piece_b == m.piece_b);
          EXPECT_NEAR(c.contact.distance, m.contact.distance, 1e-12);
          ++touching;
        }
      }
    }
    EXPECT_EQ(at, s.world.contacts().size());
  }
  EXPECT_GT(touching, 5 * steps);
}

TEST(NonconvexWorld, ThreadsChangeNothing) {
  Scene one = scene(), many = scene();
  for (int step = 0; step < test_size(40); ++step) {
    one.world.update(1), many.world.update(4);
    expect_same(one.world, many.world);
    drift(one, step), drift(many, step);
  }
}

TEST(NonconvexWorld, MemoryGoesOnAsItWouldHave) {
  Scene before = scene(), after = scene();
  for (int step = 0; step < 15; ++step) before.world.update(), drift(before, step);
  const auto memory = before.world.memory();
  for (std::size_t i = 0; i < before.ids.size(); ++i)
    after.world.set_pose(after.ids[i], before.world.body(before.ids[i]).pose);
  after.world.restore(memory);
  for (int step = 15; step < 30; ++step) {
    before.world.update(), after.world.update();
    expect_same(before.world, after.world);
    drift(before, step), drift(after, step);
  }
  auto broken = memory;
  ASSERT_FALSE(broken.touches.empty());
  for (auto& p : broken.pairs) p.pieces = 0;
  EXPECT_THROW(after.world.restore(broken), std::invalid_argument);
  broken = memory, broken.touches.pop_back();
  EXPECT_THROW(after.world.restore(broken), std::invalid_argument);
}

TEST(NonconvexWorld, EventsFiltersSleepAndSensors) {
  World world;
  const BodyId ground = world.add({.is_static = true, .nonconvex = floor_mesh()});
  const BodyId low = world.add({.pose = translation(0.0, 0, 0.02), .nonconvex = table()});
  world.update();
  ASSERT_EQ(world.events().size(), 1u);  // one of the bodies, however many pieces touch
  EXPECT_EQ(world.events()[0].change, PairChange::begin);
  EXPECT_GT(world.contacts().size(), 1u);
  world.update();
  EXPECT_EQ(world.events()[0].change, PairChange::persist);
  EXPECT_EQ(world.counts().unchanged, 1u);
  world.sleep(low);
  world.update();
  EXPECT_TRUE(world.contacts().empty());
  EXPECT_GT(world.sleeping_contacts().size(), 1u);
  world.set_pose(low, translation(0.0, 0, 3));
  world.update();
  EXPECT_TRUE(world.contacts().empty());
  ASSERT_EQ(world.events().size(), 1u);
  EXPECT_EQ(world.events()[0].change, PairChange::end);
  world.set_pose(low, translation(0.0, 0, 0.02));
  world.set_sensor(low, true);
  world.update();
  for (const auto& c : world.contacts()) EXPECT_TRUE(c.sensor && c.points.count == 1);
  world.set_filter(ground, {.mask = 0});
  world.update();
  EXPECT_TRUE(world.contacts().empty());
  world.set_filter(ground, {});
  world.set_shape(low, Shape<double>(Sphere<double>{0.2}));
  world.update();
  EXPECT_FALSE(world.body(low).nonconvex);
  world.set_shape(low, Nonconvex<double>(table()));
  world.update();
  EXPECT_FALSE(world.contacts().empty());
}

TEST(NonconvexWorld, WhatIsFarCostsNothingButItsBox) {
  World world;
  const Mesh<double> mesh(height_mesh(224, 50, [](double, double) { return 0.0; }));
  EXPECT_GE(mesh.size(), 100'000u);
  world.add({.is_static = true, .nonconvex = mesh});
  const BodyId ball = world.add({.shape = Sphere<double>{0.5}, .pose = translation(0.0, 0, 10)});
  world.update();
  EXPECT_EQ(world.counts().pairs, 0u);
  world.set_pose(ball, translation(0.0, 0, 0.4));
  world.update();
  EXPECT_EQ(world.counts().pairs, 1u);
  EXPECT_FALSE(world.contacts().empty());
}

TEST(NonconvexWorld, AHalfSpaceUnderAClosedMesh) {
  World world;
  const BodyId ground = world.add({.shape = HalfSpace<double>{{0, 0, 1}, 0}, .is_static = true});
  const BodyId box =
      world.add({.pose = translation(0.0, 0, 0.149), .nonconvex = Mesh<double>(box_mesh({0.3, 0.2, 0.15}))});
  world.update();
  ASSERT_FALSE(world.contacts().empty());
  for (const auto& c : world.contacts()) {
    EXPECT_TRUE(c.a == ground && c.b == box);
    for (const auto& p : c.points.contact_points()) EXPECT_NEAR(p.distance, -0.001, 1e-12);
  }
}

TEST(NonconvexWorld, QueriesSeePieces) {
  World world;
  const BodyId ground = world.add({.is_static = true, .nonconvex = floor_mesh()});
  const BodyId desk = world.add({.pose = translation(1.0, 0, 1), .nonconvex = table()});
  const auto under = closest_hit(world, {1, 0, 1.2}, {0, 0, -1});  // between the legs
  ASSERT_TRUE(under);
  EXPECT_EQ(under->body, ground);
  const auto top = closest_hit(world, {1, 0, 3}, {0, 0, -1});
  ASSERT_TRUE(top);
  EXPECT_EQ(top->body, desk);
  EXPECT_EQ(top->piece, 0u);
  EXPECT_TRUE(overlapping(world, Sphere<double>{0.1}, translation(1.0, 0, 1.2)).empty());
  EXPECT_EQ(overlapping(world, Sphere<double>{0.1}, translation(1.4, 0.3, 1.2)), std::vector{desk});
  EXPECT_EQ(closest_body(world, Sphere<double>{0.1}, translation(1.0, 0, 1.3))->body, desk);
  const auto cast = closest_cast(world, Sphere<double>{0.1}, translation(1.0, 0, 1.2), {0, 0, -3});
  ASSERT_TRUE(cast);
  EXPECT_EQ(cast->body, ground);
}

/// Every answer about a body of triangles leads to a point on one of them; about a compound, to the piece.
TEST(NonconvexWorld, QueriesSayWhereOnTheirTriangles) {
  World world;
  const Mesh<double> mesh = floor_mesh();
  const Pose tilted{rotation_x(0.2).rotation, {0.3, -0.2, 0.1}};
  const BodyId ground = world.add({.pose = tilted, .is_static = true, .nonconvex = mesh});
  const auto expect_place = [&](std::uint32_t piece, const Vec3<double>& shares, const Vec3<double>& point) {
    const Triangle<double> t = mesh.triangle(piece);
    EXPECT_NEAR(shares.x + shares.y + shares.z, 1, 1e-12);
    EXPECT_NEAR(norm(tilted * (t.a * shares.x + t.b * shares.y + t.c * shares.z) - point), 0, 1e-5);
  };
  const Vec3<double> above{0.7, 0.4, 3};
  const auto ray = closest_hit(world, above, {0.1, 0, -1});
  ASSERT_TRUE(ray && ray->body == ground);
  expect_place(ray->piece, ray->barycentrics, ray->hit.point);
  const auto rays = all_hits(world, above, {0.1, 0, -1});
  ASSERT_EQ(rays.size(), 1u);
  expect_place(rays[0].piece, rays[0].barycentrics, rays[0].hit.point);
  const Sphere<double> ball{0.25};
  const auto near = closest_body(world, ball, translation(above));
  ASSERT_TRUE(near);
  expect_place(near->piece, near->barycentrics, near->contact.point_b);
  const auto within = bodies_within(world, ball, translation(above), 5);
  ASSERT_EQ(within.size(), 1u);
  expect_place(within[0].piece, within[0].barycentrics, within[0].contact.point_b);
  const auto cast = closest_cast(world, ball, translation(above), {0.1, 0, -4});
  ASSERT_TRUE(cast);
  expect_place(cast->piece, cast->barycentrics, cast->impact.contact.point_b);

  const BodyId desk = world.add({.pose = translation(1.0, 0, 4), .nonconvex = table()});  // its leg 4 is at (1.4, 0.3)
  const Pose under = translation(1.4, 0.3, 3.6);
  EXPECT_EQ(closest_body(world, ball, under)->body, desk);
  EXPECT_EQ(closest_body(world, ball, under)->piece, 4u);
  EXPECT_EQ(bodies_within(world, ball, under, 0.5).back().piece, 4u);
  EXPECT_EQ(closest_cast(world, ball, under, {0, 0, 1})->piece, 4u);
}

TEST(NonconvexWorld, AdvanceStopsAtPieces) {
  World world;
  world.add({.is_static = true, .nonconvex = floor_mesh()});
  const BodyId ball =
      world.add({.shape = Sphere<double>{0.05}, .pose = translation(0.5, 0.5, 20), .velocity = {0, 0, -4000}});
  const auto done = advance(world, 0.1);
  EXPECT_EQ(done.impacts, 1);
  EXPECT_NEAR(world.body(ball).pose.translation.z, 0.05 + 0.1 * std::sin(0.5) * std::cos(0.5), 0.01);
}

}  // namespace
}  // namespace tactus::testing
