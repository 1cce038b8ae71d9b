// SPDX-License-Identifier: MIT
#pragma once
/// The normal of a polygon in space, correct even for slivers.
#include <tactus/math/vec3.h>

#include <cmath>
#include <cstdint>
#include <span>

namespace tactus {

/// An unevaluated sum high + low of twice the precision of T.  [Dekker 1971; Knuth, TAOCP 2, 4.2.2]
template <std::floating_point T> struct Twofold {
  T high = 0, low = 0;

  static Twofold sum(T a, T b) {
    const T s = a + b, part = s - a;
    return {s, (a - (s - part)) + (b - part)};
  }
  static Twofold product(T a, T b) {
    const T p = a * b;
    return {p, std::fma(a, b, -p)};
  }
  friend Twofold operator+(const Twofold& a, const Twofold& b) {
    const Twofold s = sum(a.high, b.high);
    return sum(s.high, s.low + a.low + b.low);
  }
  friend Twofold operator-(const Twofold& a) { return {-a.high, -a.low}; }
  friend Twofold operator*(const Twofold& a, const Twofold& b) {
    const Twofold p = product(a.high, b.high);
    return sum(p.high, p.low + (a.high * b.low + a.low * b.high));
  }
};

/// Twice the area of a loop along its normal, by Newell's formula about its first vertex.
///
/// In twofold precision: a sliver of length 1 and width w has an area of w/2 made of terms of size 1, so that plain
/// rounding u would turn its normal by u/w, and put vertices far from the sliver u/w outside its plane.
template <Scalar T, std::floating_point W>
Vec3<W> area_vector(std::span<const Vec3<T>> vertices, std::span<const std::uint32_t> loop) {
  const auto edge = [&](std::size_t i, int axis) {
    return Twofold<W>::sum(W(vertices[loop[i]][axis]), -W(vertices[loop[0]][axis]));
  };
  Twofold<W> total[3];
  for (std::size_t i = 2; i < loop.size(); ++i) {
    for (int axis = 0; axis < 3; ++axis) {
      const int j = (axis + 1) % 3, k = (axis + 2) % 3;
      total[axis] = total[axis] + edge(i - 1, j) * edge(i, k) + -(edge(i - 1, k) * edge(i, j));
    }
  }
  return {total[0].high, total[1].high, total[2].high};
}

}  // namespace tactus
