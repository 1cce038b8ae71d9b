#pragma once
/// The silhouette of a box, without the detour over its Outline: the pair most worth a path of its own. What it makes is
/// what see(box.feature_along(…)) makes, to rounding; a test compares them.
#include <tactus/contact/clip.h>
#include <tactus/shape/box.h>

namespace tactus {

namespace detail {

constexpr std::uint32_t corner_bits(bool x, bool y, bool z) {
  return static_cast<std::uint32_t>(x) | static_cast<std::uint32_t>(y) << 1 | static_cast<std::uint32_t>(z) << 2;
}

/// box.feature(direction, feature_sine) for a unit direction and a box that is not flat: the largest component decides
/// whether it looks along a face, the smallest whether along an edge.
template <Scalar T> constexpr Feature box_feature(const Box<T>& box, const Vec3<T>& direction) {
  const Vec3<T> size = abs(direction);
  if (!(min(min(box.half.x, box.half.y), box.half.z) > T(0))) return box.feature(direction, feature_sine<T>);
  const int i = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
  if (square(size[(i + 1) % 3]) + square(size[(i + 2) % 3]) <= square(feature_sine<T>))
    return {FeatureKind::face, static_cast<std::uint32_t>(2 * i) + (direction[i] < T(0) ? 0u : 1u)};
  const std::uint32_t corner = corner_bits(direction.x >= T(0), direction.y >= T(0), direction.z >= T(0));
  const int k = size.z <= size.x && size.z <= size.y ? 2 : size.y <= size.x ? 1 : 0;
  if (size[k] <= feature_sine<T>) return {FeatureKind::edge, hexahedron_edge(k, corner)};
  return {FeatureKind::vertex, corner};
}

}  // namespace detail

/// `x` maps the box's frame to A's; its feature within feature_sine of `direction` (its own frame, unit).
template <Scalar T>
constexpr void see_box(Silhouette<T>& s, const Box<T>& box, const Vec3<T>& direction, const Pose<T>& x,
                       const ContactFrame<T>& frame, bool reversed) {
  using Kind = typename Silhouette<T>::Kind;
  const Feature f = detail::box_feature(box, direction);
  s.feature = f;
  s.stride = 1;
  s.reversed = reversed;
  const auto axis_of = [&](int i) { return x.rotation.column(i) * box.half[i]; };
  if (f.kind == FeatureKind::face) {
    // A parallelogram about its middle, spanned by the other two axes: two distinct side normals, each twice.
    const int i = static_cast<int>(f.index / 2), j = (i + 1) % 3, k = (i + 2) % 3;
    const bool positive = f.index & 1;
    const Vec3<T> out = positive ? axis_of(i) : -axis_of(i), middle = x.translation + out;
    // The outline runs from (-, -) along j on the positive side, along k on the negative, and backwards if reversed.
    const bool j_first = positive != reversed;
    const Vec2<T> along_j = frame.flat(axis_of(j)), along_k = frame.flat(axis_of(k));
    const Vec2<T> p = j_first ? along_j : along_k, q = j_first ? along_k : along_j, c = frame.flat(middle);
    s.kind = Kind::polygon, s.count = 4;
    const Vec2<T> lowest = c - p - q;
    // Reversed, the outline's corner 0 is the last: the loop starts one earlier.
    const Vec2<T> loop[4] = {lowest, lowest + p * T(2), c + p + q, lowest + q * T(2)};
    for (int corner = 0; corner < 4; ++corner) s.corners[corner] = loop[reversed ? (corner + 1) % 4 : corner];
    const Vec2<T> left_of_p = unit_or_zero(perpendicular(p)), left_of_q = unit_or_zero(perpendicular(q));
    const Vec2<T> inward[4] = {left_of_p, left_of_q, -left_of_p, -left_of_q};
    for (int side = 0; side < 4; ++side) {
      const Vec2<T>& m = inward[reversed ? (side + 1) % 4 : side];
      s.sides[side] = {m, dot(m, s.corners[side])};
    }
    s.extent = T(2) * sqrt(max(norm_squared(p + q), norm_squared(p - q)));
    const T along = positive ? frame.height(x.rotation.column(i)) : -frame.height(x.rotation.column(i));
    const Vec2<T> across = frame.flat(x.rotation.column(i)) * (positive ? T(1) : T(-1));
    s.base = c, s.base_height = frame.height(middle);
    s.slope = across * (T(-1) / along);
    s.tilt = norm(across);
    return;
  }
  const std::uint32_t at = detail::corner_bits(direction.x >= T(0), direction.y >= T(0), direction.z >= T(0));
  const auto corner = [&](std::uint32_t bits) { return x * box.corner(bits); };
  if (f.kind == FeatureKind::vertex) {
    detail::lay_point(s, frame, corner(at));
  } else {
    const std::uint32_t along = 1u << f.index / 4;
    detail::lay_segment(s, frame, corner(at & ~along), corner(at | along));  // from its lower end
  }
  s.close();
}

}  // namespace tactus
