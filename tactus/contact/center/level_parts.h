// SPDX-License-Identifier: MIT
#pragma once
/// The parts of a polytope that are level: perpendicular to a direction to within a small angle.
///
/// On the sphere of directions a face is a point, its normal; an edge is the arc between the normals of its two faces;
/// a vertex is the region enclosed by such arcs: the directions along which the vertex is farthest. The tilt of a part
/// is the (sine of the) distance of the direction from its point or arc. Parts tilted by less than `sine` are those
/// that meet a disc about the direction. Regions that meet the disc are connected across arcs that meet it: so a walk
/// from the farthest vertex, over edges with such arcs, finds all of them. It looks at the edges of each vertex once.
#include <tactus/core/feature.h>
#include <tactus/narrow/polyhedron/voronoi_planes.h>
#include <tactus/shape/hull.h>

#include <algorithm>

namespace tactus {

template <Scalar T> struct LevelPart {
  std::uint32_t index;
  T tilt2;  // squared
};

/// If there are more parts than the capacity, the most tilted are left out, and `sine` is the tilt of the first one
/// left out. Weights fall to zero at that tilt, so the result stays smooth. A ball needs millions of faces to have so
/// many parts, but a shallow dome, or a flat side that noise has broken into triangles, only a few hundred.
template <Scalar T> struct LevelParts {
  static constexpr int capacity = 256;
  int face_count = 0, edge_count = 0;
  T sine{};  // parts that are tilted by less count, and all of them are listed
  union {
    LevelPart<T> faces[capacity];
  };
  union {
    LevelPart<T> edges[capacity];
  };
  LevelParts() {}

  bool empty() const { return face_count + edge_count == 0; }
  bool full() const { return face_count == capacity || edge_count == capacity; }
  /// The weight of a part, from 0 to 1.
  T share(const LevelPart<T>& part) const {
    return part.tilt2 > T(0) ? T(1) - min(sqrt(part.tilt2) / sine, T(1)) : T(1);
  }
  bool has_face(std::uint32_t face) const {
    return std::any_of(faces, faces + face_count, [&](const LevelPart<T>& p) { return p.index == face; });
  }
  void add_face(std::uint32_t face, T tilt2) { add(faces, face_count, {face, tilt2}); }
  void add_edge(std::uint32_t edge, T tilt2) { add(edges, edge_count, {edge, tilt2}); }
  template <class HasArea> void drop_faces_without_area(HasArea&& has_area) {
    const auto end =
        std::remove_if(faces, faces + face_count, [&](const LevelPart<T>& p) { return !has_area(p.index); });
    face_count = static_cast<int>(end - faces);
  }

 private:
  void add(LevelPart<T>* parts, int& count, LevelPart<T> part) {
    if (count < capacity) {
      parts[count++] = part;
      return;
    }
    const auto less_level = [](const LevelPart<T>& p, const LevelPart<T>& q) { return p.tilt2 < q.tilt2; };
    LevelPart<T>& worst = *std::max_element(parts, parts + count, less_level);
    if (less_level(part, worst)) std::swap(part, worst);
    sine = min(sine, sqrt(part.tilt2));
  }
};

namespace detail {

/// The squared tilt; 1 for faces that look the other way.
template <class P, class T = scalar_t<P>> T face_tilt2(const P& p, std::uint32_t face, const Vec3<T>& direction) {
  if (face == no_face) return T(1);
  const Vec3<T> n = p.plane(face).normal;
  return dot(n, direction) > T(0) ? norm_squared(cross(n, direction)) : T(1);
}

/// Does an edge rise or fall so much that it cannot be level? The great circle of its arc, and so the arc, is then too
/// far from the direction.
template <Scalar T> bool is_steep(const Vec3<T>& e, const Vec3<T>& direction, T sine) {
  return !(square(dot(e, direction)) < square(sine) * norm_squared(e));
}

/// The squared tilt of an edge along e. A turn about e leads from the normal m of the face on its left over the edge to
/// the normal n on its right: the direction d is over the arc if (m × d)·e and (d × n)·e are positive.
template <class P, class T = scalar_t<P>>
T edge_tilt2(const P& p, const HalfEdge& left, const Vec3<T>& e, const Vec3<T>& direction) {
  const std::uint32_t right = p.half_edge(left.twin).face;
  const bool over_left = left.face == no_face || dot(cross(p.plane(left.face).normal, direction), e) >= T(0);
  const bool over_right = right == no_face || dot(cross(direction, p.plane(right).normal), e) >= T(0);
  if (over_left && over_right) return square(dot(e, direction)) / norm_squared(e);
  return min(face_tilt2(p, left.face, direction), face_tilt2(p, right, direction));
}

/// top: the vertex farthest along the direction. False if there may be more parts than there is room for.
template <Polyhedron P, class T = scalar_t<P>>
bool walk_over_level_parts(LevelParts<T>& parts, const P& p, const Vec3<T>& direction, std::uint32_t top) {
  std::uint32_t seen[LevelParts<T>::capacity];
  int count = 0;
  seen[count++] = top;
  for (int i = 0; i < count; ++i) {
    const Vec3<T> at = p.vertex(seen[i]);
    const auto ring = p.neighbours(seen[i]);
    for (std::size_t k = 0; k < ring.size(); ++k) {
      const Vec3<T> e = p.vertex(ring[k]) - at;
      if (is_steep(e, direction, parts.sine)) continue;
      const int other = static_cast<int>(std::find(seen, seen + count, ring[k]) - seen);
      if (other < i) continue;  // already visited from there
      const HalfEdge there = p.half_edge(p.outgoing(seen[i])[k]);
      const T tilt2 = edge_tilt2(p, there, e, direction);
      if (!(tilt2 < square(parts.sine))) continue;
      if (parts.full() || count == LevelParts<T>::capacity) return false;
      parts.add_edge(there.edge, tilt2);
      for (const std::uint32_t face : {there.face, p.half_edge(there.twin).face}) {
        if (parts.has_face(face)) continue;
        const T of_face = face_tilt2(p, face, direction);
        if (of_face < square(parts.sine)) parts.add_face(face, of_face);
      }
      if (other == count) seen[count++] = ring[k];
    }
  }
  return true;
}

}  // namespace detail

/// By testing all parts: for polytopes with few parts whose corners may coincide, or with very many parts.
template <class P, class T = scalar_t<P>>
void find_level_parts_among_all(LevelParts<T>& parts, const P& p, const Vec3<T>& direction) {
  for (std::uint32_t i = 0; i < p.edge_count(); ++i) {
    const Vec3<T> e = p.vertex(p.edge(i).b) - p.vertex(p.edge(i).a);
    if (detail::is_steep(e, direction, parts.sine)) continue;
    const T tilt2 = detail::edge_tilt2(p, p.half_edge(p.edge(i).half_edge), e, direction);
    if (tilt2 < square(parts.sine)) parts.add_edge(i, tilt2);
  }
  for (std::uint32_t i = 0; i < p.face_count(); ++i)
    if (const T tilt2 = detail::face_tilt2(p, i, direction); tilt2 < square(parts.sine)) parts.add_face(i, tilt2);
}

/// direction: unit, in the polytope's frame; top: its vertex farthest along it. parts: initially empty.
template <Polyhedron P, class T = scalar_t<P>>
void find_level_parts(LevelParts<T>& parts, const P& p, const Vec3<T>& direction, std::uint32_t top) {
  if (detail::walk_over_level_parts(parts, p, direction, top)) return;
  parts.face_count = parts.edge_count = 0;
  find_level_parts_among_all(parts, p, direction);
}

namespace detail {

/// Is every level edge at v one of the edges to these two other vertices?
template <Polyhedron P, class T = scalar_t<P>>
bool no_level_edge_at(const P& p, std::uint32_t v, std::uint32_t but_to, std::uint32_t or_to, const Vec3<T>& direction,
                      T sine) {
  const Vec3<T> at = p.vertex(v);
  const auto ring = p.neighbours(v);
  for (std::size_t k = 0; k < ring.size(); ++k) {
    const Vec3<T> e = p.vertex(ring[k]) - at;
    if (is_steep(e, direction, sine) || ring[k] == but_to || ring[k] == or_to) continue;
    if (edge_tilt2(p, p.half_edge(p.outgoing(v)[k]), e, direction) < square(sine)) return false;
  }
  return true;
}

}  // namespace detail

/// Are this level face and its sides the only level parts of the polytope? Another part would have a level edge that
/// leads away from the face.
template <Polyhedron P, class T = scalar_t<P>>
bool is_lone_face(const P& p, std::uint32_t face, const Vec3<T>& direction, T sine) {
  const auto loop = p.face_loop(face);
  for (std::size_t i = 0; i < loop.size(); ++i) {
    const std::uint32_t before = loop[i == 0 ? loop.size() - 1 : i - 1], after = loop[i + 1 == loop.size() ? 0 : i + 1];
    if (!detail::no_level_edge_at(p, loop[i], before, after, direction, sine)) return false;
  }
  return true;
}
/// Is this level edge the only level part?
template <Polyhedron P, class T = scalar_t<P>>
bool is_lone_edge(const P& p, std::uint32_t edge, const Vec3<T>& direction, T sine) {
  const auto [a, b, half_edge] = p.edge(edge);
  return detail::no_level_edge_at(p, a, b, b, direction, sine) && detail::no_level_edge_at(p, b, a, a, direction, sine);
}

/// The vertex of a feature that is farthest along a direction.
template <Polyhedron P, class T = scalar_t<P>>
std::uint32_t farthest_vertex(const P& p, Feature f, const Vec3<T>& direction) {
  if (f.kind == FeatureKind::vertex) return f.index;
  std::uint32_t best = 0;
  T most = -infinity<T>;
  const auto look_at = [&](std::uint32_t v) {
    const T height = dot(p.vertex(v), direction);
    best = height > most ? v : best, most = max(most, height);
  };
  if (f.kind == FeatureKind::edge) {
    look_at(p.edge(f.index).a), look_at(p.edge(f.index).b);
  } else {
    for (const std::uint32_t v : p.face_loop(f.index)) look_at(v);
  }
  return best;
}

}  // namespace tactus
