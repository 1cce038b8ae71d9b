// SPDX-License-Identifier: MIT
// Draws the pictures of docs/algorithms/lin_canny.md and enhanced_gjk.md: runs the algorithms and records their traces.
//   draw_lin_canny docs/algorithms/pictures
#include <docs/pictures/view.h>
#include <tactus/narrow/lin_canny.h>
#include <tactus/shape/generators.h>

namespace {

using namespace tactus;
using namespace tactus::pictures;
using V = Vec3<double>;
const std::string deep_orange = "#c97512";

/// The visible faces.
void draw_hull(Drawing& paper, const View& view, const Hull<double>& hull, const Pose<double>& pose,
               const std::string& fill, const std::string& edges) {
  for (std::uint32_t f = 0; f < hull.face_count(); ++f) {
    if (!view.sees(pose.rotation * hull.plane(f).normal)) continue;
    std::vector<Pixel> corners;
    for (const std::uint32_t v : hull.face_loop(f)) corners.push_back(view(pose * hull.vertex(v)));
    paper.polygon(corners, {fill, edges, 0.7});
  }
}

// ---- Lin-Canny: the features it walks over --------------------------------------------------------------------------

struct Watch {
  std::vector<lin_canny::FeaturePair>& seen;
  void operator()(const lin_canny::Step& s) const { seen.push_back({s.a, s.b}); }
  void operator()(const lin_canny::Cycle&) const {}
};

void draw_feature(Drawing& paper, const View& view, const std::vector<V>& corners, const std::string& color) {
  std::vector<Pixel> points;
  for (const V& c : corners) points.push_back(view(c));
  if (points.size() > 2) paper.polygon(points, {color + "55", color, 1.5});
  if (points.size() == 2) paper.line(points, stroke(color, 3));
  if (points.size() == 1) paper.dot(points[0], 4, {color});
}

void draw_lin_canny(const std::string& file) {
  const Hull<double> a = generate::tessellated_sphere<double>(1), b = generate::tessellated_sphere<double>(1);
  const Pose<double> x_ab = translation(2.6, 0.4, 0.5) * rotation(V{0.6, 0, 0.8}, 0.7);
  const View view = View::from({0.35, -1, 0.45}, {185, 205}, 125);

  // The start is as stale as possible: on each hull a vertex far from the other.
  PairCache<double> cache;
  const V eye = view.towards_eye();
  cache.feature_a = lin_canny::vertex_feature(a.support_index(view.up + 0.7 * eye));
  cache.feature_b = lin_canny::vertex_feature(b.support_index(transposed_times(x_ab.rotation, eye - view.up)));
  std::vector<lin_canny::FeaturePair> seen;
  const Contact<double> c = lin_canny::distance(a, b, x_ab, {}, &cache, Watch{seen});

  Drawing paper(680, 420);
  paper.text({20, 28}, "Lin-Canny: from a stale pair of features to the closest one", black, "start", 16, true);
  draw_hull(paper, view, a, {}, pale_blue, blue + "88");
  draw_hull(paper, view, b, x_ab, pale_orange, deep_orange + "88");
  const auto draw_walk = [&](const Hull<double>& hull, const Pose<double>& pose, auto side, const std::string& color) {
    std::vector<Pixel> way;
    for (const auto& s : seen) {
      const std::vector<V> corners = corners_of(hull, s.*side, pose);
      draw_feature(paper, view, corners, color);
      way.push_back(view(middle(corners)));
    }
    paper.line(way, stroke(black, 1.2, "3 2"));
    paper.dot(way.front(), 5, {"white", color, 1});
  };
  draw_walk(a, {}, &lin_canny::FeaturePair::a, blue);
  draw_walk(b, x_ab, &lin_canny::FeaturePair::b, deep_orange);
  paper.line({view(c.point_a), view(c.point_b)}, stroke(green, 2.5));
  for (const V& p : {c.point_a, c.point_b}) paper.dot(view(p), 4, {green});
  paper.text({35, 90}, "A", blue, "start", 20, true);
  paper.text({600, 90}, "B", deep_orange, "start", 20, true);
  std::ostringstream summary, kinds;
  summary << seen.size() << " pairs of features visited; the last: " << c.feature_a << " of A, " << c.feature_b
          << " of B, " << c.distance << " apart";
  for (const auto& s : seen) {
    const auto letter = [](Feature f) {
      return f.kind == FeatureKind::vertex ? 'V' : f.kind == FeatureKind::edge ? 'E' : 'F';
    };
    kinds << letter(s.a) << letter(s.b) << ' ';
  }
  paper.text({20, 385}, summary.str(), black);
  paper.text({20, 407}, "A's and B's feature at each: " + kinds.str() + "(V vertex, E edge, F face)", grey, "start",
             12);
  paper.save(file, "draw_lin_canny.cpp");
}

// ---- Enhanced GJK: how a support point is found ---------------------------------------------------------------------

/// A hull that records whose neighbours are visited.
struct WatchedHull {
  using Scalar = double;
  const Hull<double>& hull;
  std::vector<std::uint32_t>& visited;

