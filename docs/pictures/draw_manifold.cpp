// SPDX-License-Identifier: MIT
// Draws the pictures of docs/algorithms/manifold.md from the library's own silhouettes, overlaps and manifolds.
//   draw_manifold docs/algorithms/pictures
#include <docs/pictures/drawing.h>
#include <tactus/contact/center/contact_center.h>
#include <tactus/contact/manifold/clip.h>
#include <tactus/narrow/default.h>
#include <tactus/pair/settle.h>

namespace {

using namespace tactus;
using namespace tactus::pictures;
using D = double;

/// Two shapes seen along +z, B on A, and the corners of their overlap, coloured by their origin.
void draw_pair(Drawing& paper, D left, const std::string& title, const Shape<D>& a, const Shape<D>& b,
               const Pose<D>& x_ab) {
  const ContactFrame<D> frame(Vec3<D>{0, 0, 1});
  Silhouette<D> on_a, on_b;
  see(on_a, a.feature_along(frame.normal, feature_sine<D>), a.radius(), frame, false);
  const Vec3<D> down = -transposed_times(x_ab.rotation, frame.normal);
  see(on_b, b.feature_along(down, feature_sine<D>).moved(x_ab), b.radius(), frame, true);
  Overlap<D> overlap;
  if (!clip(overlap, on_a, on_b, snap_share<D>)) overlap.order();
  const auto at = [&](const Vec2<D>& p) { return Pixel{left + 120 + 80 * p.x, 170 - 80 * p.y}; };
  const auto shape = [&](const Silhouette<D>& s, Ink ink) {
    std::vector<Pixel> points;
    if (s.kind == Silhouette<D>::Kind::ellipse) {
      for (int k = 0; k < 120; ++k) points.push_back(at(s.rim(std::cos(k * pi<D> / 60), std::sin(k * pi<D> / 60))));
    } else {
      for (int i = 0; i < s.count; ++i) points.push_back(at(s.corners[i]));
    }
    ink.fill_opacity = 0.6;
    if (s.kind == Silhouette<D>::Kind::segment) {
      paper.line(points, ink);
    } else {
      paper.polygon(points, ink);
    }
  };
  shape(on_a, shape_a);
  shape(on_b, shape_b);
  std::vector<Pixel> region;
  for (int i = 0; i < overlap.count; ++i) region.push_back(at(overlap.points[i].at));
  paper.polygon(region, {.fill = green, .stroke = green, .dash = "5 3", .fill_opacity = 0.15});
  for (int i = 0; i < overlap.count; ++i) {
    const ContactId id{0, 0, overlap.points[i].clip};
    const bool corner_a = id.part_a().kind == OutlinePart::Kind::corner;
    const bool corner_b = id.part_b().kind == OutlinePart::Kind::corner;
    paper.dot(at(overlap.points[i].at), 5, {corner_a ? blue : corner_b ? orange : red});
  }
  paper.text({left + 120, 28}, title, black, "middle", 15);
}

void draw_overlaps(const std::string& file) {
  Drawing paper(1000, 360);
  const Shape<D> box = Box<D>{{1, 0.8, 0.5}}, cylinder = Cylinder<D>{0.7, 0.5};
  draw_pair(paper, 10, "face on face", box, Box<D>{{0.8, 0.8, 0.5}}, translation(0.5, 0.3, 1.0) * rotation_z(0.45));
  draw_pair(paper, 260, "round face over an edge", box, cylinder, translation(0.7, 0.3, 1.0));
  draw_pair(paper, 510, "two round faces", cylinder, cylinder, translation(0.6, 0.2, 1.0));
  draw_pair(paper, 750, "a lying cylinder", box, Cylinder<D>{0.5, 1.2},
            translation(0.1, 0.1, 1.0) * rotation_z(0.4) * rotation_y(pi<D> / 2));
  paper.dot({120, 335}, 5, {blue});
  paper.text({132, 340}, "corner or rim point of A inside B");
  paper.dot({420, 335}, 5, {orange});
  paper.text({432, 340}, "of B inside A");
  paper.dot({600, 335}, 5, {red});
  paper.text({612, 340}, "crossing of two sides, or of a side and a rim");
  paper.save(file, "draw_manifold.cpp");
}

/// Where the centre of the contact of a box on the ground goes while it tilts from one edge to the other.
void draw_center(const std::string& file) {
  Drawing paper(760, 330);
  const Shape<D> ground = HalfSpace<D>{}, box = Box<D>{{0.5, 0.4, 0.3}};
  const auto at = [](D tilt, D x) { return Pixel{400 + 16000 * tilt, 160 - 200 * x}; };
  paper.line({at(-0.02, 0), at(0.02, 0)}, stroke(grey));
  paper.line({at(0, -0.6), at(0, 0.6)}, stroke(grey));
  std::vector<Pixel> center, corners[2];
  for (int k = -250; k <= 250; ++k) {
    const D tilt = 0.02 * k / 250;
    const Mat3<D> turned = axis_rotation(1, tilt);
    const D low = (turned * box.support(-transposed_times(turned, Vec3<D>{0, 0, 1}))).z;
    const Pose<D> x{turned, {0, 0, -low}};
    const Manifold<D> m = contact_manifold(ground, box, x, {.max_distance = 1e-3});
    center.push_back(at(tilt, contact_center(ground, box, x, narrow::contact(ground, box, x)).x));
    D lowest = 1, highest = -1;
    for (const auto& p : m) lowest = std::min(lowest, p.position.x), highest = std::max(highest, p.position.x);
    corners[0].push_back(at(tilt, lowest)), corners[1].push_back(at(tilt, highest));
  }
  for (const auto& line : corners) paper.line(line, stroke(orange, 1.5, "4 3"));
  paper.line(center, stroke(green, 3));
  paper.text({20, 30}, "x of the contact's centre", green);
  paper.text({20, 50}, "least and largest x of the contact points", orange);
  paper.text({20, 68}, "(all points within 1e-3)", orange, "start", 12);
  paper.text({740, 178}, "tilt (rad)", grey, "end", 13);
  for (const D tilt : {-0.015, -0.005, 0.005, 0.015}) {
    paper.line({at(tilt, -0.02), at(tilt, 0.02)}, stroke(grey));
    paper.text(at(tilt, 0) + Pixel{0, 20}, decimal(tilt * 1000, 0) + "e-3", grey, "middle", 12);
  }
  paper.save(file, "draw_manifold.cpp");
}

}  // namespace

int main(int count, char** values) {
  const std::string folder = folder_argument(count, values);
  draw_overlaps(folder + "manifold_overlaps.svg");
  draw_center(folder + "manifold_center.svg");
}
