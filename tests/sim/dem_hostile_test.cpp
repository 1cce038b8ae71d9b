// SPDX-License-Identifier: MIT
/// Bad parameters end in a message that names the value and says what would be valid.
#include <tactus/shape/composite.h>
#include <tactus/shape/generators.h>
#include <tests/sim/dem_worlds.h>

namespace tactus::testing {
namespace {

TEST(DemHostile, LawsAreChecked) {
  const double nan = std::nan("");
  const auto make = [](const dem::Law<double>& law) { Dem sim(weightless(law)); };
  expect_refused([&] { make(dem::LinearLaw<double>{.stiffness = -1}); }, {"LinearLaw.stiffness", "-1", "positive"});
  expect_refused([&] { make(dem::LinearLaw<double>{.stiffness = nan}); }, {"stiffness", "nan"});
  expect_refused([&] { make(dem::LinearLaw<double>{.restitution = 1.5}); }, {"restitution", "1.5", "0 (no bounce)"});
  expect_refused([&] { make(dem::LinearLaw<double>{.friction = -0.1}); }, {"friction", "not negative"});
  expect_refused([&] { make(dem::LinearLaw<double>{.rolling = {.friction = -1}}); }, {"rolling.friction"});
  expect_refused([&] { make(dem::HertzMindlinLaw<double>{.young = 0}); }, {"young"});
  expect_refused([&] { make(dem::HertzMindlinLaw<double>{.poisson = 0.7}); }, {"poisson", "0 to 0.5"});
  expect_refused([&] { make(dem::VolumeLaw<double>{.exponent = 0.5}); }, {"exponent", "1"});
}

TEST(DemHostile, OptionsAreChecked) {
  const auto with = [](auto&& change) {
    dem::SimulationOptions<double> options;
    change(options);
    Dem sim(options);
  };
  expect_refused([&] { with([](auto& o) { o.time_step = -1; }); }, {"time_step", "-1"});
  expect_refused([&] { with([](auto& o) { o.gravity.x = std::nan(""); }); }, {"gravity"});
  expect_refused([&] { with([](auto& o) { o.threads = -2; }); }, {"threads", "-2"});
  expect_refused([&] { with([](auto& o) { o.periodic.axes[1] = true; }); }, {"periodic.box", "axis 1"});
}

TEST(DemHostile, AStepBeyondTheCriticalOneIsRefused) {
  auto options = weightless(dem::LinearLaw<double>{.stiffness = 1e5});
  options.time_step = 0.01;
  Dem sim(options);
  sim.add({.grain = add_shape(sim, Sphere<double>{0.01}, 2000)});
  expect_refused([&] { sim.step(); }, {"time_step = 0.01", "critical", "would do"});
}

TEST(DemHostile, ParticlesThatDoNotFitAreRefused) {
  Dem sim;
  add_shape(sim, Sphere<double>{0.1});
  const auto inject = [&](dem::Injection<double> in) { sim.add_injection(in); };
  expect_refused(
      [&] {
        inject({.region = {{0, 0, 0}, {1, 1, 0.1}}, .kind_weights = {1}});
      },
      {"0.2 across", "do not fit", "larger region"});
  expect_refused([&] { inject({.region = {{0, 0, 0}, {1, 1, 1}}}); }, {"0 weights for 1 kinds"});
  expect_refused([&] { inject({.region = {{0, 0, 0}, {1, 1, 1}}, .kind_weights = {0}}); }, {"weights add up to 0"});
  expect_refused([&] { inject({.region = {{0, 0, 0}, {1, 1, 1}}, .kind_weights = {1}, .period = 0}); }, {"positive"});
}

TEST(DemHostile, APeriodicBoxHoldsTwoParticles) {
  dem::SimulationOptions<double> options;
  options.periodic = {{true, false, false}, {{0, 0, 0}, {0.3, 1, 1}}};
  Dem sim(options);
  const auto grain = add_shape(sim, Sphere<double>{0.1});
  expect_refused([&] { sim.add({.grain = grain, .pose = translation(0.5, 0., 0.)}); }, {"periodic along axis 0"});
  sim.add({.grain = grain, .pose = translation(0.1, 0., 0.)});
  expect_refused([&] { sim.step(); }, {"periodic box", "0.3", "at least 0.4"});
}

TEST(DemHostile, TheVolumeLawNamesShapesItCannotTake) {
  Dem sim(weightless(dem::VolumeLaw<double>{}));
  expect_refused([&] { add_shape(sim, Sphere<double>{0.1}); }, {"volume law", "Sphere", "another law"});
  add_shape(sim, Box<double>{{1, 1, 1}});
}

TEST(DemHostile, ParticlesAndWallsAreChecked) {
  Dem sim;
  expect_refused([&] { add_shape(sim, HalfSpace<double>{}); }, {"unbounded", "add_wall"});
  expect_refused([&] { add_shape(sim, Box<double>{{1, 1, 0}}); }, {"flat"});
  expect_refused([&] { add_shape(sim, Sphere<double>{1}, -5); }, {"density", "-5"});
  expect_refused([&] { sim.add_kind({.name = "none"}); }, {"'none' has no sizes"});
  expect_refused([&] { sim.add({.grain = 7}); }, {"grain 7 of 0"});
  expect_refused([&] { sim.add_wall({.shape = HalfSpace<double>{}, .motion = {.frequency = -1}}); }, {"frequency"});
  expect_refused([&] { sim.step(); }, {"no kinds", "time_step"});
  EXPECT_EQ(sim.size(), 0u);
}

TEST(DemSizes, AreScaledAndChecked) {
  const auto sizes = dem::uniform_sizes(0.5, 1.5, 4);
  ASSERT_EQ(sizes.size(), 4u);
  EXPECT_DOUBLE_EQ(sizes[0].factor, 0.625);
  const Shape<double> capsule = dem::scaled<double>(Capsule<double>{1, 2}, 0.5);
  EXPECT_EQ(*capsule.get_if<Capsule<double>>(), (Capsule<double>{0.5, 1}));
  double mean = 0, total = 0;
  for (const auto& c : dem::lognormal_sizes(1.0, 0.2, 0.3, 3.0, 200)) mean += c.weight * c.factor, total += c.weight;
  EXPECT_NEAR(mean / total, std::exp(0.02), 1e-3);
  double fine = 0, all = 0;  // of Fuller's mass, √(1/4) - √(1/100) of 1 - √(1/100) is below a quarter of the largest
  for (const auto& c : dem::fuller_sizes(0.01, 1.0, 0.5, 1000)) {
    const double volume = c.weight * c.factor * c.factor * c.factor;
    all += volume, fine += c.factor < 0.25 ? volume : 0;
  }
  EXPECT_NEAR(fine / all, 0.4 / 0.9, 0.02);
  expect_refused([] { dem::uniform_sizes(0.0, 1.0); }, {"0 < least"});
}

/// A sphero-polyhedron keeps its kind and its proportions: corner, ball and mass scale with the factor.
TEST(DemSizes, SpheroPolyhedraAreScaled) {
  const Hull<double> prism = generate::octagonal_prism(0.05, 0.08);
  const Shape<double> round = rounded(prism, 0.01), of_any = rounded(Shape<double>(Box<double>{{1, 2, 3}}), 0.5);
  for (const double factor : {0.5, 1.7}) {
    const Shape<double> other = dem::scaled<double>(round, factor);
    EXPECT_NE(other.get_if<Custom<double>>()->target<Rounded<Hull<double>>>(), nullptr);
    EXPECT_DOUBLE_EQ(other.radius(), factor * round.radius());
    for (const Vector& d : {Vector{1, 0.2, 0.1}, Vector{-0.3, 0.4, -1}}) {
      EXPECT_LT(norm(other.support(d) - round.support(d) * factor), 1e-15);
      EXPECT_LT(norm(dem::scaled<double>(of_any, factor).support(d) - of_any.support(d) * factor), 1e-15);
    }
    const double mass = dem::make_grain<double>(round, 1000.0, 0, 1.0).mass;
    EXPECT_NEAR(dem::make_grain<double>(other, 1000.0, 0, 1.0).mass / mass, factor * factor * factor, 1e-9);
  }
  Dem sim;
  sim.add_kind({.name = "round", .sizes = dem::sized<double>(round, dem::uniform_sizes(0.7, 1.0, 4))});
  EXPECT_EQ(sim.grains().size(), 4u);
  const Shape<double> sum = minkowski_sum(Box<double>{{1, 1, 1}}, Sphere<double>{1});
  expect_refused([&] { dem::scaled<double>(sum, 2.0); }, {"minkowski_sum", "rounded(", "one by one"});
}

}  // namespace
}  // namespace tactus::testing
