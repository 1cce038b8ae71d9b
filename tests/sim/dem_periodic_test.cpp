// SPDX-License-Identifier: MIT
/// Periodic boundaries against what they stand for: the same particles once more beside themselves.
#include <tests/sim/dem_worlds.h>

#include <algorithm>

namespace tactus::testing {
namespace {

constexpr double side = 0.8;

/// `copies` boxes along each of the chosen axes, each with the same particles.
Dem filled(const std::array<bool, 3>& axes, int copies, const Shape<double>& shape) {
  auto options = weightless(dem::LinearLaw<double>{.stiffness = 2e4, .restitution = 0.6, .friction = 0.5});
  const auto length = [&](int axis) { return side * (axes[static_cast<std::size_t>(axis)] ? copies : 1); };
  options.periodic = {axes, {{0, 0, 0}, {length(0), length(1), length(2)}}};
  options.time_step = 2e-4;
  Dem sim(options);
  const auto grain = add_shape(sim, shape);
  for (int z = 0; z < (axes[2] ? copies : 1); ++z)
    for (int y = 0; y < (axes[1] ? copies : 1); ++y)
      for (int x = 0; x < (axes[0] ? copies : 1); ++x) {
        scenes::Random random(7);
        for (int i = 0; i < 64; ++i) {
          const Vector at{0.2 * (i % 4) + 0.1, 0.2 * (i / 4 % 4) + 0.1, 0.2 * (i / 16) + 0.1};
          sim.add({.grain = grain,
                   .pose = {random.rotation(), at + Vector{side * x, side * y, side * z}},
                   .velocity = random.in_box({1, 1, 1}),
                   .angular_velocity = random.in_box({4, 4, 4})});
        }
      }
  return sim;
}

struct PairForce {
  std::uint32_t a, b;  // particles of one box
  Vector force;
  int points;
  bool operator<(const PairForce& o) const {
    return std::tuple(a, b, points, std::round(norm(force) * 1e6)) <
           std::tuple(o.a, o.b, o.points, std::round(norm(o.force) * 1e6));
  }
};

std::vector<PairForce> pair_forces(const Dem& sim) {
  std::vector<PairForce> all;
  std::size_t i = 0;
  for (const auto& touch : sim.contacts()) {
    std::uint32_t a = sim.use(touch.a.slot).index % 64, b = sim.use(touch.b.slot).index % 64;
    Vector force = sim.forces()[i++].force;
    if (a > b) std::swap(a, b), force = -force;
    all.push_back({a, b, force, touch.points.count});
  }
  std::sort(all.begin(), all.end());
  return all;
}

class DemPeriodic : public ::testing::TestWithParam<std::array<bool, 3>> {};

/// Contact for contact: each of the single box is there once per copy in the doubled one, with the same force.
/// Positions differ by rounding, 1.6 m · 2e-16. A collision multiplies such a difference by about the free path over
/// the radius, 10 at most; in the 0.18 s here no body has more than a few. Four make 4e-12 m, and a spring of 2e4 N/m
/// turns them into 1e-7 N.
TEST_P(DemPeriodic, IsADoubledBoxContactForContact) {
  const std::array<bool, 3> axes = GetParam();
  const Shape<double> shape = Box<double>{{0.075, 0.06, 0.05}};
  Dem one = filled(axes, 1, shape), two = filled(axes, 2, shape);
  const std::size_t copies = two.size() / one.size();
  std::size_t compared = 0, across = 0;
  for (int step = 0; step < (small_run() ? 100 : 900); ++step) {
    one.step(), two.step();
    if (step % 50 != 49) continue;
    const std::vector<PairForce> single = pair_forces(one), doubled = pair_forces(two);
    ASSERT_EQ(single.size() * copies, doubled.size()) << "in step " << step;
    for (std::size_t i = 0; i < doubled.size(); ++i) {
      const PairForce &s = single[i / copies], &d = doubled[i];
      ASSERT_EQ(std::tuple(s.a, s.b, s.points), std::tuple(d.a, d.b, d.points)) << "in step " << step;
      ASSERT_LT(norm(s.force - d.force), 1e-7) << "in step " << step;
      ++compared;
    }
    for (const auto& touch : one.contacts())
      across +=
          one.use(touch.a.slot).kind == dem::SlotKind::image || one.use(touch.b.slot).kind == dem::SlotKind::image;
  }
  std::printf("%zu contacts compared, %zu across a boundary\n", compared, across);
  EXPECT_GT(compared, 0u);
  if (small_run()) return;
  // As gas: 64 of diameter 0.12 in 0.8³ at 1 m/s meet 64/2 · (64/0.512) π 0.12² 1.3 = 235 times a second, for
  // π sqrt(m*/k) = 0.021 s each: 5 contacts at a time, so 90 per copy in 18 samples, and 0.12/0.8 of them across each
  // axis. The test requires half of that.
  EXPECT_GT(compared, 45 * copies);
  EXPECT_GT(across, 6u);
}
INSTANTIATE_TEST_SUITE_P(Axes, DemPeriodic,
                         ::testing::Values(std::array{true, false, false}, std::array{true, true, false},
                                           std::array{true, true, true}));

/// Shared forces are exactly opposite across the boundary, too.
TEST(DemPeriodicMomentum, IsKeptToRounding) {
  Dem sim = filled({true, true, true}, 1, Sphere<double>{0.08});
  const Vector before = total_momentum(sim);
  for (int i = 0; i < test_size(2000); ++i) sim.step();
  EXPECT_GT(sim.statistics().images, 20u);
  EXPECT_LT(norm(total_momentum(sim) - before), 1e-12);
}

/// A block that lies on the floor is dragged through the boundary by another that slides on it: friction is remembered,
/// so the drag goes on as if there were no boundary.
TEST(DemPeriodicHistory, GoesThroughTheBoundary) {
  const auto run = [](double start) {
    dem::SimulationOptions<double> options;
    options.law = dem::LinearLaw<double>{.stiffness = 1e5, .friction = 0.5};
    options.periodic = {{true, false, false}, {{0, 0, 0}, {1, 1, 1}}};
    options.time_step = 1e-4, options.threads = 1;
    Dem sim(options);
    sim.add_wall({.shape = Box<double>{{3, 3, 0.1}}, .pose = translation(0.5, 0., -0.1)});
    const auto grain = add_shape(sim, Box<double>{{0.1, 0.1, 0.05}});
    sim.add({.grain = grain, .pose = translation(start, 0., 0.0499)});
    sim.add({.grain = grain, .pose = translation(start, 0., 0.1497), .velocity = {0.3, 0, 0}});
    std::vector<double> speeds;
    for (int i = 0; i < 3000; ++i) sim.step(), speeds.push_back(sim.velocity(0).x), speeds.push_back(sim.velocity(1).x);
    return speeds;
  };
  const std::vector<double> inside = run(0.3), through = run(0.995);
  double worst = 0;
  for (std::size_t i = 0; i < inside.size(); ++i) worst = std::max(worst, std::abs(inside[i] - through[i]));
  EXPECT_LT(worst, 1e-12);  // a position is rounded to 1e-16 at the boundary, and 0.3 s follow
  EXPECT_GT(*std::max_element(inside.begin(), inside.end()), 0.1);
}

}  // namespace
}  // namespace tactus::testing
