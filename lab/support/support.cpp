// SPDX-License-Identifier: MIT
/// Collision tests by support mapping against the number of vertices.  [Kenwright 2015, §5, Figures 6 and 7]
#include <lab/clock.h>
#include <lab/plans.h>
#include <lab/support/lookup.h>
#include <tactus/narrow/algorithms.h>
#include <tactus/shape/generators.h>

#include <cmath>

namespace tactus::lab {

namespace {

using namespace support;
using generate::Random;

constexpr std::array<int, 6> vertex_counts = {8, 16, 32, 64, 128, 256};
constexpr std::array<std::size_t, 2> figures = {0, 3};  // of `searches`: Figure 6 is linear, Figure 7 a tree
constexpr std::size_t stops = 10;  // times are taken after each tenth of the tests

/// B turned at random, its centre so far away that about half of the pairs of unit spheres would meet.
std::vector<Pose<double>> random_poses(long count) {
  Random random(15);
  std::vector<Pose<double>> poses;
  for (long i = 0; i < count; ++i) {
    const double angle = random.uniform(0, pi<double>);
    const Mat3<double> turned = from_axis_angle(random.on_sphere(), angle);
    const double far = random.uniform(1, 3);
    poses.push_back({turned, random.on_sphere() * far});
  }
  return poses;
}

Shape<double> random_shape(int vertices, Lookup kind, std::uint64_t seed) {
  return vertices == 8 ? Shape<double>(generate::cube<double>(1 / std::sqrt(3.0)).with_lookup(kind))
                       : Shape<double>(generate::random_on_sphere<double>(vertices, seed).with_lookup(kind));
}

/// Milliseconds after each tenth of the tests; the median of three runs.
Numbers time_tests(int vertices, Lookup kind, long tests, const Pulse& pulse) {
  const auto* walk = narrow::find_algorithm<double>("support_walk");
  const Shape<double> a = random_shape(vertices, kind, 1), b = random_shape(vertices, kind, 2);
  const auto poses = random_poses(tests);
  std::array<std::vector<double>, stops> times;
  long hits = 0;
  for (int run = 0; run < 3; ++run) {
    const double start = now_ns();
    std::size_t stop = 0;
    for (std::size_t i = 0; i < poses.size(); ++i) {
      hits += walk->intersects(a, b, poses[i], {}, nullptr);
      if ((i + 1) * stops >= (stop + 1) * poses.size()) times[stop++].push_back(1e-6 * (now_ns() - start));
    }
    pulse.check(run / 3.0);
  }
  Numbers numbers;
  for (const auto& t : times) numbers.push_back(median(t));
  numbers.push_back(static_cast<double>(hits) / (3.0 * static_cast<double>(tests)));
  return numbers;
}

/// Nanoseconds per test of bodies in a cube so wide that 1 of 50 pairs meets: the hulls alone; and balls, then boxes, then
/// the hulls.
Numbers time_levels(int vertices, long tests, const Pulse& pulse) {
  const auto* walk = narrow::find_algorithm<double>("support_walk");
  const Shape<double> a = random_shape(vertices, Lookup::linear, 1), b = random_shape(vertices, Lookup::linear, 2);
  const auto bounds_of = [](const Shape<double>& s) {
    const auto box = s.aabb(Pose<double>{});
    return std::pair{Shape<double>(Box<double>{(box.max - box.min) * 0.5}), translation((box.max + box.min) * 0.5)};
  };
  const auto [box_a, at_a] = bounds_of(a);
  const auto [box_b, at_b] = bounds_of(b);
  Random random(16);
  std::vector<Pose<double>> poses;
  for (const Pose<double>& p : random_poses(tests)) poses.push_back({p.rotation, random.in_ball() * 6.0});
  const double reach = a.bounding_radius() + b.bounding_radius();
  long plain_hits = 0, level_hits = 0;
  std::vector<double> plain, levels;
  for (int run = 0; run < 3; ++run) {
    pulse.check(run / 3.0);
    double start = now_ns();
    for (const auto& x : poses) plain_hits += walk->intersects(a, b, x, {}, nullptr);
    plain.push_back((now_ns() - start) / static_cast<double>(tests));
    start = now_ns();
    for (const auto& x : poses)
      level_hits += norm_squared(x * b.center() - a.center()) <= reach * reach &&
                    walk->intersects(box_a, box_b, relative(at_a, x * at_b), {}, nullptr) &&
                    walk->intersects(a, b, x, {}, nullptr);
    levels.push_back((now_ns() - start) / static_cast<double>(tests));
  }
  return {median(plain), median(levels), static_cast<double>(plain_hits - level_hits),
          static_cast<double>(plain_hits) / (3.0 * static_cast<double>(tests))};
}

/// t = n c by least squares, and how much of the variance it explains.
struct Fit {
  double c, explained;
};
Fit fit(const std::vector<double>& n, const std::vector<double>& t) {
  double nt = 0, nn = 0, mean = 0, left = 0, all = 0;
  for (std::size_t i = 0; i < n.size(); ++i)
    nt += n[i] * t[i], nn += n[i] * n[i], mean += t[i] / static_cast<double>(n.size());
  const double c = nt / nn;
  for (std::size_t i = 0; i < n.size(); ++i) left += std::pow(t[i] - c * n[i], 2), all += std::pow(t[i] - mean, 2);
  return {c, 1 - left / all};
}

std::string tests_key(std::size_t figure, int vertices) {
  return std::string(figure == 0 ? "linear" : "tree") + "-" + std::to_string(vertices);
}
std::string lookup_key(const std::string& shape, long vertices, std::size_t search) {
  std::string name = shape + "-" + std::to_string(vertices) + "-" + std::to_string(search);
  for (char& c : name) c = c == ' ' ? '-' : c;
  return name;
}

void add_figures(const Results& results, long tests, Page& page) {
  std::vector<double> counts;
  for (std::size_t k = 1; k <= stops; ++k)
    counts.push_back(static_cast<double>(tests) * static_cast<double>(k) / stops);
  Table table{
      "fit", "t = n c", {"vertices", "search", "c, ns per test", "explained by the line", "share that meet"}, {}};
  double worst = 1, c_of[2][vertex_counts.size()] = {};
  for (std::size_t f = 0; f < figures.size(); ++f) {
    Chart chart{"Figure " + std::to_string(6 + f) + ": support walk, " + searches[figures[f]].name,
                "tests",
                "milliseconds",
                {}};
    for (std::size_t v = 0; v < vertex_counts.size(); ++v) {
      const std::string key = tests_key(f, vertex_counts[v]);
      std::vector<double> times;
      for (std::size_t k = 0; k < stops; ++k) times.push_back(results.at(key, k));
      const Fit line = fit(counts, times);
      c_of[f][v] = 1e6 * line.c;
      if (results.has(key)) worst = std::min(worst, line.explained);
      chart.series.push_back({std::to_string(vertex_counts[v]) + " vertices", counts, times});
      table.rows.push_back({std::to_string(vertex_counts[v]), searches[figures[f]].name, decimal(c_of[f][v], 0),
                            decimal(line.explained, 5), decimal(results.at(key, stops), 2)});
    }
    page.charts.push_back(chart);
  }
  page.tables.push_back(table);
  page.claims.push_back(compare_sentence("time grows in proportion to the tests: t = n c (Figure 6)",
                                         "a linear relation", "the line explains " + decimal(worst, 4) + " at worst",
                                         worst > 0.99, "at least 0.99"));
  const double linear = c_of[0][5] / c_of[0][0], tree = c_of[1][5] / c_of[1][0];
  page.claims.push_back(compare_sentence(
      "linear search: c grows with the vertices (Figure 6)", "in proportion",
      "256 vertices: " + decimal(linear, 1) + " times 8 vertices", linear > 16,
      "at least half of 32 times; ours scans in vector lanes, so the rest of a test still outweighs it"));
  page.claims.push_back(compare_sentence("tree: the vertices do not count (Figure 7)", "a constant",
                                         "256 vertices: " + decimal(tree, 1) + " times 8 vertices", tree < 3,
                                         "below 3 times"));
  const double ms = results.at(tests_key(0, 8), stops - 1) * 10000 / static_cast<double>(tests);
  page.claims.push_back(compare_sentence("10 000 tests of cubes in a frame of 1/30 s", "30 frames a second and more",
                                         decimal(ms, 1) + " ms", ms < 1000.0 / 30, "below 33.3 ms"));
}

void add_levels(const Results& results, Page& page) {
  Table table{"levels",
              "Levels of detail: balls, then boxes, then hulls",
              {"vertices", "hulls alone, ns", "with levels, ns", "ratio", "answers that differ", "share that meet"},
              {}};
  double least = infinity<double>;
  for (const int v : {32, 256}) {
    const std::string key = "levels-" + std::to_string(v);
    const double plain = results.at(key, 0), levels = results.at(key, 1);
    if (results.has(key)) least = std::min(least, plain / levels);
    table.rows.push_back({std::to_string(v), decimal(plain, 0), decimal(levels, 0), decimal(plain / levels, 2),
                          count_text(results.at(key, 2)), decimal(results.at(key, 3), 3)});
  }
  page.tables.push_back(table);
  page.claims.push_back(compare_sentence("levels of detail speed the tests up", "announced, not shown",
                                         decimal(least, 1) + " times at least", least > 1.2, "more than 1.2 times"));
}

void add_lookups(const Results& results, const std::vector<long>& sizes, Page& page) {
  Table table{
      "lookup",
      "Support look-up",
      {"shape", "vertices", "search", "random ns", "coherent ns", "most products", "tests per second", "build ms",
       "bytes per vertex"},
      {},
      "Directions: random, or turning by 1° per step (the climb then starts from the last vertex). Tests: GJK distance "
      "of two such hulls, one circling the other at 1° per step."};
  Chart chart{"Look-up, random directions, sphere", "vertices", "ns per look-up", {}, true, true};
  for (const Search& s : searches) chart.series.push_back({s.name, {}, {}});
  for (const char* shape : {"sphere", "flat ellipsoid", "disk"})
    for (const long n : sizes)
      for (std::size_t k = 0; k < searches.size(); ++k) {
        const std::string key = lookup_key(shape, n, k);
        if (!results.has(key)) continue;
        const auto at = [&](std::size_t i) { return results.at(key, i); };
        table.rows.push_back({shape, decimal(at(0), 0), searches[k].name, brief(at(1)), brief(at(2)), decimal(at(3), 0),
                              decimal(at(4), 0), brief(at(5)), brief(at(6))});
        if (std::string(shape) != "sphere") continue;
        chart.series[k].xs.push_back(at(0)), chart.series[k].ys.push_back(at(1));
      }
  page.tables.push_back(table), page.charts.push_back(chart);
}

}  // namespace

Plan plan_support(const Size& size) {
  const long tests = size.count(200, 10'000, 10'000);
  const std::vector<long> sizes = size.kind == Size::full    ? std::vector<long>{8, 32, 128, 1000, 10'000, 100'000}
                                  : size.kind == Size::quick ? std::vector<long>{8, 32, 128, 1000}
                                                             : std::vector<long>{8};
  Plan plan;
  for (std::size_t f = 0; f < figures.size(); ++f)
    for (const int v : vertex_counts)
      plan.cells.push_back({tests_key(f, v), [=](const Pulse& pulse) {
                              return time_tests(v, searches[figures[f]].kind, tests, pulse);
                            }});
  for (const int v : {32, 256})
    plan.cells.push_back(
        {"levels-" + std::to_string(v), [=](const Pulse& pulse) { return time_levels(v, tests, pulse); }});
  for (const std::string shape : {"sphere", "flat ellipsoid", "disk"})
    for (const long n : sizes)
      for (std::size_t k = 0; k < searches.size(); ++k) {
        if (shape != "sphere" && n < 64) continue;
        plan.cells.push_back({lookup_key(shape, n, k), [=](const Pulse& pulse) {
                                const auto count = static_cast<int>(n);
                                const LookupRow r = measure_lookup(make_hull(shape, count, 1),
                                                                   make_hull(shape, count, 2), searches[k], pulse);
                                return Numbers{r.vertices,         r.random_ns, r.coherent_ns,     r.worst_products,
                                               r.tests_per_second, r.build_ms,  r.bytes_per_vertex};
                              }});
      }
  plan.write = [=](const Results& results, Page& page) {
    page.notes = {
        "Support walk (`narrow/support_walk.h`) on hulls of random points on a unit sphere (8 vertices: a cube), B "
        "turned at random, 1 to 3 units away; " +
        count_text(static_cast<double>(tests)) +
        " tests, double, one core, median of three runs. The paper gives neither its values nor its machine, vertex "
        "counts and seeds."};
    add_figures(results, tests, page);
    add_levels(results, page);
    add_lookups(results, sizes, page);
  };
  return plan;
}

}  // namespace tactus::lab
