// SPDX-License-Identifier: MIT
#pragma once
/// GJK in the plane: distance of two convex shapes.
#include <tactus/planar/difference.h>

namespace tactus::planar {

/// One, two or three points of A ⊖ B with the barycentric coordinates of v, their point nearest to the origin; vertices
/// of zero weight have been removed. Three remain only if they enclose the origin.
template <Scalar T> struct Simplex2 {
  Vertex2<T> vertex[3]{};
  T weight[3]{};
  int size = 0;
  T distance{};  // |v|
  Vec2<T> normal{};  // -v/|v|: from A to B; zero if v is zero

  constexpr bool contains(const Vertex2<T>& w) const {
    for (int i = 0; i < size; ++i) {
      if (vertex[i].w == w.w) return true;
    }
    return false;
  }
};

template <Scalar T> constexpr Simplex2<T> nearest_on_point(const Vertex2<T>& p) {
  return {{p}, {T(1)}, 1, norm(p.w), -unit_or_zero(p.w)};
}

/// The normal comes from the longer of v and the segment: points carry an error of u S, so the direction of a vector of
/// length l is known to u S / l. This keeps the common normal of two long edges that are a few roundings apart.
template <Scalar T> constexpr Simplex2<T> nearest_on_segment(const Vertex2<T>& p, const Vertex2<T>& q) {
  const Vec2<T> edge = q.w - p.w;
  const T along_p = -dot(p.w, edge), along_q = dot(q.w, edge), length_squared = along_p + along_q;
  if (!(along_p > T(0))) return nearest_on_point(p);
  if (!(along_q > T(0))) return nearest_on_point(q);
  const T mu = along_p / length_squared;
  const Vec2<T> v = p.w + edge * mu;
  Simplex2<T> s{{p, q}, {T(1) - mu, mu}, 2, norm(v), -unit_or_zero(v)};
  if (norm_squared(edge) > norm_squared(v)) {
    const Vec2<T> across = unit_or_zero(perpendicular(edge));
    const T offset = dot(across, p.w);
    s.distance = abs(offset);
    s.normal = offset > T(0) ? -across : across;
  }
  return s;
}

/// Nearest point to the origin of the simplex s with w added. The origin is inside a triangle if the areas that it
/// spans with the three edges, which are the barycentric coordinates times the triangle's area, have the same sign;
/// otherwise the nearest point is on one of the two edges at w, because w lies nearer than the previous edge.
template <Scalar T> constexpr Simplex2<T> nearest(const Simplex2<T>& s, const Vertex2<T>& w) {
  if (s.size == 1) return nearest_on_segment(s.vertex[0], w);
  const Vertex2<T> corner[3] = {s.vertex[0], s.vertex[1], w};
  T area[3], total{};
  int left = 0, right = 0;
  for (int i = 0; i < 3; ++i) {
    area[i] = cross(corner[(i + 1) % 3].w, corner[(i + 2) % 3].w);
    total += area[i];
    left += area[i] > T(0);
    right += area[i] < T(0);
  }
  if (left == 3 || right == 3) {
    return {{corner[0], corner[1], corner[2]}, {area[0] / total, area[1] / total, area[2] / total}, 3, T(0), {}};
  }
  const Simplex2<T> first = nearest_on_segment(corner[0], w), second = nearest_on_segment(corner[1], w);
  return second.distance < first.distance ? second : first;
}

namespace gjk {

/// How the iteration on the cores ended. Status overlapping: the simplex encloses the origin, or reaches it within the
/// rounding floor; EPA then computes the bounds.
template <Scalar T> struct Ended {
  CoreAnswer<T> core;
  Simplex2<T> simplex;
};

/// Distance of the cores by GJK.  [Gilbert et al. 1988; van den Bergen 1999; Feng and Tan 2019, §3 and Box 1]
/// Invariant: v is the point of the simplex nearest to the origin, so |v| bounds the distance from above; no point of A
/// ⊖ B lies before the support line through w along the normal, so -n·w bounds it from below. Iterates until the bounds
/// meet or w repeats. Each w is nearer than v by more than the rounding floor, so |v| falls and no simplex occurs
/// twice. |v| may fall by less than rounding shows (two edges at an angle of 1e-9), so that does not stop the
/// iteration; a w that the nearest point does not use stops it.
/// differs from [Feng and Tan 2019, Box 1]: their step 2.b leaves with 'no contact' at the first separating direction;
/// here that exit is Options::max_distance, because the default query wants the distance.
template <Convex2 A, Convex2 B, class T = scalar_t<A>>
constexpr Ended<T> run(const Difference2<A, B>& difference, const Options<T>& options) {
  Simplex2<T> s = nearest_on_point(difference.support(difference.from_a_to_b()));
  for (int k = 0;; ++k) {
    const T upper = s.distance;
    T lower = -infinity<T>;
    const auto ended = [&](Status status) -> Ended<T> {
      const int last = s.size == 2 ? 1 : 0;
      return {{status, upper, lower, upper, s.normal, s.vertex[0], s.vertex[last], s.weight[1], k}, s};
    };
    if (s.size == 3 || upper <= difference.floor()) return ended(Status::overlapping);
    const Vertex2<T> w = difference.support(s.normal);
    lower = -dot(s.normal, w.w);
    if (lower - difference.radius() - difference.floor() > options.max_distance) return ended(Status::beyond_max);
    if (s.contains(w) || upper - lower <= difference.resolution(upper, options)) return ended(Status::separated);
    if (k >= options.max_iterations) return ended(Status::stalled);
    const Simplex2<T> next = nearest(s, w);
    if (!(next.distance >= T(0))) return ended(Status::stalled);  // not a number: squares overflow at these sizes
    if (next.size < 3 && !next.contains(w)) return ended(lower > T(0) ? Status::separated : Status::stalled);
    s = next;
  }
}

/// Distance in A's frame; an overlap is 0, with a common point of both shapes as the witness on each.
template <Convex2 A, Convex2 B, class T = scalar_t<A>>
constexpr Contact2<T> distance(const A& a, const B& b, const Pose2<T>& x_ab, const Options<T>& options = {}) {
  const Difference2<A, B> difference(a, b, x_ab);
  if (!difference.valid()) return {};
  Ended<T> end = run(difference, options);
  const bool cores_meet = end.core.status == Status::overlapping;
  // the origin was reached or enclosed: any normal will do
  if (end.core.normal == Vec2<T>{}) end.core.normal = {T(1), T(0)};
  Contact2<T> c = difference.answer(end.core, options);
  if (c.distance > T(0) && !cores_meet) return c;
  // A common point: between one core's witness and the other's, within reach of both discs.
  Vec2<T> on_a, on_b;
  for (int i = 0; i < end.simplex.size; ++i) {
    on_a += end.simplex.vertex[i].a * end.simplex.weight[i];
    on_b += end.simplex.vertex[i].b * end.simplex.weight[i];
  }
  const T reach = (end.core.upper + disc_radius(a) - disc_radius(b)) * T(0.5);
  c.point_a = c.point_b = on_a + end.core.normal * clamp(reach, T(0), end.core.upper);
  c.position = c.segment[0] = c.segment[1] = c.point_a;
  c.status = c.status == Status::stalled ? c.status : Status::overlapping;
  c.distance = c.lower = T(0);
  c.upper = max(c.upper, T(0));
  return c;
}

/// Do the shapes meet? True unless a separating line is found; touching counts. As precise as rounding allows, whatever
/// the tolerance, and never after fewer iterations than the default cap: "true" must not mean that GJK gave up.
template <Convex2 A, Convex2 B, class T = scalar_t<A>>
constexpr bool intersects(const A& a, const B& b, const Pose2<T>& x_ab, Options<T> options = {}) {
  const Difference2<A, B> difference(a, b, x_ab);
  options.max_distance = options.tolerance = T(0);
  options.max_iterations = std::max(options.max_iterations, Options<T>{}.max_iterations);
  return difference.valid() && run(difference, options).core.status != Status::beyond_max;
}

}  // namespace gjk
}  // namespace tactus::planar
