// SPDX-License-Identifier: MIT
/// Invalid calls: the error names the problem, and nothing changes.
#include <scenes/scenes.h>
#include <tests/sim/worlds.h>

namespace {

using namespace tactus;
using namespace tactus::testing;

template <class F> void expect_rejected(const std::string& named, F&& f) {
  try {
    f();
    ADD_FAILURE() << "accepted; wanted a complaint about '" << named << "'";
  } catch (const std::invalid_argument& error) {
    EXPECT_NE(std::string(error.what()).find(named), std::string::npos) << error.what();
  }
}

const double nan_value = std::nan("");
const Shape<double> ball = Sphere<double>{0.5};

TEST(Hostile, Bodies) {
  Sim sim;
  const auto add = [&](const BodyInit<double>& init) { return [&sim, init] { sim.add(init); }; };
  expect_rejected("pose", add({.shape = ball, .pose = translation(nan_value, 0., 0.)}));
  expect_rejected("velocity", add({.shape = ball, .velocity = {0, nan_value, 0}}));
  expect_rejected("density = -1", add({.shape = ball, .density = -1}));
  expect_rejected("density = 0", add({.shape = ball, .density = 0}));
  expect_rejected("density = nan", add({.shape = ball, .density = nan_value}));
  expect_rejected("flat", add({.shape = Disc<double>{1}}));
  expect_rejected("flat", add({.shape = Triangle<double>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}}));
  expect_rejected("unbounded", add({.shape = HalfSpace<double>{{0, 0, 1}, 0}}));
  expect_rejected("range of the scalar", add({.shape = Sphere<double>{1e-60}, .density = 1e-200}));
  expect_rejected("friction = -0.1", add({.shape = ball, .friction = -0.1}));
  expect_rejected("restitution = 1.5", add({.shape = ball, .restitution = 1.5}));
  EXPECT_EQ(sim.size(), 0u);
  sim.add({.shape = Disc<double>{1}, .motion = MotionKind::fixed});
  sim.add({.shape = Disc<double>{1}, .motion = MotionKind::kinematic});
  EXPECT_EQ(sim.size(), 2u) << "a body that nothing moves may be flat";
}

TEST(Hostile, IdsThatNameNobody) {
  Sim sim;
  const BodyId gone = sim.add({.shape = ball});
  const BodyId fixed = add_ground(sim);
  sim.remove(gone);
  for (const BodyId id : {gone, BodyId{}}) {
    expect_rejected("names no body", [&] { sim.remove(id); });
    expect_rejected("names no body", [&] { sim.pose(id); });
    expect_rejected("names no body", [&] { sim.velocity(id); });
    expect_rejected("names no body", [&] { sim.set_pose(id, {}); });
    expect_rejected("names no body", [&] { sim.set_velocity(id, {}, {}); });
    expect_rejected("names no body", [&] { sim.add_force(id, {}); });
    expect_rejected("names no body", [&] { sim.wake(id); });
    expect_rejected("names no body", [&] { sim.island(id); });
  }
  expect_rejected("is fixed", [&] { sim.set_velocity(fixed, {1, 0, 0}, {}); });
}

TEST(Hostile, Numbers) {
  Sim sim;
  const BodyId id = sim.add({.shape = ball});
  const Vec bad{nan_value, 0, 0};
  expect_rejected("force", [&] { sim.add_force(id, bad); });
  expect_rejected("point", [&] { sim.add_force_at(id, {}, bad); });
  expect_rejected("torque", [&] { sim.add_torque(id, bad); });
  expect_rejected("impulse", [&] { sim.add_impulse(id, bad); });
  expect_rejected("gravity", [&] { sim.set_gravity(bad); });
  expect_rejected("pose", [&] { sim.set_pose(id, translation(bad)); });
  sim.step();
  EXPECT_TRUE(is_finite(sim.pose(id).translation));
}

TEST(Hostile, Options) {
  const auto make = [](auto&& change) {
    return [change] {
      SimulationOptions<double> options;
      change(options);
      Sim sim(options);
    };
  };
  expect_rejected("time_step = 0", make([](auto& o) { o.time_step = 0; }));
  expect_rejected("threads = -1", make([](auto& o) { o.threads = -1; }));
  expect_rejected("sub_steps = 0", make([](auto& o) { o.soft.sub_steps = 0; }));
  expect_rejected("iterations = 0", make([](auto& o) { o.solver = SolverKind::pgs, o.pgs.iterations = 0; }));
  expect_rejected("projection = 2", make([](auto& o) { o.solver = SolverKind::thesis, o.thesis.projection = 2; }));
  expect_rejected("margin = 0", make([](auto& o) { o.margin = 0; }));
  expect_rejected("gravity", make([](auto& o) { o.gravity = {nan_value, 0, 0}; }));
}

TEST(Solvers, AreFoundByName) {
  for (const SolverKind kind : {SolverKind::soft, SolverKind::pgs, SolverKind::thesis})
    EXPECT_EQ(find_solver(name_of(kind)), kind);
  EXPECT_FALSE(find_solver("sfot"));
}

TEST(Hostile, Scenes) {
  scenes::Scene scene = scenes::stack(3, 1);
  scene.bodies[2].material = 7;
  expect_rejected("material 7", [&] { Sim sim(scene); });
  scene.bodies[2].material = 0;
  scene.world.method = "epa";
  expect_rejected("method 'epa'", [&] { Sim sim(scene); });
  scene.world = {.tolerance = -1};
  expect_rejected("tolerance = -1", [&] { Sim sim(scene); });
}

/// A body at the centre of another, and a hundred at the same place: there is no right answer, but it must be finite.
TEST(Hostile, DeepOverlapsComeApart) {
  Sim sim;
  add_ground(sim);
  for (int i = 0; i < 20; ++i) sim.add({.shape = Box<double>{{0.5, 0.5, 0.5}}, .pose = translation(0., 0., 0.5)});
  run(sim, 5);
  for (const BodyId id : sim.ids()) EXPECT_LT(norm(sim.pose(id).translation), 200) << id;
  EXPECT_LT(sim.statistics().deepest_overlap, 0.1);
}

}  // namespace
