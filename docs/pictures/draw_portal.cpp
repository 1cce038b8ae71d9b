// SPDX-License-Identifier: MIT
// Draws mpr.svg and support_walk.svg: the portals that the two algorithms went through, by their own traces.
//   draw_portal docs/algorithms/pictures
#include <docs/pictures/view.h>
#include <tactus/narrow/support_walk.h>
#include <tactus/shape/box.h>
#include <tactus/shape/ellipsoid.h>

namespace {

using namespace tactus;
using namespace tactus::pictures;
using V = Vec3<double>;
PairCache<double>* const no_cache = nullptr;

struct PortalTrace {
  struct Record {
    int phase;
    portal::Portal<double> portal;
    V normal, p;
  };
  std::vector<Record> steps;
  void operator()(const mpr::Step<double>& s) { steps.push_back({s.phase, s.portal, s.normal, s.p}); }
  template <class Other> void operator()(const Other&) {}
};

/// Seen across the ray, which runs to the right; the eye is moved round it by `degrees`, and ahead.
View across_ray(const V& r, double degrees, double ahead) {
  const V side = any_perpendicular(r), other = cross(r, side);
  const double t = degrees * pi<double> / 180;
  const V eye = unit_or_up(std::cos(t) * side + std::sin(t) * other + ahead * r);
  View view;
  view.right = unit_or_up(r - dot(r, eye) * eye);
  view.up = cross(eye, view.right);
  return view;
}

/// The tetrahedron (v, a, b, c) and the ray. With names, the corners are v1, v2, v3.
void draw_portal(Drawing& paper, const View& view, const portal::Portal<double>& portal, const std::string& center) {
  const Pixel v = view(portal.v().w);
  std::vector<Pixel> corners;
  for (int i = 0; i < 3; ++i) corners.push_back(view(portal.corner(i).w));
  for (const Pixel& p : corners) paper.line({v, p}, stroke(blue, 1, "4 3"));
  const V hit =
      portal.v().w +
      (dot(portal.corner(0).w - portal.v().w, portal.normal()) / dot(portal.r(), portal.normal())) * portal.r();
  const Pixel tip = view(portal.v().w + (norm(portal.v().w) + 0.55) * portal.r());
  const bool towards_eye = dot(portal.normal(), view.towards_eye()) > 0;
  if (towards_eye) paper.arrow(v, tip, green, 1.8);
  paper.polygon(corners, {"#a9c4e8", blue, 2, 0.75});
  if (!towards_eye) {
    paper.arrow(v, tip, green, 1.8);
  } else if (portal.lost_side() < 0) {
    paper.arrow(view(hit), tip, green, 1.8);
    paper.dot(view(hit), 2.5, {green});
  }
  for (const Pixel& p : corners) paper.dot(p, 3.5, {blue});
  paper.dot(v, 4, {green});
  paper.formula(v + Pixel{-12, 5}, center, green, "end", 15);
  paper.origin(view({}));
}
void draw_support(Drawing& paper, const View& view, const V& p, const V& normal, const std::string& name) {
  const Pixel at = view(p), tip = view(p + 0.32 * normal);
  paper.arrow(at, tip, red, 1.5);
  paper.dot(at, 4.5, {"white", red, 2});
  paper.formula(tip + 12 / length(tip - at) * (tip - at) + Pixel{0, 5}, name, red, "middle", 15);
}

void draw_mpr(const std::string& file) {
  const Ellipsoid<double> a{{0.85, 0.8, 0.45}};
  const Box<double> b{{0.35, 0.45, 0.45}};
  const Pose<double> x_ab = turned({-1, -1, 1}, 25, {0.1, -1.1, 0.2});
  PortalTrace trace;
  const bool hit = mpr::intersects(a, b, x_ab, {}, no_cache, trace);
  const MinkowskiPair<Ellipsoid<double>, Box<double>> pair(a, b, x_ab);
  std::vector<PortalTrace::Record> shown;
  for (const auto& s : trace.steps)
    if (s.phase > 1) shown.push_back(s);
  portal::Portal<double> last = shown.back().portal;
  last.split({shown.back().p, {}, {}}, shown.back().normal);

  Drawing paper(1000, 350);
  View view = across_ray(last.r(), 20, 0.5);
  view.center = pair.center(), view.scale = 74;
  for (std::size_t i = 0; i <= shown.size(); ++i) {
    view.at = {125.0 + 250 * static_cast<double>(i), 180};
    draw_difference(paper, view, pair);
    std::string title, note;
    if (i == shown.size()) {
      draw_portal(paper, view, last, "v");
      title = hit ? "hit" : "miss", note = "the tetrahedron holds the origin";
    } else {
      draw_portal(paper, view, shown[i].portal, "v");
      draw_support(paper, view, shown[i].p, shown[i].normal, "p");
      const bool turning = shown[i].phase == 2;
      title = turning ? "turn the portal" : "push it out";
      note = turning ? "the ray misses it: p replaces a corner" : "p splits it in three";
    }
    paper.text({view.at.x, 28}, title, black, "middle", 16, true);
    paper.text({view.at.x, 335}, note, grey, "middle", 12);
  }
  paper.save(file, "draw_portal.cpp");
}

void draw_support_walk(const std::string& file) {
  const Ellipsoid<double> a{{0.9, 0.45, 0.65}};
  const Box<double> b{{0.65, 0.55, 0.5}};
  const Pose<double> x_ab = turned({2, 1, 2}, 124, {0.35, -0.25, 0.85});
  PortalTrace trace;
  const Contact<double> c = support_walk::contact(a, b, x_ab, {.tolerance = 5e-3}, no_cache, true, trace);
  const MinkowskiPair<Ellipsoid<double>, Box<double>> pair(a, b, x_ab);
  std::vector<PortalTrace::Record> steps;
  for (const auto& s : trace.steps)
    if (s.phase == 3) steps.push_back(s);

  Drawing paper(1000, 370);
  View view = across_ray(steps.back().portal.r(), 200, 1.1);
  view.center = pair.center(), view.scale = 78;
  const std::size_t shown[4] = {0, 1, 2, steps.size() - 1};
  for (std::size_t i = 0; i < 4; ++i) {
    const auto& s = steps[shown[i]];
    view.at = {125.0 + 250 * static_cast<double>(i), 185};
    draw_difference(paper, view, pair);
    draw_portal(paper, view, s.portal, "v_0");
    if (i < 3) {
      draw_support(paper, view, s.p, s.normal, "v_4");
    } else {
      paper.arrow(view({}), view(-c.distance * c.normal), violet, 2.2);
    }
    const double inner = dot(s.portal.corner(0).w, s.normal), outer = dot(s.p, s.normal);
    paper.text({view.at.x, 28}, i == 3 ? "end, after " + std::to_string(shown[i]) : "step " + std::to_string(i + 1),
               black, "middle", 16, true);
    paper.formula({view.at.x, 335}, "face at " + decimal(inner, 3) + ", v_4 at " + decimal(outer, 3), black, "middle",
                  13);
    paper.formula({view.at.x, 356}, i == 3 ? "normal and depth (violet) read off" : "v_4 splits the outer face", grey,
                  "middle", 12);
  }
  paper.save(file, "draw_portal.cpp");
}

}  // namespace

int main(int count, char** values) {
  const std::string folder = folder_argument(count, values);
  draw_mpr(folder + "mpr.svg");
  draw_support_walk(folder + "support_walk.svg");
}
