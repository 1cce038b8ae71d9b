// SPDX-License-Identifier: MIT
#pragma once
/// Support vertex by walking uphill over the edges of a polytope: a few steps from a good start, O(sqrt n) from a bad
/// one.
#include <tactus/lookup/surface.h>

namespace tactus::lookup {

/// A vertex that no neighbour exceeds, found from `start` by going to the best neighbour while there is a strictly
/// better one. Such a local maximum is global because the polytope is convex: its edges span the cone at every vertex.
/// Terminates because the value rises. Rounding can stop it too early: see below. [Gottschalk 1996; Cameron 1997]
template <Scalar T>
constexpr std::uint32_t hill_climb(std::span<const Vec3<T>> vertices, const Rings& rings, const Vec3<T>& direction,
                                   std::uint32_t start) {
  std::uint32_t top = start;
  T value = dot(vertices[top], direction);
  for (;;) {
    std::uint32_t best = top;
    T best_value = value;
    for (std::uint32_t v : rings[top]) {
      const T candidate = dot(vertices[v], direction);
      if (candidate > best_value) best_value = candidate, best = v;
    }
    if (best == top) return top;
    top = best, value = best_value;
  }
}

/// The farthest vertex along the direction, the lowest number among equals, for any start: the same as linear(). Near
/// ties, on which the walk may have stopped too early, are settled by testing the surroundings.
template <Scalar T>
constexpr std::uint32_t hill_climb(const Surface<T>& surface, const Vec3<T>& direction, std::uint32_t start) {
  if (direction == Vec3<T>{}) return 0;
  const std::uint32_t top = hill_climb(surface.vertices, surface.rings, direction, start);
  const T slack = surface.slack(direction);
  return is_near_tie(surface, direction, top, slack) ? settle(surface, direction, top, slack) : top;
}

}  // namespace tactus::lookup
