// SPDX-License-Identifier: MIT
#pragma once
/// The boxes: which ids are alive, with which filters, and what has changed since an index of them was last updated.
#include <tactus/broad/broad_phase.h>
#include <tactus/broad/pair_keys.h>
#include <tactus/math/export.h>

namespace tactus::broad {

/// The changes that an index has to process. Sorted. A slot is in `removed` and in `inserted` if it was given to
/// another box.
struct Changes {
  std::vector<Slot> inserted, moved, removed;
};

template <Scalar T> class TACTUS_API BoxStore {
 public:
  BoxId insert(const Aabb<T>& box, Filter filter);
  void update(BoxId id, const Aabb<T>& box);
  void set_filter(BoxId id, Filter filter);
  void remove(BoxId id);
  void reserve(std::size_t more);

  bool alive(BoxId id) const {
    return id.slot < boxes_.size() && generations_[id.slot] == id.generation && !boxes_[id.slot].empty();
  }
  /// Throws std::invalid_argument unless the id is alive.
  void check(BoxId id) const {
    if (!alive(id)) throw_dead(id);
  }
  BoxId id(Slot slot) const { return {slot, generations_[slot]}; }

  /// One past the largest slot ever used.
  std::size_t slot_count() const { return boxes_.size(); }
  std::size_t size() const { return size_; }
  /// Empty for an unused slot: it overlaps nothing.
  const Aabb<T>& box(Slot slot) const { return boxes_[slot]; }
  const Filter& filter(Slot slot) const { return filters_[slot]; }
  const Aabb<T>* boxes() const { return boxes_.data(); }
  std::span<const std::uint32_t> generations() const { return generations_; }

  /// Do both filters allow the pair?
  bool may_pair(Slot a, Slot b) const { return admits(filters_[a], filters_[b]); }
  bool pairs(Slot a, Slot b) const { return overlaps(boxes_[a], boxes_[b]) && may_pair(a, b); }

  /// Slots that an index has not processed yet, in no order.
  std::span<const Slot> touched() const { return touched_; }
  bool touched(Slot slot) const { return (states_[slot] & is_touched) != 0; }
  /// The changes since the last call; they then count as known to the index.
  const Changes& take_changes();

  std::size_t bytes() const;

 private:
  // What an index knows of a slot: nothing, a box that may have moved, or a box that was removed.
  static constexpr std::uint8_t is_known = 1, is_touched = 2, is_outdated = 4;

  void touch(Slot slot, std::uint8_t state);
  [[noreturn]] void throw_dead(BoxId id) const;

  std::vector<Aabb<T>> boxes_;
  std::vector<Filter> filters_;
  std::vector<std::uint32_t> generations_;
  std::vector<std::uint8_t> states_;
  std::vector<Slot> free_, touched_;
  Changes changes_;
  std::size_t size_ = 0;
};

extern template class BoxStore<float>;
extern template class BoxStore<double>;

/// Throws std::invalid_argument with the first problem: NaN, infinite, min above max.
template <Scalar T> [[noreturn]] TACTUS_API void throw_wrong(const Aabb<T>& box);
extern template void throw_wrong(const Aabb<float>&);
extern template void throw_wrong(const Aabb<double>&);

template <Scalar T> void check_box(const Aabb<T>& box) {
  for (int i = 0; i < 3; ++i)  // a NaN fails both comparisons
    if (!(box.min[i] > -infinity<T> && box.min[i] <= box.max[i] && box.max[i] < infinity<T>)) throw_wrong(box);
}

}  // namespace tactus::broad
