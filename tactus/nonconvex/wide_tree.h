// SPDX-License-Identifier: MIT
#pragma once
/// A tree over boxes that do not change: four children a node, their boxes in a byte per bound.
#include <tactus/math/four.h>
#include <tactus/nonconvex/four_boxes.h>
#include <tactus/shape/flat.h>

#include <bit>
#include <limits>
#include <span>
#include <vector>

namespace tactus::pieces {

/// 2 to the power of `exponent`, put together from its bits. The result must be a normal number.
template <Scalar T> T two_to_the(int exponent) {
  using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
  using Limits = std::numeric_limits<T>;
  return std::bit_cast<T>(static_cast<Bits>(exponent + Limits::max_exponent - 1) << (Limits::digits - 1));
}

/// Built once, top down, by the surface area heuristic over bins [MacDonald & Booth 1990; Wald 2007]. A node keeps its
/// children's boxes as bytes on a grid over its own box [Mahovsky & Wyvill 2006]; a decoded box contains the original
/// box in spite of rounding, because the builder checks it with the arithmetic of the decoder.
template <Scalar T> class WideTree {
 public:
  struct Node {
    std::array<T, 3> base;
    std::array<std::int16_t, 3> step;  // of the grid: two to the power of this
    std::array<std::uint8_t, 24> grid;  // where boxes begin on it, by axis and child, and then where they end
    std::array<Ref, 4> refs;
    std::array<Slab, 4> slabs;
    std::uint8_t count;

    /// The grid as numbers. One long loop, which compilers turn into vectors; they would unroll three short ones.
    std::array<T, 24> steps() const {
      std::array<T, 24> numbers;
      for (std::size_t k = 0; k < 24; ++k) numbers[k] = T(grid[k]);
      return numbers;
    }
  };

  WideTree() = default;
  /// leaf_size: the most boxes of a leaf, at most Ref::most_pieces.
  explicit WideTree(std::span<const Aabb<T>> boxes, std::uint32_t leaf_size);

  Ref root() const { return root_; }
  const Aabb<T>& bounds() const { return bounds_; }
  /// The number of the given box at each place of the tree; leaves refer to places.
  const std::vector<std::uint32_t>& order() const { return order_; }
  /// Renames box i to names[i]: for a tree over some of the boxes of a larger set.
  void rename(std::span<const std::uint32_t> names) {
    for (std::uint32_t& i : order_) i = names[i];
  }
  /// Adds planes to the boxes. The triangles are those that the boxes were made around, in that order.
  void add_slabs(std::span<const Triangle<T>> triangles);
  std::size_t bytes() const { return nodes_.size() * sizeof(Node) + order_.size() * sizeof(std::uint32_t); }

  const Node& node(Ref ref) const { return nodes_[ref.index()]; }
  void open(Ref ref, FourBoxes<T>& out) const {
    const Node& node = nodes_[ref.index()];
    const std::array<T, 24> steps = node.steps();
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const Four<T> base(node.base[axis]), step(two_to_the<T>(node.step[axis]));
      (base + step * Four<T>::load(&steps[4 * axis])).store(out.min[axis].data());
      (base + step * Four<T>::load(&steps[12 + 4 * axis])).store(out.max[axis].data());
    }
    out.slabs = node.slabs;
    out.refs = node.refs;
    out.count = node.count;
  }

 private:
  template <Scalar> friend class WideTreeBuilder;

  Ref root_{};
  Aabb<T> bounds_{};
  std::vector<Node> nodes_;
  std::vector<std::uint32_t> order_;
};

extern template class WideTree<float>;
extern template class WideTree<double>;

}  // namespace tactus::pieces
