#pragma once
/// The sorted lists of sweep and prune. [Baraff 1992; Cohen et al. 1995; Chmelík & Trtík, PA199]
#include <tactus/broad/endpoint_list.h>
#include <tactus/broad/skinned.h>

namespace tactus::broad {

/// On each axis the lower ends and the upper ends of all boxes, sorted, are kept from one update to the next. Two
/// intervals overlap if each begins before the other ends, so they begin to overlap exactly when a lower end goes down
/// past an upper one, or an upper end goes up past a lower one. Those that pass each other are tested on all axes: so
/// the pairs that begin to overlap are found. (Those that cease to are few and known; Skinned tests them.)
/// docs/algorithms/broad_phase.md has the proof, and what is wrong on the slides.
class SweptLists {
 public:
  static constexpr bool finds_all = false;

  void update(std::span<const FatBox> fats, std::span<const Slot> removed, std::span<const Slot> changed);
  void find(std::span<const FatBox> fats, std::span<const Slot> changed, std::span<const std::uint8_t> marked,
            std::vector<PairKey>& found) const;
  void query(const FatBox& box, Visitor<bool> visit) const;
  void ray(const FatRay& ray, double max_t, Visitor<double> visit) const;
  std::size_t bytes() const;

  /// Ends that moved ends have passed so far: what a relocated box costs.
  std::size_t passed() const { return passed_; }

 private:
  void drop(std::span<const Slot> slots);
  void move(std::span<const FatBox> fats);
  void move_few(int axis);
  void move_many(int axis);
  void meet(Slot slot, std::span<const End> others);
  void add(std::span<const FatBox> fats);
  void set_box(Slot slot, const FatBox& box);
  std::span<const End> candidates(const FatBox& box) const;

  EndpointList lower_[3], upper_[3];
  std::vector<TightBox> boxes_;  // by slot; empty where none is known
  double widest_[3] = {};  // no box was ever wider
  std::vector<PairKey> begun_;  // since the last update, sorted
  std::vector<Slot> moved_, fresh_, close_;  // scratch
  std::vector<TightBox> before_;  // of those moved
  std::vector<std::uint8_t> marks_;  // by slot; all 0 between calls
  std::size_t size_ = 0, passed_ = 0;
};

}  // namespace tactus::broad
