#pragma once
/// How far two bodies may go before their manifold is made of other parts: each decision on the way to it compares two
/// numbers, and here is how far apart they are.
#include <tactus/contact/hull_silhouette.h>
#include <tactus/narrow/voronoi_planes.h>

namespace tactus {

namespace detail {

/// The vertices of a feature in the order of its outline; an edge's from its lower end, as it is seen.
template <Polyhedron P> struct FeatureVertices {
  std::span<const std::uint32_t> loop;
  std::uint32_t ends[2] = {0, 0};

  FeatureVertices(const P& p, Feature f) {
    if (f.kind == FeatureKind::face) {
      loop = p.face_loop(f.index);
      return;
    }
    if (f.kind == FeatureKind::vertex) {
      ends[0] = f.index;
    } else {
      const HullEdge edge = p.edge(f.index);
      const bool down = points_down(p.vertex(edge.b) - p.vertex(edge.a));
      ends[0] = down ? edge.b : edge.a, ends[1] = down ? edge.a : edge.b;
    }
    loop = {ends, f.kind == FeatureKind::vertex ? 1u : 2u};
  }
  FeatureVertices(const FeatureVertices&) = delete;
  std::uint32_t operator[](std::size_t i) const { return loop[i < loop.size() ? i : 0]; }  // round the loop
  bool holds(std::uint32_t v) const { return std::find(loop.begin(), loop.end(), v) != loop.end(); }
};

}  // namespace detail

/// How far a unit direction may turn (as a chord) until the feature along it is another than f, or a
/// vertex that is not f's is farther along it. Not positive if it is so already.
template <Polyhedron P, class T = scalar_t<P>> T turn_margin(const P& p, Feature f, const Vec3<T>& direction) {
  const detail::FeatureVertices<P> own(p, f);
  constexpr T sine = feature_sine<T>;
  const auto fall = [&](std::uint32_t from, std::uint32_t to) {
    const Vec3<T> e = p.vertex(to) - p.vertex(from);
    return -dot(e, direction) / norm(e);
  };
  T least = sine, own_slope = T(0);
  if (f.kind == FeatureKind::edge) own_slope = abs(fall(own[0], own[1])), least = sine - own_slope;
  if (f.kind == FeatureKind::face) least = sine - norm(cross(p.plane(f.index).normal, direction));
  for (const std::uint32_t v : own.loop) {
    const auto ring = p.neighbours(v), outgoing = p.outgoing(v);
    for (std::size_t i = 0; i < ring.size(); ++i) {
      if (!own.holds(ring[i])) {
        const T slope = fall(v, ring[i]);  // an edge out of the feature leads down,
        least =
            min(least, f.kind == FeatureKind::vertex ? slope - sine  // and steeply, at a vertex,
                       : f.kind == FeatureKind::edge ? (slope - own_slope) / T(2)  // more so than the flattest edge,
                                                     : slope - detail::level_sine<T>);  // and none is level
      }
      const std::uint32_t face = p.half_edge(outgoing[i]).face;
      if (f.kind == FeatureKind::vertex || (f.kind == FeatureKind::face && face == f.index)) continue;
      const Vec3<T> n = p.plane(face).normal;
      if (f.kind == FeatureKind::edge) {  // beside which no face is flat,
        if (dot(n, direction) > T(0)) least = min(least, norm(cross(n, direction)) - sine);
      } else {  // or the face is nearer than all others there.
        const Vec3<T> nearer = p.plane(f.index).normal - n;
        least = min(least, (dot(nearer, direction) - T(4) * unit_roundoff<T>) / norm(nearer));
      }
    }
  }
  return least;
}

template <Scalar T> struct ClipMargin {
  T least;  // no number that clip() decides by is nearer to where it would decide otherwise
  T reach;  // no two corners are farther apart
};

/// Of two polygons or segments. Corners count from -snap inside, sides cross where all four ends are clear of each
/// other's lines by snap, and corners nearer than 2·snap to each other are one.
template <Scalar T> ClipMargin<T> clip_margin(const Silhouette<T>& a, const Silhouette<T>& b, T snap) {
  ClipMargin<T> margin{infinity<T>, T(0)};
  const auto decided_by = [&](T value) { margin.least = min(margin.least, abs(value)); };
  for (int i = 0; i < a.count; ++i) decided_by(b.inside(a.corners[i]) + snap);
  for (int j = 0; j < b.count; ++j) decided_by(a.inside(b.corners[j]) + snap);
  for (int i = 0; i < a.count; ++i)
    for (int j = 0; j < b.count; ++j) {
      const T apart = norm(a.corners[i] - b.corners[j]);
      decided_by(apart - T(2) * snap);
      margin.reach = max(margin.reach, apart);
    }
  const auto straddled = [&](const SideLine<T>& side, const Vec2<T>& p, const Vec2<T>& q) {  // by so much
    const T x = side.distance(p), y = side.distance(q);
    return min(max(x, y), -min(x, y)) - snap;
  };
  const auto next = [](const Silhouette<T>& s, int i) { return s.corners[i + 1 == s.count ? 0 : i + 1]; };
  for (int i = 0; i < a.side_count(); ++i)
    for (int j = 0; j < b.side_count(); ++j)
      decided_by(min(straddled(b.sides[j], a.corners[i], next(a, i)), straddled(a.sides[i], b.corners[j], next(b, j))));
  return margin;
}

}  // namespace tactus
