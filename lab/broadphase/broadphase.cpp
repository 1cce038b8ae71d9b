// SPDX-License-Identifier: MIT
/// Sweep and prune: how much coherence saves, and how much alignment costs.  [Chmelík & Trtík, PA199, "Broad phase"]
#include <lab/clock.h>
#include <lab/plans.h>
#include <lab/published/sweep_and_prune.h>
#include <tactus/broad/aabb_tree.h>
#include <tactus/broad/grid.h>
#include <tactus/broad/sweep_and_prune.h>
#include <tactus/shape/generators.h>

#include <array>
#include <cmath>

namespace tactus::lab {

namespace {

using Box3 = Aabb<double>;
using generate::Random;

constexpr std::array<const char*, 2> arrangements = {"spread", "on-one-plane"};
/// Largest motion per frame along each axis, in sides of a box.
constexpr std::array<double, 5> speeds = {0.001, 0.01, 0.1, 1, 10};

/// Wandering boxes of side about 1, with about three neighbours each. They are spread over a cube, or all lower ends
/// lie on one plane, like those of bodies on a floor.
class Crowd {
 public:
  Crowd(int count, std::size_t arrangement, double speed) : plane_(arrangement == 1), speed_(speed) {
    side_ = plane_ ? std::sqrt(4.0 / 3.0 * count) : std::cbrt(8.0 / 3.0 * count);
    for (int i = 0; i < count; ++i) {
      const double x = random_.uniform(0, side_), y = random_.uniform(0, side_);
      centers_.push_back({x, y, plane_ ? 0.0 : random_.uniform(0, side_)});
      const double a = random_.uniform(0.25, 0.75), b = random_.uniform(0.25, 0.75);
      halves_.push_back({a, b, plane_ ? 0.5 : random_.uniform(0.25, 0.75)});
      boxes_.push_back(box(static_cast<std::size_t>(i)));
    }
  }
  void advance() {
    for (std::size_t i = 0; i < boxes_.size(); ++i) {
      for (int k = 0; k < 3; ++k) {
        if (plane_ && k == 2) {  // it rattles, but stays on the plane
          centers_[i].z = speed_ * random_.uniform(-1, 1);
          continue;
        }
        const double moved = centers_[i][k] + speed_ * random_.uniform(-1, 1);
        centers_[i][k] = std::min(side_, std::max(0.0, moved));
      }
      boxes_[i] = box(i);
    }
  }
  const std::vector<Box3>& boxes() const { return boxes_; }

