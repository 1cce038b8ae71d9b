// Draws docs/algorithms/pictures/time_of_impact.svg from the trace of the algorithm itself.
//   draw_sweep docs/algorithms/pictures
#include <tactus/sweep/conservative_advancement.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

namespace {

using namespace tactus;
using V = Vec3<double>;

const std::string blue = "#2c5fa8", red = "#c0392b", green = "#27884a", black = "#222222", grey = "#8a8a8a",
                  orange = "#e08e2b";

struct Pixel {
  double x, y;
};

class Drawing {
 public:
  void path(const std::vector<Pixel>& points, const std::string& stroke, double width, const std::string& fill = "none",
            bool closed = false, const std::string& more = "") {
    out_ << "<path d=\"M";
    for (const Pixel& p : points) out_ << number(p.x) << ' ' << number(p.y) << ' ';
    out_ << (closed ? "Z" : "") << "\" fill=\"" << fill << "\" stroke=\"" << stroke << "\" stroke-width=\"" << width
         << "\"" << more << "/>\n";
  }
  void dot(Pixel p, double radius, const std::string& fill) {
    out_ << "<circle cx=\"" << number(p.x) << "\" cy=\"" << number(p.y) << "\" r=\"" << radius << "\" fill=\"" << fill
         << "\"/>\n";
  }
  void text(Pixel p, const std::string& s, const std::string& color = black, const std::string& anchor = "start",
            int size = 14) {
    out_ << "<text x=\"" << number(p.x) << "\" y=\"" << number(p.y) << "\" fill=\"" << color << "\" text-anchor=\""
         << anchor << "\" font-size=\"" << size << "\">" << s << "</text>\n";
  }
  void save(const std::string& file) const {
    std::ofstream f(file);
    f << "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 900 420\" width=\"900\" height=\"420\" "
         "font-family=\"DejaVu Sans, Verdana, sans-serif\" stroke-linejoin=\"round\">\n"
         "<!-- drawn by docs/pictures/draw_sweep.cpp -->\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
      << out_.str() << "</svg>\n";
    if (!f.flush()) std::cerr << "cannot write " << file << '\n', std::exit(1);
  }

 private:
  static std::string number(double x) {
    char text[32];
    std::snprintf(text, sizeof text, "%.1f", x);
    return text;
  }
  std::ostringstream out_;
};

using Advance = sweep::Advance<double>;
struct Keep {
  std::vector<Advance>& advances;
  void operator()(const Advance& a) const { advances.push_back(a); }
  template <class Other> void operator()(const Other&) const {}
};

/// A box seen along z.
std::vector<Pixel> outline(const Box<double>& box, const Pose<double>& pose, Pixel at, double scale) {
  std::vector<Pixel> points;
  for (const auto& [x, y] : {std::pair{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}) {
    const V p = pose * V{x * box.half.x, y * box.half.y, 0};
    points.push_back({at.x + scale * p.x, at.y - scale * p.y});
  }
  return points;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: draw_sweep FOLDER\n";
    return 2;
  }
  const Box<double> a{{0.9, 0.3, 0.5}}, b{{0.35, 1.2, 0.5}};
  const Motion<double> motion_a{
      .start = {axis_rotation(2, -0.3), {-1.4, -0.9, 0}}, .velocity = {2.1, 0.9, 0}, .angular_velocity = {0, 0, 2.2}};
  const Motion<double> motion_b = at_rest(translation(1.3, 0.15, 0.0));
  std::vector<Advance> advances;
  const Impact<double> impact =
      conservative_advancement::time_of_impact(a, motion_a, b, motion_b, {}, nullptr, Keep{advances});

  Drawing paper;
  const Pixel world{205, 225};
  const double scale = 78;
  paper.text({20, 28}, "A turns and moves towards B: where it was certified free", black, "start", 15);
  paper.path(outline(b, motion_b.start, world, scale), orange, 1.5, "#fbe3c0", true);
  const auto draw_a = [&](double t, const std::string& stroke, double width, const std::string& more) {
    paper.path(outline(a, motion_a.at(t), world, scale), stroke, width, "#cfe0f5", true, more);
  };
  draw_a(0, blue, 1.5, " fill-opacity=\"0.5\"");
  for (const Advance& e : advances) draw_a(e.to, blue, 1, " fill-opacity=\"0.2\"");
  draw_a(impact.time, red, 2, " fill-opacity=\"0.3\"");
  paper.text({20, 400}, "t = 0: blue and solid; the hit: red", grey, "start", 13);

  // The graph: distance over time, and what each advance knew of it.
  const double t_end = impact.time * 1.12,
               top = narrow::distance(a, b, relative(motion_a.at(0), motion_b.at(0))).distance * 1.05;
  const auto graph = [&](double t, double gap) { return Pixel{480 + 400 * t / t_end, 350 - 290 * gap / top}; };
  paper.text({470, 28}, "Gap over time", black, "start", 15);
  paper.path({graph(0, top), graph(0, 0), graph(t_end, 0)}, black, 1.2);
  std::vector<Pixel> distance;
  for (int i = 0; i <= 200; ++i) {
    const double t = impact.time * i / 200;
    distance.push_back(graph(t, narrow::distance(a, b, relative(motion_a.at(t), motion_b.at(t))).distance));
  }
  const sweep::MovingPair<Box<double>, Box<double>> course(a, motion_a, b, motion_b, {});
  for (const Advance& e : advances) {
    std::vector<Pixel> separation, parabola;
    const double width = e.to - e.from;
    for (int i = 0; i <= 60; ++i) {
      const double x = i / 60.0, t = e.from + x * width;
      separation.push_back(graph(t, course.separation(e.direction, course.at(t)).gap));
      parabola.push_back(
          graph(t, e.gap_from + x * (e.gap_to - e.gap_from) - e.curvature / 2 * width * width * x * (1 - x)));
    }
    paper.path(parabola, green, 1.5, "none", false, " stroke-dasharray=\"5 4\"");
    paper.path(separation, orange, 2);
    paper.path({graph(e.to, 0), graph(e.to, e.gap_to)}, grey, 0.8);
  }
  paper.path(distance, blue, 2.5);
  for (const Advance& e : advances) paper.dot(graph(e.from, e.gap_from), 3.5, blue);
  paper.dot(graph(impact.time, 0), 4.5, red);
  paper.text({560, 60}, "distance", blue);
  paper.text({560, 80}, "separation along the direction of the step", orange);
  paper.text({560, 100}, "parabola that it stays above", green);
  paper.text({480, 380}, "0", black, "middle", 13);
  const Pixel at_hit = graph(impact.time, 0);
  char label[32];
  std::snprintf(label, sizeof label, "t = %.4f", impact.time);
  paper.text({at_hit.x, 380}, label, red, "middle", 13);
  paper.text({880, 400}, std::to_string(advances.size()) + " steps to 1e-6", grey, "end", 13);
  paper.save(std::string(argv[1]) + "/time_of_impact.svg");
}
