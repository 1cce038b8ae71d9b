// SPDX-License-Identifier: MIT
#pragma once
/// Bounds of the space that a moving shape sweeps: with these a broad phase misses nothing.
#include <tactus/shape/convex.h>
#include <tactus/sweep/motion.h>

namespace tactus {

/// The "moving sphere" of the slides: a ball about the pivot that contains the shape in every rotation, moving from one
/// place to another. The swept space lies within `radius` of the segment.
template <Scalar T> struct SweptSphere {
  Vec3<T> from, to;
  T radius;

  friend constexpr Aabb<T> bounds(const SweptSphere& s) {
    return expanded(Aabb<T>{min(s.from, s.to), max(s.from, s.to)}, s.radius);
  }
};

/// Over the times from t0 to t1 (of [0, 1]). Rounded outward.
template <class S, class T = scalar_t<S>>
constexpr SweptSphere<T> swept_sphere(const S& shape, const Motion<T>& motion, std::type_identity_t<T> t0 = T(0),
                                      std::type_identity_t<T> t1 = T(1)) {
  const T reach = norm(shape.center() - motion.pivot) + bounding_radius(shape);
  const T scale = norm(motion.start.translation) + norm(motion.pivot) + norm(motion.velocity) + reach;
  return {motion.pivot_at(t0), motion.pivot_at(t1), reach + T(16) * unit_roundoff<T> * scale};
}

/// Do two moving spheres touch at some time? Both must cover the same stretch of time.
template <Scalar T> constexpr bool may_meet(const SweptSphere<T>& a, const SweptSphere<T>& b) {
  const Vec3<T> start = b.from - a.from, way = (b.to - a.to) - start;
  const T length2 = norm_squared(way);
  const T t = length2 > T(0) ? clamp(-dot(start, way) / length2, T(0), T(1)) : T(0);
  return norm_squared(start + way * t) <= square(a.radius + b.radius);
}

/// A box around the space that the shape sweeps between t0 and t1, rounded outward. A point of the body that turns by θ
/// about the pivot, at distance ρ, deviates from the straight line between its ends by at most ρ θ²/8 (|r''| = ω² ρ).
/// So the boxes at both ends, enlarged by the component of that deviation along each axis, contain it; so does the box
/// of the swept sphere.
template <class S, class T = scalar_t<S>>
Aabb<T> swept_aabb(const S& shape, const Motion<T>& motion, std::type_identity_t<T> t0 = T(0),
                   std::type_identity_t<T> t1 = T(1)) {
  const Aabb<T> ends = merged(aabb(shape, motion.at(t0)), aabb(shape, motion.at(t1)));
  const SweptSphere<T> sphere = swept_sphere(shape, motion, t0, t1);
  if (!is_finite(sphere.radius)) return ends;  // a half-space: all of space
  const T spin = norm(motion.angular_velocity);
  const T slack = T(16) * unit_roundoff<T> * (norm(sphere.from) + norm(sphere.to) + (T(2) + spin) * sphere.radius);
  Vec3<T> grown{slack, slack, slack};
  if (spin > T(0)) {
    const Vec3<T> axis = motion.angular_velocity / spin;
    const T stray = sphere.radius * square(spin * (t1 - t0)) / T(8);
    for (int i = 0; i < 3; ++i) grown[i] += stray * sqrt(max(T(0), T(1) - square(axis[i])));
  }
  const Aabb<T> ball = bounds(sphere);
  return {max(ends.min - grown, ball.min), min(ends.max + grown, ball.max)};
}

/// The same from speed bounds alone, for user-defined motions.
template <Convex S, BoundedMotion M, class T = scalar_t<S>>
  requires(!std::same_as<M, Motion<T>>)
Aabb<T> swept_aabb(const S& shape, const M& motion, std::type_identity_t<T> t0 = T(0),
                   std::type_identity_t<T> t1 = T(1)) {
  Aabb<T> box = aabb(shape, motion.at(t0));
  const T reach = norm(shape.center() - motion.pivot) + bounding_radius(shape);
  for (int i = 0; i < 3; ++i) {
    Vec3<T> axis;
    axis[i] = T(1);
    const auto farther = [&](const Vec3<T>& n) {
      const SpeedBound<T> speed = motion.speed(n, t0, t1);
      return max(T(0), (t1 - t0) * (speed.along + speed.turning * reach)) * (T(1) + T(16) * unit_roundoff<T>);
    };
    box.max[i] += farther(axis);
    box.min[i] -= farther(-axis);
  }
  return box;
}

}  // namespace tactus
