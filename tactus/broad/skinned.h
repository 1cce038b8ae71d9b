// SPDX-License-Identifier: MIT
#pragma once
/// A method with a skin: an index holds enlarged boxes, and is only updated for boxes that have left theirs.
#include <tactus/broad/method.h>
#include <tactus/broad/tight_boxes.h>
#include <tactus/math/export.h>

#include <algorithm>
#include <utility>

namespace tactus::broad {

/// The interface of an index of fat boxes. `fats` are those of all slots, by slot; all fat boxes that the index knows
/// are as in its last update, except the changed ones.
///
/// update: forgets `removed`, then adds or moves `changed` (known or not). find: all pairs of known, overlapping fat
/// boxes of which at least one is in `changed` (marked[slot] != 0), each once, in any order, appended to `found`. An
/// incremental index leaves out pairs that overlapped before the update, and returns in ended() those that no longer
/// do. query, ray: visit all that overlap the box or come near the ray, each once; others may be visited too.
template <class I>
concept FatIndex = requires(I i, const I c, std::span<const FatBox> fats, std::span<const Slot> slots,
                            std::span<const std::uint8_t> marked, std::vector<PairKey> found, FatBox box, FatRay ray,
                            Visitor<bool> visit, Visitor<double> shorten) {
  i.update(fats, slots, slots);
  i.find(fats, slots, marked, found);
  c.query(box, visit);
  c.ray(ray, 1.0, shorten);
  { c.bytes() } -> std::same_as<std::size_t>;
  { I::incremental } -> std::convertible_to<bool>;
};

/// Invariant, after each refresh: the box of each known slot, mapped to float, lies in its fat box, and near_ holds
/// exactly the pairs of overlapping fat boxes that the filters admit. So the pairs of the given boxes are among near_,
/// and one pass over it, which tests those that moved, finds them: while boxes stay within their skin, nothing else is
/// done. [Verlet 1967 for the skin; Bullet and others for fat boxes in trees]
template <Scalar T, FatIndex Index> class TACTUS_API Skinned {
 public:
  /// The skin of a box that has moved: this fraction of its largest side all around, and this many frames of its last
  /// move ahead, but no more than its largest side. (The number of frames varies between the two values; otherwise
  /// boxes that start together would always leave their skins together.) Boxes that have never moved have no skin: two
  /// resting boxes need no room between them. Measured for boxes that fly, wander, jitter and turn: with less around,
  /// jitter updates the index again and again; with less ahead, flight does; with more of either, near_ gets too long.
  static constexpr float skin = 0.15F, least_ahead = 4, most_ahead = 8;

  void refresh(const BoxStore<T>& store, const Changes& changes, std::vector<PairKey>& pairs);
  void query(const BoxStore<T>& store, const Aabb<T>& box, Visitor<bool> visit) const;
  void ray(const BoxStore<T>& store, const Ray<T>& ray, T max_t, Visitor<T> visit) const;
  std::size_t bytes() const;

  const Index& index() const { return index_; }
  /// How many boxes left their skin, or were new, in the last refresh.
  std::size_t escaped_count() const { return escaped_.size(); }

 private:
  void take_in(const BoxStore<T>& store, const Changes& changes);
  FatBox with_skin(const FatBox& box, const TightBox& before);
  void find_near(const BoxStore<T>& store);
  void review(const BoxStore<T>& store, const Changes& changes, std::vector<PairKey>& pairs);
  void exchange_found();
  void amend_near(std::span<const PairKey> ended, bool some_removed);
  bool apply_flips(std::vector<PairKey>& pairs);
  void keep_overlapping(const BoxStore<T>& store, bool most_moved, std::vector<PairKey>& pairs);
  bool test_moved(const BoxStore<T>& store);
  bool test_few(const BoxStore<T>& store, std::span<const Slot> slots, std::span<const PairKey> ended);
  std::uint64_t tested(const BoxStore<T>& store, std::uint64_t near) const {
    return near >> 1 << 1 | (overlap<T>(store, tights_, first(near >> 1), second(near >> 1)) ? 1 : 0);
  }

  static constexpr std::uint8_t moved = 1, escaped = 2, removed = 4;  // marks

  Index index_;
  ToFat<T> to_fat_{};
  std::vector<FatBox> fats_;  // by slot; empty if the index does not know the slot
  std::vector<TightBox> tights_;  // by slot: the box itself, in float
  // sorted keys, shifted left by one; the lowest bit is 1 if the given boxes overlap
  std::vector<std::uint64_t> near_, found_;
  std::vector<PairKey> won_, lost_;  // scratch
  std::vector<Slot> escaped_;
  std::vector<std::uint32_t> places_;  // in near_, scratch
  std::size_t flip_count_ = 0;  // the first entries of places_ that are flips
  std::vector<std::uint8_t> marks_;  // by slot; all 0 between calls
  KeyScratch scratch_;
  std::size_t known_ = 0;
  std::uint32_t random_ = 0;  // deterministic: the same calls give the same numbers
};

template <Scalar T, FatIndex Index>
void Skinned<T, Index>::refresh(const BoxStore<T>& store, const Changes& changes, std::vector<PairKey>& pairs) {
  marks_.resize(store.slot_count(), 0);
  tights_.resize(store.slot_count());
  fats_.resize(store.slot_count());
  take_in(store, changes);
  found_.clear();
  if (!escaped_.empty() || !changes.removed.empty()) {
    index_.update(fats_, changes.removed, escaped_);
    find_near(store);
  }
  review(store, changes, pairs);
}

/// Sets found_ to the pairs of escaped boxes that the index finds, not tested yet.
template <Scalar T, FatIndex Index> void Skinned<T, Index>::find_near(const BoxStore<T>& store) {
  for (const Slot slot : escaped_) marks_[slot] = 1;
  index_.find(fats_, escaped_, marks_, found_);
  for (const Slot slot : escaped_) marks_[slot] = 0;
  const auto barred = [&](PairKey key) { return !store.may_pair(first(key), second(key)); };
  found_.erase(std::remove_if(found_.begin(), found_.end(), barred), found_.end());
  sort_keys(found_, store.slot_count(), scratch_);
  for (std::uint64_t& near : found_) near <<= 1;
}

/// Sets escaped_ to the boxes that are new or have left their fat box, each with a new fat box.
template <Scalar T, FatIndex Index> void Skinned<T, Index>::take_in(const BoxStore<T>& store, const Changes& changes) {
  for (const Slot slot : changes.removed) fats_[slot] = {};
  known_ -= changes.removed.size();
  if (known_ == 0) to_fat_ = to_fat_around<T>(store, changes.inserted);  // it stays while there are any boxes
  known_ += changes.inserted.size();
  escaped_.clear();
  const auto look_at = [&](Slot slot) {
    const FatBox box = to_fat_(store.box(slot));
    const TightBox before = std::exchange(tights_[slot], TightBox(box));
    if (contains(fats_[slot], box)) return;
    fats_[slot] = fats_[slot].empty() ? box : with_skin(box, before);
    escaped_.push_back(slot);
  };
  for (std::size_t i = 0; i < changes.moved.size(); ++i) {
    const Slot ahead = changes.moved[std::min(i + 8, changes.moved.size() - 1)];
    prefetch(&store.box(ahead)), prefetch(&tights_[ahead]), prefetch(&fats_[ahead]);
    look_at(changes.moved[i]);
  }
  for (const Slot slot : changes.inserted) look_at(slot);
  sort_slots(escaped_);
}

/// Each bound is extrapolated by its own last move, so that a box that turns or grows is predicted like one that flies.
template <Scalar T, FatIndex Index> FatBox Skinned<T, Index>::with_skin(const FatBox& box, const TightBox& before) {
  const Vec3<float> side = box.max - box.min;
  const float size = max(side.x, max(side.y, side.z));
  random_ = random_ * 1664525 + 1013904223;  // [Knuth, TAOCP 2, §3.3.4]
  const float frames = least_ahead + (most_ahead - least_ahead) * (static_cast<float>(random_ >> 8) * 0x1p-24F);
  FatBox fat = expanded(box, skin * size);
  for (int axis = 0; axis < 3; ++axis) {
    fat.min[axis] -= clamp(frames * (before.min[axis] - box.min[axis]), 0.0F, size);
    fat.max[axis] += clamp(frames * (box.max[axis] - before.max[axis]), 0.0F, size);
  }
  return fat;
}

template <Scalar T, FatIndex Index>
void Skinned<T, Index>::query(const BoxStore<T>& store, const Aabb<T>& box, Visitor<bool> visit) const {
  const auto look_at = [&](Slot slot) { return !overlaps(store.box(slot), box) || visit(slot); };
  index_.query(to_fat_(box), look_at);
}

template <Scalar T, FatIndex Index>
void Skinned<T, Index>::ray(const BoxStore<T>& store, const Ray<T>& ray, T max_t, Visitor<T> visit) const {
  const auto look_at = [&](Slot slot) {
    if (touches(ray, store.box(slot), max_t)) max_t = visit(slot);
    return static_cast<double>(max_t);
  };
  const Vec3<double> origin = ray.origin.template cast<double>() - to_fat_.origin.template cast<double>();
  if (is_finite(origin)) {
    index_.ray({origin, ray.direction.template cast<double>()}, static_cast<double>(max_t), look_at);
  } else {  // so far from the boxes that the index's coordinates are not precise enough
    for (Slot slot = 0; slot < fats_.size() && max_t >= T(0); ++slot)
      if (!fats_[slot].empty()) look_at(slot);
  }
}

template <Scalar T, FatIndex Index> std::size_t Skinned<T, Index>::bytes() const {
  return index_.bytes() + bytes_of(tights_) + bytes_of(fats_) + bytes_of(near_) + bytes_of(found_) + bytes_of(won_) +
         bytes_of(lost_) + bytes_of(escaped_) + bytes_of(places_) + bytes_of(marks_) + bytes_of(scratch_);
}

}  // namespace tactus::broad
