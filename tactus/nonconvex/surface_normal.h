// SPDX-License-Identifier: MIT
#pragma once
/// Which normals a contact with a triangle of a surface can have: those of the surface there.
#include <tactus/nonconvex/piece_source.h>

namespace tactus::pieces {

/// A single triangle pushes sideways at its edges. As part of a surface it must not. At a convex inner edge, normals
/// between those of the two triangles are possible; at a flat or concave inner edge, only the triangle's own normal. At
/// a vertex, a normal n is possible if the vertex is the highest point along n of all edges that meet there (n is in
/// the polar cone of the surface's directions). Any other normal is replaced by the nearest possible one.
template <Scalar T> class SurfaceNormal {
 public:
  /// Normals within this angle count as equal, because an iteration's normal is known only to the square root of the
  /// tolerance.
  static constexpr T sine = T(1e-3L);

  SurfaceNormal(const PieceSource<T>& surface, std::uint32_t i)
      : surface_(surface), i_(i), triangle_(surface.triangle(i)), face_(normal_of(triangle_)) {}

  const Vec3<T>& face() const { return face_; }
  const Triangle<T>& triangle() const { return triangle_; }
  bool front_only() const { return surface_.sides() != Sides::both; }

  /// The triangle's own normal, on the side of the other body. toward: roughly the direction to that body.
  Vec3<T> own(const Vec3<T>& toward) const { return face_ * side_of(toward); }

  /// n: unit, from the triangle to the other body. toward: roughly the same direction; if n is sideways, `toward`
  /// decides on which side of a thin sheet the other body is.
  Vec3<T> possible(const Vec3<T>& n, const Vec3<T>& toward) const {
    if (face_ == Vec3<T>{}) return n;
    const T side = side_of(toward);
    const Vec3<T> f = face_ * side;
    // Against f it is the way back of a body whose middle has just passed the face.
    if (norm_squared(cross(n, f)) <= square(sine)) return f;
    const int k = corner_along(n);
    // On nearly flat ground n may seem perpendicular to both edges at the corner: the one that has n decides.
    Vec3<T> nearest{};
    for (const int e : {k, (k + 2) % 3}) {
      if (abs(dot(n, direction(triangle_, e))) > sine) continue;
      const Vec3<T> candidate = at_edge(e, n, f, side);
      if (nearest == Vec3<T>{} || dot(candidate, n) > dot(nearest, n)) nearest = candidate;
    }
    return nearest == Vec3<T>{} ? at_vertex(k, n, f, side) : nearest;
  }

  /// Can corner k touch something along n: is it the highest point along n of all edges that meet there? Edges that rise
  /// by less than `slope` count as level, so that a face that is nearly perpendicular to n touches with all its corners.
  bool corner_allows(int k, const Vec3<T>& n, T slope) const { return in_vertex_cone(k, n, side_of(n), slope); }
  /// Can edge e touch something between its ends along n, which is perpendicular to it? Convex edges and borders can.
  bool edge_allows(int e, const Vec3<T>& n) const {
    const T side = side_of(n);
    const Vec3<T> along = direction(triangle_, e), f = face_ * side, m = normal_across(e, side);
    if (dot(n, cross(face_, along)) > sine) return false;
    if (m == Vec3<T>{}) return dot(n, f) >= -sine;
    const Vec3<T> beyond = cross(along, m) * side;
    return dot(beyond, f) < -sine && dot(n, beyond) <= sine && dot(n, f + m) >= T(0);
  }
  std::uint32_t index() const { return i_; }
  /// The edge beyond which p lies, or -1 if p lies over or under this triangle. The planes that halve the angles with
  /// the neighbours decide, so that a point near the surface belongs to one triangle.
  int edge_toward(const Vec3<T>& p) const {
    for (int e = 0; e < 3; ++e) {
      const Vec3<T> edge = triangle_.vertex((e + 1) % 3) - triangle_.vertex(e);
      const Vec3<T> inward = cross(face_ + normal_across(e, T(1)), edge);
      if (dot(inward, p - triangle_.vertex(e)) < T(-1e-6L) * norm_squared(edge)) return e;
    }
    return -1;
  }

 private:
  T side_of(const Vec3<T>& toward) const { return front_only() || dot(toward, face_) >= T(0) ? T(1) : T(-1); }
  static Vec3<T> normal_of(const Triangle<T>& t) { return unit_or_zero(cross(t.b - t.a, t.c - t.a)); }
  static Vec3<T> direction(const Triangle<T>& t, int e) { return unit_or_zero(t.vertex((e + 1) % 3) - t.vertex(e)); }
  int corner_along(const Vec3<T>& n) const {
    const T a = dot(n, triangle_.a), b = dot(n, triangle_.b), c = dot(n, triangle_.c);
    return a >= b && a >= c ? 0 : b >= c ? 1 : 2;
  }
  /// Zero at a border, and beside a triangle without area.
  Vec3<T> normal_across(int e, T side) const {
    const std::uint32_t other = surface_.neighbour(i_, e);
    return other == nothing ? Vec3<T>{} : normal_of(surface_.triangle(other)) * side;
  }

  Vec3<T> at_edge(int e, const Vec3<T>& n, const Vec3<T>& f, T side) const {
    const Vec3<T> along = direction(triangle_, e), m = normal_across(e, side);
    if (m == Vec3<T>{}) return front_only() && dot(n, f) < T(0) ? f : n;
    const Vec3<T> inward = cross(f, along) * side, beyond = cross(along, m) * side;
    if (!(dot(beyond, f) < -sine)) return f;  // flat, or concave
    if (dot(n, inward) <= sine && dot(n, beyond) <= sine && dot(n, f + m) >= T(0)) return n;
    return dot(n, f) >= dot(n, m) ? f : m;
  }

  Vec3<T> at_vertex(int k, const Vec3<T>& n, const Vec3<T>& f, T side) const {
    if (in_vertex_cone(k, n, side, sine)) return n;
    Vec3<T> best = f;
    for (const int e : {k, (k + 2) % 3}) {
      const Vec3<T> along = direction(triangle_, e);
      const Vec3<T> across = unit_or_zero(n - along * dot(n, along));
      if (across == Vec3<T>{} || normal_across(e, side) == Vec3<T>{}) continue;
      const Vec3<T> candidate = at_edge(e, across, f, side);
      if (dot(candidate, n) > dot(best, n)) best = candidate;
    }
    return best;
  }

  /// Goes around the vertex from neighbour to neighbour. If it meets a border, it also goes the other way round.
  bool in_vertex_cone(int k, const Vec3<T>& n, T side, T slope) const {
    Vec3<T> sum{};
    bool free = true;
    const auto look_at = [&](const Triangle<T>& t, int corner) {
      sum += normal_of(t) * side;
      free &= dot(n, direction(t, corner)) <= slope && dot(n, direction(t, (corner + 2) % 3)) >= -slope;
    };
    constexpr int most_around = 256;  // of a larger fan only a part is visited
    for (const int way : {0, 1}) {
      std::uint32_t at = i_;
      int corner = k;
      for (int step = 0; step < most_around; ++step) {
        look_at(surface_.triangle(at), corner);
        if (!free) return false;
        const int edge = way == 0 ? (corner + 2) % 3 : corner;
        const std::uint32_t next = surface_.neighbour(at, edge);
        if (next == i_) return dot(n, sum) > T(0);
        if (next == nothing) break;
        int shared = 0;
        while (shared < 2 && surface_.neighbour(next, shared) != at) ++shared;
        corner = way == 0 ? shared : (shared + 1) % 3;
        at = next;
      }
    }
    return dot(n, sum) > T(0);
  }

  const PieceSource<T>& surface_;
  std::uint32_t i_;
  Triangle<T> triangle_;
  Vec3<T> face_;
};

}  // namespace tactus::pieces
