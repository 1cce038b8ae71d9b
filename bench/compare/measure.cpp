#include <bench/compare/measure.h>

#include <algorithm>
#include <limits>
#include <numeric>

#include <time.h>

namespace tactus::compare {
namespace {

constexpr std::size_t block_size = 250;  // long against the clock and a cold start, short against a change of the load

/// Of this thread's own time: a block that is interrupted is not a slow block.
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

/// Per contestant: the median over the repeats of each block's time, summed over the blocks, per pair.
std::vector<double> times(std::span<const Contestant> contestants, std::span<const int> pairs, int repeats) {
  const std::size_t count = contestants.size(), blocks = (pairs.size() + block_size - 1) / block_size;
  std::vector<std::vector<double>> samples(count * blocks);
  std::vector<Reply> replies(block_size);
  for (int repeat = 0; repeat < repeats; ++repeat) {
    for (std::size_t block = 0; block < blocks; ++block) {
      const auto part = pairs.subspan(block * block_size, std::min(block_size, pairs.size() - block * block_size));
      for (std::size_t turn = 0; turn < count; ++turn) {
        const std::size_t k = (turn + static_cast<std::size_t>(repeat)) % count;  // nobody always follows the same one
        samples[k * blocks + block].push_back(nanoseconds(contestants[k], part, replies));
      }
    }
  }
  std::vector<double> result;
  for (std::size_t k = 0; k < count; ++k) {
    double sum = 0;
    for (std::size_t block = 0; block < blocks; ++block) sum += median(samples[k * blocks + block]);
    result.push_back(pairs.empty() ? std::numeric_limits<double>::quiet_NaN()
                                   : sum / static_cast<double>(pairs.size()));
  }
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
  const auto mixed_ns = times(contestants, all, repeats), apart_ns = times(contestants, apart, repeats),
             overlapping_ns = times(contestants, overlapping, repeats);
  std::vector<Measured> result;
  for (std::size_t k = 0; k < contestants.size(); ++k)
    result.push_back({std::move(contestants[k]), {mixed_ns[k], apart_ns[k], overlapping_ns[k]}, judgements[k]});
  return result;
}

}  // namespace tactus::compare
