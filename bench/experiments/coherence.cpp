/// Coherence [Mirtich 1997, §6.1, Algorithm 9, Figures 9 to 12]: the cost of a query, in floating-point operations and
/// in nanoseconds, against the motion of the object between queries.
///   bench_coherence [--loops 10] [--steps 1000] [--repeats 5] [--csv FILE] [--svg FILE] > bench/results/coherence.md
#include <bench/experiments/chart.h>
#include <bench/experiments/experiment.h>
#include <tactus/math/counted.h>

#include <fstream>

namespace tactus::experiments {
namespace {

constexpr double omegas[] = {0, 1, 2, 3, 5, 7.5, 10, 15, 20, 25};  // degrees per query
constexpr std::size_t count = std::size(contestants<double>);

struct Settings {
  int loops, steps, repeats;
};

/// Mean per query, for each contestant.
struct Cost {
  std::array<double, count> operations{}, nanoseconds{};
};

void count_operations(const Hull<Counted<double>>& hull, const std::vector<Pose<double>>& poses, Cost& sum) {
  using C = Counted<double>;
  for (std::size_t k = 0; k < count; ++k) {
    PairCache<C> cache;
    for (const Pose<double>& pose : poses) {
      const Pose<C> x = pose.cast<C>();
      const Tally before = tally();
      contestants<C>[k].distance(hull, hull, x, &cache);
      sum.operations[k] += static_cast<double>((tally() - before).total());
    }
  }
}

/// The contestants take turns, so that other load on the machine affects all of them; the median of each counts.
void measure_time(const Hull<double>& hull, const std::vector<Pose<double>>& poses, int repeats, Cost& sum) {
  std::array<std::vector<double>, count> samples;
  double checksum = 0;
  for (int repeat = 0; repeat < repeats; ++repeat)
    for (std::size_t turn = 0; turn < count; ++turn) {
      const std::size_t k = (turn + static_cast<std::size_t>(repeat)) % count;
      PairCache<double> cache;
      const double start = now_ns();
      for (const Pose<double>& x : poses) checksum += contestants<double>[k].distance(hull, hull, x, &cache).distance;
      samples[k].push_back(now_ns() - start);
    }
  if (!(checksum > 0)) throw std::logic_error("the objects were meant to be apart");
  for (std::size_t k = 0; k < count; ++k) sum.nanoseconds[k] += median(samples[k]);
}

Cost measure(const Hull<double>& hull, const Hull<Counted<double>>& counted, double omega, const Settings& s) {
  Cost sum;
  Random random(9);  // the same paths for every ω
  for (int loop = 0; loop < s.loops; ++loop) {
    const auto poses = poses_along(random_path(random, hull.bounding_radius()), omega, s.steps);
    count_operations(counted, poses, sum);
    measure_time(hull, poses, s.repeats, sum);
  }
  for (auto* values : {&sum.operations, &sum.nanoseconds})
    for (double& v : *values) v /= static_cast<double>(s.loops) * s.steps;
  return sum;
}

void print_table(const char* what, const std::vector<Cost>& costs, std::array<double, count> Cost::*values) {
  std::cout << '\n' << what << " per query:\n\n";
  std::vector<std::string> header{"ω, degrees per query"};
  for (const auto& c : contestants<double>) header.emplace_back(c.name);
  print_header(header);
  for (std::size_t i = 0; i < costs.size(); ++i) {
    std::vector<std::string> row{decimal(omegas[i], omegas[i] == 7.5 ? 1 : 0)};
    for (const double v : costs[i].*values) row.push_back(decimal(v, 0));
    print_row(row);
  }
}

Chart operations_chart(const char* name, const std::vector<Cost>& costs) {
  Chart chart{std::string(name) + ": operations per query", {std::begin(omegas), std::end(omegas)}, {}};
  for (std::size_t k = 0; k < count; ++k) {
    chart.series.push_back({contestants<double>[k].name, {}});
    for (const Cost& c : costs) chart.series.back().values.push_back(c.operations[k]);
  }
  return chart;
}

std::ofstream open(const std::string& name) {
  std::ofstream file(name.empty() ? "/dev/null" : name);
  if (!file) throw std::runtime_error("cannot write " + name);
  return file;
}

void experiment(Arguments& arguments) {
  const Settings s{static_cast<int>(arguments.number("--loops", 10)),
                   static_cast<int>(arguments.number("--steps", 1000)),
                   static_cast<int>(arguments.number("--repeats", 5))};
  std::ofstream csv = open(arguments.text("--csv")), svg = open(arguments.text("--svg"));
  arguments.check();
  std::vector<Chart> charts;
  csv << "object,omega,contestant,operations,nanoseconds\n";
  std::cout
      << "# Coherence\n\nAlgorithm 9 of V-Clip's paper, Figures 9 to 12: two equal objects, one at rest, the other "
         "swinging and turning about it\nby ω per query, apart all the time; "
      << s.loops << " paths of " << s.steps
      << " queries. Every method keeps its own cache along a path, except \"GJK, cold\".\nOperations are "
         "additions, multiplications, divisions and roots (comparisons are free here, the paper counts them as\n"
         "additions); they include the closest points and the certified bounds, which the paper's programs did "
         "not have.\nTimes: double, one core, median of "
      << s.repeats << " interleaved runs.\n";
  const auto hulls = objects<double>();
  const auto counted = objects<Counted<double>>();
  for (std::size_t i = 0; i < hulls.size(); ++i) {
    std::vector<Cost> costs;
    for (const double omega : omegas) {
      progress(object_names[i], static_cast<double>(costs.size()) / std::size(omegas));
      costs.push_back(measure(hulls[i], counted[i], omega, s));
      for (std::size_t k = 0; k < count; ++k)
        csv << object_names[i] << ',' << omega << ",\"" << contestants<double>[k].name << "\","
            << costs.back().operations[k] << ',' << costs.back().nanoseconds[k] << '\n';
    }
    progress(object_names[i], 1);
    std::cout << "\n## " << object_names[i] << ": " << hulls[i].vertex_count() << " vertices, " << hulls[i].edge_count()
              << " edges, " << hulls[i].face_count() << " faces\n";
    print_table("Floating-point operations", costs, &Cost::operations);
    print_table("Nanoseconds", costs, &Cost::nanoseconds);
    charts.push_back(operations_chart(object_names[i], costs));
  }
  write_svg(svg, charts);
}

}  // namespace
}  // namespace tactus::experiments

int main(int count, char** values) { return tactus::experiments::run(count, values, tactus::experiments::experiment); }
