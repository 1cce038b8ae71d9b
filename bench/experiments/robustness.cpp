/// Accuracy [Mirtich 1997, §6.2]: every answer of Algorithm 9's motions against the least of the three methods'
/// answers, as in the paper, and against the true value, which the paper did not have.
///   bench_robustness [--invocations 100000] > bench/results/robustness.md      (the paper: 1000000)
#include <bench/experiments/experiment.h>

namespace tactus::experiments {
namespace {

constexpr double warn_beyond = 1e-6;  // of a distance, for objects two units wide
constexpr std::size_t count = std::size(contestants<double>);

struct Record {
  long warnings = 0, stalled = 0, broken_bounds = 0;
  double worst_deviation = 0, worst_error = 0;  // from the least of the three; from the truth

  void take(const Contact<double>& c, double least, const Truth& truth) {
    const double deviation = c.distance - least;
    warnings += deviation > warn_beyond;
    worst_deviation = std::max(worst_deviation, deviation);
    worst_error = std::max(worst_error, std::abs(c.distance - truth.distance));
    stalled += c.status != Status::separated;
    broken_bounds += c.lower > truth.upper || c.upper < truth.lower;
  }
};
using Records = std::array<Record, count>;

void ask_all(const Hull<double>& hull, const Hull<long double>& precise, const Pose<double>& x,
             std::array<PairCache<double>, count>& caches, Records& records) {
  std::array<Contact<double>, count> answers;
  for (std::size_t k = 0; k < count; ++k) answers[k] = contestants<double>[k].distance(hull, hull, x, &caches[k]);
  const Truth truth = true_distance(precise, precise, x);
  double least = infinity<double>;
  for (std::size_t k = 0; k < paper_contestants; ++k) least = std::min(least, answers[k].distance);
  for (std::size_t k = 0; k < count; ++k) records[k].take(answers[k], least, truth);
}

void print(long invocations, const Records& records) {
  std::cout << "# Accuracy\n\n"
            << invocations
            << " queries per method along the motions of Algorithm 9 of V-Clip's paper, a quarter for each of its "
               "objects (two units\nwide), at 0 to 25 degrees per query. A warning: more than 1e-6 above the least "
               "distance any of the paper's three methods found.\nThe error is against GJK in long double. Not "
               "separated: the method itself said that it did not finish (a cycle of Lin-Canny).\nThe paper reports "
               "0 warnings for V-Clip, 11 for Enhanced GJK (up to 1.6e-4) and 208 for Lin-Canny (up to 1e-2).\n\n";
  print_header({"method", "warnings", "worst deviation", "worst error", "not separated", "bounds that do not hold"});
  for (std::size_t k = 0; k < count; ++k) {
    const Record& r = records[k];
    print_row({contestants<double>[k].name, std::to_string(r.warnings), scientific(r.worst_deviation),
               scientific(r.worst_error), std::to_string(r.stalled), std::to_string(r.broken_bounds)});
  }
}

void experiment(Arguments& arguments) {
  constexpr long steps = 1000;
  const long wanted = static_cast<long>(arguments.number("--invocations", 100000));
  arguments.check();
  const auto hulls = objects<double>();
  const long paths = std::max(1l, wanted / (steps * static_cast<long>(hulls.size())));
  Records records{};
  for (std::size_t i = 0; i < hulls.size(); ++i) {
    // The double vertices, not those of the same formulas in long double.
    const Hull<long double> same = hulls[i].cast<long double>();
    Random random(6 + i);
    for (long path = 0; path < paths; ++path) {
      if (path % 10 == 0) progress(object_names[i], static_cast<double>(path) / static_cast<double>(paths));
      const double omega = static_cast<double>(path % 26);
      std::array<PairCache<double>, count> caches;
      for (const Pose<double>& x : poses_along(random_path(random, hulls[i].bounding_radius()), omega, steps))
        ask_all(hulls[i], same, x, caches, records);
    }
    progress(object_names[i], 1);
  }
  print(paths * steps * static_cast<long>(hulls.size()), records);
}

}  // namespace
}  // namespace tactus::experiments

int main(int count, char** values) { return tactus::experiments::run(count, values, tactus::experiments::experiment); }
