#include <tactus/broad/box_tree.h>
#include <tactus/broad/swept_lists.h>

#include <algorithm>
#include <cmath>

namespace tactus::broad {

void SweptLists::update(std::span<const FatBox> fats, std::span<const Slot> removed, std::span<const Slot> changed) {
  boxes_.resize(fats.size(), TightBox(FatBox{}));
  marks_.resize(fats.size(), 0);
  begun_.clear(), moved_.clear(), fresh_.clear();
  if (!removed.empty()) drop(removed);
  for (const Slot slot : changed) (boxes_[slot].empty() ? fresh_ : moved_).push_back(slot);
  if (!moved_.empty()) move(fats);
  if (!fresh_.empty()) add(fats);
  // Some met on more than one axis, and each of two new boxes has found the other.
  std::sort(begun_.begin(), begun_.end());
  begun_.erase(std::unique(begun_.begin(), begun_.end()), begun_.end());
}

void SweptLists::find(std::span<const FatBox>, std::span<const Slot>, std::span<const std::uint8_t>,
                      std::vector<PairKey>& found) const {
  found.insert(found.end(), begun_.begin(), begun_.end());
}

void SweptLists::drop(std::span<const Slot> slots) {
  for (const Slot slot : slots) marks_[slot] = 1;
  for (int axis = 0; axis < 3; ++axis) lower_[axis].remove(marks_), upper_[axis].remove(marks_);
  for (const Slot slot : slots) marks_[slot] = 0, boxes_[slot] = TightBox(FatBox{});
  size_ -= slots.size();
}

void SweptLists::set_box(Slot slot, const FatBox& box) {
  boxes_[slot] = TightBox(box);
  const Vec3<double> side = box.max.cast<double>() - box.min.cast<double>();
  for (int axis = 0; axis < 3; ++axis) widest_[axis] = max(widest_[axis], side[axis]);
}

/// All boxes are where they will be before the first end moves: who meets is tested as it will be in the end.
void SweptLists::move(std::span<const FatBox> fats) {
  before_.clear();
  for (const Slot slot : moved_) {
    before_.push_back(boxes_[slot]);
    set_box(slot, fats[slot]);
    marks_[slot] = 1;
  }
  const bool few = moved_.size() < size_ / 32;  // then looking for their ends is less work than looking at all ends
  for (int axis = 0; axis < 3; ++axis) few ? move_few(axis) : move_many(axis);
  for (const Slot slot : moved_) marks_[slot] = 0;
}

/// First the lower ends that go down meet the upper ends that they pass, as those were; then, with all lower ends in
/// their new places, the upper ends that go up meet the lower ends that they pass. So two intervals that begin to
/// overlap meet once, whichever of them moved.
void SweptLists::move_many(int axis) {
  const End* at = upper_[axis].ends().data();  // runs along, since the ends to be moved come in order
  lower_[axis].rewrite(marks_, [&](End old) {
    const Slot slot = slot_of(old);
    const End now = make_end(boxes_[slot].min[axis], slot);
    if (now >= old) return now;
    while (*at < first_beside(old)) ++at;
    const End* from = at;
    while (from[-1] >= first_beside(now)) --from;
    meet(slot, {from, at});
    return now;
  });
  passed_ += lower_[axis].sort();
  at = lower_[axis].ends().data();
  upper_[axis].rewrite(marks_, [&](End old) {
    const Slot slot = slot_of(old);
    const End now = make_end(boxes_[slot].max[axis], slot);
    if (now <= old) return now;
    while (*at <= last_beside(old)) ++at;
    const End* to = at;
    while (*to <= last_beside(now)) ++to;
    meet(slot, {at, to});
    return now;
  });
  passed_ += upper_[axis].sort();
}

/// The same, end by end.
void SweptLists::move_few(int axis) {
  for (std::size_t i = 0; i < moved_.size(); ++i) {
    const Slot slot = moved_[i];
    const End old = make_end(before_[i].min[axis], slot), now = make_end(boxes_[slot].min[axis], slot);
    if (now < old) meet(slot, upper_[axis].between(first_beside(now), first_beside(old)));
    if (now != old) passed_ += lower_[axis].move(old, now);
  }
  for (std::size_t i = 0; i < moved_.size(); ++i) {
    const Slot slot = moved_[i];
    const End old = make_end(before_[i].max[axis], slot), now = make_end(boxes_[slot].max[axis], slot);
    if (now > old) meet(slot, lower_[axis].between(last_beside(old) + 1, last_beside(now) + 1));
    if (now != old) passed_ += upper_[axis].move(old, now);
  }
}

/// A box begins to overlap others on one axis. Most are far apart on another.
// differs from [Chmelík & Trtík]: they insert a pair into W when its intervals meet on one axis. Here the other axes
// are asked too, with the boxes as they will be when all lists are sorted; so W is right as soon as they are.
void SweptLists::meet(Slot slot, std::span<const End> others) {
  const TightBox box = boxes_[slot];
  close_.resize(std::max(close_.size(), others.size()));
  std::size_t count = 0;
  for (const End other : others) {  // without a branch
    close_[count] = slot_of(other);
    count += may_overlap(boxes_[slot_of(other)], box) ? 1 : 0;
  }
  for (const Slot other : std::span<const Slot>(close_.data(), count))
    if (other != slot) begun_.push_back(make_key(slot, other));
  passed_ += others.size();
}

/// The lists alone would have to look at all boxes that overlap a new one on some axis: n^(2/3) of them in a crowd. A
/// tree finds the pairs of many new boxes in O(n log n).
void SweptLists::add(std::span<const FatBox> fats) {
  size_ += fresh_.size();
  for (const Slot slot : fresh_) set_box(slot, fats[slot]);
  std::vector<End> ends(fresh_.size());
  const auto add_to = [&](EndpointList& list, auto&& coordinate) {
    for (std::size_t i = 0; i < fresh_.size(); ++i) ends[i] = make_end(coordinate(fats[fresh_[i]]), fresh_[i]);
    list.add(ends);
  };
  for (int axis = 0; axis < 3; ++axis) {
    add_to(lower_[axis], [&](const FatBox& box) { return box.min[axis]; });
    add_to(upper_[axis], [&](const FatBox& box) { return box.max[axis]; });
  }
  if (fresh_.size() > 16) {
    std::vector<Slot> all;
    for (const End end : lower_[0].ends()) all.push_back(slot_of(end));
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

/// The shortest part of a list of lower ends that holds those of all boxes that overlap the given one. A box that
/// reaches it begins at most a width before it; far more than the rounding of both differences is added.
std::span<const End> SweptLists::candidates(const FatBox& box) const {
  std::span<const End> fewest = lower_[0].ends();
  for (int axis = 0; axis < 3; ++axis) {
    const double low = static_cast<double>(box.min[axis]);
    const double from = low - widest_[axis] - (std::abs(low) + widest_[axis]) * 0x1p-20;
    const float clamped = static_cast<float>(max(from, -static_cast<double>(std::numeric_limits<float>::max())));
    const auto some = lower_[axis].between(make_end(clamped, 0), last_beside(make_end(box.max[axis], 0)) + 1);
    if (some.size() < fewest.size()) fewest = some;
  }
  return fewest;
}

void SweptLists::query(const FatBox& box, Visitor<bool> visit) const {
  const TightBox tight(box);
  for (const End end : candidates(box))
    if (may_overlap(boxes_[slot_of(end)], tight) && !visit(slot_of(end))) return;
}

/// As a query with the box around the ray; wider than it by more than the roundings that it and the boxes have seen.
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
  std::size_t sum = bytes_of(boxes_) + bytes_of(before_) + bytes_of(marks_) + bytes_of(begun_) + bytes_of(moved_) +
                    bytes_of(fresh_) + bytes_of(close_);
  for (int axis = 0; axis < 3; ++axis) sum += lower_[axis].bytes() + upper_[axis].bytes();
  return sum;
}

}  // namespace tactus::broad
