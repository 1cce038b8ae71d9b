// SPDX-License-Identifier: MIT
#pragma once
/// Sweep and prune over linked lists, as described in the slides: the six ends of a box are links of three lists, one
/// box after another.  [Chmelík & Trtík, PA199, "Sweep and prune algorithm"]
///
/// Known errors and costs: the slides insert a pair when ends cross along one axis, without testing the other axes
/// (here, as must be meant, all axes are tested); the two ends of a box may cross each other if the wrong one moves
/// first; links are scattered in memory, so each swap waits for memory; and bodies on one plane form a cluster of ends,
/// so every small motion causes many swaps.
#include <lab/broadphase/pair_set.h>
#include <tactus/math/aabb.h>

#include <algorithm>
#include <span>
#include <vector>

namespace tactus::lab::published {

class LinkedLists {
 public:
  explicit LinkedLists(std::span<const Aabb<double>> boxes)
      : boxes_(boxes.begin(), boxes.end()), links_(boxes.size() + 1) {
    for (int axis = 0; axis < 3; ++axis) link_up(axis);
    std::vector<std::size_t> by_x(boxes.size());
    for (std::size_t i = 0; i < by_x.size(); ++i) by_x[i] = i;
    std::sort(by_x.begin(), by_x.end(), [&](std::size_t a, std::size_t b) { return boxes[a].min.x < boxes[b].min.x; });
    for (std::size_t i = 0; i < by_x.size(); ++i)
      for (std::size_t j = i + 1; j < by_x.size() && boxes[by_x[j]].min.x <= boxes[by_x[i]].max.x; ++j)
        if (overlaps(boxes[by_x[i]], boxes[by_x[j]])) overlapping_.insert(key(by_x[i], by_x[j]));
  }

  void update(std::size_t i, const Aabb<double>& box) {
    boxes_[i] = box;
    for (int axis = 0; axis < 3; ++axis) {
      Link &low = links_[i].end[0][axis], &high = links_[i].end[1][axis];
      // A box that goes up moves its upper end first, so that the two ends never cross.
      const bool up = box.min[axis] > low.value;
      if (up) high.value = box.max[axis], sink(high), rise(high);
      low.value = box.min[axis], sink(low), rise(low);
      if (!up) high.value = box.max[axis], sink(high), rise(high);
    }
  }
  std::size_t pairs() const { return overlapping_.size(); }
  /// Number of swaps since the lists were made.
  std::uint64_t swaps() const { return swaps_; }

 private:
  struct Link {
    Link *next, *prev;
    double value;
    std::uint32_t slot;
    bool upper;
  };
  struct Links {
    Link end[2][3];
  };

  static bool before(const Link& a, const Link& b) {
    return a.value < b.value || (a.value == b.value && !a.upper && b.upper);
  }
  static broad::PairKey key(std::size_t a, std::size_t b) {
    return broad::make_key(static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(b));
  }
  /// Sorts the ends along one axis, between those of the auxiliary box.
  void link_up(int axis) {
    std::vector<Link*> order;
    for (std::size_t i = 0; i < boxes_.size(); ++i)
      for (int upper = 0; upper < 2; ++upper) {
        Link& link = links_[i].end[upper][axis];
        link.value = upper == 1 ? boxes_[i].max[axis] : boxes_[i].min[axis];
        link.slot = static_cast<std::uint32_t>(i), link.upper = upper == 1;
        order.push_back(&link);
      }
    std::sort(order.begin(), order.end(), [](const Link* a, const Link* b) { return before(*a, *b); });
    Link &first = links_.back().end[0][axis], &last = links_.back().end[1][axis];
    first = {nullptr, nullptr, -infinity<double>, 0, false}, last = {nullptr, nullptr, infinity<double>, 0, true};
    order.insert(order.begin(), &first), order.push_back(&last);
    for (std::size_t k = 1; k < order.size(); ++k) order[k - 1]->next = order[k], order[k]->prev = order[k - 1];
  }
  /// A lower end has come before an upper one, or the other way round.
  void meet(const Link& a, const Link& b) {
    if (overlaps(boxes_[a.slot], boxes_[b.slot])) overlapping_.insert(key(a.slot, b.slot));
  }
  void part(const Link& a, const Link& b) { overlapping_.erase(key(a.slot, b.slot)); }
  static void put_between(Link& link, Link& prev, Link& next) {
    link.prev->next = link.next, link.next->prev = link.prev;
    link.prev = &prev, link.next = &next;
    prev.next = next.prev = &link;
  }
  void sink(Link& link) {
    Link* at = link.prev;
    for (; before(link, *at); at = at->prev, ++swaps_)
      if (link.upper != at->upper) link.upper ? part(link, *at) : meet(link, *at);
    if (at != link.prev) put_between(link, *at, *at->next);
  }
  void rise(Link& link) {
    Link* at = link.next;
    for (; before(*at, link); at = at->next, ++swaps_)
      if (link.upper != at->upper) link.upper ? meet(link, *at) : part(link, *at);
    if (at != link.next) put_between(link, *at->prev, *at);
  }

  std::vector<Aabb<double>> boxes_;
  std::vector<Links> links_;
  PairSet overlapping_;
  std::uint64_t swaps_ = 0;
};

}  // namespace tactus::lab::published
