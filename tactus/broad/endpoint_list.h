// SPDX-License-Identifier: MIT
#pragma once
/// The lower ends, or the upper ends, of all boxes along one axis, sorted: one of the lists of sweep and prune.
#include <tactus/broad/method.h>

#include <bit>

namespace tactus::broad {

/// An end of a box: its coordinate in float, as an integer with the same order, above its slot. So a list of ends is an
/// array of numbers: eight bytes and one comparison per end, and no two are equal.
using End = std::uint64_t;
inline constexpr End slot_bits = ~std::uint32_t{0};

inline End make_end(float x, Slot slot) {
  const auto bits = std::bit_cast<std::uint32_t>(x + 0.0F);  // -0 becomes 0
  const std::uint32_t flipped = bits >> 31 != 0 ? ~bits : bits | std::uint32_t{1} << 31;
  return End{flipped} << 32 | slot;
}
constexpr Slot slot_of(End end) { return static_cast<Slot>(end); }
/// The bounds of all ends with the same coordinate.
constexpr End first_beside(End end) { return end & ~slot_bits; }
constexpr End last_beside(End end) { return end | slot_bits; }

/// The place in a list of the first end that is not below a number.
struct Search {
  End number;
  const End* place;
};

/// Insertion sort: the ends have moved little, and the work is the number of ends that passed each other. If that turns
/// out to be many times the number of ends, a general sort does the rest.
void sort_nearly_sorted(std::vector<End>& ends);

/// (Measured against the linked lists of the slides in bench/broad: in a crowd an end passes dozens of others, and
/// following a link for each of them costs several times as much.)
class EndpointList {
 public:
  /// In order. There is a sentinel before the first and after the last, so that no loop has to check for an end of the
  /// list.
  std::span<const End> ends() const { return {ends_.data() + 1, ends_.size() - 2}; }
  /// The position of the first end that is not below the given number: that of the sentinel after the last if there is
  /// none.
  const End* place_of(End end) const;
  /// The same for many at once, step by step, so that their memory accesses overlap.
  void find(std::span<Search> searches) const;

  void remove(std::span<const std::uint8_t> marked);
  /// The new ends are sorted, then merged from the back. O(k log k + n).
  void add(std::vector<End>& fresh);

  /// Moves one end past those between; it is at the given place, or was there a few moves ago.
  void move(const End* place, End from, End to);

  /// Moves the ends of all marked boxes (mark 1), each to f(end); f is called in their old order. They are removed,
  /// sorted and merged again: less work than moving each past all others.
  template <class F> void move(std::span<const std::uint8_t> marked, F&& f) {
    moved_.resize(ends_.size());
    std::size_t count = 0, to = 1;
    for (std::size_t i = 1; i + 1 < ends_.size(); ++i) {  // branch-free
      const End end = ends_[i];
      const std::uint8_t mark = marked[slot_of(end)];
      moved_[count] = ends_[to] = end;
      count += mark, to += 1 - mark;
    }
    ends_[to] = ends_.back();
    ends_.resize(to + 1);
    moved_.resize(count);
    for (End& end : moved_) end = f(end);
    sort_nearly_sorted(moved_);
    merge(moved_);
  }

  std::size_t bytes() const { return bytes_of(ends_) + bytes_of(moved_); }

 private:
  void merge(std::span<const End> sorted);

  std::vector<End> ends_{0, ~End{0}};
  std::vector<End> moved_;  // scratch
};

}  // namespace tactus::broad
