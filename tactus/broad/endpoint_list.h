#pragma once
/// The ends of all boxes along one axis, sorted: one of the lists of sweep and prune.
#include <tactus/broad/fat_box.h>
#include <tactus/broad/method.h>

#include <algorithm>

namespace tactus::broad {

/// Which end of which box: the lower one (even) or the upper one (odd).
using EndTag = std::uint32_t;
constexpr EndTag lower_end(Slot slot) { return slot << 1; }
constexpr EndTag upper_end(Slot slot) { return slot << 1 | 1; }
constexpr Slot slot_of(EndTag tag) { return tag >> 1; }
constexpr bool is_upper(EndTag tag) { return (tag & 1) != 0; }

/// Values and tags in two arrays: an end that moves looks at values only, and then pushes two blocks of memory along.
/// (Measured against the links of the slides in bench/broad: an end passes dozens of others in a crowd, and following a
/// link for each of them costs several times as much.)
template <Scalar T> class EndpointList {
 public:
  /// Between two sentinels, so that no loop has to look for an end of the list.
  EndpointList() : values_{-infinity<T>, infinity<T>}, tags_{lower_end(0), upper_end(0)} {}

  /// The tags, in order, without the sentinels.
  std::span<const EndTag> tags() const { return {tags_.begin() + 1, tags_.end() - 1}; }

  void remove(std::span<const std::uint8_t> marked);

  /// The ends of new boxes are sorted, then merged from the back. O(k log k + n).
  void add(const BoxStore<T>& store, int axis, std::span<const Slot> slots);

  /// Takes over the new ends of the marked boxes, which leaves the list out of order until it is sorted.
  /// f(slot, low, high): the end goes from one of the values to the other.
  template <class F> void load(const BoxStore<T>& store, int axis, std::span<const std::uint8_t> marked, F&& f) {
    movers_.resize(tags_.size());
    std::size_t count = 0;
    for (std::size_t i = 1; i + 1 < tags_.size(); ++i) {  // without a branch
      movers_[count] = static_cast<std::uint32_t>(i);
      count += marked[slot_of(tags_[i])];
    }
    movers_.resize(count);
    for (std::uint32_t& mover : movers_) {
      const EndTag tag = tags_[mover];
      const Aabb<T>& box = store.box(slot_of(tag));
      const T old = values_[mover], value = is_upper(tag) ? box.max[axis] : box.min[axis];
      values_[mover] = value;
      f(slot_of(tag), min(old, value), max(old, value));
      note_width(box, axis);
      mover = mover << 1 | (value > old);
    }
  }

  /// Sorts the list after load(). passed(tag, others, true): this end has come to lie before those, which were before
  /// it; false: behind those, which were behind it.
  ///
  /// First each end that went down is inserted among those before it, in the order of the list, then each that went up
  /// among those behind it, in the opposite order. An end that will go up is larger than all that it was behind, so it
  /// stops nobody too early; without these, what is before an end is in order when its turn comes. Every two ends
  /// change places at most once: the work is that of the inversions, whose number is returned.
  template <class F> std::size_t sort(F&& passed) {
    std::size_t exchanges = 0;
    rising_.clear();
    for (const std::uint32_t mover : movers_) {
      const std::size_t from = mover >> 1;
      if ((mover & 1) != 0) {
        rising_.push_back(from);
        continue;
      }
      const std::size_t to = place_before(from);
      if (to == from) continue;
      rotate_down(values_, to, from), rotate_down(tags_, to, from);
      for (std::size_t k = rising_.size(); k > 0 && rising_[k - 1] >= to; --k) ++rising_[k - 1];
      passed(tags_[to], std::span<const EndTag>(&tags_[to + 1], from - to), true);
      exchanges += from - to;
    }
    for (std::size_t k = rising_.size(); k > 0; --k) {
      const std::size_t from = rising_[k - 1], to = place_behind(from);
      if (to == from) continue;
      rotate_up(values_, from, to), rotate_up(tags_, from, to);
      passed(tags_[to], std::span<const EndTag>(&tags_[from], to - from), false);
      exchanges += to - from;
    }
    return exchanges;
  }

  /// The tags between which all boxes have their lower end that overlap [low, high] on this axis.
  std::span<const EndTag> candidates(T low, T high) const;

  std::size_t bytes() const { return bytes_of(values_) + bytes_of(tags_) + bytes_of(movers_) + bytes_of(rising_); }

 private:
  /// Lower ends come before upper ends of the same value: boxes that touch overlap. Other ties are free.
  static bool before(T a, EndTag a_tag, T b, EndTag b_tag) {
    return a < b || (a == b && !is_upper(a_tag) && is_upper(b_tag));
  }

  std::size_t place_before(std::size_t i) const {
    const T value = values_[i];
    for (std::size_t to = i;; --to) {
      while (values_[to - 1] > value) --to;
      if (is_upper(tags_[i]) || values_[to - 1] != value || !is_upper(tags_[to - 1])) return to;
    }
  }
  std::size_t place_behind(std::size_t i) const {
    const T value = values_[i];
    for (std::size_t to = i;; ++to) {
      while (values_[to + 1] < value) ++to;
      if (!is_upper(tags_[i]) || values_[to + 1] != value || is_upper(tags_[to + 1])) return to;
    }
  }
  template <class V> static void rotate_down(std::vector<V>& v, std::size_t to, std::size_t from) {
    const V moved = v[from];
    std::copy_backward(&v[to], &v[from], &v[from] + 1);
    v[to] = moved;
  }
  template <class V> static void rotate_up(std::vector<V>& v, std::size_t from, std::size_t to) {
    const V moved = v[from];
    std::copy(&v[from] + 1, &v[to] + 1, &v[from]);
    v[to] = moved;
  }

  void note_width(const Aabb<T>& box, int axis) { widest_ = max(widest_, box.max[axis] - box.min[axis]); }

  std::vector<T> values_;
  std::vector<EndTag> tags_;
  std::vector<std::uint32_t> movers_;  // places of ends that load() has changed, twice, plus 1 if they went up
  std::vector<std::size_t> rising_;  // places of those that went up, while sorting
  T widest_ = T(0);  // no box known was ever wider
};

extern template class EndpointList<float>;
extern template class EndpointList<double>;

}  // namespace tactus::broad
