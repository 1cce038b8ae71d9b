// SPDX-License-Identifier: MIT
#pragma once
/// How bodies in space are projected onto the paper: a parallel projection, silhouettes, and the corners of features.
#include <docs/pictures/drawing.h>
#include <tactus/shape/hull.h>

namespace tactus::pictures {

/// Where the world's `center` lies on the paper, and the size of a unit.
struct View {
  Vec3<double> right{1, 0, 0}, up{0, 1, 0}, center{};
  Pixel at{};
  double scale = 100;

  Pixel operator()(const Vec3<double>& p) const {
    return at + Pixel{scale * dot(right, p - center), -scale * dot(up, p - center)};
  }
  Vec3<double> towards_eye() const { return cross(right, up); }
  bool sees(const Vec3<double>& normal) const { return dot(normal, towards_eye()) > 0; }
  static View from(const Vec3<double>& eye, Pixel at = {}, double scale = 100) {
    const Vec3<double> right = unit_or_up(cross(Vec3<double>{0, 0, 1}, eye));
    return {right, unit_or_up(cross(eye, right)), {}, at, scale};
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

/// A ⊖ B, of a MinkowskiPair.
template <class Pair> void draw_difference(Drawing& paper, const View& view, const Pair& pair) {
  paper.polygon(outline(view, [&](const Vec3<double>& d) { return pair.support(d).w; }), {pale, grey});
}

inline Pose<double> turned(const Vec3<double>& axis, double degrees, const Vec3<double>& shift) {
  const double half = degrees * pi<double> / 360;
  const Vec3<double> n = std::sin(half) * unit_or_up(axis);
  return from_quaternion(Quat<double>{std::cos(half), n.x, n.y, n.z}, shift);
}

inline std::vector<Vec3<double>> corners_of(const Hull<double>& hull, Feature f, const Pose<double>& pose) {
  std::vector<Vec3<double>> corners;
  if (f.kind == FeatureKind::vertex) corners = {hull.vertex(f.index)};
  if (f.kind == FeatureKind::edge) corners = {hull.vertex(hull.edge(f.index).a), hull.vertex(hull.edge(f.index).b)};
  if (f.kind == FeatureKind::face)
    for (const std::uint32_t v : hull.face_loop(f.index)) corners.push_back(hull.vertex(v));
  for (Vec3<double>& c : corners) c = pose * c;
  return corners;
}
inline Vec3<double> middle(const std::vector<Vec3<double>>& points) {
  Vec3<double> sum{};
  for (const Vec3<double>& p : points) sum += p;
  return sum / static_cast<double>(points.size());
}

}  // namespace tactus::pictures
