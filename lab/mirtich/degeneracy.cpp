// SPDX-License-Identifier: MIT
/// Degeneracy [Mirtich 1997, §6.2, Algorithm 10]: two cubes with nearly parallel edges and faces, bisected down to the
/// pose at which a method's closest features or simplex change.
#include <lab/mirtich/objects.h>
#include <lab/plans.h>
#include <tactus/narrow/enhanced_gjk.h>
#include <tactus/narrow/lin_canny.h>
#include <tactus/narrow/vclip.h>

#include <algorithm>

namespace tactus::lab {

namespace {

using namespace mirtich;

/// Position and orientation as seven numbers, so that two of them can be averaged down to neighbouring doubles.
struct Placement {
  Vec3<double> position;
  Quat<double> orientation;

  Pose<double> pose() const { return from_quaternion(orientation, position); }
  friend bool operator==(const Placement&, const Placement&) = default;
};

Placement average(const Placement& p, const Placement& q) {
  const auto middle = [](double x, double y) { return x + (y - x) / 2; };
  return {{middle(p.position.x, q.position.x), middle(p.position.y, q.position.y), middle(p.position.z, q.position.z)},
          {middle(p.orientation.w, q.orientation.w), middle(p.orientation.x, q.orientation.x),
           middle(p.orientation.y, q.orientation.y), middle(p.orientation.z, q.orientation.z)}};
}

/// Steps 3 to 9: turned by e^-k, k up to 20, so that most are nearly parallel to the other cube.
Placement random_placement(Random& random) {
  const double x = random.uniform(-4, 4), y = random.uniform(-4, 4);
  const Vec3<double> axis = random.on_sphere();
  return {{x, y, 4}, quaternion_from_axis_angle(axis, std::exp(-random.uniform(0, 20)))};
}

/// The data that a method keeps from one query to the next.
struct Device {
  Feature feature_a, feature_b;
  std::array<std::uint32_t, 4> vertices_a{}, vertices_b{};
  int count = 0;
  friend bool operator==(const Device&, const Device&) = default;

  explicit Device(const PairCache<double>& cache)
      : feature_a(cache.feature_a), feature_b(cache.feature_b), count(cache.vertex_count) {
    for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i)
      vertices_a[i] = cache.vertices_a[i], vertices_b[i] = cache.vertices_b[i];
  }
};

/// The failures in the current trial. A walk that reaches a pair of features a second time is in a cycle; the paper
/// counts these. Both methods detect cycles and recover: V-Clip by proving that a pair is closest, Lin-Canny by a
/// slack. If V-Clip cannot prove any pair, GJK answers.
struct Mishaps {
  bool cycle = false, fallback = false, unfinished = false, wrong = false;

  template <class Event> void operator()(const Event&) {
    cycle |= std::same_as<Event, vclip::Cycle> || std::same_as<Event, lin_canny::Cycle>;
    fallback |= std::same_as<Event, vclip::Fallback>;
  }
};
Mishaps mishaps;

const Contestant<double> methods[] = {
    {"V-Clip", [](auto& a, auto& b, auto& x, auto* c) { return vclip::distance(a, b, x, {}, c, mishaps); }},
    {"Lin-Canny", [](auto& a, auto& b, auto& x, auto* c) { return lin_canny::distance(a, b, x, {}, c, mishaps); }},
    {"Enhanced GJK", [](auto& a, auto& b, auto& x, auto* c) { return enhanced_gjk::distance(a, b, x, {}, c); }},
};

/// Counts of trials, as in the paper, except for `queries` and the bounds. A cell stores these numbers in this order.
struct Record {
  double trials = 0, queries = 0, changes = 0, cycles = 0, fallbacks = 0, unfinished = 0, wrong = 0, broken_bounds = 0;
  double worst_error = 0;

