// SPDX-License-Identifier: MIT
#pragma once
/// The case that two surfaces do not touch because one body is inside the other, which is a solid.
#include <tactus/nonconvex/deepest_inside.h>
#include <tactus/nonconvex/piece_answers.h>

namespace tactus::pieces {

/// The other body's representative point that lies deepest in the solid, or, if the depth counts, its deepest point of
/// all. `to_solid` maps the other's frame to the solid's.
template <Scalar T>
Inside<T> inside_solid(const PieceSource<T>& solid, const PieceSource<T>& other, const Pose<T>& to_solid,
                       bool depth_counts) {
  Inside<T> deepest;
  if (!solid.is_solid()) return deepest;
  const Aabb<T> box = solid.bounds();
  for (const Vec3<T>& local : other.representatives()) {
    const Vec3<T> p = to_solid * local;
    if (!contains(box, p)) continue;
    const SurfacePoint<T> s = solid.nearest(p);
    if (s.distance <= T(0) && (!deepest.found || s.distance < deepest.way_out.distance)) deepest = {true, p, s};
  }
  if (depth_counts && deepest.way_out.distance < T(0)) return deepest_inside(solid, other, to_solid, deepest);
  return deepest;
}

/// The answer `overlapping`, with the triangle through which the inner point leaves the solid by the shortest way. The
/// true depth is at least the length of that way, because the point must leave the solid.
template <Scalar T>
PieceContact<T> from_inside(const Inside<T>& inside, bool solid_is_a, const Pose<T>& x_ab, bool depth_counts) {
  PieceContact<T> c;
  const Pose<T> frame = solid_is_a ? Pose<T>{} : x_ab;
  c.status = Status::overlapping;
  const Vec3<T> p = frame * inside.point, q = frame * inside.way_out.point,
                out = frame.rotation * inside.way_out.normal;
  (solid_is_a ? c.piece_a : c.piece_b) = inside.way_out.triangle;
  (solid_is_a ? c.barycentrics_a : c.barycentrics_b) = inside.way_out.barycentrics;
  c.normal = solid_is_a ? out : -out;
  c.distance = depth_counts ? inside.way_out.distance : T(0);
  c.upper = inside.way_out.distance;
  c.point_a = depth_counts ? (solid_is_a ? q : p) : p;
  c.point_b = depth_counts ? (solid_is_a ? p : q) : p;
  return c;
}

/// Tries both bodies as the solid. The status is `invalid` if neither body is inside the other. Without depth_counts
/// the distance is 0, as distance() requires.
template <Scalar T>
PieceContact<T> way_out(const PieceSource<T>& a, const PieceSource<T>& b, const Pose<T>& x_ab, bool depth_counts) {
  if (const Inside<T> in_a = inside_solid(a, b, x_ab, depth_counts); in_a.found)
    return from_inside(in_a, true, x_ab, depth_counts);
  if (const Inside<T> in_b = inside_solid(b, a, inverse(x_ab), depth_counts); in_b.found)
    return from_inside(in_b, false, x_ab, depth_counts);
  return {};
}

}  // namespace tactus::pieces
