// SPDX-License-Identifier: MIT
#pragma once
/// Where a ray first meets a shape. World in, world out.
#include <tactus/math/export.h>
#include <tactus/sweep/conservative_advancement.h>
#include <tactus/sweep/erased.h>

namespace tactus {

/// The answer of a ray cast. hit: at point = origin + t·direction, where the surface has the outward unit normal.
/// initial_overlap: the origin is in the shape (t = 0, the normal faces the ray); a ray that starts on the surface and
/// leaves does not hit.
template <Scalar T> struct RayHit {
  MotionStatus status = MotionStatus::invalid;  // whether the ray hits
  T t{std::numeric_limits<T>::quiet_NaN()};
  Vec3<T> point{}, normal{T(0), T(0), T(1)};
  Feature feature{};  // what was hit

  constexpr bool hit() const { return status == MotionStatus::hit; }

  friend std::ostream& operator<<(std::ostream& os, const RayHit& r) {
    return os << r.status << " at t = " << r.t << ", " << r.point << ", normal " << r.normal << ", " << r.feature;
  }
};

namespace gjk_ray {

/// A ray against any support mapping: a point cast against it, by the certified advancement without rotation. Each step
/// goes to the support plane of the nearest direction, which is the step of a GJK ray cast [van den Bergen 2004]; the
/// simplex is found again from its directions. Restricted to the ball around the shape, so max_t may be infinite. The
/// tolerance is relative to the shape's size.
template <Convex S, class T = scalar_t<S>>
RayHit<T> ray_cast(const S& shape, const Pose<T>& pose, const Vec3<std::type_identity_t<T>>& origin,
                   const Vec3<std::type_identity_t<T>>& direction, std::type_identity_t<T> max_t = infinity<T>,
                   const Options<T>& options = {});

}  // namespace gjk_ray

namespace sweep {

template <Scalar T>
TACTUS_API RayHit<T> ray_cast(const Shape<T>& shape, const Pose<T>& pose, const Vec3<T>& origin,
                              const Vec3<T>& direction, T max_t);

}  // namespace sweep

/// The first t in [0, max_t] at which origin + t·direction is in the shape; the direction need not be unit. Closed
/// forms for Sphere, Box, Capsule, Cylinder, Cone, ConicalFrustum, Ellipsoid, HalfSpace and Hull, gjk_ray for all
/// others. A zero direction, or a value that is not finite, gives `invalid`.
template <class S, class T = scalar_t<S>>
RayHit<T> ray_cast(const S& shape, const Pose<T>& pose, const Vec3<std::type_identity_t<T>>& origin,
                   const Vec3<std::type_identity_t<T>>& direction, std::type_identity_t<T> max_t = infinity<T>) {
  if constexpr (sweep::is_erasable<S>) {
    return sweep::ray_cast<T>(sweep::erased(shape), pose, origin, direction, max_t);
  } else {
    return gjk_ray::ray_cast(shape, pose, origin, direction, max_t);
  }
}

// ---- the general ray cast -------------------------------------------------------------------------------------------

namespace detail {

template <Scalar T>
constexpr bool is_valid_ray(const Pose<T>& pose, const Vec3<T>& origin, const Vec3<T>& direction, T max_t) {
  return is_valid(pose) && is_finite(origin) && is_finite(direction) && direction != Vec3<T>{} && max_t >= T(0);
}

}  // namespace detail

template <Convex S, class T>
RayHit<T> gjk_ray::ray_cast(const S& shape, const Pose<T>& given, const Vec3<std::type_identity_t<T>>& origin,
                            const Vec3<std::type_identity_t<T>>& direction, std::type_identity_t<T> max_t,
                            const Options<T>& options) {
  if (!detail::is_valid_ray(given, origin, direction, max_t) || !is_valid(options)) return {};
  const Pose<T> pose = rigid(given);
  RayHit<T> r;
  r.status = MotionStatus::none;
  // The part of the ray within twice the bounding ball: the rest cannot hit.
  const Vec3<T> center = pose * shape.center();
  const T length = norm(direction), size = T(2) * bounding_radius(shape);
  const T nearest = dot(center - origin, direction) / square(length);
  const T begin = max(T(0), nearest - size / length), end = min(max_t, nearest + size / length);
  if (begin > end) return r;
  // A Shape is tested against the point as a Shape, with the code that the library has compiled for two Shapes.
  const std::conditional_t<std::same_as<S, Shape<T>>, Shape<T>, Point<T>> point = Point<T>{};
  const Motion<T> ray{.start = translation(origin + direction * begin), .velocity = direction * (end - begin)};
  const Motion<T> rest = at_rest(pose);
  const sweep::MovingPair<std::remove_cv_t<decltype(point)>, S, T> course(point, ray, shape, rest, options, size);
  if (!course.finite()) return {};
  const sweep::NarrowPhase<std::remove_cv_t<decltype(point)>, S> pair{point, shape};
  PairCache<T> cache;
  const Impact<T> impact = sweep::Advancement(course, pair, ray, options, &cache).run(NoTrace{});
  r.status = impact.status;
  if (r.status == MotionStatus::none) return r;
  r.t = r.status == MotionStatus::initial_overlap ? T(0) : begin + (end - begin) * impact.time;
  r.point = origin + direction * r.t;
  r.normal = r.status == MotionStatus::hit ? -impact.contact.normal : direction / -length;
  r.feature = impact.contact.feature_b;
  return r;
}

}  // namespace tactus
