// SPDX-License-Identifier: MIT
/// Two particles, of which the answer is known in closed form.
#include <tests/sim/dem_worlds.h>

namespace tactus::testing {
namespace {

struct Collision {
  double duration, restitution, deepest;
};

/// Two spheres head on. The duration counts steps with an overlap, so it is right to about a step.
Collision collide(const dem::Law<double>& law, double speed, double time_step) {
  auto options = weightless(law);
  options.time_step = time_step;
  Dem sim(options);
  const auto grain = add_shape(sim, Sphere<double>{0.01}, 2000);
  sim.add({.grain = grain, .pose = translation(-0.01000001, 0., 0.), .velocity = {speed / 2, 0, 0}});
  sim.add({.grain = grain, .pose = translation(0.01000001, 0., 0.), .velocity = {-speed / 2, 0, 0}});
  Collision c{};
  bool met = false;
  for (int i = 0; i < 2'000'000; ++i) {
    sim.step();
    const bool touching = sim.statistics().deepest > 0;
    c.deepest = std::max(c.deepest, sim.statistics().deepest);
    c.duration += touching ? time_step : 0;
    met |= touching;
    if (met && !touching) break;
  }
  c.restitution = (sim.velocity(1).x - sim.velocity(0).x) / speed;
  return c;
}

double mass_of_sphere(double radius, double density) { return density * 4 / 3 * pi<double> * radius * radius * radius; }

/// t_c = π/sqrt(k/m* - (c/2m*)²), e = exp(-c t_c/(2 m*)); both follow from the ratio of damping. A contact may end a
/// step too early or too late: the duration is off by a step, and the speed e v by what the damper takes in it, which is
/// c h/m* = 2 β ω h of that speed. Leapfrog itself is off by (ω h)² at most.
TEST(DemCollision, LinearLawHasTheDurationAndRestitutionOfTheClosedForm) {
  const double mass = mass_of_sphere(0.01, 2000) / 2;
  for (const double e : {1.0, 0.8, 0.3}) {
    for (const double k : {1e4, 1e6}) {
      const double beta = dem::damping_ratio(e);
      const double omega = std::sqrt(k / mass), duration = pi<double> / (omega * std::sqrt(1 - beta * beta));
      double error = 0, before = 0;
      for (const int parts : {200, 1000}) {
        const Collision c =
            collide(dem::LinearLaw<double>{.stiffness = k, .restitution = e, .friction = 0}, 0.5, duration / parts);
        EXPECT_NEAR(c.duration, duration, 1.01 * duration / parts) << e << ' ' << k;
        before = error, error = std::abs(c.restitution - e);
        const double turn = omega * duration / parts;
        EXPECT_LT(error, e * 2 * beta * turn + turn * turn) << e;
      }
      if (e < 1) {
        EXPECT_LT(error, before / 3) << "the error falls with the step";
      }
    }
  }
}

/// Where no feature changes, springs lose only by the step in which a contact begins, and that in which it ends. A
/// spring that begins between two steps, g before and δ after it, is worked on by k δ (g + δ)/2 and stores k δ²/2: that
/// differs by k g δ/2 ≤ k (v h)²/8. So both together lose at most (ω h)²/2 of the energy m* v²/2.
TEST(DemCollision, SpringsOfSpheresLoseOnlyWithTheSquareOfTheStep) {
  const double k = 1e5, speed = 0.5, mass = mass_of_sphere(0.01, 2000) / 2, omega = std::sqrt(k / mass);
  for (const double part : {0.2, 0.05, 0.01}) {
    auto options = weightless(dem::LinearLaw<double>{.stiffness = k, .restitution = 0.6, .friction = 0});
    options.time_step = part / omega;
    Dem sim(options);
    const auto grain = add_shape(sim, Sphere<double>{0.01}, 2000);
    for (const double x : {-1., 1.})
      sim.add({.grain = grain, .pose = translation(0.0101 * x, 0., 0.), .velocity = {-speed / 2 * x, 0, 0}});
    while (sim.time() < 0.0004 + 5 / omega) sim.step();
    const auto& e = sim.statistics().energies;
    EXPECT_GT(e.damped, 0.5 * (1 - 0.36) * mass * speed * speed / 2);
    EXPECT_LE(std::abs(e.features), part * part / 2 * mass * speed * speed / 2) << part;
    EXPECT_LE(std::abs(e.balance()), rounding_of_balance(sim));
  }
}

/// Hertz: t = 2.9432 (15/16 m*/(E* sqrt(R*)))^(2/5) v^(-1/5), δ = (15/16 m* v²/(E* sqrt(R*)))^(2/5).
TEST(DemCollision, HertzLawHasTheDurationAndDepthOfTheClosedForm) {
  const double mass = mass_of_sphere(0.01, 2000) / 2, young = 1e8 / (2 * (1 - 0.09)), root = std::sqrt(0.005);
  for (const double speed : {0.1, 1.0}) {
    const double depth = std::pow(15.0 / 16 * mass * speed * speed / (young * root), 0.4);
    const double duration = 2.9432750 * depth / speed;
    const Collision c =
        collide(dem::HertzMindlinLaw<double>{.young = 1e8, .restitution = 1, .friction = 0}, speed, duration / 2000);
    const double leap = square(pi<double> / 2000);  // (ω h)² of a spring with this duration
    EXPECT_NEAR(c.duration, duration, 1.01 * duration / 2000);  // a step
    EXPECT_NEAR(c.deepest, depth, leap * depth);
    EXPECT_NEAR(c.restitution, 1, leap);
  }
}

/// With the damping of Tsuji et al. the restitution does not depend on the speed; β gives it to a few parts in a
/// hundred.
TEST(DemCollision, HertzRestitutionIsTheSameAtAllSpeeds) {
  for (const double e : {0.9, 0.5}) {
    double first = 0;
    for (const double speed : {0.1, 1.0}) {
      const Collision c =
          collide(dem::HertzMindlinLaw<double>{.young = 1e8, .restitution = e, .friction = 0}, speed, 1e-7);
      EXPECT_NEAR(c.restitution, e, 0.05) << speed;
      if (first > 0) {
        EXPECT_NEAR(c.restitution, first, 2e-3);
      }
      first = c.restitution;
    }
  }
}

/// A sphere that slides on the floor begins to roll at 5/7 of its speed.
TEST(DemFriction, ASlidingSphereRollsInTheEnd) {
  dem::SimulationOptions<double> options;
  options.law = dem::LinearLaw<double>{.stiffness = 1e5, .restitution = 0.3, .friction = 0.3};
  options.threads = 1;
  Dem sim(options);
  sim.add_wall({.shape = HalfSpace<double>{{0, 0, 1}, 0}});
  const auto grain = add_shape(sim, Sphere<double>{0.05}, 2000);
  sim.add({.grain = grain, .pose = translation(0., 0., 0.05), .velocity = {1, 0, 0}});
  while (sim.time() < 0.5) sim.step();
  EXPECT_NEAR(sim.velocity(0).x, 5.0 / 7, 2e-3);
  EXPECT_NEAR(sim.angular_velocity(0).y * 0.05, sim.velocity(0).x, 2e-3);
  EXPECT_LE(std::abs(sim.statistics().energies.balance()), rounding_of_balance(sim));
}

/// And with rolling resistance it stops: the deceleration is that of the torque μ_r R F_n, a = 5/7 μ_r g.
TEST(DemFriction, RollingResistanceStopsASphere) {
  dem::SimulationOptions<double> options;
  options.law = dem::LinearLaw<double>{.stiffness = 1e5, .friction = 0.5, .rolling = {.friction = 0.05}};
  options.threads = 1;
  Dem sim(options);
  sim.add_wall({.shape = HalfSpace<double>{{0, 0, 1}, 0}});
  const auto grain = add_shape(sim, Sphere<double>{0.05}, 2000);
  sim.add({.grain = grain, .pose = translation(0., 0., 0.05), .velocity = {0.2, 0, 0}, .angular_velocity = {0, 4, 0}});
  while (sim.time() < 0.3) sim.step();
  EXPECT_NEAR(0.2 - sim.velocity(0).x, 5.0 / 7 * 0.05 * 9.81 * 0.3, 0.005);
  while (sim.time() < 1.5) sim.step();
  EXPECT_NEAR(sim.velocity(0).x, 0, 1e-3);
}

/// A block on a slope: it stays if tan(slope) < μ, and slides with g (sin - μ cos) if not.
TEST(DemFriction, ABlockStaysOrSlides) {
  for (const double mu : {0.3, 0.5}) {
    const double slope = std::atan(0.4);
    dem::SimulationOptions<double> options;
    options.law = dem::LinearLaw<double>{.stiffness = 1e5, .restitution = 0.2, .friction = mu};
    options.gravity = {9.81 * std::sin(slope), 0, -9.81 * std::cos(slope)};
    options.threads = 1;
    Dem sim(options);
    sim.add_wall({.shape = HalfSpace<double>{{0, 0, 1}, 0}});
    const auto grain = add_shape(sim, Box<double>{{0.1, 0.1, 0.05}});
    sim.add({.grain = grain, .pose = translation(0., 0., 0.05)});
    while (sim.time() < 0.2) sim.step();
    const double from = sim.velocity(0).x, since = sim.time();
    while (sim.time() < 0.5) sim.step();
    const double pull = 9.81 * (std::sin(slope) - mu * std::cos(slope));
    EXPECT_NEAR(sim.velocity(0).x - from, mu > 0.4 ? 0 : pull * (sim.time() - since), 0.01);
  }
}

/// Polyhedra in a box without gravity: contacts change the momenta only by rounding.
TEST(DemMomentum, IsKeptToRounding) {
  auto options = weightless(dem::LinearLaw<double>{.stiffness = 1e4, .restitution = 0.7, .friction = 0.4});
  Dem sim(options);
  const auto grain = add_shape(sim, Box<double>{{0.05, 0.04, 0.06}});
  scenes::Random random(3);
  for (int i = 0; i < 27; ++i) {
    const Vector at{0.13 * (i % 3), 0.13 * (i / 3 % 3), 0.13 * (i / 9)};
    sim.add({.grain = grain,
             .pose = {random.rotation(), at},
             .velocity = (Vector{0.13, 0.13, 0.13} - at) * 8.0,
             .angular_velocity = random.in_box({5, 5, 5})});
  }
  const Vector before = total_momentum(sim), spin = total_angular_momentum(sim);
  std::size_t contacts = 0;
  for (int i = 0; i < 4000; ++i) sim.step(), contacts += sim.statistics().contacts;
  EXPECT_GT(contacts, 100u);
  const double scale = 27 * sim.grain_of(0).mass * 2;
  EXPECT_LT(norm(total_momentum(sim) - before), 1e-12 * scale);
  EXPECT_LT(norm(total_angular_momentum(sim) - spin), 1e-12 * scale);
}

/// A body that tumbles freely keeps its angular momentum exactly and its energy up to an error that does not grow.
TEST(DemRotation, AFreeBodyKeepsItsMomentumAndEnergy) {
  Dem sim([] {
    auto options = weightless(dem::LinearLaw<double>{});
    options.time_step = 1e-3;
    return options;
  }());
  const auto grain = add_shape(sim, Box<double>{{1, 0.5, 0.2}});
  sim.add({.grain = grain, .angular_velocity = {0.01, 10, 0.02}});  // about the middle axis: it turns over
  const Vector momentum = sim.particle(0).momentum;
  double least = infinity<double>, most = 0, late = 0;
  double tipped = 1;
  for (int i = 0; i < 20000; ++i) {
    sim.step();
    const double energy = sim.statistics().energies.rotation;
    least = std::min(least, energy), most = std::max(most, energy), late = energy;
    tipped = std::min(tipped, sim.pose(0).rotation(1, 1));
  }
  EXPECT_EQ(sim.particle(0).momentum, momentum);
  EXPECT_LT(tipped, -0.9);
  EXPECT_LT(most - least, 1e-4 * most);
  EXPECT_NEAR(late, least, 1e-4 * most);
}

}  // namespace
}  // namespace tactus::testing
