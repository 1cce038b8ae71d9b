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

/// The force that a body in the floor, by `depth`, has on it in the first step, in which it moves sideways at `speed`.
Vector force_on_floor(const dem::Law<double>& law, const Shape<double>& shape, double depth, double speed,
                      double step) {
  auto options = weightless(law);
  options.time_step = step;
  Dem sim(options);
  const auto floor = sim.add_wall({.shape = HalfSpace<double>{{0, 0, 1}, 0}});
  const double height = -shape.aabb({}).min.z;
  sim.add({.grain = add_shape(sim, shape), .pose = translation(0., 0., height - depth), .velocity = {speed, 0, 0}});
  sim.step();
  return sim.wall_force(floor);
}

/// Of a ball in a wall of the same material: E* = E/(2(1 - ν²)), G* = E/(4(1 + ν)(2 - ν)), F_n = 4/3 E* √R δ^(3/2),
/// k_t = 8 G* √(R δ). The depth is a difference of numbers a hundred times as large: it is known to some hundred u.
TEST(DemFriction, MindlinsSpringHasTheStiffnessAndLimitOfTheClosedForm) {
  const double radius = 0.01, depth = 1e-4, young = 1e8, poisson = 0.3, friction = 0.4, step = 1e-7;
  const double whole_young = young / (2 * (1 - square(poisson))), shear = young / (4 * (1 + poisson) * (2 - poisson));
  const double push = 4.0 / 3 * whole_young * std::sqrt(radius) * std::pow(depth, 1.5);
  const double stiffness = 8 * shear * std::sqrt(radius * depth), limit = friction * push;
  const dem::HertzMindlinLaw<double> law{.young = young, .poisson = poisson, .restitution = 1, .friction = friction};
  for (const double part : {0.1, 0.999, 1.001, 10.0}) {  // of the limit, by the stretch of one step
    const double speed = part * limit / (stiffness * step);
    const Vector force = force_on_floor(law, Sphere<double>{radius}, depth, speed, step);
    EXPECT_NEAR(-force.z, push, 1e-12 * push) << part;
    EXPECT_NEAR(force.x, std::min(part, 1.0) * limit, 1e-12 * limit) << part;
  }
}

/// Stretched beyond the limit, the spring slips and keeps the limit's stretch. On the way back it pulls less from the first
/// step on, and slips in the other direction after twice the limit. Each step rounds a few times.
TEST(DemFriction, MindlinsSpringSlipsAndReturns) {
  const dem::HertzMindlinLaw<double> law{.young = 1e8, .restitution = 1, .friction = 0.4};
  const double step = 1e-6, depth = 1e-4;
  const dem::HertzMindlinForce<double> force(law, step);
  const dem::PairConstants<double> pair = force.of_pair(1, 0.005);
  const double stiffness = 8 * 1e8 / (4 * 1.3 * 1.7) * std::sqrt(0.005 * depth);
  const double limit = 0.4 * 4.0 / 3 * 1e8 / (2 * 0.91) * std::sqrt(0.005) * std::pow(depth, 1.5);
  const double speed = limit / stiffness / (100 * step);  // the limit after 100 steps
  dem::PointHistory<double> history;
  for (int i = 1; i <= 500; ++i) {
    const bool back = i > 150;
    const dem::PointForce<double> f = force(pair, {{0, 0, 1}, depth, {back ? -speed : speed, 0, 0}, {}}, history);
    const double share = back ? std::max(-1.0, 1 - (i - 150) / 100.0) : std::min(1.0, i / 100.0);
    EXPECT_NEAR(f.force.x, -share * limit, 1e-12 * limit) << i;
    EXPECT_NEAR(f.stretched, square(share * limit) / (2 * stiffness), 1e-12 * limit * limit / stiffness) << i;
  }
}

