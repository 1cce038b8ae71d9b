// SPDX-License-Identifier: MIT
// Time of impact: tactus and FCL take turns on the same seeded sweeps. Prints ns per query, steps, and errors.
//   bench_sweep [--sweeps 2000] [--repeats 15] [--out bench/results/sweep.md]
#include <bench/sweep/contestant.h>
#include <tactus/narrow/default.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <ctime>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <sstream>

namespace tactus::sweep_bench {
namespace {

using testing::Family;

/// Thread time: an interruption does not count as slowness.
double now_ns() {
  timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return 1e9 * static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec);
}

/// The median over the repeats of each block's time, summed: per query. The contestants take turns block by block.
std::vector<double> times(const std::vector<Contestant>& contestants, std::size_t sweeps, int repeats) {
  constexpr std::size_t block = 100;
  std::vector<std::vector<double>> samples(contestants.size() * ((sweeps + block - 1) / block));
  for (int repeat = 0; repeat < repeats; ++repeat)
    for (std::size_t begin = 0; begin < sweeps; begin += block)
      for (std::size_t turn = 0; turn < contestants.size(); ++turn) {
        const std::size_t k = (turn + static_cast<std::size_t>(repeat)) % contestants.size();
        const double start = now_ns();
        for (std::size_t i = begin; i < std::min(begin + block, sweeps); ++i) contestants[k].answer(i);
        samples[begin / block * contestants.size() + k].push_back(now_ns() - start);
      }
  std::vector<double> result(contestants.size());
  for (std::size_t s = 0; s < samples.size(); ++s) {
    const auto middle = samples[s].begin() + static_cast<std::ptrdiff_t>(samples[s].size() / 2);
    std::nth_element(samples[s].begin(), middle, samples[s].end());
    result[s % contestants.size()] += *middle / static_cast<double>(sweeps);
  }
  return result;
}

struct Judgement {
  int hits = 0, missed = 0, late = 0, early = 0;
  double steps = 0;
};

Contact<double> distance_at(const Sweep& s, double t) {
  return narrow::distance(s.a, s.b, relative(s.motion_a.at(t), s.motion_b.at(t)));
}

/// The earliest time at which the pair certainly overlaps, among 200 samples and times a little later than the
/// contestants' own replies; 2 if there is none.
double known_contact(const Sweep& s, const std::vector<Reply>& replies) {
  double first = 2;
  const auto look_at = [&](double t) {
    if (t < first && t >= 0 && t <= 1 && distance_at(s, t).distance <= 0) first = t;
  };
  for (int i = 0; i <= 200; ++i) look_at(i / 200.0);
  for (const Reply& r : replies)
    if (r.hit)
      for (double later : {0.0, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2}) look_at(r.time + later);
  return first;
}

/// Missed: nothing reported, though they meet. Late: they overlap before the time reported. Early: more than 1e-3 apart
/// then (both promise less: tactus 1e-6 of the size).
void judge(const Sweep& s, const std::vector<Reply>& replies, std::vector<Judgement>& judgements) {
  const double contact = known_contact(s, replies);
  for (std::size_t k = 0; k < replies.size(); ++k) {
    Judgement& j = judgements[k];
    j.steps += replies[k].steps;
    j.hits += replies[k].hit;
    j.missed += !replies[k].hit && contact <= 1;
    j.late += replies[k].hit && contact < replies[k].time;
    j.early += replies[k].hit && distance_at(s, replies[k].time).distance > 1e-3;
  }
}

void run(Family family, const char* name, double max_turn, const char* turn_name, std::size_t count, int repeats,
         std::ostream& out) {
  testing::Random random(1234);
  std::vector<Sweep> sweeps;
  while (sweeps.size() < count) sweeps.push_back(testing::random_sweep(random, family, max_turn));
  std::vector<Contestant> contestants{tactus_contestant(sweeps)};
  const bool fcl_can = max_turn <= pi<double> && family != Family::ellipsoid;
  if (fcl_can) contestants.push_back(fcl_contestant(sweeps));
  std::vector<Judgement> judgements(contestants.size());
  for (std::size_t i = 0; i < count; ++i) {
    std::vector<Reply> replies;
    for (const Contestant& c : contestants) replies.push_back(c.answer(i));
    judge(sweeps[i], replies, judgements);
  }
  const std::vector<double> ns = times(contestants, count, repeats);
  for (std::size_t k = 0; k < contestants.size(); ++k) {
    const Judgement& j = judgements[k];
    out << "| " << name << " | " << turn_name << " | " << contestants[k].name << " | " << std::fixed
        << std::setprecision(0) << ns[k] << " | ";
    if (k == 0 && contestants.size() > 1) {
      out << std::setprecision(2) << ns[0] / ns[1];
    }
    out << " | ";
    if (k == 0) out << std::setprecision(2) << j.steps / static_cast<double>(count);
    out << " | " << j.hits << " | " << j.missed << " | " << j.late << " | " << j.early << " |\n" << std::flush;
  }
}

int main(int argc, char** argv) {
  std::size_t sweeps = 2000;
  int repeats = 15;
  std::string file;
  for (int i = 1; i + 1 < argc; i += 2) {
    if (!std::strcmp(argv[i], "--sweeps")) sweeps = static_cast<std::size_t>(std::atoi(argv[i + 1]));
    if (!std::strcmp(argv[i], "--repeats")) repeats = std::atoi(argv[i + 1]);
    if (!std::strcmp(argv[i], "--out")) file = argv[i + 1];
  }
  std::ostringstream out;
  out << "# Time of impact compared with FCL\n\nWhen do two moving, turning bodies first meet? Made by `bench_sweep "
         "--out bench/results/sweep.md` in `build/compare`,\nwhich `scripts/compare.sh` configures.\n\n"
      << sweeps
      << " random sweeps per row, apart at the start; both bodies move up to about 6 units and turn up to the given\n"
         "angle about their centres; one thread, in turns, CPU time, median of "
      << repeats
      << " repeats, no cache between queries. FCL: `fcl::continuousCollide`, conservative\n"
         "advancement, its default 10 iterations and 1e-4. FCL does not support ellipsoids here, nor turns beyond pi."
         "\n\n"
         "- *missed*: they overlap on the way (200 samples, and just after every reported time) and no hit is "
         "reported\n"
         "- *late*: they overlap before the reported time\n"
         "- *early*: more than 1e-3 apart at the reported time (tactus' own tolerance is 1e-6 of the size)\n\n"
         "| shapes | turn up to | library | ns per query | ratio | steps | hits | missed | late | early |\n"
         "|---|---|---|---|---|---|---|---|---|---|\n";
  struct Row {
    Family family;
    const char* name;
  };
  for (const Row& row :
       {Row{Family::box, "boxes"}, Row{Family::hull_50, "hulls of 32"}, Row{Family::capsule, "capsules"},
        Row{Family::cylinder, "cylinders"}, Row{Family::ellipsoid, "ellipsoids"}}) {
    const std::size_t before = out.str().size();
    run(row.family, row.name, 0, "0", sweeps, repeats, out);
    run(row.family, row.name, 1, "1 rad", sweeps, repeats, out);
    run(row.family, row.name, 3, "3 rad", sweeps, repeats, out);
    run(row.family, row.name, 4 * pi<double>, "4 pi", sweeps, repeats, out);
    std::cout << out.str().substr(before) << std::flush;
  }
  if (!file.empty()) std::ofstream(file) << out.str();
  return 0;
}

}  // namespace
}  // namespace tactus::sweep_bench

int main(int argc, char** argv) { return tactus::sweep_bench::main(argc, argv); }
