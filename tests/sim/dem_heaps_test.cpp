// SPDX-License-Identifier: MIT
/// Many particles: heaps, injection, walls that move.
#include <sim/dem/sizes.h>
#include <tactus/shape/composite.h>
#include <tactus/shape/generators.h>
#include <tests/sim/dem_worlds.h>

namespace tactus::testing {
namespace {

/// Of a triangle of half width w and height h the means are w/3 and h/3.
double angle_of_heap(const Dem& sim) {
  double spread = 0, height = 0;
  for (std::uint32_t i = 0; i < sim.size(); ++i) {
    spread += std::abs(sim.particle(i).center.x) / static_cast<double>(sim.size());
    height += sim.particle(i).center.z / static_cast<double>(sim.size());
  }
  return std::atan2(height, spread) * 180 / pi<double>;
}

/// A column of balls on a rough floor, flat as a coin in y (periodic): it spreads and comes to rest. The angle is that
/// of the triangle with the heap's half width and its height. Only friction differs: rolling resistance is the same.
double angle_of_repose(double friction) {
  dem::SimulationOptions<double> options;
  options.law =
      dem::LinearLaw<double>{.stiffness = 2e4, .restitution = 0.2, .friction = friction, .rolling = {.friction = 0.15}};
  options.periodic = {{false, true, false}, {{-5, 0, 0}, {5, 0.2, 5}}};
  options.threads = 0;
  Dem sim(options);
  sim.add_wall({.shape = HalfSpace<double>{{0, 0, 1}, 0}});
  const auto grain = add_shape(sim, Sphere<double>{0.05}, 2000);
  scenes::Random random(5);
  for (int i = 0; i < 96; ++i) {
    const Vector at{0.11 * (i % 6) - 0.275, 0.1 * (i / 6 % 2) + 0.05, 0.11 * (i / 12) + 0.06};
    sim.add({.grain = grain, .pose = translation(at), .velocity = random.in_box({0.1, 0.1, 0.1})});
  }
  const auto kinetic = [&] {
    const auto& e = sim.statistics().energies;
    return (e.translation + e.rotation) / static_cast<double>(sim.size());
  };
  // Rolling springs have no dampers, so balls rock for long; this would lift them by a thousandth of their radius.
  const double still = 1e-3 * sim.grain_of(0).mass * 9.81 * 0.05;
  const double longest = small_run() ? 0.02 : 6;
  while (sim.steps() == 0 || (sim.time() < longest && (sim.time() < 1 || kinetic() > still))) sim.step();
  EXPECT_LE(std::abs(sim.statistics().energies.balance()), rounding_of_balance(sim));
  const double angle = angle_of_heap(sim);
  if (small_run()) return angle;
  EXPECT_LE(kinetic(), still) << "the heap does not rest, friction " << friction;
  const double since = sim.time();
  while (sim.time() < since + 0.5) sim.step();
  std::printf("friction %.2f: at rest after %.2f s, %.1f degrees\n", friction, since, angle);
  EXPECT_NEAR(angle_of_heap(sim), angle, 0.2) << "the heap still spreads, friction " << friction;
  return angle;
}

TEST(DemHeap, ItsAngleGrowsWithFriction) {
  double before = 0;
  for (const double friction : {0.1, 0.3, 0.9}) {
    const double angle = angle_of_repose(friction);
    if (small_run()) continue;  // a heap takes long to come to rest: there only the energies are looked at
    EXPECT_GT(angle, before + 2) << "friction " << friction;
    before = angle;
  }
  EXPECT_LT(before, 60);
}

/// Prisms that have been poured into a box come to rest, lie no deeper than their weight presses one spring, and every
/// joule is accounted for.
TEST(DemHeap, PrismsComeToRestAndEnergyIsAccountedFor) {
  dem::SimulationOptions<double> options;
  options.law = dem::LinearLaw<double>{.stiffness = 1e5, .restitution = 0.2, .friction = 0.4};
  options.step_part = 0.5;
  Dem sim(options);
  sim.add_wall({.shape = HalfSpace<double>{{0, 0, 1}, 0}});
  for (const double x : {-1., 1.}) {
    sim.add_wall({.shape = Box<double>{{0.5, 2, 2}}, .pose = translation(0.65 * x, 0., 1.)});
    sim.add_wall({.shape = Box<double>{{2, 0.5, 2}}, .pose = translation(0., 0.65 * x, 1.)});
  }
  const auto grain = add_shape(sim, generate::octagonal_prism(0.05, 0.08), 2500);
  scenes::Random random(2);
  for (int i = 0; i < 24; ++i)
    sim.add({.grain = grain,
             .pose = {random.rotation(), {0.13 * (i % 2) - 0.065, 0.13 * (i / 2 % 2) - 0.065, 0.13 * (i / 4) + 0.1}}});
  const auto& s = sim.statistics();
  const auto rests = [&] { return s.energies.translation + s.energies.rotation < 1e-6 * s.energies.elastic; };
  const double longest = small_run() ? 0.05 : 8;
  while (sim.steps() == 0 || (sim.time() < longest && (sim.time() < 2 || !rests()))) sim.step();
  std::printf("balance %.2e J of %.3g J; rounding may leave %.2e J; with features %.2g J, leap %.2g J, turned %.2g J\n",
              s.energies.balance(), s.energies.damped + s.energies.rubbed, rounding_of_balance(sim),
              s.energies.features, s.energies.leap, s.energies.turned);
  EXPECT_LE(std::abs(s.energies.balance()), rounding_of_balance(sim));
  EXPECT_EQ(s.stalled, 0u);
  if (small_run()) return;
  const double weight = 24 * sim.grain_of(0).mass * 9.81;
  // At rest: springs still swing by less than a thousandth of their compression, and so do the forces.
  EXPECT_TRUE(rests()) << sim.time();
  double carried = 0;  // by the floor and, with friction, by the walls; what is missing moves the prisms
  for (std::uint32_t i = 0; i < sim.walls(); ++i) carried -= sim.wall_force(i).z;
  EXPECT_NEAR(carried, weight, 1e-3 * weight);
  EXPECT_LT(s.deepest, weight / 1e5);
  EXPECT_GT(s.coordination, 2);
  EXPECT_GT(s.energies.rubbed, 0);
}

/// No particle is put where another one is, at first and while the others fall; a particle that finds no room waits.
TEST(DemInjection, NeverOverlaps) {
  dem::SimulationOptions<double> options;
  options.periodic = {{true, true, false}, {{0, 0, 0}, {0.6, 0.6, 1}}};
  options.threads = 1;
  Dem sim(options);
  sim.add_wall({.shape = HalfSpace<double>{{0, 0, 1}, 0}});
  sim.add_kind(
      {.name = "cone", .sizes = dem::sized<double>(Cone<double>{0.05, 0.06}, dem::uniform_sizes(0.7, 1.0, 3))});
  sim.add_injection({.region = {{0, 0, 0.0}, {0.6, 0.6, 0.3}},
                     .kind_weights = {1},
                     .per_period = 300,
                     .period = 0.02,
                     .most = 1000,
                     .attempts = 30});
  sim.step();
  EXPECT_GT(sim.size(), 40u);
  EXPECT_LT(sim.size(), 300u);
  EXPECT_EQ(sim.statistics().postponed + sim.size(), 300u);
  EXPECT_EQ(sim.statistics().contacts + sim.statistics().wall_contacts, 0u);
  const std::size_t first = sim.size();
  std::size_t before = first, contacts = 0;
  const auto is_new = [&](std::uint32_t slot) {
    const dem::SlotUse& use = sim.use(slot);
    return use.kind != dem::SlotKind::wall && use.index >= before;
  };
  while (sim.time() < (small_run() ? 0.065 : 0.2)) {
    before = sim.size();
    sim.step();
    if (sim.size() == before) continue;
    for (const auto& touch : sim.contacts())
      EXPECT_FALSE(is_new(touch.a.slot) || is_new(touch.b.slot)) << "at " << sim.time();
    contacts += sim.statistics().contacts + sim.statistics().wall_contacts;
  }
  if (small_run()) return;  // too short for new room, and for contacts of the others
  EXPECT_GT(sim.size(), first);
  EXPECT_GT(contacts, 0u) << "the others have met meanwhile: or this test shows nothing";
}

/// A piston presses a column of balls: the force on it is that of the springs, its work is in the balance.
TEST(DemWalls, APistonWorks) {
  auto options = weightless(dem::LinearLaw<double>{.stiffness = 1e4, .restitution = 0.1, .friction = 0});
  Dem sim(options);
  sim.add_wall({.shape = HalfSpace<double>{{0, 0, 1}, 0}});
  const auto piston = sim.add_wall({.shape = Box<double>{{1, 1, 0.1}},
                                    .pose = translation(0., 0., 0.601),
                                    .motion = {.velocity = {0, 0, -0.01}, .end = 0.5}});
  const auto grain = add_shape(sim, Sphere<double>{0.05}, 2000);
  for (int i = 0; i < 5; ++i) sim.add({.grain = grain, .pose = translation(0., 0., 0.05 + 0.1 * i)});
  while (sim.steps() == 0 || sim.time() < 2) sim.step();
  EXPECT_NEAR(sim.wall_pose(piston).translation.z, 0.596, 1e-9);
  // 4 mm on six springs in a row, each as stiff: between balls, and at both ends.
  EXPECT_NEAR(sim.wall_force(piston).z, 1e4 * 0.004 / 6, 0.01 * 1e4 * 0.004 / 6);
  const auto& e = sim.statistics().energies;
  EXPECT_NEAR(e.elastic, 0.5 * 1e4 * 0.004 * 0.004 / 6, 0.02 * e.elastic);
  EXPECT_LE(std::abs(e.balance()), rounding_of_balance(sim));
}

/// A floor that turns carries a block along.
TEST(DemWalls, ATurntableTurnsWhatLiesOnIt) {
  dem::SimulationOptions<double> options;
  options.law = dem::LinearLaw<double>{.stiffness = 1e5, .restitution = 0.2, .friction = 0.8};
  options.threads = 1;
  Dem sim(options);
  sim.add_wall({.shape = Box<double>{{1, 1, 0.1}},
                .pose = translation(0., 0., -0.1),
                .motion = {.angular_velocity = {0, 0, 1}}});
  const auto grain = add_shape(sim, Box<double>{{0.05, 0.05, 0.02}});
  sim.add({.grain = grain, .pose = translation(0.3, 0., 0.02), .velocity = {0, 0.3, 0}, .angular_velocity = {0, 0, 1}});
  while (sim.steps() == 0 || sim.time() < pi<double> / 2) sim.step();
  EXPECT_NEAR(sim.particle(0).center.x, 0, 0.01);
  EXPECT_NEAR(sim.particle(0).center.y, 0.3, 0.01);
}

/// Any shape: a superellipsoid, a rounded hull (sphero-polyhedron) and a cylinder fall and lie.
TEST(DemShapes, OfAllKindsLie) {
  dem::SimulationOptions<double> options;
  options.law = dem::LinearLaw<double>{.stiffness = 1e5, .restitution = 0.2, .friction = 0.4};
  Dem sim(options);
  sim.add_wall({.shape = HalfSpace<double>{{0, 0, 1}, 0}});
  const Shape<double> shapes[] = {rounded(generate::octagonal_prism(0.04, 0.06), 0.01), Cylinder<double>{0.05, 0.04},
                                  Superquadric<double>{{0.06, 0.05, 0.04}, 0.5, 0.5}, Capsule<double>{0.03, 0.03}};
  double x = 0;
  for (const Shape<double>& shape : shapes) {
    const auto grain = add_shape(sim, shape, 2000);
    for (const double z : {0.1, 0.23}) sim.add({.grain = grain, .pose = translation(x, 0.01 * z, z) * rotation_y(0.3)});
    x += 0.4;
  }
  while (sim.steps() == 0 || sim.time() < (small_run() ? 0.1 : 0.8)) sim.step();
  for (std::uint32_t i = 0; i < sim.size(); ++i) EXPECT_GT(sim.particle(i).center.z, 0.025) << i;
  if (!small_run()) {  // a short one ends in the middle of an impact
    EXPECT_LT(sim.statistics().deepest_relative, 0.02);
  }
  EXPECT_LE(std::abs(sim.statistics().energies.balance()), rounding_of_balance(sim));
}

}  // namespace
}  // namespace tactus::testing
