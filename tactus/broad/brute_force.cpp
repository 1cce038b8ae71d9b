// SPDX-License-Identifier: MIT
#include <tactus/broad/brute_force.h>

namespace tactus::broad {

template <Scalar T> void AllPairs<T>::refresh(const BoxStore<T>& store, const Changes&, std::vector<PairKey>& pairs) {
  slots_.clear();
  for (Slot slot = 0; slot < store.slot_count(); ++slot)
    if (!store.box(slot).empty()) slots_.push_back(slot);
  pairs.clear();
  for (std::size_t i = 0; i < slots_.size(); ++i)
    for (std::size_t j = i + 1; j < slots_.size(); ++j)
      if (store.pairs(slots_[i], slots_[j])) pairs.push_back(make_key(slots_[i], slots_[j]));
}

template <Scalar T> void AllPairs<T>::query(const BoxStore<T>& store, const Aabb<T>& box, Visitor<bool> visit) const {
  for (const Slot slot : slots_)
    if (overlaps(store.box(slot), box) && !visit(slot)) return;
}

template <Scalar T>
void AllPairs<T>::ray(const BoxStore<T>& store, const Ray<T>& ray, T max_t, Visitor<T> visit) const {
  for (const Slot slot : slots_) {
    if (max_t < T(0)) return;
    if (touches(ray, store.box(slot), max_t)) max_t = visit(slot);
  }
}

template class AllPairs<float>;
template class AllPairs<double>;

}  // namespace tactus::broad
