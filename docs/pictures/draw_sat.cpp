// Draws docs/algorithms/pictures/sat.svg: the Gauss maps of two hulls, and the directions that the search looked at.
//   draw_sat docs/algorithms/pictures
#include <tactus/narrow/sat.h>
#include <tests/helpers/random_pairs.h>

#include <cmath>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

namespace {

using namespace tactus;
using V = Vec3<double>;
const std::string blue = "#2c5fa8", orange = "#e08e2b", red = "#c0392b", grey = "#8a8a8a", green = "#27884a";

struct Recorder {
  std::vector<sat::Tried<double>>* tried;
  void operator()(const sat::Tried<double>& t) const { tried->push_back(t); }
};

/// The half of the sphere that looks along `axis`, seen from there.
class Globe {
 public:
  Globe(std::ostream& out, const V& axis, double x, double y, double radius)
      : out_(out), z_(axis), x_(any_perpendicular(axis)), y_(cross(axis, x_)), cx_(x), cy_(y), radius_(radius) {}

  void outline() {
    out_ << "<circle cx=\"" << cx_ << "\" cy=\"" << cy_ << "\" r=\"" << radius_ << "\" fill=\"#f7f8fa\" stroke=\""
         << grey << "\"/>\n";
  }
  /// The shorter arc between two unit vectors, as far as it is on this side.
  void arc(const V& from, const V& to, const std::string& color, double width) {
    std::vector<V> points;
    for (int i = 0; i <= 32; ++i) points.push_back(unit_or_up(from * (1 - i / 32.0) + to * (i / 32.0)));
    line(points, color, width, "");
  }
  /// All unit vectors at the angle of that cosine from `center`.
  void circle(const V& center, double cosine, const std::string& color) {
    const V u = any_perpendicular(center), v = cross(center, u);
    const double sine = std::sqrt(1 - cosine * cosine);
    std::vector<V> points;
    for (int i = 0; i <= 96; ++i) {
      const double t = 2 * pi<double> * i / 96;
      points.push_back(center * cosine + (u * std::cos(t) + v * std::sin(t)) * sine);
    }
    line(points, color, 2, " stroke-dasharray=\"6 4\"");
  }
  void dot(const V& n, double size, const std::string& color) {
    if (::tactus::dot(n, z_) < 0) return;
    char text[160];
    std::snprintf(text, sizeof text, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" fill=\"%s\"/>\n", px(n), py(n), size,
                  color.c_str());
    out_ << text;
  }

 private:
  double px(const V& n) const { return cx_ + radius_ * ::tactus::dot(n, x_); }
  double py(const V& n) const { return cy_ - radius_ * ::tactus::dot(n, y_); }
  void line(const std::vector<V>& points, const std::string& color, double width, const std::string& dash) {
    std::string path;
    bool down = false;
    for (const V& p : points) {
      const bool seen = ::tactus::dot(p, z_) >= 0;
      char text[48];
      std::snprintf(text, sizeof text, "%c%.1f %.1f", down ? 'L' : 'M', px(p), py(p));
      if (seen) path += text;
      down = seen;
    }
    if (!path.empty())
      out_ << "<path d=\"" << path << "\" fill=\"none\" stroke=\"" << color << "\" stroke-width=\"" << width << '"'
           << dash << "/>\n";
  }

  std::ostream& out_;
  V z_, x_, y_;
  double cx_, cy_, radius_;
};

void draw_maps(Globe& globe, const PolytopeView<double>& v, const Mat3<double>& turn, double sign,
               const std::string& c) {
  for (std::size_t i = 0; i < v.node_count; ++i)
    for (const GaussArc& arc : v.arcs_from(i))
      if (i < arc.node) globe.arc(turn * v.normal(i) * sign, turn * v.normal(arc.node) * sign, c, 1.2);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return std::cerr << "usage: draw_sat FOLDER\n", 1;
  testing::Random random(6);
  const Hull<double> a = testing::random_hull(random, 20), b = testing::random_hull(random, 20);
  const Pose<double> x_ab = from_quaternion(random.rotation(), V{0.9, 0.4, 0.3});
  const PolytopeOf<double> of_a(a), of_b(b);
  std::vector<sat::Tried<double>> tried;
  sat::Search<double, Recorder> search(of_a.view(), of_b.view(), x_ab, 0.0, Recorder{&tried});
  search.along(search.center_line());
  const auto axis = search.minimum();

  std::ofstream out(std::string(argv[1]) + "/sat.svg");
  out << "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"860\" height=\"460\" font-family=\"sans-serif\" "
         "font-size=\"14\">\n<rect width=\"860\" height=\"460\" fill=\"white\"/>\n";
  Globe globe(out, search.center_line(), 230, 230, 210);
  globe.outline();
  draw_maps(globe, of_a.view(), {}, 1, blue);
  draw_maps(globe, of_b.view(), x_ab.rotation, -1, orange);
  const V c = x_ab * of_b.view().center - of_a.view().center;
  const double needed = of_a.view().inscribed_radius + of_b.view().inscribed_radius - axis.depth;
  if (std::abs(needed) < norm(c)) globe.circle(unit_or_up(c), needed / norm(c), green);
  for (const auto& t : tried) globe.dot(t.normal, 4, "#222222");
  globe.dot(axis.normal, 6, red);
  const struct {
    std::string color, text;
  } legend[] = {
      {blue, "normals of A: a node per face, an arc per edge"},
      {orange, "normals of B, reversed"},
      {green, "only inside can h be below the least found:"},
      {"", "c·n ≥ sum of the inner radii − the depth"},
      {"#222222", std::to_string(axis.directions) + " directions tried"},
      {red, "the least overlap: " + std::string(axis.kind == sat::AxisKind::edges ? "two arcs cross" : "a face")}};
  double y = 120;
  for (const auto& [color, text] : legend) {
    if (!color.empty()) out << "<circle cx=\"468\" cy=\"" << y - 5 << "\" r=\"5\" fill=\"" << color << "\"/>\n";
    out << "<text x=\"482\" y=\"" << y << "\">" << text << "</text>\n";
    y += 26;
  }
  const std::size_t all = of_a.view().node_count + of_b.view().node_count;
  out << "<text x=\"462\" y=\"" << y + 20 << "\">" << all << " faces, " << a.edge_count() * b.edge_count()
      << " pairs of edges in all</text>\n</svg>\n";
  std::cout << axis.directions << " directions, " << all << " faces, " << a.edge_count() * b.edge_count() << " pairs\n";
}
