// SPDX-License-Identifier: MIT
#pragma once
/// Volume, centroid and inertia of every shape: closed forms for the built-in ones, the divergence theorem for hulls,
/// quadrature over supports for composites and custom shapes (mass_properties.h).
#include <tactus/shape/shape.h>

#include <cmath>

namespace tactus {

namespace detail {

/// Properties of a solid symmetric about the planes x = 0 and y = 0, from its volume, the height of its centroid and
/// its second moments about the origin.
template <Scalar T> constexpr MassProperties<T> from_moments(T volume, T height, const Vec3<T>& moments) {
  const Vec3<T> central{moments.x, moments.y, moments.z - volume * square(height)};
  return {volume, {T(0), T(0), height}, inertia_from_moments(Mat3<T>::diagonal(central)), T(0)};
}

/// The solid between z = -h and z = +h whose section at z has the given area and second moments ∫x², ∫y²; its centroid
/// is known. Three-point Gauss quadrature is exact for polynomials up to degree five: all shapes with linear profiles.
template <Scalar T, class Section> MassProperties<T> stacked_sections(T h, const Vec3<T>& centroid, Section&& section) {
  const T node = h * sqrt(T(0.6L));
  const T nodes[] = {-node, T(0), node};
  const T weights[] = {T(5) / T(9) * h, T(8) / T(9) * h, T(5) / T(9) * h};
  T volume{};
  Vec3<T> second{};
  for (int i = 0; i < 3; ++i) {
    const auto [area, xx, yy] = section(nodes[i]);
    volume += weights[i] * area;
    second += weights[i] * Vec3<T>{xx, yy, area * square(nodes[i])};
  }
  return from_moments(volume, centroid.z, second);
}

template <Scalar T> struct Section { T area, xx, yy; };

/// A box of half extents (a, b, c) rounded by r, summed over one octant: the box and three slabs, three quarter
/// cylinders, an eighth of a ball. Its special cases are the box, the lozenge, the capsule and the ball.
template <Scalar T> constexpr MassProperties<T> round_box_mass(const Vec3<T>& half, T r) {
  const T quarter_disc = pi<T> * r * r / T(4);
  const T eighth_ball = pi<T> * r * r * r / T(6);
  const auto moment = [&](T a, T b, T c) {  // ∫x² over the octant, a along x
    const T box_and_slabs = (square(a + r) * (a + r) * b * c + a * a * a * r * (b + c)) / T(3);
    const T across_x = (a * a * quarter_disc + T(2) * a * r * r * r / T(3) + quarter_disc * r * r / T(4)) * (b + c);
    const T along_x = a * a * a / T(3) * quarter_disc;
    const T corner = a * a * eighth_ball + T(2) * a * pi<T> * r * r * r * r / T(16) + eighth_ball * r * r / T(5);
    return box_and_slabs + across_x + along_x + corner;
  };
  const auto [a, b, c] = half;
  const T volume = a * b * c + r * (a * b + b * c + c * a) + quarter_disc * (a + b + c) + eighth_ball;
  return from_moments(T(8) * volume, T(0), T(8) * Vec3<T>{moment(a, b, c), moment(b, c, a), moment(c, a, b)});
}

template <Scalar T> MassProperties<T> flat_mass(const Vec3<T>& centroid) {
  return {T(0), centroid, Mat3<T>::zero(), T(0)};
}

/// In long double, which can represent the squares of gamma functions near their pole at 0.
template <Scalar T> T beta(T x, T y) {
  using Work = long double;
  return T(std::tgamma(Work(x)) * std::tgamma(Work(y)) / std::tgamma(Work(x) + Work(y)));
}

}  // namespace detail

// Flat shapes: no volume.
template <Scalar T> MassProperties<T> mass_properties(const Point<T>& s) { return detail::flat_mass(s.position); }
template <Scalar T> MassProperties<T> mass_properties(const Segment<T>&) { return detail::flat_mass(Vec3<T>{}); }
template <Scalar T> MassProperties<T> mass_properties(const Triangle<T>& s) { return detail::flat_mass(s.center()); }
template <Scalar T> MassProperties<T> mass_properties(const Rectangle<T>&) { return detail::flat_mass(Vec3<T>{}); }
template <Scalar T> MassProperties<T> mass_properties(const Disc<T>&) { return detail::flat_mass(Vec3<T>{}); }
template <Scalar T> MassProperties<T> mass_properties(const Ellipse<T>&) { return detail::flat_mass(Vec3<T>{}); }

// Boxes, rounded or not.
template <Scalar T> constexpr MassProperties<T> mass_properties(const Box<T>& s) {
  return detail::round_box_mass(s.half, T(0));
}
template <Scalar T> constexpr MassProperties<T> mass_properties(const RoundBox<T>& s) {
  return detail::round_box_mass(s.half, s.radius);
}
template <Scalar T> constexpr MassProperties<T> mass_properties(const Lozenge<T>& s) {
  return detail::round_box_mass({s.half.x, s.half.y, T(0)}, s.radius);
}
template <Scalar T> constexpr MassProperties<T> mass_properties(const Capsule<T>& s) {
  return detail::round_box_mass({T(0), T(0), s.half_height}, s.radius);
}
template <Scalar T> constexpr MassProperties<T> mass_properties(const Sphere<T>& s) {
  return detail::round_box_mass({}, s.radius);
}

// Shapes with linear profiles.
template <Scalar T> MassProperties<T> mass_properties(const Frustum<T>& s) {
  return detail::stacked_sections(s.half_height, s.center(), [&](T z) {
    const T t = s.half_height > T(0) ? (z / s.half_height + T(1)) / T(2) : T(0);
    const T a = s.bottom.x + t * (s.top.x - s.bottom.x), b = s.bottom.y + t * (s.top.y - s.bottom.y);
    return detail::Section<T>{T(4) * a * b, T(4) * a * a * a * b / T(3), T(4) * a * b * b * b / T(3)};
  });
}
template <Scalar T> MassProperties<T> mass_properties(const ConicalFrustum<T>& s) {
  return detail::stacked_sections(s.half_height, s.center(), [&](T z) {
    const T t = s.half_height > T(0) ? (z / s.half_height + T(1)) / T(2) : T(0);
    const T r = s.bottom_radius + t * (s.top_radius - s.bottom_radius);
    const T moment = pi<T> * r * r * r * r / T(4);
    return detail::Section<T>{pi<T> * r * r, moment, moment};
  });
}
template <Scalar T> MassProperties<T> mass_properties(const Cylinder<T>& s) { return mass_properties(s.frustum()); }
template <Scalar T> MassProperties<T> mass_properties(const Cone<T>& s) { return mass_properties(s.frustum()); }

template <Scalar T> MassProperties<T> mass_properties(const Ellipsoid<T>& s) {
  const T volume = T(4) / T(3) * pi<T> * s.radii.x * s.radii.y * s.radii.z;
  return detail::from_moments(volume, T(0), hadamard(s.radii, s.radii) * (volume / T(5)));
}

/// [Jaklič, Leonardis & Solina 2000, ch. 2]: products of beta functions.
template <Scalar T> MassProperties<T> mass_properties(const Superquadric<T>& s) {
  using detail::beta;
  const T e1 = s.e1, e2 = s.e2;
  const T scale = s.radii.x * s.radii.y * s.radii.z * e1 * e2;
  const T volume = T(2) * scale * beta(e1 / T(2) + T(1), e1) * beta(e2 / T(2), e2 / T(2));
  const T across = scale / T(2) * beta(T(1.5) * e2, e2 / T(2)) * beta(e1 / T(2), T(2) * e1 + T(1));
  const T along = T(2) * scale * beta(e2 / T(2), e2 / T(2) + T(1)) * beta(T(1.5) * e1, e1 + T(1));
  return detail::from_moments(volume, T(0), hadamard(hadamard(s.radii, s.radii), {across, across, along}));
}

/// A cylinder and, around it, the outer half of a torus.
template <Scalar T> constexpr MassProperties<T> mass_properties(const Wheel<T>& s) {
  const T R = s.radius, r = s.rounding;
  const T half_disc = pi<T> * r * r / T(2);
  const T volume = T(2) * pi<T> * (R * R * r + R * half_disc + T(2) * r * r * r / T(3));
  const T across = pi<T> * (R * R * R * R * r / T(2) + R * R * R * half_disc + T(2) * R * R * r * r * r +
                            T(3) * R * half_disc * r * r / T(4) + T(4) * r * r * r * r * r / T(15));
  const T along = T(2) * pi<T> * r * r * (R * R * r / T(3) + R * half_disc / T(4) + T(2) * r * r * r / T(15));
  return detail::from_moments(volume, T(0), {across, across, along});
}

template <Scalar T> MassProperties<T> mass_properties(const Hull<T>& s) {
  if (s.rank() < 3) return detail::flat_mass(s.center());
  SolidIntegral<T> integral(s.center());
  for (std::uint32_t f = 0; f < s.face_count(); ++f) {
    const auto loop = s.face_loop(f);
    for (std::size_t i = 2; i < loop.size(); ++i)
      integral.add_triangle(s.vertex(loop[0]), s.vertex(loop[i - 1]), s.vertex(loop[i]));
  }
  return integral.result();
}

/// Unbounded: infinite volume, no meaningful centroid.
template <Scalar T> MassProperties<T> mass_properties(const HalfSpace<T>&) {
  return {infinity<T>, {}, Mat3<T>::diagonal({infinity<T>, infinity<T>, infinity<T>}), T(0)};
}

template <Scalar T> MassProperties<T> mass_properties(const Custom<T>& s) { return s.mass_properties(); }

/// Any other convex shape: its own function if it has one, otherwise quadrature.
template <Convex S> MassProperties<scalar_t<S>> mass_properties(const S& s) {
  if constexpr (requires { s.mass_properties(); }) {
    return s.mass_properties();
  } else {
    return mass_by_quadrature(s);
  }
}

template <Scalar T> MassProperties<T> mass_properties(const Shape<T>& s) {
  return s.visit([](const auto& shape) { return mass_properties(shape); });
}

}  // namespace tactus
