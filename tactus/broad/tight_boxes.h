// SPDX-License-Identifier: MIT
#pragma once
/// A second copy of the boxes of all slots, in float: small, so that they are more likely to be in the cache.
#include <tactus/broad/box_store.h>
#include <tactus/broad/fat_box.h>

namespace tactus::broad {

/// Coordinates relative to the middle of the given boxes.
template <Scalar T> ToFat<T> to_fat_around(const BoxStore<T>& store, std::span<const Slot> slots) {
  Aabb<T> all;
  for (const Slot slot : slots) all = merged(all, store.box(slot));
  return slots.empty() ? ToFat<T>{} : ToFat<T>{all.min * T(0.5) + all.max * T(0.5)};
}

/// Do two given boxes overlap? If two bounds differ in float, float orders them as T does; only ties need the original
/// boxes, which are larger and seldom in the cache.
template <Scalar T> bool overlap(const BoxStore<T>& store, std::span<const TightBox> tights, Slot i, Slot j) {
  const bool may = may_overlap(tights[i], tights[j]), must = must_overlap(tights[i], tights[j]);
  return may == must ? may : overlaps(store.box(i), store.box(j));
}

}  // namespace tactus::broad
