// SPDX-License-Identifier: MIT
#pragma once
/// Box, Rectangle and Frustum: [Olvång 2010, Table 1] S_box, S_rectangle, S_frustum.
#include <tactus/shape/centroid_height.h>
#include <tactus/shape/convex.h>
#include <tactus/shape/fields.h>
#include <tactus/shape/hexahedron.h>

namespace tactus {

/// A box: |x| ≤ half.x, |y| ≤ half.y, |z| ≤ half.z.
template <Scalar T> struct Box {
  using Scalar = T;
  static constexpr std::string_view name = "Box";
  static constexpr auto fields() { return std::tuple{size_field("half", &Box::half)}; }

  Vec3<T> half{};

  constexpr Vec3<T> support(const Vec3<T>& d) const {
    return {with_sign(half.x, d.x), with_sign(half.y, d.y), with_sign(half.z, d.z)};
  }
  friend constexpr T radius(const Box&) { return T(0); }
  constexpr Vec3<T> center() const { return {}; }
  constexpr T bounding_radius() const { return norm(half); }
  constexpr T inscribed_radius() const { return min(half.x, min(half.y, half.z)); }
  constexpr bool polytope() const { return true; }
  constexpr bool curved_along(const Vec3<T>&) const { return false; }
  /// Corner i of eight: bit 0 of i says that x is positive, bit 1 y, bit 2 z.
  constexpr Vec3<T> corner(std::uint32_t i) const {
    return {i & 1 ? half.x : -half.x, i & 2 ? half.y : -half.y, i & 4 ? half.z : -half.z};
  }
  /// The number of the corner farthest along d.
  static constexpr std::uint32_t corner_along(const Vec3<T>& d) {
    return (d.x < T(0) ? 0u : 1u) | (d.y < T(0) ? 0u : 2u) | (d.z < T(0) ? 0u : 4u);
  }
  /// The face whose axis is most along d, the edge whose axis is least along it (both within `sine`), or the corner;
  /// numbers as in hexahedron.h. Faces and edges without extent (in a flat box) are skipped.
  constexpr Feature feature(const Vec3<T>& d, T sine) const { return feature_of_unit(unit_or_up(d), sine); }
  /// The same for a unit direction. Mostly uses a table: which components of a direction are small cannot be predicted,
  /// and branches take three times as long as the look-up (docs/performance.md, "What comments rely on").
  constexpr Feature feature_of_unit(const Vec3<T>& u, T sine) const {
    const T limit = square(sine);
    const Vec3<T> squared = hadamard(u, u);
    const unsigned x = squared.x <= limit, y = squared.y <= limit, z = squared.z <= limit;
    const T off_face = (x ? squared.x : T(0)) + (y ? squared.y : T(0)) + (z ? squared.z : T(0));
    if (sine < T(0.5) && min(half.x, min(half.y, half.z)) > T(0) && off_face <= limit)
      return detail::hexahedron_features[x | y << 1 | z << 2][corner_along(u)];
    return feature_in_full(u, sine);
  }
  constexpr Outline<T> feature_along(const Vec3<T>& d, T sine) const {
    const Vec3<T> u = unit_or_up(d);
    const Feature f = feature_of_unit(u, sine);
    const std::uint32_t at = corner_along(u);
    if (f.kind == FeatureKind::vertex) return Outline<T>::vertex(f, u, corner(at));
    if (f.kind == FeatureKind::edge) return Outline<T>::edge(f, u, corner(at), corner(at ^ 1u << f.index / 4));
    const int axis = static_cast<int>(f.index / 2);
    const auto c = detail::hexahedron_face(axis, at);
    Vec3<T> n{};
    n[axis] = sign(u[axis]);
    return Outline<T>::quad(f, n, corner(c[0]), corner(c[1]), corner(c[2]), corner(c[3]));
  }
  friend constexpr bool operator==(const Box&, const Box&) = default;

 private:
  constexpr Feature feature_in_full(const Vec3<T>& u, T sine) const {
    const Vec3<T> squared = hadamard(u, u);
    const std::uint32_t corner = corner_along(u);
    int face = -1, edge = -1;
    for (int i = 0; i < 3; ++i) {
      const int j = (i + 1) % 3, k = (i + 2) % 3;
      const bool has_face = half[j] > T(0) && half[k] > T(0) && u[i] != T(0);
      if (has_face && (sine >= T(1) || squared[j] + squared[k] <= square(sine)) &&
          (face < 0 || squared[i] > squared[face]))
        face = i;
      if (half[i] > T(0) && squared[i] <= square(sine) && (edge < 0 || squared[i] <= squared[edge])) edge = i;
    }
    if (face >= 0) return {FeatureKind::face, static_cast<std::uint32_t>(2 * face) + (corner >> face & 1)};
    if (edge >= 0) return {FeatureKind::edge, detail::hexahedron_edge(edge, lowest(corner))};
    return {FeatureKind::vertex, lowest(corner)};
  }
  /// The lowest number among the corners that coincide with this one: both sides of an axis without extent coincide.
  constexpr std::uint32_t lowest(std::uint32_t corner) const {
    return corner & ((half.x > T(0) ? 1u : 0u) | (half.y > T(0) ? 2u : 0u) | (half.z > T(0) ? 4u : 0u));
  }
};

/// A flat rectangle: |x| ≤ half.x, |y| ≤ half.y, z = 0. Features are numbered as for a box.
template <Scalar T> struct Rectangle {
  using Scalar = T;
  static constexpr std::string_view name = "Rectangle";
  static constexpr auto fields() { return std::tuple{size_field("half", &Rectangle::half)}; }

  Vec2<T> half{};

  /// The same as a box without thickness.
  constexpr Box<T> box() const { return {{half.x, half.y, T(0)}}; }
  constexpr Vec3<T> support(const Vec3<T>& d) const { return {with_sign(half.x, d.x), with_sign(half.y, d.y), T(0)}; }
  friend constexpr T radius(const Rectangle&) { return T(0); }
  constexpr Vec3<T> center() const { return {}; }
  constexpr T bounding_radius() const { return norm(half); }
  constexpr bool polytope() const { return true; }
  constexpr bool curved_along(const Vec3<T>&) const { return false; }
  constexpr Outline<T> feature_along(const Vec3<T>& d, T sine) const { return box().feature_along(d, sine); }
  friend constexpr bool operator==(const Rectangle&, const Rectangle&) = default;
};

/// Hull of the rectangle `bottom` at z = -half_height and the rectangle `top` at z = +half_height (half extents).
/// differs from [Olvång 2010, Table 1 and §3.2.2]: the origin is at mid-height, not in the bottom or at the centroid.
template <Scalar T> struct Frustum {
  using Scalar = T;
  static constexpr std::string_view name = "Frustum";
  static constexpr auto fields() {
    return std::tuple{size_field("bottom", &Frustum::bottom), size_field("top", &Frustum::top),
                      size_field("half_height", &Frustum::half_height)};
  }

  Vec2<T> bottom{}, top{};
  T half_height{};

  constexpr Vec3<T> support(const Vec3<T>& d) const { return corner(support_corner(d)); }
  friend constexpr T radius(const Frustum&) { return T(0); }
  /// The centroid, as [Olvång 2010, §2.4.1] requires for the depth estimate of MPR; for a flat frustum, that of its
  /// area.
  constexpr Vec3<T> center() const {
    using detail::share_of_larger;
    const Vec2<T> low{share_of_larger(bottom.x, top.x), share_of_larger(bottom.y, top.y)},
        high{share_of_larger(top.x, bottom.x), share_of_larger(top.y, bottom.y)}, middle = (low + high) / T(2);
    return {T(0), T(0), detail::centroid_height(half_height, low.x * low.y, middle.x * middle.y, high.x * high.y)};
  }
  constexpr T bounding_radius() const {
    const T z = center().z;
    return sqrt(max(norm_squared(bottom) + square(half_height + z), norm_squared(top) + square(half_height - z)));
  }
  constexpr T origin_radius() const { return sqrt(max(norm_squared(bottom), norm_squared(top)) + square(half_height)); }
  constexpr bool polytope() const { return true; }
  constexpr bool curved_along(const Vec3<T>&) const { return false; }
  /// Corner i of eight: bit 0 of i says that x is positive, bit 1 y, bit 2 z.
  constexpr Vec3<T> corner(std::uint32_t i) const {
    const Vec2<T>& half = i & 4 ? top : bottom;
    return {i & 1 ? half.x : -half.x, i & 2 ? half.y : -half.y, i & 4 ? half_height : -half_height};
  }
  constexpr Outline<T> feature_along(const Vec3<T>& d, T sine) const {
    std::array<Vec3<T>, 8> corners;
    for (std::uint32_t i = 0; i < 8; ++i) corners[i] = corner(i);
    const Vec3<T> u = unit_or_up(d);
    return detail::hexahedron_feature(corners, support_corner(u), u, sine);
  }
  friend constexpr bool operator==(const Frustum&, const Frustum&) = default;

 private:
  constexpr std::uint32_t support_corner(const Vec3<T>& d) const {
    const std::uint32_t i = (d.x < T(0) ? 0u : 1u) | (d.y < T(0) ? 0u : 2u);
    const T below = dot(d, corner(i)), above = dot(d, corner(i | 4));
    return below > above || (below == above && d.z < T(0)) ? i : i | 4;
  }
};

}  // namespace tactus
