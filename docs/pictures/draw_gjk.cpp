// SPDX-License-Identifier: MIT
// Draws docs/algorithms/pictures/gjk.svg: GJK on two flat shapes, by its own trace.
//   draw_gjk docs/algorithms/pictures
#include <docs/pictures/view.h>
#include <tactus/narrow/gjk.h>
#include <tactus/shape/box.h>
#include <tactus/shape/flat.h>

namespace {

using namespace tactus;
using namespace tactus::pictures;
using V = Vec3<double>;
PairCache<double>* const no_cache = nullptr;

struct GjkTrace {
  std::vector<gjk::Step<double>> steps;
  void operator()(const gjk::Step<double>& s) { steps.push_back(s); }
};

/// Two flat shapes in one plane: their difference is flat too, and the paper shows all of it.
void draw_gjk(const std::string& file) {
  const Ellipse<double> a{{1.0, 0.45}};
  const Rectangle<double> b{{1.05, 0.3}};
  const Pose<double> x_ab = turned({0, 0, 1}, 5, {2.05, 0.95, 0});
  GjkTrace trace;
  const Contact<double> c = gjk::distance(a, b, x_ab, {.tolerance = 1e-4}, no_cache, trace);
  const MinkowskiPair<Ellipse<double>, Rectangle<double>> pair(a, b, x_ab);

  Drawing paper(940, 430);
  View view{.center = {1.05, 0.45, 0}, .at = {195, 210}, .scale = 85};
  paper.text({20, 28}, "The shapes", black, "start", 16, true);
  paper.polygon(outline(view, [&](const V& d) { return a.support(d); }), shape_a);
  const auto support_b = [&](const V& d) { return x_ab * b.support(transposed_times(x_ab.rotation, d)); };
  paper.polygon(outline(view, support_b), shape_b);
  paper.text(view({}) + Pixel{-6, 7}, "A", blue, "middle", 20, true);
  paper.text(view(x_ab.translation) + Pixel{0, 7}, "B", orange, "middle", 20, true);
  paper.line({view(c.point_a), view(c.point_b)}, stroke(green, 2.5));
  paper.text(0.5 * (view(c.point_a) + view(c.point_b)) + Pixel{-14, -16}, "distance " + decimal(c.distance, 3), green,
             "end");
  paper.arrow(view(c.point_a), view(c.point_a + 0.24 * c.normal), violet);
  paper.text(view(c.point_a) + Pixel{16, 6}, "normal", violet);
  for (const V& p : {c.point_a, c.point_b}) paper.dot(view(p), 4, {green});

  const std::size_t named = 3;
  const double left = 400, width = 530, height = 330;
  V low{}, high{};  // the origin and the first four steps must be visible
  for (std::size_t k = 0; k < named; ++k)
    for (const V& p : {trace.steps[k].v, trace.steps[k].w}) {
      low = {std::min(low.x, p.x), std::min(low.y, p.y), 0};
      high = {std::max(high.x, p.x), std::max(high.y, p.y), 0};
    }
  const double scale = 0.78 * std::min(width / (high.x - low.x), height / (high.y - low.y));
  view = {.center = 0.5 * (low + high), .at = {left + width / 2, 45 + height / 2}, .scale = scale};
  paper.text({left, 28}, "A ⊖ B near the origin, and the steps of GJK", black, "start", 16, true);
  paper.clip({left, 45}, {width, height});
  draw_difference(paper, view, pair);
  const auto& last = trace.steps.back();
  const V n = unit_or_up(last.v), along = unit_or_up(cross(n, V{0, 0, 1}));
  const V foot = dot(n, last.w) * n;
  paper.line({view(foot - 3 * along), view(foot + 3 * along)}, stroke(red, 1.5));
  paper.unclip();
  paper.text({left + 12, 45 + height - 14}, "A ⊖ B", grey, "start", 18, true);
  paper.line({view({}), view(last.v)}, stroke(green, 2.5));

  std::vector<Pixel> walk;
  for (const auto& s : trace.steps) walk.push_back(view(s.v));
  paper.line(walk, {"none", green, 1.2, 0.8, "4 3"});
  for (const auto& s : trace.steps) {
    paper.dot(view(s.w), 4.5, {"white", blue, 2});
    paper.dot(view(s.v), 3.2, {green});
  }
  const Pixel outward = (1 / length(view({}) - view(n))) * (view({}) - view(n));
  for (std::size_t k = 0; k < named; ++k) {
    const std::string index = "_" + std::to_string(k);
    paper.formula(view(trace.steps[k].w) + 17 * outward + Pixel{0, 4}, "w" + index, blue, "middle", 15);
    paper.formula(view(trace.steps[k].v) - 17 * outward + Pixel{0, 4}, "v" + index, green, "middle", 15);
  }
  paper.origin(view({}));
  paper.text(view({}) + Pixel{14, -8}, "origin");
  paper.text({left, 400}, std::to_string(trace.steps.size()) + " steps: " + decimal(last.lower, 5) + " ≤ distance ≤ " +
                              decimal(last.upper, 5));
  paper.formula({left, 420}, "v_k: nearest point so far; w_k: support point along -v_k; red: the last support plane",
                grey, "start", 12);
  paper.save(file, "draw_gjk.cpp");
}

}  // namespace

int main(int count, char** values) {
  const std::string folder = folder_argument(count, values);
  draw_gjk(folder + "gjk.svg");
}
