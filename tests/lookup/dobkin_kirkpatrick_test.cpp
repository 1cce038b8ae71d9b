// SPDX-License-Identifier: MIT
/// The hierarchy is logarithmic in its levels, its memory, and in the number of vertices tested, for any direction.
#include "lookup_hulls.h"

#include <tests/helpers/random_pairs.h>

#include <gtest/gtest.h>

namespace tactus {
namespace {

using namespace testing;

lookup::DobkinKirkpatrick hierarchy_of(const Hull<double>& hull) {
  std::vector<std::uint32_t> first{0}, corners;
  for (std::uint32_t f = 0; f < hull.face_count(); ++f) {
    corners.insert(corners.end(), hull.face_loop(f).begin(), hull.face_loop(f).end());
    first.push_back(static_cast<std::uint32_t>(corners.size()));
  }
  return lookup::build_dobkin_kirkpatrick(hull.vertices(), first, corners);
}

std::vector<NamedHull<double>> solid_hulls(int n) {
  return {
      {"sphere", generate::random_on_sphere<double>(n)},
      {"disk", generate::disk<double>(n / 2)},
      {"bipyramid", bipyramid<double>(n - 2)},
      {"clusters", clusters<double>(n, 1e-4)},
      {"sheared ball", sheared_ball<double>(n, 0.01)},
      {"frustum", hull_of_points<double>(n, [=](int i) { return on_circle(i / 2, n / 2, i % 2 ? 1.0 : 0.3, i % 2); })}};
}

/// Random directions, normals of faces (where vertices tie), and for some vertices a direction along which they barely
/// win: a normal, turned a little towards the mean of the surrounding normals.
std::vector<Vec3<double>> hard_directions(const Hull<double>& hull) {
  std::vector<Vec3<double>> directions = lookup_directions(hull, 1000);
  for (std::size_t v = 0; v < hull.vertex_count(); v += hull.vertex_count() / 1000 + 1) {
    Vec3<double> mean;
    const auto around = hull.outgoing(static_cast<std::uint32_t>(v));
    for (std::uint32_t h : around) mean += hull.plane(hull.half_edge(h).face).normal;
    const Vec3<double> one = hull.plane(hull.half_edge(around[0]).face).normal;
    directions.push_back(one + 1e-6 * unit_or_up(mean));
  }
  return directions;
}

/// How many vertices a climb passes from v to the top.
int steps_to_top(const Hull<double>& hull, const Vec3<double>& d, std::uint32_t v) {
  for (int steps = 0;; ++steps) {
    std::uint32_t best = v;
    for (std::uint32_t w : hull.neighbours(v))
      if (dot(hull.vertex(w), d) > dot(hull.vertex(best), d)) best = w;
    if (best == v) return steps;
    v = best;
  }
}

TEST(DobkinKirkpatrick, LooksAtLogarithmicallyManyVertices) {
  for (int n : {10, 100, 1000, test_size(3000)}) {
    for (const auto& [name, hull] : solid_hulls(n)) {
      const auto hierarchy = hierarchy_of(hull);
      const double log_n = std::log2(static_cast<double>(hull.vertex_count()));
      EXPECT_LE(hierarchy.levels, 2.2 * log_n) << name << " " << n;
      EXPECT_EQ(hierarchy.innermost.size(), 12u) << "a tetrahedron's edges, both ways";
      EXPECT_LE(hierarchy.memory(), 100 * hull.vertex_count());
      std::size_t most = 0, beside = 0, searches = 0;
      int most_steps = 0;
      for (const Vec3<double>& d : hard_directions(hull)) {
        if (d == Vec3<double>{}) continue;
        std::size_t count = 0;
        const auto visit = [&](std::uint32_t) { ++count; };
        const std::uint32_t top =
            lookup::SilhouetteSearch<double, decltype(visit)>(hull.vertices(), hierarchy, d, visit).run();
        const int steps = steps_to_top(hull, d, top);
        most = std::max(most, count), most_steps = std::max(most_steps, steps);
        beside += steps > 0, ++searches;
      }
      EXPECT_LE(static_cast<double>(most), 16 * log_n) << name << " " << n;
      // If vertices tie, the descent may end beside the top, and the climb does the rest.
      EXPECT_LE(most_steps, 3) << name << " " << n;
      EXPECT_LE(20 * beside, searches) << name << " " << n;
    }
  }
}

/// Each level removes at least one vertex in eighteen (a consequence of Euler's formula), and never two neighbours.
TEST(DobkinKirkpatrick, EachLevelRemovesAnIndependentShare) {
  for (const auto& [name, hull] : solid_hulls(1000)) {
    const auto h = hierarchy_of(hull);
    std::size_t left = hull.vertex_count();
    std::vector<std::uint32_t> removed_at(hull.vertex_count(), 1u << 20);
    for (const auto& r : h.removals) removed_at[r.vertex] = r.level;
    for (std::uint32_t level = 0, k = 0; level < static_cast<std::uint32_t>(h.levels); ++level) {
      std::size_t gone = 0;
      for (; k < h.removals.size() && h.removals[k].level == level; ++k, ++gone) {
        EXPECT_LE(h.removals[k].count, 8u);
        for (std::uint32_t i = 0; i < h.removals[k].count; ++i) {
          EXPECT_GT(removed_at[h.ring[h.removals[k].first + i]], level) << name << ": neighbours are removed later";
        }
      }
      EXPECT_GE(18 * gone, left - 4) << name << ", level " << level;
      left -= gone;
    }
    EXPECT_EQ(left, 4u) << name;
  }
}

}  // namespace
}  // namespace tactus
