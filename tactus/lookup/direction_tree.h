// SPDX-License-Identifier: MIT
#pragma once
/// Support vertex from a tree of directions: the faces of a cube around the hull, each split into quarters repeatedly
/// while too many vertices share a square. For clustered vertices it is finer than a cube map of the same size; in
/// return it takes a few steps down the tree.  [Kenwright 2015, §4.9]
#include <tactus/lookup/direction_cell.h>
#include <tactus/lookup/hill_climb.h>

#include <vector>

namespace tactus::lookup {

/// Differs from the paper: a square is split while more than four vertices can be farthest along directions through it.
/// The paper splits while the corners disagree, which can miss vertices between the corners. At the last level, or when
/// the tree is full, a square stores the start of a climb. So the answer is exact.
struct DirectionTree {
  /// The first six nodes are the faces of the cube. A node holds its first child (the other three follow), or -1 - l
  /// for leaf l.
  std::vector<std::int32_t> nodes;
  std::vector<Candidates> leaves;

  std::size_t memory() const { return sizeof(std::int32_t) * nodes.size() + sizeof(Candidates) * leaves.size(); }
};

/// The depth at which the margin of the smallest squares (see cell_margin) is still above the rounding of float.
inline constexpr int direction_tree_depth = 16;

/// Square (i, j) of the 2^depth · 2^depth squares of a face.
struct DirectionSquare {
  std::uint32_t face, i, j;
  int depth;

  constexpr Vec3<double> at(double s, double t) const {
    const double side = 1 << depth;
    return on_cube(face, 2 * (i + s) / side - 1, 2 * (j + t) / side - 1);
  }
  constexpr Corners corners() const {
    constexpr double low = -cell_margin, high = 1 + cell_margin;
    return {at(low, low), at(high, low), at(high, high), at(low, high)};
  }
  constexpr DirectionSquare quarter(std::uint32_t q) const { return {face, 2 * i + q / 2, 2 * j + q % 2, depth + 1}; }
};

/// Splits squares level by level until no square needs it or there are `most_leaves`. O(leaves), because each search
/// starts from the answer of the parent square.
template <Scalar T> DirectionTree build_direction_tree(const Surface<T>& surface, std::size_t most_leaves) {
  struct Open {
    DirectionSquare square;
    std::uint32_t start;
  };
  DirectionTree tree;
  std::vector<Open> open;  // node k is square open[k]
  for (std::uint32_t face = 0; face < 6; ++face) open.push_back({{face, 0, 0, 0}, 0});
  for (std::size_t k = 0; k < open.size(); ++k) {
    const DirectionSquare square = open[k].square;
    const std::uint32_t start = hill_climb(surface, square.at(0.5, 0.5).cast<T>(), open[k].start);
    const Candidates candidates = candidates_between(surface, square.corners(), start);
    const std::size_t leaves_to_come = open.size() - k - 1 + tree.leaves.size();
    if (candidates.complete() || square.depth == direction_tree_depth || leaves_to_come + 4 > most_leaves) {
      tree.nodes.push_back(-1 - static_cast<std::int32_t>(tree.leaves.size()));
      tree.leaves.push_back(candidates);
    } else {
      tree.nodes.push_back(static_cast<std::int32_t>(open.size()));
      for (std::uint32_t q = 0; q < 4; ++q) open.push_back({square.quarter(q), start});
    }
  }
  return tree;
}

/// The leaf for a nonzero direction.
template <Scalar T> constexpr const Candidates& leaf_of(const DirectionTree& tree, const Vec3<T>& direction) {
  const Vec3<T> size = abs(direction);
  const T longest = max(max(size.x, size.y), size.z);
  const std::uint32_t axis = select(size.z > max(size.x, size.y), 2, size.y > size.x);
  const T coordinates[5] = {direction.x, direction.y, direction.z, direction.x, direction.y};
  constexpr std::uint32_t side = 1u << direction_tree_depth;
  const T half = T(side) / T(2), scale = half / longest, last = T(side - 1);
  const auto square = [&](T x) {
    const T at = x * scale + half;
    return static_cast<std::uint32_t>(static_cast<std::int32_t>(at > T(0) ? (at < last ? at : last) : T(0)));
  };
  const std::uint32_t i = square(coordinates[axis + 1]), j = square(coordinates[axis + 2]);
  std::int32_t node = tree.nodes[2 * axis + (coordinates[axis] < T(0) ? 1 : 0)];
  for (int bit = direction_tree_depth - 1; node >= 0; --bit) {
    node = tree.nodes[static_cast<std::uint32_t>(node) + 2 * ((i >> bit) & 1) + ((j >> bit) & 1)];
  }
  return tree.leaves[static_cast<std::uint32_t>(-1 - node)];
}

/// The farthest vertex along the direction, the lowest number among equals: the same as linear().
template <Scalar T>
constexpr std::uint32_t direction_tree(const Surface<T>& surface, const DirectionTree& tree, const Vec3<T>& direction) {
  if (direction == Vec3<T>{}) return 0;
  const Candidates& candidates = leaf_of(tree, direction);
  return candidates.complete() ? best_of(surface.vertices, direction, candidates)
                               : hill_climb(surface, direction, candidates[0]);
}

}  // namespace tactus::lookup
