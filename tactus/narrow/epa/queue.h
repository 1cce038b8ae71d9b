// SPDX-License-Identifier: MIT
#pragma once
/// Which face of the expanding polytope comes next: two queues of faces, ordered by the distance of their planes or by
/// any increasing function of it. A face may die while it waits in the queue. The caller that asks for the nearest face
/// says which faces are alive, and beyond which distance faces no longer count.
#include <tactus/math/scalar.h>

#include <algorithm>
#include <cstdint>

namespace tactus::epa {

/// An array that is not zeroed; its elements are written before they are read.
template <class V, int N> struct Uninitialized {
  union {
    V data[std::size_t{N}];
  };
  constexpr Uninitialized() {}
  constexpr V& operator[](int i) { return data[i]; }
  constexpr const V& operator[](int i) const { return data[i]; }
  /// Copies the first elements of another array.
  template <int M> void copy(const Uninitialized<V, M>& from, int count) { std::copy_n(from.data, count, data); }
};

template <Scalar T> struct QueuedFace {
  T distance;  // the sort key, stored here: reading it from the faces would be slow
  std::uint16_t face;
};

inline constexpr int no_face = -1;

/// [Olvång 2010, §2.5] A binary min-heap; dead faces are dropped when they reach the top.
template <Scalar T, int capacity> class MinHeap {
 public:
  MinHeap() = default;
  template <int fewer> explicit MinHeap(const MinHeap<T, fewer>& small) : count_(small.count_) {
    faces_.copy(small.faces_, count_);
  }
  void clear() { count_ = 0; }
  void add(T distance, std::uint16_t face, T cutoff) {
    if (distance > cutoff) return;
    faces_[count_++] = {distance, face};
    std::push_heap(faces_.data, faces_.data + count_, Farther{});
  }
  template <class Alive> int nearest(const Alive& alive, T) {
    while (count_ > 0 && !alive[faces_[0].face]) {
      std::pop_heap(faces_.data, faces_.data + count_, Farther{});
      --count_;
    }
    return count_ > 0 ? faces_[0].face : no_face;
  }
  /// Drops the dead faces, and renumbers the others.
  template <class Alive, class Places> void renumber(const Alive& alive, const Places& place) {
    int kept = 0;
    for (int i = 0; i < count_; ++i)
      if (alive[faces_[i].face]) faces_[kept++] = {faces_[i].distance, place[faces_[i].face]};
    count_ = kept;
    std::make_heap(faces_.data, faces_.data + count_, Farther{});
  }
  /// Calls f(face) for each queued face, dead or alive.
  template <class F> void for_each(F&& f) const {
    for (int i = 0; i < count_; ++i) f(faces_[i].face);
  }

 private:
  template <tactus::Scalar, int> friend class MinHeap;
  struct Farther {
    bool operator()(const QueuedFace<T>& f, const QueuedFace<T>& g) const { return f.distance > g.distance; }
  };
  Uninitialized<QueuedFace<T>, capacity> faces_;
  int count_ = 0;
};

/// The default: an unordered list that is scanned each time; the scan drops dead faces and faces beyond the cutoff. The
/// best support plane found so far keeps the list to a dozen or two faces. With a heap a contact takes a fifth longer
/// (docs/performance.md, "What comments rely on"): at every level of the heap the comparison is unpredictable.
template <Scalar T, int capacity> class ShortList {
 public:
  ShortList() = default;
  template <int fewer> explicit ShortList(const ShortList<T, fewer>& small) : count_(small.count_) {
    distances_.copy(small.distances_, count_);
    faces_.copy(small.faces_, count_);
  }
  void clear() { count_ = 0; }
  void add(T distance, std::uint16_t face, T cutoff) {
    distances_[count_] = distance, faces_[count_] = face;
    count_ += distance <= cutoff ? 1 : 0;
  }
  template <class Alive> int nearest(const Alive& alive, T cutoff) {
    T least = infinity<T>;
    const int count = count_;
    int kept = 0, best = no_face;
    for (int i = 0; i < count; ++i) {
      const T distance = distances_[i];
      const std::uint16_t face = faces_[i];
      distances_[kept] = distance, faces_[kept] = face;
      if (!alive[face] || !(distance <= cutoff)) continue;
      ++kept;
      if (distance < least) least = distance, best = face;
    }
    count_ = kept;
    return best;
  }
  /// Drops a queued face.
  void remove(std::uint16_t face) {
    int i = 0;
    while (faces_[i] != face) ++i;
    distances_[i] = distances_[--count_], faces_[i] = faces_[count_];
  }
  template <class Alive, class Places> void renumber(const Alive& alive, const Places& place) {
    int kept = 0;
    for (int i = 0; i < count_; ++i)
      if (alive[faces_[i]]) distances_[kept] = distances_[i], faces_[kept++] = place[faces_[i]];
    count_ = kept;
  }
  template <class F> void for_each(F&& f) const {
    for (int i = 0; i < count_; ++i) f(faces_[i]);
  }

 private:
  template <tactus::Scalar, int> friend class ShortList;
  // Separate arrays: one struct would be copied as a whole, and the processor would wait for both stores of a new face.
  Uninitialized<T, capacity> distances_;
  Uninitialized<std::uint16_t, capacity> faces_;
  int count_ = 0;
};

}  // namespace tactus::epa