 private:
  Box3 box(std::size_t i) const { return {centers_[i] - halves_[i], centers_[i] + halves_[i]}; }
  Random random_{5};
  bool plane_;
  double speed_, side_ = 0;
  std::vector<Vec3<double>> centers_, halves_;
  std::vector<Box3> boxes_;
};

enum Column : std::size_t { swaps, from_scratch, linked, sweep, tree, grid, pairs, disagree, column_count };

/// One frame of one of our methods: updates the boxes and lists all pairs. Returns the number of pairs.
template <class Method> class Contestant {
 public:
  explicit Contestant(const std::vector<Box3>& boxes) {
    for (const Box3& b : boxes) ids_.push_back(method_.insert(b));
    (void)frame(boxes);
  }
  std::size_t frame(const std::vector<Box3>& boxes) {
    for (std::size_t i = 0; i < boxes.size(); ++i) method_.update(ids_[i], boxes[i]);
    std::size_t count = 0;
    method_.for_each_pair([&](const auto&, const auto&) { ++count; });
    return count;
  }

 private:
  Method method_;
  std::vector<decltype(std::declval<Method&>().insert(std::declval<Box3>()))> ids_;
};

Numbers measure(std::size_t arrangement, double speed, int count, int frames, const Pulse& pulse) {
  Crowd crowd(count, arrangement, speed);
  published::LinkedLists lists(crowd.boxes());
  Contestant<SweepAndPrune<double>> sweep_method(crowd.boxes());
  Contestant<AabbTree<double>> tree_method(crowd.boxes());
  Contestant<Grid<double>> grid_method(crowd.boxes());
  Numbers sums(column_count, 0.0);
  const auto timed = [&](Column column, auto&& work) {
    const double start = now_ns();
    const std::size_t found = work();
    sums[column] += now_ns() - start;
    return found;
  };
  for (int f = 0; f < frames; ++f) {
    pulse.check(static_cast<double>(f) / frames);
    crowd.advance();
    const auto& boxes = crowd.boxes();
    const std::uint64_t before = lists.swaps();
    const std::size_t by_lists = timed(linked, [&] {
      for (std::size_t i = 0; i < boxes.size(); ++i) lists.update(i, boxes[i]);
      return lists.pairs();
    });
    sums[swaps] += static_cast<double>(lists.swaps() - before);
    const std::size_t anew = timed(from_scratch, [&] { return published::LinkedLists(boxes).pairs(); });
    const std::size_t by_sweep = timed(sweep, [&] { return sweep_method.frame(boxes); });
    const std::size_t by_tree = timed(tree, [&] { return tree_method.frame(boxes); });
    const std::size_t by_grid = timed(grid, [&] { return grid_method.frame(boxes); });
    sums[pairs] += static_cast<double>(anew);
    sums[disagree] += by_lists != anew || by_sweep != anew || by_tree != anew || by_grid != anew;
  }
  for (std::size_t k = 0; k < disagree; ++k) sums[k] /= static_cast<double>(frames) * count;
  return sums;
}

std::string key_of(std::size_t arrangement, double speed) {
  return std::string(arrangements[arrangement]) + "-" + decimal(speed, 3);
}

void write(const Results& results, int count, int frames, Page& page) {
  page.notes = {
      count_text(count) + " boxes of side about 1 with about three neighbours each wander for " +
          std::to_string(frames) +
          " frames, by up to so many sides per frame and axis. Spread: over a cube. On one plane: their lower ends "
          "within the same distance of a floor. Each method takes over all boxes and goes through all pairs.",
      "The slides give no numbers. As published: the slides' linked lists, `lab/published/sweep_and_prune.h`, kept "
      "from frame to frame or made from scratch. Ours: `SweepAndPrune` (arrays, and enlarged boxes), `AabbTree`, "
      "`Grid`."};
  const auto at = [&](std::size_t a, double speed, Column c) { return results.at(key_of(a, speed), c); };
  double wrong = 0;
  for (std::size_t a = 0; a < 2; ++a) {
    Table table{arrangements[a],
                a == 0 ? "Spread" : "On one plane",
                {"sides per frame", "swaps per box and frame", "ns per box: lists from scratch", "lists, kept",
                 "SweepAndPrune", "AabbTree", "Grid", "pairs per box"},
                {}};
    Chart chart{
        a == 0 ? "Spread" : "On one plane", "motion, sides of a box per frame", "ns per box and frame", {}, true, true};
    constexpr std::array<const char*, 5> names = {"lists from scratch", "lists, kept", "SweepAndPrune", "AabbTree",
                                                  "Grid"};
    for (std::size_t k = 0; k < names.size(); ++k) {
      chart.series.push_back({names[k], {speeds.begin(), speeds.end()}, {}});
      for (const double speed : speeds)
        chart.series.back().ys.push_back(at(a, speed, static_cast<Column>(from_scratch + k)));
    }
    for (const double speed : speeds) {
      std::vector<std::string> row{brief(speed), brief(at(a, speed, swaps))};
      for (std::size_t k = from_scratch; k <= grid; ++k)
        row.push_back(decimal(at(a, speed, static_cast<Column>(k)), 0));
      row.push_back(decimal(at(a, speed, pairs), 2));
      table.rows.push_back(row);
      if (const double d = at(a, speed, disagree); d > 0) wrong += d;
    }
    page.tables.push_back(table), page.charts.push_back(chart);
  }
  const double kept = at(0, 0.01, linked), anew = at(0, 0.01, from_scratch);
  page.claims.push_back(compare_sentence("coherence makes the kept lists cheaper than new ones", "an efficient update",
                                         decimal(anew / kept, 1) + " times at 0.01 sides per frame", anew > 1.5 * kept,
                                         "at least 1.5 times"));
  page.claims.push_back(
      compare_sentence("swaps grow with the motion", "implied",
                       brief(at(0, 0.001, swaps)) + " at 0.001, " + brief(at(0, 0.1, swaps)) + " at 0.1",
                       at(0, 0.1, swaps) > 10 * at(0, 0.001, swaps), "at least tenfold"));
  page.claims.push_back(compare_sentence(
      "alignment: a relocation swaps through the cluster", "a lot of swaps",
      brief(at(1, 0.01, swaps) / at(0, 0.01, swaps)) + " times those of spread boxes at 0.01 sides per frame",
      at(1, 0.01, swaps) > 5 * at(0, 0.01, swaps), "at least 5 times"));
  page.claims.push_back(without_number("ours in the cluster: SweepAndPrune over AabbTree", "none",
                                       brief(at(1, 0.01, sweep) / at(1, 0.01, tree)) + " times the time",
                                       "enlarged boxes hide moves smaller than their skin"));
  page.claims.push_back(compare_sentence("frames in which the methods find different numbers of pairs", "none",
                                         count_text(wrong), wrong == 0, "0"));
}

}  // namespace

Plan plan_broadphase(const Size& size) {
  const int count = size.pick(200, 2000, 5000), frames = static_cast<int>(size.count(5, 60, 200));
  Plan plan;
  for (std::size_t a = 0; a < 2; ++a)
    for (const double speed : speeds)
      plan.cells.push_back(
          {key_of(a, speed), [=](const Pulse& pulse) { return measure(a, speed, count, frames, pulse); }});
  plan.write = [=](const Results& results, Page& page) { write(results, count, frames, page); };
  return plan;
}

}  // namespace tactus::lab
