#pragma once
/// The boxes of all slots once more, in float: small, so that they are in the cache when they are wanted.
#include <tactus/broad/box_store.h>
#include <tactus/broad/fat_box.h>

namespace tactus::broad {

/// Coordinates about the middle of the given boxes.
template <Scalar T> ToFat<T> to_fat_around(const BoxStore<T>& store, std::span<const Slot> slots) {
  Aabb<T> all;
  for (const Slot slot : slots) all = merged(all, store.box(slot));
  return slots.empty() ? ToFat<T>{} : ToFat<T>{all.min * T(0.5) + all.max * T(0.5)};
}

/// Whether two boxes as given overlap. Where float tells two bounds apart, it orders them as T does; only ties need the
/// boxes themselves, which are larger and seldom in the cache.
template <Scalar T> bool overlap(const BoxStore<T>& store, std::span<const TightBox> tights, Slot i, Slot j) {
  const bool may = may_overlap(tights[i], tights[j]), must = must_overlap(tights[i], tights[j]);
  return may == must ? may : overlaps(store.box(i), store.box(j));
}

}  // namespace tactus::broad
