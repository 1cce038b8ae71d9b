// Draws overlap_volume.svg and contact_matching.svg: runs the clipping and the matching, and writes down what they did.
//   draw_overlap docs/algorithms/pictures
#include <tactus/contact/contact_matching.h>
#include <tactus/contact/overlap_volume.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

namespace {

using namespace tactus;
using V = Vec3<double>;
using P = Pose<double>;

const std::string blue = "#2c5fa8", orange = "#e08e2b", red = "#c0392b", green = "#27884a", black = "#222222",
                  grey = "#b8b8b8";

struct Pixel {
  double x, y;
};

class Drawing {
 public:
  Drawing(double width, double height) : width_(width), height_(height) {}
  void line(const std::vector<Pixel>& points, const std::string& color, double width, const std::string& dash = "") {
    out_ << "<polyline fill=\"none\" stroke=\"" << color << "\" stroke-width=\"" << width << '"';
    if (!dash.empty()) out_ << " stroke-dasharray=\"" << dash << '"';
    out_ << " points=\"";
    for (const Pixel& p : points) out_ << number(p.x) << ',' << number(p.y) << ' ';
    out_ << "\"/>\n";
  }
  void arrow(Pixel p, Pixel q, const std::string& color, double width = 2.5) {
    const double length = std::hypot(q.x - p.x, q.y - p.y), ux = (q.x - p.x) / length, uy = (q.y - p.y) / length;
    const Pixel neck{q.x - 10 * ux, q.y - 10 * uy};
    line({p, neck}, color, width);
    line({{neck.x - 5 * uy, neck.y + 5 * ux}, q, {neck.x + 5 * uy, neck.y - 5 * ux}}, color, width);
  }
  void dot(Pixel p, double radius, const std::string& fill, const std::string& stroke) {
    out_ << "<circle cx=\"" << number(p.x) << "\" cy=\"" << number(p.y) << "\" r=\"" << radius << "\" fill=\"" << fill
         << "\" stroke=\"" << stroke << "\" stroke-width=\"1.5\"/>\n";
  }
  void text(Pixel p, const std::string& s, const std::string& color = black, double size = 13) {
    out_ << "<text x=\"" << number(p.x) << "\" y=\"" << number(p.y) << "\" fill=\"" << color << "\" font-size=\""
         << size << "\">" << s << "</text>\n";
  }
  void save(const std::string& file) const {
    std::ofstream f(file);
    f << "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " << width_ << ' ' << height_ << "\" width=\""
      << width_ << "\" height=\"" << height_
      << "\" font-family=\"DejaVu Sans, Verdana, sans-serif\" stroke-linejoin=\"round\" stroke-linecap=\"round\">\n"
      << "<!-- drawn by docs/pictures/draw_overlap.cpp -->\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
      << out_.str() << "</svg>\n";
    if (!f.flush()) std::cerr << "cannot write " << file << '\n', std::exit(1);
  }

