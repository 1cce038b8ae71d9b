// SPDX-License-Identifier: MIT
#pragma once
/// All pairs, one by one: the test oracle, and the fastest method for a few boxes.
#include <tactus/broad/box_set.h>
#include <tactus/math/export.h>

namespace tactus {
namespace broad {

template <Scalar T> class TACTUS_API AllPairs {
 public:
  void refresh(const BoxStore<T>& store, const Changes& changes, std::vector<PairKey>& pairs);
  void query(const BoxStore<T>& store, const Aabb<T>& box, Visitor<bool> visit) const;
  void ray(const BoxStore<T>& store, const Ray<T>& ray, T max_t, Visitor<T> visit) const;
  std::size_t bytes() const { return bytes_of(slots_); }

 private:
  std::vector<Slot> slots_;  // known ones, ascending
};

extern template class AllPairs<float>;
extern template class AllPairs<double>;

}  // namespace broad

/// The broad phase that compares all boxes with all: fastest for a few dozen, and the measure of the others.
template <Scalar T> using BruteForce = BoxSet<T, broad::AllPairs<T>>;

}  // namespace tactus