/// A box of face A in the floor: V = A δ, so with E = K V² the push is 2 K A² δ, and the damping c gives c A² per speed:
/// a linear spring and damper. The loss of a bounce is that of the closed form above; so are the errors of its steps.
TEST(DemCollision, VolumeLawLosesWhatADamperTakes) {
  const double area = 4 * 0.05 * 0.04, modulus = 1e9, stiffness = 2 * modulus * square(area), speed = 0.3;
  const Shape<double> box = Box<double>{{0.05, 0.04, 0.03}};
  for (const double e : {0.9, 0.5}) {
    auto options = weightless(dem::LinearLaw<double>{});
    const double mass = 1000 * 0.06 * area, beta = dem::damping_ratio(e), omega = std::sqrt(stiffness / mass);
    options.law = dem::VolumeLaw<double>{.modulus = modulus, .damping = 2 * beta * mass * omega / square(area)};
    options.time_step = pi<double> / (500 * omega);
    const double turn = omega * options.time_step;
    Dem sim(options);
    sim.add_wall({.shape = HalfSpace<double>{{0, 0, 1}, 0}});
    sim.add({.grain = add_shape(sim, box), .pose = translation(0., 0., 0.03 + 1e-7), .velocity = {0, 0, -speed}});
    for (int i = 0; i < 1200; ++i) sim.step();
    const double energy = mass * speed * speed / 2, off = e * 2 * beta * turn + turn * turn;
    EXPECT_NEAR(sim.velocity(0).z / speed, e, off) << e;
    EXPECT_NEAR(sim.statistics().energies.damped, (1 - e * e) * energy, 2 * e * off * energy + turn * turn * energy)
        << e;
    EXPECT_LE(std::abs(sim.statistics().energies.balance()), rounding_of_balance(sim));
  }
}

/// Its friction: a spring of the given stiffness, up to the coefficient times the push. The volume is that of a box of
/// 4 A by a depth that is a difference of numbers thirty times as large.
TEST(DemFriction, OfTheVolumeLawHasItsStiffnessAndLimit) {
  const double area = 4 * 0.05 * 0.04, depth = 1e-3, friction = 0.3, step = 1e-7;
  const dem::VolumeLaw<double> law{.modulus = 1e9, .friction = friction, .tangential = 2e5};
  const double push = 2 * law.modulus * square(area) * depth, limit = friction * push;
  for (const double part : {0.1, 0.999, 1.001, 10.0}) {
    const Vector force = force_on_floor(law, Box<double>{{0.05, 0.04, 0.03}}, depth, part * limit / (2e5 * step), step);
    EXPECT_NEAR(-force.z, push, 1e-12 * push) << part;
    EXPECT_NEAR(force.x, std::min(part, 1.0) * limit, 1e-12 * limit) << part;
  }
}

/// In float: the restitution of the closed form, and a box that comes to rest carries its weight. Beside the error of the
/// steps, as above, each step rounds a position of 0.01 by u: of 200 steps that is so much of the depth, v/ω. The box stays
/// where a step would move it by less than a rounding of 0.03; what is left of the force is some thousandths of its weight.
TEST(DemFloat, BouncesAndRestsAsInDouble) {
  dem::SimulationOptions<float> options;
  const double k = 1e4, e = 0.8, speed = 0.5, mass = mass_of_sphere(0.01, 2000) / 2, beta = dem::damping_ratio(e);
  const double omega = std::sqrt(k / mass), turn = pi<double> / 200;
  options.gravity = {}, options.threads = 1, options.time_step = static_cast<float>(turn / omega);
  options.law = dem::LinearLaw<float>{.stiffness = 1e4f, .restitution = 0.8f, .friction = 0};
  dem::Simulation<float> sim(options);
  const auto grain =
      sim.first_grain(sim.add_kind({.name = "ball", .sizes = {{Sphere<float>{0.01f}}}, .density = 2000}));
  for (const float side : {-1.f, 1.f})
    sim.add({.grain = grain, .pose = translation(side * 0.01001f, 0.f, 0.f), .velocity = {-side * 0.25f, 0, 0}});
  for (int i = 0; i < 400; ++i) sim.step();
  const double rounding = 200 * 0.01 * static_cast<double>(unit_roundoff<float>) * omega / speed;
  EXPECT_NEAR((sim.velocity(1).x - sim.velocity(0).x) / 0.5, e, e * 2 * beta * turn + turn * turn + rounding);

  options.gravity = {0, 0, -9.81f}, options.time_step = 0;
  options.law = dem::LinearLaw<float>{.stiffness = 1e5f, .restitution = 0.2f};
  dem::Simulation<float> rest(options);
  const auto floor = rest.add_wall({.shape = HalfSpace<float>{{0, 0, 1}, 0}});
  const auto box = rest.first_grain(rest.add_kind({.name = "box", .sizes = {{Box<float>{{0.05f, 0.04f, 0.03f}}}}}));
  rest.add({.grain = box, .pose = translation(0.f, 0.f, 0.03f)});
  while (rest.steps() == 0 || rest.time() < 0.3f) rest.step();
  const float weight = rest.grain_of(0).mass * 9.81f;
  EXPECT_NEAR(-rest.wall_force(floor).z, weight, 0.01f * weight);
  EXPECT_NEAR(rest.particle(0).center.z, 0.03f - weight / 4e5f, 0.01f * weight / 4e5f);  // on four springs
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
