// SPDX-License-Identifier: MIT
/// A box of mixed, drifting bodies: how long a step of the world takes, and how its pairs were settled.
#include <tactus/world/world.h>
#include <tests/helpers/random_pairs.h>

#include <chrono>
#include <cmath>
#include <cstdio>

using namespace tactus;
using namespace tactus::testing;

namespace {

struct Result {
  double first_ms, step_ms;
  UpdateCounts counts;
  std::size_t contacts;
};

double milliseconds_of(const auto& f) {
  const auto start = std::chrono::steady_clock::now();
  f();
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

/// A random pose in a cube.
Pose<double> place(Random& random, double side) {
  const double half = side / 2;
  const Vec3<double> at{random.uniform(-half, half), random.uniform(-half, half), random.uniform(-half, half)};
  return {random.pose(1.0).rotation, at};
}

/// A body of size 1 to 2 in every cube of side 1.7: crowded, but not a heap. `moving` of them turn and shift by 0.005
/// per step.
Result run(int bodies, double moving, int threads, int steps) {
  Random random(1);
  World<double> world;
  const double side = 1.7 * std::cbrt(bodies);
  std::vector<BodyId> ids;
  for (int i = 0; i < bodies; ++i)
    ids.push_back(world.add({.shape = random_shape(random, Family::mixed), .pose = place(random, side)}));
  Result r{};
  r.first_ms = milliseconds_of([&] { world.update(threads); });
  std::vector<double> times;
  for (int step = 0; step < steps; ++step) {
    times.push_back(milliseconds_of([&] {
      for (const BodyId id : ids) {
        if (random.uniform(0, 1) >= moving) continue;
        const Pose<double>& pose = world.body(id).pose;
        const Mat3<double> turn = random.turn(0.005).rotation;
        world.set_pose(
            id, orthonormalized(Pose<double>{turn * pose.rotation, pose.translation + random.direction() * 0.005}));
      }
      world.update(threads);
    }));
  }
  std::sort(times.begin(), times.end());
  r.step_ms = times[times.size() / 2];
  r.counts = world.counts();
  r.contacts = world.contacts().size();
  return r;
}

}  // namespace

int main() {
  std::printf(
      "# A world of mixed bodies\n\nWhat a step of a `World` costs. Made by `cmake --build build/release --target "
      "bench_world && build/release/bench/world/bench_world > bench/results/world.md`.\n\n"
      "*first*: milliseconds of the first update. *step*: milliseconds per step (`set_pose` of all bodies that move, "
      "then `update`), median; double. *pairs*: near each other according to the broad phase; the next five columns "
      "say how they were settled (`world.counts()`). *contacts*: pairs that touch.\n\n");
  std::printf(
      "| bodies | moving | threads | first | step | pairs | unchanged | certified | balls | proved | exact | contacts "
      "|\n");
  std::printf("|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n");
  for (const int bodies : {1000, 10000, 100000}) {
    for (const double moving : {1.0, 0.1}) {
      for (const int threads : {1, 2}) {
        const Result r = run(bodies, moving, threads, bodies > 50000 ? 7 : 25);
        std::printf("| %d | %.0f %% | %d | %.1f | %.2f | %zu | %zu | %zu | %zu | %zu | %zu | %zu |\n", bodies,
                    moving * 100, threads, r.first_ms, r.step_ms, r.counts.pairs, r.counts.unchanged,
                    r.counts.certified, r.counts.by_balls, r.counts.proved, r.counts.exact, r.contacts);
        std::fflush(stdout);
      }
    }
  }
}
