// SPDX-License-Identifier: MIT
#pragma once
/// The oracle of derivatives: differences of contacts in long double, which know nothing of curvature.
#include <tactus/query.h>
#include <tests/helpers/random_pairs.h>

#include <array>
#include <optional>

namespace tactus::testing {

struct PosedPair {
  Shape<double> a, b;
  Pose<double> pose_a, pose_b;
};

/// Signed distance, normal, point_a, point_b as ten numbers, or their derivative by a twist.
using Numbers = std::array<long double, 10>;

inline Numbers numbers_of(long double d, const Vec3<long double>& n, const Vec3<long double>& p,
                          const Vec3<long double>& q) {
  return {d, n.x, n.y, n.z, p.x, p.y, p.z, q.x, q.y, q.z};
}
template <class F> Numbers combined(const Numbers& x, const Numbers& y, F&& f) {
  Numbers result;
  for (std::size_t i = 0; i < result.size(); ++i) result[i] = f(x[i], y[i]);
  return result;
}
/// Of the numbers from `first` to before `last`.
inline double largest(const Numbers& x, std::size_t first, std::size_t last) {
  long double most = 0;
  for (std::size_t i = first; i < last; ++i) most = std::max(most, std::abs(x[i]));
  return static_cast<double>(most);
}

/// Twists 0 to 5 move A along and about the world's axes, 6 to 11 move B.
template <Scalar T> Twist<T> unit_twist(int k) {
  Twist<T> t{};
  (k % 6 < 3 ? t.linear : t.angular)[k % 3] = T(1);
  return t;
}
template <Scalar T> Pose<T> moved(const Pose<T>& pose, const Twist<T>& t, T time) {
  const T angle = norm(t.angular) * time;
  const Mat3<T> turn = angle != T(0) ? from_axis_angle(t.angular, angle) : Mat3<T>{};
  return {turn * pose.rotation, pose.translation + t.linear * time};
}

class Differences {
 public:
  using L = long double;
  explicit Differences(const PosedPair& pair)
      : a_(pair.a.cast<L>()), b_(pair.b.cast<L>()), pose_a_(pair.pose_a.cast<L>()), pose_b_(pair.pose_b.cast<L>()) {}

  /// Of fourth order, each with two steps that must agree to 1e-6 of the largest. Where they do not, a smaller step is
  /// tried; nothing where they disagree again: a kink is near. (The normals of curved pairs are good to about 1e-9, so
  /// much smaller steps would show nothing but that.)
  std::optional<Numbers> by_twist(int k) const {
    for (const L step : {4e-3L, 5e-4L}) {
      const Numbers coarse = slope(k, step), fine = slope(k, step / 2);
      const Numbers gap = combined(coarse, fine, [](L x, L y) { return x - y; });
      if (largest(gap, 0, 10) <= 1e-6 * std::max(1.0, largest(fine, 0, 10))) return fine;
    }
    return std::nullopt;
  }

 private:
  Numbers slope(int k, L h) const {
    const Numbers near = combined(at(k, h), at(k, -h), [&](L x, L y) { return (x - y) / (2 * h); });
    const Numbers far = combined(at(k, 2 * h), at(k, -2 * h), [&](L x, L y) { return (x - y) / (4 * h); });
    return combined(near, far, [](L x, L y) { return (4 * x - y) / 3; });
  }
  Numbers at(int k, L h) const {
    const Twist<L> t = unit_twist<L>(k);
    const auto c = contact(a_, k < 6 ? moved(pose_a_, t, h) : pose_a_, b_, k < 6 ? pose_b_ : moved(pose_b_, t, h),
                           Options<L>{.tolerance = 0, .max_iterations = 1000});
    return numbers_of(c.distance, c.normal, c.point_a, c.point_b);
  }

  Shape<L> a_, b_;
  Pose<L> pose_a_, pose_b_;
};

/// The same numbers from the library.
template <Scalar T> Numbers by_twist(const Derivative<T>& d, int k) {
  const Twist<T> t = unit_twist<T>(k);
  const auto of = [&](const auto& by) { return k < 6 ? by.by_a(t) : by.by_b(t); };
  using L = long double;
  return numbers_of(of(d.distance), of(d.normal).template cast<L>(), of(d.point_a).template cast<L>(),
                    of(d.point_b).template cast<L>());
}

}  // namespace tactus::testing
