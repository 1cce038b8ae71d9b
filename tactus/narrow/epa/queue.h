#pragma once
/// Which face of the expanding polytope comes next: two queues of faces by the distance of their planes, or anything of
/// the same order. A face may die while it waits; whoever asks for the nearest says which are alive, and beyond which
/// distance none counts any more.
#include <tactus/math/scalar.h>

#include <algorithm>
#include <cstdint>

namespace tactus::epa {

/// An array whose elements are written before they are read, and not set to zero first.
template <class V, int N> struct Uninitialized {
  union {
    V data[std::size_t{N}];
  };
  constexpr Uninitialized() {}
  constexpr V& operator[](int i) { return data[i]; }
  constexpr const V& operator[](int i) const { return data[i]; }
  /// Takes the first elements of another.
  template <int M> void copy(const Uninitialized<V, M>& from, int count) { std::copy_n(from.data, count, data); }
};

template <Scalar T> struct QueuedFace {
  T distance;  // what the face is ordered by, here to be compared: in the faces it would be far away
  std::uint16_t face;
};

inline constexpr int no_face = -1;

/// [Olvång 2010, §2.5] A binary min-heap; the dead are dropped when they come to the top.
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
  /// Drops the dead, and gives the others new numbers.
  template <class Alive, class Places> void renumber(const Alive& alive, const Places& place) {
    int kept = 0;
    for (int i = 0; i < count_; ++i)
      if (alive[faces_[i].face]) faces_[kept++] = {faces_[i].distance, place[faces_[i].face]};
    count_ = kept;
    std::make_heap(faces_.data, faces_.data + count_, Farther{});
  }
  /// Calls f(face) for each that waits, dead or alive.
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

/// The default: a list without order that is looked through each time, and loses the dead and those beyond the cutoff on
/// the way. The best support plane found so far keeps it to a dozen or two faces; a heap of them takes a fifth of all
/// of EPA's time, for its comparisons go either way and the processor guesses wrong at every level.
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
  /// Drops a face that waits.
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
  // Apart: as one struct they would be copied as one, and the processor would wait for the two of a new face to arrive.
  Uninitialized<T, capacity> distances_;
  Uninitialized<std::uint16_t, capacity> faces_;
  int count_ = 0;
};

}  // namespace tactus::epa
