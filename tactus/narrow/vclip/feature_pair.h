// SPDX-License-Identifier: MIT
#pragma once
/// Turns the two final features of a walk over polyhedra into an answer with certified bounds.
#include <tactus/narrow/minkowski.h>
#include <tactus/narrow/polyhedron/voronoi_planes.h>

namespace tactus {

/// Nearest points of two features in A's frame, and their unit normal from A to B.
/// `gap`: the distance of the points, or slightly more if a face is not quite planar.
template <Scalar T> struct FeatureWitness {
  Vec3<T> on_a, on_b, normal;
  T gap;
};

namespace detail {

/// The component of d perpendicular to the edge, normalized. d is nearly perpendicular unless it is only rounding
/// noise. The rest along the edge is removed once more at unit length, where it is visible; that changes lengths only
/// to second order.
template <Scalar T> constexpr Vec3<T> unit_across(const Vec3<T>& d, T length, const Vec3<T>& along, T inverse_square) {
  const Vec3<T> u = length > std::numeric_limits<T>::min() ? d / length : unit_or_up(d);
  const T left = dot(u, along);
  const Vec3<T> across = u - along * (left * inverse_square);
  if (square(left) * inverse_square <= unit_roundoff<T>) return across;
  return unit_or(across, any_perpendicular(along));
}

/// A vertex and an edge whose inner point is nearest; the normal points from the vertex to the edge.
template <Scalar T> constexpr FeatureWitness<T> vertex_to_edge(const Vec3<T>& p, const EdgePoints<T>& e) {
  const T inverse_square = T(1) / norm_squared(e.along);
  const T lambda = clamp(dot(p - e.tail, e.along) * inverse_square, T(0), T(1));
  const Vec3<T> q = e[lambda], d = q - p;
  const T gap = norm(d);
  return {p, q, unit_across(d, gap, e.along, inverse_square), gap};
}

/// Two edges. If they are not parallel, the normal is perpendicular to both: exact, however near the edges are.
/// Parameters from the cross product lose half as many digits on nearly parallel edges as those from Gram's matrix.
template <Scalar T> constexpr FeatureWitness<T> edge_to_edge(const EdgePoints<T>& e, const EdgePoints<T>& f) {
  const Vec3<T> n = cross(e.along, f.along), w = f.tail - e.tail;
  const T n2 = norm_squared(n);
  const auto unit_range = [](T x) { return clamp(x, T(0), T(1)); };
  const T s0 = n2 > T(0) ? unit_range(dot(cross(w, f.along), n) / n2) : T(0);
  const T t = unit_range(dot(e[s0] - f.tail, f.along) / norm_squared(f.along));
  const T e2 = norm_squared(e.along), s = unit_range(dot(f[t] - e.tail, e.along) / e2);
  const Vec3<T> on_e = e[s], on_f = f[t], d = on_f - on_e;
  const T gap = norm(d), length = sqrt(n2);
  if (!(length > std::numeric_limits<T>::min())) return {on_e, on_f, unit_across(d, gap, e.along, T(1) / e2), gap};
  return {on_e, on_f, n / (dot(n, w) < T(0) ? -length : length), gap};
}

/// The height of the point over the face, both in the face's frame.
template <class F, class T> constexpr T height_over(const F& f, const Vec3<T>& p) {
  const FacePlane<T> plane = f.polyhedron.plane(f.index);
  return dot(plane.normal, p) - plane.offset;
}

/// Where an edge meets the plane of a face; its nearer end if it does not.
template <class F, class T> constexpr T piercing(const F& f, const EdgePoints<T>& e) {
  const T tail = height_over(f, e.tail), head = height_over(f, e.head);
  if ((tail < T(0)) == (head < T(0))) return abs(tail) <= abs(head) ? T(0) : T(1);
  return tail / (tail - head);
}

}  // namespace detail

/// The witness of the features tracked on A and B. V-F and E-F pairs assume that the point is over the face.
template <class A, class B, class T = typename A::T> constexpr FeatureWitness<T> witness_of(const A& a, const B& b) {
  using enum FeatureKind;
  const auto own_edge = [&] { return EdgePoints<T>(a.at(a.tail(a.index)), a.at(a.head(a.index))); };
  if (a.kind == face) {
    const Vec3<T> n = a.polyhedron.plane(a.index).normal;
    const Vec3<T> p = b.kind == edge ? seen_edge(b)[detail::piercing(a, seen_edge(b))] : b.seen(b.corner());
    const T height = detail::height_over(a, p);
    return {p - height * n, p, n, abs(height) + a.polyhedron.unevenness(a.index)};
  }
  if (b.kind == face) {
    // The point is found in B's frame, but measured in A's: a rotation may be orthonormal to only a few digits.
    const T lambda = a.kind == edge ? detail::piercing(b, seen_edge(a)) : T(0);
    const Vec3<T> p = a.kind == edge ? own_edge()[lambda] : a.at(a.index);
    const Vec3<T> in_b = a.kind == edge ? seen_edge(a)[lambda] : a.seen(a.index);
    const Vec3<T> n = b.polyhedron.plane(b.index).normal;
    const Vec3<T> q = b.to_other.move(in_b - detail::height_over(b, in_b) * n);
    return {p, q, -unit_or_up(b.to_other.turn(n)), distance(p, q) + b.polyhedron.unevenness(b.index)};
  }
  if (a.kind == edge && b.kind == edge) return detail::edge_to_edge(own_edge(), seen_edge(b));
  if (b.kind == edge) return detail::vertex_to_edge(a.at(a.index), seen_edge(b));
  const Vec3<T> p = b.seen(b.index);
  if (a.kind == edge) {
    const FeatureWitness<T> w = detail::vertex_to_edge(p, own_edge());
    return {w.on_b, w.on_a, -w.normal, w.gap};
  }
  const Vec3<T> q = a.at(a.index), d = p - q;
  return {q, p, unit_or_up(d), norm(d)};
}

/// The same for features that show an overlap: a vertex inside the other polyhedron is the witness on both sides.
template <class A, class B, class T = typename A::T>
constexpr FeatureWitness<T> penetration_witness(const A& a, const B& b) {
  FeatureWitness<T> w = witness_of(a, b);
  if (a.kind == FeatureKind::face && b.kind == FeatureKind::vertex)
    w.on_a = w.on_b, w.gap = a.polyhedron.unevenness(a.index);
  if (a.kind == FeatureKind::vertex && b.kind == FeatureKind::face) {
    w.on_b = b.to_other.move(a.seen(a.index));
    w.gap = distance(w.on_a, w.on_b) + b.polyhedron.unevenness(b.index);
  }
  return w;
}

/// Signed separation along a unit direction from A to B, by support vertices searched from the tracked features.
template <class A, class B, class T> constexpr T separation_near(const A& a, const B& b, const Vec3<T>& n) {
  const std::uint32_t on_a = farthest(a.polyhedron, n, a.corner());
  const std::uint32_t on_b = farthest(b.polyhedron, -a.to_other.turn(n), b.corner());
  return dot(n, b.seen(on_b) - a.at(on_a));
}

}  // namespace tactus
