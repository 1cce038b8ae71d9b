// SPDX-License-Identifier: MIT
/// `tactus shapes`: one example of every shape, with mass properties, bounds, and support calls per second.
#include <app/commands.h>
#include <tactus/tactus.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <iomanip>
#include <iostream>
#include <sstream>

namespace {

using namespace tactus::f64;
using Directions32 = std::vector<tactus::Vec3<float>>;
using Directions64 = std::vector<Vec3>;

struct Row {
  std::string name;
  Shape shape;
};
struct Group {
  std::string title;
  std::vector<Row> rows;
};

/// A cloud without topology.
PointCloud spiral() {
  std::vector<Vec3> points;
  points.reserve(20);
  for (int i = 0; i < 20; ++i) points.push_back({std::cos(i) / 2, std::sin(i) / 2, 0.05 * i - 0.5});
  return PointCloud(points);
}

std::vector<Group> examples() {
  const Box box{.half = {0.5, 0.4, 0.3}};
  const Pose aside = translation(0.5, 0, 0.5);
  return {
      {"flat shapes",
       {{"Point", Point{.position = {0.1, 0.2, 0.3}}},
        {"Segment", Segment{.half_height = 0.5}},
        {"Triangle", Triangle{.a = {-0.5, -0.4, 0}, .b = {0.5, -0.4, 0}, .c = {0, 0.6, 0}}},
        {"Rectangle", Rectangle{.half = {0.5, 0.3}}},
        {"Disc", Disc{.radius = 0.5}},
        {"Ellipse", Ellipse{.radii = {0.5, 0.3}}}}},
      {"solids",
       {{"Box", box},
        {"Ellipsoid", Ellipsoid{.radii = {0.5, 0.4, 0.3}}},
        {"Cylinder", Cylinder{.radius = 0.3, .half_height = 0.5}},
        {"Cone", Cone{.radius = 0.4, .half_height = 0.5}},
        {"Frustum", Frustum{.bottom = {0.5, 0.4}, .top = {0.25, 0.2}, .half_height = 0.3}},
        {"ConicalFrustum", ConicalFrustum{.bottom_radius = 0.5, .top_radius = 0.25, .half_height = 0.3}},
        {"Superquadric", Superquadric{.radii = {0.5, 0.4, 0.3}, .e1 = 0.5, .e2 = 1.5}},
        {"Hull, 12 vertices", tactus::generate::icosahedron(0.5)},
        {"Hull, 120 vertices", tactus::generate::disk(60, 0.5, 0.05)},
        {"Hull, 642 vertices", tactus::generate::tessellated_sphere(3, 0.5)},
        {"HalfSpace", HalfSpace{.normal = {0, 0, 1}, .offset = 0}}}},
      {"cores with a ball around them",
       {{"Sphere", Sphere{.radius = 0.5}},
        {"Capsule", Capsule{.radius = 0.2, .half_height = 0.3}},
        {"Lozenge", Lozenge{.half = {0.4, 0.3}, .radius = 0.1}},
        {"RoundBox", RoundBox{.half = {0.4, 0.3, 0.2}, .radius = 0.1}},
        {"Wheel", Wheel{.radius = 0.4, .rounding = 0.1}}}},
      {"composites and custom shapes: their mass is found by quadrature",
       {{"minkowski_sum", minkowski_sum(box, Cone{.radius = 0.2, .half_height = 0.1})},
        {"minkowski_difference", minkowski_difference(box, Capsule{.radius = 0.1, .half_height = 0.1})},
        {"convex_hull", convex_hull(Sphere{.radius = 0.3}, transformed(Sphere{.radius = 0.1}, aside))},
        {"rounded", rounded(Cone{.radius = 0.4, .half_height = 0.3}, 0.1)},
        {"transformed", transformed(box, aside * rotation_x(0.5))},
        {"PointCloud", spiral()}}},
  };
}

// ---- measuring ------------------------------------------------------------------------------------------------------

/// Enough random directions that no branch predictor can memorise them.
Directions64 random_directions() {
  tactus::generate::Random random(1);
  Directions64 directions(4096);
  for (Vec3& d : directions) d = random.on_sphere();
  return directions;
}

/// Millions of support calls per second: the best of many short rounds, which is the least disturbed by other programs.
template <class T> double support_rate(const tactus::Shape<T>& shape, const std::vector<tactus::Vec3<T>>& directions) {
  using Clock = std::chrono::steady_clock;
  const auto seconds_since = [](Clock::time_point t) {
    return std::chrono::duration<double>(Clock::now() - t).count();
  };
  tactus::Vec3<T> sum;
  double best = 1e9;
  for (const auto start = Clock::now(); seconds_since(start) < 0.015;) {
    const auto round = Clock::now();
    for (const auto& d : directions) sum += shape.support(d);
    best = std::min(best, seconds_since(round));
  }
  [[maybe_unused]] volatile T keep = sum.x + sum.y + sum.z;  // keeps the calls from being optimised away
  return static_cast<double>(directions.size()) / best / 1e6;
}

// ---- the table ------------------------------------------------------------------------------------------------------

/// Padding beside a text. Counts characters, not bytes: ± is two bytes.
std::string blanks(const std::string& text, long width) {
  const auto characters = std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xc0) != 0x80; });
  return std::string(static_cast<std::size_t>(std::max(0L, width - characters)), ' ');
}
std::string left(const std::string& text, int width) { return text + blanks(text, width); }
std::string right(const std::string& text, int width) { return blanks(text, width) + text; }
std::string middle(const std::string& text, int width) {
  const std::string space = blanks(text, width);
  return left(space.substr(space.size() / 2) + text, width);
}

