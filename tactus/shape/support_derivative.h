// SPDX-License-Identifier: MIT
#pragma once
/// How the support point of a core moves when the direction turns: the Jacobian of the support mapping, which is the
/// Hessian of the support function. It is symmetric, takes the direction itself to zero, and is the inverse of the
/// surface's curvature: its eigenvalues are the two radii of curvature, 0 across an edge and at a vertex.
#include <tactus/shape/convex.h>

#include <optional>

namespace tactus {

/// By central differences, for shapes without a formula. Empty where two step sizes disagree: the support point jumps
/// there (a flat face, an edge), or its derivative does.
template <Convex S, class T = scalar_t<S>>
std::optional<Mat3<T>> support_derivative_by_differences(const S& s, const Vec3<T>& unit) {
  // The cube root of the rounding error balances it against the error of the difference, which is the step's square.
  constexpr int third_of_digits = std::numeric_limits<builtin_t<T>>::digits / 3;
  const T step = T(builtin_t<T>(1) / builtin_t<T>(1 << third_of_digits));
  const T noise = T(64) * unit_roundoff<T> / step * bounding_radius(s);
  const Vec3<T> across = any_perpendicular(unit);
  Mat3<T> sum = Mat3<T>::zero();
  for (const Vec3<T>& t : {across, cross(unit, across)}) {
    const auto slope = [&](T h) { return (s.support(unit + h * t) - s.support(unit - h * t)) / (T(2) * h); };
    const Vec3<T> near = slope(step), far = slope(T(2) * step);
    if (!(norm(near - far) <= T(0.01) * norm(near) + noise)) return std::nullopt;
    sum = sum + Mat3<T>::outer(near, t);
  }
  return (sum + transpose(sum)) * T(0.5);
}

/// For a unit direction. Where all points of an edge lie farthest along it, `point` says which is meant: the side of a
/// cone is less curved where the cone is wider. If the shape has a member of that name, it is used. The vertices of a
/// polytope that names its edges and faces do not move, so the derivative is zero. Empty where it is unknown or not
/// finite.
template <Convex S, class T = scalar_t<S>>
std::optional<Mat3<T>> support_derivative(const S& s, const Vec3<T>& unit, const Vec3<T>& point) {
  if constexpr (requires { s.support_derivative(unit, point); }) {
    return s.support_derivative(unit, point);
  } else if constexpr (requires { s.core(); }) {
    return support_derivative(s.core(), unit, point);
  } else {
    if (Faceted<S> && has_polytope_core(s)) return Mat3<T>::zero();
    return support_derivative_by_differences(s, unit);
  }
}

}  // namespace tactus
