// Draws the pictures of docs/algorithms: runs the algorithms themselves, with a trace, and writes down what they did.
//   draw_algorithms docs/algorithms/pictures
#include <tactus/narrow/epa.h>
#include <tactus/narrow/support_walk.h>
#include <tactus/shape/shape.h>

#include <cmath>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

namespace {

using namespace tactus;
using V = Vec3<double>;
PairCache<double>* const no_cache = nullptr;

// ---- pen and paper --------------------------------------------------------------------------------------------------

struct Ink {
  std::string fill = "none", stroke = "none";
  double width = 1.5, opacity = 1;
  std::string dash = "";
};
const std::string blue = "#2c5fa8", red = "#c0392b", green = "#27884a", violet = "#7d3c98", black = "#222222";
const std::string grey = "#8a8a8a", pale = "#f0f1f3", orange = "#e08e2b";
const Ink shape_a{"#cfe0f5", blue}, shape_b{"#fbe3c0", orange}, difference{pale, grey};

struct Pixel {
  double x, y;
};
Pixel operator+(Pixel a, Pixel b) { return {a.x + b.x, a.y + b.y}; }
Pixel operator-(Pixel a, Pixel b) { return {a.x - b.x, a.y - b.y}; }
Pixel operator*(double s, Pixel a) { return {s * a.x, s * a.y}; }
double length(Pixel a) { return std::hypot(a.x, a.y); }

/// At most one decimal: a tenth of a pixel is enough, and keeps the files small.
std::string number(double x) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f", x);
  std::string s(text);
  if (s.ends_with(".0")) s.erase(s.size() - 2);
  return s == "-0" ? "0" : s;
}
std::string decimal(double x, int digits) {
  char text[32];
  std::snprintf(text, sizeof text, "%.*f", digits, x);
  return text;
}

class Drawing {
 public:
  Drawing(double width, double height) : width_(width), height_(height) {}

  void polygon(const std::vector<Pixel>& points, const Ink& ink) { path(points, ink, true); }
  void line(const std::vector<Pixel>& points, const Ink& ink) { path(points, ink, false); }
  void dot(Pixel p, double radius, const Ink& ink) {
    out_ << "<circle cx=\"" << number(p.x) << "\" cy=\"" << number(p.y) << "\" r=\"" << number(radius) << '"'
         << style(ink) << "/>\n";
  }
  void arrow(Pixel from, Pixel to, const std::string& color, double width = 2) {
    const Pixel along = (1 / length(to - from)) * (to - from), across{-along.y, along.x};
    const Pixel neck = to - (4.5 * width) * along;
    line({from, neck}, {"none", color, width});
    polygon({to, neck + (2 * width) * across, neck - (2 * width) * across}, {color, "none"});
  }
  /// anchor: start, middle or end. An underscore makes the next character a subscript.
  void text(Pixel p, const std::string& s, const std::string& color = black, const std::string& anchor = "start",
            double size = 14, bool bold = false) {
    out_ << "<text x=\"" << number(p.x) << "\" y=\"" << number(p.y) << "\" fill=\"" << color << "\" text-anchor=\""
         << anchor << "\" font-size=\"" << number(size) << '"' << (bold ? " font-weight=\"bold\"" : "") << '>';
    for (std::size_t i = 0; i < s.size(); ++i) {
      if (s[i] != '_') {
        out_ << s[i];
        continue;
      }
      out_ << "<tspan dy=\"4\" font-size=\"" << number(0.75 * size) << "\">" << s[++i] << "</tspan>";
      if (i + 1 < s.size()) out_ << "<tspan dy=\"-4\">&#8203;</tspan>";
    }
    out_ << "</text>\n";
  }
  /// Cells of a grid in one path, each a rectangle one row high.
  void runs(const std::string& d, const Ink& ink) {
    out_ << "<path shape-rendering=\"crispEdges\" d=\"" << d << '"' << style(ink) << "/>\n";
  }
  void origin(Pixel p) {
    dot(p, 4.5, {"white", black, 1.5});
    line({p - Pixel{9, 0}, p + Pixel{9, 0}}, {"none", black, 1.2});
    line({p - Pixel{0, 9}, p + Pixel{0, 9}}, {"none", black, 1.2});
  }

  /// What follows, up to unclip(), is seen through a window.
  void clip(Pixel corner, Pixel extent) {
    out_ << "<clipPath id=\"window\"><rect x=\"" << number(corner.x) << "\" y=\"" << number(corner.y) << "\" width=\""
         << number(extent.x) << "\" height=\"" << number(extent.y) << "\"/></clipPath><g clip-path=\"url(#window)\">\n";
  }
  void unclip() { out_ << "</g>\n"; }

