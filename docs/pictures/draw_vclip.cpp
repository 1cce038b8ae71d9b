// Draws docs/algorithms/pictures/vclip.svg: a walk of V-Clip from features on the far sides, and how often walks take
// each way between the states. Both are written down by the algorithm's own trace.
//   draw_vclip docs/algorithms/pictures
#include <tactus/narrow/vclip.h>
#include <tactus/shape/generators.h>

#include <cmath>
#include <cstdio>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace {

using namespace tactus;
using V = Vec3<double>;
const std::string blue = "#2c5fa8", orange = "#e08e2b", green = "#27884a", red = "#c0392b", grey = "#8a8a8a";
const std::string black = "#222222";

struct Pixel {
  double x, y;
};

std::string number(double x) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f", x);
  return text;
}

class Drawing {
 public:
  void shape(const char* tag, const std::vector<Pixel>& points, const std::string& style) {
    out_ << '<' << tag << " points=\"";
    for (const Pixel& p : points) out_ << number(p.x) << ',' << number(p.y) << ' ';
    out_ << "\" " << style << "/>\n";
  }
  void line(Pixel a, Pixel b, const std::string& color, double width, const std::string& more = "") {
    shape("polyline", {a, b}, "fill=\"none\" stroke=\"" + color + "\" stroke-width=\"" + number(width) + "\" " + more);
  }
  void dot(Pixel p, double radius, const std::string& style) {
    out_ << "<circle cx=\"" << number(p.x) << "\" cy=\"" << number(p.y) << "\" r=\"" << number(radius) << "\" " << style
         << "/>\n";
  }
  void text(Pixel p, const std::string& s, const std::string& color = black, double size = 14,
            const std::string& more = "text-anchor=\"middle\"") {
    out_ << "<text x=\"" << number(p.x) << "\" y=\"" << number(p.y) << "\" fill=\"" << color << "\" font-size=\""
         << number(size) << "\" " << more << '>' << s << "</text>\n";
  }
  void save(const std::string& file, double width, double height) const {
    std::ofstream f(file);
    f << "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " << number(width) << ' ' << number(height)
      << "\" width=\"" << number(width) << "\" height=\"" << number(height)
      << "\" font-family=\"DejaVu Sans, Verdana, sans-serif\" stroke-linejoin=\"round\">\n"
      << "<!-- drawn by docs/pictures/draw_vclip.cpp -->\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
      << out_.str() << "</svg>\n";
    if (!f.flush()) std::cerr << "cannot write " << file << '\n', std::exit(1);
  }

 private:
  std::ostringstream out_;
};

struct Walked {
  std::vector<vclip::Step> steps;
};
struct WriteDown {
  Walked& walked;
  void operator()(const vclip::Step& s) const { walked.steps.push_back(s); }
  void operator()(const vclip::Fallback&) const { std::cerr << "a walk did not end\n", std::exit(1); }
};

// ---- a walk ---------------------------------------------------------------------------------------------------------

struct View {
  V right, up;
  Pixel at;
  double scale;
  Pixel operator()(const V& p) const { return {at.x + scale * dot(right, p), at.y - scale * dot(up, p)}; }
  V eye() const { return cross(right, up); }
};

std::vector<V> corners(const Hull<double>& hull, const Pose<double>& pose, Feature f) {
  std::vector<V> points;
  if (f.kind == FeatureKind::vertex) points = {hull.vertex(f.index)};
  if (f.kind == FeatureKind::edge) points = {hull.vertex(hull.edge(f.index).a), hull.vertex(hull.edge(f.index).b)};
  if (f.kind == FeatureKind::face)
    for (const std::uint32_t v : hull.face_loop(f.index)) points.push_back(hull.vertex(v));
  for (V& p : points) p = pose * p;
  return points;
}
V middle(const std::vector<V>& points) {
  V sum{};
  for (const V& p : points) sum += p;
  return sum / static_cast<double>(points.size());
}

void draw_hull(Drawing& paper, const View& view, const Hull<double>& hull, const Pose<double>& pose,
               const std::string& color) {
  for (std::uint32_t i = 0; i < hull.edge_count(); ++i) {
    const HalfEdge& h = hull.half_edge(hull.edge(i).half_edge);
    const auto seen = [&](std::uint32_t face) { return dot(pose.rotation * hull.plane(face).normal, view.eye()) > 0; };
    const bool near = seen(h.face) || seen(hull.half_edge(h.twin).face);
    const auto ends = corners(hull, pose, {FeatureKind::edge, i});
    paper.line(view(ends[0]), view(ends[1]), color, near ? 1.3 : 0.7,
               near ? "" : "stroke-dasharray=\"2 3\" opacity=\"0.6\"");
  }
}

