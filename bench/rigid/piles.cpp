// SPDX-License-Identifier: MIT
/// A heap of 18 × 15 × 18 bodies falls, in tactus' simulation, in Bullet's (btDiscreteDynamicsWorld) and, cubes only, in
/// ODE's, each with its own motion: milliseconds a step, medians over steps 200 to 300.
/// Usage: bench_rigid_piles [THREADS [cubes|hulls]]
#include <bench/peers/bullet_shapes.h>
#include <scenes/random.h>
#include <sim/rigid/simulation.h>
#include <tactus/shape/generators.h>

#include <btBulletDynamicsCommon.h>

#ifdef TACTUS_BENCH_ODE
#include <bench/rigid/ode_heap.h>
#endif

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <sstream>

namespace {

using namespace tactus;
using namespace tactus::sim::rigid;

constexpr int first_step = 200, last_step = 300;

double milliseconds_of(const auto& f) {
  const auto start = std::chrono::steady_clock::now();
  f();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

scenes::Scene heap(const Shape<double>& shape) {
  scenes::Scene scene{.name = "heap"};
  scenes::Random random(1);
  scene.bodies.push_back(
      {.shape = Box<double>{{100, 100, 1}}, .pose = translation(0., 0., -1.), .motion = MotionKind::fixed});
  for (int layer = 0; layer < 15; ++layer)
    for (int row = 0; row < 18; ++row)
      for (int column = 0; column < 18; ++column) {
        const Vec3<double> at{1.3 * (column - 8.5), 1.3 * (row - 8.5), 1.5 * layer + 1};
        const Vec3<double> jitter = random.in_box({0.1, 0.1, 0.1});
        scene.bodies.push_back({.shape = shape, .pose = {random.rotation(), at + jitter}});
      }
  return scene;
}

double median(std::vector<double> v) {
  std::nth_element(v.begin(), v.begin() + static_cast<std::ptrdiff_t>(v.size() / 2), v.end());
  return v[v.size() / 2];
}

/// Tells how long its collision part took.
struct TimedWorld : btDiscreteDynamicsWorld {
  using btDiscreteDynamicsWorld::btDiscreteDynamicsWorld;
  double detect = 0;
  void performDiscreteCollisionDetection() override {
    detect = milliseconds_of([this] { btDiscreteDynamicsWorld::performDiscreteCollisionDetection(); });
  }
};

struct Bullet {
  btDefaultCollisionConfiguration configuration;
  btCollisionDispatcher dispatcher{&configuration};
  btDbvtBroadphase broad;
  btSequentialImpulseConstraintSolver solver;
  TimedWorld world{&dispatcher, &broad, &solver, &configuration};
  std::vector<std::unique_ptr<btCollisionShape>> shapes;
  std::vector<std::unique_ptr<btRigidBody>> bodies;

  explicit Bullet(const scenes::Scene& scene) {
    world.setGravity({0, 0, -9.81});
    for (const scenes::SceneBody& body : scene.bodies) {
      if (shapes.size() < 2) add_shape(body.shape);  // the ground's, and that of all others
      add(*shapes[bodies.empty() ? 0 : 1], body);
    }
  }
  ~Bullet() {
    for (auto& body : bodies) world.removeRigidBody(body.get());
  }
  Bullet(const Bullet&) = delete;

  std::string summary() const {
    int points = 0, touching = 0, awake = 0;
    double twice_energy = 0;
    for (int i = 0; i < dispatcher.getNumManifolds(); ++i) {
      const int count = const_cast<btCollisionDispatcher&>(dispatcher).getManifoldByIndexInternal(i)->getNumContacts();
      points += count, touching += count > 0;
    }
    for (std::size_t i = 1; i < bodies.size(); ++i) {
      awake += bodies[i]->isActive();
      twice_energy += bodies[i]->getLinearVelocity().length2() * 1000;
    }
    std::ostringstream text;
    text << touching << " contacts, " << points << " points, " << awake << " awake, energy of motion "
         << twice_energy / 2;
    return text.str();
  }

  void add_shape(const Shape<double>& shape) {
    if (const auto* box = shape.get_if<Box<double>>()) {
      shapes.push_back(std::make_unique<btBoxShape>(peers::to_bullet(box->half)));
    } else {
      shapes.push_back(peers::to_bullet(*shape.get_if<Hull<double>>()));
      shapes.back()->setMargin(0.01);
    }
  }
  void add(btCollisionShape& shape, const scenes::SceneBody& body) {
    const double mass = body.motion == scenes::MotionKind::fixed ? 0 : 1000;
    btVector3 inertia(0, 0, 0);
    if (mass > 0) shape.calculateLocalInertia(mass, inertia);
    btRigidBody::btRigidBodyConstructionInfo info(mass, nullptr, &shape, inertia);
    info.m_startWorldTransform = peers::to_bullet(body.pose);
    info.m_friction = 0.5;
    bodies.push_back(std::make_unique<btRigidBody>(info));
    world.addRigidBody(bodies.back().get());
  }
};

/// Both take turns, so other load on the machine affects both.
void compare(const char* name, const scenes::Scene& scene, int threads) {
  SimulationOptions<double> options;
  options.threads = threads;
  Simulation<double> simulation(scene, options);
  Bullet bullet(scene);
#ifdef TACTUS_BENCH_ODE
  // ODE's convex hulls are left out: it has no mass and no reliable contacts for them.
  const auto ode = scene.bodies[1].shape.get_if<Box<double>>() ? std::make_unique<bench::OdeHeap>(scene) : nullptr;
#endif
  std::vector<double> detect, prepare, solve, rest, ours, theirs, bullet_detect, ode_total, ode_detect;
  for (int i = 0; i < last_step; ++i) {
    simulation.step();
    const double ms = milliseconds_of([&] { bullet.world.stepSimulation(1. / 60, 0, 1. / 60); });
#ifdef TACTUS_BENCH_ODE
    if (ode) {
      const double found = milliseconds_of([&] { ode->find_contacts(); });
      const double stepped = milliseconds_of([&] { ode->step(1. / 60); });
      if (i >= first_step) ode_detect.push_back(found), ode_total.push_back(found + stepped);
    }
#endif
    if (i < first_step) continue;
    bullet_detect.push_back(bullet.world.detect);
    const PhaseMilliseconds& p = simulation.statistics().milliseconds;
    detect.push_back(p.detect), prepare.push_back(p.prepare), solve.push_back(p.solve);
    rest.push_back(p.continuous + p.place + p.sleep), ours.push_back(p.total()), theirs.push_back(ms);
  }
  const double a = median(ours), b = median(theirs);
  std::printf("| %s | %d | %.1f | %.1f | %.1f | %.1f | %.1f | %.1f | %.2f |\n", name, threads, median(detect),
              median(prepare), median(solve), median(rest), a, b, a / b);
  std::printf("  Bullet: contacts %.1f ms; ratio %.2f\n", median(bullet_detect),
              median(detect) / median(bullet_detect));
  if (!ode_total.empty())
    std::printf("  ODE: contacts %.1f ms, total %.1f ms; ratios %.2f and %.2f\n", median(ode_detect), median(ode_total),
                median(detect) / median(ode_detect), a / median(ode_total));
  const StepStatistics<double>& s = simulation.statistics();
  std::fprintf(stderr,
               "%s: %zu contacts, %zu points, %zu awake, kinetic energy %.3g, deepest overlap %.4f; Bullet: %s\n", name,
               s.contacts, s.points, s.awake, s.kinetic_energy, s.deepest_overlap, bullet.summary().c_str());
}

}  // namespace

int main(int argc, char** argv) {
  const int threads = argc > 1 ? std::atoi(argv[1]) : 1;
  std::printf(
      "| 4860 bodies | threads | contacts | rows | solver | rest | tactus | Bullet (one) | ratio |\n"
      "|---|---|---|---|---|---|---|---|---|\n");
  const std::string_view only = argc > 2 ? argv[2] : "";
  if (only != "hulls") compare("cubes", heap(Box<double>{{0.5, 0.5, 0.5}}), threads);
  if (only != "cubes") compare("hulls of 24 points", heap(generate::random_on_sphere<double>(24, 1, 0.6)), threads);
}
