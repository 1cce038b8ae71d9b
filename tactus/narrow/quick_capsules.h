#pragma once
/// Two capsules where nothing is unusual: what segment_contact (balls_and_segments.h) answers, in 60 % of its
/// instructions; see quick_sphere_box.h.
#include <tactus/math/rotation_faults.h>
#include <tactus/narrow/balls_and_segments.h>

namespace tactus::closed_form {

namespace detail {

/// The features of both capsules, by whether the normal has a negative product with A's axis (1) and B's (2), and
/// whether one that is noticed (4, 8).
inline constexpr auto capsule_features = [] {
  std::array<std::array<Feature, 2>, 16> table{};
  for (unsigned i = 0; i < 16; ++i) {
    const unsigned edge_a = i & 4 ? 0 : 2, edge_b = i & 8 ? 0 : 2;
    table[i] = {round_segment_features[4 + edge_a + (i & 1 ? 0 : 1)],
                round_segment_features[4 + edge_b + (i & 2 ? 1 : 0)]};  // B's looks against the normal
  }
  return table;
}();

}  // namespace detail

/// Both rotations must be exact to rounding, all sizes above 0. `otherwise(c)` fills in the answers that take more
/// thought: axes nearly parallel or nearly touching, what leaves the range of T, bounds that do not meet.
///
/// The nearest points are those of nearest_points. Where segments cross, both met short of their ends by more than
/// rounding, the normal is across both axes; elsewhere it is the difference of the nearest points (see segment_gap). Which
/// it is cannot be predicted. All products with it are taken at the length it has, while the root is on its way.
template <Report report, Scalar T, class F>
[[gnu::always_inline]] inline Contact<T> quick_capsules(const Capsule<T>& a, const Pose<T>& pose_a, const Capsule<T>& b,
                                                        const Pose<T>& pose_b, const Options<T>& options,
                                                        F&& otherwise) {
  Contact<T> c;
  const Vec3<T>&axis_a = pose_a.rotation.columns[2], &axis_b = pose_b.rotation.columns[2];
  const Four<T> d = Four<T>::load(&axis_a.x), e = Four<T>::load(&axis_b.x), turned_e = e.yzx();
  const Four<T> before_at = Four<T>::load(&axis_a.z), q = (Four<T>::load(&axis_b.z) - before_at).last_three();
  const Four<T> across = d * turned_e - d.yzx() * e;  // d × e in the order z, x, y
  const Four<T> u = sums_of_three(across * across, d * e, d * d, e * e);
  const Four<T> v = sums_of_three(across * (q * turned_e - q.yzx() * e), d * q, e * q, q * q);
  const T sine2 = u[0], per_d = T(2) - u[2], per_e = T(2) - u[3];  // 1/d² and 1/e², for rotations
  T s = clamp(v[0] * (T(1) / sine2), -a.half_height, a.half_height);
  const T t = clamp((u[1] * per_e) * s - v[2] * per_e, -b.half_height, b.half_height);
  s = clamp((u[1] * per_d) * t + v[1] * per_d, -a.half_height, a.half_height);

  const T heights = a.half_height + b.half_height, radii = a.radius + b.radius;
  const T reach = heights + radii + sqrt(v[3]), rounding = T(8) * unit_roundoff<T> * reach;
  const Four<T> on_a = d * s, between = q + e * t - on_a, free = across.yzx();
  const T of_lines = sum_of_three(free * q);  // their distance, times the sine
  const Four<T> room(min(a.half_height - abs(s), b.half_height - abs(t)));
  const Four<T> enough(T(256) * unit_roundoff<T> * heights);  // for them to cross
  const Four<T> w = where_greater(room, enough, free * with_sign(T(1), of_lines), between);
  const Four<T> along = sums_of_three(d * w, e * w, q * w, w * w);
  const T w2 = along[3], length = sqrt(w2), per_length = length * (T(1) / w2);
  const Four<T> normal = w * per_length;
  const T apart = where_greater(room, enough, Four<T>(abs(of_lines)), Four<T>(w2))[0] * per_length;
  const T separation = (along[2] - abs(along[0]) * a.half_height - abs(along[1]) * b.half_height) * per_length;

  const T distance = apart - radii;
  c.status = status_at(distance, options);
  c.distance = report == Report::gap ? positive_part(distance) : distance;
  c.lower = separation - (radii + rounding);
  c.upper = distance + rounding;
  c.resolution = rounding;
  store_three(&c.normal.x, normal);
  T to_a = a.radius, to_b = apart - b.radius;  // from the axis of A
  if constexpr (report == Report::gap) {  // the middle of what the balls about the nearest points share, if they do
    const T middle = (max(to_b, -a.radius) + min(to_a, apart + b.radius)) * T(0.5), half_gap = c.distance * T(0.5);
    to_a = middle - half_gap, to_b = middle + half_gap;
  }
  const Four<T> core = before_at.last_three() + on_a;
  store_three(&c.point_a.x, core + normal * to_a);
  store_three(&c.point_b.x, core + normal * to_b);

  const T size = T(2) * min(a.half_height + a.radius, b.half_height + b.radius);
  const unsigned noticed = greater_bits(abs(along) * size, Four<T>(length * min(rounding, T(0.01) * size)));
  const auto& features = detail::capsule_features[(noticed & 3u) * 4u + (sign_bits(along) & 3u)];
  c.feature_a = features[0], c.feature_b = features[1];
  const T near = where_greater(room, enough, Four<T>(T(0)), Four<T>(heights / T(16)))[0];
  if (!(sine2 > T(1) / T(64) && apart > near && apart - separation <= T(3) * rounding)) otherwise(c);
  return c;
}

}  // namespace tactus::closed_form
