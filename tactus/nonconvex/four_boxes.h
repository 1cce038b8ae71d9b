// SPDX-License-Identifier: MIT
#pragma once
/// The children of a tree node: up to four boxes, side by side, and the content of each.
#include <tactus/nonconvex/slab.h>

namespace tactus::pieces {

/// Refers to a node, or to a few consecutive pieces, of the tree that it comes from.
struct Ref {
  std::uint32_t code = 0;

  static constexpr std::uint32_t most_pieces = 4;  // of a leaf
  static constexpr std::uint32_t most_names = 1u << 29;  // pieces and nodes of one tree
  static constexpr Ref node(std::uint32_t index) { return {index}; }
  static constexpr Ref leaf(std::uint32_t first, std::uint32_t count) {
    return {0x80000000u | (count - 1) << 29 | first};
  }
  constexpr bool is_leaf() const { return (code & 0x80000000u) != 0; }
  constexpr std::uint32_t index() const { return code & (most_names - 1); }  // of the node, or of the first piece
  constexpr std::uint32_t count() const { return (code >> 29 & 3u) + 1; }  // of pieces
};

template <Scalar T> struct FourBoxes {
  std::array<std::array<T, 4>, 3> min, max;  // by axis, then by child
  std::array<Slab, 4> slabs{};
  std::array<Ref, 4> refs;
  int count = 0;

  Aabb<T> box(int i) const {
    const auto k = static_cast<std::size_t>(i);
    return {{min[0][k], min[1][k], min[2][k]}, {max[0][k], max[1][k], max[2][k]}};
  }
  void add(const Aabb<T>& box, Ref ref) {
    const auto k = static_cast<std::size_t>(count++);
    for (int axis = 0; axis < 3; ++axis) {
      min[static_cast<std::size_t>(axis)][k] = box.min[axis];
      max[static_cast<std::size_t>(axis)][k] = box.max[axis];
    }
    refs[k] = ref;
  }
};

/// The children of a node that must be visited, those first that are likely to be the nearest.
template <Scalar T> class ChildOrder {
 public:
  struct Entry {
    T bound;
    int child;
    T likely;
  };
  void add(T bound, int child) { add(bound, child, bound); }
  void add(T bound, int child, T likely) {
    int at = count_++;
    for (; at > 0 && likely < entry(at - 1).likely; --at) entry(at) = entry(at - 1);
    entry(at) = {bound, child, likely};
  }
  const Entry* begin() const { return entries_.data(); }
  const Entry* end() const { return entries_.data() + count_; }

 private:
  Entry& entry(int i) { return entries_[static_cast<std::size_t>(i)]; }
  std::array<Entry, 4> entries_;
  int count_ = 0;
};

}  // namespace tactus::pieces
