#pragma once
/// ConicalFrustum, and its special cases Cylinder and Cone: [Olvång 2010, Table 1] S_cylinder, S_cone.
///
/// Their features: face 0 is the bottom, face 1 the top; curved 0 the side, 1 the bottom rim, 2 the top rim; where a
/// radius is zero its rim is vertex 0 (bottom) or 1 (top) instead. Without height they have a disc's features, without
/// radii a segment's.
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
    const bool top = along * (top_radius - bottom_radius) + T(2) * half_height * d.z >= T(0);
    const T r = top ? top_radius : bottom_radius;
    return {r * u.x, r * u.y, top ? half_height : -half_height};
  }
  friend constexpr T radius(const ConicalFrustum&) { return T(0); }
  constexpr Vec3<T> center() const { return {}; }
  constexpr T bounding_radius() const { return sqrt(square(max(bottom_radius, top_radius)) + square(half_height)); }
  constexpr bool curved_along(const Vec3<T>& d) const {
    if (d.x == T(0) && d.y == T(0)) return false;
    if (half_height == T(0)) return larger_disc().radius > T(0);
    return support(d).z > T(0) ? top_radius > T(0) : bottom_radius > T(0);
  }

  constexpr Outline<T> feature_along(const Vec3<T>& d, T sine) const {
    if (larger_disc().radius == T(0)) return Segment<T>{half_height}.feature_along(d, sine);
    if (half_height == T(0)) return larger_disc().feature_along(d, sine);
    const Vec3<T> u = unit_or_up(d);
    const bool on_axis = u.x == T(0) && u.y == T(0);  // then any radial direction will do
    const Vec2<T> radial = on_axis ? Vec2<T>{T(1), T(0)} : unit_or_zero(Vec2<T>{u.x, u.y});
    const T across = radial.x * u.x + radial.y * u.y;
    const bool top = support(u).z > T(0);
    const T cap = top ? top_radius : bottom_radius;
    const T up = sign(u.z);
    const bool faces_cap = top == (u.z >= T(0)) && cap > T(0) && across <= sine;
    // The side's normal in the plane of the axis and the direction, and how far the direction is from it.
    const Vec2<T> side = unit_or_zero(Vec2<T>{T(2) * half_height, bottom_radius - top_radius});
    const T side_sine = abs(across * side.y - u.z * side.x);
    const bool faces_side = across * side.x + u.z * side.y > T(0) && side_sine <= sine;
    if (faces_cap && !(faces_side && side_sine < across))
      return Outline<T>::ellipse({FeatureKind::face, top ? 1u : 0u}, {T(0), T(0), up},
                                 {T(0), T(0), top ? half_height : -half_height}, {cap, T(0), T(0)},
                                 {T(0), up * cap, T(0)});
    if (faces_side)
      return Outline<T>::edge({FeatureKind::curved, 0}, {radial.x * side.x, radial.y * side.x, side.y},
                              {bottom_radius * radial.x, bottom_radius * radial.y, -half_height},
                              {top_radius * radial.x, top_radius * radial.y, half_height});
    const Feature rim =
        cap > T(0) ? Feature{FeatureKind::curved, top ? 2u : 1u} : Feature{FeatureKind::vertex, top ? 1u : 0u};
    return Outline<T>::vertex(rim, u, support(u));
  }
  friend constexpr bool operator==(const ConicalFrustum&, const ConicalFrustum&) = default;

 private:
  constexpr Disc<T> larger_disc() const { return {max(bottom_radius, top_radius)}; }
};

/// x² + y² ≤ radius², |z| ≤ half_height
template <Scalar T> struct Cylinder {
  using Scalar = T;
  static constexpr std::string_view name = "Cylinder";
  static constexpr auto fields() {
    return std::tuple{size_field("radius", &Cylinder::radius), size_field("half_height", &Cylinder::half_height)};
  }

  T radius{}, half_height{};

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
  constexpr Outline<T> feature_along(const Vec3<T>& d, T sine) const { return frustum().feature_along(d, sine); }
  friend constexpr bool operator==(const Cylinder&, const Cylinder&) = default;
};

/// Base of the given radius at z = -half_height, apex at z = +half_height.
/// differs from [Olvång 2010, Table 1]: the origin is at mid-height, not in the base.
template <Scalar T> struct Cone {
  using Scalar = T;
  static constexpr std::string_view name = "Cone";
  static constexpr auto fields() {
    return std::tuple{size_field("radius", &Cone::radius), size_field("half_height", &Cone::half_height)};
  }

  T radius{}, half_height{};

  constexpr ConicalFrustum<T> frustum() const { return {radius, T(0), half_height}; }
  /// The apex where the direction is within the normals of the side, the rim elsewhere: told apart without a root, and
  /// chosen without a branch, for which one it is is anybody's guess.
  [[gnu::always_inline]] constexpr Vec3<T> support(const Vec3<T>& d) const {
    const T across2 = square(d.x) + square(d.y), rise = T(2) * half_height * d.z;
    const T fall2 = square(radius) * across2, sum2 = fall2 + square(rise);
    constexpr auto least = std::numeric_limits<builtin_t<T>>::min() / unit_roundoff<builtin_t<T>>;
    if (!(across2 >= T(least) && sum2 >= T(least) && is_finite(across2 + sum2))) return support_of_extreme(d);
    const T half = with_sign(T(0.5), rise * abs(rise) - fall2);  // + at the apex, - on the rim
    const T on_rim = radius * (T(0.5) - half) / sqrt(across2);
    return {d.x * on_rim, d.y * on_rim, T(2) * half_height * half};
  }
  friend constexpr T radius(const Cone&) { return T(0); }
  constexpr Vec3<T> center() const { return {}; }
  constexpr T bounding_radius() const { return sqrt(square(radius) + square(half_height)); }
  /// The base is half_height away, the side h r / √(r² + 4 h²) (its distance from the origin), a little less for rounding.
  constexpr T inscribed_radius() const {
    const T slant = sqrt(square(radius) + square(T(2) * half_height));
    return slant > T(0) ? half_height * radius / slant * (T(1) - T(8) * unit_roundoff<T>) : T(0);
  }
  constexpr bool curved_along(const Vec3<T>& d) const { return frustum().curved_along(d); }
  constexpr Outline<T> feature_along(const Vec3<T>& d, T sine) const { return frustum().feature_along(d, sine); }
  friend constexpr bool operator==(const Cone&, const Cone&) = default;

 private:
  /// The same for directions whose squares leave the range of T, and along the axis.
  [[gnu::noinline, gnu::cold]] constexpr Vec3<T> support_of_extreme(const Vec3<T>& d) const {
    return frustum().support(d);
  }
};

}  // namespace tactus
