// SPDX-License-Identifier: MIT
#pragma once
/// The best separating axis of two boxes. [Gottschalk et al. 1996]
#include <tactus/math/four.h>
#include <tactus/math/pose.h>
#include <tactus/shape/box.h>

namespace tactus::closed_form {

/// The axis with the largest signed separation, among the 15 candidates: three faces each, nine pairs of edges. A
/// negative separation is minus the depth, and exact; a positive one only proves a gap. Nearly parallel edges are kept
/// down to rounding: any cross product gives an axis, and every axis gives a bound.
template <Scalar T> struct BoxAxis {
  T separation;
  Vec3<T> normal;  // unit, from A to B
};

/// Two edges, along axis `a` of A and axis `b` of B, and the separation across them.
template <Scalar T> struct EdgePair {
  T separation;
  int a, b;
};

/// The direction perpendicular to both edges; its length is the sine of the angle between them.
template <Scalar T> constexpr Vec3<T> across(const EdgePair<T>& edges, const Mat3<T>& rotation) {
  constexpr Mat3<T> own{};
  return cross(own.column(edges.a), rotation.column(edges.b));
}

namespace detail {

/// (y, z, x) and (z, x, y): with them x × y = next(x) after(y) - after(x) next(y), each component in its own lane.
template <Scalar T> Four<T> next(const Vec3<T>& p) { return {p.y, p.z, p.x, T(0)}; }
template <Scalar T> Four<T> after(const Vec3<T>& p) { return {p.z, p.x, p.y, T(0)}; }

}  // namespace detail

/// The best of the nine pairs of edges. Lane i is edge i of A; the axis with edge j of B is e_i × b_j, and t along it
/// is (b_j × t)_i. B's reach is computed from the axis itself, as cross products of B's axes. Replacing these products
/// by B's third axis would be right for exact rotations only; the matrix's error would be divided by a length that may
/// be tiny.
template <Scalar T>
[[gnu::always_inline]] inline EdgePair<T> farthest_edges(const Box<T>& a, const Box<T>& b, const Pose<T>& x_ab) {
  using F = Four<T>;
  using detail::after, detail::next;
  const F a1 = next(a.half), a2 = after(a.half), t1 = next(x_ab.translation), t2 = after(x_ab.translation);
  const Mat3<T>& r = x_ab.rotation;
  const F c1[3] = {next(r.column(0)), next(r.column(1)), next(r.column(2))};
  const F c2[3] = {after(r.column(0)), after(r.column(1)), after(r.column(2))};
  const F across[3] = {abs(c1[1] * c2[2] - c2[1] * c1[2]), abs(c1[2] * c2[0] - c2[2] * c1[0]),
                       abs(c1[0] * c2[1] - c2[0] * c1[1])};
  const F parallel(square(T(4) * unit_roundoff<T>)), none(-infinity<T>);
  const auto separations = [&](int j) {
    const int j1 = (j + 1) % 3, j2 = (j + 2) % 3;
    const F reach = (a1 * abs(c2[j]) + a2 * abs(c1[j])) + (across[j2] * b.half[j1] + across[j1] * b.half[j2]);
    const F length2 = c1[j] * c1[j] + c2[j] * c2[j];
    return where_greater(length2, parallel, (abs(c1[j] * t2 - c2[j] * t1) - reach) / sqrt(length2), none);
  };
  const F s0 = separations(0), s1 = separations(1), s2 = separations(2);
  const F s01 = where_greater(s1, s0, s1, s0), j01 = where_greater(s1, s0, F(T(1)), F(T(0)));
  const F most = where_greater(s2, s01, s2, s01), j = where_greater(s2, s01, F(T(2)), j01);
  const T by_edge[3] = {most[0], most[1], most[2]}, of_b[3] = {j[0], j[1], j[2]};
  const int i = largest_of(by_edge);
  return {by_edge[i], i, static_cast<int>(static_cast<builtin_t<T>>(of_b[i]))};
}

/// B's faces as the matrix places them. Their normals are cross products of B's axes: for a matrix that is not exactly a
/// rotation these are neither the axes themselves nor unit.
template <Scalar T> struct FacesOfB {
  Mat3<T> across;
  Vec3<T> separation;
};
template <Scalar T> FacesOfB<T> faces_of_b(const Box<T>& a, const Box<T>& b, const Pose<T>& x_ab) {
  const auto& [c0, c1, c2] = x_ab.rotation.columns;
  const Mat3<T> n{{cross(c1, c2), cross(c2, c0), cross(c0, c1)}};
  const Vec3<T> apart = abs(transposed_times(n, x_ab.translation)) - transposed_times(abs(n), a.half);
  const T volume = abs(dot(c0, n.columns[0]));
  const auto along = [&](int k) { return (apart[k] - volume * b.half[k]) / norm(n.columns[k]); };
  return {n, {along(0), along(1), along(2)}};
}

/// Above `stop_above` the best face is enough, and only a proof of a gap: B's axes stand for the normals of its faces.
/// Below that, the separation is exact for B as the matrix places it. The winner among the fifteen cannot be predicted,
/// so it is selected by a table, not by branches.
template <Scalar T>
BoxAxis<T> box_axis(const Box<T>& a, const Box<T>& b, const Pose<T>& x_ab, T stop_above = infinity<T>) {
  const Mat3<T>& r = x_ab.rotation;
  const Mat3<T> r_abs = abs(r);
  const Vec3<T>& t = x_ab.translation;
  constexpr Mat3<T> own{};
  const auto from_a = [&](const Vec3<T>& axis) { return axis * (with_sign(T(1), dot(axis, t)) / norm(axis)); };
  const Vec3<T> t_b = transposed_times(r, t);
  const Vec3<T> of_a = abs(t) - a.half - r_abs * b.half, of_b = abs(t_b) - b.half - transposed_times(r_abs, a.half);
  const T about[6] = {of_a.x, of_a.y, of_a.z, of_b.x, of_b.y, of_b.z};
  if (const int face = largest_of(about); about[face] > stop_above) {
    const Mat3<T>* const frames[2] = {&own, &r};
    return {about[face], from_a(frames[face / 3]->column(face % 3))};
  }
  const auto [across_b, exact_b] = faces_of_b(a, b, x_ab);
  const T faces[6] = {of_a.x, of_a.y, of_a.z, exact_b.x, exact_b.y, exact_b.z};
  const int face = largest_of(faces);
  const Mat3<T>* const frames[2] = {&own, &across_b};
  const auto edges = farthest_edges(a, b, x_ab);
  const Vec3<T> axes[2] = {frames[face / 3]->column(face % 3), across(edges, r)};
  return {max(edges.separation, faces[face]), from_a(axes[edges.separation > faces[face] ? 1 : 0])};
}

}  // namespace tactus::closed_form
