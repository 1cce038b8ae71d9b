// SPDX-License-Identifier: MIT
#pragma once
/// The normal of a polygon in space, correct even for slivers.
#include <tactus/math/twofold.h>
#include <tactus/math/vec3.h>

#include <cstdint>
#include <span>

namespace tactus {

/// Twice the area of a loop along its normal, by Newell's formula about its first vertex.
///
/// In twofold precision: a sliver of length 1 and width w has an area of w/2 made of terms of size 1, so that plain
/// rounding u would turn its normal by u/w, and put vertices far from the sliver u/w outside its plane.
template <Scalar T, std::floating_point W>
Vec3<W> area_vector(std::span<const Vec3<T>> vertices, std::span<const std::uint32_t> loop) {
  const auto edge = [&](std::size_t i, int axis) {
    return Twofold<W>(W(vertices[loop[i]][axis])) - Twofold<W>(W(vertices[loop[0]][axis]));
  };
  Twofold<W> total[3];
  for (std::size_t i = 2; i < loop.size(); ++i) {
    for (int axis = 0; axis < 3; ++axis) {
      const int j = (axis + 1) % 3, k = (axis + 2) % 3;
      total[axis] += edge(i - 1, j) * edge(i, k) - edge(i - 1, k) * edge(i, j);
    }
  }
  return {total[0].high, total[1].high, total[2].high};
}

}  // namespace tactus
