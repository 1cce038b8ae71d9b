#pragma once
/// Incremental sweep and prune. [Baraff 1992; Cohen et al. 1995; Chmelík & Trtík, PA199]
#include <tactus/broad/box_set.h>
#include <tactus/broad/endpoint_list.h>
#include <tactus/broad/tight_boxes.h>

namespace tactus {
namespace broad {

/// On each axis the lower ends and the upper ends of all boxes, sorted, are kept from one refresh to the next. Two
/// intervals overlap if each begins before the other ends, so they begin to overlap exactly when a lower end goes down
/// past an upper one, or an upper end goes up past a lower one. Those that pass are tested on all axes, and enter W, the
/// sorted list of overlapping pairs. W is short: what leaves it is found by testing the pairs of moved boxes again.
///
/// Invariant, after each refresh: the lists are sorted, and W holds exactly the pairs that overlap on all axes (touching
/// counts) and that the filters admit. docs/algorithms/broad_phase.md has the proof, and what is wrong on the slides.
template <Scalar T> class SweptLists {
 public:
  void refresh(const BoxStore<T>& store, const Changes& changes, std::vector<PairKey>& pairs);
  void query(const BoxStore<T>& store, const Aabb<T>& box, Visitor<bool> visit) const;
  void ray(const BoxStore<T>& store, const Ray<T>& ray, T max_t, Visitor<T> visit) const;
  std::size_t bytes() const;

  /// Ends that moved ends have passed so far: what a relocated box costs.
  std::size_t passed() const { return passed_; }

 private:
  void drop(const std::vector<Slot>& slots);
  void move(const BoxStore<T>& store, const Changes& changes);
  void move_few(const BoxStore<T>& store, const std::vector<Slot>& slots, int axis);
  void move_many(const BoxStore<T>& store, int axis);
  void meet(const BoxStore<T>& store, Slot slot, std::span<const End> others);
  void add(const BoxStore<T>& store, const std::vector<Slot>& slots);
  void add_many(const BoxStore<T>& store, const std::vector<Slot>& slots);
  void settle(const BoxStore<T>& store, std::vector<PairKey>& pairs);
  void set_tight(const BoxStore<T>& store, Slot slot);
  std::span<const End> candidates(const FatBox& box) const;

  static constexpr std::uint8_t gone = 8;  // below it a bit for each axis

  EndpointList lower_[3], upper_[3];
  ToFat<T> to_fat_{};
  std::vector<TightBox> tights_;  // by slot
  std::vector<TightBox> before_;  // of the moved ones, while they are few
  double widest_[3] = {};  // no box known was ever wider
  std::vector<std::uint8_t> marks_;  // by slot; all 0 between calls
  std::vector<PairKey> begun_;
  std::vector<Slot> close_;  // scratch
  KeyScratch scratch_;
  std::size_t known_ = 0, passed_ = 0;
};

extern template class SweptLists<float>;
extern template class SweptLists<double>;

}  // namespace broad

template <Scalar T> using SweepAndPrune = BoxSet<T, broad::SweptLists<T>>;

}  // namespace tactus
