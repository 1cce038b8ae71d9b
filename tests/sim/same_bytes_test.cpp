// SPDX-License-Identifier: MIT
/// The same bytes: for any number of threads, and from a restored state.
#include <scenes/scenes.h>
#include <sim/rigid/state_fields.h>
#include <tests/sim/worlds.h>

#include <cstring>

namespace {

using namespace tactus;
using namespace tactus::testing;

std::string bytes_of(const Sim& sim) {
  std::string bytes;
  const auto add = [&](const auto& value) { bytes.append(reinterpret_cast<const char*>(&value), sizeof value); };
  for (const BodyId id : sim.ids()) {
    add(sim.pose(id)), add(sim.velocity(id)), add(sim.angular_velocity(id));
    bytes.push_back(sim.asleep(id) ? 'z' : 'w');
  }
  for (const auto& touch : sim.contacts())
    for (const auto& point : touch.points.contact_points()) add(point.position), add(point.data);
  return bytes;
}

Sim mixed_pile(int threads, SolverKind kind = SolverKind::soft) {
  SimulationOptions<double> options = with_solver(kind);
  options.threads = threads;
  return Sim(scenes::pile(120, 11), options);
}

TEST(SameBytes, ForAnyNumberOfThreads) {
  const int steps = test_size(500);
  Sim one = mixed_pile(1);
  for (int i = 0; i < steps; ++i) one.step();
  EXPECT_GT(one.statistics().contacts + one.statistics().asleep, steps > 100 ? 100u : 0u);
  for (const int threads : {2, 3, 8}) {
    Sim other = mixed_pile(threads);
    for (int i = 0; i < steps; ++i) other.step();
    EXPECT_EQ(bytes_of(one), bytes_of(other)) << threads << " threads";
  }
}

/// Columns of two, of four kinds of bodies, off their places and sliding: so many that threads share every loop. The
/// thresholds are 512 for rows and results, 2048 for the bodies in a sub-step, 512 contacts of one colour
/// (1200 of these contacts are with the ground, which has no colour of its own).
Sim many_columns(int threads) {
  SimulationOptions<double> options = with_solver(SolverKind::soft);
  options.threads = threads;
  Sim sim(options);
  const Shape<double> shapes[] = {Box<double>{{0.5, 0.5, 0.5}}, Cylinder<double>{0.5, 0.5}, Sphere<double>{0.5},
                                  RoundBox<double>{{0.4, 0.4, 0.4}, 0.1}};
  sim.add({.shape = HalfSpace<double>{{0, 0, 1}, 0}, .motion = scenes::MotionKind::fixed});
  for (int i = 0; i < 1200; ++i)
    for (const int level : {0, 1})
      sim.add({.shape = shapes[(i + level) % 4],
               .pose = translation(1.1 * (i % 40), 1.1 * (i / 40) + 0.01 * level * (i % 7), 0.5 + level),
               .velocity = {0.1 * (i % 5), -0.2 * level, 0}});
  return sim;
}

TEST(SameBytes, WhereThreadsShareEveryLoop) {
  const int steps = test_size(1) < 10 ? 5 : 500;  // nightly: as many as issue 20 asks
  const auto after = [&](int threads) {
    Sim sim = many_columns(threads);
    for (int i = 0; i < steps; ++i) {
      sim.step();
      if (i >= 5) continue;
      EXPECT_GT(sim.statistics().contacts, 2000u);
      EXPECT_GT(sim.statistics().awake, 2048u);
    }
    return bytes_of(sim);
  };
  const std::string one = after(1);
  for (const int threads : {2, 3, 8}) EXPECT_EQ(one, after(threads)) << threads << " threads";
}

/// The loops for wide vectors and those for every processor: a mixed pile that falls, bounces, rolls and sleeps.
TEST(SameBytes, OfLoopsForWideVectors) {
  const auto after = [](SoftVectors vectors) {
    const bool used = use_soft_vectors(vectors) == vectors;
    Sim sim = mixed_pile(1);
    for (int i = 0; used && i < test_size(300); ++i) sim.step();
    use_soft_vectors(SoftVectors::avx512);
    return used ? bytes_of(sim) : "";
  };
  const std::string plain = after(SoftVectors::plain), avx2 = after(SoftVectors::avx2),
                    avx512 = after(SoftVectors::avx512);
#if defined(TACTUS_HAVE_WIDE_SOFT)
  EXPECT_EQ(avx2, __builtin_cpu_supports("avx2") ? plain : "");
  EXPECT_EQ(avx512, __builtin_cpu_supports("avx512f") ? plain : "");
#else
  EXPECT_EQ(avx2 + avx512, "");
  GTEST_SKIP() << "this build has no loops for wide vectors";
#endif
}

class Restart : public ::testing::TestWithParam<SolverKind> {};

/// A state saved in the fall, in the heap, and when some bodies sleep: a fresh simulation continues from it like the
/// first, and saving changes nothing.
TEST_P(Restart, GoesOnToTheSameBytes) {
  const int steps = std::max(60, test_size(420));
  Sim left_alone = mixed_pile(1, GetParam());
  for (int i = 0; i < steps; ++i) left_alone.step();
  for (const int at : {0, 1, steps / 4, steps / 2, steps - 30}) {
    Sim first = mixed_pile(1, GetParam());
    for (int i = 0; i < at; ++i) first.step();
    const State<double> state = first.state();
    Sim second = mixed_pile(1, GetParam());
    for (int i = 0; i < 3; ++i) second.step();  // any earlier steps
    second.restore(state);
    EXPECT_EQ(bytes_of(first), bytes_of(second)) << "at step " << at;
    for (int i = at; i < steps; ++i) second.step();
    EXPECT_EQ(bytes_of(left_alone), bytes_of(second)) << "from step " << at;
    EXPECT_EQ(second.steps(), static_cast<std::uint64_t>(steps));
  }
}
INSTANTIATE_TEST_SUITE_P(Solvers, Restart, ::testing::Values(SolverKind::soft, SolverKind::pgs, SolverKind::thesis),
                         solver_name);

/// Number by number into a string of bytes and back, as in a file.
TEST(StateFields, HoldTheWholeState) {
  Sim first = mixed_pile(1), second = mixed_pile(1);
  for (int i = 0; i < 120; ++i) first.step();
  const State<double> state = first.state();
  std::string bytes;
  for_each_number(state, [&](const auto& x) { bytes.append(reinterpret_cast<const char*>(&x), sizeof x); });
  State<double> read;
  const char* at = bytes.data();
  for_each_number(read, [&](auto& x) { std::memcpy(&x, std::exchange(at, at + sizeof x), sizeof x); });
  EXPECT_EQ(at, bytes.data() + bytes.size());
  EXPECT_GT(read.world.touches.size(), 20u);
  second.restore(read);
  for (int i = 0; i < 120; ++i) first.step(), second.step();
  EXPECT_EQ(bytes_of(first), bytes_of(second));
}

TEST(RestartOfSleepers, TheyStayAsleepAndWakeAlike) {
  const auto make = [] {
    Sim sim(scenes::stack(5, 2));
    return sim;
  };
  Sim first = make();
  run(first, 3);
  ASSERT_EQ(first.statistics().asleep, 5u);
  Sim second = make();
  second.restore(first.state());
  for (Sim* sim : {&first, &second}) {
    run(*sim, 0.5);
    EXPECT_EQ(sim->statistics().asleep, 5u);
    sim->add_impulse(sim->ids()[4], {500, 0, 0});
    run(*sim, 0.5);
  }
  EXPECT_EQ(bytes_of(first), bytes_of(second));
}

TEST(RestartOfOthers, IsRefusedAndChangesNothing) {
  Sim sim = mixed_pile(1), other(scenes::stack(3, 1));
  run(other, 1);
  const std::string before = bytes_of(sim);
  EXPECT_THROW(sim.restore(other.state()), std::invalid_argument);
  State<double> broken = sim.state();
  broken.bodies[5].pose.translation.x = std::nan("");
  EXPECT_THROW(sim.restore(broken), std::invalid_argument);
  EXPECT_EQ(bytes_of(sim), before);
}

}  // namespace
