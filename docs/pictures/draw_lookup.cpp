// SPDX-License-Identifier: MIT
// Draws docs/algorithms/pictures/lookup.svg: a direction tree and a Dobkin-Kirkpatrick search, both the real ones.
//   draw_lookup docs/algorithms/pictures
#include <docs/pictures/drawing.h>
#include <tactus/shape/generators.h>

#include <algorithm>

namespace {

using namespace tactus;
using namespace tactus::pictures;
using V = Vec3<double>;

std::string color_of(std::uint32_t v, int lightness) {
  return "hsl(" + std::to_string(v * 137 % 360) + ",60%," + std::to_string(lightness) + "%)";
}

std::vector<std::uint32_t> loops(const Hull<double>& hull, std::vector<std::uint32_t>& first) {
  std::vector<std::uint32_t> corners;
  first = {0};
  for (std::uint32_t f = 0; f < hull.face_count(); ++f) {
    corners.insert(corners.end(), hull.face_loop(f).begin(), hull.face_loop(f).end());
    first.push_back(static_cast<std::uint32_t>(corners.size()));
  }
  return corners;
}

// ---- left: a face of the direction tree -----------------------------------------------------------------------------

/// Small balls of points around the corners of a cube, and a few points between.
Hull<double> clustered_hull() {
  generate::Random random(5);
  std::vector<V> points;
  for (int i = 0; i < 240; ++i) {
    V p = random.on_sphere();
    if (i % 4 != 0) {
      p = 0.08 * p + V{i % 8 < 4 ? 0.75 : -0.4, 0.45, 0.45};
    }
    points.push_back(p);
  }
  return Hull<double>::from_points(points);
}

void draw_tree(Drawing& paper, double left, double top, double size) {
  const Hull<double> hull = clustered_hull();
  const lookup::DirectionTree tree = lookup::build_direction_tree(hull.surface(), 6 * hull.vertex_count());
  constexpr int cells = 100;
  for (int j = 0; j < cells; ++j) {
    const auto answer = [&](int i) {
      const V d = lookup::on_cube(0, 2 * (i + 0.5) / cells - 1, 2 * (j + 0.5) / cells - 1);
      return lookup::direction_tree(hull.surface(), tree, d);
    };
    for (int i = 0, end = 0; i < cells; i = end) {  // runs of the same answer
      while (end < cells && answer(end) == answer(i)) ++end;
      paper.rectangle({left + size * i / cells, top + size * j / cells}, {size * (end - i) / cells, 3.1},
                      {color_of(answer(i), 80)});
    }
  }
  std::vector<std::pair<std::int32_t, lookup::DirectionSquare>> open{{tree.nodes[0], {0, 0, 0, 0}}};
  while (!open.empty()) {
    const auto [node, square] = open.back();
    open.pop_back();
    const double side = size / (1 << square.depth), x = left + side * square.i, y = top + side * square.j;
    if (node < 0) {
      paper.rectangle({x, y}, {side, side}, stroke(black, 0.7));
      continue;
    }
    for (std::uint32_t q = 0; q < 4; ++q) {
      open.push_back({tree.nodes[static_cast<std::uint32_t>(node) + q], square.quarter(q)});
    }
  }
}

// ---- right: nested hulls --------------------------------------------------------------------------------------------

/// The outline of points in the plane (monotone chain).
std::vector<Pixel> outline(std::vector<Pixel> points) {
  std::sort(points.begin(), points.end(), [](Pixel a, Pixel b) { return a.x < b.x || (a.x == b.x && a.y < b.y); });
  std::vector<Pixel> hull;
  for (int pass = 0; pass < 2; ++pass) {
    const std::size_t start = hull.size();
    for (const Pixel& p : points) {
      while (hull.size() >= start + 2) {
        const Pixel a = hull[hull.size() - 2], b = hull.back();
        if ((b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x) > 0) break;
        hull.pop_back();
      }
      hull.push_back(p);
    }
    hull.pop_back();
    std::reverse(points.begin(), points.end());
  }
  return hull;
}

void draw_hierarchy(Drawing& paper, double left, double top, double size) {
  const Hull<double> hull = generate::random_on_sphere<double>(120, 9);
  std::vector<std::uint32_t> first;
  const std::vector<std::uint32_t> corners = loops(hull, first);
  const auto hierarchy = lookup::build_dobkin_kirkpatrick(hull.vertices(), first, corners);
  const auto pixel = [&](std::uint32_t v) {
    const V& p = hull.vertex(v);
    return Pixel{left + size * (0.5 + 0.48 * p.x), top + size * (0.5 - 0.48 * p.y)};
  };
  std::vector<std::uint32_t> level_of(hull.vertex_count(), static_cast<std::uint32_t>(hierarchy.levels));
  for (const lookup::Removal& r : hierarchy.removals) level_of[r.vertex] = r.level;
  for (std::uint32_t level = 0; level <= static_cast<std::uint32_t>(hierarchy.levels); ++level) {
    std::vector<Pixel> left_over;
    for (std::uint32_t v = 0; v < hull.vertex_count(); ++v)
      if (level_of[v] >= level) left_over.push_back(pixel(v));
    const int shade = 95 - 50 * static_cast<int>(level) / hierarchy.levels;
    paper.polygon(outline(left_over), {"hsl(212,55%," + std::to_string(shade) + "%)", blue, 1});
  }
  // The search along +y: every vertex it tests, and the tops it passes through, which are the records among them.
  const V up{0, 1, 0};
  double highest = -infinity<double>;
  std::vector<Pixel> tops;
  const auto visit = [&](std::uint32_t v) {
    paper.dot(pixel(v), 2.4, {orange});
    if (dot(hull.vertex(v), up) > highest) highest = dot(hull.vertex(v), up), tops.push_back(pixel(v));
  };
  lookup::dobkin_kirkpatrick(hull.surface(), hierarchy, up, visit);
  paper.line(tops, stroke(red, 2));
  for (const Pixel& p : tops) paper.dot(p, 3.6, {red});
}

}  // namespace

int main(int count, char** values) {
  const std::string folder = folder_argument(count, values);
  Drawing paper(680, 360);
  paper.text({20, 24}, "Direction tree: a face of the cube", black, "start", 13);
  paper.text({370, 24}, "Dobkin-Kirkpatrick: nested hulls, a search", black, "start", 13);
  draw_tree(paper, 20, 40, 300);
  draw_hierarchy(paper, 365, 40, 300);
  paper.save(folder + "lookup.svg", "draw_lookup.cpp");
}
