// SPDX-License-Identifier: MIT
/// Walls that are not convex: a hopper of triangles, a height field, a compound; and poses at the time of a contact.
#include <tactus/query.h>
#include <tests/helpers/meshes.h>
#include <tests/sim/dem_worlds.h>

namespace tactus::testing {
namespace {

/// A square funnel of eight triangles that are seen from inside: 0.5 half wide at the height 0.5, `outlet` at 0.
Mesh<double> hopper(double outlet) {
  List list;
  for (const auto& [half, height] : {std::pair{outlet, 0.0}, {0.5, 0.5}})
    for (const auto& [x, y] : {std::pair{-1, -1}, {1, -1}, {1, 1}, {-1, 1}})
      list.vertices.push_back({half * x, half * y, height});
  for (int i = 0; i < 4; ++i) {
    const int next = (i + 1) % 4;
    list.triangles.push_back({i, next + 4, next}), list.triangles.push_back({i, i + 4, next + 4});
  }
  return Mesh<double>(list, {.sides = Sides::front});
}

Dem poured(const dem::Wall<double>& wall, const dem::Law<double>& law, const Shape<double>& shape) {
  dem::SimulationOptions<double> options;
  options.law = law, options.threads = 1;
  Dem sim(options);
  sim.add_wall(wall);
  const auto grain = add_shape(sim, shape, 2000);
  scenes::Random random(4);
  for (int i = 0; i < 27; ++i) {
    const Vector at{0.13 * (i % 3) - 0.13, 0.13 * (i / 3 % 3) - 0.13, 0.13 * (i / 9) + 0.5};
    sim.add({.grain = grain, .pose = {random.rotation(), at}});
  }
  return sim;
}

const dem::LinearLaw<double> rough{.stiffness = 2e4, .restitution = 0.2, .friction = 0.3};

/// Through a wide outlet all balls run out; a narrow one they block, and the hopper carries their weight.
TEST(DemNonconvexWalls, AHopperRunsOutOrHolds) {
  if (small_run()) return;
  for (const double outlet : {0.15, 0.03}) {
    Dem sim = poured({.nonconvex = hopper(outlet)}, rough, Sphere<double>{0.05});
    while (sim.steps() == 0 || sim.time() < 2.5) sim.step();
    std::size_t below = 0;
    for (std::uint32_t i = 0; i < sim.size(); ++i) below += sim.particle(i).center.z < 0;
    EXPECT_LE(std::abs(sim.statistics().energies.balance()), rounding_of_balance(sim));
    EXPECT_EQ(below, outlet > 0.1 ? 27u : 0u) << outlet;
    const double weight = 27 * sim.grain_of(0).mass * 9.81;
    if (outlet < 0.1) {
      EXPECT_NEAR(-sim.wall_force(0).z, weight, 0.05 * weight);
    }
  }
}

/// A flat floor of triangles and a flat height field are a half-space: a box ends there at rest.
TEST(DemNonconvexWalls, FlatOnesCarryLikeAFloor) {
  const std::vector<double> level(81);
  const dem::Wall<double> floors[] = {
      {.shape = HalfSpace<double>{{0, 0, 1}, 0}},
      {.pose = translation(-1.0, -1.0, 0.0),
       .nonconvex = HeightField<double>(height_grid<double>(9, 9, {0.25, 0.25}, level))},
      {.nonconvex = Compound<double>({{Box<double>{{1, 2, 0.2}}, translation(-1.0, 0.0, -0.2)},
                                      {Box<double>{{1, 2, 0.2}}, translation(1.0, 0.0, -0.2)}})}};
  double height = 0;
  for (const dem::Wall<double>& floor : floors) {
    dem::SimulationOptions<double> options;
    options.law = rough, options.threads = 1;
    Dem sim(options);
    const auto wall = sim.add_wall(floor);
    sim.add({.grain = add_shape(sim, Box<double>{{0.05, 0.04, 0.03}}), .pose = translation(0.3, 0.1, 0.031)});
    while (sim.steps() == 0 || sim.time() < (small_run() ? 0.1 : 1)) sim.step();
    const double weight = sim.grain_of(0).mass * 9.81;
    EXPECT_NEAR(-sim.wall_force(wall).z, weight, 1e-3 * weight);
    if (height == 0) height = sim.particle(0).center.z;
    EXPECT_GE(sim.particle(0).center.z, height - 1e-6);  // on triangles it may have more springs, and sink less
    EXPECT_LT(sim.particle(0).center.z, 0.03);
  }
}

TEST(DemNonconvexWalls, ARestartOnThemGivesTheSameBytes) {
  Dem through = poured({.motion = {.amplitude = {0, 0, 0.01}, .frequency = 4}, .nonconvex = hopper(0.03)}, rough,
                       Box<double>{{0.05, 0.04, 0.03}});
  while (through.steps() == 0 || through.time() < (small_run() ? 0.02 : 0.4)) through.step();
  Dem resumed = poured({.motion = {.amplitude = {0, 0, 0.01}, .frequency = 4}, .nonconvex = hopper(0.03)}, rough,
                       Box<double>{{0.05, 0.04, 0.03}});
  resumed.restore(through.state());
  for (int i = 0; i < 60; ++i) through.step(), resumed.step();
  if (!small_run()) {  // in a short one the boxes still fall
    EXPECT_GT(through.statistics().wall_contacts, 0u);
  }
  EXPECT_EQ(bytes_of(through), bytes_of(resumed));
}

TEST(DemNonconvexWalls, TheVolumeLawRefusesThem) {
  Dem sim(weightless(dem::VolumeLaw<double>{}));
  expect_refused([&] { sim.add_wall({.nonconvex = hopper(0.1)}); }, {"volume law", "wall of pieces", "wall_law"});
}

/// At the poses of the contact, the pair has the contact's depth; after the drift it has another.
TEST(DemContactPoses, AreThoseOfTheContact) {
  dem::SimulationOptions<double> options;
  options.law = rough, options.threads = 1;
  options.periodic = {{true, false, false}, {{-0.4, -1, 0}, {0.4, 1, 2}}};
  Dem sim(options);
  sim.add_wall({.shape = Box<double>{{2, 2, 0.1}},
                .pose = translation(0., 0., -0.1),
                .motion = {.amplitude = {0, 0, 0.02}, .frequency = 8}});
  const auto grain = add_shape(sim, Box<double>{{0.06, 0.05, 0.04}}, 2000);
  scenes::Random random(4);
  for (int i = 0; i < 18; ++i) {
    const Vector at{0.2 * (i % 3) - 0.3, 0.2 * (i / 3 % 3) - 0.2, 0.14 * (i / 9) + 0.1};
    sim.add({.grain = grain, .pose = {random.rotation(), at}, .velocity = {1.5, 0, 0}});
  }
  double worst = 0, drifted = 0;
  std::size_t images = 0;
  while (sim.steps() == 0 || sim.time() < (small_run() ? 0.02 : 0.4)) {
    sim.step();
    for (const auto& touch : sim.contacts()) {
      const auto &a = sim.world().body(touch.a), &b = sim.world().body(touch.b);
      const auto depth = [&](const Pose<double>& at_a, const Pose<double>& at_b) {
        return contact(a.shape, at_a, b.shape, at_b).distance;
      };
      worst = std::max(
          worst, std::abs(depth(sim.pose_in_contact(touch, touch.a.slot), sim.pose_in_contact(touch, touch.b.slot)) -
                          touch.contact.distance));
      drifted = std::max(drifted, std::abs(depth(a.pose, b.pose) - touch.contact.distance));
      images +=
          sim.use(touch.a.slot).kind == dem::SlotKind::image || sim.use(touch.b.slot).kind == dem::SlotKind::image;
    }
  }
  EXPECT_LT(worst, 1e-12);
  if (small_run()) return;
  EXPECT_GT(drifted, 5e-5);
  EXPECT_GT(images, 0u);
}

}  // namespace
}  // namespace tactus::testing
