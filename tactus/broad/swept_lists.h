// SPDX-License-Identifier: MIT
#pragma once
/// The sorted lists of sweep and prune. [Baraff 1992; Cohen et al. 1995; Chmelík & Trtík, PA199]
#include <tactus/broad/coarse_box.h>
#include <tactus/broad/endpoint_list.h>
#include <tactus/broad/skinned.h>
#include <tactus/math/export.h>

namespace tactus::broad {

/// On each axis the sorted lower ends and upper ends of all boxes are kept from one update to the next. Two intervals
/// overlap if each begins before the other ends. So they begin to overlap exactly when a lower end moves down past an
/// upper one, or an upper end moves up past a lower one; and they cease to overlap when these pass the other way. Boxes
/// whose ends pass each other are tested on all axes, before and after: so exactly the pairs that begin and those that
/// end are found. docs/algorithms/broad_phase.md has the proof, and the errors on the slides.
class TACTUS_API SweptLists {
 public:
  static constexpr bool incremental = true;

  void update(std::span<const FatBox> fats, std::span<const Slot> removed, std::span<const Slot> changed);
  void find(std::span<const FatBox> fats, std::span<const Slot> changed, std::span<const std::uint8_t> marked,
            std::vector<PairKey>& found) const;
  /// The pairs that overlapped before the last update and no longer do, sorted; not those of removed boxes.
  std::span<const PairKey> ended() const { return ended_; }
  void query(const FatBox& box, Visitor<bool> visit) const;
  void ray(const FatRay& ray, double max_t, Visitor<double> visit) const;
  std::size_t bytes() const;

  /// The number of ends of the other side that moved ends have passed so far: the cost of a relocated box.
  std::size_t passed() const { return passed_; }

 private:
  enum Side { lower, upper };

  void drop(std::span<const Slot> slots);
  void move(std::span<const FatBox> fats);
  void move_few(std::span<const FatBox> fats, int axis, Side side);
  void move_many(std::span<const FatBox> fats, int axis, Side side);
  void pass(Slot slot, const End* at, End border);
  void test_close(std::span<const FatBox> fats);
  void add(std::span<const FatBox> fats);
  void set_box(Slot slot, const FatBox& box);
  std::span<const End> candidates(const FatBox& box) const;

  EndpointList lists_[2][3];  // of each side, along each axis
  std::vector<TightBox> boxes_;  // by slot; empty if unknown
  std::vector<CoarseBox> reaches_;  // by slot: around the box and, while it moves, also around its new place
  double widest_[3] = {};  // no box was ever wider
  std::vector<PairKey> begun_, ended_;  // in the last update, sorted
  // nearby pairs whose ends have passed each other; the first close_count_ of them are valid
  std::vector<PairKey> close_;
  std::size_t close_count_ = 0;
  std::vector<Slot> moved_, fresh_;  // scratch
  std::vector<Search> places_, besides_;  // scratch
  std::vector<std::uint8_t> marks_;  // by slot; all 0 between calls
  std::size_t size_ = 0, passed_ = 0;
};

}  // namespace tactus::broad
