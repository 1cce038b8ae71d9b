// SPDX-License-Identifier: MIT
#pragma once
/// ConicalFrustum, and its special cases Cylinder and Cone: [Olvång 2010, Table 1] S_cylinder, S_cone.
///
/// Features: face 0 is the bottom, face 1 the top; curved 0 the side, 1 the bottom rim, 2 the top rim; if a radius is
/// zero, its rim is vertex 0 (bottom) or 1 (top) instead. Without height they have a disc's features, without radii a
/// segment's.
#include <tactus/shape/centroid_height.h>
#include <tactus/shape/flat.h>

namespace tactus {

/// Hull of two discs: bottom_radius at z = -half_height, top_radius at z = +half_height.
template <Scalar T> struct ConicalFrustum {
  using Scalar = T;
  static constexpr std::string_view name = "ConicalFrustum";
  static constexpr auto fields() {
    return std::tuple{size_field("bottom_radius", &ConicalFrustum::bottom_radius),
                      size_field("top_radius", &ConicalFrustum::top_radius),
                      size_field("half_height", &ConicalFrustum::half_height)};
  }

  T bottom_radius{}, top_radius{}, half_height{};

  constexpr Vec3<T> support(const Vec3<T>& d) const {
    const Vec2<T> u = unit_or_zero(Vec2<T>{d.x, d.y});
    const T along = u.x * d.x + u.y * d.y;  // |(d.x, d.y)|
    const bool top = is_top_along(along, d.z);
    const T r = top ? top_radius : bottom_radius;
    return {r * u.x, r * u.y, top ? half_height : -half_height};
  }
  friend constexpr T radius(const ConicalFrustum&) { return T(0); }
  /// The centroid, as [Olvång 2010, §2.4.1] requires for the depth estimate of MPR.
  constexpr Vec3<T> center() const {
    const T bottom = detail::share_of_larger(bottom_radius, top_radius),
            top = detail::share_of_larger(top_radius, bottom_radius), middle = (bottom + top) / T(2);
    return {T(0), T(0), detail::centroid_height(half_height, square(bottom), square(middle), square(top))};
  }
  constexpr T bounding_radius() const {
    const T z = center().z;
    return sqrt(max(square(bottom_radius) + square(half_height + z), square(top_radius) + square(half_height - z)));
  }
  constexpr T origin_radius() const { return sqrt(square(max(bottom_radius, top_radius)) + square(half_height)); }
  constexpr bool curved_along(const Vec3<T>& d) const {
    if (d.x == T(0) && d.y == T(0)) return false;
    if (half_height == T(0)) return larger_disc().radius > T(0);
    return support(d).z > T(0) ? top_radius > T(0) : bottom_radius > T(0);
  }
  /// The derivative of the circle about the axis through the point: a rim, or a circle on the side.
  std::optional<Mat3<T>> support_derivative(const Vec3<T>& d, const Vec3<T>& point) const {
    return Disc<T>{norm(Vec2<T>{point.x, point.y})}.support_derivative(d, point);
  }

  /// Computed without the unit vectors that an outline needs: every distance and contact needs the feature's name.
  constexpr Feature feature(const Vec3<T>& direction, T sine) const {
    if (larger_disc().radius == T(0)) return Segment<T>{half_height}.feature(direction, sine);
    if (half_height == T(0)) return larger_disc().feature_along(direction, sine).feature;
    const Vec3<T> d = direction == Vec3<T>{} ? Vec3<T>{T(0), T(0), T(1)} : scaled_into_range(direction);
    const T across = norm(Vec2<T>{d.x, d.y}), unnoticed = sine * norm(d);
    const bool top = is_top_along(across, d.z);
    const T cap = top ? top_radius : bottom_radius;
    const bool faces_cap = top == (d.z >= T(0)) && cap > T(0) && across <= unnoticed;
    const Vec2<T> side = side_normal();
    const T off_side = abs(across * side.y - d.z * side.x);
    const bool faces_side = across * side.x + d.z * side.y > T(0) && off_side <= unnoticed;
    if (faces_cap && !(faces_side && off_side < across)) return {FeatureKind::face, top ? 1u : 0u};
    if (faces_side) return {FeatureKind::curved, 0};
    return cap > T(0) ? Feature{FeatureKind::curved, top ? 2u : 1u} : Feature{FeatureKind::vertex, top ? 1u : 0u};
  }
  constexpr Outline<T> feature_along(const Vec3<T>& d, T sine) const {
    if (larger_disc().radius == T(0)) return Segment<T>{half_height}.feature_along(d, sine);
    if (half_height == T(0)) return larger_disc().feature_along(d, sine);
    const Feature f = feature(d, sine);
    const Vec3<T> u = unit_or_up(d);
    if (f.kind == FeatureKind::face) {
      const T up = sign(u.z), cap = f.index == 1 ? top_radius : bottom_radius;
      return Outline<T>::ellipse(f, {T(0), T(0), up}, {T(0), T(0), up * half_height}, {cap, T(0), T(0)},
                                 {T(0), up * cap, T(0)});
    }
    if (f != Feature{FeatureKind::curved, 0}) return Outline<T>::vertex(f, u, support(u));
    const bool on_axis = u.x == T(0) && u.y == T(0);  // then any radial direction will do
    const Vec2<T> radial = on_axis ? Vec2<T>{T(1), T(0)} : unit_or_zero(Vec2<T>{u.x, u.y}), side = side_normal();
    return Outline<T>::edge(f, {radial.x * side.x, radial.y * side.x, side.y},
                            {bottom_radius * radial.x, bottom_radius * radial.y, -half_height},
                            {top_radius * radial.x, top_radius * radial.y, half_height});
  }
  friend constexpr bool operator==(const ConicalFrustum&, const ConicalFrustum&) = default;

 private:
  /// Is the point farthest along a direction, given by its components across and along the axis, at the top?
  constexpr bool is_top_along(T across, T z) const {
    return across * (top_radius - bottom_radius) + T(2) * half_height * z >= T(0);
  }
  /// The unit normal of the side in a plane through the axis: components across the axis and along it.
  constexpr Vec2<T> side_normal() const {
    return unit_or_zero(Vec2<T>{T(2) * half_height, bottom_radius - top_radius});
  }
  constexpr Disc<T> larger_disc() const { return {max(bottom_radius, top_radius)}; }
};

/// A cylinder about the z axis: x² + y² ≤ radius², |z| ≤ half_height.
template <Scalar T> struct Cylinder {
  using Scalar = T;
  static constexpr std::string_view name = "Cylinder";
  static constexpr auto fields() {
    return std::tuple{size_field("radius", &Cylinder::radius), size_field("half_height", &Cylinder::half_height)};
  }

  T radius{}, half_height{};  // the axis runs along z from -half_height to half_height

  constexpr ConicalFrustum<T> frustum() const { return {radius, radius, half_height}; }
  constexpr Vec3<T> support(const Vec3<T>& d) const {
    const Vec2<T> u = unit_or_zero(Vec2<T>{d.x, d.y});
    return {radius * u.x, radius * u.y, with_sign(half_height, d.z)};
  }
  friend constexpr T radius(const Cylinder&) { return T(0); }
  constexpr Vec3<T> center() const { return {}; }
  constexpr T bounding_radius() const { return sqrt(square(radius) + square(half_height)); }
  constexpr T inscribed_radius() const { return min(radius, half_height); }
  constexpr bool curved_along(const Vec3<T>& d) const { return frustum().curved_along(d); }
  std::optional<Mat3<T>> support_derivative(const Vec3<T>& d, const Vec3<T>& point) const {
    return frustum().support_derivative(d, point);
  }
  constexpr Feature feature(const Vec3<T>& d, T sine) const { return frustum().feature(d, sine); }
  constexpr Outline<T> feature_along(const Vec3<T>& d, T sine) const { return frustum().feature_along(d, sine); }
  friend constexpr bool operator==(const Cylinder&, const Cylinder&) = default;
};

/// A cone about the z axis: its base has the given radius and is at z = -half_height, its apex at z = +half_height.
/// differs from [Olvång 2010, Table 1 and §3.2.2]: the origin is at mid-height, not in the base or at the centroid.
template <Scalar T> struct Cone {
  using Scalar = T;
  static constexpr std::string_view name = "Cone";
  static constexpr auto fields() {
    return std::tuple{size_field("radius", &Cone::radius), size_field("half_height", &Cone::half_height)};
  }

  T radius{}, half_height{};

  constexpr ConicalFrustum<T> frustum() const { return {radius, T(0), half_height}; }
  /// The apex if the direction is within the normals of the side, otherwise a point of the rim. Decided without a
  /// square root and selected without a branch, because it cannot be predicted. The square root and the division do not
  /// wait for each other.
  [[gnu::always_inline]] constexpr Vec3<T> support(const Vec3<T>& d) const {
    const T across2 = square(d.x) + square(d.y), rise = T(2) * half_height * d.z;
    const T fall2 = square(radius) * across2, sum2 = fall2 + square(rise);
    constexpr auto least = std::numeric_limits<builtin_t<T>>::min() / unit_roundoff<builtin_t<T>>;
    if (!(across2 >= T(least) && sum2 >= T(least) && across2 + sum2 <= T(1 / least))) return support_of_extreme(d);
    const T half = with_sign(T(0.5), rise * abs(rise) - fall2);  // + at the apex, - on the rim
    const T on_rim = radius * (T(0.5) - half) * (sqrt(across2) * (T(1) / across2));
    return {d.x * on_rim, d.y * on_rim, T(2) * half_height * half};
  }
  friend constexpr T radius(const Cone&) { return T(0); }
  /// The centroid, at a quarter of the height; for a segment, its middle.
  constexpr Vec3<T> center() const { return {T(0), T(0), radius > T(0) ? half_height * T(-0.5) : T(0)}; }
  constexpr T bounding_radius() const {
    const T z = center().z;
    return max(sqrt(square(radius) + square(half_height + z)), half_height - z);
  }
  constexpr T origin_radius() const { return sqrt(square(radius) + square(half_height)); }
  /// The distance to the base or to the side, whose slant height is √(r² + 4 h²); reduced a little for rounding.
  constexpr T inscribed_radius() const {
    const T slant = sqrt(square(radius) + square(T(2) * half_height)), z = center().z;
    if (!(slant > T(0))) return T(0);
    return min(half_height + z, (half_height - z) * radius / slant) * (T(1) - T(8) * unit_roundoff<T>);
  }
  constexpr bool curved_along(const Vec3<T>& d) const { return frustum().curved_along(d); }
  std::optional<Mat3<T>> support_derivative(const Vec3<T>& d, const Vec3<T>& point) const {
    return frustum().support_derivative(d, point);
  }
  constexpr Feature feature(const Vec3<T>& d, T sine) const { return frustum().feature(d, sine); }
  constexpr Outline<T> feature_along(const Vec3<T>& d, T sine) const { return frustum().feature_along(d, sine); }
  friend constexpr bool operator==(const Cone&, const Cone&) = default;

 private:
  /// The same for directions whose squares leave the range of T, and along the axis.
  [[gnu::noinline, gnu::cold]] constexpr Vec3<T> support_of_extreme(const Vec3<T>& d) const {
    return frustum().support(d);
  }
};

}  // namespace tactus
