// SPDX-License-Identifier: MIT
#include <tactus/sweep/line_clip.h>
#include <tactus/sweep/ray_cast.h>

namespace tactus::sweep {

namespace {

/// The answer in the world from the part of the line inside the shape.
template <Scalar T>
RayHit<T> from_clip(const line_clip::Clip<T>& c, const Shape<T>& shape, const Pose<T>& pose, const Vec3<T>& origin,
                    const Vec3<T>& direction, T max_t) {
  RayHit<T> r;
  r.status = MotionStatus::none;
  if (c.empty() || c.enter > max_t || c.leave < T(0) || (c.enter < T(0) && c.leave == T(0))) return r;
  r.status = c.enter >= T(0) ? MotionStatus::hit : MotionStatus::initial_overlap;
  r.t = max(c.enter, T(0));
  r.point = origin + direction * r.t;
  if (r.hit()) {
    r.normal = unit_or_up(pose.rotation * c.normal);
    r.feature = shape.feature(c.normal, T(8) * unit_roundoff<T>);
  } else {
    r.normal = -unit_or_up(direction);
  }
  return r;
}

}  // namespace

template <Scalar T>
RayHit<T> ray_cast(const Shape<T>& shape, const Pose<T>& given, const Vec3<T>& origin, const Vec3<T>& direction,
                   T max_t) {
  if (!detail::is_valid_ray(given, origin, direction, max_t)) return {};
  const Pose<T> pose = rigid(given);
  const Vec3<T> o = transposed_times(pose.rotation, origin - pose.translation);
  const Vec3<T> d = transposed_times(pose.rotation, direction);
  const auto clip = shape.visit([&](const auto& s) -> std::optional<line_clip::Clip<T>> {
    if constexpr (requires { line_clip::line_clip(s, o, d); }) {
      return line_clip::line_clip(s, o, d);
    } else {
      return std::nullopt;
    }
  });
  if (clip) return from_clip(*clip, shape, pose, origin, direction, max_t);
  return gjk_ray::ray_cast(shape, pose, origin, direction, max_t);
}

#define TACTUS_INSTANTIATE(T) \
  template RayHit<T> ray_cast(const Shape<T>&, const Pose<T>&, const Vec3<T>&, const Vec3<T>&, T);
TACTUS_INSTANTIATE(float)
TACTUS_INSTANTIATE(double)
#undef TACTUS_INSTANTIATE

}  // namespace tactus::sweep
