#pragma once
/// Incremental sweep and prune. [Baraff 1992; Cohen et al. 1995; Chmelík & Trtík, PA199]
#include <tactus/broad/box_set.h>
#include <tactus/broad/endpoint_list.h>
#include <tactus/broad/pair_set.h>

namespace tactus {
namespace broad {

/// On each axis the ends of all boxes, sorted, are kept from one refresh to the next. Two intervals overlap if each
/// begins before the other ends, so their overlap changes exactly when a lower end and an upper end change places; all
/// ends that moved are put back in order by insertion, and W, the set of overlapping pairs, follows the exchanges.
///
/// Invariant, after each refresh: the lists are sorted, lower ends before upper ends of the same value (touching
/// counts), and W holds exactly the pairs that overlap on all axes and that the filters admit.
/// docs/algorithms/broad_phase.md has the proof, and what is wrong on the slides.
template <Scalar T> class SweptLists {
 public:
  void refresh(const BoxStore<T>& store, const Changes& changes, std::vector<PairKey>& pairs);
  void query(const BoxStore<T>& store, const Aabb<T>& box, Visitor<bool> visit) const;
  void ray(const BoxStore<T>& store, const Ray<T>& ray, T max_t, Visitor<T> visit) const;
  std::size_t bytes() const;

  /// Exchanges of neighbours in the lists so far: what a relocated box costs.
  std::size_t exchanges() const { return exchanges_; }

 private:
  void drop(const std::vector<Slot>& slots, const std::vector<PairKey>& pairs);
  void move(const BoxStore<T>& store, const std::vector<Slot>& slots);
  void add(const BoxStore<T>& store, const std::vector<Slot>& slots);
  void add_many(const BoxStore<T>& store, const std::vector<Slot>& slots);
  void pass(const BoxStore<T>& store, EndTag tag, std::span<const EndTag> others, bool to_front);
  void report(std::size_t slot_count, std::vector<PairKey>& pairs);
  void begin_overlap(PairKey key) {
    if (overlapping_.insert(key)) changed_.push_back(key);
  }
  void end_overlap(PairKey key) {
    if (overlapping_.erase(key)) changed_.push_back(key);
  }

  EndpointList<T> lists_[3];
  PairSet overlapping_;  // W
  std::vector<PairKey> changed_, added_, gone_;  // keys that entered or left W in this refresh
  std::vector<std::uint8_t> marks_;  // by slot; all 0 between calls
  std::vector<TightBox> reaches_;  // by slot: in float, around where the box is and where it was before its last move
  std::vector<Slot> close_;
  KeyScratch scratch_;
  std::size_t exchanges_ = 0;
};

extern template class SweptLists<float>;
extern template class SweptLists<double>;

}  // namespace broad

template <Scalar T> using SweepAndPrune = BoxSet<T, broad::SweptLists<T>>;

}  // namespace tactus
