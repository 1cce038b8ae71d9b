// SPDX-License-Identifier: MIT
#pragma once
/// |x| / radii.x + |y| / radii.y + |z| / radii.z ≤ 1
#include <tactus/shape/convex.h>
#include <tactus/shape/fields.h>

namespace tactus {

template <Scalar T> struct Octahedron {
  using Scalar = T;
  static constexpr std::string_view name = "Octahedron";
  static constexpr auto fields() { return std::tuple{size_field("radii", &Octahedron::radii)}; }

  Vec3<T> radii{};

  constexpr Vec3<T> support(const Vec3<T>& d) const {
    const Vec3<T> reach = hadamard(abs(d), radii);
    const int axis = reach.x >= reach.y && reach.x >= reach.z ? 0 : reach.y >= reach.z ? 1 : 2;
    Vec3<T> corner{};
    corner[axis] = d[axis] < T(0) ? -radii[axis] : radii[axis];
    return corner;
  }
  friend constexpr T radius(const Octahedron&) { return T(0); }
  constexpr Vec3<T> center() const { return {}; }
  constexpr T bounding_radius() const { return max(radii.x, max(radii.y, radii.z)); }
  constexpr bool polytope() const { return true; }
  constexpr bool curved_along(const Vec3<T>&) const { return false; }
  constexpr Outline<T> feature_along(const Vec3<T>& d, T) const {
    const Vec3<T> u = unit_or_up(d), corner = support(u);
    const std::uint32_t axis = corner.x != T(0) ? 0 : corner.y != T(0) ? 1 : 2;
    return Outline<T>::vertex({FeatureKind::vertex, 2 * axis + (corner[static_cast<int>(axis)] < T(0) ? 0u : 1u)}, u,
                              corner);
  }
  friend constexpr bool operator==(const Octahedron&, const Octahedron&) = default;
};

}  // namespace tactus
