// SPDX-License-Identifier: MIT
#pragma once
/// The distance of two boxes without remembered features.
#include <tactus/narrow/closed_form.h>
#include <tactus/narrow/fast/still_closest_box.h>
#include <tactus/narrow/gjk.h>

#include <bit>

namespace tactus {

namespace detail {

/// Twice the part of each coordinate that is outside [-half, half]; without a sign, and without a branch.
template <Scalar T> Four<T> twice_outside(const Four<T>& at, T half) {
  const Four<T> beyond = abs(at) - half;
  return beyond + abs(beyond);
}

/// Four times the squared distances of B's corners from A: corners 0 to 3 and 4 to 7, numbered as in hexahedron.h.
template <Scalar T> struct CornerDistances { Four<T> low, high; };
template <Scalar T>
[[gnu::always_inline]] inline CornerDistances<T> corner_distances(const Box<T>& a, const Box<T>& b,
                                                                  const Pose<T>& x_ab) {
  const Four<T> x{T(-1), T(1), T(-1), T(1)}, y{T(-1), T(-1), T(1), T(1)};
  CornerDistances<T> squared{Four<T>(T(0)), Four<T>(T(0))};
  for (int i = 0; i < 3; ++i) {
    const Vec3<T> along = hadamard(x_ab.rotation.row(i), b.half);
    const Four<T> middle = (x * along.x + y * along.y) + x_ab.translation[i];
    const Four<T> low = twice_outside(middle - along.z, a.half[i]), high = twice_outside(middle + along.z, a.half[i]);
    squared = {squared.low + low * low, squared.high + high * high};
  }
  return squared;
}

struct NearestCorner {
  bool of_a;
  std::uint32_t corner;
};

/// The corner nearest to the other box, among all sixteen. Each distance carries its corner's number in its last four
/// bits, so the minimum also gives the number: the winner cannot be predicted, so there must be no branch on it. If
/// several corners are equally near to that precision, any of them will do.
template <Scalar T>
  requires has_vectors<T>
[[gnu::always_inline]] inline NearestCorner nearest_corner(const Box<T>& a, const Box<T>& b, const Pose<T>& x_ab,
                                                           const Pose<T>& x_ba) {
  using Word = typename Four<T>::Word;
  const auto numbered = [](const Four<T>& squared, Word first) { return squared.template numbered<15>(first); };
  const auto of_b = corner_distances(a, b, x_ab), of_a = corner_distances(b, a, x_ba);
  const Four<T> n = lesser(lesser(numbered(of_b.low, 0), numbered(of_b.high, 4)),
                           lesser(numbered(of_a.low, 8), numbered(of_a.high, 12)));
  const Word least = std::bit_cast<Word>(min(min(n[0], n[1]), min(n[2], n[3])));
  return {(least & 8) != 0, static_cast<std::uint32_t>(least & 7)};
}

/// The feature of a box nearest to a point outside: along each axis the point is within the box or beyond one of its
/// sides.
template <Scalar T> constexpr Feature nearest_feature(const Box<T>& box, const Vec3<T>& p) {
  const Vec3<T> size = abs(p);
  const std::uint32_t beside =
      (size.x <= box.half.x ? 1u : 0u) | (size.y <= box.half.y ? 2u : 0u) | (size.z <= box.half.z ? 4u : 0u);
  return hexahedron_features[beside][Box<T>::corner_along(p)];
}

/// If two edges are closest, they are perpendicular to the axis with the largest separation.
template <Scalar T, class G>
[[gnu::noinline, gnu::flatten]] Contact<T> edge_distance(const Box<T>& a, const Box<T>& b, const Pose<T>& x_ab,
                                                         const Options<T>& options, const G& otherwise) {
  const auto edges = closed_form::farthest_edges(a, b, x_ab);
  if (!(edges.separation > T(0))) return otherwise();
  const Vec3<T> axis = closed_form::across(edges, x_ab.rotation), n = axis * sign(dot(axis, x_ab.translation));
  const std::uint32_t corner_a = Box<T>::corner_along(n),
                      corner_b = Box<T>::corner_along(-transposed_times(x_ab.rotation, n));
  return closest_if(a, {FeatureKind::edge, hexahedron_edge(edges.a, corner_a)}, b,
                    {FeatureKind::edge, hexahedron_edge(edges.b, corner_b)}, x_ab, options, otherwise);
}

}  // namespace detail

/// The closest points of two boxes that are apart lie on a corner of one and anywhere on the other, or on two edges.
/// 1. If the point of A nearest to B's centre is in B, the boxes overlap there. (True for four of five overlaps.)
/// 2. The corner nearest to the other box gives an upper bound. If the separation along that corner's direction is as
///    large, the bound is the distance. If the bound is 0, the corner is a point of both boxes.
/// 3. Otherwise two edges are closest. Their distance is the separation along the direction perpendicular to both, and
///    no separation exceeds the distance. So their axis is the best of the nine axes of two edges.
/// Each case is proved by bounds that meet. If no case is proved (another kind of overlap, flat boxes, rounding), the
/// answer is that of otherwise(). There is no iteration, and there are hardly any branches.
template <Scalar T, class G>
[[gnu::flatten]] Contact<T> box_distance(const Box<T>& a, const Box<T>& b, const Pose<T>& x_ab,
                                         const Options<T>& options, const G& otherwise) {
  const MinkowskiPair<Box<T>, Box<T>, T> pair(a, b, x_ab);
  if (!pair.finite() || !(min(a.inscribed_radius(), b.inscribed_radius()) > T(0))) return otherwise();
  const Pose<T> x_ba = inverse(x_ab);
  // Two points that coincide up to rounding and up to the error of the rotation.
  const auto common = [&](const Vec3<T>& on_a, const Vec3<T>& on_b) {
    const T error = distance(on_a, on_b);
    return error <= pair.rounding() ? gjk::overlap(pair, on_a, error, 0, options) : otherwise();
  };
  const Vec3<T> p = max(-a.half, min(x_ab.translation, a.half)), in_b = x_ba * p, beyond = abs(in_b) - b.half;
  if (max(max(beyond.x, beyond.y), beyond.z) <= T(0)) return common(p, x_ab * in_b);

  // In the frame of the box without the corner. Which box has the corner cannot be predicted, so everything is looked
  // up in tables.
  const auto nearest = detail::nearest_corner(a, b, x_ab, x_ba);
  const std::size_t of_a = nearest.of_a ? 1 : 0;
  const Box<T>*const boxes[2] = {&a, &b}, &other = *boxes[of_a], &own = *boxes[1 - of_a];
  const Pose<T>* const poses[2] = {&x_ab, &x_ba};
  const Vec3<T> corner = BoxPolyhedron<T>(own).vertex(nearest.corner), there = *poses[of_a] * corner;
  const Vec3<T> foot = max(-other.half, min(there, other.half)), apart = there - foot;
  const Vec3<T> on_a[2] = {foot, corner}, on_b[2] = {there, x_ab * foot}, across[2] = {apart, x_ab.rotation * -apart};
  const FeatureGap<T> gap{on_a[of_a], on_b[of_a], across[of_a], norm(across[of_a]), distance(on_a[of_a], on_b[of_a])};
  const Feature names[2] = {detail::nearest_feature(other, there), {FeatureKind::vertex, nearest.corner}};
  const Vec3<T> across_b = transposed_times(x_ab.rotation, gap.across);
  const T separation = dot(gap.across, x_ab.translation) - (dot(abs(across_b), b.half) + dot(abs(gap.across), a.half));
  return detail::proof_by(pair, gap, separation, names[of_a], names[1 - of_a], options, [&] {
    return apart == Vec3<T>{} ? common(gap.on_a, gap.on_b) : detail::edge_distance(a, b, x_ab, options, otherwise);
  });
}

}  // namespace tactus