/// A dot stands for zero (up to the error of quadrature), so that other values stand out.
std::string number(double x, int decimals) {
  if (!std::isfinite(x)) return "inf";
  if (std::abs(x) < 1e-6) return ".";
  std::ostringstream text;
  text << std::fixed << std::setprecision(decimals) << x;
  return text.str();
}

std::string interval(double low, double high) {
  if (!std::isfinite(high)) return "unbounded";
  if (std::abs(low) < 1e-6 && std::abs(high) < 1e-6) return ".";
  std::ostringstream text;
  text << std::fixed << std::setprecision(2);
  if (std::abs(low + high) < 1e-6) {
    text << "±" << high;
  } else {
    const auto tidy = [](double x) { return std::abs(x) < 0.005 ? 0.0 : x; };  // no -0.00
    text << tidy(low) << ".." << tidy(high);
  }
  return text.str();
}

// Widths of the columns: 119 in all.
constexpr int name = 20, volume = 7, centroid = 6, inertia = 7, bound = 12, rate = 7, gap = 1;

void print_head() {
  const std::string space(gap, ' ');
  std::cout << left("", name + volume) << space << middle("centroid", 3 * centroid) << space
            << middle("inertia (diagonal)", 3 * inertia) << space << middle("bounds", 3 * bound)
            << middle("support, M/s", 2 * rate) << '\n'
            << left("shape", name) << right("volume", volume) << space;
  for (const char* axis : {"x", "y", "z"}) std::cout << right(axis, centroid);
  std::cout << space;
  for (const char* axis : {"xx", "yy", "zz"}) std::cout << right(axis, inertia);
  std::cout << space;
  for (const char* axis : {"x", "y", "z"}) std::cout << right(axis, bound);
  std::cout << right("float", rate) << right("double", rate) << '\n';
}

void print_row(const Row& row, const Directions32& directions32, const Directions64& directions64) {
  const std::string space(gap, ' ');
  const MassProperties m = mass_properties(row.shape);
  const Aabb box = aabb(row.shape);
  std::cout << left(row.name, name) << right(number(m.volume, 3), volume) << space;
  for (int i = 0; i < 3; ++i) std::cout << right(number(m.centroid[i], 2), centroid);
  std::cout << space;
  for (int i = 0; i < 3; ++i) std::cout << right(number(m.inertia(i, i), 4), inertia);
  std::cout << space;
  for (int i = 0; i < 3; ++i) std::cout << right(interval(box.min[i], box.max[i]), bound);
  if (row.shape.bounded())
    std::cout << right(number(support_rate(row.shape.cast<float>(), directions32), 0), rate)
              << right(number(support_rate(row.shape, directions64), 0), rate);
  std::cout << '\n';
}

void print_shapes() {
  const Directions64 directions64 = random_directions();
  Directions32 directions32;
  for (const Vec3& d : directions64) directions32.push_back(d.cast<float>());

  const std::string line(119, '-');
  std::cout << "tactus " << tactus::version << ": one example of each shape, about one unit across, of density 1.\n"
            << "A dot is zero. M/s: million calls per second in random directions, through Shape.\n\n";
  print_head();
  for (const Group& group : examples()) {
    std::cout << line << '\n' << group.title << '\n';
    for (const Row& row : group.rows) print_row(row, directions32, directions64);
  }
  std::cout << line << '\n';
}

}  // namespace

void tactus::app::add_shapes(Command tactus) {
  Command command = tactus.command("shapes", "a table of all shapes: mass, bounds, support calls per second");
  command.footer("Example: tactus shapes");
  command.run(print_shapes);
}