  std::array<double*, 9> fields() {
    return {&trials, &queries, &changes, &cycles, &fallbacks, &unfinished, &wrong, &broken_bounds, &worst_error};
  }
};
constexpr std::size_t method_count = std::size(methods), field_count = 9;

constexpr double wrong_beyond = 1e-6;  // of a distance; the cubes are two units wide

/// GJK without a cache if its bounds are conclusive, otherwise GJK in long double.
mirtich::Truth truth_at(const Hull<double>& cube, const Pose<double>& x) {
  const Contact<double> c = gjk::distance(cube, cube, x);
  if (c.upper - c.lower <= 1e-13) return {c.distance, c.lower, c.upper};
  static const Hull<long double> precise = cube.cast<long double>();
  return true_distance(precise, precise, x);
}

void trial(const Contestant<double>& contestant, const Hull<double>& cube, Placement low, Placement high,
           Record& record) {
  PairCache<double> cache;
  const auto detect = [&](const Placement& placement) {
    const Pose<double> x = placement.pose();
    const Contact<double> c = contestant.distance(cube, cube, x, &cache);
    const mirtich::Truth truth = truth_at(cube, x);
    const double error = std::abs(c.distance - truth.distance);
    ++record.queries;
    mishaps.unfinished |= c.status != Status::separated;
    mishaps.wrong |= c.status == Status::separated && error > wrong_beyond;
    record.broken_bounds += c.lower > truth.upper || c.upper < truth.lower;
    if (c.status == Status::separated) record.worst_error = std::max(record.worst_error, error);
    return Device(cache);
  };
  mishaps = {};
  const Device at_low = detect(low);
  bool changed = false;
  for (;;) {
    const Placement middle = average(low, high);
    if (middle == low || middle == high) break;  // neighbours in every number
    const bool same = detect(middle) == at_low;
    (same ? low : high) = middle;
    changed |= !same;
  }
  ++record.trials;
  record.changes += changed;
  record.cycles += mishaps.cycle, record.fallbacks += mishaps.fallback;
  record.unfinished += mishaps.unfinished, record.wrong += mishaps.wrong;
}

Numbers run_trials(long first, long trials, const Pulse& pulse) {
  const Hull<double> cube = generate::cube<double>();
  std::array<Record, method_count> records{};
  Random random(static_cast<std::uint64_t>(10 + first));
  for (long i = 0; i < trials; ++i) {
    if (i % 100 == 0) pulse.check(static_cast<double>(i) / static_cast<double>(trials));
    const Placement low = random_placement(random), high = random_placement(random);
    for (std::size_t k = 0; k < method_count; ++k) trial(methods[k], cube, low, high, records[k]);
  }
  Numbers numbers;
  for (Record& r : records)
    for (const double* field : r.fields()) numbers.push_back(*field);
  return numbers;
}

/// Trials with a cycle so far, against the trials so far: Lin-Canny's of each cell, and the paper's mean.
Chart cycle_chart(const Results& results, const std::vector<std::string>& keys) {
  Chart chart{"Lin-Canny: trials with a cycle", "trials", "trials with a cycle so far", {}};
  Series ours{"ours", {0}, {0}}, paper{"the paper, 4489 of 100 000", {0}, {0}};
  constexpr std::size_t cycles = 3;  // its place in Record::fields
  double trials = 0, sum = 0;
  for (const std::string& key : keys) {
    if (!results.has(key)) continue;
    trials += results.at(key, field_count), sum += results.at(key, field_count + cycles);
    ours.xs.push_back(trials), ours.ys.push_back(sum);
    paper.xs.push_back(trials), paper.ys.push_back(0.04489 * trials);
  }
  chart.series = {ours, paper};
  return chart;
}

void write(const Results& results, const std::vector<std::string>& keys, Page& page) {
  std::array<Record, method_count> records{};
  for (const std::string& key : keys) {
    if (!results.has(key)) continue;
    for (std::size_t k = 0; k < method_count; ++k)
      for (std::size_t i = 0; i < field_count; ++i) {
        double& field = *records[k].fields()[i];
        const double value = results.at(key, field_count * k + i);
        field = i + 1 < field_count ? field + value : std::max(field, value);
      }
  }
  const double trials = records[0].trials, scale = trials > 0 ? trials / 100000 : 1;
  page.notes = {
      count_text(trials) +
          " trials (the paper: 100 000): two cubes of side 2, one turned by e^-k radians (0 ≤ k ≤ 20), "
          "bisected from one "
          "random pose to another until the pose is the last double at which the closest features (the "
          "simplex) are the "
          "first pose's. As in the paper, the counts are of trials with at least one such query.",
      "Cycle: the walk came to a pair of features a second time; V-Clip then asks each pair of the cycle "
      "for a proof that "
      "it is closest, Lin-Canny goes on with a slack of 8 u S. By GJK: V-Clip had no proof, and GJK "
      "answered. Unfinished: "
      "the answer was not `separated`. Wrong: off by more than 1e-6. Not given in the paper: what the average of "
      "two poses is; "
      "here that of position and quaternion, number by number."};
  Table table{"methods",
              "Methods",
              {"method", "queries", "trials with a change", "with a cycle", "by GJK", "unfinished", "wrong",
               "worst error", "bounds that do not hold"},
              {}};
  double broken = 0;
  for (std::size_t k = 0; k < method_count; ++k) {
    const Record& r = records[k];
    broken += r.broken_bounds + r.unfinished + r.wrong;
    table.rows.push_back({methods[k].name, count_text(r.queries), count_text(r.changes), count_text(r.cycles),
                          count_text(r.fallbacks), count_text(r.unfinished), count_text(r.wrong),
                          scientific(r.worst_error), count_text(r.broken_bounds)});
  }
  page.tables.push_back(table);
  page.charts.push_back(cycle_chart(results, keys));
  page.claims.push_back(compare_number("V-Clip: trials with a cycle", 0, records[0].cycles, 0));
  page.claims.push_back(compare_ranges("Lin-Canny: trials with a cycle, per 100 000", {4489, 4489},
                                       {records[1].cycles / scale, records[1].cycles / scale}, 3, 0));
  page.claims.push_back(compare_number("Enhanced GJK: wrong distances (tolerance 1e-7)", 0, records[2].wrong, 0));
  page.claims.push_back(
      because(compare_number("Lin-Canny: wrong distances (the paper's, tuned: 22)", 22, records[1].wrong, 5),
              "ours ends a cycle with a slack and checks the answer"));
  page.claims.push_back(compare_sentence("our forms: bounds that do not hold, unfinished or wrong", "no bounds",
                                         count_text(broken), broken == 0, "0"));
}

}  // namespace

Plan plan_degeneracy(const Size& size) {
  const long trials = size.count(100, 20'000, 100'000), each = size.pick(100l, 2000l, 5000l);
  Plan plan;
  std::vector<std::string> keys;
  for (long first = 0; first < trials; first += each) {
    keys.push_back("trials-" + std::to_string(first));
    const long some = std::min(each, trials - first);
    plan.cells.push_back({keys.back(), [=](const Pulse& pulse) { return run_trials(first, some, pulse); }});
  }
  plan.write = [keys](const Results& results, Page& page) { write(results, keys, page); };
  return plan;
}

}  // namespace tactus::lab
