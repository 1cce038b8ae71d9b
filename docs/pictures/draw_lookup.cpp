// Draws docs/algorithms/pictures/lookup.svg: a direction tree and a Dobkin-Kirkpatrick search, both the real ones.
//   draw_lookup docs/algorithms/pictures
#include <tactus/shape/generators.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

namespace {

using namespace tactus;
using V = Vec3<double>;

struct Pixel {
  double x, y;
};
double rounded(double x) { return std::round(10 * x) / 10; }

std::string polygon(const std::vector<Pixel>& points, const std::string& style) {
  std::ostringstream os;
  os << "<path d='";
  for (std::size_t i = 0; i < points.size(); ++i)
    os << (i ? 'L' : 'M') << rounded(points[i].x) << ' ' << rounded(points[i].y);
  os << "Z' " << style << "/>\n";
  return os.str();
}
std::string text(Pixel p, const std::string& s) {
  std::ostringstream os;
  os << "<text x='" << rounded(p.x) << "' y='" << rounded(p.y) << "'>" << s << "</text>\n";
  return os.str();
}
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

std::string draw_tree(double left, double top, double size) {
  const Hull<double> hull = clustered_hull();
  const lookup::DirectionTree tree = lookup::build_direction_tree(hull.surface(), 6 * hull.vertex_count());
  std::ostringstream os;
  constexpr int cells = 100;
  for (int j = 0; j < cells; ++j) {
    const auto answer = [&](int i) {
      const V d = lookup::on_cube(0, 2 * (i + 0.5) / cells - 1, 2 * (j + 0.5) / cells - 1);
      return lookup::direction_tree(hull.surface(), tree, d);
    };
    for (int i = 0, end = 0; i < cells; i = end) {  // runs of the same answer
      while (end < cells && answer(end) == answer(i)) ++end;
      os << "<rect x='" << rounded(left + size * i / cells) << "' y='" << rounded(top + size * j / cells) << "' width='"
         << rounded(size * (end - i) / cells) << "' height='3.1' fill='" << color_of(answer(i), 80) << "'/>\n";
    }
  }
  std::vector<std::pair<std::int32_t, lookup::DirectionSquare>> open{{tree.nodes[0], {0, 0, 0, 0}}};
  while (!open.empty()) {
    const auto [node, square] = open.back();
    open.pop_back();
    const double side = size / (1 << square.depth), x = left + side * square.i, y = top + side * square.j;
    if (node < 0) {
      os << "<rect x='" << rounded(x) << "' y='" << rounded(y) << "' width='" << rounded(side) << "' height='"
         << rounded(side) << "' fill='none' stroke='#222222' stroke-width='0.7'/>\n";
      continue;
    }
    for (std::uint32_t q = 0; q < 4; ++q) {
      open.push_back({tree.nodes[static_cast<std::uint32_t>(node) + q], square.quarter(q)});
    }
  }
  return os.str();
}

// ---- right: nested hulls ----------------------------------------------------------------------------------------------

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

std::string draw_hierarchy(double left, double top, double size) {
  const Hull<double> hull = generate::random_on_sphere<double>(120, 9);
  std::vector<std::uint32_t> first;
  const std::vector<std::uint32_t> corners = loops(hull, first);
  const auto hierarchy = lookup::build_dobkin_kirkpatrick(hull.vertices(), first, corners);
  const auto pixel = [&](std::uint32_t v) {
    const V& p = hull.vertex(v);
    return Pixel{left + size * (0.5 + 0.48 * p.x), top + size * (0.5 - 0.48 * p.y)};
  };
  std::ostringstream os;
  std::vector<std::uint32_t> level_of(hull.vertex_count(), static_cast<std::uint32_t>(hierarchy.levels));
  for (const lookup::Removal& r : hierarchy.removals) level_of[r.vertex] = r.level;
  for (std::uint32_t level = 0; level <= static_cast<std::uint32_t>(hierarchy.levels); ++level) {
    std::vector<Pixel> left_over;
    for (std::uint32_t v = 0; v < hull.vertex_count(); ++v)
      if (level_of[v] >= level) left_over.push_back(pixel(v));
    const int shade = 95 - 50 * static_cast<int>(level) / hierarchy.levels;
    os << polygon(outline(left_over), "fill='hsl(212,55%," + std::to_string(shade) + "%)' stroke='#2c5fa8'");
  }
  // The search along +y: every vertex it looks at, and the tops it goes through, which are the records among them.
  const V up{0, 1, 0};
  double highest = -infinity<double>;
  std::vector<Pixel> tops;
  const auto visit = [&](std::uint32_t v) {
    os << "<circle cx='" << rounded(pixel(v).x) << "' cy='" << rounded(pixel(v).y) << "' r='2.4' fill='#e08e2b'/>\n";
    if (dot(hull.vertex(v), up) > highest) highest = dot(hull.vertex(v), up), tops.push_back(pixel(v));
  };
  lookup::dobkin_kirkpatrick(hull.surface(), hierarchy, up, visit);
  os << "<path d='";
  for (std::size_t i = 0; i < tops.size(); ++i)
    os << (i ? 'L' : 'M') << rounded(tops[i].x) << ' ' << rounded(tops[i].y);
  os << "' fill='none' stroke='#c0392b' stroke-width='2'/>\n";
  for (const Pixel& p : tops) {
    os << "<circle cx='" << rounded(p.x) << "' cy='" << rounded(p.y) << "' r='3.6' fill='#c0392b'/>\n";
  }
  return os.str();
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 2) {
    std::cerr << "usage: draw_lookup folder\n";
    return 1;
  }
  std::ofstream out(std::string(arguments[1]) + "/lookup.svg");
  out << "<svg xmlns='http://www.w3.org/2000/svg' width='680' height='360' font-family='sans-serif' font-size='13'>\n"
      << "<rect width='680' height='360' fill='white'/>\n"
      << text({20, 24}, "Direction tree: a face of the cube")
      << text({370, 24}, "Dobkin-Kirkpatrick: nested hulls, a search") << draw_tree(20, 40, 300)
      << draw_hierarchy(365, 40, 300) << "</svg>\n";
}