void draw_feature(Drawing& paper, const View& view, const std::vector<V>& points, const std::string& color) {
  std::vector<Pixel> pixels;
  for (const V& p : points) pixels.push_back(view(p));
  if (points.size() == 1) paper.dot(pixels[0], 4.5, "fill=\"" + color + "\"");
  if (points.size() == 2) paper.line(pixels[0], pixels[1], color, 4, "stroke-linecap=\"round\"");
  if (points.size() > 2) paper.shape("polygon", pixels, "fill=\"" + color + "\" opacity=\"0.35\"");
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
  const V eye = unit_or_up(V{0.25, -1, 0.45}), right = unit_or_up(cross(V{0, 0, 1}, eye));
  const View view{right, cross(eye, right), {135, 225}, 84};
  paper.text({20, 30}, "A walk from the far sides", black, 16, "font-weight=\"bold\"");
  draw_hull(paper, view, a, {}, blue);
  draw_hull(paper, view, b, x_ab, orange);
  std::vector<Pixel> path_a, path_b;
  for (const vclip::Step& s : walked.steps) {
    const auto on_a = corners(a, {}, s.a), on_b = corners(b, x_ab, s.b);
    path_a.push_back(view(middle(on_a))), path_b.push_back(view(middle(on_b)));
  }
  const std::string way = "fill=\"none\" stroke-width=\"1.6\" stroke=\"" + red + "\" stroke-dasharray=\"4 3\"";
  paper.shape("polyline", path_a, way), paper.shape("polyline", path_b, way);
  std::vector<Pixel> labels;
  for (std::size_t i = 0; i < path_a.size(); ++i) {
    const auto stayed = [&](const std::vector<Pixel>& p) {
      return i > 0 && p[i].x == p[i - 1].x && p[i].y == p[i - 1].y;
    };
    for (const auto& p : {path_a, path_b})
      if (!stayed(p)) {
        paper.dot(p[i], 2.6, "fill=\"" + red + "\"");
        bool free = true;  // where steps crowd, the first of them is named
        for (const Pixel& l : labels) free = free && std::hypot(l.x - p[i].x, l.y - p[i].y) > 14;
        if (!free) continue;
        labels.push_back(p[i]);
        paper.text({p[i].x + 7, p[i].y - 5}, std::to_string(i), red, 10);
      }
  }
  draw_feature(paper, view, corners(a, {}, c.feature_a), blue);
  draw_feature(paper, view, corners(b, x_ab, c.feature_b), orange);
  paper.line(view(c.point_a), view(c.point_b), green, 2.6);
  std::ostringstream caption;
  caption << walked.steps.size() << " pairs of features; the last: " << c.feature_a.kind << " of A, "
          << c.feature_b.kind << " of B; distance " << std::fixed << std::setprecision(3) << c.distance;
  paper.text({20, 400}, caption.str(), black, 13, "");
  paper.text({20, 420}, "red: middle of the feature, numbered by step where it changes; green: the distance", grey, 11,
             "");
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
    const Pose<double> x_ab{from_axis_angle(random.on_sphere(), random.uniform(0, 3)), random.in_ball() * 4.0};
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
  paper.text({490, 30}, "The states, and ways taken per 1000 walks", black, 16, "font-weight=\"bold\"");
  for (const auto& [way, count] : ways) {
    const Pixel from = place.at(way.first), to = place.at(way.second);
    const auto size = [&](const std::string& s) { return dimension.at(s[0]) + dimension.at(s[2]); };
    const std::string color = size(way.second) > size(way.first) ? blue : grey;
    const std::string dash = size(way.second) < size(way.first) ? "stroke-dasharray=\"5 4\"" : "";
    const std::string per_mille = number(1000.0 * count / walks);
    if (way.first == way.second) {
      paper.text({from.x - 62, from.y + 38}, "again " + per_mille, grey, 11);
      continue;
    }
    const double length = std::hypot(to.x - from.x, to.y - from.y);
    const Pixel along{(to.x - from.x) / length, (to.y - from.y) / length}, aside{-along.y * 9, along.x * 9};
    const Pixel tail{from.x + 32 * along.x + aside.x, from.y + 32 * along.y + aside.y};
    const Pixel head{to.x - 32 * along.x + aside.x, to.y - 32 * along.y + aside.y};
    paper.line(tail, head, color, 1.6, dash);
    paper.shape("polygon",
                {head,
                 {head.x - 9 * along.x + 4 * along.y, head.y - 9 * along.y - 4 * along.x},
                 {head.x - 9 * along.x - 4 * along.y, head.y - 9 * along.y + 4 * along.x}},
                "fill=\"" + color + "\"");
    const double t = 0.36;  // off the middle, where ways may cross
    paper.text({tail.x + t * (head.x - tail.x) + 1.6 * aside.x, tail.y + t * (head.y - tail.y) + 1.6 * aside.y + 4},
               per_mille, color, 11);
  }
  for (const auto& [name, p] : place) {
    paper.dot(p, 28, "fill=\"white\" stroke=\"" + black + "\" stroke-width=\"1.6\"");
    paper.text({p.x, p.y + 5}, name, black, 15);
    const double side = p.y < 200 ? -40 : 48;
    if (nearest[name] > 0)
      paper.text({p.x, p.y + side}, "nearest " + number(1000.0 * nearest[name] / walks), green, 12);
    if (penetrating[name] > 0)
      paper.text({p.x, p.y + side + (p.y < 200 ? -15 : 15)},
                 "penetrating " + number(1000.0 * penetrating[name] / walks), red, 12);
  }
  paper.text({490, 400}, "solid: a dimension up, strictly nearer; dashed: a dimension down, distance kept", grey, 11,
             "");
  paper.text({490, 420},
             "counted over " + std::to_string(walks) + " walks between random hulls, from the line of centres", grey,
             11, "");
}

}  // namespace

int main(int argc, char** argv) {
  const std::string folder = argc > 1 ? argv[1] : ".";
  Drawing paper;
  draw_walk(paper);
  draw_states(paper);
  paper.save(folder + "/vclip.svg", 940, 435);
}
