// SPDX-License-Identifier: MIT
#pragma once
/// The case that two surfaces do not touch because one body is inside the other, which is a solid.
#include <tactus/nonconvex/deepest_inside.h>
#include <tactus/nonconvex/piece_answers.h>
#include <tactus/nonconvex/piece_queries.h>
#include <tactus/nonconvex/place_on_triangle.h>

namespace tactus::pieces {

/// The other body's representative point that lies deepest in the solid, or, if the depth counts, its deepest point of
/// all. `to_solid` maps the other's frame to the solid's.
template <Scalar T>
Inside<T> inside_solid(const PieceSource<T>& solid, const PieceSource<T>& other, const Pose<T>& to_solid,
                       bool depth_counts) {
  Inside<T> deepest;
  if (!solid.is_solid()) return deepest;
  const Aabb<T> box = solid.bounds();
  const auto points = other.representatives();
  for (std::uint32_t i = 0; i < points.size(); ++i) {  // of a compound: one per piece
    const Vec3<T> p = to_solid * points[i];
    if (!contains(box, p)) continue;
    const SurfacePoint<T> s = solid.nearest(p);
    if (s.distance <= T(0) && (!deepest.found || s.distance < deepest.way_out.distance)) deepest = {true, p, s, i};
  }
  if (depth_counts && deepest.way_out.distance < T(0)) return deepest_inside(solid, other, to_solid, deepest);
  return deepest;
}

/// The deepest point of a body, or of a piece of it, whose middle is inside the solid.
template <Scalar T, class Body>
Inside<T> inside_by_middle(const PieceSource<T>& solid, const Body& body, const Pose<T>& to_solid,
                           const Vec3<T>& middle) {
  const Vec3<T> p = to_solid * middle;
  if (!contains(solid.bounds(), p)) return {};
  const Inside<T> inside{true, p, solid.nearest(p)};
  if (!(inside.way_out.distance < T(0))) return {};
  return deepest_inside(solid, body, to_solid, inside);
}

/// Names the piece of the inner body that has the point; of a surface, the triangle nearest to it.
template <Scalar T>
void name_inner_piece(const PieceSource<T>& inner, const Vec3<T>& point, std::uint32_t known, std::uint32_t& piece,
                      Vec3<T>& barycentrics) {
  piece = known;
  if (!inner.is_surface()) return;
  const Shape<T> shape(Point<T>{point});
  piece = pieces::distance<T>(inner, OneShape<T>(shape), Pose<T>{}, Options<T>{}).piece_a;
  barycentrics = place_on_triangle(inner, piece, point);
}

/// The answer `overlapping`, with the triangle through which the inner point leaves the solid by the shortest way. The
/// true depth is at least the length of that way, because the point must leave the solid.
template <Scalar T>
PieceContact<T> from_inside(const Inside<T>& inside, const PieceSource<T>& inner, bool solid_is_a, const Pose<T>& x_ab,
                            bool depth_counts) {
  PieceContact<T> c;
  const Pose<T> frame = solid_is_a ? Pose<T>{} : x_ab;
  c.status = Status::overlapping;
  const Vec3<T> p = frame * inside.point, q = frame * inside.way_out.point,
                out = frame.rotation * inside.way_out.normal;
  (solid_is_a ? c.piece_a : c.piece_b) = inside.way_out.triangle;
  (solid_is_a ? c.barycentrics_a : c.barycentrics_b) = inside.way_out.barycentrics;
  const Vec3<T> local = solid_is_a ? transposed_times(x_ab.rotation, p - x_ab.translation) : p;
  name_inner_piece(inner, local, inside.piece, solid_is_a ? c.piece_b : c.piece_a,
                   solid_is_a ? c.barycentrics_b : c.barycentrics_a);
  c.normal = solid_is_a ? out : -out;
  c.distance = depth_counts ? inside.way_out.distance : T(0);
  c.upper = inside.way_out.distance;
  c.point_a = depth_counts ? (solid_is_a ? q : p) : p;
  c.point_b = depth_counts ? (solid_is_a ? p : q) : p;
  return c;
}

/// Is one body inside the other? Their pieces do not touch.
template <Scalar T> bool is_inside(const PieceSource<T>& a, const PieceSource<T>& b, const Pose<T>& x_ab) {
  return inside_solid(a, b, x_ab, false).found || inside_solid(b, a, inverse(x_ab), false).found;
}

/// Tries both bodies as the solid. The status is `invalid` if neither body is inside the other. Without depth_counts
/// the distance is 0, as distance() requires.
template <Scalar T>
PieceContact<T> way_out(const PieceSource<T>& a, const PieceSource<T>& b, const Pose<T>& x_ab, bool depth_counts) {
  if (const Inside<T> in_a = inside_solid(a, b, x_ab, depth_counts); in_a.found)
    return from_inside(in_a, b, true, x_ab, depth_counts);
  if (const Inside<T> in_b = inside_solid(b, a, inverse(x_ab), depth_counts); in_b.found)
    return from_inside(in_b, a, false, x_ab, depth_counts);
  return {};
}

}  // namespace tactus::pieces
