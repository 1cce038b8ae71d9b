// SPDX-License-Identifier: MIT
#include <tactus/broad/sort_and_sweep.h>

#include <algorithm>

namespace tactus::broad {
namespace {

template <Scalar T> struct PlainEnd {
  T value;
  bool upper;  // lower ends come before upper ends of the same value: touching boxes overlap
  Slot slot;

  bool operator<(const PlainEnd& e) const {
    return value < e.value || (value == e.value && (upper < e.upper || (upper == e.upper && slot < e.slot)));
  }
};

/// The pairs that overlap on one axis, sorted.
template <Scalar T> std::vector<PairKey> sweep(const BoxStore<T>& store, const std::vector<Slot>& slots, int axis) {
  std::vector<PlainEnd<T>> ends;
  for (const Slot slot : slots) {
    ends.push_back({store.box(slot).min[axis], false, slot});
    ends.push_back({store.box(slot).max[axis], true, slot});
  }
  std::sort(ends.begin(), ends.end());
  std::vector<PairKey> overlapping;
  std::vector<Slot> open;
  for (const PlainEnd<T>& end : ends) {
    if (end.upper) {
      open.erase(std::find(open.begin(), open.end(), end.slot));
    } else {
      for (const Slot other : open) overlapping.push_back(make_key(end.slot, other));
      open.push_back(end.slot);
    }
  }
  std::sort(overlapping.begin(), overlapping.end());
  return overlapping;
}

}  // namespace

template <Scalar T>
void SweptAfresh<T>::refresh(const BoxStore<T>& store, const Changes&, std::vector<PairKey>& pairs) {
  slots_.clear();
  for (Slot slot = 0; slot < store.slot_count(); ++slot)
    if (!store.box(slot).empty()) slots_.push_back(slot);
  pairs = sweep(store, slots_, 0);
  for (int axis = 1; axis < 3; ++axis) {
    const std::vector<PairKey> others = sweep(store, slots_, axis);
    std::vector<PairKey> both;
    std::set_intersection(pairs.begin(), pairs.end(), others.begin(), others.end(), std::back_inserter(both));
    pairs.swap(both);
  }
  const auto barred = [&](PairKey key) { return !store.may_pair(first(key), second(key)); };
  pairs.erase(std::remove_if(pairs.begin(), pairs.end(), barred), pairs.end());
}

template <Scalar T>
void SweptAfresh<T>::query(const BoxStore<T>& store, const Aabb<T>& box, Visitor<bool> visit) const {
  for (const Slot slot : slots_)
    if (overlaps(store.box(slot), box) && !visit(slot)) return;
}

template <Scalar T>
void SweptAfresh<T>::ray(const BoxStore<T>& store, const Ray<T>& ray, T max_t, Visitor<T> visit) const {
  for (const Slot slot : slots_) {
    if (max_t < T(0)) return;
    if (touches(ray, store.box(slot), max_t)) max_t = visit(slot);
  }
}

template class SweptAfresh<float>;
template class SweptAfresh<double>;

}  // namespace tactus::broad
