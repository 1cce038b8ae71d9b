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

  /// By Ridders' method: central differences with ever smaller steps, extrapolated to a step of zero (Neville). The
  /// normals of curved pairs are good to about 1e-9 in long double, so small steps are noisy, and large steps are not
  /// exact; the entry that agrees best with the two it was made of is taken. Nothing if that is no better than `agreed`
  /// of the largest number: a kink is near.
  std::optional<Numbers> by_twist(int k) const {
    Numbers table[rows][rows], best{};
    double error = 1e30;
    L step = 0.02L;
    for (int row = 0; row < rows; ++row, step /= 2) {
      table[row][0] = combined(at(k, step), at(k, -step), [&](L x, L y) { return (x - y) / (2 * step); });
      L factor = 4;
      for (int order = 1; order <= row; ++order, factor *= 4) {
        table[row][order] = combined(table[row][order - 1], table[row - 1][order - 1],
                                     [&](L x, L y) { return (factor * x - y) / (factor - 1); });
        const double off =
            std::max(gap(table[row][order], table[row][order - 1]), gap(table[row][order], table[row - 1][order - 1]));
        if (off < error) error = off, best = table[row][order];
      }
      if (error <= 1e-10) break;
    }
    if (!(error <= agreed * std::max(1.0, largest(best, 0, 10)))) return std::nullopt;
    return best;
  }
  /// The same from distances alone, which are good to rounding where normals are good to the root of that; much slower.
  /// Normal n and moment g = r × n (r: B's witness point from B's origin) are the derivatives of the distance by B's
  /// position and turn, so theirs are second differences of distances. The rest follows: r = (n·r) n + n × g, and n·r
  /// is the support value of B, which a slide over the surface does not change.
  Numbers by_twist_of_distances(int k) const {
    Vec3<L> turn, moment;  // the derivatives of n and g
    for (int axis = 0; axis < 3; ++axis) turn[axis] = cross_slope(k, 6 + axis), moment[axis] = cross_slope(k, 9 + axis);
    const L step = 5e-4L;
    const auto rate = [&](L h) { return (distance_at(k, h) - distance_at(k, -h)) / (2 * h); };
    const L closing = (4 * rate(step / 2) - rate(step)) / 3;
    const auto c = contact_of(pose_a_, pose_b_);
    const Twist<L> t = unit_twist<L>(k), of_b = k < 6 ? Twist<L>{} : t;
    const Vec3<L> n = c.normal, r = c.point_b - pose_b_.translation, g = cross(r, n);
    const L rise = dot(turn, r) + dot(n, cross(of_b.angular, r));
    const Vec3<L> slide_b = of_b.linear + rise * n + dot(n, r) * turn + cross(turn, g) + cross(n, moment);
    return numbers_of(closing, turn, slide_b - closing * n - c.distance * turn, slide_b);
  }

 private:
  static constexpr int rows = 8;
  static constexpr double agreed = 3e-7;

  static double gap(const Numbers& x, const Numbers& y) {
    return largest(combined(x, y, [](L p, L q) { return p - q; }), 0, 10);
  }
  Numbers at(int k, L h) const {
    const auto c = contact_of(pose_a(k, h), pose_b(k, h));
    return numbers_of(c.distance, c.normal, c.point_a, c.point_b);
  }
  L distance_at(int k, L h, int then = 6, L then_h = 0) const {
    return contact_of(pose_a(k, h), moved(pose_b(k, h), unit_twist<L>(then), then_h)).distance;
  }
  /// By twist k of either body, then by twist `then` of B: fourth order.
  L cross_slope(int k, int then) const {
    const auto slope = [&](L h) {
      return (distance_at(k, h, then, h) - distance_at(k, h, then, -h) - distance_at(k, -h, then, h) +
              distance_at(k, -h, then, -h)) /
             (4 * h * h);
    };
    const L step = 5e-4L;
    return (4 * slope(step / 2) - slope(step)) / 3;
  }
  Pose<L> pose_a(int k, L h) const { return k < 6 ? moved(pose_a_, unit_twist<L>(k), h) : pose_a_; }
  Pose<L> pose_b(int k, L h) const { return k < 6 ? pose_b_ : moved(pose_b_, unit_twist<L>(k), h); }
  Contact<L> contact_of(const Pose<L>& at_a, const Pose<L>& at_b) const {
    return contact(a_, at_a, b_, at_b, Options<L>{.tolerance = 0, .max_iterations = 1000});
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
