// SPDX-License-Identifier: MIT
// Draws docs/algorithms/pictures/time_of_impact.svg from the trace of the algorithm itself.
//   draw_sweep docs/algorithms/pictures
#include <docs/pictures/drawing.h>
#include <tactus/sweep/conservative_advancement.h>

namespace {

using namespace tactus;
using namespace tactus::pictures;
using V = Vec3<double>;

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
    points.push_back(at + scale * Pixel{p.x, -p.y});
  }
  return points;
}

}  // namespace

int main(int count, char** values) {
  const std::string folder = folder_argument(count, values);
  const Box<double> a{{0.9, 0.3, 0.5}}, b{{0.35, 1.2, 0.5}};
  const Motion<double> motion_a{
      .start = {axis_rotation(2, -0.3), {-1.4, -0.9, 0}}, .velocity = {2.1, 0.9, 0}, .angular_velocity = {0, 0, 2.2}};
  const Motion<double> motion_b = at_rest(translation(1.3, 0.15, 0.0));
  std::vector<Advance> advances;
  const Impact<double> impact =
      conservative_advancement::time_of_impact(a, motion_a, b, motion_b, {}, nullptr, Keep{advances});

  Drawing paper(900, 420);
  const Pixel world{205, 225};
  const double scale = 78;
  paper.text({20, 28}, "A turns and moves towards B, certified free", black, "start", 15);
  paper.polygon(outline(b, motion_b.start, world, scale), shape_b);
  const auto draw_a = [&](double t, const std::string& edges, double width, double fill_opacity) {
    paper.polygon(outline(a, motion_a.at(t), world, scale),
                  {.fill = pale_blue, .stroke = edges, .width = width, .fill_opacity = fill_opacity});
  };
  draw_a(0, blue, 1.5, 0.5);
  for (const Advance& e : advances) draw_a(e.to, blue, 1, 0.2);
  draw_a(impact.time, red, 2, 0.3);
  paper.text({20, 400}, "t = 0: blue and solid; the hit: red", grey, "start", 13);

  // The graph: distance over time, and what each advance knew of it.
  const double t_end = impact.time * 1.12,
               top = narrow::distance(a, b, relative(motion_a.at(0), motion_b.at(0))).distance * 1.05;
  const auto graph = [&](double t, double gap) { return Pixel{480 + 400 * t / t_end, 350 - 290 * gap / top}; };
  paper.text({470, 28}, "Gap over time", black, "start", 15);
  paper.line({graph(0, top), graph(0, 0), graph(t_end, 0)}, stroke(black, 1.2));
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
    paper.line(parabola, stroke(green, 1.5, "5 4"));
    paper.line(separation, stroke(orange, 2));
    paper.line({graph(e.to, 0), graph(e.to, e.gap_to)}, stroke(grey, 0.8));
  }
  paper.line(distance, stroke(blue, 2.5));
  for (const Advance& e : advances) paper.dot(graph(e.from, e.gap_from), 3.5, {blue});
  paper.dot(graph(impact.time, 0), 4.5, {red});
  paper.text({560, 60}, "distance", blue);
  paper.text({560, 80}, "separation along the direction of the step", orange);
  paper.text({560, 100}, "parabola that it stays above", green);
  paper.text({480, 380}, "0", black, "middle", 13);
  const Pixel at_hit = graph(impact.time, 0);
  paper.text({at_hit.x, 380}, "t = " + decimal(impact.time, 4), red, "middle", 13);
  paper.text({880, 400}, std::to_string(advances.size()) + " steps to 1e-6", grey, "end", 13);
  paper.save(folder + "time_of_impact.svg", "draw_sweep.cpp");
}
