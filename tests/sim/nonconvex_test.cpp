// SPDX-License-Identifier: MIT
/// Rigid bodies on meshes and height fields, and compounds among them.
#include <gtest/gtest.h>
#include <sim/rigid/simulation.h>
#include <tests/helpers/meshes.h>
#include <tests/helpers/random_pairs.h>

namespace tactus::testing {
namespace {

using Simulation = sim::rigid::Simulation<double>;
using sim::rigid::MotionKind;
using Pose = tactus::Pose<double>;

Mesh<double> flat_mesh() {
  return Mesh<double>(height_mesh(60, 6, [](double, double) { return 0.0; }), {.sides = Sides::front});
}

/// A body that slides without friction goes straight on, as high as it was.
TEST(NonconvexSimulation, NothingBumpsOnAFlatMesh) {
  const Shape<double> bodies[] = {Box<double>{{0.25, 0.2, 0.15}}, Cylinder<double>{.radius = 0.2, .half_height = 0.15},
                                  Sphere<double>{0.2}};
  for (const Shape<double>& body : bodies) {
    for (const double speed : {0.3, 1.0, 4.0}) {
      Simulation simulation;
      simulation.add({.motion = MotionKind::fixed, .friction = 0, .nonconvex = flat_mesh()});
      const double height = -body.aabb().min.z;
      const BodyId id = simulation.add({.shape = body,
                                        .pose = translation(-4.0, 0.13, height),
                                        .velocity = {speed, 0.07 * speed, 0},
                                        .friction = 0});
      double highest = 0, slowest = speed, worst_turn = 0;
      const int steps = std::min(test_size(240), static_cast<int>(8 / speed * 60));
      for (int k = 0; k < steps; ++k) {
        simulation.step();
        if (k < 20) continue;  // it settles into the soft ground first
        highest = std::max(highest, std::abs(simulation.pose(id).translation.z - height));
        slowest = std::min(slowest, simulation.velocity(id).x);
        worst_turn = std::max(worst_turn, norm(simulation.angular_velocity(id)));
      }
      EXPECT_LT(highest, 2e-3) << body << ' ' << speed;
      EXPECT_GT(slowest, 0.99 * speed) << body << ' ' << speed;
      EXPECT_LT(worst_turn, 0.05) << body << ' ' << speed;
    }
  }
}

Compound<double> table() {
  std::vector<CompoundPiece<double>> pieces{{Box<double>{{0.5, 0.4, 0.05}}, translation(0.0, 0, 0.45)}};
  for (const double x : {-0.4, 0.4})
    for (const double y : {-0.3, 0.3}) pieces.push_back({Box<double>{{0.05, 0.05, 0.2}}, translation(x, y, 0.2)});
  return Compound<double>(pieces);
}

HeightField<double> hills() {
  std::vector<double> heights;
  for (int j = 0; j < 41; ++j)
    for (int i = 0; i < 41; ++i)
      heights.push_back(0.2 * std::sin(0.4 * i) * std::cos(0.3 * j) + 0.005 * (square(i - 20.0) + square(j - 20.0)));
  return HeightField<double>(height_grid<double>(41, 41, {0.25, 0.25}, heights));
}

void fill(Simulation& simulation) {
  simulation.add({.motion = MotionKind::fixed, .nonconvex = hills()});
  Random random(9);
  for (int i = 0; i < 24; ++i) {
    const Pose pose{from_quaternion(random.rotation()).rotation,
                    {random.uniform(2, 8), random.uniform(2, 8), random.uniform(1, 4)}};
    if (i % 4 == 0) {
      simulation.add({.pose = pose, .nonconvex = table()});
    } else {
      simulation.add(
          {.shape = i % 2 ? Shape<double>(Box<double>{{0.2, 0.15, 0.1}}) : Shape<double>(Sphere<double>{0.2}),
           .pose = pose});
    }
  }
}

TEST(NonconvexSimulation, BodiesComeToRestOnATerrain) {
  Simulation simulation;
  fill(simulation);
  for (int k = 0; k < 600; ++k) simulation.step();
  for (const BodyId id : simulation.ids()) {
    if (simulation.motion(id) == MotionKind::fixed) continue;
    const Vec3<double> p = simulation.center(id);
    EXPECT_TRUE(p.x > 0 && p.x < 10 && p.y > 0 && p.y < 10 && p.z > -0.3 && p.z < 2.5) << p;
  }
  EXPECT_LT(simulation.kinetic_energy(), 10);
  EXPECT_LT(simulation.statistics().deepest_overlap, 0.02);
}

TEST(NonconvexSimulation, StateGoesOnToTheSameBytes) {
  Simulation one, other;
  fill(one), fill(other);
  for (int k = 0; k < 60; ++k) one.step();
  other.restore(one.state());
  for (int k = 0; k < 30; ++k) one.step(), other.step();
  for (const BodyId id : one.ids()) EXPECT_EQ(one.pose(id), other.pose(id));
}

TEST(NonconvexSimulation, ACompoundWeighsWhatItsPiecesDo) {
  Simulation simulation;
  const BodyId id = simulation.add({.density = 100, .nonconvex = table()});
  EXPECT_NEAR(simulation.mass(id), 100 * (0.1 * 1.0 * 0.8 + 4 * 0.1 * 0.1 * 0.4), 1e-9);
  EXPECT_THROW(simulation.add({.nonconvex = flat_mesh()}), std::invalid_argument);  // it has no volume
}

TEST(NonconvexSimulation, AContinuousBulletStopsAtAMesh) {
  Simulation simulation;
  simulation.add({.motion = MotionKind::fixed, .nonconvex = flat_mesh()});
  const BodyId id = simulation.add(
      {.shape = Sphere<double>{0.05}, .pose = translation(0.3, 0.2, 3), .velocity = {0, 0, -500}, .continuous = true});
  for (int k = 0; k < 30; ++k) {
    simulation.step();
    EXPECT_GT(simulation.pose(id).translation.z, -0.01) << k;
  }
}

}  // namespace
}  // namespace tactus::testing
