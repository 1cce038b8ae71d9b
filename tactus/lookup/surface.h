// SPDX-License-Identifier: MIT
#pragma once
/// The data that the searches of this folder work on: the vertices of a convex polytope and the edges between them.
#include <tactus/core/pair_scale.h>
#include <tactus/lookup/linear.h>
#include <tactus/math/vec3.h>

#include <array>
#include <cstdint>
#include <span>

namespace tactus::lookup {

/// Which vertices are joined by an edge: the neighbours of v are neighbours[first[v] .. first[v + 1]).
struct Rings {
  std::span<const std::uint32_t> first;
  std::span<const std::uint32_t> neighbours;

  constexpr std::span<const std::uint32_t> operator[](std::uint32_t v) const {
    return neighbours.subspan(first[v], first[v + 1] - first[v]);
  }
};

/// A convex polytope with at least one vertex. All spans are views of arrays owned elsewhere.
template <Scalar T> struct Surface {
  std::span<const Vec3<T>> vertices;
  Rings rings;
  std::span<const T> xs, ys, zs;  // the vertices by axis, for linear()
  /// A length. Products with a direction d that differ by less than roughness·|d|₁ may be in the wrong order, because
  /// the products are rounded or because faces are planar only to within a tolerance.
  T roughness;

  constexpr T value(std::uint32_t v, const Vec3<T>& direction) const { return dot(vertices[v], direction); }
  constexpr T slack(const Vec3<T>& direction) const {
    return roughness * (abs(direction.x) + abs(direction.y) + abs(direction.z));
  }
};

/// The least roughness that rounding alone requires. A product v·d is off by at most 3u·max|v|·|d|₁ (slightly more, so
/// 4), and two of them are compared.
template <Scalar T> constexpr T rounding_roughness(T reach) { return rounding_of(reach); }

/// Is a neighbour of `top`, which no neighbour exceeds, within the slack of it?
template <Scalar T>
constexpr bool is_near_tie(const Surface<T>& surface, const Vec3<T>& direction, std::uint32_t top, T slack) {
  const T near = surface.value(top, direction) - slack;
  bool tie = false;
  for (std::uint32_t v : surface.rings[top]) tie |= !(surface.value(v, direction) < near);
  return tie;
}

/// The farthest vertex, the lowest number among equals; or, if not `complete`, one within the slack of it.
struct Settled {
  std::uint32_t vertex;
  bool complete;
};

/// Searches for the farthest vertex around `top`, which no neighbour exceeds.
///
/// Visits every vertex that can be reached from `top` over vertices no more than the slack below the best; gives up if
/// there are more than `most`. The farthest is among them: from any vertex with the highest computed value, a path that
/// never goes down leads to the exact maximum, and no vertex on it has a computed value more than the slack
/// below the highest.
template <Scalar T>
constexpr Settled settle_nearby(const Surface<T>& surface, const Vec3<T>& direction, std::uint32_t top, T slack,
                                std::size_t most) {
  constexpr std::size_t capacity = 256;
  std::array<std::uint32_t, capacity> found;
  std::size_t count = 0;
  std::uint32_t best = top;
  T best_value = surface.value(top, direction);
  if (most == 0) return {top, false};
  found[count++] = top;
  for (std::size_t next = 0; next < count; ++next) {
    for (std::uint32_t v : surface.rings[found[next]]) {
      const T value = surface.value(v, direction);
      if (!(value >= best_value - slack)) continue;
      bool known = false;
      for (std::size_t i = 0; i < count; ++i) known |= found[i] == v;
      if (known) continue;
      if (count == most || count == capacity) return {best, false};
      found[count++] = v;
      if (value > best_value || (value == best_value && v < best)) best = v, best_value = value;
    }
  }
  return {best, true};
}

/// The farthest vertex, the lowest number among equals. If very many are near it (the direction is the normal of a face
/// with many corners), scanning all vertices is faster than searching around.
template <Scalar T>
constexpr std::uint32_t settle(const Surface<T>& surface, const Vec3<T>& direction, std::uint32_t top, T slack) {
  const Settled nearby = settle_nearby(surface, direction, top, slack, surface.vertices.size() / 64);
  return nearby.complete ? nearby.vertex : linear(surface.xs, surface.ys, surface.zs, direction);
}

}  // namespace tactus::lookup
