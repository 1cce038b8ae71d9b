// Draws the pictures of docs/algorithms/manifold.md from the library's own silhouettes, overlaps and manifolds.
//   draw_manifold docs/algorithms/pictures
#include <tactus/contact/clip.h>
#include <tactus/contact/manifold.h>

#include <cmath>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

namespace {

using namespace tactus;
using D = double;

const char *blue = "#2c5fa8", *orange = "#e08e2b", *green = "#27884a", *red = "#c0392b", *grey = "#8a8a8a";

struct Pixel {
  D x, y;
};
std::string number(D x) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f", x);
  return text;
}

class Drawing {
 public:
  Drawing(int width, int height) : width_(width), height_(height) {}
  void path(const std::vector<Pixel>& points, const std::string& fill, const std::string& stroke, bool closed,
            const std::string& more = "") {
    out_ << "<path d=\"";
    for (std::size_t i = 0; i < points.size(); ++i)
      out_ << (i ? 'L' : 'M') << number(points[i].x) << ' ' << number(points[i].y);
    out_ << (closed ? "Z" : "") << "\" fill=\"" << fill << "\" stroke=\"" << stroke << "\" " << more << "/>\n";
  }
  void dot(Pixel p, const std::string& fill) {
    out_ << "<circle cx=\"" << number(p.x) << "\" cy=\"" << number(p.y) << "\" r=\"5\" fill=\"" << fill << "\"/>\n";
  }
  void text(Pixel p, const std::string& s, const std::string& fill = "#222222", int size = 14,
            const std::string& anchor = "start") {
    out_ << "<text x=\"" << number(p.x) << "\" y=\"" << number(p.y) << "\" fill=\"" << fill << "\" font-size=\"" << size
         << "\" text-anchor=\"" << anchor << "\">" << s << "</text>\n";
  }
  void save(const std::string& file) const {
    std::ofstream f(file);
    f << "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " << width_ << ' ' << height_ << "\" width=\""
      << width_ << "\" height=\"" << height_
      << "\" font-family=\"DejaVu Sans, Verdana, sans-serif\" stroke-linejoin=\"round\">\n"
      << "<!-- drawn by docs/pictures/draw_manifold.cpp -->\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
      << "<g stroke-width=\"1.5\">\n"
      << out_.str() << "</g></svg>\n";
    if (!f.flush()) std::cerr << "cannot write " << file << '\n', std::exit(1);
  }

 private:
  int width_, height_;
  std::ostringstream out_;
};

/// Two shapes seen along +z, B on A, and the corners of their overlap by who made them.
void draw_pair(Drawing& paper, D left, const std::string& title, const Shape<D>& a, const Shape<D>& b,
               const Pose<D>& x_ab) {
  const ContactFrame<D> frame(Vec3<D>{0, 0, 1});
  Silhouette<D> on_a, on_b;
  see(on_a, a.feature_along(frame.normal, feature_sine<D>), a.radius(), frame, false);
  const Vec3<D> down = -transposed_times(x_ab.rotation, frame.normal);
  see(on_b, b.feature_along(down, feature_sine<D>).moved(x_ab), b.radius(), frame, true);
  Overlap<D> overlap;
  clip(overlap, on_a, on_b, snap_share<D>);
  const auto at = [&](const Vec2<D>& p) { return Pixel{left + 120 + 80 * p.x, 170 - 80 * p.y}; };
  const auto shape = [&](const Silhouette<D>& s, const char* fill, const char* stroke) {
    std::vector<Pixel> points;
    if (s.kind == Silhouette<D>::Kind::ellipse) {
      for (int k = 0; k < 120; ++k) points.push_back(at(s.rim(std::cos(k * pi<D> / 60), std::sin(k * pi<D> / 60))));
    } else {
      for (int i = 0; i < s.count; ++i) points.push_back(at(s.corners[i]));
    }
    paper.path(points, fill, stroke, s.kind != Silhouette<D>::Kind::segment, "fill-opacity=\"0.6\"");
  };
  shape(on_a, "#cfe0f5", blue);
  shape(on_b, "#fbe3c0", orange);
  std::vector<Pixel> region;
  for (int i = 0; i < overlap.count; ++i) region.push_back(at(overlap.points[i].at));
  paper.path(region, green, green, true, "fill-opacity=\"0.15\" stroke-dasharray=\"5 3\"");
  for (int i = 0; i < overlap.count; ++i) {
    const ContactId id{0, 0, overlap.points[i].clip};
    const bool corner_a = id.part_a().kind == OutlinePart::Kind::corner;
    const bool corner_b = id.part_b().kind == OutlinePart::Kind::corner;
    paper.dot(at(overlap.points[i].at), corner_a ? blue : corner_b ? orange : red);
  }
  paper.text({left + 120, 28}, title, "#222222", 15, "middle");
}

