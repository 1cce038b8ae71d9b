// SPDX-License-Identifier: MIT
/// The recorded piles, frame after frame, in tactus' world and in Bullet's (btCollisionWorld), by turns in one process:
/// the same poses go to both, so only collision detection is compared. Usage: bench_world_piles FOLDER [ROUNDS [PICTURE]]
#include <bench/peers/bullet_shapes.h>
#include <bench/world/step_shares.h>
#include <docs/pictures/dark_pages.h>
#include <tactus/world/world.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iomanip>
#include <memory>

namespace {

using namespace tactus;
using piles::RecordedPile;
using piles::thread_milliseconds_of, piles::wall_milliseconds_of;

#if defined(__AVX2__)
constexpr const char* instructions = "compiled for this machine (-march=native)";
#else
constexpr const char* instructions = "compiled with plain flags";
#endif

double median(std::vector<double> v) {
  std::nth_element(v.begin(), v.begin() + static_cast<std::ptrdiff_t>(v.size() / 2), v.end());
  return v[v.size() / 2];
}

struct Tactus {
  World<double> world;
  std::vector<BodyId> ids;  // the ground's first
  std::vector<double> place_ms, step_ms, wall_ms;  // of the calling thread; of the whole step on the wall

  explicit Tactus(const RecordedPile& pile) {
    ids.push_back(
        world.add({.shape = pile.ground, .pose = pile.ground_pose, .is_static = true, .margin = piles::margin}));
    for (const Pose<double>& pose : pile.frames[0])
      ids.push_back(world.add({.shape = pile.body, .pose = pose, .margin = piles::margin}));
  }
  void step(const std::vector<Pose<double>>& frame, int threads) {
    double placed = 0, updated = 0;
    wall_ms.push_back(wall_milliseconds_of([&] {
      placed = thread_milliseconds_of([&] { world.set_poses(std::span(ids).subspan(1), frame, threads); });
      updated = thread_milliseconds_of([&] { world.update(threads); });
    }));
    place_ms.push_back(placed), step_ms.push_back(placed + updated);
  }
};

/// A bar for each pile, in shares of Bullet's step.
struct Bar {
  std::string name;
  double bullet, place, broad, pairs, rest;
};
void draw(const std::string& file, const std::vector<Bar>& bars) {
  std::ofstream svg(file);
  svg << "<svg xmlns='http://www.w3.org/2000/svg' width='760' height='" << 70 + 90 * bars.size()
      << "' font-family='sans-serif' font-size='14'>\n"
      << pictures::dark_pages << "\n<rect width='100%' height='100%' fill='white'/>\n";
  const char* colors[] = {"#8da0cb", "#66c2a5", "#fc8d62", "#bbbbbb"};
  const char* names[] = {"set_poses", "broad phase", "exact pairs", "the rest of bookkeeping"};
  for (int k = 0; k < 4; ++k)
    svg << "<rect x='" << 20 + 180 * k << "' y='14' width='14' height='14' fill='" << colors[k] << "'/><text x='"
        << 40 + 180 * k << "' y='26'>" << names[k] << "</text>\n";
  double y = 60;
  for (const Bar& bar : bars) {
    const double parts[] = {bar.place, bar.broad, bar.pairs, bar.rest}, scale = 700 / bar.bullet;
    svg << std::fixed << std::setprecision(1) << "<text x='20' y='" << y << "'>" << bar.name << ": tactus "
        << bar.place + bar.broad + bar.pairs + bar.rest << " ms a step, Bullet " << bar.bullet
        << " ms (the frame)</text>\n<rect x='20' y='" << y + 8
        << "' width='700' height='30' fill='none' stroke='#444'/>\n";
    double x = 20;
    for (int k = 0; k < 4; ++k) {
      svg << "<rect x='" << x << "' y='" << y + 8 << "' width='" << parts[k] * scale << "' height='30' fill='"
          << colors[k] << "'/>\n";
      x += parts[k] * scale;
    }
    y += 90;
  }
  svg << "</svg>\n";
}

/// Shapes for Bullet: boxes exact, hulls with a margin as thick as ours.
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
    step_ms.push_back(thread_milliseconds_of([&] {
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

Bar report(const RecordedPile& pile, int rounds) {
  Tactus one(pile), two(pile);
  piles::StepShares shares(pile);
  Bullet bullet(pile);
  for (int round = 0; round < rounds; ++round) {
    for (const auto& frame : pile.frames) {
      bullet.step(frame);
      one.step(frame, 1);
      two.step(frame, 2);
      shares.measure(one.world, one.ids);
    }
  }
  const double theirs = median(bullet.step_ms), ours = median(one.step_ms), place = median(one.place_ms);
  const double ours_wall = median(one.wall_ms), two_wall = median(two.wall_ms);
  std::printf("\n## %zu %s\n\n| | ms per step | times Bullet | touching pairs |\n|---|---:|---:|---:|\n",
              pile.frames[0].size(), pile.name.c_str());
  std::printf("| Bullet, btCollisionWorld | %.2f | 1.00 | %d |\n", theirs, bullet.touching());
  std::printf("| tactus, one thread | %.2f | %.2f | %zu |\n", ours, ours / theirs, one.world.contacts().size());
  std::printf("| of which set_poses | %.2f | %.2f | |\n", place, place / theirs);
  std::printf("\nOn the wall: one thread %.2f ms a step, two threads %.2f: %.2f times as fast.\n", ours_wall, two_wall,
              ours_wall / two_wall);
  const UpdateCounts& c = one.world.counts();
  std::printf(
      "\nBytes per pair %zu, and %zu more for one that touches. Pairs %zu: unchanged %zu, certified %zu, by balls %zu, "
      "proved %zu, exact %zu.\n",
      World<double>::bytes_per_pair, World<double>::bytes_per_touch, c.pairs, c.unchanged, c.certified, c.by_balls,
      c.proved, c.exact);
  // The broad phase's boxes are told to it by set_poses: they count as broad phase, and only there.
  const double boxes = median(shares.boxes_ms), broad = boxes + median(shares.near_ms), exact = median(shares.exact_ms);
  const double poses = std::max(place - boxes, 0.0), rest = std::max(ours - poses - broad - exact, 0.0);
  std::printf(
      "\nOf a step: broad phase %.0f %%, exact pairs %.0f %%, bookkeeping %.0f %% (of which set_poses %.0f %%).",
      100 * broad / ours, 100 * exact / ours, 100 * (poses + rest) / ours, 100 * poses / ours);
  if (shares.missed > 0) std::printf(" (In %d steps these exact pairs are not the world's own.)", shares.missed);
  std::printf("\n");
  return {pile.name, theirs, poses, broad, exact, rest};
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
  for (const Pose<double>& pose : frame_of(0))
    ids.push_back(world.add({.shape = pile.body, .pose = pose, .margin = piles::margin}));
  const auto step = [&](const auto& change) { return thread_milliseconds_of([&] { change(), world.update(1); }); };
  std::vector<double> awake;
  for (std::size_t f = 0; f < 8; ++f) {
    const auto poses = frame_of(f);
    awake.push_back(step([&] { world.set_poses(ids, poses, 1); }));
  }
  const std::size_t contacts = world.contacts().size();
  for (const BodyId id : ids) world.sleep(id);
  const BodyId ball = world.add({.shape = Sphere<double>{.5}, .pose = translation(0., 100., 0.)});
  world.update(1), world.update(1);
  std::vector<double> far, crossing, still, woken;
  for (int i = 0; i < 20; ++i) far.push_back(step([&] { world.set_pose(ball, translation(0., 100. - .1 * i, 0.)); }));
  std::size_t met = 0, changed = 0;
  for (int i = 0; i < 60; ++i) {  // through the heap in the middle: it touches other bodies in every step
    crossing.push_back(step([&] { world.set_pose(ball, translation(2000. - 15 + .5 * i, 2., .3)); }));
    met += world.touched_sleepers().size();
    changed +=
        static_cast<std::size_t>(std::count_if(world.events().begin(), world.events().end(),
                                               [](const BodyEvent& e) { return e.change != PairChange::persist; }));
  }
  for (int i = 0; i < 20; ++i) still.push_back(step([] {}));
  for (int i = 0; i < 20; ++i) {  // its pairs wake, and sleep again in the next step
    const BodyId one = ids[static_cast<std::size_t>(i) * 4861 % ids.size()];
    woken.push_back(step([&] { world.wake(one); }) + step([&] { world.sleep(one); }));
  }
  std::printf("\n## %zu %s, awake and asleep\n\n| | ms per step | of awake | contacts |\n|---|---:|---:|---:|\n",
              ids.size(), pile.name.c_str());
  std::printf("| all move | %.2f | 100 %% | %zu |\n", median(awake), contacts);
  const auto row = [&](const char* what, const std::vector<double>& ms, std::size_t touching) {
    std::printf("| %s | %.3f | %.2f %% | %zu |\n", what, median(ms), 100 * median(ms) / median(awake), touching);
  };
  row("all sleep but a ball far away that moves", far, world.sleeping_contacts().size());
  row("all sleep but a ball that crosses a heap", crossing, world.sleeping_contacts().size());
  row("all sleep; each second step one wakes (both steps)", woken, world.sleeping_contacts().size());
  row("all sleep, nothing moves", still, world.sleeping_contacts().size());
  std::printf("\nThe ball that crosses touched %.1f sleepers a step; %.1f contacts a step began or ended.\n",
              static_cast<double>(met) / 60, static_cast<double>(changed) / 60);
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc < 2 || argv[1][0] == '-') {
    std::printf("usage: bench_world_piles FOLDER [ROUNDS [PICTURE]]\nFOLDER: that of the recorded piles\n");
    return 2;
  }
  const int rounds = argc > 2 ? std::atoi(argv[2]) : 1;
  std::printf(
      "# The recorded piles in a world\n\nMade by bench_world_piles, %s. Milliseconds per step: all poses set, "
      "contacts "
      "found; medians over the frames, in turns in one process; double. Time of the calling thread, or on the wall "
      "where it says so. The parts of a step are run again outside of the world; bookkeeping is what they "
      "leave: all but the broad phase, the narrow phase and the manifolds.\n",
      instructions);
  if (argc > 3) std::printf("\n![where the time of a step goes, beside Bullet's step](piles.svg)\n");
  std::vector<Bar> bars;
  for (const auto& read : {piles::read_boxes, piles::read_hulls}) bars.push_back(report(read(argv[1]), rounds));
  if (argc > 3) draw(argv[3], bars);
  report_sleepers(piles::read_boxes(argv[1]));
} catch (const std::exception& e) {
  std::fprintf(stderr, "%s\n", e.what());
  return 1;
}
