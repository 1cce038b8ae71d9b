// SPDX-License-Identifier: MIT
#pragma once
/// Two parallel planes around the content of a box. A piece of a surface is thin, but its box is as thick as it is wide
/// if the surface lies across the axes. The planes keep a search for the least distance from opening such boxes. The
/// swept rectangles of [Larsen et al. 2000] serve the same purpose; the planes take a fifth of their bytes.
#include <tactus/math/aabb.h>
#include <tactus/math/pose.h>

#include <algorithm>
#include <array>
#include <cstdint>

namespace tactus::pieces {

/// A box as its centre and half its size, which can be rotated with nine products.
template <Scalar T> struct Cuboid {
  Vec3<T> center{}, half{};

  static Cuboid of(const Aabb<T>& box) { return {box.center(), box.half()}; }
  Cuboid seen_from(const Pose<T>& x) const {
    const auto& [c0, c1, c2] = x.rotation.columns;
    return {x * center, abs(c0) * half.x + abs(c1) * half.y + abs(c2) * half.z};
  }
};

/// Two planes in five bytes: their normal, and where they cut the range of the box along that normal, in steps of a
/// 255th of the range.
struct Slab {
  std::array<std::int8_t, 3> normal{};  // times 127; zero: no planes are known
  std::uint8_t low = 0, high = 255;

  template <Scalar T> Vec3<T> direction() const {
    const Vec3<T> n{T(normal[0]), T(normal[1]), T(normal[2])};
    const T length_squared = norm_squared(n);
    return n * (length_squared > T(0) ? T(1) / sqrt(length_squared) : T(0));
  }
};

/// A slab with numbers, in the frame of its box.
template <Scalar T> struct Planes {
  Vec3<T> normal{};  // unit, or zero
  Vec3<T> middle{};  // the centre of the box, moved along the normal to the middle between the planes
  T half{};  // half the distance of the planes

  static Planes of(const Slab& slab, const Cuboid<T>& box) {
    const Vec3<T> n = slab.direction<T>();
    const T step = dot(abs(n), box.half) / T(255);
    return {n, box.center + n * (step * T(int{slab.low} + int{slab.high} - 255)),
            step * T(int{slab.high} - int{slab.low})};
  }
  Planes seen_from(const Pose<T>& x) const { return {x.rotation * normal, x * middle, half}; }
  /// How far a point in the box and between the planes can be from `middle` along a unit direction u. The planes bound
  /// the part of u along the normal, the box bounds the rest.
  T reach(const Vec3<T>& u, const Cuboid<T>& box) const {
    const T along = dot(u, normal);
    return abs(along) * half + dot(abs(u - normal * along), box.half);
  }
};

/// The closest planes, perpendicular to a direction, that have all points of a box between them. `each` calls a function
/// with every point.
template <Scalar T, class Each> Slab slab_around(const Cuboid<T>& box, const Vec3<T>& direction, Each&& each) {
  Slab slab;
  if (!is_finite(direction)) return slab;
  const Vec3<T> rounded = unit_or_zero(direction) * T(127);
  for (int k = 0; k < 3; ++k)
    slab.normal[static_cast<std::size_t>(k)] =
        static_cast<std::int8_t>(static_cast<int>(rounded[k] + (rounded[k] < T(0) ? T(-0.5) : T(0.5))));
  const Vec3<T> n = slab.direction<T>();
  T low = infinity<T>, high = -infinity<T>;
  each([&](const Vec3<T>& p) {
    const T at = dot(n, p - box.center);
    low = min(low, at), high = max(high, at);
  });
  const T widest = dot(abs(n), box.half), step = widest / T(127.5);
  const T slack = T(16) * unit_roundoff<T> * (max_abs(box.center) + max_abs(box.half));  // of the sums above
  if (!(step > T(0)) || !is_finite(step)) return slab;
  const auto share = [&](T x) { return static_cast<int>(clamp((x + widest) / step, T(0), T(255))); };
  slab.low = static_cast<std::uint8_t>(share(low - slack));
  slab.high = static_cast<std::uint8_t>(std::min(255, share(high + slack) + 1));
  return slab;
}

}  // namespace tactus::pieces
