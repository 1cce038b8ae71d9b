// SPDX-License-Identifier: MIT
#pragma once
/// The silhouette of a box, without going through its Outline: the pair most worth its own code path. The result equals
/// that of see(box.feature_along(…)), to rounding; a test compares them.
#include <tactus/contact/manifold/clip.h>
#include <tactus/shape/box.h>

namespace tactus {

namespace detail {

constexpr std::uint32_t corner_bits(bool x, bool y, bool z) {
  return static_cast<std::uint32_t>(x) | static_cast<std::uint32_t>(y) << 1 | static_cast<std::uint32_t>(z) << 2;
}

// Which face or corner faces the other box cannot be predicted: everything here is looked up, without branches.
template <Scalar T> inline constexpr T minus_plus[] = {T(-1), T(1)};
inline constexpr int axis_after[] = {1, 2, 0, 1};

/// Same as box.corner(bits).
template <Scalar T> constexpr Vec3<T> box_corner(const Box<T>& box, std::uint32_t bits) {
  const auto& sign = minus_plus<T>;
  return {box.half.x * sign[bits & 1], box.half.y * sign[bits >> 1 & 1], box.half.z * sign[bits >> 2]};
}

}  // namespace detail

/// Face f: a parallelogram about its middle, spanned by the other two axes, with two distinct side normals.
template <Scalar T>
constexpr void see_face(Silhouette<T>& s, const Box<T>& box, Feature f, const BodyFrame<T>& frame, bool reversed) {
  s.feature = f;
  s.stride = 1;
  s.reversed = reversed;
  const int i = static_cast<int>(f.index / 2), next = detail::axis_after[i], last = detail::axis_after[i + 1];
  const bool positive = f.index & 1;
  const T out = detail::minus_plus<T>[positive], halves[] = {box.half.x, box.half.y, box.half.z};
  const Vec2<T> axes[] = {{frame.u.x, frame.v.x}, {frame.u.y, frame.v.y}, {frame.u.z, frame.v.z}};
  const T heights[] = {frame.normal.x, frame.normal.y, frame.normal.z};
  // The outline runs from (-, -) along the next axis on the positive side, along the last axis on the negative side,
  // and backwards if reversed.
  const bool in_turn = positive != reversed;
  const int turn[] = {last, next, last}, first = turn[in_turn], second = turn[in_turn + 1];
  const Vec2<T> along_p = axes[first], along_q = axes[second], p = along_p * halves[first],
                q = along_q * halves[second];
  const Vec2<T> across = axes[i] * out, c = frame.origin + across * halves[i];
  s.kind = Silhouette<T>::Kind::polygon, s.count = 4;
  // If reversed, the outline's corner 0 is the last: the loop starts one earlier.
  const Vec2<T> low = reversed ? p - q : -p - q, high = reversed ? p + q : p - q;
  s.corners[0] = s.corners[4] = c + low, s.corners[1] = c + high, s.corners[2] = c - low, s.corners[3] = c - high;
  // If the face can be seen along the normal, neither of its edges projects to zero.
  const Vec2<T> left_of_p = perpendicular(along_p) * (T(1) / norm(along_p)),
                left_of_q = perpendicular(along_q) * (T(1) / norm(along_q));
  const Vec2<T> m = reversed ? left_of_q : left_of_p, m_next = reversed ? -left_of_p : left_of_q;
  // Opposite sides are equally far from the middle.
  const T middle = dot(m, c), middle_next = dot(m_next, c), half = dot(m, low), half_next = dot(m_next, high);
  s.sides[0] = {m, middle + half}, s.sides[2] = {-m, half - middle};
  s.sides[1] = {m_next, middle_next + half_next}, s.sides[3] = {-m_next, half_next - middle_next};
  const T along = heights[i] * out;
  s.extent = T(2) * sqrt(max(norm_squared(low), norm_squared(high)));
  s.base = c, s.base_height = frame.base + along * halves[i];
  s.slope = across * (T(-1) / along);
  s.tilt = norm(across);
}

/// The feature within feature_sine of `direction` (box frame, unit), which is ±frame.normal.
template <Scalar T>
constexpr void see_box(Silhouette<T>& s, const Box<T>& box, const Vec3<T>& direction, const BodyFrame<T>& frame,
                       bool reversed) {
  const Feature f = box.feature_of_unit(direction, feature_sine<T>);
  if (f.kind == FeatureKind::face) return see_face(s, box, f, frame, reversed);
  s.feature = f;
  s.stride = 1;
  s.reversed = reversed;
  const std::uint32_t at = detail::corner_bits(direction.x >= T(0), direction.y >= T(0), direction.z >= T(0));
  if (f.kind == FeatureKind::vertex) {
    detail::lay_point(s, frame, detail::box_corner(box, at));
    s.extent = T(0);
    return;
  }
  const std::uint32_t along = 1u << f.index / 4;
  detail::lay_segment(s, frame, detail::box_corner(box, at & ~along),
                      detail::box_corner(box, at | along));  // from its lower end
  s.close();
}

}  // namespace tactus
