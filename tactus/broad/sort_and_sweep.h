// SPDX-License-Identifier: MIT
#pragma once
/// Sweep and prune from scratch, the plain version in the slides of [Chmelík & Trtík, PA199].
#include <tactus/broad/box_set.h>
#include <tactus/math/export.h>

namespace tactus {
namespace broad {

/// Finds the overlapping pairs W = Wx ∩ Wy ∩ Wz: on each axis all ends are sorted and swept; an interval overlaps those
/// that are open when it opens. Readable, correct, and slow: Wx alone holds n^(5/3) pairs in a crowd. It serves as the
/// definition of SweepAndPrune.
template <Scalar T> class TACTUS_API SweptAfresh {
 public:
  void refresh(const BoxStore<T>& store, const Changes& changes, std::vector<PairKey>& pairs);
  void query(const BoxStore<T>& store, const Aabb<T>& box, Visitor<bool> visit) const;
  void ray(const BoxStore<T>& store, const Ray<T>& ray, T max_t, Visitor<T> visit) const;
  std::size_t bytes() const { return bytes_of(slots_); }

 private:
  std::vector<Slot> slots_;  // known ones
};

extern template class SweptAfresh<float>;
extern template class SweptAfresh<double>;

}  // namespace broad

/// The broad phase that sorts all boxes along one axis in every step and keeps nothing.
template <Scalar T> using SortAndSweep = BoxSet<T, broad::SweptAfresh<T>>;

}  // namespace tactus
