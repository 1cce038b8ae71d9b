// SPDX-License-Identifier: MIT
// From a hundred pairs to millions: ns per pair, beside the time that the memory alone would take for the same bytes.
//   bench_batch_growth [FILE.svg]
#include <lab/chart_svg.h>
#include <tactus/batch/batch.h>
#include <tests/helpers/random_pairs.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <numeric>

namespace tactus::batch_bench {
namespace {

using testing::Random;

double seconds() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

/// GB/s of a plain sum over 256 MB.
double memory_rate() {
  const std::vector<float> numbers(64 << 20, 1.0f);
  double best = 0;
  for (int i = 0; i < 3; ++i) {
    const double start = seconds();
    float sums[64] = {};
    for (std::size_t k = 0; k < numbers.size(); k += 64)
      for (std::size_t j = 0; j < 64; ++j) sums[j] += numbers[k + j];
    const volatile float sum = std::accumulate(std::begin(sums), std::end(sums), 0.0f);
    (void)sum;
    best = std::max(best, 4e-9 * static_cast<double>(numbers.size()) / (seconds() - start));
  }
  return best;
}

/// ns per pair of `intersects`, by the number of pairs: poses, or positions and quaternions.
std::vector<double> times(const Shape<float>& shape, double spread, const std::vector<std::size_t>& counts,
                          bool quaternions = false) {
  Random random(5);
  std::vector<Pose<float>> a, b;
  for (std::size_t k = 0; k < counts.back(); ++k) {
    const Pose<double> x = random.pose(spread);
    a.push_back({}), b.push_back(x.cast<float>());
  }
  std::vector<Vec3<float>> at_a, at_b;
  std::vector<Quat<float>> turned_a, turned_b;
  for (std::size_t k = 0; quaternions && k < a.size(); ++k) {
    at_a.push_back(a[k].translation), turned_a.push_back(to_quaternion(a[k]));
    at_b.push_back(b[k].translation), turned_b.push_back(to_quaternion(b[k]));
  }
  const auto first = [](const auto& all, std::size_t n) { return std::span(all).first(n); };
  const auto placed = [&](std::size_t n, const auto& poses, const auto& at, const auto& turned) {
    return quaternions ? batch::Poses<float>(first(at, n), first(turned, n)) : batch::Poses<float>(first(poses, n));
  };
  std::vector<std::uint8_t> touching(counts.back());
  std::vector<double> ns;
  const std::span<const Shape<float>> table(&shape, 1);
  for (const std::size_t n : counts) {
    double best = 1e30;
    for (std::size_t done = 0, repeat = 0; done < 2'000'000 || repeat < 3; done += n, ++repeat) {
      const double start = seconds();
      batch::intersects(batch::Placed<float>{table, {}, placed(n, a, at_a, turned_a)},
                        batch::Placed<float>{table, {}, placed(n, b, at_b, turned_b)}, batch::one_by_one(n),
                        batch::Answers<float>{.touching = std::span(touching).first(n)});
      best = std::min(best, 1e9 * (seconds() - start) / static_cast<double>(n));
    }
    ns.push_back(best);
  }
  return ns;
}

struct Line {
  const char* name;
  std::vector<double> ns;
};

/// Two poses and the answer; the same with positions and quaternions.
constexpr double bytes_by_poses = 97, bytes_by_quaternions = 57;

/// With the least time in which the memory could deliver a pair, as two level lines.
void draw(const std::vector<std::size_t>& counts, const std::vector<Line>& lines, double rate, const char* file) {
  lab::Chart chart{"intersects", "pairs", "ns per pair", {}, true, true};
  for (const Line& line : lines) chart.series.push_back({line.name, {counts.begin(), counts.end()}, line.ns});
  const auto level = [&](const char* name, double ns) {
    chart.series.push_back({name, {counts.begin(), counts.end()}, std::vector<double>(counts.size(), ns)});
  };
  level("memory: 97 bytes", bytes_by_poses / rate);
  level("memory: 57 bytes", bytes_by_quaternions / rate);
  std::ofstream(file) << lab::to_svg_sheet({chart});
}

int main(int argc, char** argv) {
  std::vector<std::size_t> counts;
  for (double n = 100; n < 1.1e7; n *= std::sqrt(10.0)) counts.push_back(static_cast<std::size_t>(n + 0.5));
  Random random(6);
  const Hull<float> hull = testing::random_hull(random, 32).cast<float>();
  const std::vector<Line> lines = {{"spheres", times(Sphere<float>{0.5f}, 2.0, counts)},
                                   {"spheres by quaternions", times(Sphere<float>{0.5f}, 2.0, counts, true)},
                                   {"boxes", times(Box<float>{{0.5f, 0.4f, 0.3f}}, 2.0, counts)},
                                   {"hulls of 32", times(Shape<float>(hull), 3.6, counts)}};
  const double rate = memory_rate();
  std::cout << "Memory: " << std::fixed << std::setprecision(1) << rate << " GB/s, so 97 bytes per pair take "
            << std::setprecision(2) << bytes_by_poses / rate << " ns, and 57 take " << bytes_by_quaternions / rate
            << ".\n\n| pairs | spheres | spheres by quaternions | boxes | hulls of 32 |\n|---|---|---|---|---|\n";
  for (std::size_t i = 0; i < counts.size(); ++i) {
    std::cout << "| " << counts[i];
    for (const Line& line : lines) std::cout << " | " << std::setprecision(1) << line.ns[i];
    std::cout << " |\n";
  }
  if (argc > 1) draw(counts, lines, rate, argv[1]);
  return 0;
}

}  // namespace
}  // namespace tactus::batch_bench

int main(int argc, char** argv) { return tactus::batch_bench::main(argc, argv); }