  V support(const V& d) const { return hull.support(d); }
  double radius() const { return 0; }
  V center() const { return hull.center(); }
  std::uint32_t support_index(const V& d, std::uint32_t hint) const { return hull.support_index(d, hint); }
  const V& vertex(std::uint32_t i) const { return hull.vertex(i); }
  std::size_t vertex_count() const { return hull.vertex_count(); }
  std::span<const std::uint32_t> neighbours(std::uint32_t i) const {
    visited.push_back(i);
    return hull.neighbours(i);
  }
};

void draw_climb(Drawing& paper, const View& view, const Hull<double>& hull, const V& d, std::uint32_t from,
                const std::string& title, double left) {
  std::vector<std::uint32_t> visited;
  const std::uint32_t top = enhanced_gjk::climb(WatchedHull{hull, visited}, d, from);
  draw_hull(paper, view, hull, {}, pale_blue, blue + "66");
  for (const std::uint32_t v : visited)
    for (const std::uint32_t n : hull.neighbours(v)) paper.dot(view(hull.vertex(n)), 3, {"white", blue, 1});
  std::vector<Pixel> way;
  for (const std::uint32_t v : visited) way.push_back(view(hull.vertex(v)));
  if (way.size() > 1) paper.line(way, stroke(deep_orange, 3));
  for (const Pixel& p : way) paper.dot(p, 4, {deep_orange});
  const V tip = hull.vertex(top);
  paper.line({view(tip), view(tip + 0.35 * unit_or_up(d))}, stroke(green, 2.5));
  paper.dot(view(tip), 5, {green});
  paper.text({left, 28}, title, black, "start", 15, true);
  std::ostringstream text;
  text << visited.size() << (visited.size() == 1 ? " vertex" : " vertices") << " visited, of " << hull.vertex_count();
  paper.text({left, 385}, text.str(), black);
}

void draw_enhanced_gjk(const std::string& file) {
  const Hull<double> hull = generate::tessellated_sphere<double>(2);
  Drawing paper(680, 420);
  const V eye{0.3, -1, 0.25};
  const View left = View::from(eye, {170, 210}, 130), right = View::from(eye, {510, 210}, 130);
  const V d = 0.8 * left.right + 0.55 * left.up + 0.5 * left.towards_eye();
  const std::uint32_t far = hull.support_index(-0.7 * left.right - 0.5 * left.up + 0.8 * left.towards_eye());
  draw_climb(paper, left, hull, d, far, "Cold: from anywhere", 20);
  const V before = d + 0.12 * left.up - 0.1 * left.right;  // the previous direction
  draw_climb(paper, right, hull, d, hull.support_index(before), "Warm: from the last simplex", 360);
  paper.text({20, 407},
             "orange: vertices visited; hollow: neighbours compared; green: the support vertex and the direction", grey,
             "start", 12);
  paper.save(file, "draw_lin_canny.cpp");
}

}  // namespace

int main(int count, char** values) {
  const std::string folder = folder_argument(count, values);
  draw_lin_canny(folder + "lin_canny.svg");
  draw_enhanced_gjk(folder + "enhanced_gjk.svg");
}