  void save(const std::string& file) const {
    std::ofstream f(file);
    f << "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " << number(width_) << ' ' << number(height_)
      << "\" width=\"" << number(width_) << "\" height=\"" << number(height_)
      << "\" font-family=\"DejaVu Sans, Verdana, sans-serif\" stroke-linejoin=\"round\">\n"
      << "<!-- drawn by docs/pictures/draw_algorithms.cpp -->\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
      << out_.str() << "</svg>\n";
    if (!f.flush()) std::cerr << "cannot write " << file << '\n', std::exit(1);
  }

 private:
  static std::string style(const Ink& ink) {
    std::string s = " fill=\"" + ink.fill + '"';
    if (ink.stroke != "none") s += " stroke=\"" + ink.stroke + "\" stroke-width=\"" + number(ink.width) + '"';
    if (ink.opacity < 1) s += " opacity=\"" + decimal(ink.opacity, 2) + '"';
    if (!ink.dash.empty()) s += " stroke-dasharray=\"" + ink.dash + '"';
    return s;
  }
  void path(const std::vector<Pixel>& points, const Ink& ink, bool closed) {
    out_ << "<path d=\"";
    for (std::size_t i = 0; i < points.size(); ++i)
      out_ << (i == 0 ? "M" : i == 1 ? "L" : " ") << number(points[i].x) << ' ' << number(points[i].y);
    out_ << (closed ? "Z\"" : "\"") << style(ink) << "/>\n";
  }

  double width_, height_;
  std::ostringstream out_;
};

/// A parallel projection: where the world's `center` lies on the paper, and how large a unit is.
struct View {
  V right{1, 0, 0}, up{0, 1, 0}, center{};
  Pixel at{};
  double scale = 100;

  Pixel operator()(const V& p) const {
    return at + Pixel{scale * dot(right, p - center), -scale * dot(up, p - center)};
  }
  V towards_eye() const { return cross(right, up); }
  static View from(const V& eye) {
    const V right = unit_or_up(cross(V{0, 0, 1}, eye));
    return {right, unit_or_up(cross(eye, right))};
  }
};

/// The silhouette of anything with a support mapping.
template <class Support> std::vector<Pixel> outline(const View& view, const Support& support) {
  std::vector<Pixel> points;
  for (int i = 0; i < 240; ++i) {
    const double t = 2 * pi<double> * i / 240;
    const Pixel p = view(support(std::cos(t) * view.right + std::sin(t) * view.up));
    if (points.empty() || length(p - points.back()) > 0.3) points.push_back(p);
  }
  return points;
}
template <class Pair> std::vector<Pixel> outline_of(const View& view, const Pair& pair) {
  return outline(view, [&](const V& d) { return pair.support(d).w; });
}

Pose<double> turned(const V& axis, double degrees, const V& shift) {
  const double half = degrees * pi<double> / 360;
  const V n = std::sin(half) * unit_or_up(axis);
  return from_quaternion(Quat<double>{std::cos(half), n.x, n.y, n.z}, shift);
}

// ---- GJK ------------------------------------------------------------------------------------------------------------

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
  paper.line({view(c.point_a), view(c.point_b)}, {"none", green, 2.5});
  paper.text(0.5 * (view(c.point_a) + view(c.point_b)) + Pixel{-14, -16}, "distance " + decimal(c.distance, 3), green,
             "end");
  paper.arrow(view(c.point_a), view(c.point_a + 0.24 * c.normal), violet);
  paper.text(view(c.point_a) + Pixel{16, 6}, "normal", violet);
  for (const V& p : {c.point_a, c.point_b}) paper.dot(view(p), 4, {green});

  const std::size_t named = 4;
  const double left = 400, width = 530, height = 330;
  V low{}, high{};  // the origin and the first four steps shall be seen
  for (std::size_t k = 0; k < named; ++k)
    for (const V& p : {trace.steps[k].v, trace.steps[k].w}) {
      low = {std::min(low.x, p.x), std::min(low.y, p.y), 0};
      high = {std::max(high.x, p.x), std::max(high.y, p.y), 0};
    }
  const double scale = 0.78 * std::min(width / (high.x - low.x), height / (high.y - low.y));
  view = {.center = 0.5 * (low + high), .at = {left + width / 2, 45 + height / 2}, .scale = scale};
  paper.text({left, 28}, "A ⊖ B near the origin, and the steps of GJK", black, "start", 16, true);
  paper.clip({left, 45}, {width, height});
  paper.polygon(outline_of(view, pair), difference);
  const auto& last = trace.steps.back();
  const V n = unit_or_up(last.v), along = unit_or_up(cross(n, V{0, 0, 1}));
  const V foot = dot(n, last.w) * n;
  paper.line({view(foot - 3 * along), view(foot + 3 * along)}, {"none", red, 1.5});
  paper.unclip();
  paper.text({left + 12, 45 + height - 14}, "A ⊖ B", grey, "start", 18, true);
  paper.line({view({}), view(last.v)}, {"none", green, 2.5});

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
    paper.text(view(trace.steps[k].w) + 17 * outward + Pixel{0, 4}, "w" + index, blue, "middle", 15);
    paper.text(view(trace.steps[k].v) - 17 * outward + Pixel{0, 4}, "v" + index, green, "middle", 15);
  }
  paper.origin(view({}));
  paper.text(view({}) + Pixel{14, -8}, "origin");
  paper.text({left, 400}, std::to_string(trace.steps.size()) + " steps: " + decimal(last.lower, 5) + " ≤ distance ≤ " +
                              decimal(last.upper, 5));
  paper.text({left, 420}, "v_k: nearest point so far; w_k: support point along -v_k; red: the last support plane", grey,
             "start", 12);
  paper.save(file);
}

