// SPDX-License-Identifier: MIT
// Draws docs/algorithms/pictures/sat.svg: the Gauss maps of two hulls, and the directions that the search tested.
//   draw_sat docs/algorithms/pictures
#include <docs/pictures/drawing.h>
#include <tactus/narrow/sat.h>
#include <tests/helpers/random_pairs.h>

namespace {

using namespace tactus;
using namespace tactus::pictures;
using V = Vec3<double>;

struct Recorder {
  std::vector<sat::Tried<double>>* tried;
  void operator()(const sat::Tried<double>& t) const { tried->push_back(t); }
};

/// The half of the sphere that looks along `axis`, seen from there.
class Globe {
 public:
  Globe(Drawing& paper, const V& axis, Pixel at, double radius)
      : paper_(paper), z_(axis), x_(any_perpendicular(axis)), y_(cross(axis, x_)), at_(at), radius_(radius) {}

  void outline() { paper_.dot(at_, radius_, {"#f7f8fa", grey, 1}); }
  /// The shorter arc between two unit vectors, as far as it is on this side.
  void arc(const V& from, const V& to, const std::string& color, double width) {
    std::vector<V> points;
    for (int i = 0; i <= 32; ++i) points.push_back(unit_or_up(from * (1 - i / 32.0) + to * (i / 32.0)));
    line(points, stroke(color, width));
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
    line(points, stroke(color, 2, "6 4"));
  }
  void dot(const V& n, double size, const std::string& color) {
    if (sees(n)) paper_.dot(pixel(n), size, {color});
  }

 private:
  bool sees(const V& n) const { return ::tactus::dot(n, z_) >= 0; }
  Pixel pixel(const V& n) const { return at_ + radius_ * Pixel{::tactus::dot(n, x_), -::tactus::dot(n, y_)}; }
  void line(const std::vector<V>& points, const Ink& ink) {
    std::vector<Pixel> stretch;
    const auto draw = [&] {
      if (stretch.size() > 1) paper_.line(stretch, ink);
      stretch.clear();
    };
    for (const V& p : points) {
      if (sees(p)) {
        stretch.push_back(pixel(p));
      } else {
        draw();
      }
    }
    draw();
  }

  Drawing& paper_;
  V z_, x_, y_;
  Pixel at_;
  double radius_;
};

void draw_maps(Globe& globe, const PolytopeView<double>& v, const Mat3<double>& turn, double sign,
               const std::string& c) {
  for (std::size_t i = 0; i < v.node_count; ++i)
    for (const GaussArc& arc : v.arcs_from(i))
      if (i < arc.node) globe.arc(turn * v.normal(i) * sign, turn * v.normal(arc.node) * sign, c, 1.2);
}

}  // namespace

int main(int count, char** values) {
  const std::string folder = folder_argument(count, values);
  testing::Random random(6);
  const Hull<double> a = testing::random_hull(random, 20), b = testing::random_hull(random, 20);
  const Pose<double> x_ab = from_quaternion(random.rotation(), V{0.9, 0.4, 0.3});
  const PolytopeOf<double> of_a(a), of_b(b);
  std::vector<sat::Tried<double>> tried;
  sat::Search<double, Recorder> search(of_a.view(), of_b.view(), x_ab, 0.0, Recorder{&tried});
  search.along(search.center_line());
  const auto axis = search.minimum();

  Drawing paper(860, 460);
  Globe globe(paper, search.center_line(), {230, 230}, 210);
  globe.outline();
  draw_maps(globe, of_a.view(), {}, 1, blue);
  draw_maps(globe, of_b.view(), x_ab.rotation, -1, orange);
  const V c = x_ab * of_b.view().center - of_a.view().center;
  const double needed = of_a.view().inscribed_radius + of_b.view().inscribed_radius - axis.depth;
  if (std::abs(needed) < norm(c)) globe.circle(unit_or_up(c), needed / norm(c), green);
  for (const auto& t : tried) globe.dot(t.normal, 4, black);
  globe.dot(axis.normal, 6, red);
  const struct {
    std::string color, text;
  } legend[] = {
      {blue, "normals of A: a node per face, an arc per edge"},
      {orange, "normals of B, reversed"},
      {green, "only inside can h be below the least found:"},
      {"", "c·n ≥ sum of the inner radii − the depth"},
      {black, std::to_string(axis.directions) + " directions tried"},
      {red, "the least overlap: " + std::string(axis.kind == sat::AxisKind::edges ? "two arcs cross" : "a face")}};
  double y = 120;
  for (const auto& [color, text] : legend) {
    if (!color.empty()) paper.dot({468, y - 5}, 5, {color});
    paper.text({482, y}, text);
    y += 26;
  }
  const std::size_t all = of_a.view().node_count + of_b.view().node_count;
  const std::size_t edge_pairs = a.edge_count() * b.edge_count();
  paper.text({462, y + 20}, std::to_string(all) + " faces, " + std::to_string(edge_pairs) + " pairs of edges in all");
  paper.save(folder + "sat.svg", "draw_sat.cpp");
  std::cout << axis.directions << " directions, " << all << " faces, " << edge_pairs << " pairs\n";
}
