// SPDX-License-Identifier: MIT
// Draws docs/algorithms/pictures/epa.svg: how EPA's polytope grows, by its own trace.
//   draw_epa docs/algorithms/pictures
#include <docs/pictures/view.h>
#include <tactus/narrow/epa.h>
#include <tactus/shape/box.h>
#include <tactus/shape/ellipsoid.h>

namespace {

using namespace tactus;
using namespace tactus::pictures;
using V = Vec3<double>;
PairCache<double>* const no_cache = nullptr;

struct Solid {
  std::vector<V> vertices;
  std::vector<std::array<std::size_t, 3>> faces;
  std::size_t nearest = 0;
  double depth_lower = 0, depth_upper = 0;
};
struct EpaTrace {
  std::vector<Solid> solids;
  void operator()(const gjk::Step<double>&) {}
  void operator()(const epa::Expansion<double>& e) {
    Solid s;
    for (int i = 0; i < e.polytope.vertex_count(); ++i) s.vertices.push_back(e.polytope.vertex(i).w);
    e.polytope.for_each_face([&](const auto& f) {
      if (f.normal == e.normal) s.nearest = s.faces.size();
      s.faces.push_back({f.vertex[0], f.vertex[1], f.vertex[2]});
    });
    s.depth_lower = e.depth_lower, s.depth_upper = e.depth_upper;
    solids.push_back(s);
  }
};

/// Edges of the far side dashed, of the near side drawn over them.
void draw_solid(Drawing& paper, const View& view, const Solid& s) {
  const auto corners = [&](const auto& f) {
    return std::vector<Pixel>{view(s.vertices[f[0]]), view(s.vertices[f[1]]), view(s.vertices[f[2]])};
  };
  const auto faces_eye = [&](const auto& f) {
    const V& a = s.vertices[f[0]];
    return dot(cross(s.vertices[f[1]] - a, s.vertices[f[2]] - a), view.towards_eye()) > 0;
  };
  const bool highlighted_is_near = faces_eye(s.faces[s.nearest]);
  const Ink highlight{red, red, 1.5, 0.45};
  for (const auto& f : s.faces)
    if (!faces_eye(f)) paper.polygon(corners(f), {"none", grey, 0.7, 0.6, "2 3"});
  if (!highlighted_is_near) paper.polygon(corners(s.faces[s.nearest]), highlight);
  for (const auto& f : s.faces)
    if (faces_eye(f)) paper.polygon(corners(f), stroke(blue, 1.2));
  if (highlighted_is_near) paper.polygon(corners(s.faces[s.nearest]), highlight);
  for (const V& v : s.vertices) paper.dot(view(v), 2.2, {blue});
}

void draw_epa(const std::string& file) {
  const Ellipsoid<double> a{{0.9, 0.6, 0.5}};
  const Box<double> b{{0.5, 0.35, 0.4}};
  const Pose<double> x_ab = turned({1, 2, 1}, 40, {0.45, -0.55, 0.3});
  EpaTrace trace;
  const Contact<double> c = epa::contact(a, b, x_ab, {.tolerance = 1e-3}, no_cache, trace);
  const MinkowskiPair<Ellipsoid<double>, Box<double>> pair(a, b, x_ab);

  Drawing paper(960, 400);
  const std::size_t last = trace.solids.size() - 1, shown[3] = {0, std::max<std::size_t>(1, last / 3), last};
  // Seen from the side, so that the nearest face is neither hidden nor a line.
  View view = View::from(c.normal + 1.2 * any_perpendicular(c.normal));
  view.center = pair.center(), view.scale = 95;
  for (int i = 0; i < 3; ++i) {
    const Solid& s = trace.solids[shown[i]];
    view.at = {165.0 + 315 * i, 200};
    draw_difference(paper, view, pair);
    draw_solid(paper, view, s);
    if (i == 2) paper.arrow(view({}), view(-c.distance * c.normal), green, 2.2);
    paper.origin(view({}));
    const std::string title = i == 0   ? "start"
                              : i == 1 ? "after " + std::to_string(shown[i]) + " expansions"
                                       : "end, after " + std::to_string(shown[i]);
    paper.text({view.at.x, 28}, title, black, "middle", 16, true);
    paper.text({view.at.x, 362}, decimal(s.depth_lower, 4) + " ≤ depth ≤ " + decimal(s.depth_upper, 4), black, "middle",
               15);
    paper.text({view.at.x, 384},
               std::to_string(s.vertices.size()) + " vertices, " + std::to_string(s.faces.size()) +
                   " faces; nearest face in red",
               grey, "middle", 12);
  }
  paper.save(file, "draw_epa.cpp");
}

}  // namespace

int main(int count, char** values) {
  const std::string folder = folder_argument(count, values);
  draw_epa(folder + "epa.svg");
}
