#pragma once
/// Two capsules where nothing is unusual: what segment_contact (closed_form/balls_and_segments.h) answers, sooner; see
/// fast/sphere_box.h.
#include <tactus/narrow/fast/sphere_box.h>

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

/// How far along their axes two lines come nearest, and two segments of them do, as (s, t) in the first two of each:
/// s·d on A, q - t·e on B, which are |s·d + t·e - q| apart.
template <Scalar T> struct NearestOnAxes { Four<T> free, nearest; };

/// Of the lines, where the derivatives vanish: s + (d·e) t = d·q, t + (d·e) s = e·q, solved by Cramer's rule: `free`.
/// For a given t the best s is d·q - (d·e) t, if A reaches so far, so B's ends leave s an interval about d·q. The best
/// pair is the free one with s and t put into their intervals, each by itself: the squared distance is convex, and
/// the best s for a given t moves one way as t does.
/// `squares`: |d × e|², d·e, d², e². `with_q`: d·q, e·q in the first two. `half_heights`: A's, B's, 0, 0.
template <Scalar T>
[[gnu::always_inline]] inline NearestOnAxes<T> nearest_on_axes(const Four<T>& squares, T per_sine2,
                                                               const Four<T>& with_q, const Four<T>& per_square,
                                                               const Four<T>& half_heights) {
  const Four<T> cosine = squares.template all<1>(), lowest = Four<T>(T(0)) - half_heights;
  const Four<T> free = (with_q * squares.last_two_swapped() - cosine * with_q.swapped()) * per_sine2;
  const Four<T> middle = with_q * per_square, aside = abs(cosine) * per_square * half_heights.swapped();
  const Four<T> from = greater(lesser(middle - aside, half_heights), lowest);
  const Four<T> to = lesser(greater(middle + aside, lowest), half_heights);
  return {free, lesser(greater(free, from), to)};
}

}  // namespace detail

/// `otherwise(c)` fills in the answers that take more thought: rotations that are not exact to rounding, sizes of 0, axes nearly parallel or nearly touching, what leaves the range of T, bounds that do not
/// meet.
///
/// `as_stored`: the axes are meant as they stand in the matrices; else as the nearest rotations have them, and what they
/// are off by widens the bounds.
///
/// Where segments cross, both met short of their ends by more than rounding, the normal is across both axes; elsewhere
/// it is the difference of the nearest points (see segment_gap). Which it is cannot be predicted. Either is w before it
/// is made a unit vector, and what can be told by w is, while its root is on its way; the poses are looked at while the
/// first division is.
///
/// What rounding does to `free`: Cramer's numerators are off by 15 u |q|, 1/sine² by 10 u/sine of itself. Lines that
/// pass each other within the segments have |q| ≤ heights + their distance. Where that distance is the smaller of the
/// two, 32 u heights / sine² is enough; where not, missing an end by so little changes the distance by thousands of u²
/// at most.
template <Report report, bool as_stored, Scalar T, class F>
[[gnu::always_inline]] inline Contact<T> quick_capsules(const Capsule<T>& a, const Pose<T>& pose_a, const Capsule<T>& b,
                                                        const Pose<T>& pose_b, const Options<T>& options,
                                                        F&& otherwise) {
  Contact<T> c;
  const Four<T> d = Four<T>::load(&pose_a.rotation.columns[2].x), e = Four<T>::load(&pose_b.rotation.columns[2].x);
  const Four<T> at_a = Four<T>::load_three(&pose_a.translation.x);
  const Four<T> q = Four<T>::load_three(&pose_b.translation.x) - at_a;
  const Four<T> zxy = d * e.yzx() - d.yzx() * e, across = zxy.yzx();  // d × e
  const Four<T> squares = sums_of_three(zxy * zxy, d * e, d * d, e * e);
  const T per_sine2 = T(1) / squares[0];
  const Four<T> with_q = sums_of_three(d * q, e * q, across * q, q * q);
  const Four<T> per_square = Four<T>(T(2)) - squares.last_two();  // 1/d² and 1/e², for rotations
  const Four<T> half_heights(a.half_height, b.half_height, T(0), T(0));
  const auto [free, nearest] = detail::nearest_on_axes(squares, per_sine2, with_q, per_square, half_heights);

  const T faults = rotation_faults(pose_a, pose_b);
  const T heights = a.half_height + b.half_height, radii = a.radius + b.radius;
  const T reach = heights + radii + sqrt(with_q[3]), rounding = rounding_of(reach);
  const T slack = rounding + (as_stored ? T(0) : rotation_error(faults) * heights);
  const Four<T> rooms = half_heights - abs(free), room = lesser(rooms, rooms.swapped()).template all<0>();
  const Four<T> enough(T(32) * unit_roundoff<T> * heights * per_sine2);  // for them to cross
  const Four<T> of_lines = with_q.template all<2>();  // their distance, times the sine

  const Four<T> on_a = d * nearest.template all<0>(), between = q - (on_a + e * nearest.swapped().template all<0>());
  const Four<T> w = where_greater(room, enough, turned_by(across, of_lines), between);
  const Four<T> along = sums_of_three(w * w, d * w, e * w, q * w);
  const T w2 = along[0], length = sqrt(w2), per_length = length * (T(1) / w2);
  const T apart_by_w = where_greater(room, enough, abs(of_lines), along)[0];
  const T separation_by_w = along[3] - abs(along[1]) * a.half_height - abs(along[2]) * b.half_height;

  const T size = pair_size(a.half_height + a.radius, b.half_height + b.radius);
  const Four<T> tilt = along * size;
  const T unnoticed = w2 * square(min(rounding, T(0.01) * size));
  const unsigned noticed = greater_bits(tilt * tilt, Four<T>(unnoticed));
  const auto& features = detail::capsule_features[(noticed & 6u) * 2u + (sign_bits(along) & 6u) / 2u];
  c.resolution = rounding;
  const T not_near = where_greater(room, enough, Four<T>(infinity<T>), along)[0], open = apart_by_w - separation_by_w;
  const T least = min(min(a.radius, b.radius), min(a.half_height, b.half_height));
  const Four<T> core = at_a + on_a;

  const Four<T> normal = w * per_length;
  const T apart = apart_by_w * per_length, distance = apart - radii;
  c.status = status_at(distance, options);
  c.distance = report == Report::gap ? positive_part(distance) : distance;
  c.lower = separation_by_w * per_length - (radii + slack);
  c.upper = distance + slack;
  T to_a = a.radius, to_b = apart - b.radius;  // from the axis of A
  if constexpr (report == Report::gap) {  // the middle of what the balls about the nearest points share, if they do
    const T middle = (max(to_b, -a.radius) + min(to_a, apart + b.radius)) * T(0.5), half_gap = c.distance * T(0.5);
    to_a = middle - half_gap, to_b = middle + half_gap;
  }
  store_in_turn(c, normal, core + normal * to_a, core + normal * to_b, features[0], features[1]);
  if (!(faults <= rounding_faults<T> && least > T(0) && per_sine2 < T(64) && not_near > square(heights / T(16)) &&
        open * open <= w2 * square(T(3) * rounding) && reach < longest_quick<T> &&
        unnoticed >= std::numeric_limits<T>::min()))
    otherwise(c);
  return c;
}

}  // namespace tactus::closed_form
