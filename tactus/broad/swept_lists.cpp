// SPDX-License-Identifier: MIT
#include <tactus/broad/box_tree.h>
#include <tactus/broad/swept_lists.h>

#include <algorithm>
#include <cmath>

namespace tactus::broad {
namespace {

float bound(const FatBox& box, int axis, bool upper) { return upper ? box.max[axis] : box.min[axis]; }

/// The ends of the other side that are below this are before the given end. A lower end has not passed an upper one at
/// the same place: touching counts.
End border(End end, bool upper) { return upper ? last_beside(end) + 1 : first_beside(end); }

}  // namespace

void SweptLists::update(std::span<const FatBox> fats, std::span<const Slot> removed, std::span<const Slot> changed) {
  boxes_.resize(fats.size(), TightBox(FatBox{}));
  reaches_.resize(fats.size());
  marks_.resize(fats.size(), 0);
  begun_.clear(), ended_.clear(), moved_.clear(), fresh_.clear();
  if (!removed.empty()) drop(removed);
  for (const Slot slot : changed) (boxes_[slot].empty() ? fresh_ : moved_).push_back(slot);
  if (!moved_.empty()) move(fats);
  if (!fresh_.empty()) add(fats);
  for (auto* keys : {&begun_, &ended_}) {  // duplicates: ends passed on several axes; two new boxes found each other
    std::sort(keys->begin(), keys->end());
    keys->erase(std::unique(keys->begin(), keys->end()), keys->end());
  }
}

void SweptLists::find(std::span<const FatBox>, std::span<const Slot>, std::span<const std::uint8_t>,
                      std::vector<PairKey>& found) const {
  found.insert(found.end(), begun_.begin(), begun_.end());
}

void SweptLists::drop(std::span<const Slot> slots) {
  for (const Slot slot : slots) marks_[slot] = 1;
  for (int axis = 0; axis < 3; ++axis) lists_[lower][axis].remove(marks_), lists_[upper][axis].remove(marks_);
  for (const Slot slot : slots) marks_[slot] = 0, boxes_[slot] = TightBox(FatBox{});
  size_ -= slots.size();
}

void SweptLists::set_box(Slot slot, const FatBox& box) {
  boxes_[slot] = TightBox(box);
  reaches_[slot] = CoarseBox(box);
  const Vec3<double> side = box.max.cast<double>() - box.min.cast<double>();
  for (int axis = 0; axis < 3; ++axis) widest_[axis] = max(widest_[axis], side[axis]);
}

/// While ends move, boxes_ holds the old state and `fats` the new one: boxes that pass each other are tested in both.
void SweptLists::move(std::span<const FatBox> fats) {
  for (const Slot slot : moved_) {
    reaches_[slot] = CoarseBox(merged(boxes_[slot].fat(), fats[slot]));
    marks_[slot] = 1;
  }
  close_count_ = 0;
  const bool few = moved_.size() < size_ / 32;  // then searching their ends is less work than scanning all ends
  // First the lower ends pass the upper ends in their old places; then, with all lower ends in their new places, the
  // upper ends pass the lower ends. So two intervals that begin or cease to overlap pass each other, whichever of them
  // moved.
  for (int axis = 0; axis < 3; ++axis)
    for (const Side side : {lower, upper}) few ? move_few(fats, axis, side) : move_many(fats, axis, side);
  test_close(fats);
  for (const Slot slot : moved_) {
    set_box(slot, fats[slot]);
    marks_[slot] = 0;
  }
}

void SweptLists::move_many(std::span<const FatBox> fats, int axis, Side side) {
  // advances in step, because the ends to be moved come in order
  const End* beside = lists_[1 - side][axis].ends().data();
  lists_[side][axis].move(marks_, [&](End from) {
    const Slot slot = slot_of(from);
    const End to = make_end(bound(fats[slot], axis, side), slot);
    while (*beside < border(from, side)) ++beside;
    pass(slot, beside, border(to, side));
    return to;
  });
}

/// End by end. All searches come before any move: the position of each end, and the first end that it will pass.
void SweptLists::move_few(std::span<const FatBox> fats, int axis, Side side) {
  EndpointList &list = lists_[side][axis], &others = lists_[1 - side][axis];
  places_.clear(), besides_.clear();
  for (const Slot slot : moved_) {
    const End from = make_end(bound(boxes_[slot].fat(), axis, side), slot);
    places_.push_back({from, nullptr}), besides_.push_back({border(from, side), nullptr});
  }
  list.find(places_), others.find(besides_);
  for (std::size_t i = 0; i < moved_.size(); ++i) {
    const End to = make_end(bound(fats[moved_[i]], axis, side), moved_[i]);
    pass(moved_[i], besides_[i].place, border(to, side));
    list.move(places_[i].place, places_[i].number, to);
  }
}

/// An end of a box moves from beside the given end of the other side to the given border: the intervals of the box and
/// of those between begin or cease to overlap on this axis. Most are far apart on another axis, before and after.
void SweptLists::pass(Slot slot, const End* at, End border) {
  if (close_.size() < close_count_ + size_) close_.resize(2 * (close_count_ + size_));
  const CoarseBox reach = reaches_[slot].mirrored();
  PairKey* close = close_.data() + close_count_;
  const auto collect = [&](End other) {  // branch-free
    *close = PairKey{slot} << 32 | slot_of(other);
    close += may_overlap(reaches_[slot_of(other)], reach) ? 1 : 0;
  };
  const End* from = at;
  for (; *at < border; ++at) collect(*at);
  for (; at[-1] >= border; --at) collect(at[-1]);
  close_count_ = static_cast<std::size_t>(close - close_.data());
  passed_ += static_cast<std::size_t>(std::abs(at - from));
}

// differs from [Chmelík & Trtík]: they insert a pair into W when its intervals meet on one axis. Here the other axes
// are tested too, with the boxes as they will be when all lists are sorted; so W is correct as soon as the lists are.
void SweptLists::test_close(std::span<const FatBox> fats) {
  for (const PairKey key : std::span<const PairKey>(close_.data(), close_count_)) {
    const Slot a = first(key), b = second(key);
    const bool did = may_overlap(boxes_[a], boxes_[b]), does = overlaps(fats[a], fats[b]);
    if (did != does && a != b) (does ? begun_ : ended_).push_back(make_key(a, b));
  }
}

/// The lists alone would have to test all boxes that overlap a new one on some axis: n^(2/3) of them in a crowd. A tree
/// finds the pairs of many new boxes in O(n log n).
void SweptLists::add(std::span<const FatBox> fats) {
  size_ += fresh_.size();
  for (const Slot slot : fresh_) set_box(slot, fats[slot]);
  std::vector<End> ends(fresh_.size());
  for (int axis = 0; axis < 3; ++axis)
    for (const Side side : {lower, upper}) {
      for (std::size_t i = 0; i < fresh_.size(); ++i) ends[i] = make_end(bound(fats[fresh_[i]], axis, side), fresh_[i]);
      lists_[side][axis].add(ends);
    }
  if (fresh_.size() > 16) {
    std::vector<Slot> all;
    for (const End end : lists_[lower][0].ends()) all.push_back(slot_of(end));
    for (const Slot slot : fresh_) marks_[slot] = 1;
    BoxTree tree;
    tree.update(fats, {}, all);
    tree.find(fats, fresh_, marks_, begun_);
    for (const Slot slot : fresh_) marks_[slot] = 0;
    return;
  }
  for (const Slot slot : fresh_) {
    const auto note = [&](Slot other) {
      if (other != slot) begun_.push_back(make_key(slot, other));
      return true;
    };
    query(fats[slot], note);
  }
}

/// The shortest part of a list of lower ends that contains those of all boxes that overlap the given one. A box that
/// reaches it begins at most a width before it; the margin added is far more than the rounding of both differences.
std::span<const End> SweptLists::candidates(const FatBox& box) const {
  std::span<const End> fewest = lists_[lower][0].ends();
  for (int axis = 0; axis < 3; ++axis) {
    const auto low = static_cast<double>(box.min[axis]);
    const double from = low - widest_[axis] - (std::abs(low) + widest_[axis]) * 0x1p-20;
    const auto clamped = static_cast<float>(max(from, -static_cast<double>(std::numeric_limits<float>::max())));
    const EndpointList& list = lists_[lower][axis];
    const std::span<const End> some{list.place_of(make_end(clamped, 0)),
                                    list.place_of(last_beside(make_end(box.max[axis], 0)) + 1)};
    if (some.size() < fewest.size()) fewest = some;
  }
  return fewest;
}

void SweptLists::query(const FatBox& box, Visitor<bool> visit) const {
  const TightBox tight(box);
  for (const End end : candidates(box))
    if (may_overlap(boxes_[slot_of(end)], tight) && !visit(slot_of(end))) return;
}

/// Like a query with the box around the ray, enlarged by more than the rounding of the ray and the boxes.
void SweptLists::ray(const FatRay& ray, double max_t, Visitor<double> visit) const {
  Aabb<double> around;
  for (int axis = 0; axis < 3; ++axis) {
    const double o = ray.origin[axis], d = ray.direction[axis], end = d == 0 ? o : o + d * max_t;
    const double slack = (std::abs(o) + std::abs(end - o)) * 0x1p-20;
    around.min[axis] = min(o, end) - slack, around.max[axis] = max(o, end) + slack;
  }
  const FatBox box = ToFat<double>{}(around);
  const TightBox tight(box);
  for (const End end : candidates(box)) {
    if (max_t < 0) return;
    if (may_overlap(boxes_[slot_of(end)], tight)) max_t = visit(slot_of(end));
  }
}

std::size_t SweptLists::bytes() const {
  std::size_t sum = bytes_of(boxes_) + bytes_of(reaches_) + bytes_of(marks_) + bytes_of(begun_) + bytes_of(ended_) +
                    bytes_of(moved_) + bytes_of(fresh_) + bytes_of(close_) + bytes_of(places_) + bytes_of(besides_);
  for (int axis = 0; axis < 3; ++axis) sum += lists_[lower][axis].bytes() + lists_[upper][axis].bytes();
  return sum;
}

}  // namespace tactus::broad
