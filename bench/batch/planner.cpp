// SPDX-License-Identifier: MIT
// An arm of seven links among a hundred obstacles, random configurations: batch::Bodies beside FCL's tree of boxes.
//   bench_planner [--configurations 20000] [--fcl 2000] [--passes 7] [--distance yes] [--out FILE]
#include <bench/peers/fcl_shapes.h>
#include <tactus/batch/bodies.h>
#include <tests/helpers/random_pairs.h>

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

/// Each link is 0.4 long and carries three spheres, three capsules or one hull of 24.
Cell make_cell(bool hulls, std::size_t configurations) {
  Random random(99);
  Cell cell;
  for (std::uint32_t link = 0; link < links; ++link) {
    if (hulls) {
      std::vector<Vec3<double>> cloud;
      for (int i = 0; i < 24; ++i) {
        const Vec3<double> d = random.direction();
        cloud.push_back({0.07 * d.x, 0.07 * d.y, 0.24 * d.z});
      }
      cell.shapes.push_back({link, Hull<double>::from_points(cloud), translation(0.0, 0.0, 0.2)});
    } else {
      for (int k = 0; k < 3; ++k) {
        const Pose<double> at = translation(0.0, 0.0, 0.0667 + 0.1333 * k);
        if (link % 2)
          cell.shapes.push_back({link, Sphere<double>{0.08}, at});
        else
          cell.shapes.push_back({link, Capsule<double>{0.06, 0.0667}, at});
      }
    }
  }
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

/// A method that answers all configurations, or the first ones.
struct Contestant {
  const char* name;
  int threads;
  std::size_t configurations;
  std::function<void(std::vector<std::uint8_t>&)> run;  // writes 1 for contact
  std::vector<std::uint8_t> touching{};
  double best = 1e30;  // seconds

  double rate() const { return static_cast<double>(configurations) / best; }
};

/// The shortest of a few passes. The contestants take turns, so a busy machine affects all of them.
void run_in_turns(std::vector<Contestant>& all, int passes) {
  for (int pass = 0; pass < passes; ++pass)
    for (Contestant& c : all) {
      c.touching.resize(c.configurations);
      const double start = seconds(c.threads == 1);
      c.run(c.touching);
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

template <class T> Contestant batches(const char* name, const Cell& cell, bool distance, int threads) {
  std::vector<Pose<T>> poses;
  for (const auto& x : cell.poses) poses.push_back(x.cast<T>());
  const std::size_t count = poses.size() / links;
  return {name, threads, count,
          [bodies = std::make_shared<batch::Bodies<T>>(bodies_of<T>(cell)), poses = std::move(poses), threads, distance,
           nearest = std::vector<batch::NearestPair<T>>(distance ? count : 0)](auto& touching) mutable {
            if (!distance) {
              bodies->any_contact(poses, touching, {.threads = threads});
              return;
            }
            bodies->least_distance(poses, nearest, {.threads = threads});
            for (std::size_t c = 0; c < nearest.size(); ++c) touching[c] = nearest[c].contact.touching();
          }};
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
  bool touches(std::size_t c, bool distance) {
    FclData data;
    for (std::size_t i = 0; i < on_links.size() && !data.hit; ++i) {
      on_links[i]->setTransform(peers::to_fcl(cell.poses[c * links + cell.shapes[i].link] * cell.shapes[i].local));
      on_links[i]->computeAABB();
      if (distance)
        manager.distance(on_links[i].get(), &data, fcl_nearer);
      else
        manager.collide(on_links[i].get(), &data, fcl_collides);
    }
    return distance ? data.least <= 0 : data.hit;
  }
};

int main(int argc, char** argv) {
  std::size_t count = 20000, of_fcl = 2000;
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
  out << "| links | query | who | configurations per second | to FCL | in contact | differ from FCL |\n"
      << "|---|---|---|---|---|---|---|\n";
  for (const bool hulls : {false, true}) {
    const Cell cell = make_cell(hulls, count);
    for (const bool distance : {false, true}) {
      if (distance && !with_distance) continue;
      FclScene scene(cell);
      std::vector<Contestant> all;
      all.push_back({"FCL", 1, of_fcl, [&](auto& touching) {
                       for (std::size_t c = 0; c < of_fcl; ++c) touching[c] = scene.touches(c, distance);
                     }});
      all.push_back(batches<float>("float, one core", cell, distance, 1));
      all.push_back(batches<double>("double, one core", cell, distance, 1));
      all.push_back(batches<float>("float, two cores", cell, distance, 2));
      all.push_back(batches<double>("double, two cores", cell, distance, 2));
      run_in_turns(all, passes);
      for (const Contestant& who : all) {
        std::size_t differ = 0, hits = 0;
        for (std::size_t c = 0; c < of_fcl; ++c) differ += who.touching[c] != all[0].touching[c];
        for (const std::uint8_t hit : who.touching) hits += hit;
        out << "| " << (hulls ? "7 hulls" : "21 spheres and capsules") << " | "
            << (distance ? "least distance" : "any contact") << " | " << who.name << " | " << std::fixed
            << std::setprecision(0) << who.rate() << " | " << std::setprecision(1) << who.rate() / all[0].rate()
            << " | " << 100 * hits / who.touching.size() << " % | " << differ << " of " << of_fcl << " |\n";
      }
    }
  }
  std::cout << out.str();
  if (!file.empty()) std::ofstream(file) << out.str();
  return 0;
}

}  // namespace
}  // namespace tactus::batch_bench

int main(int argc, char** argv) { return tactus::batch_bench::main(argc, argv); }
