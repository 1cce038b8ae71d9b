#include <tactus/broad/sort_and_sweep.h>

#include <algorithm>

namespace tactus::broad {
namespace {

/// The pairs that overlap on one axis, sorted.
template <Scalar T> std::vector<PairKey> sweep(const BoxStore<T>& store, const std::vector<Slot>& slots, int axis) {
  EndpointList<T> list;
  list.add(store, axis, slots);
  std::vector<PairKey> overlapping;
  std::vector<Slot> open;
  for (const EndTag tag : list.tags()) {
    const Slot slot = slot_of(tag);
    if (is_upper(tag)) {
      open.erase(std::find(open.begin(), open.end(), slot));
    } else {
      for (const Slot other : open) overlapping.push_back(make_key(slot, other));
      open.push_back(slot);
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
