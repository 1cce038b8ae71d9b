#pragma once
/// A sphere and a box where nothing is unusual: what ball_contact (closed_form/balls_and_segments.h) answers, in 40 % of its
/// instructions. An answer is so short that its time is how long one thing waits for the other, and how much of the
/// next answer fits beside it in the processor, which holds back some sixty operations that wait. So what needs the
/// root comes last, and what needs nothing (are the poses rotations?) where all else would wait.
#include <tactus/math/rigid.h>
#include <tactus/narrow/closed_form/balls_and_segments.h>

#include <cstddef>
#include <cstring>

namespace tactus::closed_form {

/// Fourth powers of lengths up to this one stay in the range of T.
template <Scalar T>
inline constexpr T longest_quick = [] {
  T length(1);
  for (int i = 8; i < std::numeric_limits<T>::max_exponent / 4; ++i) length *= T(2);
  return length;
}();

/// Each of the three is written as four numbers, and its fourth overwritten by what follows it in a Contact: a vector
/// of three would take a shuffle and a second store.
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

/// `otherwise(c)` fills in the answers that take more thought: poses that are not exact to rounding, sizes of 0, a face
/// met at a tilt that is hardly one, the centre on the surface, what leaves the range of T. `least`: the smaller of the
/// radius and the box's half sides.
///
/// With p = Rᵀ v the centre in the box's frame, `off` leads from the nearest point of the surface to p: outside, what p
/// is beyond the sides; inside, along the axis of the face least deep and against it. Its root is taken at once; turned
/// back to the world it is w, which R may have stretched by rounding, and the distance and the normal get their share
/// of that (|w| = |off| √stretch ≈ |off| (1 + stretch)/2): they are those of the points as stored. v - R p, at most
/// |R Rᵀ - 1| times reach, widens the bounds.
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

  // As Box::feature_of_unit, where each component of the normal is none or one that is noticed.
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
