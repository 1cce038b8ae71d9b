// SPDX-License-Identifier: MIT
#pragma once
/// The operations that EPA needs from a pair, from GJK's simplex and from a trace, without their types: rarely run code
/// is compiled once per scalar, not once for every pair of shapes.
#include <tactus/narrow/minkowski.h>

#include <array>
#include <memory>
#include <type_traits>

namespace tactus::epa {

/// The radii of balls that touch A and B from inside, at a support point of A ⊖ B.
template <Scalar T> struct InnerRadii { T a, b; };

template <Convex A, Convex B, class T>
InnerRadii<T> inner_radii_along(const MinkowskiPair<A, B, T>& pair, const Vec3<T>& direction) {
  const Mat3<T>& rotation = pair.x_ab().rotation;
  const T a = inner_radius_along(pair.shape_a(), direction);
  const T b = inner_radius_along(pair.shape_b(), -transposed_times(rotation, direction));
  return {a, radius_after(rotation, b)};
}

/// A MinkowskiPair of any two shapes; the pair must outlive it and counts the support calls. Every call is forwarded to
/// the pair.
template <Scalar T> class AnyPair {
 public:
  template <Convex A, Convex B>
  explicit AnyPair(const MinkowskiPair<A, B, T>& pair)
      : pair_(&pair),
        support_([](const void* p, const Vec3<T>& d) { return of<A, B>(p).support(d); }),
        inner_radii_([](const void* p, const Vec3<T>& d) { return inner_radii_along(of<A, B>(p), d); }),
        center_([](const void* p) { return of<A, B>(p).center(); }),
        scale_(pair.scale()),
        radius_(pair.radius()) {}

  MinkowskiVertex<T> support(const Vec3<T>& d) const { return support_(pair_, d); }
  T separation(const Vec3<T>& n) const { return -dot(n, support(n).w); }
  Vec3<T> center() const { return center_(pair_); }
  T radius() const { return radius_; }
  T size() const { return scale_.size; }
  T rounding() const { return scale_.rounding(); }
  T resolution(const Options<T>& options, T signed_distance) const {
    return scale_.resolution(options, signed_distance);
  }
  friend InnerRadii<T> inner_radii_along(const AnyPair& pair, const Vec3<T>& direction) {
    return pair.inner_radii_(pair.pair_, direction);
  }

 private:
  template <class A, class B> static const MinkowskiPair<A, B, T>& of(const void* pair) {
    return *static_cast<const MinkowskiPair<A, B, T>*>(pair);
  }

  const void* pair_;
  MinkowskiVertex<T> (*support_)(const void*, const Vec3<T>&);
  InnerRadii<T> (*inner_radii_)(const void*, const Vec3<T>&);
  Vec3<T> (*center_)(const void*);
  PairScale<T> scale_;
  T radius_;
};

/// A copy of the parts of GJK's simplex that EPA reads, whatever method found it.
template <Scalar T> class AnySimplex {
 public:
  template <class Simplex>
  explicit AnySimplex(const Simplex& simplex) : witness_a_(simplex.witness_a()), witness_b_(simplex.witness_b()) {
    simplex.for_each([&](const MinkowskiVertex<T>& v, const Vec3<T>& d) {
      vertices_[size_] = v, directions_[size_] = d;
      ++size_;
    });
  }
  template <class F> void for_each(F&& f) const {
    for (std::size_t i = 0; i < size_; ++i) f(vertices_[i], directions_[i]);
  }
  const Vec3<T>& witness_a() const { return witness_a_; }
  const Vec3<T>& witness_b() const { return witness_b_; }

 private:
  std::array<MinkowskiVertex<T>, 4> vertices_;
  std::array<Vec3<T>, 4> directions_;
  Vec3<T> witness_a_, witness_b_;
  std::size_t size_ = 0;
};

/// A reference to a trace that receives one kind of event.
template <class Event> class AnyTrace {
 public:
  template <class Trace>
    requires(!std::same_as<std::remove_const_t<Trace>, AnyTrace>)
  explicit AnyTrace(Trace& trace)
      : trace_(const_cast<void*>(static_cast<const void*>(std::addressof(trace)))),
        tell_([](void* t, const Event& event) { (*static_cast<Trace*>(t))(event); }) {}
  void operator()(const Event& event) const { tell_(trace_, event); }

 private:
  void* trace_;
  void (*tell_)(void*, const Event&);
};

}  // namespace tactus::epa
