#pragma once
/// A tree over boxes that do not change: four children a node, their boxes in a byte per bound.
#include <tactus/nonconvex/four_boxes.h>

#include <span>
#include <vector>

namespace tactus::pieces {

/// Built once, top down, by the surface area heuristic over bins [MacDonald & Booth 1990; Wald 2007]. A node keeps its
/// children's boxes as bytes on a grid over its own box [Mahovsky & Wyvill 2006]; a box that is opened holds what it was
/// made from, whatever the rounding: the builder checks with the arithmetic that opens it.
template <Scalar T> class WideTree {
 public:
  WideTree() = default;
  /// leaf_size: the most boxes of a leaf, at most Ref::most_pieces.
  explicit WideTree(std::span<const Aabb<T>> boxes, std::uint32_t leaf_size);

  Ref root() const { return root_; }
  const Aabb<T>& bounds() const { return bounds_; }
  /// Which of the given boxes lies at each place of the tree: leaves name places.
  const std::vector<std::uint32_t>& order() const { return order_; }
  /// Box i stood for this one of something larger.
  void rename(std::span<const std::uint32_t> names) {
    for (std::uint32_t& i : order_) i = names[i];
  }
  std::size_t bytes() const { return nodes_.size() * sizeof(Node) + order_.size() * sizeof(std::uint32_t); }

  void open(Ref ref, FourBoxes<T>& out) const {
    const Node& node = nodes_[ref.index()];
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const T base = node.base[axis], step = node.step[axis];
      for (std::size_t k = 0; k < 4; ++k) {
        out.min[axis][k] = base + step * T(node.low[axis][k]);
        out.max[axis][k] = base + step * T(node.high[axis][k]);
      }
    }
    out.refs = node.refs;
    out.count = node.count;
  }

 private:
  struct Node {
    std::array<T, 3> base, step;
    std::array<std::array<std::uint8_t, 4>, 3> low, high;
    std::array<Ref, 4> refs;
    int count;
  };
  template <Scalar> friend class WideTreeBuilder;

  Ref root_{};
  Aabb<T> bounds_{};
  std::vector<Node> nodes_;
  std::vector<std::uint32_t> order_;
};

extern template class WideTree<float>;
extern template class WideTree<double>;

}  // namespace tactus::pieces
