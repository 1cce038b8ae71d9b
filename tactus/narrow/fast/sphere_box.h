// SPDX-License-Identifier: MIT
#pragma once
/// A sphere and a box in the usual case: the answer of ball_contact (closed_form/balls_and_segments.h), in 40 % of its
/// instructions. The computation is so short that its time depends on the longest chain of dependent operations, and on
/// how much of the next query fits into the processor's window of some sixty waiting operations. So operations that
/// need the square root come last, and independent ones (are the poses rotations?) fill the waiting times.
#include <tactus/math/rigid.h>
#include <tactus/narrow/closed_form/balls_and_segments.h>

#include <cstddef>
#include <cstring>

namespace tactus::closed_form {

/// Fourth powers of lengths up to this value stay in the range of T.
template <Scalar T>
inline constexpr T longest_quick = [] {
  T length(1);
  for (int i = 8; i < std::numeric_limits<T>::max_exponent / 4; ++i) length *= T(2);
  return length;
}();

/// Each of the three vectors is written as four numbers; the fourth is overwritten by the next field of Contact.
/// Writing only three would take a shuffle and a second store.
template <Scalar T>
[[gnu::always_inline]] inline void store_in_turn(Contact<T>& c, const Four<T>& normal, const Four<T>& point_a,
                                                 const Four<T>& point_b, Feature feature_a, Feature feature_b) {
  constexpr std::size_t at = offsetof(Contact<T>, normal), row = 3 * sizeof(T);
  static_assert(offsetof(Contact<T>, point_a) == at + row && offsetof(Contact<T>, point_b) == at + 2 * row &&
                offsetof(Contact<T>, feature_a) == at + 3 * row);
  auto* to = reinterpret_cast<std::byte*>(&c) + at;
  normal.store(to);
  point_a.store(to + row);
  point_b.store(to + 2 * row);
  c.feature_a = feature_a, c.feature_b = feature_b;
}

/// `otherwise(c)` fills in the unusual answers: poses that are not exact to rounding, sizes of 0, a normal component
/// that is not zero but below the tilt threshold, the centre on the surface, values outside the range of T. `least`:
/// the smaller of the radius and the box's half sides.
///
/// With p = Rᵀ v the centre in the box's frame, `off` points from the nearest point of the surface to p. Outside, it is
/// the part of p beyond the sides; inside, it runs along the axis of the least deep face, against the face's normal.
/// Its length is computed early. Turned back to the world, `off` is w, which R may have stretched by rounding; the
/// distance and the normal are corrected for that (|w| = |off| √stretch ≈ |off| (1 + stretch)/2), so they belong to the
/// points as stored. v - R p, at most |R Rᵀ - 1| times reach, widens the bounds.
template <Report report, Scalar T, class F>
[[gnu::always_inline]] inline Contact<T> quick_sphere_box(const Sphere<T>& ball, const Pose<T>& pose_a,
                                                          const Box<T>& box, T box_radius, T least,
                                                          const Pose<T>& pose_b, const Options<T>& options,
                                                          F&& otherwise) {
  Contact<T> c;
  const auto& [x_axis, y_axis, z_axis] = pose_b.rotation.columns;
  const Four<T> x = Four<T>::load(&x_axis.x), y = Four<T>::load(&y_axis.x), z = Four<T>::load(&z_axis.x);
  const Four<T> at = Four<T>::load_three(&pose_a.translation.x), zero(T(0));
  const Four<T> v = at - Four<T>::load_three(&pose_b.translation.x);
  const Four<T> p = sums_of_three(x * v, y * v, z * v, v * v);
  const Four<T> beyond = abs(p) - Four<T>::load_three(&box.half.x), order = beyond.template numbered<3>(0);
  const T most = greatest_of_three(order);
  const Four<T> off = where_greater(Four<T>(min(T(0), most)), order, zero, beyond), to_box = against(off, p);
  const Four<T> squares = off * off;
  const T off2 = sum_of_three(squares), length = std::copysign(sqrt(off2), most), per_off2 = T(1) / off2;

  const T faults = rotation_faults(pose_a, pose_b);
  const T reach = ball.radius + box_radius + sqrt(p[3]), rounding = rounding_of(reach);
  const T slack = rounding + sqrt(faults) * reach;
  c.resolution = rounding;
  const Four<T> w = x * to_box.template all<0>() + y * to_box.template all<1>() + z * to_box.template all<2>();
  const T half_stretch = T(0.5) * (sum_of_three(w * w) * per_off2);

  // Same as Box::feature_of_unit if each component of the normal is either zero or above the tilt threshold.
  const T size = pair_size(ball.radius, box_radius);
  const T unnoticed = off2 * square(min(rounding, T(0.01) * size));
  const unsigned noticed = greater_bits(squares * square(size), Four<T>(unnoticed));
  const unsigned corner = 7u & ~sign_bits(p), some = greater_bits(squares, zero);

  const Four<T> normal = w * (length * (per_off2 * (T(1.5) - half_stretch)));
  const T core_distance = length * (T(0.5) + half_stretch), distance = core_distance - ball.radius;
  constexpr bool is_gap = report == Report::gap;
  const Four<T> on_b = is_gap ? at + normal * positive_part(core_distance) : at + w;  // back to a centre inside
  c.status = status_at(distance, options);
  c.distance = is_gap ? positive_part(distance) : distance;
  c.lower = distance - slack;
  c.upper = distance + slack;
  store_in_turn(c, normal, on_b - normal * c.distance, on_b, rounded_feature({FeatureKind::vertex, 0}),
                tactus::detail::hexahedron_features[7u & ~noticed][corner]);
  if ((7u & (noticed ^ some)) || !(faults <= rounding_faults<T> && least > T(0) && reach < longest_quick<T> &&
                                   unnoticed >= std::numeric_limits<T>::min()))
    otherwise(c);
  return c;
}

}  // namespace tactus::closed_form
