// SPDX-License-Identifier: MIT
#pragma once
/// A tree of boxes whose nodes hold eight children side by side.
#include <tactus/broad/skinned.h>
#include <tactus/math/export.h>

namespace tactus::broad {

/// Invariant: the box of each lane contains the boxes of everything below it, and every known slot is in exactly one
/// lane. Built from the top by median splits, so that all nodes but the last of each level are full. A box that moves
/// within its node's box is changed in place; one that leaves it is removed and inserted again from the root, where it
/// enlarges boxes least. When many boxes move at once, or when as many moves as there are boxes have accumulated, all
/// boxes are refitted from the bottom. If they have become too large by then, the tree is rebuilt. This is decided by
/// counts and sizes, never by time. [Beckmann et al. 1990; Wald et al. 2008]
class TACTUS_API BoxTree {
 public:
  static constexpr bool incremental = false;

  void update(std::span<const FatBox> fats, std::span<const Slot> removed, std::span<const Slot> changed);
  void find(std::span<const FatBox> fats, std::span<const Slot> changed, std::span<const std::uint8_t> marked,
            std::vector<PairKey>& found) const;
  void query(const FatBox& box, Visitor<bool> visit) const;
  void ray(const FatRay& ray, double max_t, Visitor<double> visit) const;
  std::size_t bytes() const { return bytes_of(nodes_) + bytes_of(places_) + bytes_of(free_) + bytes_of(order_); }

  /// The number of node levels on the longest path down.
  int height() const;
  /// How often it has been built from the top.
  std::size_t builds() const { return builds_; }

 private:
  static constexpr std::uint32_t none = ~std::uint32_t{0}, leaf = std::uint32_t{1} << 31;

  struct Node {
    EightBoxes boxes;
    std::uint32_t child[8];  // leaf | slot, a node, or none
    std::uint32_t parent;  // place (8·node + lane) of this node; none for the root
  };

  void build(std::span<const FatBox> fats);
  std::uint32_t build_node(std::span<const FatBox> fats, std::span<Slot> slots, std::uint32_t parent);
  FatBox box_of(std::uint32_t node) const;
  double refit_all(std::span<const FatBox> fats, std::span<const Slot> changed);
  void refit_up(std::uint32_t node);
  void move(Slot slot, const FatBox& box);
  void insert(Slot slot, const FatBox& box);
  void remove(Slot slot);
  void put(std::uint32_t node, int lane, std::uint32_t child, const FatBox& box);
  std::uint32_t new_node(std::uint32_t parent);
  template <class F> void search(const FatBox& box, F&& f) const;

  std::vector<Node> nodes_;
  std::vector<std::uint32_t> places_;  // by slot: 8·node + lane, or none
  std::vector<std::uint32_t> free_;  // nodes not in use
  std::vector<Slot> order_;
  std::uint32_t root_ = none;
  std::size_t size_ = 0, builds_ = 0;
  std::size_t changes_ = 0;  // of boxes since all nodes were last fitted
  double built_extent_ = 0;  // sum of the sides of all lanes when it was built
};

}  // namespace tactus::broad
