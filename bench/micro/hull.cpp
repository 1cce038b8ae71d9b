// SPDX-License-Identifier: MIT
/// Building hulls: of points in a ball, where few become vertices, and on a sphere, where all do.
#include <benchmark/benchmark.h>
#include <tactus/tactus.h>

namespace {

using tactus::Vec3;

std::vector<Vec3<double>> random_points(std::int64_t count, bool on_sphere) {
  tactus::generate::Random random(1);
  std::vector<Vec3<double>> points(static_cast<std::size_t>(count));
  for (Vec3<double>& p : points) p = on_sphere ? random.on_sphere() : random.in_ball();
  return points;
}

void build_hull(benchmark::State& state, bool on_sphere) {
  const auto points = random_points(state.range(0), on_sphere);
  std::size_t vertices = 0;
  for (auto _ : state) vertices = tactus::Hull<double>::from_points(points).vertex_count();
  state.counters["vertices"] = static_cast<double>(vertices);
}
BENCHMARK_CAPTURE(build_hull, in_ball, false)
    ->Arg(50)
    ->Arg(1000)
    ->Arg(100'000)
    ->MinTime(0.1)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(build_hull, on_sphere, true)
    ->Arg(50)
    ->Arg(1000)
    ->Arg(100'000)
    ->MinTime(0.1)
    ->Unit(benchmark::kMillisecond);

}  // namespace
