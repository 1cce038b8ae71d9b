#pragma once
/// The lower ends, or the upper ends, of all boxes along one axis, sorted: one of the lists of sweep and prune.
#include <tactus/broad/method.h>

#include <bit>

namespace tactus::broad {

/// An end of a box: its coordinate in float, as a number that sorts like it, above its slot. So a list of ends is an
/// array of numbers: eight bytes and one comparison an end, and no two are equal.
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

/// (Measured against the links of the slides in bench/broad: an end passes dozens of others in a crowd, and following a
/// link for each of them costs several times as much.)
class EndpointList {
 public:
  /// In order. A sentinel lies before the first and behind the last, so that no loop has to look for an end of the
  /// list.
  std::span<const End> ends() const { return {ends_.data() + 1, ends_.size() - 2}; }
  /// Those from one number on and below another.
  std::span<const End> between(End low, End high) const;

  void remove(std::span<const std::uint8_t> marked);
  /// The new ends are sorted, then merged from the back. O(k log k + n).
  void add(std::vector<End>& fresh);

  /// One end moves; returns how many others it has passed.
  std::size_t move(End from, End to);

  /// end := f(end) for the ends of all marked boxes (their mark is 1), in order. Leaves the list out of order.
  template <class F> void rewrite(std::span<const std::uint8_t> marked, F&& f) {
    places_.resize(ends_.size());
    std::size_t count = 0;
    for (std::size_t i = 1; i + 1 < ends_.size(); ++i) {  // without a branch
      places_[count] = static_cast<std::uint32_t>(i);
      count += marked[slot_of(ends_[i])];
    }
    for (const std::uint32_t place : std::span<const std::uint32_t>(places_.data(), count))
      ends_[place] = f(ends_[place]);
  }
  /// Puts it in order again; returns how many ends have passed each other.
  std::size_t sort();

  std::size_t bytes() const { return bytes_of(ends_) + bytes_of(places_); }

 private:
  std::size_t place_of(End end) const;

  std::vector<End> ends_{0, ~End{0}};
  std::vector<std::uint32_t> places_;  // scratch
};

}  // namespace tactus::broad
