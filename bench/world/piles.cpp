/// The recorded piles, frame after frame, in tactus' world and in Bullet's (btCollisionWorld), in turns in one process:
/// the same poses go to both, so only collision detection is compared. Usage: bench_world_piles FOLDER [ROUNDS]
#include <bench/peers/bullet_shapes.h>
#include <bench/piles/recorded_pile.h>
#include <tactus/world/world.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <memory>

namespace {

using namespace tactus;
using piles::RecordedPile;

double milliseconds_of(const auto& f) {
  const auto start = std::chrono::steady_clock::now();
  f();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

double median(std::vector<double> v) {
  std::nth_element(v.begin(), v.begin() + static_cast<std::ptrdiff_t>(v.size() / 2), v.end());
  return v[v.size() / 2];
}

struct Tactus {
  World<double> world;
  std::vector<BodyId> ids;
  std::vector<double> place_ms, update_ms, step_ms;

  explicit Tactus(const RecordedPile& pile) {
    world.add({.shape = pile.ground, .pose = pile.ground_pose, .is_static = true, .margin = piles::margin});
    for (const Pose<double>& pose : pile.frames[0])
      ids.push_back(world.add({.shape = pile.body, .pose = pose, .margin = piles::margin}));
  }
  void step(const std::vector<Pose<double>>& frame, int threads) {
    const double placed = milliseconds_of([&] {
      world.set_poses(ids, frame);
    });
    const double updated = milliseconds_of([&] { world.update(threads); });
    place_ms.push_back(placed), update_ms.push_back(updated), step_ms.push_back(placed + updated);
  }
};

/// Shapes as Bullet wants them: boxes exact, hulls with a margin around them as thick as ours.
struct Bullet {
  btDefaultCollisionConfiguration configuration;
  btCollisionDispatcher dispatcher{&configuration};
  btDbvtBroadphase broad;
  btCollisionWorld world{&dispatcher, &broad, &configuration};
  std::vector<std::unique_ptr<btCollisionShape>> shapes;
  std::vector<std::unique_ptr<btCollisionObject>> bodies;
  std::vector<double> step_ms;

  explicit Bullet(const RecordedPile& pile) {
    const btCollisionShape* ground = add_shape(pile.ground);
    const btCollisionShape* body = add_shape(pile.body);
    add(ground, pile.ground_pose, true);
    for (const Pose<double>& pose : pile.frames[0]) add(body, pose, false);
  }
  ~Bullet() {
    for (auto& body : bodies) world.removeCollisionObject(body.get());
  }
  Bullet(const Bullet&) = delete;

  void step(const std::vector<Pose<double>>& frame) {
    step_ms.push_back(milliseconds_of([&] {
      for (std::size_t i = 0; i < frame.size(); ++i) bodies[i + 1]->setWorldTransform(peers::to_bullet(frame[i]));
      world.performDiscreteCollisionDetection();
    }));
  }
  int touching() {
    int count = 0;
    for (int i = 0; i < dispatcher.getNumManifolds(); ++i)
      count += dispatcher.getManifoldByIndexInternal(i)->getNumContacts() > 0;
    return count;
  }

 private:
  const btCollisionShape* add_shape(const Shape<double>& shape) {
    if (const auto* box = shape.get_if<Box<double>>()) {
      shapes.push_back(std::make_unique<btBoxShape>(peers::to_bullet(box->half)));
    } else {
      shapes.push_back(peers::to_bullet(*shape.get_if<Hull<double>>()));
    }
    shapes.back()->setMargin(piles::margin);
    return shapes.back().get();
  }
  void add(const btCollisionShape* shape, const Pose<double>& pose, bool is_static) {
    bodies.push_back(std::make_unique<btCollisionObject>());
    btCollisionObject& body = *bodies.back();
    body.setCollisionShape(const_cast<btCollisionShape*>(shape));
    body.setWorldTransform(peers::to_bullet(pose));
    if (!is_static) body.setCollisionFlags(0);
    world.addCollisionObject(&body, is_static ? btBroadphaseProxy::StaticFilter : btBroadphaseProxy::DefaultFilter,
                             is_static ? btBroadphaseProxy::DefaultFilter : btBroadphaseProxy::AllFilter);
  }
};

void report(const RecordedPile& pile, int rounds) {
  Tactus one(pile), two(pile);
  Bullet bullet(pile);
  for (int round = 0; round < rounds; ++round) {
    for (const auto& frame : pile.frames) {
      bullet.step(frame);
      one.step(frame, 1);
      two.step(frame, 2);
    }
  }
  const double theirs = median(bullet.step_ms), ours = median(one.step_ms), ours_two = median(two.step_ms);
  std::printf("\n## %zu %s\n\n| | ms per step | times Bullet | touching pairs |\n|---|---:|---:|---:|\n",
              pile.frames[0].size(), pile.name.c_str());
  std::printf("| Bullet, btCollisionWorld | %.2f | 1.00 | %d |\n", theirs, bullet.touching());
  std::printf("| tactus, one thread | %.2f | %.2f | %zu |\n", ours, ours / theirs, one.world.contacts().size());
  std::printf("| of which set_poses | %.2f | %.2f | |\n", median(one.place_ms), median(one.place_ms) / theirs);
  std::printf("| tactus, two threads | %.2f | %.2f | %zu |\n", ours_two, ours_two / theirs, two.world.contacts().size());
  const UpdateCounts& c = one.world.counts();
  std::printf("\nBytes per pair %zu, and %zu more for one that touches. Pairs %zu: unchanged %zu, certified %zu, by balls %zu, proved %zu, exact %zu.\n", World<double>::bytes_per_pair,
              World<double>::bytes_per_touch, c.pairs, c.unchanged,
              c.certified, c.by_balls, c.proved, c.exact);
}

/// Twenty copies of the pile side by side: all awake and moving; all asleep, with one body that still moves.
void report_sleepers(const RecordedPile& pile) {
  constexpr int copies = 20;
  World<double> world;
  std::vector<BodyId> ids;
  const auto frame_of = [&](std::size_t f) {
    std::vector<Pose<double>> poses;
    for (int k = 0; k < copies; ++k)
      for (const Pose<double>& pose : pile.frames[f]) poses.push_back(translation(200. * k, 0., 0.) * pose);
    return poses;
  };
  for (int k = 0; k < copies; ++k) {
    const Pose<double> at = translation(200. * k, 0., 0.) * pile.ground_pose;
    world.add({.shape = pile.ground, .pose = at, .is_static = true, .margin = piles::margin});
  }
  for (const Pose<double>& pose : frame_of(0)) ids.push_back(world.add({.shape = pile.body, .pose = pose, .margin = piles::margin}));
  const auto step = [&](const auto& change) {
    return milliseconds_of([&] { change(), world.update(1); });
  };
  std::vector<double> awake, asleep, still;
  for (std::size_t f = 0; f < 8; ++f) {
    const auto poses = frame_of(f);
    awake.push_back(step([&] { world.set_poses(ids, poses); }));
  }
  const std::size_t contacts = world.contacts().size();
  for (const BodyId id : ids) world.sleep(id);
  const BodyId ball = world.add({.shape = Sphere<double>{.5}, .pose = translation(0., 100., 0.)});
  world.update(1), world.update(1);
  for (int i = 0; i < 20; ++i) {
    asleep.push_back(step([&] { world.set_pose(ball, translation(0., 100. - .1 * i, 0.)); }));
    still.push_back(step([] {}));
  }
  std::printf("\n## %zu %s, awake and asleep\n\n| | ms per step | of awake | contacts |\n|---|---:|---:|---:|\n", ids.size(),
              pile.name.c_str());
  std::printf("| all move | %.2f | 100 %% | %zu |\n", median(awake), contacts);
  std::printf("| all sleep but one that moves | %.3f | %.2f %% | %zu |\n", median(asleep),
              100 * median(asleep) / median(awake), world.sleeping_contacts().size());
  std::printf("| all sleep, nothing moves | %.4f | %.3f %% | %zu |\n", median(still),
              100 * median(still) / median(awake), world.sleeping_contacts().size());
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc < 2 || argv[1][0] == '-') {
    std::printf("usage: bench_world_piles FOLDER [ROUNDS]\nFOLDER: that of the recorded piles\n");
    return 2;
  }
  const int rounds = argc > 2 ? std::atoi(argv[2]) : 1;
  std::printf("# The recorded piles in a world\n\nMilliseconds per step: all poses set, contacts found; medians over the "
              "frames, in turns in one process; double.\n");
  for (const auto& read : {piles::read_boxes, piles::read_hulls}) report(read(argv[1]), rounds);
  report_sleepers(piles::read_boxes(argv[1]));
} catch (const std::exception& e) {
  std::fprintf(stderr, "%s\n", e.what());
  return 1;
}
