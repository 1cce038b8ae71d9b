// SPDX-License-Identifier: MIT
#pragma once
/// The subproblem inside GJK: find the convex combination of up to four points that is nearest the origin.
///
/// A method is a class template over the scalar with
///
///     Nearest<T> nearest(const Points<T>& y, unsigned occupied, int newest);
///
/// `occupied` has bit i set if y[i] takes part; `newest` is the slot filled last (a method may rely on the answer
/// involving it, or keep its results for the others). The weights are barycentric coordinates: a weight of zero means
/// that a point is not needed and leaves the simplex. The three methods are johnson.h, voronoi.h and signed_volumes.h;
/// exhaustive.h is the slow fallback. docs/algorithms/simplex_methods.md compares them.
#include <tactus/math/vec3.h>

#include <array>
#include <bit>

namespace tactus::simplex {

template <Scalar T> using Points = std::array<Vec3<T>, 4>;

/// point = Σ weights[i] y[i], nearest the origin. If three points carry it, `point` is computed along the normal of
/// their plane, not as that sum (if two do, perpendicular to their edge): its direction then keeps all digits however
/// near the origin it lies.
template <Scalar T> struct Nearest {
  Vec3<T> point{};
  std::array<T, 4> weights{};

  constexpr unsigned support() const {
    unsigned bits = 0;
    for (unsigned i = 0; i < 4; ++i) bits |= weights[i] > T(0) ? 1u << i : 0u;
    return bits;
  }
};

template <template <class> class M, class T>
concept Method = requires(M<T> method, const Points<T>& y) {
  { method.nearest(y, 15u, 3) } -> std::same_as<Nearest<T>>;
};

/// The slots of a bit set, in rising order.
struct Slots {
  std::array<int, 4> index{};
  int count = 0;

  explicit constexpr Slots(unsigned occupied) {
    for (int i = 0; i < 4; ++i)
      if (occupied >> i & 1) index[static_cast<std::size_t>(count++)] = i;
  }
  constexpr std::size_t operator[](int i) const { return static_cast<std::size_t>(index[static_cast<std::size_t>(i)]); }
};

}  // namespace tactus::simplex