// ---- EPA ------------------------------------------------------------------------------------------------------------

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
    if (faces_eye(f)) paper.polygon(corners(f), {"none", blue, 1.2});
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
    paper.polygon(outline_of(view, pair), difference);
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
  paper.save(file);
}

// ---- portals --------------------------------------------------------------------------------------------------------

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
  for (const Pixel& p : corners) paper.line({v, p}, {"none", blue, 1, 1, "4 3"});
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
  paper.text(v + Pixel{-12, 5}, center, green, "end", 15);
  paper.origin(view({}));
}
void draw_support(Drawing& paper, const View& view, const V& p, const V& normal, const std::string& name) {
  const Pixel at = view(p), tip = view(p + 0.32 * normal);
  paper.arrow(at, tip, red, 1.5);
  paper.dot(at, 4.5, {"white", red, 2});
  paper.text(tip + 12 / length(tip - at) * (tip - at) + Pixel{0, 5}, name, red, "middle", 15);
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
    paper.polygon(outline_of(view, pair), difference);
    std::string title, note;
    if (i == shown.size()) {
      draw_portal(paper, view, last, "v");
      title = hit ? "hit" : "miss", note = "the tetrahedron holds the origin";
    } else {
      draw_portal(paper, view, shown[i].portal, "v");
      draw_support(paper, view, shown[i].p, shown[i].normal, "p");
      const bool turning = shown[i].phase == 2;
      title = turning ? "turn the portal" : "push it out";
      note = turning ? "the ray misses it: p comes in" : "p splits it in three";
    }
    paper.text({view.at.x, 28}, title, black, "middle", 16, true);
    paper.text({view.at.x, 335}, note, grey, "middle", 12);
  }
  paper.save(file);
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
    paper.polygon(outline_of(view, pair), difference);
    draw_portal(paper, view, s.portal, "v_0");
    if (i < 3) {
      draw_support(paper, view, s.p, s.normal, "v_4");
    } else {
      paper.arrow(view({}), view(-c.distance * c.normal), violet, 2.2);
    }
    const double inner = dot(s.portal.corner(0).w, s.normal), outer = dot(s.p, s.normal);
    paper.text({view.at.x, 28}, i == 3 ? "end, after " + std::to_string(shown[i]) : "step " + std::to_string(i + 1),
               black, "middle", 16, true);
    paper.text({view.at.x, 335}, "face at " + decimal(inner, 3) + ", v_4 at " + decimal(outer, 3), black, "middle", 13);
    paper.text({view.at.x, 356}, i == 3 ? "normal and depth (violet) read off" : "v_4 splits the outer face", grey,
               "middle", 12);
  }
  paper.save(file);
}

// ---- regions of a simplex -------------------------------------------------------------------------------------------

/// Colours by the number of points that carry the nearest one, a little different for each subset.
std::string region_color(unsigned subset) {
  static const char* const colors[16] = {"",        "#bcd3f0", "#a9c6ea", "#f9dfb4", "#97b9e4", "#f6d49b",
                                         "#f3c983", "#cbe8c9", "#86acdd", "#fae6c6", "#f1bf6c", "#b7dfb4",
                                         "#f7da9f", "#a3d5a0", "#90cb8d", "#e4c9ee"};
  return colors[subset];
}
std::string letters(unsigned subset) {
  std::string s;
  for (unsigned i = 0; i < 4; ++i)
    if (subset >> i & 1u) s += static_cast<char>('a' + i);
  return s;
}

