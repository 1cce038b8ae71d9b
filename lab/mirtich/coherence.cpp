// SPDX-License-Identifier: MIT
/// Coherence [Mirtich 1997, §6.1, Algorithm 9, Figures 9 to 12]: what a query costs, in floating-point operations and in
/// nanoseconds, against how far the moving object goes between queries.
#include <lab/clock.h>
#include <lab/mirtich/operations.h>
#include <lab/plans.h>
#include <tactus/narrow/default.h>

#include <stdexcept>

namespace tactus::lab {

namespace {

using namespace mirtich;

struct Settings {
  std::vector<double> omegas;  // degrees per query
  int loops, steps, repeats;
};

/// 25 values from 0 to 25 degrees: 4 objects × 25 × 10 loops × 1000 steps are the paper's million invocations.
Settings settings_for(const Size& size) {
  Settings s{{},
             static_cast<int>(size.pick(1l, 10l, 10l)),
             static_cast<int>(size.count(50, 300, 1000)),
             static_cast<int>(size.pick(1l, 3l, 5l))};
  const int values = size.pick(2, 9, 25);
  for (int i = 0; i < values; ++i) s.omegas.push_back(25.0 * i / (values - 1));
  return s;
}

constexpr std::size_t timed = 6;  // the contestants of double, and the default
constexpr std::array<const char*, timed> timed_names = {"V-Clip",    "Lin-Canny", "Enhanced GJK",
                                                        "GJK, warm", "GJK, cold", "default"};
/// Numbers of a cell: search, points and proof of the paper's three, then nanoseconds of all.
constexpr std::size_t parts = 3;
std::size_t operations_at(std::size_t method, std::size_t part) { return parts * method + part; }
std::size_t nanoseconds_at(std::size_t method) { return parts * paper_contestants + method; }
/// Last: walks that cycled, of the same three.
std::size_t capped_at(std::size_t method) { return nanoseconds_at(timed) + method; }

/// The contestants take turns, so that a change of the machine's speed affects all of them. The median of each is used.
void measure_time(const Hull<double>& hull, std::span<const Pose<double>> poses, int repeats, Numbers& sums) {
  std::array<std::vector<double>, timed> samples;
  double checksum = 0;
  for (int repeat = 0; repeat < repeats; ++repeat)
    for (std::size_t turn = 0; turn < timed; ++turn) {
      const std::size_t k = (turn + static_cast<std::size_t>(repeat)) % timed;
      const auto distance = k + 1 < timed ? contestants<double>()[k].distance
                                          : +[](const Hull<double>& a, const Hull<double>& b, const Pose<double>& x,
                                                PairCache<double>* c) { return narrow::distance(a, b, x, {}, c); };
      PairCache<double> cache;
      const double start = now_ns();
      for (const Pose<double>& x : poses) checksum += distance(hull, hull, x, &cache).distance;
      samples[k].push_back(now_ns() - start);
    }
  if (!(checksum > 0)) throw std::logic_error("the objects were meant to be apart");
  for (std::size_t k = 0; k < timed; ++k) sums[nanoseconds_at(k)] += median(samples[k]);
}

Numbers measure(const Hull<double>& hull, double omega, const Settings& s, const Pulse& pulse) {
  Numbers sums(capped_at(paper_contestants), 0.0);
  Random random(9);  // the same paths for every ω
  for (int loop = 0; loop < s.loops; ++loop) {
    pulse.check(static_cast<double>(loop) / s.loops);
    const auto poses = poses_along(random_path(random, hull.bounding_radius()), omega, s.steps);
    const auto operations = count_operations(hull, poses);
    for (std::size_t k = 0; k < paper_contestants; ++k) {
      sums[operations_at(k, 0)] += operations[k].search;
      sums[operations_at(k, 1)] += operations[k].points;
      sums[operations_at(k, 2)] += operations[k].proof;
      sums[capped_at(k)] += operations[k].capped;
    }
    measure_time(hull, poses, s.repeats, sums);
  }
  for (double& x : sums) x /= static_cast<double>(s.loops) * s.steps;
  return sums;
}

std::string key_of(std::size_t object, double omega) {
  return std::string(object_names[object]) + "-" + decimal(omega, 2);
}

/// The counts of one object, defined as in the paper's figures: with the closest points for V-Clip and Lin-Canny,
/// without them for Enhanced GJK.
class Figure {
 public:
  Figure(const Results& results, const Settings& s, std::size_t object) : results_(results), s_(s), object_(object) {}
  double operations(std::size_t method, std::size_t i, std::size_t part) const {
    return results_.at(key_of(object_, s_.omegas[i]), operations_at(method, part));
  }
  double counted(std::size_t method, std::size_t i) const { return operations(method, i, method == 2 ? 0 : 1); }
  double nanoseconds(std::size_t method, std::size_t i) const {
    return results_.at(key_of(object_, s_.omegas[i]), nanoseconds_at(method));
  }
  /// Walks of a thousand that cycled.
  double capped(std::size_t method, std::size_t i) const {
    return 1000 * results_.at(key_of(object_, s_.omegas[i]), capped_at(method));
  }
  /// Operations per degree between the middle and the last ω.
  double growth(std::size_t method) const {
    const std::size_t half = size() / 2, last = size() - 1;
    return (counted(method, last) - counted(method, half)) / (s_.omegas[last] - s_.omegas[half]);
  }
  std::size_t size() const { return s_.omegas.size(); }
  /// The least and the largest ratio of two methods over all ω.
  Range ratios(std::size_t method, std::size_t other) const {
    std::vector<double> all;
    for (std::size_t i = 0; i < size(); ++i) all.push_back(counted(method, i) / counted(other, i));
    return range_of(all);
  }
  Range ratios(std::size_t method, std::size_t other, std::size_t part) const {
    std::vector<double> all;
    for (std::size_t i = 0; i < size(); ++i) all.push_back(operations(method, i, part) / operations(other, i, part));
    return range_of(all);
  }
  /// The first ω, in degrees, from which on `method` costs less than `other`; NaN if there is none.
  double overtakes(std::size_t method, std::size_t other) const {
    double since = std::numeric_limits<double>::quiet_NaN();
    for (std::size_t i = size(); i-- > 0 && counted(method, i) < counted(other, i);) since = s_.omegas[i];
    return since;
  }

