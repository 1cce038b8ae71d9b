#include <tactus/broad/box_tree.h>
#include <tactus/broad/sweep_and_prune.h>

#include <algorithm>
#include <cmath>

namespace tactus::broad {

template <Scalar T>
void SweptLists<T>::refresh(const BoxStore<T>& store, const Changes& changes, std::vector<PairKey>& pairs) {
  marks_.resize(store.slot_count(), 0);
  tights_.resize(store.slot_count());
  begun_.clear();
  if (!changes.removed.empty()) drop(changes.removed);
  if (!changes.moved.empty()) move(store, changes);
  if (!changes.inserted.empty()) add(store, changes.inserted);
  for (const Slot slot : changes.removed) marks_[slot] = gone;
  settle(store, pairs);
  for (const Slot slot : changes.removed) marks_[slot] = 0;
  for (const Slot slot : changes.moved) marks_[slot] = 0;
}

template <Scalar T> void SweptLists<T>::drop(const std::vector<Slot>& slots) {
  for (const Slot slot : slots) marks_[slot] = gone;
  for (int axis = 0; axis < 3; ++axis) lower_[axis].remove(marks_), upper_[axis].remove(marks_);
  for (const Slot slot : slots) marks_[slot] = 0;
  known_ -= slots.size();
}

template <Scalar T> void SweptLists<T>::set_tight(const BoxStore<T>& store, Slot slot) {
  const FatBox box = to_fat_(store.box(slot));
  tights_[slot] = TightBox(box);
  const Vec3<double> low = box.min.template cast<double>(), high = box.max.template cast<double>();
  for (int axis = 0; axis < 3; ++axis) widest_[axis] = max(widest_[axis], high[axis] - low[axis]);
}

/// All boxes are where they will be before the first end moves: who meets is tested as it will be in the end.
template <Scalar T> void SweptLists<T>::move(const BoxStore<T>& store, const Changes& changes) {
  before_.clear();
  for (std::size_t i = 0; i < changes.moved.size(); ++i) {
    const Slot slot = changes.moved[i];
    marks_[slot] = changes.moved_along[i];
    before_.push_back(tights_[slot]);
    set_tight(store, slot);
  }
  const bool few = changes.moved.size() < known_ / 32;  // then looking for them is less work than looking at everyone
  for (int axis = 0; axis < 3; ++axis) {
    if (few) {
      move_few(store, changes.moved, axis);
    } else {
      move_many(store, axis);
    }
  }
}

/// The lower ends that went down meet the upper ends that they pass, as those were; then, with all lower ends in their
/// new places, the upper ends that went up meet the lower ends that they pass. So two intervals that begin to overlap
/// meet once, whichever of them moved. In float, ends that seem not to have moved may have: they meet their equals.
template <Scalar T> void SweptLists<T>::move_many(const BoxStore<T>& store, int axis) {
  const End* at = upper_[axis].ends().data();  // runs along, since the ends to be moved come in order
  lower_[axis].rewrite(marks_, axis, [&](End old) {
    const End now = make_end(tights_[slot_of(old)].min[axis], slot_of(old));
    if (now > old) return now;
    while (*at <= last_beside(old)) ++at;
    const End* from = at;
    while (from[-1] >= first_beside(now)) --from;
    meet(store, slot_of(old), {from, at});
    return now;
  });
  passed_ += lower_[axis].sort();
  at = lower_[axis].ends().data();
  upper_[axis].rewrite(marks_, axis, [&](End old) {
    const End now = make_end(tights_[slot_of(old)].max[axis], slot_of(old));
    if (now < old) return now;
    while (*at < first_beside(old)) ++at;
    const End* to = at;
    while (*to <= last_beside(now)) ++to;
    meet(store, slot_of(old), {at, to});
    return now;
  });
  passed_ += upper_[axis].sort();
}

/// The same, end by end.
template <Scalar T> void SweptLists<T>::move_few(const BoxStore<T>& store, const std::vector<Slot>& slots, int axis) {
  const auto each = [&](auto&& f) {
    for (std::size_t i = 0; i < slots.size(); ++i)
      if ((marks_[slots[i]] >> axis & 1) != 0) f(slots[i], before_[i], tights_[slots[i]]);
  };
  each([&](Slot slot, const TightBox& before, const TightBox& after) {
    const End old = make_end(before.min[axis], slot), now = make_end(after.min[axis], slot);
    if (now <= old) meet(store, slot, upper_[axis].between(first_beside(now), last_beside(old)));
    passed_ += lower_[axis].move(old, now);
  });
  each([&](Slot slot, const TightBox& before, const TightBox& after) {
    const End old = make_end(before.max[axis], slot), now = make_end(after.max[axis], slot);
    if (now >= old) meet(store, slot, lower_[axis].between(first_beside(old), last_beside(now)));
    passed_ += upper_[axis].move(old, now);
  });
}

/// A box has begun to overlap others on one axis. Most are far apart on another.
// differs from [Chmelík & Trtík]: they insert a pair into W when its intervals meet on one axis. Here the other axes are
// asked too, with the boxes as they will be when all lists are sorted; so W is right as soon as they are.
template <Scalar T> void SweptLists<T>::meet(const BoxStore<T>& store, Slot slot, std::span<const End> others) {
  const TightBox tight = tights_[slot];
  close_.resize(std::max(close_.size(), others.size()));
  std::size_t count = 0;
  for (const End other : others) {  // without a branch
    close_[count] = slot_of(other);
    count += may_overlap(tights_[slot_of(other)], tight) ? 1 : 0;
  }
  for (const Slot other : std::span<const Slot>(close_.data(), count))
    if (other != slot && store.pairs(slot, other)) begun_.push_back(make_key(slot, other));
  passed_ += others.size();
}

template <Scalar T> void SweptLists<T>::add(const BoxStore<T>& store, const std::vector<Slot>& slots) {
  if (known_ == 0) to_fat_ = to_fat_around(store, slots);  // it stays while there are any: the lists depend on it
  known_ += slots.size();
  for (const Slot slot : slots) set_tight(store, slot);
  std::vector<End> fresh(slots.size());
  for (int axis = 0; axis < 3; ++axis) {
    for (std::size_t i = 0; i < slots.size(); ++i) fresh[i] = make_end(tights_[slots[i]].min[axis], slots[i]);
    lower_[axis].add(fresh);
    for (std::size_t i = 0; i < slots.size(); ++i) fresh[i] = make_end(tights_[slots[i]].max[axis], slots[i]);
    upper_[axis].add(fresh);
  }
  if (slots.size() > 16) return add_many(store, slots);
  for (const Slot slot : slots) {
    const auto note = [&](Slot other) {
      if (other != slot && store.may_pair(slot, other)) begun_.push_back(make_key(slot, other));
      return true;
    };
    query(store, store.box(slot), note);
  }
}

/// The lists alone would have to look at all boxes that overlap a new one on some axis: n^(2/3) of them in a crowd. A
/// tree finds the pairs of many new boxes in O(n log n).
template <Scalar T> void SweptLists<T>::add_many(const BoxStore<T>& store, const std::vector<Slot>& slots) {
  std::vector<FatBox> boxes(store.slot_count());
  std::vector<Slot> all;
  for (Slot slot = 0; slot < boxes.size(); ++slot) {
    if (store.box(slot).empty()) continue;
    boxes[slot] = to_fat_(store.box(slot));
    all.push_back(slot);
  }
  std::vector<std::uint8_t> fresh(store.slot_count(), 0);
  for (const Slot slot : slots) fresh[slot] = 1;
  BoxTree tree;
  std::vector<PairKey> found;
  tree.update(boxes, {}, all);
  tree.find(boxes, slots, fresh, found);
  for (const PairKey key : found)
    if (store.pairs(first(key), second(key))) begun_.push_back(key);
}

/// pairs := pairs without those of boxes that are gone or have moved apart, with those begun, of which some are there
/// already: each of two new boxes has found the other, some met on more than one axis, or overlapped before.
template <Scalar T> void SweptLists<T>::settle(const BoxStore<T>& store, std::vector<PairKey>& pairs) {
  sort_keys(begun_, store.slot_count(), scratch_);
  begun_.erase(std::unique(begun_.begin(), begun_.end()), begun_.end());
  scratch_.keys.resize(pairs.size() + begun_.size());
  PairKey* to = scratch_.keys.data();
  auto next = begun_.begin();
  for (const PairKey key : pairs) {
    while (next != begun_.end() && *next < key) *to++ = *next++;
    const Slot i = first(key), j = second(key);
    const int mark = marks_[i] | marks_[j];
    *to = key;
    if (next != begun_.end() && *next == key) {
      ++to, ++next;
    } else if (mark == 0) {
      ++to;
    } else if (mark < gone) {
      to += overlap<T>(store, tights_, i, j) ? 1 : 0;
    }
  }
  to = std::copy(next, begun_.end(), to);
  scratch_.keys.resize(static_cast<std::size_t>(to - scratch_.keys.data()));
  pairs.swap(scratch_.keys);
}

/// The shortest part of a list of lower ends that holds those of all boxes that overlap the given one. A box that reaches
/// it begins at most a width before it. Far more than the rounding of both differences is added.
template <Scalar T> std::span<const End> SweptLists<T>::candidates(const FatBox& box) const {
  std::span<const End> fewest = lower_[0].ends();
  for (int axis = 0; axis < 3; ++axis) {
    const double low = static_cast<double>(box.min[axis]);
    const double reach = widest_[axis] + (std::abs(low) + widest_[axis]) * 0x1p-20;
    const float from = static_cast<float>(max(low - reach, -static_cast<double>(far_away)));
    const auto some = lower_[axis].between(make_end(from, 0), last_beside(make_end(box.max[axis], 0)));
    if (some.size() < fewest.size()) fewest = some;
  }
  return fewest;
}

template <Scalar T> void SweptLists<T>::query(const BoxStore<T>& store, const Aabb<T>& box, Visitor<bool> visit) const {
  for (const End end : candidates(to_fat_(box)))
    if (overlaps(store.box(slot_of(end)), box) && !visit(slot_of(end))) return;
}

/// As a query with the box around the ray; wider than it by the few roundings of its corners, and of the test's.
template <Scalar T>
void SweptLists<T>::ray(const BoxStore<T>& store, const Ray<T>& ray, T max_t, Visitor<T> visit) const {
  Aabb<T> around;
  for (int axis = 0; axis < 3; ++axis) {
    const T o = ray.origin[axis], d = ray.direction[axis];
    const T end = d == T(0) ? o : o + d * max_t, slack = (abs(o) + abs(end - o)) * (T(16) * unit_roundoff<T>);
    around.min[axis] = min(o, end) - slack, around.max[axis] = max(o, end) + slack;
  }
  for (const End end : candidates(to_fat_(around))) {
    if (max_t < T(0)) return;
    if (touches(ray, store.box(slot_of(end)), max_t)) max_t = visit(slot_of(end));
  }
}

template <Scalar T> std::size_t SweptLists<T>::bytes() const {
  std::size_t sum = bytes_of(tights_) + bytes_of(before_) + bytes_of(marks_) + bytes_of(begun_) + bytes_of(close_) +
                    bytes_of(scratch_);
  for (int axis = 0; axis < 3; ++axis) sum += lower_[axis].bytes() + upper_[axis].bytes();
  return sum;
}

template class SweptLists<float>;
template class SweptLists<double>;

}  // namespace tactus::broad
