// SPDX-License-Identifier: MIT
// Draws docs/algorithms/pictures/vclip.svg: a walk of V-Clip from features on the far sides, and how often walks take
// each way between the states. Both are written down by the algorithm's own trace.
//   draw_vclip docs/algorithms/pictures
#include <docs/pictures/view.h>
#include <tactus/narrow/vclip.h>
#include <tactus/shape/generators.h>

#include <map>

namespace {

using namespace tactus;
using namespace tactus::pictures;
using V = Vec3<double>;

struct Walked {
  std::vector<vclip::Step> steps;
};
struct WriteDown {
  Walked& walked;
  void operator()(const vclip::Step& s) const { walked.steps.push_back(s); }
  void operator()(const vclip::Leap&) const {}
  void operator()(const vclip::Cycle&) const {}
  void operator()(const vclip::Fallback&) const { std::cerr << "a walk did not end\n", std::exit(1); }
};

// ---- a walk ---------------------------------------------------------------------------------------------------------

void draw_hull(Drawing& paper, const View& view, const Hull<double>& hull, const Pose<double>& pose,
               const std::string& color) {
  for (std::uint32_t i = 0; i < hull.edge_count(); ++i) {
    const HalfEdge& h = hull.half_edge(hull.edge(i).half_edge);
    const auto seen = [&](std::uint32_t face) { return view.sees(pose.rotation * hull.plane(face).normal); };
    const bool near = seen(h.face) || seen(hull.half_edge(h.twin).face);
    const auto ends = corners_of(hull, {FeatureKind::edge, i}, pose);
    paper.line({view(ends[0]), view(ends[1])}, near ? stroke(color, 1.3) : Ink{"none", color, 0.7, 0.6, "2 3"});
  }
}

void draw_feature(Drawing& paper, const View& view, const std::vector<V>& points, const std::string& color) {
  std::vector<Pixel> pixels;
  for (const V& p : points) pixels.push_back(view(p));
  if (points.size() == 1) paper.dot(pixels[0], 4.5, {color});
  if (points.size() == 2) paper.line(pixels, {.stroke = color, .width = 4, .round_ends = true});
  if (points.size() > 2) paper.polygon(pixels, {.fill = color, .opacity = 0.35});
}

void draw_walk(Drawing& paper) {
  const Hull<double> a = generate::icosahedron<double>(), b = generate::octagonal_frustum<double>(1.1, 0.6, 1.6);
  const Pose<double> x_ab{from_axis_angle(V{0.36, 0.48, 0.8}, 2.2), {2.9, 0.5, 0.2}};
  // Start at the far ends.
  PairCache<double> cache;
  cache.feature_a = {FeatureKind::vertex, a.support_index({-1, 0.3, 0.2})};
  cache.feature_b = {FeatureKind::vertex, b.support_index(transposed_times(x_ab.rotation, V{1, 0.4, 0}))};
  Walked walked;
  const Contact<double> c = vclip::distance(a, b, x_ab, {}, &cache, WriteDown{walked});
  const View view = View::from({0.25, -1, 0.45}, {135, 225}, 84);
  paper.text({20, 30}, "A walk from the far sides", black, "start", 16, true);
  draw_hull(paper, view, a, {}, blue);
  draw_hull(paper, view, b, x_ab, orange);
  std::vector<Pixel> path_a, path_b;
  for (const vclip::Step& s : walked.steps) {
    const auto on_a = corners_of(a, s.a, {}), on_b = corners_of(b, s.b, x_ab);
    path_a.push_back(view(middle(on_a))), path_b.push_back(view(middle(on_b)));
  }
  for (const auto& way : {path_a, path_b}) paper.line(way, stroke(red, 1.6, "4 3"));
  std::vector<Pixel> labels;
  for (std::size_t i = 0; i < path_a.size(); ++i) {
    const auto stayed = [&](const std::vector<Pixel>& p) {
      return i > 0 && p[i].x == p[i - 1].x && p[i].y == p[i - 1].y;
    };
    for (const auto& p : {path_a, path_b})
      if (!stayed(p)) {
        paper.dot(p[i], 2.6, {red});
        bool free = true;  // if steps are crowded, only the first is named
        for (const Pixel& l : labels) free = free && length(l - p[i]) > 14;
        if (!free) continue;
        labels.push_back(p[i]);
        paper.text(p[i] + Pixel{7, -5}, std::to_string(i), red, "middle", 10);
      }
  }
  draw_feature(paper, view, corners_of(a, c.feature_a, {}), blue);
  draw_feature(paper, view, corners_of(b, c.feature_b, x_ab), orange);
  paper.line({view(c.point_a), view(c.point_b)}, stroke(green, 2.6));
  std::ostringstream caption;
  caption << walked.steps.size() << " pairs of features; the last: " << c.feature_a.kind << " of A, "
          << c.feature_b.kind << " of B; distance " << decimal(c.distance, 3);
  paper.text({20, 400}, caption.str(), black, "start", 13);
  paper.text({20, 420}, "red: middle of the feature, numbered where it changes; green: the distance", grey, "start",
             11);
}

// ---- the states -----------------------------------------------------------------------------------------------------

std::string state(Feature a, Feature b) {
  const std::string letters = "VEF";
  char x = letters[static_cast<std::size_t>(a.kind)], y = letters[static_cast<std::size_t>(b.kind)];
  if (letters.find(x) > letters.find(y)) std::swap(x, y);
  return std::string{x} + "-" + y;
}

void draw_states(Drawing& paper) {
  generate::Random random(5);
  std::vector<Hull<double>> hulls{generate::cube<double>(), generate::disk<double>(12),
                                  generate::icosahedron<double>()};
  for (int i = 0; i < 12; ++i)
    hulls.push_back(generate::random_on_sphere<double>(6 + 3 * i, 40 + static_cast<std::uint64_t>(i)));
  std::map<std::pair<std::string, std::string>, int> ways;
  std::map<std::string, int> nearest, penetrating;
  const int walks = 100000;
  for (int i = 0; i < walks; ++i) {
    const auto any = [&]() -> const Hull<double>& { return hulls[random.bits() % hulls.size()]; };
    const Hull<double>&a = any(), &b = any();
    const double angle = random.uniform(0, 3);
    const Pose<double> x_ab{from_axis_angle(random.on_sphere(), angle), random.in_ball() * 4.0};
    Walked walked;
    const Contact<double> c = vclip::distance(a, b, x_ab, {}, nullptr, WriteDown{walked});
    std::string at;
    for (const vclip::Step& s : walked.steps) {
      const std::string next = state(s.a, s.b);
      if (!at.empty()) ++ways[{at, next}];
      at = next;
    }
    ++(c.touching() ? penetrating : nearest)[at];
  }
  const std::map<std::string, Pixel> place{
      {"V-V", {540, 110}}, {"V-E", {690, 110}}, {"E-E", {840, 110}}, {"V-F", {690, 300}}, {"E-F", {840, 300}}};
  const std::map<char, int> dimension{{'V', 0}, {'E', 1}, {'F', 2}};
  paper.text({490, 30}, "The states, and ways taken per 1000 walks", black, "start", 16, true);
  for (const auto& [way, count] : ways) {
    const Pixel from = place.at(way.first), to = place.at(way.second);
    const auto size = [&](const std::string& s) { return dimension.at(s[0]) + dimension.at(s[2]); };
    const std::string color = size(way.second) > size(way.first) ? blue : grey;
    const std::string dash = size(way.second) < size(way.first) ? "5 4" : "";
    const std::string per_mille = decimal(1000.0 * count / walks, 1);
    if (way.first == way.second) {
      paper.text(from + Pixel{-62, 38}, "again " + per_mille, grey, "middle", 11);
      continue;
    }
    const Pixel along = (1 / length(to - from)) * (to - from), aside = 9 * Pixel{-along.y, along.x};
    const Pixel tail = from + 32 * along + aside, head = to - 32 * along + aside;
    paper.arrow(tail, head, stroke(color, 1.6, dash), 9);
    const double t = 0.36;  // off the middle, where paths may cross
    const bool upright = std::abs(along.y) > std::abs(along.x);
    const std::string anchor = !upright ? "middle" : aside.x < 0 ? "end" : "start";
    paper.text(tail + t * (head - tail) + (upright ? 0.8 : 1.6) * aside + Pixel{0, 4}, per_mille, color, anchor, 11);
  }
  for (const auto& [name, p] : place) {
    paper.dot(p, 28, {"white", black, 1.6});
    paper.text(p + Pixel{0, 5}, name, black, "middle", 15);
    const double side = p.y < 200 ? -40 : 48, next = p.y < 200 ? -15 : 15;
    const auto label = [&, at = p](double down, const std::string& end, int walks_there, const std::string& color) {
      if (walks_there == 0) return;
      paper.text(at + Pixel{0, down}, end + decimal(1000.0 * walks_there / walks, 1), color, "middle", 12);
    };
    label(side, "nearest ", nearest[name], green);
    label(side + next, "penetrating ", penetrating[name], red);
  }
  paper.text({490, 400}, "solid: a dimension up, strictly nearer; dashed: a dimension down, distance kept", grey,
             "start", 11);
  paper.text({490, 420},
             "counted over " + std::to_string(walks) + " walks between random hulls, from the line of centres", grey,
             "start", 11);
}

}  // namespace

int main(int count, char** values) {
  const std::string folder = folder_argument(count, values);
  Drawing paper(940, 435);
  draw_walk(paper);
  draw_states(paper);
  paper.save(folder + "vclip.svg", "draw_vclip.cpp");
}