void draw_overlaps(const std::string& file) {
  Drawing paper(1000, 360);
  const Shape<D> box = Box<D>{{1, 0.8, 0.5}}, cylinder = Cylinder<D>{0.7, 0.5};
  draw_pair(paper, 10, "face on face", box, Box<D>{{0.8, 0.8, 0.5}}, translation(0.5, 0.3, 1.0) * rotation_z(0.45));
  draw_pair(paper, 260, "round face over an edge", box, cylinder, translation(0.7, 0.3, 1.0));
  draw_pair(paper, 510, "two round faces", cylinder, cylinder, translation(0.6, 0.2, 1.0));
  draw_pair(paper, 750, "a lying cylinder", box, Cylinder<D>{0.5, 1.2},
            translation(0.1, 0.1, 1.0) * rotation_z(0.4) * rotation_y(pi<D> / 2));
  paper.dot({120, 335}, blue);
  paper.text({132, 340}, "corner or rim point of A inside B");
  paper.dot({420, 335}, orange);
  paper.text({432, 340}, "of B inside A");
  paper.dot({600, 335}, red);
  paper.text({612, 340}, "crossing of two sides, or of a side and a rim");
  paper.save(file);
}

/// Where the representative point of a box on the ground goes while it tilts from one edge to the other.
void draw_center(const std::string& file) {
  Drawing paper(760, 330);
  const Shape<D> ground = HalfSpace<D>{}, box = Box<D>{{0.5, 0.4, 0.3}};
  const auto at = [](D tilt, D x) { return Pixel{400 + 2200 * tilt, 160 - 200 * x}; };
  paper.path({at(-0.15, 0), at(0.15, 0)}, "none", grey, false);
  paper.path({at(0, -0.6), at(0, 0.6)}, "none", grey, false);
  std::vector<Pixel> center, corners[2];
  for (int k = -250; k <= 250; ++k) {
    const D tilt = 0.15 * k / 250;
    const Mat3<D> turned = axis_rotation(1, tilt);
    const D low = (turned * box.support(-transposed_times(turned, Vec3<D>{0, 0, 1}))).z;
    const Manifold<D> m = contact_manifold(ground, box, Pose<D>{turned, {0, 0, -low}}, {.max_distance = 1e-3});
    center.push_back(at(tilt, m.representative.x));
    D lowest = 1, highest = -1;
    for (const auto& p : m) lowest = std::min(lowest, p.position.x), highest = std::max(highest, p.position.x);
    corners[0].push_back(at(tilt, lowest)), corners[1].push_back(at(tilt, highest));
  }
  for (const auto& line : corners) paper.path(line, "none", orange, false, "stroke-dasharray=\"4 3\"");
  paper.path(center, "none", green, false, "stroke-width=\"3\"");
  paper.text({20, 30}, "x of the representative point", green);
  paper.text({20, 50}, "least and largest x of the contact points within 1e-3", orange);
  paper.text({740, 178}, "tilt (rad)", grey, 13, "end");
  for (const D tilt : {-0.1, -0.05, 0.05, 0.1}) {
    paper.path({at(tilt, -0.02), at(tilt, 0.02)}, "none", grey, false);
    paper.text({at(tilt, 0).x, at(tilt, 0).y + 20}, number(tilt * 100) + "e-2", grey, 12, "middle");
  }
  paper.save(file);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return std::cerr << "draw_manifold FOLDER\n", 1;
  const std::string folder = argv[1];
  draw_overlaps(folder + "/manifold_overlaps.svg");
  draw_center(folder + "/manifold_center.svg");
}
