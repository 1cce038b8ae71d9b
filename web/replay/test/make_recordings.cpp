// SPDX-License-Identifier: MIT
/// Recordings for looking at the page and for its browser test: bodies on given paths, contacts by a real World.
///
///     replay_examples shapes OUT.html              every kind of shape falls, bounces and comes to rest
///     replay_examples small OUT.html               one frame, without phases and half-space: the least there can be
///     replay_examples pile OUT.html FOLDER [N]     a recorded pile (bench/piles), N frames to and fro
///     replay_examples mixed OUT.html FOLDER [N]    the same motion, every body a shape of its own
#include <bench/piles/recorded_pile.h>
#include <io/record_world.h>
#include <io/recording.h>
#include <tests/io/every_shape.h>

#include <chrono>
#include <functional>
#include <iostream>
#include <numeric>
#include <random>

using namespace tactus;

namespace {

using Clock = std::chrono::steady_clock;
double milliseconds_since(Clock::time_point begin) {
  return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

/// Numbers of connected bodies; -1 for those that touch nothing that moves.
class Islands {
 public:
  explicit Islands(std::size_t bodies) : parent_(bodies), size_(bodies, 1) {
    std::iota(parent_.begin(), parent_.end(), 0u);
  }
  void join(std::uint32_t a, std::uint32_t b) {
    a = root(a), b = root(b);
    if (a == b) return;
    parent_[std::max(a, b)] = std::min(a, b);
    size_[std::min(a, b)] += size_[std::max(a, b)];
  }
  std::int32_t of(std::uint32_t i) { return size_[root(i)] > 1 ? static_cast<std::int32_t>(root(i)) : -1; }

 private:
  std::uint32_t root(std::uint32_t i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  std::vector<std::uint32_t> parent_, size_;
};

/// Moves the bodies of a world along given paths and records what happens.
struct Show {
  std::vector<io::RecordedBody> bodies;
  std::function<Pose<double>(std::size_t body, int frame)> path;
  io::RecordingOptions options;
  int frames = 0;
  double margin = 0.01;

  io::Recording record() const {
    World<double> world;
    std::vector<BodyId> ids;
    for (std::size_t i = 0; i < bodies.size(); ++i)
      ids.push_back(world.add({.shape = bodies[i].shape,
                               .pose = path(i, 0),
                               .is_static = bodies[i].motion == scenes::MotionKind::fixed,
                               .margin = margin}));
    io::Recording recording(options, bodies);
    std::vector<int> quiet(bodies.size());
    for (int f = 0; f < frames; ++f) add_frame(recording, world, ids, quiet, f);
    return recording;
  }

 private:
  void add_frame(io::Recording& recording, World<double>& world, const std::vector<BodyId>& ids,
                 std::vector<int>& quiet, int f) const {
    auto begin = Clock::now();
    for (std::size_t i = 0; i < ids.size(); ++i)
      if (bodies[i].motion != scenes::MotionKind::fixed) world.set_pose(ids[i], path(i, f));
    const double moving = milliseconds_since(begin);
    begin = Clock::now();
    world.update(1);
    const double times[] = {moving, milliseconds_since(begin)};
    const std::span<const double> phases(times, options.phases.size());

    Islands islands(ids.size());
    io::RecordedFrame frame{.time = f * options.step, .phase_milliseconds = phases};
    for (auto& c : world.contacts()) {
      // No solver runs here: three numbers for the page to show, as if one had left them.
      for (auto& p : c.points.contact_points())
        p.data = {.normal = 1 - p.distance, .tangent_u = 0.25, .tangent_v = -0.125};
      frame.contacts += static_cast<std::size_t>(c.points.count);
      frame.deepest = std::max(frame.deepest, -c.contact.distance);
      if (!world.body(c.a).is_static && !world.body(c.b).is_static) islands.join(c.a.slot, c.b.slot);
    }
    std::vector<io::BodyState> states;
    for (std::size_t i = 0; i < ids.size(); ++i) {
      const Pose<double> now = path(i, f), before = path(i, std::max(0, f - 1));
      const double speed = distance(now.translation, before.translation) / options.step;
      quiet[i] = speed < 0.05 ? quiet[i] + 1 : 0;
      frame.kinetic_energy += 0.5 * bodies[i].mass * speed * speed;
      states.push_back({now, speed, islands.of(static_cast<std::uint32_t>(i)), quiet[i] > 20});
    }
    frame.bodies = states;
    io::FrameDetails details;
    if (recording.wants_details()) {
      details.contacts = io::contacts_of(world, [](BodyId id) { return id.slot; });
      details.boxes = io::boxes_of(world, ids);
      details.pairs = io::pairs_of(world, ids);
      frame.details = &details;
    }
    recording.add_frame(frame);
  }
};

/// How far below the origin a turned shape reaches.
double depth_below(const Shape<double>& shape, const Pose<double>& turned) { return -shape.aabb(turned).min.z; }

Show shapes_show() {
  Show show;
  show.options.title = "Every kind of shape";
  show.options.phases = {"moving", "contacts"};
  show.options.facts = {{"made by", "replay_examples: given paths, contacts by a World"}};
  show.options.details_first = 100, show.options.details_end = 110;
  show.frames = 240;
  show.bodies.push_back({"ground", HalfSpace<double>{}, scenes::MotionKind::fixed, "stone"});
  struct Path {
    Vec3<double> place, axis;
    double spin, drop, delay;
  };
  std::vector<Path> paths(1);
  std::mt19937 random(5);
  std::uniform_real_distribution<double> unit(-1, 1);
  const auto all = testing::every_shape();
  for (int i = 0; i < 140; ++i) {
    const Shape<double>& shape = all[static_cast<std::size_t>(i) % all.size()];
    const double angle = 2.39996 * i, radius = 0.62 * std::sqrt(i + 0.5);  // seeds of a sunflower
    show.bodies.push_back({.name = {}, .shape = shape, .material = "clay", .mass = 1.0 + i % 7});
    paths.push_back({{radius * cos(angle), radius * sin(angle), 0},
                     unit_or_zero(Vec3<double>{unit(random), unit(random), unit(random)}),
                     4 + 3 * unit(random),
                     3.5 + 2.5 * unit(random),
                     0.4 * (1 + unit(random))});
  }
  const std::vector<io::RecordedBody> bodies = show.bodies;
  const double step = show.options.step;
  show.path = [paths, bodies, step](std::size_t i, int f) -> Pose<double> {
    if (i == 0) return {};
    const Path& p = paths[i];
    double t = std::max(0.0, f * step - p.delay), height = p.drop;
    // A ball's bounces: each half as high as the one before, in 1/√2 of its time.
    double fall = std::sqrt(2 * height / 9.81), above = height - 4.905 * t * t;
    if (t > fall) {
      t -= fall;
      height *= 0.4;
      for (int bounce = 0; bounce < 8; ++bounce, height *= 0.4) {
        const double whole = 2 * std::sqrt(2 * height / 9.81);
        above = bounce < 7 ? std::max(0.0, 4.905 * t * (whole - t)) : 0;
        if (t < whole) break;
        t -= whole;
      }
    }
    const double rest = std::clamp(f * step / 3.2, 0.0, 1.0), turn = p.spin * (1 - (1 - rest) * (1 - rest));
    Pose<double> pose = rotation(p.axis, turn);
    pose.translation = p.place + Vec3<double>{0, 0, depth_below(bodies[i].shape, pose) + above - 0.002};
    return pose;
  };
  return show;
}

Show small_show() {
  Show show;
  show.options.title = "One <b>frame</b> & \"no\" half-space";
  show.frames = 1;
  show.bodies.push_back({"floor", Box<double>{{40, 40, 1}}, scenes::MotionKind::fixed, "stone"});
  for (int i = 0; i < 9; ++i)
    show.bodies.push_back({"</script>", Box<double>{{0.5, 0.5, 0.25 + 0.05 * i}}, scenes::MotionKind::dynamic, ""});
  show.path = [](std::size_t i, int) -> Pose<double> {
    if (i == 0) return translation(0.0, 0.0, -1.0);
    const auto k = static_cast<double>(i - 1);
    return translation(1.3 * (static_cast<int>(k) % 3 - 1), 1.3 * (static_cast<int>(k) / 3 - 1), 0.249 + 0.05 * k) *
           rotation_z(0.2 * k);
  };
  return show;
}

/// About as large as a unit cube; all kinds that are solid, no two alike.
Shape<double> mixed_shape(std::mt19937& random, unsigned i) {
  std::uniform_real_distribution<double> some(0.35, 0.55);
  const double s = some(random), t = some(random), w = some(random);
  switch (i % 13) {
    case 0: return Sphere<double>{s};
    case 1: return Cylinder<double>{s, t};
    case 2: return Capsule<double>{0.7 * s, 0.8 * t};
    case 3: return testing::random_hull(i, 12 + static_cast<int>(i) % 13);
    case 4: return Cone<double>{s, t};
    case 5: return Ellipsoid<double>{{s, t, 0.7 * w}};
    case 6: return Superquadric<double>{{s, t, w}, 0.5, 0.5};
    case 7: return RoundBox<double>{{0.7 * s, 0.7 * t, 0.6 * w}, 0.15};
    case 8: return Frustum<double>{{s, t}, {0.5 * s, 0.6 * t}, w};
    case 9: return Wheel<double>{0.8 * s, 0.35 * t};
    case 10: return Lozenge<double>{{0.8 * s, 0.8 * t}, 0.4 * w};
    case 11: return ConicalFrustum<double>{s, 0.5 * t, w};
    default: return Box<double>{{s, t, w}};
  }
}

Show pile_show(const std::string& folder, int frames, bool mixed) {
  const auto pile = std::make_shared<piles::RecordedPile>(piles::read_boxes(folder));
  Show show;
  show.options.title = "A pile of 4860 cubes";
  show.options.up = {0, 1, 0};
  show.options.phases = {"moving", "contacts"};
  show.options.facts = {{"made by", "replay_examples: recorded motion, contacts by a World"}};
  show.frames = frames;
  show.bodies.push_back({"ground", HalfSpace<double>{{0, 1, 0}, 0}, scenes::MotionKind::fixed, "stone"});
  std::mt19937 random(1);
  for (unsigned i = 0; i < pile->frames[0].size(); ++i)
    show.bodies.push_back(
        {.name = {}, .shape = mixed ? mixed_shape(random, i) : pile->body, .material = "wood", .mass = 700});
  const std::size_t falling = show.bodies.size();
  for (int side = 0; mixed && side < 4; ++side)
    show.bodies.push_back({"wall", Box<double>{{14, 5, 0.5}}, scenes::MotionKind::fixed, "stone"});
  if (mixed) show.options.title = "A pile of 4860 bodies, no two alike";
  show.path = [pile, falling](std::size_t i, int f) -> Pose<double> {
    if (i == 0) return {};
    if (i >= falling)
      return rotation_y(pi<double> / 2 * static_cast<double>(i - falling)) * translation(0.0, 5.0, 14.0);
    const int n = static_cast<int>(pile->frames.size()), phase = f % (2 * n - 2);
    return pile->frames[static_cast<std::size_t>(phase < n ? phase : 2 * n - 2 - phase)][i - 1];
  };
  return show;
}

}  // namespace

int main(int argc, char** argv) try {
  const std::string which = argc > 1 ? argv[1] : "";
  const bool mixed = which == "mixed", pile = mixed || which == "pile";
  if (argc < (pile ? 4 : 3) || (!pile && which != "shapes" && which != "small")) {
    std::cerr << "usage: replay_examples shapes OUT.html | small OUT.html | pile|mixed OUT.html FOLDER [FRAMES]\n";
    return 2;
  }
  const auto begin = Clock::now();
  const io::Recording recording = (pile               ? pile_show(argv[3], argc > 4 ? std::stoi(argv[4]) : 60, mixed)
                                   : which == "small" ? small_show()
                                                      : shapes_show())
                                      .record();
  recording.write_html(argv[2]);
  std::cout << argv[2] << ": " << static_cast<double>(std::filesystem::file_size(argv[2])) / 1e6 << " MB, "
            << recording.frames() << " frames, recording " << static_cast<double>(recording.compressed_bytes()) / 1e6
            << " MB, positions to " << recording.quantization().position / 2 << ", " << milliseconds_since(begin) / 1000
            << " s\n";
} catch (const std::exception& error) {
  std::cerr << "replay_examples: " << error.what() << '\n';
  return 1;
}
