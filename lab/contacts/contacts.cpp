// SPDX-License-Identifier: MIT
/// Contact points from step to step: which policy finds a point again, and how much the solver gains from it. Also
/// compares the thesis' manifold with the library's.  [Chmelík & Trtík, PA199, "Caching collisions"; Olvång 2010, §2.6]
#include <lab/contacts/matching_scenes.h>
#include <lab/contacts/solver_start.h>
#include <lab/plans.h>
#include <lab/published/manifold.h>
#include <tactus/query.h>
#include <tactus/shape/generators.h>

#include <array>
#include <cmath>

namespace tactus::lab {

namespace {

// ---- matching ------------------------------------------------------------------------------------------------------

constexpr std::array<Matching, 6> policies = {Matching::world_space, Matching::space_of_a,
                                              Matching::space_of_b,  Matching::body_space,
                                              Matching::id,          Matching::id_then_body_space};
constexpr std::array<const char*, 6> policy_names = {"world",          "ground", "body",
                                                     "nearer of both", "id",     "id, then nearer"};

struct MatchingRow {
  const char *key, *name;
  double speed;
  Frame (*scene)(int step, double speed);
};
constexpr MatchingRow matching_rows[] = {
    {"box-slow", "box slides", 0.05, sliding_box},
    {"box-fast", "box slides", 0.40, sliding_box},
    {"box-faster", "box slides", 0.60, sliding_box},
    {"plate-slow", "plate slides over a post", 0.05, sliding_plate},
    {"plate-fast", "plate slides over a post", 0.60, sliding_plate},
    {"cylinder-slow", "cylinder rolls", 0.05, [](int step, double v) { return rolling_cylinder(step, v, false); }},
    {"cylinder-fast", "cylinder rolls", 0.40, [](int step, double v) { return rolling_cylinder(step, v, false); }},
    {"one-id-slow", "cylinder rolls, its ends share an id", 0.05,
     [](int step, double v) { return rolling_cylinder(step, v, true); }},
    {"one-id-fast", "cylinder rolls, its ends share an id", 0.40,
     [](int step, double v) { return rolling_cylinder(step, v, true); }},
    {"prism", "prism tumbles", 0.00, tumbling_prism},
    {"prism-moving", "prism tumbles on a moving platform", 0.60, tumbling_prism},
};
constexpr std::array<double, 2> reaches = {0.125, infinity<double>};

Numbers match(const MatchingRow& row, int steps, const Pulse& pulse) {
  Numbers shares;
  for (const double reach : reaches)
    for (const Matching m : policies) {
      pulse.check(static_cast<double>(shares.size()) / 12);
      const auto scene = [&](int step) { return row.scene(step, row.speed); };
      shares.push_back(share_of_right_matches(scene, steps, m, reach).percent());
    }
  return shares;
}

// ---- the thesis' manifold ------------------------------------------------------------------------------------------

constexpr std::array<const char*, 5> resting_names = {"box", "round-box", "hull", "cylinder", "cone"};

Shape<double> resting_shape(std::size_t which) {
  switch (which) {
    case 0: return Box<double>{{1, 1, 0.5}};
    case 1: return RoundBox<double>{{0.8, 0.8, 0.3}, 0.2};
    case 2: return generate::octagonal_prism<double>(1.0, 1.0);
    case 3: return Cylinder<double>{1, 0.5};
    default: return Cone<double>{1, 0.5};
  }
}

/// The body lies on a box, turned about the vertical and tilted by up to `tilt`; its lowest point is a hundredth deep.
/// Numbers: mean points as published and ours; share of steps in which the number of points changed, both; share of
/// contacts that can support the body (its centre of mass lies over the points), both.
Numbers rest(std::size_t which, double tilt, int steps, const Pulse& pulse) {
  const Shape<double> ground = Box<double>{{5, 5, 1}}, body = resting_shape(which);
  generate::Random random(3);
  struct Side {
    double points = 0, changes = 0, holds = 0;
    int last = -1;
    void take(const std::vector<Vec2<double>>& at, const Vec2<double>& center) {
      const int n = static_cast<int>(at.size());
      points += n, changes += last >= 0 && n != last;
      last = n;
      holds += holds_center(at, center);
    }
    /// Is the centre in the hull of the points? It is if every half-plane through the centre contains a point.
    static bool holds_center(const std::vector<Vec2<double>>& at, const Vec2<double>& center) {
      for (int k = 0; k < 64; ++k) {
        const double angle = 2 * pi<double> * k / 64;
        double farthest = -infinity<double>;
        for (const auto& p : at)
          farthest = std::max(farthest, (p.x - center.x) * std::cos(angle) + (p.y - center.y) * std::sin(angle));
        if (!(farthest > 0)) return false;
      }
      return true;
    }
  } theirs, ours;
  for (int i = 0; i < steps; ++i) {
    if (i % 16 == 0) pulse.check(static_cast<double>(i) / steps);
    const Vec3<double> axis = random.on_sphere();
    Pose<double> pose = {from_axis_angle(unit_or_up(Vec3<double>{axis.x, axis.y, 0.0}), tilt * random.uniform()), {}};
    pose = Pose<double>{rotation_z(0.05 * i).rotation * pose.rotation, {}};
    const double lowest = -support_value(body, transposed_times(pose.rotation, Vec3<double>{0, 0, -1}));
    pose.translation = {0.3, 0.2, 1 - lowest - 0.01};
    const Contact<double> c = contact(ground, Pose<double>{}, body, pose);
    const Vec3<double> center = pose * body.center();
    std::vector<Vec2<double>> at;
    const auto published = published::manifold(ground, body, pose, c);
    for (int k = 0; k < published.count; ++k) at.push_back({published[k].x, published[k].y});
    theirs.take(at, {center.x, center.y});
    at.clear();
    Options<double> touching;
    touching.max_distance = 0;
    for (const auto& p : manifold(ground, Pose<double>{}, body, pose, touching))
      at.push_back({p.position.x, p.position.y});
    ours.take(at, {center.x, center.y});
  }
  return {theirs.points / steps, ours.points / steps,  theirs.changes / steps,
          ours.changes / steps,  theirs.holds / steps, ours.holds / steps};
}

// ---- the page ------------------------------------------------------------------------------------------------------

constexpr std::array<int, 5> stack_heights = {1, 2, 5, 10, 20};
constexpr std::array<double, 3> residuals = {1e-1, 1e-2, 1e-3};

std::string stack_key(int bodies, double residual) {
  return "pgs-" + std::to_string(bodies) + "-" + scientific(residual);
}

void add_matching(const Results& results, Page& page) {
  Table table{"matching",
              "Points matched correctly, per cent",
              {"scene", "motion per step", "reach"},
              {},
              "The slides' policies: distance in the world, in the space of the ground, of the body; id. Reach: points "
              "farther apart than this are never matched."};
  table.header.insert(table.header.end(), policy_names.begin(), policy_names.end());
  double least_by_id = 100, least_by_world = 100;
  for (const MatchingRow& row : matching_rows)
    for (std::size_t r = 0; r < reaches.size(); ++r) {
      std::vector<std::string> cells{row.name, decimal(row.speed, 2), r == 0 ? "1/8" : "any"};
      for (std::size_t k = 0; k < policies.size(); ++k)
        cells.push_back(decimal(results.at(row.key, r * policies.size() + k), 1));
      table.rows.push_back(cells);
      if (std::string(row.name) == "box slides") {
        least_by_id = std::min(least_by_id, results.at(row.key, r * policies.size() + 4));
        least_by_world = std::min(least_by_world, results.at(row.key, r * policies.size()));
      }
    }
  page.tables.push_back(table);
  page.claims.push_back(compare_sentence("matching a sliding box by id", "precise",
                                         decimal(least_by_id, 1) + " % at worst", least_by_id == 100, "100 %"));
  page.claims.push_back(compare_sentence("by the distance in the world", "imprecise",
                                         decimal(least_by_world, 1) + " % at worst", least_by_world < 90,
                                         "below 90 %"));
}

void add_solver(const Results& results, Page& page) {
  Table table{
      "solver",
      "Iterations of projected Gauss-Seidel to a residual",
      {"boxes in the stack"},
      {},
      "Residual: the largest speed left after a step, of what gravity adds in it. Before that step the stack has come "
      "to rest. A dash: more than 131 072 iterations, or not run."};
  for (const double r : residuals)
    table.header.insert(table.header.end(), {"cold, " + scientific(r), "from the cache, " + scientific(r)});
  Chart chart{"Iterations to a residual of 1e-02",
              "boxes in the stack",
              "iterations",
              {{"cold", {}, {}}, {"from the cache", {}, {}}},
              true,
              true};
  double cold_sum = 0, warm_sum = 0;
  for (const int bodies : stack_heights) {
    std::vector<std::string> row{std::to_string(bodies)};
    for (const double r : residuals) {
      const double cold = results.at(stack_key(bodies, r), 0), warm = results.at(stack_key(bodies, r), 1);
      row.push_back(decimal(cold, 0)), row.push_back(decimal(warm, 0));
      if (r != 1e-2) continue;
      chart.series[0].xs.push_back(bodies), chart.series[0].ys.push_back(cold);
      chart.series[1].xs.push_back(bodies), chart.series[1].ys.push_back(warm);
      if (std::isfinite(cold) && std::isfinite(warm)) cold_sum += cold, warm_sum += warm;
    }
    table.rows.push_back(row);
  }
  page.tables.push_back(table), page.charts.push_back(chart);
  if (cold_sum == 0) cold_sum = warm_sum = std::numeric_limits<double>::quiet_NaN();  // not run
  page.claims.push_back(compare_sentence(
      "λ⁰ from the cache saves iterations", "a considerable speed boost",
      decimal(cold_sum, 0) + " cold, " + decimal(warm_sum, 0) + " from the cache, summed over the stacks, to 1e-2",
      warm_sum > 0 && cold_sum > 4 * warm_sum, "a quarter or less"));
}

void add_resting(const Results& results, double tilt, Page& page) {
  Table table{"algorithm-13",
              "Algorithm 13 beside the library's manifold",
              {"body on a box", "points: published", "ours", "their number changes: published", "ours",
               "hold the body: published", "ours"},
              {},
              "Bodies at rest, tilted by up to " + scientific(tilt) +
                  " radians at random. Changes: share of steps in which the "
                  "number of points is another than in the step before. Hold: the centre of mass lies over the points. "
                  "Curved and "
                  "sharp shapes have one point as published (§4.2.3)."};
  for (const char* name : resting_names) {
    std::vector<std::string> row{name};
    for (std::size_t i = 0; i < 6; ++i)
      row.push_back(i < 2 ? decimal(results.at(name, i), 1) : decimal(100 * results.at(name, i), 1) + " %");
    table.rows.push_back(row);
  }
  page.tables.push_back(table);
  page.claims.push_back(compare_sentence("Algorithm 13 on cones and cylinders",
                                         "behaves so badly that one point is used",
                                         "held: " + decimal(100 * results.at("cone", 4), 0) + " % as published, " +
                                             decimal(100 * results.at("cone", 5), 0) + " % ours (cone)",
                                         results.at("cone", 4) < 0.5 && results.at("cone", 5) > 0.9,
                                         "the one point holds less than half, ours more than 9 of 10"));
}

}  // namespace

Plan plan_contacts(const Size& size) {
  const int steps = static_cast<int>(size.count(50, 1000, 1000));
  constexpr double tilt = 1e-5;
  Plan plan;
  for (const MatchingRow& row : matching_rows)
    plan.cells.push_back({row.key, [&row, steps](const Pulse& pulse) { return match(row, steps, pulse); }});
  for (std::size_t i = 0; i < resting_names.size(); ++i)
    plan.cells.push_back({resting_names[i], [=](const Pulse& pulse) { return rest(i, tilt, steps, pulse); }});
  for (const int bodies : stack_heights)
    for (const double r : residuals) {
      if (bodies > size.pick(2, 20, 20)) continue;
      plan.cells.push_back({stack_key(bodies, r), [=](const Pulse& pulse) {
                              const SolverStart s = iterations_to(r, bodies, pulse);
                              return Numbers{s.cold, s.warm};
                            }});
    }
  plan.write = [=](const Results& results, Page& page) {
    page.notes = {
        "The slides give no numbers: their claims are checked. Scenes in which it is known which point is which, " +
        count_text(steps) + " steps each; a stack of unit boxes at 60 Hz; bodies at rest on a box."};
    add_matching(results, page);
    add_solver(results, page);
    add_resting(results, tilt, page);
  };
  return plan;
}

}  // namespace tactus::lab
