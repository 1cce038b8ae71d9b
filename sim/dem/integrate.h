#pragma once
/// A particle that turns freely for a time h: its angular momentum stays, and it turns about its principal axes one after
/// the other: x for h/2, y for h/2, z for h, y, x. Each of the five is an exact motion, so the whole is symplectic and
/// reversible, and its error of energy does not grow. [Dullweber, Leimkuhler & McLachlan 1997]
#include <sim/dem/particle.h>

#include <cmath>

namespace tactus::sim::dem {

/// Its terms beyond x¹¹ are below rounding for |x| ≤ 1/20; a step of a stable simulation turns by less.
template <Scalar T> T tangent(T x) {
  if (!(abs(x) <= T(0.05L))) return std::tan(x);
  const T x2 = x * x;
  constexpr T c1 = T(1) / T(3), c2 = T(2) / T(15), c3 = T(17) / T(315), c4 = T(62) / T(2835), c5 = T(1382) / T(155925);
  return x * (T(1) + x2 * (c1 + x2 * (c2 + x2 * (c3 + x2 * (c4 + x2 * c5)))));
}

/// momentum: angular, in world axes.
template <Scalar T> Quat<T> turned_freely(const Quat<T>& turn, const Vec3<T>& momentum, const Grain<T>& grain, T h) {
  if (grain.isotropic) {
    const Vec3<T> half = momentum * (grain.inverse_inertia.x * h * T(0.5));
    const T angle2 = norm_squared(half);
    const T stretch = angle2 <= T(0.0025L)
                          ? T(1) + angle2 * (T(1) / T(3) + angle2 * (T(2) / T(15) + angle2 * T(17) / T(315)))
                          : std::tan(sqrt(angle2)) / sqrt(angle2);
    return normalized(Quat<T>{T(1), half.x * stretch, half.y * stretch, half.z * stretch} * turn);
  }
  Quat<T> q = turn;
  Vec3<T> m = rotate(conjugate(turn), momentum);
  constexpr struct {
    int axis;
    T part;
  } parts[] = {{0, T(0.25)}, {1, T(0.25)}, {2, T(0.5)}, {1, T(0.25)}, {0, T(0.25)}};
  for (const auto& [axis, part] : parts) {
    const int j = (axis + 1) % 3, k = (axis + 2) % 3;
    const T t = tangent(m[axis] * grain.inverse_inertia[axis] * h * part);  // of half the angle
    Quat<T> about{T(1), T(0), T(0), T(0)};
    (axis == 0 ? about.x : axis == 1 ? about.y : about.z) = t;
    q = q * about;
    const T scale = T(1) / (T(1) + t * t), cosine = (T(1) - t * t) * scale, sine = T(2) * t * scale;
    const T mj = m[j], mk = m[k];
    m[j] = cosine * mj + sine * mk, m[k] = cosine * mk - sine * mj;
  }
  return normalized(q);
}

/// The angular velocity that belongs to an angular momentum, in world axes.
template <Scalar T> Vec3<T> spin_of(const Quat<T>& turn, const Vec3<T>& momentum, const Grain<T>& grain) {
  if (grain.isotropic) return momentum * grain.inverse_inertia.x;
  return rotate(turn, hadamard(rotate(conjugate(turn), momentum), grain.inverse_inertia));
}
template <Scalar T> Vec3<T> momentum_of(const Quat<T>& turn, const Vec3<T>& spin, const Grain<T>& grain) {
  return rotate(turn, hadamard(rotate(conjugate(turn), spin), grain.inertia));
}

}  // namespace tactus::sim::dem