 private:
  const Results& results_;
  const Settings& s_;
  std::size_t object_;
};

void add_claims(const Results& results, const Settings& s, Page& page) {
  enum : std::size_t { v_clip, lin_canny, enhanced };
  for (std::size_t object = 0; object < 2; ++object) {
    const Figure f(results, s, object);
    const Range v = f.ratios(enhanced, v_clip, 0), l = f.ratios(enhanced, lin_canny, 0);
    page.claims.push_back(compare_sentence(
        std::string(object_names[object]) + ": operations of Enhanced GJK over the other two, searches",
        "1.5 to 2 times, with V-Clip's points",
        range_text(v, 2) + " (V-Clip), " + range_text(l, 2) +
            " (Lin-Canny); with our points, which have distance and normal, " +
            range_text(f.ratios(enhanced, v_clip), 2) + " (V-Clip)",
        v.low > 1.25 && l.low > 1.25 && v.high < 2.4 && l.high < 2.4, "searches from 1.25 to 2.4 at every ω"));
  }
  const Figure disk(results, s, 2), sphere(results, s, 3);
  const double late = disk.overtakes(enhanced, v_clip);
  const Range costly = disk.ratios(lin_canny, enhanced);
  page.claims.push_back(
      because(compare_sentence("disk: V-Clip needs the fewest at all ω; Lin-Canny becomes the most expensive", "both",
                               (late >= 0 ? "Enhanced GJK needs fewer from " + decimal(late, 1) + " degrees on"
                                          : std::string("V-Clip needs fewest")) +
                                   "; Lin-Canny up to " + decimal(costly.high, 1) + " times Enhanced GJK",
                               !(late >= 0) && costly.high > 1, "no ω at which V-Clip is not the least"),
              "the order holds up to there; beyond it V-Clip's walk along the rim grows by " +
                  decimal(disk.growth(v_clip), 0) + " operations per degree, Enhanced GJK's by " +
                  decimal(disk.growth(enhanced), 0) + "; why the paper's curves do not cross is not known"));
  const double past_lin_canny = sphere.overtakes(enhanced, lin_canny), past_v_clip = sphere.overtakes(enhanced, v_clip);
  const auto from = [&](double omega) {
    const bool missing = !std::isfinite(sphere.counted(enhanced, sphere.size() - 1));
    return missing ? dash : std::isnan(omega) ? "never" : "from " + decimal(omega, 1) + " degrees on";
  };
  const Range over_lin_canny = sphere.ratios(enhanced, lin_canny);
  page.claims.push_back(because(
      compare_sentence("sphere: Enhanced GJK overtakes Lin-Canny soon, V-Clip at low coherence", "both",
                       "Lin-Canny: " + from(past_lin_canny) + "; V-Clip: " + from(past_v_clip),
                       past_lin_canny >= 0 && past_v_clip >= 0 && past_lin_canny <= past_v_clip, "both, in this order"),
      "Enhanced GJK takes " + range_text(over_lin_canny, 2) +
          " times Lin-Canny's operations; why is not known, the paper gives no operations per step"));
}

void add_tables(const Results& results, const Settings& s, Page& page) {
  for (std::size_t object = 0; object < object_names.size(); ++object) {
    const std::string name = object_names[object];
    const Figure f(results, s, object);
    Table operations{name + "-operations",
                     name + ": operations per query",
                     {"ω, degrees"},
                     {},
                     "Cycles: walks of a thousand that come to a pair of features again. As published they never end; "
                     "V-Clip's are stopped after " +
                         std::to_string(most_steps) +
                         " steps, and all of these are counted. At ω = 0 the pose never changes, so a path "
                         "whose pose makes a walk cycle cycles in all its queries: 100 of a thousand are one path of "
                         "ten, and most of its row."};
    Table times{name + "-times", name + ": nanoseconds per query", {"ω, degrees"}, {}};
    Chart chart{
        "Figure " + std::to_string(9 + object) + ": " + name, "ω, degrees per query", "operations per query", {}};
    for (std::size_t k = 0; k < paper_contestants; ++k) {
      const std::string method = timed_names[k];
      operations.header.insert(operations.header.end(), {method + ", search", method + ", points", method + ", proof"});
      if (k < 2) operations.header.push_back(method + ", cycles");
      chart.series.push_back({method + (k == 2 ? "" : ", with points"), s.omegas, {}});
      for (std::size_t i = 0; i < f.size(); ++i) chart.series.back().ys.push_back(f.counted(k, i));
    }
    times.header.insert(times.header.end(), timed_names.begin(), timed_names.end());
    for (std::size_t i = 0; i < f.size(); ++i) {
      operations.rows.push_back({decimal(s.omegas[i], 1)});
      times.rows.push_back({decimal(s.omegas[i], 1)});
      for (std::size_t k = 0; k < paper_contestants; ++k) {
        for (std::size_t part = 0; part < parts; ++part)
          operations.rows.back().push_back(decimal(f.operations(k, i, part), 0));
        if (k < 2) operations.rows.back().push_back(decimal(f.capped(k, i), 1));
      }
      for (std::size_t k = 0; k < timed; ++k) times.rows.back().push_back(decimal(f.nanoseconds(k, i), 0));
    }
    page.tables.push_back(operations), page.tables.push_back(times), page.charts.push_back(chart);
  }
}

}  // namespace

Plan plan_coherence(const Size& size) {
  const Settings s = settings_for(size);
  Plan plan;
  for (std::size_t object = 0; object < object_names.size(); ++object)
    for (const double omega : s.omegas)
      plan.cells.push_back({key_of(object, omega),
                            [=](const Pulse& pulse) { return measure(objects<double>()[object], omega, s, pulse); }});
  plan.write = [s](const Results& results, Page& page) {
    page.notes = {
        "Two equal objects, one at rest, the other swinging and turning about it by ω per query, apart all the time; " +
            std::to_string(s.loops) + " paths of " + std::to_string(s.steps) + " queries for each of " +
            std::to_string(s.omegas.size()) + " values of ω. Every method keeps its own cache along a path.",
        "Operations are additions, comparisons, multiplications, divisions and roots. Search: the walk, or GJK's "
        "iteration, as published (V-Clip without our leap, Enhanced GJK with Johnson's sub-algorithm). Points: the "
        "closest points besides, with their distance and normal. Proof: all that our answers take, certified bounds "
        "included, "
        "which "
        "the paper's programs did not have. As in the paper, V-Clip and Lin-Canny are compared with their points, "
        "Enhanced "
        "GJK without.",
        "Not given in the paper, chosen here: objects two units wide; phases at which the path would run through the "
        "other "
        "object "
        "are drawn again, and the amplitude is such that the bounding balls just never meet; caches start empty on "
        "each "
        "path. Times: double, one core, median of interleaved runs."};
    add_claims(results, s, page);
    add_tables(results, s, page);
  };
  return plan;
}

}  // namespace tactus::lab
