// SPDX-License-Identifier: MIT
#pragma once
/// Does a ray touch a box? The same test for all methods, so that they agree to the last bit.
#include <tactus/math/aabb.h>

namespace tactus::broad {

/// The points origin + t·direction. With a zero direction, only the origin.
template <Scalar T> struct Ray { Vec3<T> origin, direction; };

/// The t at which a coordinate that begins at `from` and grows by d reaches the bound. The difference of the largest
/// numbers overflows; that of their halves does not.
template <Scalar T> constexpr T time_to_reach(T bound, T from, T d) {
  const T way = bound - from;
  return abs(way) < infinity<T> ? way / d : (bound * T(0.5) - from * T(0.5)) / (d * T(0.5));
}

/// Does the ray touch the box for some 0 ≤ t ≤ max_t? By the slabs of the three axes. [Kay & Kajiya 1986] An empty box
/// is never touched. A quotient of two rounded steps is off by less than 4·u; both ends are moved outward by that much,
/// so no box that the true ray touches is missed [Ize 2013]. Rounding is monotone: a ray that hits a box also hits
/// every box around it, which a tree relies on.
template <Scalar T> constexpr bool touches(const Ray<T>& ray, const Aabb<T>& box, T max_t) {
  constexpr T slack = T(4) * unit_roundoff<T>;
  T enter = T(0), leave = max_t;
  for (int i = 0; i < 3; ++i) {
    const T low = box.min[i], high = box.max[i], from = ray.origin[i], d = ray.direction[i];
    if (d == T(0)) {
      if (low > from || high < from) return false;
      continue;
    }
    enter = max(enter, time_to_reach(d > T(0) ? low : high, from, d));
    leave = min(leave, time_to_reach(d > T(0) ? high : low, from, d));
  }
  return leave >= T(0) && enter * (T(1) - slack) <= leave * (T(1) + slack);
}

}  // namespace tactus::broad