/// Asks for the nearest point to every place of a grid in the plane z = height, and paints which points carry it.
void draw_regions(Drawing& paper, const View& view, Pixel corner, Pixel extent, const simplex::Points<double>& y,
                  unsigned occupied, double height) {
  constexpr double cell = 2;
  struct Region {
    std::string path;
    double count = 0;
    Pixel sum{};
  };
  std::array<Region, 16> regions;
  const int rows = static_cast<int>(extent.y / cell), columns = static_cast<int>(extent.x / cell);
  for (int row = 0; row < rows; ++row) {
    unsigned current = 0;
    int begin = 0;
    for (int column = 0; column <= columns; ++column) {
      const Pixel at = corner + Pixel{(column + 0.5) * cell, (row + 0.5) * cell};
      unsigned subset = 0;
      if (column < columns) {
        const Pixel d = (1 / view.scale) * (at - view.at);
        const V q = view.center + d.x * view.right - d.y * view.up + height * view.towards_eye();
        simplex::Points<double> moved = y;
        for (V& p : moved) p -= q;
        subset = simplex::SignedVolumes<double>{}.nearest(moved, occupied, 0).support();
        Region& r = regions[subset];
        r.count += 1, r.sum = r.sum + at;
      }
      if (subset == current) continue;
      if (current != 0)
        regions[current].path += "M" + number(corner.x + begin * cell) + ' ' + number(corner.y + row * cell) + "h" +
                                 number((column - begin) * cell) + "v2h" + number((begin - column) * cell) + "z";
      current = subset, begin = column;
    }
  }
  for (unsigned subset = 1; subset < 16; ++subset)
    if (regions[subset].count > 0) paper.runs(regions[subset].path, {region_color(subset)});
  for (unsigned subset = 1; subset < 16; ++subset)
    if (regions[subset].count > 150)
      paper.text((1 / regions[subset].count) * regions[subset].sum + Pixel{0, 5}, letters(subset), black, "middle", 15);
}

void draw_simplex_regions(const std::string& file) {
  Drawing paper(900, 440);
  const simplex::Points<double> triangle{V{-0.9, -0.6, 0}, V{1.0, -0.35, 0}, V{-0.1, 0.8, 0}};
  View view{.at = {225, 215}, .scale = 105};
  paper.text({20, 28}, "A triangle in its plane", black, "start", 16, true);
  draw_regions(paper, view, {20, 40}, {410, 340}, triangle, 7, 0);
  paper.polygon({view(triangle[0]), view(triangle[1]), view(triangle[2])}, {"none", black, 1.8});
  for (std::size_t i = 0; i < 3; ++i) paper.dot(view(triangle[i]), 4, {black});

  // Cut halfway between the edges ab and cd, so that the section is a quadrilateral.
  const simplex::Points<double> tetrahedron{V{-1.0, -0.5, -0.6}, V{0.8, 0.9, -0.7}, V{0.9, -0.9, 0.6},
                                            V{-0.7, 0.8, 0.7}};
  view.at = {675, 210};
  paper.text({470, 28}, "A cut through a tetrahedron", black, "start", 16, true);
  draw_regions(paper, view, {470, 40}, {410, 340}, tetrahedron, 15, 0);
  const auto cut = [&](std::size_t i, std::size_t j) {
    const V &p = tetrahedron[i], &q = tetrahedron[j];
    return view(p + (p.z / (p.z - q.z)) * (q - p));
  };
  paper.polygon({cut(0, 2), cut(2, 1), cut(1, 3), cut(3, 0)}, {"none", black, 1.8});

  const std::pair<const char*, unsigned> legend[] = {
      {"one point", 2}, {"an edge", 6}, {"a face", 11}, {"the inside", 15}};
  paper.text({20, 412}, "The nearest point is carried by:", black, "start", 14);
  for (std::size_t i = 0; i < 4; ++i) {
    const double x = 280 + 130 * static_cast<double>(i);
    paper.polygon({{x, 399}, {x + 18, 399}, {x + 18, 415}, {x, 415}}, {region_color(legend[i].second), grey, 1});
    paper.text({x + 26, 412}, legend[i].first);
  }
  paper.save(file);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: draw_algorithms FOLDER\n";
    return 2;
  }
  const std::string folder = std::string(argv[1]) + '/';
  draw_gjk(folder + "gjk.svg");
  draw_epa(folder + "epa.svg");
  draw_mpr(folder + "mpr.svg");
  draw_support_walk(folder + "support_walk.svg");
  draw_simplex_regions(folder + "simplex_regions.svg");
}
