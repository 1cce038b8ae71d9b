// SPDX-License-Identifier: MIT
/// The critical step: a step below it is stable, with dampers too, and a step above it is refused.
#include <tests/sim/dem_worlds.h>

namespace tactus::testing {
namespace {

constexpr double stiffness = 1e5, soft = 1e3;  // of the spheres; of the walls that press them together

/// 2(√(1 + ζ²) - ζ)/ω: leapfrog whose dampers see the velocity of half a step ago.
double stable_step(double omega, double ratio) { return 2 * (std::sqrt(1 + ratio * ratio) - ratio) / omega; }

/// Two spheres that soft walls press together, so that they stay in contact, with a small swing of their overlap.
struct PressedSpheres {
  PressedSpheres(double restitution, double part_of_critical) : sim(options(restitution, part_of_critical)) {
    const auto grain = add_shape(sim, Sphere<double>{radius}, 2000);
    const double overlap = 1e-5, pressed = stiffness * overlap / soft;  // both walls push with the spheres' force
    for (const double side : {-1., 1.}) {
      sim.add_wall({.shape = HalfSpace<double>{{-side, 0, 0}, 0},
                    .pose = translation(side * (2 * radius - overlap / 2 - pressed), 0., 0.)});
      sim.add(
          {.grain = grain, .pose = translation(side * (radius - overlap / 2), 0., 0.), .velocity = {-side * v, 0, 0}});
    }
    mass = sim.grain_of(0).mass;
  }
  static dem::SimulationOptions<double> options(double restitution, double part_of_critical) {
    auto o = weightless(dem::LinearLaw<double>{.stiffness = stiffness, .restitution = restitution, .friction = 0});
    o.wall_law = dem::LinearLaw<double>{.stiffness = soft, .restitution = 1, .friction = 0};
    o.step_part = part_of_critical;
    return o;
  }
  double kinetic() const { return sim.statistics().energies.translation; }

  static constexpr double radius = 0.01, v = 0.002;  // the swing is v/ω = 4e-7 m at most, the overlap 1e-5 m
  Dem sim;
  double mass = 0;
};

/// In 3000 steps just below the critical one the swing does not grow, and dampers end it. (The walls' springs add a two
/// hundredth to the spheres' stiffness; 0.98 of the step is still below the critical one of both together.)
TEST(DemCriticalStep, LeavesTwoSpheresStable) {
  for (const double restitution : {1.0, 0.5, 0.3, 0.0})
    for (const double part : {0.5, 0.9, 0.98}) {
      PressedSpheres pressed(restitution, part);
      Dem& sim = pressed.sim;
      sim.step();
      const double begin = pressed.kinetic();
      EXPECT_NEAR(sim.time_step(), part * sim.critical_step(), 1e-12 * sim.time_step());
      double most = 0;
      for (int i = 0; i < 3000; ++i) {
        sim.step(), most = std::max(most, pressed.kinetic());
        ASSERT_EQ(sim.statistics().contacts, 1u) << "apart: the swing has grown, e = " << restitution << ", " << part;
      }
      EXPECT_LE(most, 1.001 * begin) << restitution << ' ' << part;
      if (restitution < 1) {
        EXPECT_LT(pressed.kinetic(), 1e-6 * begin) << restitution << ' ' << part;
      }
      EXPECT_LE(sim.statistics().critical_step, sim.critical_step() * 1.000001);
    }
}

/// The estimate of two spheres is the bound itself: without friction of the normal mode, with friction of the slower
/// one of both modes. Tangential mode: 2/7 of k on 2/7 of the mass, and the damper's ratio is √3.5 times as large.
TEST(DemCriticalStep, OfTwoSpheresIsTheBoundItself) {
  for (const double restitution : {1.0, 0.5, 0.3, 0.0})
    for (const double friction : {0.0, 0.5}) {
      Dem sim(
          weightless(dem::LinearLaw<double>{.stiffness = stiffness, .restitution = restitution, .friction = friction}));
      sim.add({.grain = add_shape(sim, Sphere<double>{0.01}, 2000)});
      const double omega = std::sqrt(2 * stiffness / sim.grain_of(0).mass);
      const double ratio = dem::damping_ratio(restitution) * (friction > 0 ? std::sqrt(3.5) : 1);
      EXPECT_NEAR(sim.critical_step() * omega, stable_step(1, ratio), 1e-6) << restitution << ' ' << friction;
    }
}

/// Between the bound and 2/ω a step makes energy: these steps were accepted once.
TEST(DemCriticalStep, RefusesWhatDampersMakeUnstable) {
  for (const double restitution : {0.5, 0.3, 0.0}) {
    auto options = PressedSpheres::options(restitution, 1);
    const double mass = PressedSpheres(restitution, 1).mass, omega = std::sqrt(2 * stiffness / mass);
    for (const double between : {0.02, 0.5, 0.98}) {
      const double bound = stable_step(omega, dem::damping_ratio(restitution));
      options.time_step = bound + between * (2 / omega - bound);
      Dem sim(options);
      sim.add({.grain = add_shape(sim, Sphere<double>{0.01}, 2000)});
      expect_refused([&] { sim.step(); }, {"time_step", "critical", "would do"});
    }
  }
}

/// A ball between two plates, which both press it, and which it swings between.
struct BallBetweenPlates {
  double end = 0, most = 0;  // its speed
  double safe = 0, of_pairs = 0;  // critical steps: by the statistics, and as estimated for pairs

  BallBetweenPlates(double step, int steps) {
    auto options = weightless(dem::LinearLaw<double>{.stiffness = stiffness, .restitution = 0.1, .friction = 0});
    options.time_step = step;
    Dem sim(options);
    for (const double side : {-1., 1.})
      sim.add_wall({.shape = HalfSpace<double>{{-side, 0, 0}, 0}, .pose = translation(side * 0.0099, 0., 0.)});
    sim.add({.grain = add_shape(sim, Sphere<double>{0.01}, 2000), .velocity = {1e-3, 0, 0}});
    for (int i = 0; i < steps; ++i) sim.step(), most = std::max(most, end = std::abs(sim.velocity(0).x));
    safe = sim.statistics().critical_step, of_pairs = sim.critical_step();
  }
};

/// Two contacts have twice the stiffness and twice the damping of one, which the estimate for pairs does not see. The
/// statistics do: at a step that they call safe the swing ends; at the step of pairs the ball gets faster.
TEST(DemCriticalStep, OfTheStatisticsCountsAllContactsOfAParticle) {
  const BallBetweenPlates look(1e-6, 10);
  EXPECT_LT(look.safe, look.of_pairs);
  const BallBetweenPlates safe(0.999 * look.safe, 3000), wild(0.99 * look.of_pairs, 60);
  EXPECT_LT(safe.end, 1e-9);
  EXPECT_LE(safe.most, 1e-3);
  EXPECT_GT(wild.most, 0.02);
}

}  // namespace
}  // namespace tactus::testing
