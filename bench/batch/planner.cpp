// SPDX-License-Identifier: MIT
// An arm of seven links among a hundred obstacles, random configurations: batch::Bodies beside FCL's tree of boxes.
//   bench_planner [--configurations 20000] [--fcl 2000] [--passes 7] [--distance yes] [--out FILE]
#include <bench/peers/fcl_shapes.h>
#include <tactus/batch/bodies.h>
#include <tactus/query.h>
#include <tests/helpers/random_pairs.h>

#include <cmath>
#include <cstring>
#include <ctime>
#include <fstream>
#include <functional>
#include <iomanip>
#include <iostream>
#include <memory>
#include <sstream>

namespace tactus::batch_bench {
namespace {

using testing::Random;

constexpr std::size_t links = 7;

struct Cell {
  std::vector<batch::LinkShape<double>> shapes;
  std::vector<batch::Obstacle<double>> obstacles;
  std::vector<Pose<double>> poses;  // `links` for each configuration
};

/// The spheres and capsules of all links: three of either kind on each link, which is 0.4 long.
std::vector<batch::LinkShape<double>> round_links() {
  std::vector<batch::LinkShape<double>> shapes;
  for (std::uint32_t link = 0; link < links; ++link)
    for (int k = 0; k < 3; ++k) {
      const Pose<double> at = translation(0.0, 0.0, 0.0667 + 0.1333 * k);
      if (link % 2)
        shapes.push_back({link, Sphere<double>{0.08}, at});
      else
        shapes.push_back({link, Capsule<double>{0.06, 0.0667}, at});
    }
  return shapes;
}

/// The same links as hulls: one for each link, of the points of its three shapes that are farthest along directions
/// evenly spread over the sphere. So the hulls are inside of what the shapes span, and nearly as large.
std::vector<batch::LinkShape<double>> hull_links() {
  std::vector<std::vector<Vec3<double>>> clouds(links);
  constexpr int directions = 24;
  for (const auto& s : round_links())
    for (int i = 0; i < directions; ++i) {  // a spiral from pole to pole
      const double z = 1 - (2 * i + 1) / double(directions), across = std::sqrt(1 - z * z), angle = 2.399963 * i;
      const Vec3<double> d{across * std::cos(angle), across * std::sin(angle), z};
      clouds[s.link].push_back(s.local * (s.shape.support(d) + d * s.shape.radius()));
    }
  std::vector<batch::LinkShape<double>> shapes;
  for (std::uint32_t link = 0; link < links; ++link)
    shapes.push_back({link, Hull<double>::from_points(clouds[link]), {}});
  return shapes;
}

/// Obstacles and configurations are the same for both arms.
Cell make_cell(bool hulls, std::size_t configurations) {
  Random random(99);
  Cell cell;
  cell.shapes = hulls ? hull_links() : round_links();
  for (int i = 0; i < 100; ++i) {
    Vec3<double> at;
    do at = {random.uniform(-3, 3), random.uniform(-3, 3), random.uniform(-3, 3)};
    while (norm(at) < 0.7);
    const Pose<double> pose = from_quaternion(random.rotation(), at);
    if (i % 2) {
      cell.obstacles.push_back(
          {Box<double>{{random.uniform(0.05, 0.25), random.uniform(0.05, 0.25), random.uniform(0.05, 0.25)}}, pose});
    } else {
      std::vector<Vec3<double>> cloud;
      for (int k = 0; k < 20; ++k) cloud.push_back(random.direction() * 0.2);
      cell.obstacles.push_back({Hull<double>::from_points(cloud), pose});
    }
  }
  for (std::size_t c = 0; c < configurations; ++c) {
    Pose<double> x;
    for (std::size_t k = 0; k < links; ++k) {
      x = x * (k % 2 ? rotation_x(random.uniform(-1.5, 1.5)) : rotation_z(random.uniform(-3, 3)));
      x = orthonormalized(x);
      cell.poses.push_back(x);
      x = x * translation(0.0, 0.0, 0.4);
    }
  }
  return cell;
}

/// The time of this thread, which other programs do not lengthen; for several threads, the time on the wall.
double seconds(bool of_this_thread) {
  timespec t;
  clock_gettime(of_this_thread ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

/// What was said of the configurations.
struct Replies {
  std::vector<std::uint8_t> touching;
  std::vector<double> distance;  // only for least distance; of an overlap, FCL gives -1 and tactus minus the depth
};

/// A method that answers all configurations, or the first ones.
struct Contestant {
  const char* name;
  int threads;
  std::size_t configurations;
  std::function<void(Replies&)> run;
  Replies said{};
  double best = 1e30;  // seconds

  double rate() const { return static_cast<double>(configurations) / best; }
};

/// The shortest of a few passes. The contestants take turns, so a busy machine affects all of them.
void run_in_turns(std::vector<Contestant>& all, int passes) {
  for (int pass = 0; pass < passes; ++pass)
    for (Contestant& c : all) {
      c.said.touching.resize(c.configurations), c.said.distance.resize(c.configurations);
      const double start = seconds(c.threads == 1);
      c.run(c.said);
      c.best = std::min(c.best, seconds(c.threads == 1) - start);
    }
}

template <class T> batch::Bodies<T> bodies_of(const Cell& cell) {
  std::vector<batch::LinkShape<T>> shapes;
  for (const auto& s : cell.shapes) shapes.push_back({s.link, s.shape.cast<T>(), s.local.cast<T>()});
  std::vector<batch::Obstacle<T>> obstacles;
  for (const auto& o : cell.obstacles) obstacles.push_back({o.shape.cast<T>(), o.pose.cast<T>()});
  return batch::Bodies<T>(shapes, obstacles, links);
}

/// One contestant for each number of threads. They share the input, which is large.
template <class T> void add_batches(std::vector<Contestant>& all, const Cell& cell, bool distance) {
  const auto bodies = std::make_shared<batch::Bodies<T>>(bodies_of<T>(cell));
  const auto poses = std::make_shared<std::vector<Pose<T>>>();
  for (const auto& x : cell.poses) poses->push_back(x.cast<T>());
  const std::size_t count = poses->size() / links;
  const auto nearest = std::make_shared<std::vector<batch::NearestPair<T>>>(distance ? count : 0);
  for (const int threads : {1, 2}) {
    const char* name = sizeof(T) == 4 ? (threads == 1 ? "float, one core" : "float, two cores")
                                      : (threads == 1 ? "double, one core" : "double, two cores");
    all.push_back({name, threads, count, [bodies, poses, nearest, threads, distance](Replies& said) {
                     if (!distance) {
                       bodies->any_contact(*poses, said.touching, {.threads = threads});
                       return;
                     }
                     bodies->least_distance(*poses, *nearest, {.threads = threads});
                     for (std::size_t c = 0; c < nearest->size(); ++c) {
                       said.touching[c] = (*nearest)[c].contact.touching();
                       said.distance[c] = (*nearest)[c].contact.distance;
                     }
                   }});
  }
}

struct FclData {
  fcl::CollisionRequestd request{1, false};
  bool hit = false;
  fcl::DistanceRequestd distance_request{false};
  double least = 1e30;
};
bool fcl_collides(fcl::CollisionObjectd* a, fcl::CollisionObjectd* b, void* data) {
  auto& d = *static_cast<FclData*>(data);
  fcl::CollisionResultd result;
  fcl::collide(a, b, d.request, result);
  d.hit = d.hit || result.isCollision();
  return d.hit;
}
bool fcl_nearer(fcl::CollisionObjectd* a, fcl::CollisionObjectd* b, void* data, double& least) {
  auto& d = *static_cast<FclData*>(data);
  fcl::DistanceResultd result;
  fcl::distance(a, b, d.distance_request, result);
  d.least = std::min(d.least, result.min_distance);
  least = d.least;
  return d.least <= 0;
}

struct FclScene {
  const Cell& cell;
  std::vector<std::unique_ptr<fcl::CollisionObjectd>> obstacles{}, on_links{};
  fcl::DynamicAABBTreeCollisionManagerd manager{};

  explicit FclScene(const Cell& c) : cell(c) {
    for (const auto& o : cell.obstacles) {
      obstacles.push_back(
          std::make_unique<fcl::CollisionObjectd>(o.shape.visit(peers::ToFcl{}), peers::to_fcl(o.pose)));
      manager.registerObject(obstacles.back().get());
    }
    manager.setup();
    for (const auto& s : cell.shapes)
      on_links.push_back(std::make_unique<fcl::CollisionObjectd>(s.shape.visit(peers::ToFcl{})));
  }
  /// Link by link, until one collides. A distance of 0 or less also ends it: FCL measures no depth.
  void answer(std::size_t c, bool distance, Replies& said) {
    FclData data;
    for (std::size_t i = 0; i < on_links.size() && !data.hit && data.least > 0; ++i) {
      on_links[i]->setTransform(peers::to_fcl(cell.poses[c * links + cell.shapes[i].link] * cell.shapes[i].local));
      on_links[i]->computeAABB();
      if (distance)
        manager.distance(on_links[i].get(), &data, fcl_nearer);
      else
        manager.collide(on_links[i].get(), &data, fcl_collides);
    }
    said.touching[c] = distance ? data.least <= 0 : data.hit;
    said.distance[c] = data.least;
  }
};

/// The least distance of a configuration by the single query asked about every pair.
double least_one_by_one(const Cell& cell, std::size_t c) {
  double least = infinity<double>;
  for (const auto& s : cell.shapes)
    for (const auto& o : cell.obstacles)
      least = std::min(least, contact(s.shape, cell.poses[c * links + s.link] * s.local, o.shape, o.pose,
                                      Options<double>{.max_distance = std::max(least, 0.0)})
                                  .distance);
  return least;
}

/// Gaps that differ by more than `allowed`, and the largest difference; for two that overlap, only that they do.
std::string differences(const std::vector<double>& x, const std::vector<double>& y) {
  constexpr double allowed = 1e-4;
  std::size_t count = 0;
  double most = 0;
  for (std::size_t c = 0; c < y.size(); ++c) {
    if (x[c] <= 0 && y[c] <= 0) continue;
    const double off = std::abs(std::max(x[c], 0.0) - std::max(y[c], 0.0));
    count += off > allowed, most = std::max(most, off);
  }
  std::ostringstream text;
  text << count << " (" << std::scientific << std::setprecision(1) << most << ')';
  return text.str();
}

/// One row of the table for each contestant; FCL is the first.
void print(std::ostream& out, const Cell& cell, const char* arm, bool distance, const std::vector<Contestant>& all) {
  const Contestant& fcl = all[0];
  std::vector<double> truth;
  for (std::size_t c = 0; distance && c < fcl.configurations; ++c) truth.push_back(least_one_by_one(cell, c));
  for (const Contestant& who : all) {
    std::size_t differ = 0, hits = 0;
    for (std::size_t c = 0; c < fcl.configurations; ++c) differ += who.said.touching[c] != fcl.said.touching[c];
    for (const std::uint8_t hit : who.said.touching) hits += hit;
    out << "| " << arm << " | " << (distance ? "least distance" : "any contact") << " | " << who.name << " | "
        << std::fixed << std::setprecision(0) << who.rate() << " | " << std::setprecision(1) << who.rate() / fcl.rate()
        << " | " << 100.0 * static_cast<double>(hits) / static_cast<double>(who.configurations) << " % | " << differ
        << " of " << fcl.configurations << " | " << (distance ? differences(who.said.distance, fcl.said.distance) : "")
        << " | " << (distance ? differences(who.said.distance, truth) : "") << " |\n";
  }
}

int main(int argc, char** argv) {
  std::size_t count = 20'000, of_fcl = 2000;
  int passes = 7;
  bool with_distance = true;
  std::string file;
  for (int i = 1; i + 1 < argc; i += 2) {
    if (!std::strcmp(argv[i], "--configurations")) count = static_cast<std::size_t>(std::atoi(argv[i + 1]));
    if (!std::strcmp(argv[i], "--fcl")) of_fcl = static_cast<std::size_t>(std::atoi(argv[i + 1]));
    if (!std::strcmp(argv[i], "--passes")) passes = std::atoi(argv[i + 1]);
    if (!std::strcmp(argv[i], "--distance")) with_distance = !std::strcmp(argv[i + 1], "yes");
    if (!std::strcmp(argv[i], "--out")) file = argv[i + 1];
  }
  of_fcl = std::min(of_fcl, count);
  std::ostringstream out;
  out << count << " configurations; FCL and the single query answer the first " << of_fcl << ".\n\n"
      << "| links | query | who | configurations per second | to FCL | in contact | touching: differ from FCL "
         "| distances: differ from FCL (most) | from the single query (most) "
         "|\n|---|---|---|---|---|---|---|---|---|\n";
  for (const bool hulls : {false, true}) {
    const Cell cell = make_cell(hulls, count);
    std::size_t vertices = 0;
    for (const auto& s : cell.shapes)
      if (const auto* hull = s.shape.get_if<Hull<double>>()) vertices = std::max(vertices, hull->vertex_count());
    const std::string arm = hulls ? "7 hulls of up to " + std::to_string(vertices) : "21 spheres and capsules";
    for (const bool distance : {false, true}) {
      if (distance && !with_distance) continue;
      FclScene scene(cell);
      std::vector<Contestant> all;
      all.push_back({"FCL", 1, of_fcl, [&](Replies& said) {
                       for (std::size_t c = 0; c < of_fcl; ++c) scene.answer(c, distance, said);
                     }});
      add_batches<float>(all, cell, distance);
      add_batches<double>(all, cell, distance);
      run_in_turns(all, passes);
      print(out, cell, arm.c_str(), distance, all);
    }
  }
  std::cout << out.str();
  if (!file.empty()) std::ofstream(file) << out.str();
  return 0;
}

}  // namespace
}  // namespace tactus::batch_bench

int main(int argc, char** argv) { return tactus::batch_bench::main(argc, argv); }
