// SPDX-License-Identifier: MIT
#pragma once
/// Two capsules in the usual case: the answer of segment_contact (closed_form/balls_and_segments.h), faster; see
/// fast/sphere_box.h.
#include <tactus/narrow/fast/sphere_box.h>

namespace tactus::closed_form {

namespace detail {

/// The features of both capsules. The index bits: is the product of the normal with A's axis (1) or B's (2) negative,
/// and is its size above the tilt threshold (4 for A, 8 for B)?
inline constexpr auto capsule_features = [] {
  std::array<std::array<Feature, 2>, 16> table{};
  for (unsigned i = 0; i < 16; ++i) {
    const unsigned edge_a = i & 4 ? 0 : 2, edge_b = i & 8 ? 0 : 2;
    table[i] = {round_segment_features[4 + edge_a + (i & 1 ? 0 : 1)],
                round_segment_features[4 + edge_b + (i & 2 ? 1 : 0)]};  // B's side faces against the normal
  }
  return table;
}();

/// Where along their axes two lines are nearest (`free`), and where two segments on them are (`nearest`), as (s, t) in
/// the first two lanes: s·d on A, q - t·e on B, at the distance |s·d + t·e - q|.
template <Scalar T> struct NearestOnAxes { Four<T> free, nearest; };

/// For the lines, the derivatives vanish: s + (d·e) t = d·q, t + (d·e) s = e·q. Cramer's rule gives `free`. For a given
/// t the best s is d·q - (d·e) t, if A reaches that far, so B's ends limit s to an interval about d·q. The best pair is
/// the free one with s and t each clamped to its interval: the squared distance is convex, and the best s is a
/// monotonic function of t.
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

/// `otherwise(c)` fills in the unusual answers: rotations that are not exact to rounding, sizes of 0, axes nearly
/// parallel or nearly touching, values outside the range of T, bounds that do not meet.
///
/// `as_stored`: the axes are used as stored in the matrices. If false, the nearest rotations are meant, and the
/// difference widens the bounds.
///
/// If the segments cross, both met short of their ends by more than rounding, the normal is perpendicular to both axes;
/// otherwise it is the difference of the nearest points (see segment_gap). Which case holds cannot be predicted. In
/// both cases w is the normal before normalization. Everything that w decides is computed while its square root is
/// pending; the poses are checked while the first division is pending.
///
/// The rounding error of `free`: Cramer's numerators are off by 15 u |q|, 1/sine² by a relative 10 u/sine. Lines that
/// pass each other within the segments have |q| ≤ heights + their distance. If that distance is the smaller of the two,
/// 32 u heights / sine² is enough; otherwise, missing an end by so little changes the distance by at most thousands of
/// u².
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
  const Four<T> enough(T(32) * unit_roundoff<T> * heights * per_sine2);  // the room needed for a crossing
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
  if constexpr (report == Report::gap) {  // the middle of the intersection of the balls about the nearest points
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
