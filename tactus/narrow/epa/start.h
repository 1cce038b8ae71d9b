// SPDX-License-Identifier: MIT
#pragma once
/// The tetrahedron that EPA begins with.
#include <tactus/narrow/minkowski.h>

#include <array>

namespace tactus::epa {

/// Four points of A ⊖ B around the origin from GJK's final simplex: a point, a segment, a triangle or a tetrahedron
/// [Olvång 2010, §2.5]. The origin lies on the simplex, so any further point of the difference can be added, as long as
/// it is outside the plane (line, point) of the others. If there is none, the difference is flat, and `flat_normal` is
/// perpendicular to it: the shapes touch, and separate along it at once.
/// differs from [Olvång 2010, §2.5]: one apex is enough; the side without an apex has distance 0 and expands first.
template <class Pair, class T = decltype(std::declval<Pair>().size())> class Start {
 public:
  template <class Simplex> constexpr Start(const Pair& pair, const Simplex& simplex) {
    simplex.for_each([&](const MinkowskiVertex<T>& v, const Vec3<T>&) { corners[count_++] = v; });
    while (count_ < 4 && grow(pair)) {
    }
  }
  constexpr bool flat() const { return count_ < 4; }

  std::array<MinkowskiVertex<T>, 4> corners{};
  Vec3<T> flat_normal{};

 private:
  /// Adds the support point farthest from the current affine hull, among a few directions perpendicular to it.
  constexpr bool grow(const Pair& pair) {
    const Vec3<T> e = corners[1].w - corners[0].w;
    const Vec3<T> across = any_perpendicular(e), third = cross(unit_or_up(e), across);
    const Vec3<T> normal = unit_or_up(cross(e, corners[2].w - corners[0].w));
    const Vec3<T> x{T(1), T(0), T(0)}, y{T(0), T(1), T(0)}, z{T(0), T(0), T(1)};
    const Vec3<T> candidates[4][3] = {{}, {x, y, z}, {across, third, across + third}, {normal, normal, normal}};
    T farthest = pair.rounding();
    MinkowskiVertex<T> best;
    for (const Vec3<T>& axis : candidates[count_]) {
      for (const Vec3<T>& d : {axis, -axis}) {
        const MinkowskiVertex<T> p = pair.support(d);
        const T beyond = dot(unit_or_up(d), p.w - corners[0].w);
        if (beyond > farthest) farthest = beyond, best = p;
      }
      if (count_ == 3) break;
    }
    if (!(farthest > pair.rounding())) {
      flat_normal = candidates[count_][0];
      return false;
    }
    corners[count_++] = best;
    return true;
  }

  std::size_t count_ = 0;
};

}  // namespace tactus::epa
