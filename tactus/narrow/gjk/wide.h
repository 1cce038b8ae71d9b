// SPDX-License-Identifier: MIT
#pragma once
/// The end of GJK with twice the digits, for pairs whose bounds stay open in T: needles and plates, whose simplices are
/// slivers. One in ten thousand random pairs needs it.
#include <tactus/math/twofold.h>
#include <tactus/narrow/minkowski.h>
#include <tactus/simplex/exhaustive.h>

namespace tactus::gjk {

/// Up to four points of A ⊖ B as they were found, and v, the point of their hull nearest the origin, to twice the
/// digits.
template <Scalar T> class WideSimplex {
 public:
  using Wide = wider_t<T>;

  constexpr void put(const MinkowskiVertex<T>& vertex, const Vec3<T>& direction) {
    vertices_[size_] = vertex, directions_[size_] = direction;
    points_[size_++] = vertex.w.template cast<Wide>();
  }
  /// Finds v and drops the points that v does not need. Returns false if v is no nearer than before; then only size()
  /// is valid.
  constexpr bool reduce() {
    const simplex::Nearest<Wide> next = simplex::Exhaustive<Wide>{}.nearest(points_, (1u << size_) - 1);
    const Wide distance = norm(next.point);
    if (!(distance < distance_)) return false;
    v_ = next.point, distance_ = distance;
    std::size_t kept = 0;
    for (std::size_t i = 0; i < size_; ++i) {
      if (!(next.weights[i] > Wide(0))) continue;
      points_[kept] = points_[i], vertices_[kept] = vertices_[i], directions_[kept] = directions_[i];
      weights_[kept++] = T(next.weights[i]);
    }
    size_ = kept;
    return true;
  }
  constexpr bool full() const { return size_ == 4; }
  constexpr T distance() const { return T(distance_); }
  /// Unit direction towards the origin.
  constexpr Vec3<T> direction() const { return unit_or_zero((v_ / -distance_).template cast<T>()); }

  /// Calls f(vertex, direction along which it was found, weight) for each vertex.
  template <class F> constexpr void for_each(F&& f) const {
    for (std::size_t i = 0; i < size_; ++i) f(vertices_[i], directions_[i], weights_[i]);
  }

 private:
  std::array<MinkowskiVertex<T>, 4> vertices_{};
  std::array<Vec3<T>, 4> directions_{};
  std::array<T, 4> weights_{};
  simplex::Points<Wide> points_{};
  Vec3<Wide> v_{};
  Wide distance_ = infinity<Wide>;
  std::size_t size_ = 0;
};

template <Scalar T> struct WideEnd {
  Status status = Status::stalled;
  T lower = -infinity<T>, upper = infinity<T>;  // of the cores
  Vec3<T> axis{T(0), T(0), T(1)};  // unit, from A to B: `lower` is the separation along it
  int iterations = 0;
};

/// GJK from the simplex where it stopped, after that many iterations. The support points keep their rounding errors:
/// they are the vertices of a body that is off by that much, and for that body v is now correct to u. (v's direction
/// was off by u S over |v|, or more in a sliver, and the separation along it by that times S.) Unless the bounds meet,
/// the best of the axes counts. Cores within rounding of each other touch, unless an axis separates them. Invariant and
/// termination as in gjk::iterate; without progress the result is `stalled`.
template <class Pair, class T>
[[gnu::noinline, gnu::cold]] constexpr WideEnd<T> settle(WideSimplex<T>& s, const Pair& pair, T max_core_distance,
                                                         const Options<T>& options, int iterations) {
  WideEnd<T> r;
  r.iterations = iterations;
  s.reduce();
  for (;; ++r.iterations) {
    r.upper = s.distance();
    r.status = Status::overlapping;
    if (s.full() || !(r.upper > T(0))) return r;
    const Vec3<T> n = s.direction();
    const MinkowskiVertex<T> w = pair.support(n);
    const T separation = -dot(n, w.w);
    const bool met = r.upper - separation <= pair.resolution(options, r.upper - pair.radius());
    if (met || separation > r.lower) r.lower = separation, r.axis = n;
    r.status = Status::beyond_max;
    if (r.lower > max_core_distance) return r;
    const bool touch = r.upper <= pair.rounding();
    r.status = touch && !(separation > T(0)) ? Status::overlapping : Status::separated;
    if (met) return r;
    r.status = touch ? Status::overlapping : Status::stalled;
    if (r.iterations >= options.max_iterations) return r;
    WideSimplex<T> next = s;
    next.put(w, n);
    if (!next.reduce()) return r;
    s = next;
  }
}

}  // namespace tactus::gjk
