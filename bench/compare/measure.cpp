// SPDX-License-Identifier: MIT
#include <bench/compare/measure.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <random>

#include <time.h>

namespace tactus::compare {
namespace {

/// Thread time: an interruption does not count as slowness.
double now_ns() {
  timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return 1e9 * static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec);
}

double nanoseconds(const Contestant& contestant, std::span<const int> pairs, std::span<Reply> replies) {
  const double start = now_ns();
  contestant.answer(pairs, replies);
  return now_ns() - start;
}

double median(std::vector<double>& values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

struct WarmAndCold {
  double warm, cold;
};

/// For each contestant and pair, medians over the repeats. A contestant in its turn answers all pairs twice. The first
/// time, backwards, the caches are full of the others' code and data: cold. The second time they hold its own, as in a
/// program that uses one library: warm. (In the same order twice, the processor would have learnt the branches.)
std::vector<WarmAndCold> times(std::span<const Contestant> contestants, std::span<const int> pairs, int repeats) {
  const std::size_t count = contestants.size();
  const std::vector<int> backwards(pairs.rbegin(), pairs.rend());
  std::vector<std::vector<double>> warm(count), cold(count);
  std::vector<Reply> replies(pairs.size());
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), 0);
  std::mt19937 random(1);
  for (int repeat = 0; repeat < repeats; ++repeat) {
    std::shuffle(order.begin(), order.end(), random);  // otherwise some would always follow a similar one
    for (const std::size_t k : order) {
      cold[k].push_back(nanoseconds(contestants[k], backwards, replies));
      warm[k].push_back(nanoseconds(contestants[k], pairs, replies));
    }
  }
  std::vector<WarmAndCold> result;
  const double none = std::numeric_limits<double>::quiet_NaN(), size = static_cast<double>(pairs.size());
  for (std::size_t k = 0; k < count; ++k)
    result.push_back(pairs.empty() ? WarmAndCold{none, none}
                                   : WarmAndCold{median(warm[k]) / size, median(cold[k]) / size});
  return result;
}

}  // namespace

std::vector<Measured> measure(std::vector<Contestant> contestants, std::span<const Truth> truth, int repeats) {
  std::vector<int> all(truth.size()), apart, overlapping;
  std::iota(all.begin(), all.end(), 0);
  for (int i : all) (truth[std::size_t(i)].upper > 0 ? apart : overlapping).push_back(i);

  std::vector<Judgement> judgements;
  std::vector<Reply> replies(truth.size());
  for (const Contestant& c : contestants) {  // also warms up
    c.answer(all, replies);
    judgements.push_back(judge(c, replies, truth));
  }
  const auto mixed = times(contestants, all, repeats), gaps = times(contestants, apart, repeats),
             overlaps = times(contestants, overlapping, repeats);
  std::vector<Measured> result;
  for (std::size_t k = 0; k < contestants.size(); ++k)
    result.push_back(
        {std::move(contestants[k]), {mixed[k].warm, gaps[k].warm, overlaps[k].warm, mixed[k].cold}, judgements[k]});
  return result;
}

}  // namespace tactus::compare
