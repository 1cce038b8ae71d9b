#include <tactus/broad/box_tree.h>
#include <tactus/broad/sweep_and_prune.h>

#include <algorithm>

namespace tactus::broad {

template <Scalar T>
void SweptLists<T>::refresh(const BoxStore<T>& store, const Changes& changes, std::vector<PairKey>& pairs) {
  marks_.resize(store.slot_count(), 0);
  reaches_.resize(store.slot_count());
  changed_.clear();
  if (!changes.removed.empty()) drop(changes.removed, pairs);
  if (!changes.moved.empty()) move(store, changes.moved);
  if (!changes.inserted.empty()) add(store, changes.inserted);
  report(store.slot_count(), pairs);
}

template <Scalar T> void SweptLists<T>::drop(const std::vector<Slot>& slots, const std::vector<PairKey>& pairs) {
  for (const Slot slot : slots) marks_[slot] = 1;
  for (EndpointList<T>& list : lists_) list.remove(marks_);
  for (const PairKey key : pairs)
    if (marks_[first(key)] != 0 || marks_[second(key)] != 0) end_overlap(key);
  for (const Slot slot : slots) marks_[slot] = 0;
}

template <Scalar T> void SweptLists<T>::move(const BoxStore<T>& store, const std::vector<Slot>& slots) {
  for (const Slot slot : slots) {
    marks_[slot] = 1;
    reaches_[slot] = TightBox(FatBox{});
  }
  for (int axis = 0; axis < 3; ++axis)
    lists_[axis].load(store, axis, marks_, [&](Slot slot, T low, T high) {
      TightBox& reach = reaches_[slot];
      reach.min[axis] = min(reach.min[axis], static_cast<float>(low));
      reach.max[axis] = max(reach.max[axis], static_cast<float>(high));
    });
  for (EndpointList<T>& list : lists_)
    exchanges_ += list.sort(
        [&](EndTag tag, std::span<const EndTag> others, bool to_front) { pass(store, tag, others, to_front); });
  for (const Slot slot : slots) marks_[slot] = 0;
}

/// An end has come to lie before others, or behind them. Where a lower end came before an upper one, the two boxes begin
/// to overlap on this axis; the other way round, they cease to. Most are far apart on another axis, and have been.
// differs from [Chmelík & Trtík]: they insert a pair into W when its intervals meet on one axis. Here the other axes are
// asked too, with the boxes as they will be when all three lists are sorted; so W is right as soon as they are.
template <Scalar T>
void SweptLists<T>::pass(const BoxStore<T>& store, EndTag tag, std::span<const EndTag> others, bool to_front) {
  const Slot slot = slot_of(tag);
  const TightBox reach = reaches_[slot];
  close_.resize(std::max(close_.size(), others.size()));
  std::size_t count = 0;
  for (const EndTag other : others) {  // without a branch
    close_[count] = slot_of(other);
    count += ((other ^ tag) & 1) & static_cast<unsigned>(may_overlap(reaches_[slot_of(other)], reach));
  }
  for (const Slot other : std::span<const Slot>(close_.data(), count)) {
    if (is_upper(tag) == to_front) {
      end_overlap(make_key(slot, other));
    } else if (store.pairs(slot, other)) {
      begin_overlap(make_key(slot, other));
    }
  }
}

template <Scalar T> void SweptLists<T>::add(const BoxStore<T>& store, const std::vector<Slot>& slots) {
  constexpr ToFat<T> to_float{};
  for (const Slot slot : slots) reaches_[slot] = TightBox(to_float(store.box(slot)));
  for (int axis = 0; axis < 3; ++axis) lists_[axis].add(store, axis, slots);
  if (slots.size() > 16) return add_many(store, slots);
  for (const Slot slot : slots) {
    const auto meet = [&](Slot other) {
      if (other != slot && store.may_pair(slot, other)) begin_overlap(make_key(slot, other));
      return true;
    };
    query(store, store.box(slot), meet);
  }
}

/// The lists alone would have to look at all boxes that overlap a new one on some axis: n^(2/3) of them in a crowd. A
/// tree finds the pairs of many new boxes in O(n log n).
template <Scalar T> void SweptLists<T>::add_many(const BoxStore<T>& store, const std::vector<Slot>& slots) {
  constexpr ToFat<T> to_float{};
  std::vector<FatBox> boxes(store.slot_count());
  std::vector<Slot> all;
  for (Slot slot = 0; slot < boxes.size(); ++slot) {
    if (store.box(slot).empty()) continue;
    boxes[slot] = to_float(store.box(slot));
    all.push_back(slot);
  }
  for (const Slot slot : slots) marks_[slot] = 1;
  BoxTree tree;
  std::vector<PairKey> found;
  tree.update(boxes, {}, all);
  tree.find(boxes, slots, marks_, found);
  for (const PairKey key : found)
    if (store.pairs(first(key), second(key))) begin_overlap(key);
  for (const Slot slot : slots) marks_[slot] = 0;
}

/// Carries what W has gained and lost over to the sorted list.
template <Scalar T> void SweptLists<T>::report(std::size_t slot_count, std::vector<PairKey>& pairs) {
  if (changed_.size() > pairs.size() / 4) {
    pairs.clear();
    overlapping_.for_each([&](PairKey key) { pairs.push_back(key); });
    return sort_keys(pairs, slot_count, scratch_);
  }
  std::sort(changed_.begin(), changed_.end());
  changed_.erase(std::unique(changed_.begin(), changed_.end()), changed_.end());
  added_.clear(), gone_.clear();
  for (const PairKey key : changed_) {  // it may have come and gone: only a difference to the list counts
    const bool was = std::binary_search(pairs.begin(), pairs.end(), key), is = overlapping_.contains(key);
    if (is && !was) added_.push_back(key);
    if (was && !is) gone_.push_back(key);
  }
  amend(pairs, added_, gone_, scratch_);
}

template <Scalar T> void SweptLists<T>::query(const BoxStore<T>& store, const Aabb<T>& box, Visitor<bool> visit) const {
  auto fewest = lists_[0].tags();
  for (int axis = 0; axis < 3; ++axis) {
    const auto some = lists_[axis].candidates(box.min[axis], box.max[axis]);
    if (some.size() < fewest.size()) fewest = some;
  }
  for (const EndTag tag : fewest)
    if (!is_upper(tag) && overlaps(store.box(slot_of(tag)), box) && !visit(slot_of(tag))) return;
}

/// As a query with the box around the ray; wider than it by the few roundings of its corners, and of the test's.
template <Scalar T>
void SweptLists<T>::ray(const BoxStore<T>& store, const Ray<T>& ray, T max_t, Visitor<T> visit) const {
  auto fewest = lists_[0].tags();
  for (int axis = 0; axis < 3; ++axis) {
    const T o = ray.origin[axis], d = ray.direction[axis];
    const T end = d == T(0) ? o : o + d * max_t, slack = (abs(o) + abs(end - o)) * (T(16) * unit_roundoff<T>);
    const auto some = lists_[axis].candidates(min(o, end) - slack, max(o, end) + slack);
    if (some.size() < fewest.size()) fewest = some;
  }
  for (const EndTag tag : fewest) {
    if (max_t < T(0)) return;
    if (!is_upper(tag) && touches(ray, store.box(slot_of(tag)), max_t)) max_t = visit(slot_of(tag));
  }
}

template <Scalar T> std::size_t SweptLists<T>::bytes() const {
  std::size_t sum = overlapping_.bytes() + bytes_of(changed_) + bytes_of(added_) + bytes_of(gone_) + bytes_of(marks_) +
                    bytes_of(reaches_) + bytes_of(close_) + bytes_of(scratch_);
  for (const EndpointList<T>& list : lists_) sum += list.bytes();
  return sum;
}

template class SweptLists<float>;
template class SweptLists<double>;

}  // namespace tactus::broad
