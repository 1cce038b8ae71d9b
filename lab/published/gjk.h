// SPDX-License-Identifier: MIT
#pragma once
/// GJK as published in the thesis: Algorithm 1 (distance) and Algorithm 4 (separating axis), with the Voronoi
/// sub-algorithm of §2.3.2 unchecked, on whole shapes.  [Olvång 2010, §2.3]
///
/// Known errors, kept on purpose:
/// - Line 6 of Algorithm 1 stops when ‖v‖ no longer shrinks. That bounds no error: on a curved shape a step may gain
///   little and the next step much. Rounding may also make v longer, which ends the loop.
/// - Nothing checks the sub-algorithm. For flat tetrahedra it returns a point that is not the nearest (and its
///   elimination among three faces is not sound). The loop then stops too early, or cycles until the cap.
/// - Line 2 starts on the far side of the centres: one support call more than from the near side.
/// - Line 5 of Algorithm 4 compares with an absolute eps; here it is relative to the size, because otherwise touching
///   shapes would never end the loop.
#include <tactus/narrow/mpr/portal.h>
#include <tactus/simplex/voronoi.h>

#include <bit>
#include <vector>

namespace tactus::lab::published {

inline constexpr int very_high_cap = 1000;  // the thesis: "a very high cutoff"

/// W, the points of A ⊖ B that carry v, and v.
template <Scalar T> class Simplex {
 public:
  explicit Simplex(const Vec3<T>& first) : v_(first) { points_[0] = first; }

  /// Line 9: (v, W) ← Closest(W ∪ {w}), a union of sets: adding a point that is already in W changes nothing. Returns
  /// false if rounding left no point of W.
  bool add(const Vec3<T>& w) {
    const simplex::Slots slots(occupied_);
    for (int i = 0; i < slots.count; ++i)
      if (points_[slots[i]] == w) return true;
    if (occupied_ == 15u) return false;
    const auto slot = static_cast<std::size_t>(std::countr_one(occupied_));
    points_[slot] = w;
    const unsigned all = occupied_ | 1u << slot;
    const auto nearest = simplex::Voronoi<T>::unchecked(points_, all);
    occupied_ = nearest.support();
    v_ = nearest.point;
    if (all == 15u && v_ == Vec3<T>{}) occupied_ = 15u;  // in front of no face: inside, whatever the volumes say
    return occupied_ != 0 && is_finite(v_);
  }
  const Vec3<T>& v() const { return v_; }
  bool holds_origin() const { return occupied_ == 15u; }
  /// The points, in no particular order.
  std::vector<Vec3<T>> points() const {
    std::vector<Vec3<T>> all;
    const simplex::Slots slots(occupied_);
    for (int i = 0; i < slots.count; ++i) all.push_back(points_[slots[i]]);
    return all;
  }

 private:
  simplex::Points<T> points_{};
  unsigned occupied_ = 1;
  Vec3<T> v_;
};

/// How a published algorithm ended.
enum class Ending : std::uint8_t { miss, hit, none };  // none: the cap was reached, or numbers were not finite

/// A vector as the thesis' functions return it: from B to A for a gap; for an overlap, the translation that frees A
/// from B.
template <Scalar T> struct Answer {
  Ending ending = Ending::none;
  Vec3<T> x{};
};

/// Algorithm 1, eps relative to the distance; the origin counts as reached within eps of the size.
template <class Pair, class T = decltype(std::declval<Pair>().size())>
Answer<T> gjk_distance(const Pair& whole, std::type_identity_t<T> eps) {
  Simplex<T> w(whole.support(whole.center().w).w);
  T before = infinity<T>;
  for (int k = 0; k < very_high_cap; ++k) {
    const T length = norm(w.v());
    if (w.holds_origin() || !(length > eps * whole.size())) return {Ending::hit, {}};
    if (!(before - length > eps * length)) return {Ending::miss, w.v()};
    before = length;
    if (!w.add(whole.support(-w.v()).w)) break;
  }
  return {};
}

/// Algorithm 4. After a hit, EPA starts from `simplex`.
template <Scalar T> struct Separation {
  Ending ending;
  Simplex<T> simplex;
};
template <class Pair, class T = decltype(std::declval<Pair>().size())>
Separation<T> sa_gjk(const Pair& whole, std::type_identity_t<T> eps) {
  Simplex<T> w(whole.support(whole.center().w).w);
  for (int k = 0; k < very_high_cap; ++k) {
    if (w.holds_origin() || !(norm(w.v()) > eps * whole.size())) return {Ending::hit, w};
    const Vec3<T> next = whole.support(-w.v()).w;
    if (dot(w.v(), next) > T(0)) return {Ending::miss, w};
    if (!w.add(next)) break;
  }
  return {Ending::none, w};
}

}  // namespace tactus::lab::published
