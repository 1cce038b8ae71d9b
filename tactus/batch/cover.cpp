// SPDX-License-Identifier: MIT
#include <tactus/batch/cover.h>
#include <tactus/narrow/default.h>

#include <algorithm>
#include <cmath>

namespace tactus::batch::detail {

namespace {

constexpr int most_balls = 8;

/// How many balls to place along a length of 2·half, if 2·across is the width.
template <Scalar T> int balls_for(T half, T across) {
  const T wanted = across > T(0) ? half / across : T(most_balls);
  return static_cast<int>(std::clamp(std::ceil(wanted), T(1), T(most_balls)));
}

/// A lower bound of the depth of a point inside a shape; 0 if the point is not inside.
template <Scalar T> T depth_at(const Shape<T>& shape, const Vec3<T>& point) {
  const T radius = shape.bounding_radius() / T(1024);
  if (!(radius > T(0))) return T(0);
  const Contact<T> c = narrow::contact<T>(Shape<T>(Sphere<T>{radius}), translation(point), shape, Pose<T>{}, {});
  if (c.status != Status::overlapping) return T(0);
  return max(T(0), -(c.upper + radius));
}

}  // namespace

template <Scalar T>
void cover(const Shape<T>& shape, const Pose<T>& local, std::uint32_t link, std::uint32_t number,
           std::vector<LinkBall<T>>& balls) {
  const auto put = [&](const Vec3<T>& center, T radius, T inner) {
    balls.push_back({local * center, radius * (T(1) + T(16) * unit_roundoff<T>), inner, link, number});
  };
  if (const auto* sphere = shape.template get_if<Sphere<T>>()) return put({}, sphere->radius, sphere->radius);
  if (const auto* capsule = shape.template get_if<Capsule<T>>()) {
    const int n = balls_for(capsule->half_height, capsule->radius);  // more balls would cost more time than they save
    const T part = capsule->half_height / T(n);
    for (int i = 0; i < n; ++i)
      put({T(0), T(0), part * T(2 * i + 1) - capsule->half_height}, capsule->radius + part, capsule->radius);
    return;
  }
  const Aabb<T> box = shape.aabb(Pose<T>{});
  const Vec3<T> half = box.half();
  const int axis = half.x >= half.y && half.x >= half.z ? 0 : half.y >= half.z ? 1 : 2;
  const T across = max(half[(axis + 1) % 3], half[(axis + 2) % 3]);
  const int n = balls_for(half[axis], across);
  Vec3<T> slab = half;
  slab[axis] /= T(n);
  if (n == 1 && shape.bounding_radius() <= norm(slab))
    return put(shape.center(), shape.bounding_radius(), depth_at(shape, shape.center()));
  for (int i = 0; i < n; ++i) {
    Vec3<T> at = box.center();
    at[axis] += slab[axis] * T(2 * i + 1 - n);
    put(at, norm(slab), depth_at(shape, at));
  }
}
template void cover(const Shape<float>&, const Pose<float>&, std::uint32_t, std::uint32_t,
                    std::vector<LinkBall<float>>&);
template void cover(const Shape<double>&, const Pose<double>&, std::uint32_t, std::uint32_t,
                    std::vector<LinkBall<double>>&);

}  // namespace tactus::batch::detail
