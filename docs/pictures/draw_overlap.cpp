// SPDX-License-Identifier: MIT
// Draws overlap_volume.svg and contact_matching.svg: runs the clipping and the matching, and records their results.
//   draw_overlap docs/algorithms/pictures
#include <docs/pictures/drawing.h>
#include <tactus/contact/history/contact_matching.h>
#include <tactus/contact/overlap_volume.h>

#include <array>

namespace {

using namespace tactus;
using namespace tactus::pictures;
using V = Vec3<double>;
using P = Pose<double>;

const std::string light_grey = "#8c8c8c";

Ink round_ended(const std::string& color, double width, const std::string& dash = "") {
  return {.stroke = color, .width = width, .dash = dash, .round_ends = true};
}
void open_arrow(Drawing& d, Pixel from, Pixel to, const std::string& color, double width = 2.5) {
  const Pixel along = (1 / length(to - from)) * (to - from), across{-along.y, along.x}, neck = to - 10 * along;
  d.line({from, neck}, round_ended(color, width));
  d.line({neck + 5 * across, to, neck - 5 * across}, round_ended(color, width));
}
void caption(Drawing& d, Pixel p, const std::string& s, const std::string& color = black) {
  d.text(p, s, color, "start", 13);
}

void draw_box(Drawing& d, const Box<double>& box, const P& pose, const auto& view, const std::string& color) {
  for (std::uint32_t i = 0; i < 8; ++i) {
    for (const std::uint32_t bit : {1u, 2u, 4u})
      if (!(i & bit))
        d.line({view(pose * box.corner(i)), view(pose * box.corner(i | bit))}, round_ended(color, 1, "4 3"));
  }
}

/// Left: two boxes, and the edges of their overlap, by whose faces meet there. Right: volume and gradient during a
/// push.
void draw_overlap_volume(const std::string& file) {
  Drawing d(760, 385);
  const Box<double> a{{1, 1, 0.6}}, b{{0.8, 0.7, 0.9}};
  const P x_ab = translation(0.9, 0.5, 0.75) * rotation(unit_or_up(V{1, 2, 3}), 0.7);
  const auto view = [](const V& p) {
    return Pixel{170 + 85 * (0.9 * p.x - 0.43 * p.y), 232 - 85 * (p.z + 0.25 * p.x + 0.35 * p.y)};
  };
  draw_box(d, a, P{}, view, blue);
  draw_box(d, b, x_ab, view, orange);
  OverlapWorkspace<double> workspace;
  const auto o = overlap_volume(a, b, x_ab, workspace, [&](const OverlapEdge<double>& e) {
    const std::string& color = e.left_of_a != e.right_of_a ? black : e.left_of_a ? blue : orange;
    d.line({view(e.p), view(e.q)}, round_ended(color, 2.5));
  });
  open_arrow(d, view(o.centroid), view(o.centroid + o.normal_a * 0.5), red);
  d.dot(view(o.centroid), 4, {"white", red});
  caption(d, {20, 24}, "A, B and what they share");
  caption(d, {20, 358}, "edges between two faces of A", blue);
  caption(d, {20, 375}, "edges between two faces of B", orange);
  caption(d, {240, 358}, "edges where the surfaces cross", black);
  caption(d, {240, 375}, "centroid, ∫n dS over A's part", red);

  // B comes along x and leaves again.
  std::vector<Pixel> volume, slope;
  double most = 0;
  const int samples = 200;
  std::vector<std::array<double, 2>> values;
  for (int i = 0; i <= samples; ++i) {
    const P x{x_ab.rotation, {-2.6 + 5.2 * i / samples, 0.5, 0.75}};
    const auto at = overlap_volume(a, b, x);
    values.push_back({at.volume, at.normal_b.x});
    most = std::max(most, at.volume);
  }
  for (int i = 0; i <= samples; ++i) {
    const double x = 450 + 290.0 * i / samples;
    volume.push_back({x, 190 - 130 * values[static_cast<std::size_t>(i)][0] / most});
    slope.push_back({x, 190 - 130 * values[static_cast<std::size_t>(i)][1] / most});
  }
  d.line({{450, 190}, {740, 190}}, round_ended(light_grey, 1));
  d.line(slope, round_ended(green, 2));
  d.line(volume, round_ended(black, 2.5));
  caption(d, {450, 24}, "B moves through A along x");
  caption(d, {530, 375}, "volume", black);
  caption(d, {530, 358}, "normal_b·x, its derivative", green);
  d.save(file, "draw_overlap.cpp");
}

/// A box seen from above slides by 0.6 of its side: the matches by distance in the world, and by id.
void draw_matching(const std::string& file) {
  Drawing d(760, 250);
  const P before, now = translation(0.6, 0.1, 0.0) * rotation_z(0.1);
  std::vector<LocatedPoint<double>> old_points, new_points;
  for (std::uint32_t i = 0; i < 4; ++i) {
    const V local{i & 1 ? 0.5 : -0.5, i & 2 ? 0.5 : -0.5, 0};
    const ContactId id{Feature{FeatureKind::face, 0}.id(), Feature{FeatureKind::vertex, i}.id(), 0};
    old_points.push_back(located(ContactPoint<double>{before * local, 0, id}, {0, 0, 1}, P{}, before));
    new_points.push_back(located(ContactPoint<double>{now * local, 0, id}, {0, 0, 1}, P{}, now));
  }
  int column = 0;
  for (const Matching matching : {Matching::world_space, Matching::id_then_body_space}) {
    const double x = 140 + 370 * column++;
    const auto view = [&](const V& p) { return Pixel{x + 120 * p.x, 135 - 120 * p.y}; };
    for (const auto* points : {&old_points, &new_points}) {
      std::vector<Pixel> outline;
      for (const std::size_t i : {0u, 1u, 3u, 2u, 0u}) outline.push_back(view((*points)[i].position));
      d.line(outline, points == &old_points ? round_ended(light_grey, 1.5, "5 4") : round_ended(blue, 1.5));
    }
    const Twins twins = match_points(std::span<const LocatedPoint<double>>(old_points),
                                     std::span<const LocatedPoint<double>>(new_points), matching, 1.0);
    for (std::size_t j = 0; j < 4; ++j) {
      if (twins[j] < 0) continue;
      const bool right = twins[j] == static_cast<int>(j);
      open_arrow(d, view(old_points[static_cast<std::size_t>(twins[j])].position), view(new_points[j].position),
                 right ? green : red, 2);
    }
    for (const auto& p : old_points) d.dot(view(p.position), 4, {"white", light_grey});
    for (const auto& p : new_points) d.dot(view(p.position), 4, {blue, blue});
    std::ostringstream title;
    title << matching;
    caption(d, {x - 120, 22}, title.str());
  }
  caption(d, {20, 240}, "before: dashed; now: blue; arrows join the points matched; green: correctly, red: wrongly",
          black);
  d.save(file, "draw_overlap.cpp");
}

}  // namespace

int main(int count, char** values) {
  const std::string folder = folder_argument(count, values);
  draw_overlap_volume(folder + "overlap_volume.svg");
  draw_matching(folder + "contact_matching.svg");
}
