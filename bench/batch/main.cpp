// SPDX-License-Identifier: MIT
// Batches beside the single query, FCL and libccd, which take turns on the same pairs: ns per pair, and wrong answers.
//   bench_batch [--pairs 2000] [--repeats 9] [--peers yes] [--case NAME] [--avx512 yes] [--out FILE]
#include <bench/batch/contestant.h>
#include <tactus/batch/batch.h>
#include <tactus/query.h>
#include <tests/helpers/random_pairs.h>

#include <algorithm>
#include <cstring>
#include <ctime>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <sstream>
#if defined(TACTUS_BENCH_HIGHWAY)
#include <hwy/targets.h>
#endif

namespace tactus::batch_bench {
namespace {

using testing::Family;
using testing::Random;

double now_ns() {
  timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return 1e9 * static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec);
}

Shape<double> hull_of(Random& random, int points) { return testing::random_hull(random, points); }

/// Kinds: a family of tests/helpers/random_pairs.h, or minus the number of points of a hull.
Case make_case(const char* name, const std::vector<int>& kinds_a, const std::vector<int>& kinds_b, double spread,
               std::size_t pairs) {
  Random random(7);
  Case c;
  c.name = name;
  const auto fill = [&](auto& shapes, const std::vector<int>& kinds) {
    for (std::size_t i = 0; i < 64; ++i) {
      const int kind = kinds[i % kinds.size()];
      shapes.push_back(kind < 0 ? hull_of(random, -kind) : random_shape(random, static_cast<Family>(kind)));
    }
  };
  fill(c.shapes_a, kinds_a), fill(c.shapes_b, kinds_b);
  for (std::size_t k = 0; k < pairs; ++k) {
    c.of_a.push_back(static_cast<std::uint32_t>(random.below(64)));
    c.of_b.push_back(static_cast<std::uint32_t>(random.below(64)));
    c.poses_a.push_back(random.pose(3));
    c.poses_b.push_back(random.pose(spread));
    c.poses_b.back().translation += c.poses_a.back().translation;
  }
  return c;
}

struct Time {
  double median, best;
};
/// Of the repeats, per pair; the contestants take turns.
std::vector<Time> times(const std::vector<Contestant>& all, std::size_t pairs, int repeats) {
  std::vector<std::vector<double>> samples(all.size());
  for (int repeat = 0; repeat <= repeats; ++repeat)
    for (std::size_t turn = 0; turn < all.size(); ++turn) {
      const std::size_t k = (turn + static_cast<std::size_t>(repeat)) % all.size();
      all[k].run();  // warm: its data come back into the caches
      const double start = now_ns();
      all[k].run();
      if (repeat > 0) samples[k].push_back((now_ns() - start) / static_cast<double>(pairs));
    }
  std::vector<Time> result;
  for (auto& s : samples) {
    std::sort(s.begin(), s.end());
    result.push_back({s[s.size() / 2], s[0]});
  }
  return result;
}

/// Answers that the single query in double, at a tolerance of 1e-9, refutes: touching or not, by more than 1e-4 of a
/// distance of 1; or a distance or depth off by more than that.
std::size_t wrong(const Case& c, Query query, const Replies& said) {
  std::size_t count = 0;
  for (std::size_t k = 0; k < c.size(); ++k) {
    const Contact<double> truth =
        contact(c.a(k), c.poses_a[k], c.b(k), c.poses_b[k], Options<double>{.tolerance = 1e-9});
    constexpr double allowed = 1e-4;
    bool bad = std::abs(truth.distance) > allowed && (said.touching[k] == 1) != truth.touching();
    if (query == Query::distance && !truth.touching()) bad |= !(std::abs(said.distance[k] - truth.distance) <= allowed);
    if (query == Query::contact && truth.distance < -allowed)
      bad |= !(std::abs(said.distance[k] - truth.distance) <= allowed);
    count += bad;
  }
  return count;
}

int main(int argc, char** argv) {
  std::size_t pairs = 2000;
  int repeats = 9;
  bool with_peers = true;
  std::string file, only;
  for (int i = 1; i + 1 < argc; i += 2) {
    if (!std::strcmp(argv[i], "--pairs")) pairs = static_cast<std::size_t>(std::atoi(argv[i + 1]));
    if (!std::strcmp(argv[i], "--repeats")) repeats = std::atoi(argv[i + 1]);
    if (!std::strcmp(argv[i], "--peers")) with_peers = !std::strcmp(argv[i + 1], "yes");
    if (!std::strcmp(argv[i], "--case")) only = argv[i + 1];
#if defined(TACTUS_BENCH_HIGHWAY)
    if (!std::strcmp(argv[i], "--avx512") && std::strcmp(argv[i + 1], "yes"))
      hwy::DisableTargets(HWY_AVX2 - 1);  // all that are better
#endif
    if (!std::strcmp(argv[i], "--out")) file = argv[i + 1];
  }
  const int sphere = int(Family::sphere), capsule = int(Family::capsule), box = int(Family::box),
            cylinder = int(Family::cylinder);
  const std::vector<int> mixed = {sphere, capsule, box, cylinder, int(Family::cone), int(Family::ellipsoid), -32};
  const std::vector<Case> cases = {make_case("sphere, sphere", {sphere}, {sphere}, 2.2, pairs),
                                   make_case("sphere, box", {sphere}, {box}, 2.4, pairs),
                                   make_case("capsule, capsule", {capsule}, {capsule}, 2.1, pairs),
                                   make_case("box, box", {box}, {box}, 2.6, pairs),
                                   make_case("hull 8, hull 8", {-8}, {-8}, 2.9, pairs),
                                   make_case("hull 32, hull 32", {-32}, {-32}, 3.6, pairs),
                                   make_case("hull 64, hull 64", {-64}, {-64}, 3.7, pairs),
                                   make_case("cylinder, cylinder", {cylinder}, {cylinder}, 2.4, pairs),
                                   make_case("mixed", mixed, mixed, 2.5, pairs)};
  std::ostringstream out;
  out << "Lanes: " << batch::target() << "; " << pairs << " pairs of a table of 64 shapes each.\n\n"
      << "| pair | query | contestant | ns per pair | best | best to batch float's | wrong "
         "|\n|---|---|---|---|---|---|---|\n";
  std::cout << out.str();
  for (const Case& c : cases) {
    if (!only.empty() && c.name.find(only) == std::string::npos) continue;
    for (const Query query : {Query::intersects, Query::distance, Query::contact}) {
      std::vector<Contestant> all = tactus_contestants(c, query);
      if (with_peers)
        for (auto& peer : peer_contestants(c, query)) all.push_back(std::move(peer));
      const std::vector<Time> ns = times(all, c.size(), repeats);
      for (std::size_t k = 0; k < all.size(); ++k) {
        constexpr const char* names[] = {"intersects", "distance", "contact"};
        std::ostringstream line;
        line << "| " << c.name << " | " << names[int(query)] << " | " << all[k].name << " | " << std::fixed
             << std::setprecision(1) << ns[k].median << " | " << ns[k].best << " | " << std::setprecision(2)
             << ns[k].best / ns[0].best << " | " << wrong(c, query, all[k].replies()) << " |\n";
        std::cout << line.str() << std::flush;
        out << line.str();
      }
    }
  }
  if (!file.empty()) std::ofstream(file) << out.str();
  return 0;
}

}  // namespace
}  // namespace tactus::batch_bench

int main(int argc, char** argv) { return tactus::batch_bench::main(argc, argv); }
