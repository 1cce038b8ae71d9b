// SPDX-License-Identifier: MIT
#pragma once
/// Turns a particle freely for a time h. Its angular momentum is constant. The particle turns about its principal axes
/// one after the other: x for h/2, y for h/2, z for h, then y and x for h/2 each. Each of the five turns is an exact
/// motion, so their product is symplectic and reversible, and the energy error does not grow. [Dullweber, Leimkuhler &
/// McLachlan 1997]
#include <sim/dem/particle.h>

#include <cmath>

namespace tactus::sim::dem {

/// The tangent. For |x| ≤ 1/20 the terms beyond x¹¹ are below rounding; in a stable simulation a step turns by less
/// than that.
template <Scalar T> T tangent(T x) {
  if (!(abs(x) <= T(0.05L))) return std::tan(x);
  const T x2 = x * x;
  constexpr T c1 = T(1) / T(3), c2 = T(2) / T(15), c3 = T(17) / T(315), c4 = T(62) / T(2835), c5 = T(1382) / T(155925);
  return x * (T(1) + x2 * (c1 + x2 * (c2 + x2 * (c3 + x2 * (c4 + x2 * c5)))));
}

namespace detail {

/// Turns q about an axis of the body by twice the angle m[axis] · rate. The momentum m, seen from the body, turns the
/// other way. q is not normalized afterwards.
template <int axis, Scalar T> void turn_about(Quat<T>& q, Vec3<T>& m, T rate) {
  constexpr int j = (axis + 1) % 3, k = (axis + 2) % 3;
  const T t = tangent(m[axis] * rate);
  const auto [w, x, y, z] = q;
  if constexpr (axis == 0) q = {w - x * t, x + w * t, y + z * t, z - y * t};
  if constexpr (axis == 1) q = {w - y * t, x - z * t, y + w * t, z + x * t};
  if constexpr (axis == 2) q = {w - z * t, x + y * t, y - x * t, z + w * t};
  const T scale = T(1) / (T(1) + t * t), cosine = (T(1) - t * t) * scale, sine = T(2) * t * scale;
  const T mj = m[j], mk = m[k];
  m[j] = cosine * mj + sine * mk, m[k] = cosine * mk - sine * mj;
}

}  // namespace detail

/// The rotation after a free turn for the time h. `momentum`: the angular momentum, in world axes.
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
  const Vec3<T> rate = grain.inverse_inertia * (h * T(0.25));
  detail::turn_about<0>(q, m, rate.x), detail::turn_about<1>(q, m, rate.y);
  detail::turn_about<2>(q, m, T(2) * rate.z);
  detail::turn_about<1>(q, m, rate.y), detail::turn_about<0>(q, m, rate.x);
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
