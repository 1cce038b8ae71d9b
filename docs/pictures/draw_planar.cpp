// SPDX-License-Identifier: MIT
// Draws Figures 1 to 4 of [Feng and Tan 2019] from tactus/planar: planar_difference.svg (Figures 1 and 2),
// planar_entrance_block.svg (Figure 3) and planar_features.svg (Figure 4). The paper gives no coordinates; these are ours.
//   draw_planar docs/algorithms/pictures
#include <docs/pictures/drawing.h>
#include <tactus/planar/contact.h>
#include <tactus/planar/entrance_block.h>

namespace {

using namespace tactus;
using namespace tactus::pictures;
using V = Vec2<double>;
using P = planar::Pose2<double>;
using Polygon = planar::Polygon<double>;

const Polygon quadrilateral = Polygon::from_vertices({{-1.3, 0.1}, {-0.5, -0.8}, {1.1, -0.6}, {0.9, 0.9}});
const Polygon triangle = Polygon::from_vertices({{-0.8, -0.5}, {0.9, -0.4}, {-0.1, 0.9}});
const planar::Ellipse<double> ellipse{.radii = {0.9, 0.5}};

/// Where a drawing's part has its origin, and how many pixels are a unit.
struct View {
  Pixel at;
  double scale;
  Pixel operator()(const V& p) const { return {at.x + scale * p.x, at.y - scale * p.y}; }
};

P pose(double x, double y, double angle = 0) { return {planar::Rotation2<double>::from_angle(angle), {x, y}}; }

std::vector<Pixel> outline(const Polygon& polygon, const P& pose, const View& view) {
  std::vector<Pixel> points;
  for (int i = 0; i < polygon.size(); ++i) points.push_back(view(pose * polygon.vertex(i)));
  return points;
}

/// The boundary of any convex shape, by its support points along many directions.
template <class Support> std::vector<Pixel> outline_by_support(Support&& support, const View& view) {
  std::vector<Pixel> points;
  for (int i = 0; i < 360; ++i)
    points.push_back(view(support(V{cos(i * pi<double> / 180), sin(i * pi<double> / 180)})));
  return points;
}

std::vector<Pixel> outline(const planar::EntranceBlock<double>& block, const View& view) {
  std::vector<Pixel> points;
  for (const auto& vertex : block.vertices) points.push_back(view(vertex.position));
  return points;
}

const Ink difference_ink{pale, grey};

/// The shapes above, their difference with the origin below: apart, in touch, overlapping.
void draw_states(Drawing& d, double top, const char* title, auto&& draw_b, auto&& draw_difference, auto&& contact_at) {
  d.text({14, top + 18}, title, black, "start", 14, true);
  const double gap_at_zero = contact_at(pose(0.1, 2.3)).distance;
  const double heights[] = {2.3, 2.3 - gap_at_zero, 2.3 - gap_at_zero - 0.5};
  for (int k = 0; k < 3; ++k) {
    const View shapes{{130 + 250.0 * k, top + 180}, 30}, below{{130 + 250.0 * k, top + 285}, 30};
    // The normal is not quite vertical, so the height of touch is found in a few steps of Newton's kind.
    P at = pose(0.1, heights[k]);
    const double wanted = k == 0 ? contact_at(at).distance : k == 1 ? 0.0 : -0.45;
    for (int step = 0; step < 30; ++step) at.translation.y -= contact_at(at).distance - wanted;
    const auto c = contact_at(at);
    d.polygon(outline(quadrilateral, P{}, shapes), shape_a);
    draw_b(at, shapes);
    draw_difference(at, below);
    d.origin(below({}));
    if (std::abs(c.distance) > 1e-3) d.arrow(below({}), below(c.normal * -c.distance), red);
    const char* words[] = {"separation", "touch", "overlap"};
    d.text({130 + 250.0 * k, top + 40}, words[k], black, "middle", 13);
    d.text({130 + 250.0 * k, top + 56}, "d = " + decimal(k == 1 ? 0.0 : c.distance, 2), red, "middle", 13);
  }
}

void draw_differences(const std::string& file) {
  Drawing d(760, 840);
  draw_states(
      d, 0, "quadrilateral A and triangle B; below, A ⊖ B and the origin",
      [&](const P& at, const View& v) { d.polygon(outline(triangle, at, v), shape_b); },
      [&](const P& at, const View& v) {
        d.polygon(outline(planar::minkowski_difference(quadrilateral, P{}, triangle, at), v), difference_ink);
      },
      [](const P& at) { return planar::contact(quadrilateral, P{}, triangle, at); });
  draw_states(
      d, 420, "quadrilateral A and ellipse B; below, A ⊖ B and the origin",
      [&](const P& at, const View& v) {
        d.polygon(outline_by_support([&](const V& n) { return at * ellipse.support(n); }, v), shape_b);
      },
      [&](const P& at, const View& v) {
        d.polygon(
            outline_by_support([&](const V& n) { return quadrilateral.support(n) - at * ellipse.support(-n); }, v),
            difference_ink);
      },
      [](const P& at) { return planar::contact(quadrilateral, P{}, ellipse, at); });
  d.save(file, "draw_planar.cpp");
}

/// Left: the triangle slides around the quadrilateral, and its centroid draws the entrance block E(B, A). Right: the
/// state is where the centroid is.
void draw_entrance_block(const std::string& file) {
  Drawing d(820, 400);
  const V centroid = triangle.center();
  const auto block = planar::entrance_block(triangle, P{}, quadrilateral, P{}, centroid);
  const View left{{200, 215}, 62}, right{{540, 215}, 62};
  for (const View& view : {left, right}) {
    d.polygon(outline(block, view), difference_ink);
    d.polygon(outline(quadrilateral, P{}, view), shape_a);
  }
  const Ink ghost{"none", orange, 1, 0.8, "4 3"};
  for (const auto& vertex : block.vertices) {  // with its centroid on a vertex of the block, B touches A
    const V shift = vertex.position - centroid;
    d.polygon(outline(triangle, pose(shift.x, shift.y), left), ghost);
    d.dot(left(vertex.position), 3.5, {orange});
  }
  const auto first = block.vertices[0].position, second = block.vertices[1].position;
  const V middle = (first + second) * 0.5, across{first.y - second.y, second.x - first.x},
          inward = across * (1 / norm(across));
  const std::pair<V, const char*> states[] = {{middle - inward * 0.8, "outside: separation"},
                                              {middle, "on it: touch"},
                                              {middle + inward * 0.6, "inside: overlap"}};
  for (const auto& [at, words] : states) {
    const V shift = at - centroid;
    d.polygon(outline(triangle, pose(shift.x, shift.y), right), {"none", orange, 1.5});
    d.dot(right(at), 4, {red});
    d.line({right(at), right(at) + Pixel{80, 0}}, stroke(red, 0.8));  // the words lie beside the triangles
    d.text(right(at) + Pixel{84, 4}, words, red, "start", 12);
  }
  d.text({14, 22}, "B slides around A: its centroid draws E(B, A)", black, "start", 13);
  d.text({390, 22}, "the place of the centroid tells the contact state", black, "start", 13);
  d.save(file, "draw_planar.cpp");
}

/// Four poses of B that differ little, and the features and points that touch.
void draw_features(const std::string& file) {
  Drawing d(760, 250);
  const Polygon box = Polygon::from_vertices({{-1.0, -1.0}, {1.0, -1.0}, {1.0, 1.0}, {-1.0, 1.0}});
  const Polygon wedge = Polygon::from_vertices({{-0.9, 0.6}, {0.2, -0.9}, {0.9, 0.6}});
  const V tip{0.9, 0.6};  // of B, in its frame
  const auto with_tip_at = [&](double at_x, double at_y, double angle) {
    const P turned = pose(0, 0, angle);
    const V shift = V{at_x, at_y} - turned * tip;
    return pose(shift.x, shift.y, angle);
  };
  const std::pair<P, const char*> cases[] = {{with_tip_at(-0.60, -0.59, 0.16), "(a)"},
                                             {with_tip_at(-0.50, -0.59, 0.16), "(b)"},
                                             {with_tip_at(-0.50, -0.62, 0.0), "(c)"},
                                             {with_tip_at(-0.62, -0.52, -0.5), "(d)"}};
  double x = 120;
  for (const auto& [at, name] : cases) {
    const View view{{x, 105}, 40};
    const auto c = planar::contact(box, P{}, wedge, at);
    d.polygon(outline(box, P{}, view), shape_a);
    d.polygon(outline(wedge, at, view), shape_b);
    d.line({view(c.segment[0]), view(c.segment[1])}, stroke(red, 3));
    d.arrow(view(c.point_a), view(c.point_a + c.normal * 0.7), red);
    d.dot(view(c.point_a), 3.5, {blue});
    d.dot(view(c.point_b), 3.5, {orange, black, 1});
    std::ostringstream words;
    words << name << ' ' << c.type << ", d = " << decimal(c.distance, 2);
    d.text({x, 235}, words.str(), black, "middle", 13);
    x += 175;
  }
  d.save(file, "draw_planar.cpp");
}

}  // namespace

int main(int argc, char** argv) {
  const std::string folder = argc > 1 ? argv[1] : ".";
  draw_differences(folder + "/planar_difference.svg");
  draw_entrance_block(folder + "/planar_entrance_block.svg");
  draw_features(folder + "/planar_features.svg");
}
