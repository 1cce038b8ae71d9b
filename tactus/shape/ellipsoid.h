// SPDX-License-Identifier: MIT
#pragma once
/// Ellipsoid ([Olvång 2010, Table 1] S_ellipsoid) and Superquadric.
#include <tactus/shape/convex.h>
#include <tactus/shape/fields.h>

#include <optional>

namespace tactus {

/// An ellipsoid: (x / radii.x)² + (y / radii.y)² + (z / radii.z)² ≤ 1.
///
/// The algorithms see a smaller core with a ball around it: the least radius of curvature of an ellipsoid is ρ = least²
/// / greatest of its radii, so a ball of that radius rolls freely inside, and the core that remains when the ball is
/// subtracted is convex (Blaschke's rolling theorem). Curvature costs iterations, and the core has less of it; if an
/// overlap is shallower than the balls, the cores do not overlap, so GJK measures it. `support` is the core's, as for
/// all rounded shapes; full_support(ellipsoid, d) is the surface's.
template <Scalar T> struct Ellipsoid {
  using Scalar = T;
  static constexpr std::string_view name = "Ellipsoid";
  static constexpr auto fields() { return std::tuple{size_field("radii", &Ellipsoid::radii)}; }

  Vec3<T> radii{};

  constexpr Vec3<T> support(const Vec3<T>& d) const {
    const Vec3<T> scaled = hadamard(radii, d);
    const T along2 = norm_squared(scaled), length2 = norm_squared(d);
    constexpr auto least = std::numeric_limits<builtin_t<T>>::min() / unit_roundoff<builtin_t<T>>;
    if (!(along2 >= T(least) && length2 >= T(least) && is_finite(along2 + length2))) return support_of_extreme(d);
    return hadamard(radii, scaled) / sqrt(along2) - d * (radius(*this) / sqrt(length2));
  }
  friend constexpr T radius(const Ellipsoid& s) {
    return s.greatest_radius() > T(0) ? s.least_radius() * (s.least_radius() / s.greatest_radius()) : T(0);
  }
  constexpr Vec3<T> center() const { return {}; }
  constexpr T bounding_radius() const { return greatest_radius(); }
  constexpr T inscribed_radius() const { return least_radius(); }
  /// The largest ball inside that touches the surface along d also touches it at the mirror image across the plane of
  /// the two greater radii. So its centre is where the normal meets that plane, and its radius is least² / h(d), with
  /// the support value h. This equals radius() where h is greatest, and is larger elsewhere; the excess, returned here,
  /// belongs to the core.
  constexpr T inner_radius_along(const Vec3<T>& d) const {
    const T greatest = greatest_radius(), reach = norm(hadamard(radii, unit_or_zero(d)));
    if (!(reach > T(0)) || !(reach < greatest)) return T(0);
    return least_radius() * (least_radius() / reach) * (T(1) - reach / greatest) * (T(1) - T(8) * unit_roundoff<T>);
  }
  constexpr bool curved_along(const Vec3<T>&) const { return true; }
  /// The derivative of the core: that of the surface, (D² - D²d dᵀD²/h²)/h with D the radii and h = |D d|, minus the
  /// ball's.
  std::optional<Mat3<T>> support_derivative(const Vec3<T>& d, const Vec3<T>&) const {
    const T reach = norm(hadamard(radii, d));
    if (!(reach > T(0))) return std::nullopt;
    const Vec3<T> squares = hadamard(radii, radii), point = hadamard(squares, d) / reach;
    const T ball = radius(*this);
    return (Mat3<T>::diagonal(squares) - Mat3<T>::outer(point, point)) * (T(1) / reach) -
           (Mat3<T>::identity() - Mat3<T>::outer(d, d)) * ball;
  }
  constexpr Feature feature(const Vec3<T>&, T) const { return {FeatureKind::curved, 0}; }
  constexpr Outline<T> feature_along(const Vec3<T>& d, T) const {
    const Vec3<T> u = unit_or_up(d);
    return Outline<T>::vertex({FeatureKind::curved, 0}, u, support(u));
  }
  friend constexpr bool operator==(const Ellipsoid&, const Ellipsoid&) = default;

 private:
  constexpr T greatest_radius() const { return max(radii.x, max(radii.y, radii.z)); }
  constexpr T least_radius() const { return min(radii.x, min(radii.y, radii.z)); }
  /// The same as support(), for directions whose squares leave the range of T and for flat ellipsoids.
  constexpr Vec3<T> support_of_extreme(const Vec3<T>& d) const {
    return hadamard(radii, unit_or_zero(hadamard(radii, d))) - radius(*this) * unit_or_zero(d);
  }
};

/// A superquadric: ((x / radii.x)^(2/e2) + (y / radii.y)^(2/e2))^(e2/e1) + (z / radii.z)^(2/e1) ≤ 1   [Barr 1981]
/// e = 1 is round, e → 0 square, e = 2 an octahedron's edge; both exponents in (0, 2] keep it convex.
template <Scalar T> struct Superquadric {
  using Scalar = T;
  static constexpr std::string_view name = "Superquadric";
  static constexpr auto fields() {
    return std::tuple{size_field("radii", &Superquadric::radii), exponent_field("e1", &Superquadric::e1),
                      exponent_field("e2", &Superquadric::e2)};
  }

  Vec3<T> radii{};
  T e1{1}, e2{1};

  /// The support of a norm ball within a norm ball: first for the section (x, y), then for (section, z).
  Vec3<T> support(const Vec3<T>& direction) const {
    const Vec3<T> d = scaled_into_range(direction);
    const Vec2<T> section_direction{radii.x * d.x, radii.y * d.y};
    const Vec2<T> section = norm_ball_support(section_direction, e2);
    const Vec2<T> profile = norm_ball_support({dot(section, section_direction), radii.z * d.z}, e1);
    return {radii.x * profile.x * section.x, radii.y * profile.x * section.y, radii.z * profile.y};
  }
  friend constexpr T radius(const Superquadric&) { return T(0); }
  constexpr Vec3<T> center() const { return {}; }
  /// With exponents of 1 and more it lies in the ellipsoid, otherwise in the box.
  constexpr T bounding_radius() const { return e1 >= T(1) && e2 >= T(1) ? max_abs(radii) : norm(radii); }
  /// With exponents up to 1 it contains the ellipsoid; otherwise at least the octahedron, whose faces are at least
  /// 1/√3 of the least radius away.
  constexpr T inscribed_radius() const {
    const T least = min(radii.x, min(radii.y, radii.z));
    return e1 <= T(1) && e2 <= T(1) ? least : least * T(0.577);
  }
  /// Are both exponents 2? Then it is an octahedron, with flat faces.
  constexpr bool octahedron() const { return e1 == T(2) && e2 == T(2); }
  constexpr bool polytope() const { return octahedron(); }
  constexpr bool curved_along(const Vec3<T>&) const { return !octahedron(); }
  /// The support function is a norm of (a norm of (x, y), z), both of exponent q = 2/(2 - e), of the direction scaled
  /// by the radii. The second derivatives of such a norm N(x, y) are κ p pᵀ with p = (y, -x); norm_bend is κ. The chain
  /// rule makes two such terms of them. Empty where the surface is flat (κ is infinite) or has a corner (e = 2).
  std::optional<Mat3<T>> support_derivative(const Vec3<T>& direction, const Vec3<T>&) const {
    if (e1 == T(2) || e2 == T(2)) return std::nullopt;
    const T q1 = T(2) / (T(2) - e1), q2 = T(2) / (T(2) - e2);
    const Vec3<T> d = hadamard(radii, direction);
    const T section = norm_of(d.x, d.y, q2), reach = norm_of(section, d.z, q1);
    const Vec3<T> slope{sign(d.x) * pow(abs(d.x) / section, q2 - T(1)), sign(d.y) * pow(abs(d.y) / section, q2 - T(1)),
                        T(0)};
    const Vec3<T> around = hadamard(radii, Vec3<T>{d.y, -d.x, T(0)});
    const Vec3<T> upward = hadamard(radii, d.z * slope - Vec3<T>{T(0), T(0), section});
    const T bend_around = norm_bend(d.x, d.y, q2, section) * pow(section / reach, q1 - T(1));
    const Mat3<T> sum = Mat3<T>::outer(around, around) * bend_around +
                        Mat3<T>::outer(upward, upward) * norm_bend(section, d.z, q1, reach);
    return is_finite(sum) ? std::optional(sum) : std::nullopt;
  }
  /// For an octahedron only vertices are named: 2k is on the negative side of axis k, 2k + 1 on the positive.
  Outline<T> feature_along(const Vec3<T>& d, T) const {
    const Vec3<T> u = unit_or_up(d);
    if (!octahedron()) return Outline<T>::vertex({FeatureKind::curved, 0}, u, support(u));
    const Vec3<T> reach = abs(hadamard(radii, u));
    const int k = reach.x >= reach.y && reach.x >= reach.z ? 0 : reach.y >= reach.z ? 1 : 2;
    Vec3<T> corner;
    corner[k] = sign(u[k]) * radii[k];
    return Outline<T>::vertex({FeatureKind::vertex, static_cast<std::uint32_t>(2 * k) + (u[k] < T(0) ? 0 : 1)}, u,
                              corner);
  }
  friend constexpr bool operator==(const Superquadric&, const Superquadric&) = default;

 private:
  /// (|x|^q + |y|^q)^(1/q), the larger of both factored out so that no power leaves the range of T.
  static T norm_of(T x, T y, T q) {
    const T scale = max(abs(x), abs(y));
    if (!(scale > T(0))) return T(0);
    return scale * pow(pow(abs(x) / scale, q) + pow(abs(y) / scale, q), T(1) / q);
  }
  static T norm_bend(T x, T y, T q, T norm) {
    return (q - T(1)) * pow(abs(x / norm) * abs(y / norm), q - T(2)) / (norm * norm * norm);
  }
  /// The point of |x|^p + |y|^p ≤ 1, p = 2/e, farthest along d: by components proportional to |d|^(1/(p-1)). The
  /// direction is first scaled to a largest component of 1, so that its powers stay in the range of T for any e; at e =
  /// 2 the exponent is infinite and 1 to that power is 1, which gives the corner.
  static Vec2<T> norm_ball_support(const Vec2<T>& d, T e) {
    const T scale = max_abs(d);
    if (!(scale > T(0))) return {};
    const T exponent = e / (T(2) - e);
    const T x = pow(abs(d.x) / scale, exponent), y = pow(abs(d.y) / scale, exponent);
    const T size = pow(pow(x, T(2) / e) + pow(y, T(2) / e), e / T(2));
    return {sign(d.x) * x / size, sign(d.y) * y / size};
  }
};

}  // namespace tactus
