// SPDX-License-Identifier: MIT
#include <tactus/broad/box_store.h>
#include <tactus/broad/method.h>
#include <tactus/math/refuse.h>

#include <algorithm>
#include <limits>
#include <sstream>

namespace tactus::broad {
namespace {

template <class... Parts> [[noreturn]] void throw_invalid(const Parts&... parts) {
  std::ostringstream text;
  (text << ... << parts);
  refuse(text.str());
}

}  // namespace

template <Scalar T> void throw_wrong(const Aabb<T>& box) {
  constexpr char axes[] = "xyz";
  for (int i = 0; i < 3; ++i) {
    if (!is_finite(box.min[i])) throw_invalid("box.min.", axes[i], " = ", box.min[i], " is not finite");
    if (!is_finite(box.max[i])) throw_invalid("box.max.", axes[i], " = ", box.max[i], " is not finite");
  }
  const int i = box.min.x > box.max.x ? 0 : box.min.y > box.max.y ? 1 : 2;
  throw_invalid("box.min.", axes[i], " = ", box.min[i], " is above box.max.", axes[i], " = ", box.max[i]);
}

template <Scalar T> BoxId BoxStore<T>::insert(const Aabb<T>& box, Filter filter) {
  check_box(box);
  Slot slot;
  if (free_.empty()) {
    // 2^31 boxes are more than any memory holds, and leave one bit of an index free to mark slots with.
    if (boxes_.size() >> 31 != 0) refuse("a broad phase holds at most 2^31 boxes");
    slot = static_cast<Slot>(boxes_.size());
    boxes_.push_back(box), filters_.push_back(filter), generations_.push_back(1), states_.push_back(0);
  } else {
    slot = free_.back();
    free_.pop_back();
    boxes_[slot] = box, filters_[slot] = filter;
  }
  ++size_;
  touch(slot, 0);
  return id(slot);
}

template <Scalar T> void BoxStore<T>::update(BoxId id, const Aabb<T>& box) {
  check(id);
  check_box(box);
  if (boxes_[id.slot] == box) return;
  boxes_[id.slot] = box;
  touch(id.slot, 0);
}

template <Scalar T> void BoxStore<T>::set_filter(BoxId id, Filter filter) {
  check(id);
  if (filters_[id.slot] == filter) return;
  filters_[id.slot] = filter;
  touch(id.slot, is_outdated);  // for an index, the box is removed and inserted again
}

template <Scalar T> void BoxStore<T>::remove(BoxId id) {
  check(id);
  boxes_[id.slot] = {};
  --size_;
  touch(id.slot, is_outdated);
  if (generations_[id.slot]++ < std::numeric_limits<std::uint32_t>::max() - 1) free_.push_back(id.slot);
}

template <Scalar T> void BoxStore<T>::reserve(std::size_t more) {
  const std::size_t n = boxes_.size() + more - std::min(more, free_.size());
  boxes_.reserve(n), filters_.reserve(n), generations_.reserve(n), states_.reserve(n);
}

template <Scalar T> void BoxStore<T>::touch(Slot slot, std::uint8_t state) {
  if (!touched(slot)) touched_.push_back(slot);
  states_[slot] = static_cast<std::uint8_t>(states_[slot] | state | is_touched);
}

template <Scalar T> const Changes& BoxStore<T>::take_changes() {
  changes_.inserted.clear(), changes_.moved.clear(), changes_.removed.clear();
  const auto sort_out = [&](Slot slot) {
    const bool known = (states_[slot] & is_known) != 0, outdated = (states_[slot] & is_outdated) != 0;
    const bool lives = !boxes_[slot].empty();
    if (known && outdated) changes_.removed.push_back(slot);
    if (lives && (outdated || !known)) changes_.inserted.push_back(slot);
    if (lives && known && !outdated) changes_.moved.push_back(slot);
    states_[slot] = lives ? is_known : std::uint8_t{0};
  };
  if (touched_.size() > boxes_.size() / 8) {
    for (Slot slot = 0; slot < boxes_.size(); ++slot)
      if (touched(slot)) sort_out(slot);
  } else {
    sort_slots(touched_);
    for (const Slot slot : touched_) sort_out(slot);
  }
  touched_.clear();
  return changes_;
}

template <Scalar T> void BoxStore<T>::throw_dead(BoxId id) const {
  if (id.slot >= boxes_.size() || id.generation == 0 || id.generation > generations_[id.slot])
    throw_invalid(id, " was never given out");
  throw_invalid(id, " was removed");
}

template <Scalar T> std::size_t BoxStore<T>::bytes() const {
  return bytes_of(boxes_) + bytes_of(filters_) + bytes_of(generations_) + bytes_of(states_) + bytes_of(free_) +
         bytes_of(touched_) + bytes_of(changes_.inserted) + bytes_of(changes_.moved) + bytes_of(changes_.removed);
}

template class BoxStore<float>;
template class BoxStore<double>;
template void throw_wrong(const Aabb<float>&);
template void throw_wrong(const Aabb<double>&);

}  // namespace tactus::broad
