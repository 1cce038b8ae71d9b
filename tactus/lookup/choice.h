// SPDX-License-Identifier: MIT
#pragma once
/// Which search a hull uses, and the tables that search needs.
#include <tactus/lookup/cube_map.h>
#include <tactus/lookup/direction_tree.h>
#include <tactus/lookup/dobkin_kirkpatrick.h>

namespace tactus {

/// How a hull finds its support vertices. All give the same answers (dobkin_kirkpatrick up to rounding, see there).
enum class Lookup : std::uint8_t {
  linear,  // scans all vertices, in vector lanes
  hill_climb,  // walks from an extreme vertex along an axis
  cube_map,  // a table of directions: about constant time, 100 bytes per vertex
  direction_tree,  // a tree of directions: for clustered vertices
  dobkin_kirkpatrick,  // a hierarchy of hulls: O(log n) in the worst case
};

/// The search that suits a hull. Up to 64 vertices (128 in float) the scan is faster than the table;
/// docs/algorithms/lookup.md has the times. A vertex with very many neighbours, such as the apex of a cone, makes
/// climbs and table building slow: then the scan is used, or the hierarchy if the scan is too long.
template <Scalar T> constexpr Lookup default_lookup(const lookup::Rings& rings) {
  const std::size_t vertex_count = rings.first.size() - 1;
  if (vertex_count <= (std::same_as<builtin_t<T>, float> ? 128 : 64)) return Lookup::linear;
  for (std::uint32_t v = 0; v < vertex_count; ++v) {
    if (rings[v].size() > 256) return vertex_count <= 8192 ? Lookup::linear : Lookup::dobkin_kirkpatrick;
  }
  return Lookup::cube_map;
}

template <Scalar T> struct LookupTables {
  Lookup kind = Lookup::linear;
  T roughness = T(0);  // see lookup::Surface
  std::array<std::uint32_t, 6> extremes{};  // farthest vertices along +x -x +y -y +z -z
  lookup::CubeMap<T> cube_map;
  lookup::DirectionTree tree;
  lookup::DobkinKirkpatrick hierarchy;

  std::size_t memory() const { return cube_map.memory() + tree.memory() + hierarchy.memory(); }
};

/// `first`, `corners`: the loops of the faces.
template <Scalar T>
LookupTables<T> build_lookup(Lookup kind, const lookup::Surface<T>& surface, std::span<const std::uint32_t> first,
                             std::span<const std::uint32_t> corners) {
  LookupTables<T> tables;
  tables.kind = kind;
  tables.roughness = surface.roughness;
  const std::size_t n = surface.vertices.size();
  for (std::uint32_t i = 0; i < 6; ++i) {
    const auto axis = static_cast<int>(i / 2);
    const T sign = i % 2 == 0 ? T(1) : T(-1);
    for (std::uint32_t v = 1; v < n; ++v) {
      if (surface.vertices[v][axis] * sign > surface.vertices[tables.extremes[i]][axis] * sign) tables.extremes[i] = v;
    }
  }
  if (kind == Lookup::cube_map) tables.cube_map = lookup::build_cube_map(surface, lookup::cube_map_side(n));
  if (kind == Lookup::direction_tree) tables.tree = lookup::build_direction_tree(surface, 6 * n + 384);
  if (kind == Lookup::dobkin_kirkpatrick) {
    tables.hierarchy = lookup::build_dobkin_kirkpatrick(surface.vertices, first, corners);
  }
  return tables;
}

/// The farthest vertex along the direction, the lowest number among equals, by the search that the tables were built
/// for.
template <Scalar T>
constexpr std::uint32_t find_support(const LookupTables<T>& tables, const lookup::Surface<T>& surface,
                                     const Vec3<T>& direction) {
  switch (tables.kind) {
    case Lookup::cube_map: return lookup::cube_map(surface, tables.cube_map, direction);
    case Lookup::direction_tree: return lookup::direction_tree(surface, tables.tree, direction);
    case Lookup::dobkin_kirkpatrick: return lookup::dobkin_kirkpatrick(surface, tables.hierarchy, direction);
    case Lookup::hill_climb: {
      const Vec3<T> size = abs(direction);
      const int axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
      const auto entry = static_cast<std::size_t>(2 * axis + (direction[axis] < T(0) ? 1 : 0));
      return lookup::hill_climb(surface, direction, tables.extremes[entry]);
    }
    case Lookup::linear: break;
  }
  return lookup::linear(surface.xs, surface.ys, surface.zs, direction);
}

}  // namespace tactus
