// SPDX-License-Identifier: MIT
#include <tactus/broad/box_tree.h>

#include <algorithm>
#include <bit>

namespace tactus::broad {
namespace {

/// Sum of the sides: the likely cost of a box in a search. (Areas would leave the range of float, and flat boxes all
/// have the same volume.)
double extent(const FatBox& box) {
  const Vec3<double> side = (box.max - box.min).cast<double>();
  return side.x + side.y + side.z;
}
float middle(const FatBox& box, int axis) { return box.min[axis] + box.max[axis]; }

int widest_axis(std::span<const FatBox> fats, std::span<const Slot> slots) {
  FatBox middles;
  for (const Slot s : slots) middles = merged(middles, fats[s].min + fats[s].max);
  const Vec3<float> side = middles.max - middles.min;
  return side.x >= side.y && side.x >= side.z ? 0 : side.y >= side.z ? 1 : 2;
}

/// Cuts the slots into groups of at most `size`, all but the last full, by medians along the widest axis; calls
/// f(group).
template <class F> void cut(std::span<const FatBox> fats, std::span<Slot> slots, std::size_t size, F&& f) {
  if (slots.size() <= size) return f(slots);
  const std::size_t groups = (slots.size() + size - 1) / size, half = (groups + 1) / 2 * size;
  const int axis = widest_axis(fats, slots);
  const auto before = [&](Slot a, Slot b) {
    const float x = middle(fats[a], axis), y = middle(fats[b], axis);
    return x < y || (x == y && a < b);
  };
  std::nth_element(slots.begin(), slots.begin() + static_cast<std::ptrdiff_t>(half), slots.end(), before);
  cut(fats, slots.first(half), size, f);
  cut(fats, slots.subspan(half), size, f);
}

}  // namespace

void BoxTree::update(std::span<const FatBox> fats, std::span<const Slot> removed, std::span<const Slot> changed) {
  places_.resize(fats.size(), none);
  for (const Slot slot : removed) remove(slot);
  std::size_t added = 0;
  for (const Slot slot : changed) added += places_[slot] == none ? 1u : 0u;
  size_ += added;
  if (added > size_ / 4) return build(fats);
  changes_ += changed.size();
  if (changed.size() > size_ / 64 || changes_ > size_) {
    changes_ = 0;
    if (refit_all(fats, changed) > 1.5 * built_extent_) return build(fats);
    for (const Slot slot : changed)
      if (places_[slot] == none) insert(slot, fats[slot]);
    return;
  }
  for (const Slot slot : changed) move(slot, fats[slot]);
}

/// A box that stays within its node's box is changed in place, and the tree below its parent still fits; otherwise it
/// is removed and inserted again.
void BoxTree::move(Slot slot, const FatBox& box) {
  if (const std::uint32_t place = places_[slot]; place != none) {
    Node& node = nodes_[place / 8];
    if (node.parent != none && contains(nodes_[node.parent / 8].boxes.get(static_cast<int>(node.parent % 8)), box)) {
      node.boxes.set(static_cast<int>(place % 8), box);
      return refit_up(place / 8);
    }
    remove(slot);
    ++size_;
  }
  insert(slot, box);
}

void BoxTree::build(std::span<const FatBox> fats) {
  ++builds_;
  changes_ = 0;
  nodes_.clear(), free_.clear(), order_.clear();
  root_ = none;
  for (Slot slot = 0; slot < fats.size(); ++slot)
    if (!fats[slot].empty()) order_.push_back(slot);
  if (order_.empty()) return;
  nodes_.reserve(order_.size() / 6 + 8);
  root_ = build_node(fats, order_, none);
  built_extent_ = refit_all(fats, {});
}

std::uint32_t BoxTree::build_node(std::span<const FatBox> fats, std::span<Slot> slots, std::uint32_t parent) {
  const std::uint32_t index = new_node(parent);
  std::size_t size = 1;
  while (8 * size < slots.size()) size *= 8;
  int lane = 0;
  cut(fats, slots, size, [&](std::span<Slot> group) {
    if (group.size() == 1) return put(index, lane++, leaf | group[0], fats[group[0]]);
    const std::uint32_t child = build_node(fats, group, 8 * index + static_cast<std::uint32_t>(lane));
    put(index, lane++, child, box_of(child));
  });
  return index;
}

FatBox BoxTree::box_of(std::uint32_t node) const {
  const EightBoxes& b = nodes_[node].boxes;
  FatBox all = b.get(0);
  for (int axis = 0; axis < 3; ++axis)
    for (int lane = 1; lane < 8; ++lane) {
      all.min[axis] = min(all.min[axis], b.min[axis][lane]);
      all.max[axis] = max(all.max[axis], b.max[axis][lane]);
    }
  return all;
}

/// Copies the changed boxes that are in the tree and refits all nodes; returns the sum of the sides of the nodes'
/// boxes. Children made by `build` have larger numbers than their parents; those made by `insert` are refitted from
/// their own position upwards.
double BoxTree::refit_all(std::span<const FatBox> fats, std::span<const Slot> changed) {
  for (const Slot slot : changed)
    if (const std::uint32_t place = places_[slot]; place != none)
      nodes_[place / 8].boxes.set(static_cast<int>(place % 8), fats[slot]);
  double sum = 0;
  for (auto i = static_cast<std::uint32_t>(nodes_.size()); i-- > 0;) {
    if (nodes_[i].parent == none) continue;
    const FatBox box = box_of(i);
    if (box.empty()) continue;  // not in use
    const std::uint32_t parent = nodes_[i].parent;
    nodes_[parent / 8].boxes.set(static_cast<int>(parent % 8), box);
    sum += extent(box);
    if (parent / 8 > i) refit_up(parent / 8);
  }
  return sum;
}

void BoxTree::refit_up(std::uint32_t node) {
  while (nodes_[node].parent != none) {
    const std::uint32_t parent = nodes_[node].parent;
    const FatBox box = box_of(node);
    EightBoxes& boxes = nodes_[parent / 8].boxes;
    if (boxes.get(static_cast<int>(parent % 8)) == box) return;
    boxes.set(static_cast<int>(parent % 8), box);
    node = parent / 8;
  }
}

/// Descends the lanes that grow least, to the first node that has leaves there: the new leaf goes beside the one that
/// would have grown least, or together with it into a new node.
void BoxTree::insert(Slot slot, const FatBox& box) {
  if (root_ == none) root_ = new_node(none);
  int depth = 0;
  for (std::uint32_t node = root_;; ++depth) {
    int best = -1, empty = -1;
    double least = infinity<double>;
    for (unsigned k = 0; k < 8; ++k) {
      // Equal boxes would all take the same way down; their numbers spread them.
      const int lane = static_cast<int>((k + (slot >> 3 * std::min(depth, 9))) & 7);
      if (nodes_[node].child[lane] == none) {
        empty = lane;
        continue;
      }
      const FatBox old = nodes_[node].boxes.get(lane);
      const double growth = extent(merged(old, box)) - extent(old);
      if (growth < least) least = growth, best = lane;
    }
    const std::uint32_t child = best < 0 ? none : nodes_[node].child[best];
    if (child != none && (child & leaf) == 0) {
      node = child;
      continue;
    }
    if (empty >= 0) {
      put(node, empty, leaf | slot, box);
      return refit_up(node);
    }
    const std::uint32_t split = new_node(8 * node + static_cast<std::uint32_t>(best));
    put(split, 0, child, nodes_[node].boxes.get(best));
    put(split, 1, leaf | slot, box);
    nodes_[node].child[best] = split;
    return refit_up(split);
  }
}

/// A node without children is removed too.
void BoxTree::remove(Slot slot) {
  std::uint32_t place = places_[slot];
  places_[slot] = none;
  --size_;
  for (;;) {
    const std::uint32_t node = place / 8;
    nodes_[node].child[place % 8] = none;
    nodes_[node].boxes.set(static_cast<int>(place % 8), {});
    const auto& child = nodes_[node].child;
    if (std::any_of(std::begin(child), std::end(child), [](std::uint32_t c) { return c != none; }))
      return refit_up(node);
    place = nodes_[node].parent;
    nodes_[node].parent = none;
    free_.push_back(node);
    if (node == root_) {
      root_ = none;
      return;
    }
  }
}

void BoxTree::put(std::uint32_t node, int lane, std::uint32_t child, const FatBox& box) {
  nodes_[node].boxes.set(lane, box);
  nodes_[node].child[lane] = child;
  if ((child & leaf) != 0) places_[child & ~leaf] = 8 * node + static_cast<std::uint32_t>(lane);
}

std::uint32_t BoxTree::new_node(std::uint32_t parent) {
  auto index = static_cast<std::uint32_t>(nodes_.size());
  if (free_.empty()) {
    nodes_.emplace_back();
  } else {
    index = free_.back();
    free_.pop_back();
    nodes_[index] = Node();
  }
  std::fill(std::begin(nodes_[index].child), std::end(nodes_[index].child), none);
  nodes_[index].parent = parent;
  return index;
}

/// Calls f(slot) for all boxes that overlap the given one, until it returns false. The stack holds at most 7 nodes per
/// level; for a tree that insertions have made deeper than the array, it continues in a vector.
template <class F> void BoxTree::search(const FatBox& box, F&& f) const {
  if (root_ == none) return;
  std::uint32_t small[128];
  std::vector<std::uint32_t> large;
  std::size_t count = 0;
  small[count++] = root_;
  while (count > 0 || !large.empty()) {
    std::uint32_t index;
    if (large.empty()) {
      index = small[--count];
    } else {
      index = large.back();
      large.pop_back();
    }
    const Node& node = nodes_[index];
    for (unsigned bits = overlaps_eight(node.boxes, box); bits != 0; bits &= bits - 1) {
      const std::uint32_t child = node.child[std::countr_zero(bits)];
      if ((child & leaf) != 0) {
        if (!f(child & ~leaf)) return;
      } else if (count < std::size(small)) {
        for (std::size_t k = 0; k < sizeof(Node); k += 64) prefetch(reinterpret_cast<const char*>(&nodes_[child]) + k);
        small[count++] = child;
      } else {
        large.push_back(child);
      }
    }
  }
}

void BoxTree::find(std::span<const FatBox> fats, std::span<const Slot> changed, std::span<const std::uint8_t> marked,
                   std::vector<PairKey>& found) const {
  const auto look_around = [&](Slot slot) {
    search(fats[slot], [&](Slot other) {
      // If both have changed, the lower slot finds the higher.
      if (other != slot && (marked[other] == 0 || slot < other)) found.push_back(make_key(slot, other));
      return true;
    });
  };
  if (changed.size() < size_ / 16) {
    for (const Slot slot : changed) look_around(slot);
    return;
  }
  for (const Node& node : nodes_)  // node by node: the data of the last one is still in the cache
    for (const std::uint32_t child : node.child)
      if (child != none && (child & leaf) != 0 && marked[child & ~leaf] != 0) look_around(child & ~leaf);
}

void BoxTree::query(const FatBox& box, Visitor<bool> visit) const { search(box, visit); }

void BoxTree::ray(const FatRay& ray, double max_t, Visitor<double> visit) const {
  std::vector<std::uint32_t> stack;
  if (root_ != none) stack.push_back(root_);
  while (!stack.empty() && max_t >= 0) {
    const Node& node = nodes_[stack.back()];
    stack.pop_back();
    for (int lane = 0; lane < 8 && max_t >= 0; ++lane) {
      const std::uint32_t child = node.child[lane];
      if (child == none || !ray.touches(node.boxes.get(lane), max_t)) continue;
      if ((child & leaf) != 0) {
        max_t = visit(child & ~leaf);
      } else {
        stack.push_back(child);
      }
    }
  }
}

int BoxTree::height() const {
  int highest = 0;
  std::vector<std::pair<std::uint32_t, int>> stack;
  if (root_ != none) stack.emplace_back(root_, 1);
  while (!stack.empty()) {
    const auto [index, depth] = stack.back();
    stack.pop_back();
    highest = std::max(highest, depth);
    for (const std::uint32_t child : nodes_[index].child)
      if (child != none && (child & leaf) == 0) stack.emplace_back(child, depth + 1);
  }
  return highest;
}

}  // namespace tactus::broad