 private:
  static std::string number(double x) {
    char text[32];
    std::snprintf(text, sizeof text, "%.1f", x);
    return text;
  }
  double width_, height_;
  std::ostringstream out_;
};

void draw_box(Drawing& d, const Box<double>& box, const P& pose, const auto& view, const std::string& color) {
  for (std::uint32_t i = 0; i < 8; ++i) {
    for (const std::uint32_t bit : {1u, 2u, 4u})
      if (!(i & bit)) d.line({view(pose * box.corner(i)), view(pose * box.corner(i | bit))}, color, 1, "4 3");
  }
}

/// Left: two boxes, and the edges of what they share by whose faces meet there. Right: volume and gradient of a push.
void draw_overlap_volume(const std::string& folder) {
  Drawing d(760, 385);
  const Box<double> a{{1, 1, 0.6}}, b{{0.8, 0.7, 0.9}};
  const P x_ab = translation(0.9, 0.5, 0.75) * rotation(unit_or_up(V{1, 2, 3}), 0.7);
  const auto view = [](const V& p) {
    return Pixel{170 + 85 * (0.9 * p.x - 0.43 * p.y), 232 - 85 * (p.z + 0.25 * p.x + 0.35 * p.y)};
  };
  draw_box(d, a, P{}, view, blue);
  draw_box(d, b, x_ab, view, orange);
  OverlapWorkspace<double> workspace;
  const auto o = overlap_volume(a, b, x_ab, workspace, [&](const OverlapEdge<double>& e) {
    const std::string& color = e.left_of_a != e.right_of_a ? black : e.left_of_a ? blue : orange;
    d.line({view(e.p), view(e.q)}, color, 2.5);
  });
  d.arrow(view(o.centroid), view(o.centroid + o.normal_a * 0.5), red);
  d.dot(view(o.centroid), 4, "white", red);
  d.text({20, 24}, "A, B and what they share");
  d.text({20, 358}, "edges between two faces of A", blue);
  d.text({20, 375}, "edges between two faces of B", orange);
  d.text({240, 358}, "edges where the surfaces cross", black);
  d.text({240, 375}, "centroid, ∫n dS over A's part", red);

  // B comes along x and leaves again.
  std::vector<Pixel> volume, slope;
  double most = 0;
  const int samples = 200;
  std::vector<std::array<double, 2>> values;
  for (int i = 0; i <= samples; ++i) {
    const P x{x_ab.rotation, {-2.6 + 5.2 * i / samples, 0.5, 0.75}};
    const auto at = overlap_volume(a, b, x);
    values.push_back({at.volume, at.normal_b.x});
    most = std::max(most, at.volume);
  }
  for (int i = 0; i <= samples; ++i) {
    const double x = 450 + 290.0 * i / samples;
    volume.push_back({x, 190 - 130 * values[static_cast<std::size_t>(i)][0] / most});
    slope.push_back({x, 190 - 130 * values[static_cast<std::size_t>(i)][1] / most});
  }
  d.line({{450, 190}, {740, 190}}, grey, 1);
  d.line(slope, green, 2);
  d.line(volume, black, 2.5);
  d.text({450, 24}, "B moves through A along x");
  d.text({530, 375}, "volume", black);
  d.text({530, 358}, "normal_b·x, its derivative", green);
  d.save(folder + "/overlap_volume.svg");
}

/// A box seen from above slides by 0.6 of its side: what nearest in the world makes of it, and what the ids do.
void draw_matching(const std::string& folder) {
  Drawing d(760, 250);
  const P before, now = translation(0.6, 0.1, 0.0) * rotation_z(0.1);
  std::vector<LocatedPoint<double>> old_points, new_points;
  for (std::uint32_t i = 0; i < 4; ++i) {
    const V local{i & 1 ? 0.5 : -0.5, i & 2 ? 0.5 : -0.5, 0};
    const ContactId id{Feature{FeatureKind::face, 0}.id(), Feature{FeatureKind::vertex, i}.id(), 0};
    old_points.push_back(located(ContactPoint<double>{before * local, 0, id}, {0, 0, 1}, P{}, before));
    new_points.push_back(located(ContactPoint<double>{now * local, 0, id}, {0, 0, 1}, P{}, now));
  }
  int column = 0;
  for (const Matching matching : {Matching::world_space, Matching::id_then_body_space}) {
    const double x = 140 + 370 * column++;
    const auto view = [&](const V& p) { return Pixel{x + 120 * p.x, 135 - 120 * p.y}; };
    for (const auto* points : {&old_points, &new_points}) {
      std::vector<Pixel> outline;
      for (const std::size_t i : {0u, 1u, 3u, 2u, 0u}) outline.push_back(view((*points)[i].position));
      d.line(outline, points == &old_points ? grey : blue, 1.5, points == &old_points ? "5 4" : "");
    }
    const Twins twins = match_points(std::span<const LocatedPoint<double>>(old_points),
                                     std::span<const LocatedPoint<double>>(new_points), matching, 1.0);
    for (std::size_t j = 0; j < 4; ++j) {
      if (twins[j] < 0) continue;
      const bool right = twins[j] == static_cast<int>(j);
      d.arrow(view(old_points[static_cast<std::size_t>(twins[j])].position), view(new_points[j].position),
              right ? green : red, 2);
    }
    for (const auto& p : old_points) d.dot(view(p.position), 4, "white", grey);
    for (const auto& p : new_points) d.dot(view(p.position), 4, blue, blue);
    std::ostringstream title;
    title << matching;
    d.text({x - 120, 22}, title.str());
  }
  d.text({20, 240}, "before: dashed; now: blue; arrows join twins, green where they are", black);
  d.save(folder + "/contact_matching.svg");
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: draw_overlap FOLDER\n";
    return 2;
  }
  draw_overlap_volume(argv[1]);
  draw_matching(argv[1]);
}
