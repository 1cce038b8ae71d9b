#pragma once
/// Support vertex by walking uphill over the edges of a polytope: a few steps from a good start, O(sqrt n) from a bad.
#include <tactus/math/vec3.h>

#include <cstdint>
#include <span>

namespace tactus::lookup {

/// Who is joined to whom by an edge: the neighbours of v are neighbours[first[v] .. first[v + 1]).
struct Rings {
  std::span<const std::uint32_t> first;
  std::span<const std::uint32_t> neighbours;

  constexpr std::span<const std::uint32_t> operator[](std::uint32_t v) const {
    return neighbours.subspan(first[v], first[v + 1] - first[v]);
  }
};

/// The lowest vertex among those exactly as far along the direction as `top`, which is a maximum.
/// A plateau of a convex polytope is one vertex, an edge or the loop of a face, so each vertex on it has at most two
/// equal neighbours, and walking away from `top` both ways sees them all.
template <Scalar T>
constexpr std::uint32_t lowest_on_plateau(std::span<const Vec3<T>> vertices, const Rings& rings,
                                          const Vec3<T>& direction, std::uint32_t top, T value) {
  std::uint32_t lowest = top;
  for (std::uint32_t start : rings[top]) {
    if (dot(vertices[start], direction) != value) continue;
    std::uint32_t previous = top, at = start;
    for (std::size_t steps = 0; at != top && steps < vertices.size(); ++steps) {
      if (at < lowest) lowest = at;
      std::uint32_t next = top;
      for (std::uint32_t v : rings[at]) {
        if (v != previous && v != top && dot(vertices[v], direction) == value) next = v;
      }
      previous = at, at = next;
    }
  }
  return lowest;
}

/// Index of the vertex farthest along the direction, found from `start` by going to the best neighbour while there is a
/// strictly better one. Such a local maximum is global because the polytope is convex: its edges span the cone at every
/// vertex. Terminates because the value rises. Of exactly equal maxima the lowest index, wherever the walk began.
template <Scalar T>
constexpr std::uint32_t hill_climb(std::span<const Vec3<T>> vertices, const Rings& rings, const Vec3<T>& direction,
                                   std::uint32_t start) {
  std::uint32_t top = start;
  T value = dot(vertices[top], direction);
  for (bool level = false;;) {
    std::uint32_t best = top;
    T best_value = value;
    for (std::uint32_t v : rings[top]) {
      const T candidate = dot(vertices[v], direction);
      if (candidate > best_value) best_value = candidate, best = v;
      level |= candidate == value;
    }
    if (best == top) return level ? lowest_on_plateau(vertices, rings, direction, top, value) : top;
    top = best, value = best_value, level = false;
  }
}

}  // namespace tactus::lookup
