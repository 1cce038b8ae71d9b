/// A heap of 18 × 15 × 18 bodies falls, in tactus' simulation and in Bullet's (btDiscreteDynamicsWorld), each with its own
/// motion: milliseconds a step over steps 200 to 300. Usage: bench_rigid_piles [THREADS [cubes|hulls]]
#include <bench/peers/bullet_shapes.h>
#include <scenes/random.h>
#include <sim/rigid/simulation.h>
#include <tactus/shape/generators.h>

#include <btBulletDynamicsCommon.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string_view>

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
  scene.bodies.push_back({.shape = Box<double>{{100, 100, 1}}, .pose = translation(0., 0., -1.), .motion = MotionKind::fixed});
  for (int layer = 0; layer < 15; ++layer)
    for (int row = 0; row < 18; ++row)
      for (int column = 0; column < 18; ++column) {
        const Vec3<double> at{1.3 * (column - 8.5), 1.3 * (row - 8.5), 1.5 * layer + 1};
        const Vec3<double> jitter = random.in_box({0.1, 0.1, 0.1});
        scene.bodies.push_back({.shape = shape, .pose = {random.rotation(), at + jitter}});
      }
  return scene;
}

void run_tactus(const scenes::Scene& scene, int threads) {
  SimulationOptions<double> options;
  options.threads = threads;
  Simulation<double> simulation(scene, options);
  PhaseMilliseconds sum;
  std::size_t contacts = 0, points = 0, awake = 0;
  for (int i = 0; i < last_step; ++i) {
    simulation.step();
    if (i < first_step) continue;
    const PhaseMilliseconds& ms = simulation.statistics().milliseconds;
    sum.detect += ms.detect, sum.prepare += ms.prepare, sum.solve += ms.solve;
    sum.continuous += ms.continuous, sum.place += ms.place, sum.sleep += ms.sleep;
    contacts += simulation.statistics().contacts, points += simulation.statistics().points;
    awake += simulation.statistics().awake;
  }
  constexpr int n = last_step - first_step;
  std::printf("tactus, %d threads: %.2f ms a step: detect %.2f, prepare %.2f, solve %.2f, place %.2f, sleep %.2f\n", threads,
              sum.total() / n, sum.detect / n, sum.prepare / n, sum.solve / n, sum.place / n, sum.sleep / n);
  std::printf("  %zu contacts, %zu points, %zu awake; deepest overlap %.4f, kinetic energy %.3g\n", contacts / n, points / n,
              awake / n, simulation.statistics().deepest_overlap, simulation.statistics().kinetic_energy);
}

struct Bullet {
  btDefaultCollisionConfiguration configuration;
  btCollisionDispatcher dispatcher{&configuration};
  btDbvtBroadphase broad;
  btSequentialImpulseConstraintSolver solver;
  btDiscreteDynamicsWorld world{&dispatcher, &broad, &solver, &configuration};
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

void run_bullet(const scenes::Scene& scene) {
  Bullet bullet(scene);
  double total = 0;
  for (int i = 0; i < last_step; ++i) {
    const double ms = milliseconds_of([&] { bullet.world.stepSimulation(1. / 60, 0, 1. / 60); });
    if (i >= first_step) total += ms;
  }
  int points = 0, touching = 0, awake = 0;
  for (int i = 0; i < bullet.dispatcher.getNumManifolds(); ++i) {
    const int count = bullet.dispatcher.getManifoldByIndexInternal(i)->getNumContacts();
    points += count, touching += count > 0;
  }
  for (const auto& body : bullet.bodies) awake += body->isActive();
  std::printf("Bullet, 1 thread: %.2f ms a step\n  %d contacts, %d points, %d awake at the end\n",
              total / (last_step - first_step), touching, points, awake);
}

}  // namespace

int main(int argc, char** argv) {
  const int threads = argc > 1 ? std::atoi(argv[1]) : 1;
  const std::string_view only = argc > 2 ? argv[2] : "";
  for (const std::string_view name : {"cubes", "hulls"}) {
    if (!only.empty() && only != name) continue;
    const Shape<double> cube = Box<double>{{0.5, 0.5, 0.5}};
    const scenes::Scene scene = heap(name == "cubes" ? cube : generate::random_on_sphere<double>(24, 1, 0.6));
    std::printf("%zu %s\n", scene.bodies.size() - 1, name.data());
    run_tactus(scene, threads);
    run_bullet(scene);
  }
}
