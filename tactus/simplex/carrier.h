// SPDX-License-Identifier: MIT
#pragma once
/// Shared by the methods: position, weights and proof of the nearest point once the points that carry it are known.
///
/// S is the size of the simplex, √Σ|y|² over its points; all allowances for rounding are multiples of u S.
#include <tactus/simplex/simplex.h>

namespace tactus::simplex {

template <Scalar T> constexpr T size_squared(const Points<T>& y, unsigned occupied) {
  T sum = T(0);
  for (std::size_t i = 0; i < 4; ++i)
    if (occupied >> i & 1) sum += norm_squared(y[i]);
  return sum;
}

template <Scalar T> constexpr Nearest<T> on_point(const Points<T>& y, std::size_t i) {
  Nearest<T> r{y[i], {}};
  r.weights[i] = T(1);
  return r;
}

/// The point of the line through y[i], y[j] nearest the origin. Computed as a cross product with the edge, it is
/// perpendicular to the edge to the last digit even if it is small compared with the ends.
template <Scalar T> constexpr Nearest<T> on_line(const Points<T>& y, std::size_t i, std::size_t j) {
  const Vec3<T> e = y[j] - y[i];
  const T inverse = T(1) / norm_squared(e);
  const T t = -dot(y[i], e) * inverse;
  Nearest<T> r{cross(e * inverse, cross(y[i], e)), {}};
  r.weights[i] = T(1) - t;
  r.weights[j] = t;
  return r;
}

/// The point of the plane through y[i], y[j], y[k] nearest the origin, along the plane's normal.
/// The first weight is a ratio of areas, the second comes from the remainder along e: their errors move the point by a
/// few u S however thin the triangle is (two ratios of areas would move it along the triangle by u S divided by its
/// sine).
/// A thin triangle's e × f tilts along its edges by u/sine. Computed from the part of f perpendicular to e (below a
/// sine of 1/8), it can only turn about e, which shortens the point by u²/sine². No answer (weights 0) if that is more
/// than a roundoff, sine² ≤ 16 u, or if fourth powers of its lengths leave the range of T.
template <Scalar T> constexpr Nearest<T> on_plane(const Points<T>& y, std::size_t i, std::size_t j, std::size_t k) {
  const Vec3<T> e = y[j] - y[i], f = y[k] - y[i];
  const T e2 = norm_squared(e), f2 = norm_squared(f), e_f = dot(e, f);
  Vec3<T> n = cross(e, f);
  T n2 = norm_squared(n);
  const auto sine_squared_above = [&](T bound) {
    constexpr auto smallest = std::numeric_limits<T>::min();  // values near it have lost digits
    return n2 > bound * e2 * f2 && n2 > smallest / unit_roundoff<T> && is_finite(n2);
  };
  if (!sine_squared_above(T(1) / T(64))) {
    n = cross(e, f - (e_f / e2) * e);
    n2 = norm_squared(n);
    if (!sine_squared_above(T(16) * unit_roundoff<T>)) return {};
  }
  const T t = dot(e, cross(n, y[i])) / n2;
  const T s = -(dot(e, y[i]) + t * e_f) * (T(1) / e2);
  Nearest<T> r{n * (dot(n, y[i]) / n2), {}};
  r.weights[i] = T(1) - s - t;
  r.weights[j] = s;
  r.weights[k] = t;
  return r;
}

/// Six times the volumes of the tetrahedra (0, face opposite y[i]), positive if the origin is on the inner side.
template <Scalar T> constexpr std::array<T, 4> volumes(const Points<T>& y) {
  const Vec3<T> e = y[1] - y[0], f = y[2] - y[0], g = y[3] - y[0], n = cross(f, g), m = cross(e, y[0]);
  const T whole = dot(e, n), side = sign(whole);
  const T v1 = -side * dot(n, y[0]), v2 = -side * dot(g, m), v3 = side * dot(f, m);
  return {side * whole - v1 - v2 - v3, v1, v2, v3};
}

/// The origin, enclosed by four points. No answer (weights 0) if the weights miss it by more than 16 u S: volumes are
/// unreliable in slivers.
template <Scalar T> constexpr Nearest<T> in_space(const Points<T>& y, const std::array<T, 4>& volume) {
  const T inverse = T(1) / (volume[0] + volume[1] + volume[2] + volume[3]);
  Nearest<T> r;
  Vec3<T> sum{};
  for (std::size_t i = 0; i < 4; ++i) {
    r.weights[i] = volume[i] * inverse;
    sum += r.weights[i] * y[i];
  }
  return norm_squared(sum) <= square(T(16) * unit_roundoff<T>) * size_squared(y, 15) ? r : Nearest<T>{};
}

/// Is y[i] no nearer than v along v? A point v carried by some of the occupied points is the point of the whole hull
/// nearest the origin exactly if v·y ≥ v·v for all the others (Kuhn and Tucker): this proves an answer. Rounding moves
/// v by a few u S, so y[i] may be nearer by 8 u S, and v may be zero to rounding.
template <Scalar T> constexpr bool no_nearer(const Points<T>& y, unsigned occupied, std::size_t i, const Vec3<T>& v) {
  const T v2 = norm_squared(v), excess = v2 - dot(v, y[i]);
  if (excess <= T(0)) return true;
  const T allowance = T(8) * unit_roundoff<T> * sqrt(size_squared(y, occupied)), length = sqrt(v2);
  return excess <= allowance * length || length <= allowance;
}

/// Is r an answer that none of the unused points would improve?
template <Scalar T> constexpr bool is_proven(const Points<T>& y, unsigned occupied, const Nearest<T>& r) {
  const unsigned carrier = r.support();
  for (std::size_t i = 0; i < 4; ++i) {
    if (!(r.weights[i] >= T(0))) return false;
    if ((occupied & ~carrier) >> i & 1 && !no_nearer(y, occupied, i, r.point)) return false;
  }
  return carrier != 0;
}

}  // namespace tactus::simplex
