/// Degeneracy [Mirtich 1997, §6.2, Algorithm 10]: two cubes with nearly parallel edges and faces, bisected down to the
/// pose at which a method changes its mind about the closest features or the simplex.
///   bench_degeneracy [--trials 10000] > bench/results/degeneracy.md      (the paper: 100000)
#include <bench/experiments/experiment.h>

namespace tactus::experiments {
namespace {

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

/// The problems in the current trial. A walk that reaches a pair of features a second time has cycled: the paper counts
/// these. Both methods detect it and recover, V-Clip by the proof that a pair is closest, Lin-Canny by a slack. V-Clip
/// falls back on GJK if nothing is proved.
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

/// Trials, as in the paper, but for the queries and the bounds.
struct Record {
  long queries = 0, changes = 0, cycles = 0, fallbacks = 0, unfinished = 0, wrong = 0, broken_bounds = 0;
  double worst_error = 0;
};

constexpr double wrong_beyond = 1e-6;  // of a distance; the cubes are two units wide

/// GJK without a cache, if its bounds leave nothing open; otherwise in long double.
Truth truth_at(const Hull<double>& cube, const Pose<double>& x) {
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
    const Truth truth = truth_at(cube, x);
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
    if (middle == low || middle == high) break;  // adjacent in every number
    const bool same = detect(middle) == at_low;
    (same ? low : high) = middle;
    changed |= !same;
  }
  record.changes += changed;
  record.cycles += mishaps.cycle, record.fallbacks += mishaps.fallback;
  record.unfinished += mishaps.unfinished, record.wrong += mishaps.wrong;
}

void experiment(Arguments& arguments) {
  const long trials = static_cast<long>(arguments.number("--trials", 10000));
  arguments.check();
  const Hull<double> cube = generate::cube<double>();
  std::array<Record, std::size(methods)> records{};
  Random random(10);
  for (long i = 0; i < trials; ++i) {
    if (i % 1000 == 0) progress("trials", static_cast<double>(i) / static_cast<double>(trials));
    const Placement low = random_placement(random), high = random_placement(random);
    for (std::size_t k = 0; k < std::size(methods); ++k) trial(methods[k], cube, low, high, records[k]);
  }
  progress("trials", 1);
  std::cout << "# Degeneracy\n\nAlgorithm 10 of V-Clip's paper, " << trials
            << " trials: two cubes, one turned by e^-k radians (0 ≤ k ≤ 20), bisected from one random pose\nto "
               "another until the pose is the last double at which the closest features (the simplex) are the first "
               "pose's. Counted are\ntrials, as in the paper, that had a query of the kind. Cycle: the walk reached a "
               "pair of features a second time; V-Clip then\nchecks whether a pair of the circle is proved closest, "
               "Lin-Canny goes on with a slack of 8 u S. GJK: V-Clip had no proof,\nand GJK answered. "
               "Unfinished: the answer was not `separated`. Wrong: off by more than 1e-6. The paper reports cycles in "
               "4489\ntrials of Lin-Canny (37 after tuning, with 22 wrong distances), and 0 and 0 for V-Clip and for "
               "Enhanced GJK (175 wrong with another\ntolerance).\n\n";
  print_header({"method", "queries", "trials with a change", "with a cycle", "by GJK", "unfinished", "wrong",
                "worst error", "bounds that do not hold"});
  for (std::size_t k = 0; k < std::size(methods); ++k) {
    const Record& r = records[k];
    print_row({methods[k].name, std::to_string(r.queries), std::to_string(r.changes), std::to_string(r.cycles),
               std::to_string(r.fallbacks), std::to_string(r.unfinished), std::to_string(r.wrong),
               scientific(r.worst_error), std::to_string(r.broken_bounds)});
  }
}

}  // namespace
}  // namespace tactus::experiments

int main(int count, char** values) { return tactus::experiments::run(count, values, tactus::experiments::experiment); }
