#pragma once
/// A sphere and a box where nothing is unusual: what ball_contact (balls_and_segments.h) answers, in 40 % of its
/// instructions. An answer is so short that its time is how long one thing waits for the other, and how much of the next
/// answer fits beside it in the processor.
#include <tactus/math/rotation_faults.h>
#include <tactus/narrow/balls_and_segments.h>

namespace tactus::closed_form {

/// Both rotations must be exact to rounding, the radius and the box's sides above 0. `otherwise(c)` fills in the answers
/// that take more thought: a face met at a tilt that is hardly one, the centre on the surface, what leaves the range of T.
///
/// With p = Rᵀ v the centre in the box's frame, `off` leads from the nearest point of the surface to p: outside, what p
/// is beyond the sides; inside, along the axis of the face least deep and against it. It is turned back to the world
/// before it is measured: its length and the normal are those of the points as stored, and v - R p, at most |R Rᵀ - 1|
/// times reach, widens the bounds.
template <Report report, Scalar T, class F>
[[gnu::always_inline]] inline Contact<T> quick_sphere_box(const Sphere<T>& ball, const Pose<T>& pose_a,
                                                          const Box<T>& box, T box_radius, const Pose<T>& pose_b,
                                                          const Options<T>& options, T faults, F&& otherwise) {
  Contact<T> c;
  const auto& [x_axis, y_axis, z_axis] = pose_b.rotation.columns;
  const Four<T> x = Four<T>::load(&x_axis.x), y = Four<T>::load(&y_axis.x), z = Four<T>::load(&z_axis.x);
  const Four<T> before_at = Four<T>::load(&pose_a.rotation.columns[2].z), at = before_at.last_three();
  const Four<T> v = (before_at - Four<T>::load(&z_axis.z)).last_three(), zero(T(0));
  const Four<T> p = sums_of_three(x * v, y * v, z * v, v * v);
  const T reach = ball.radius + box_radius + sqrt(p[3]), rounding = T(8) * unit_roundoff<T> * reach;

  const Four<T> beyond = abs(p) - Four<T>::load_three(&box.half.x), order = numbered(beyond);
  const T most = greatest_of_three(order);
  const Four<T> off = where_greater(Four<T>(min(T(0), most)), order, zero, beyond), to_box = against(off, p);
  const Four<T> w = x * to_box.template all<0>() + y * to_box.template all<1>() + z * to_box.template all<2>();
  const T length2 = sum_of_three(w * w), length = sqrt(length2), core_distance = std::copysign(length, most);
  const Four<T> normal = w / Four<T>(core_distance);

  const T distance = core_distance - ball.radius, slack = rounding + sqrt(faults) * reach;
  constexpr bool is_gap = report == Report::gap;
  const Four<T> on_b = is_gap ? at + normal * positive_part(core_distance) : at + w;  // back to a centre inside
  c.status = status_at(distance, options);
  c.distance = is_gap ? positive_part(distance) : distance;
  c.lower = distance - slack;
  c.upper = distance + slack;
  c.resolution = rounding;
  store_three(&c.normal.x, normal);
  store_three(&c.point_a.x, on_b - normal * c.distance);
  store_three(&c.point_b.x, on_b);

  // As Box::feature_of_unit, where each component of the normal is none or one that is noticed.
  const T size = T(2) * min(ball.radius, box_radius);
  const unsigned noticed = greater_bits(abs(off) * size, Four<T>(length * min(rounding, T(0.01) * size)));
  const unsigned corner = 7u & ~sign_bits(p), some = greater_bits(abs(off), zero);
  c.feature_a = rounded_feature({FeatureKind::vertex, 0});
  c.feature_b = tactus::detail::hexahedron_features[7u & ~noticed][corner];
  if ((7u & (noticed ^ some)) || !(length2 >= std::numeric_limits<T>::min() && reach <= std::numeric_limits<T>::max()))
    otherwise(c);
  return c;
}

}  // namespace tactus::closed_form
