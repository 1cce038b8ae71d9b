// SPDX-License-Identifier: MIT
#pragma once
/// How far the separation along one direction is certain to stay above a floor.
///
/// Along a fixed direction the separation is the minimum over pairs of points, and no pair has a second derivative
/// above K. So s(t) - K t²/2 is concave, and between two times with known values s stays above the parabola of
/// curvature K through both. That parabola stays above the floor exactly if
///     (t1 - t0) √(K/2) ≤ √(s0 - floor) + √(s1 - floor).
/// Derivation and picture: docs/algorithms/time_of_impact.md.
#include <tactus/core/trace.h>
#include <tactus/sweep/moving_pair.h>

#include <optional>

namespace tactus::sweep {

/// Sent to the trace for each certified advance: along `direction` the separation, at least gap_from and gap_to at the
/// ends, stays above `floor` between the two times.
template <Scalar T> struct Advance {
  T from, to;
  Direction<T> direction;
  T gap_from, gap_to, curvature, floor;
};

template <Scalar T> constexpr bool stays_above(T floor, T gap_from, T gap_to, T width, T curvature) {
  if (!(gap_from >= floor && gap_to >= floor)) return false;
  const T steepest = width * sqrt(curvature / T(2)) * (T(1) + T(8) * unit_roundoff<T>);
  return steepest <= sqrt(gap_from - floor) + sqrt(gap_to - floor);
}

/// The first x > 0 at which the parabola c + b x + a x²/2, c > 0, is zero; infinity if there is none.
template <Scalar T> constexpr T first_root(T c, T b, T a) {
  const T d = b * b - T(2) * a * c;
  if (d < T(0) || (b >= T(0) && a >= T(0))) return infinity<T>;
  return T(2) * c / (sqrt(d) - b);  // the smaller positive root, without cancellation for b < 0
}

/// A step that should both reach the target and be certified, if the separation follows its parabola: three bisections
/// between the step that is certain for any end above the floor and the one that reaches the target.
template <Scalar T> constexpr T promising_step(const Slope<T>& s, T floor, T target, T curvature, T longest) {
  T step = s.gap > target ? min(first_root(s.gap - target, s.rate, s.bend), longest) : longest;
  const auto promises = [&](T x) {
    return stays_above(floor, s.gap, s.gap + x * (s.rate + x * s.bend / T(2)), x, curvature);
  };
  if (promises(step)) return step;
  T low = curvature > T(0) ? min(step, sqrt(T(2) * (s.gap - floor) / curvature)) : T(0);
  for (int i = 0; i < 3; ++i) (promises((low + step) / T(2)) ? low : step) = (low + step) / T(2);
  return low;
}

/// The far end of a certified stretch along one direction with the current separation s, chosen so that the separation
/// there is about `target` if it falls that far before `end`. If a try fails, the parabola through the values just
/// measured aims shorter; from the third try on, the step is halved, which must succeed: below √(2 (gap - floor)/K),
/// only an end below the floor can fail, and the separation is continuous. There is no such step after `max_tries`,
/// or if the gap is at the floor itself.
template <class Course, class T, class Trace>
std::optional<Placement<T>> farthest(const Course& course, const Direction<T>& d, const Placement<T>& from, Slope<T> s,
                                     T floor, T target, T end, int max_tries, Trace&& trace) {
  const T curvature = course.curvature(d, end);
  T step = promising_step(s, floor, target, curvature, end - from.time);
  for (int tries = 0; tries < max_tries; ++tries) {
    const T time = min(from.time + step, end), width = time - from.time;
    if (!(width > T(0))) break;
    const Placement<T> there = course.at(time);
    const Slope<T> s1 = course.separation(d, there);
    if (stays_above(floor, s.gap, s1.gap, width, curvature)) {
      trace(Advance<T>{from.time, time, d, s.gap, s1.gap, curvature, floor});
      return there;
    }
    s.bend = T(2) * ((s1.gap - s.gap) / width - s.rate) / width;
    step = tries < 2 ? promising_step(s, floor, target, curvature, T(0.95) * width) : width / T(2);
  }
  return std::nullopt;
}

}  // namespace tactus::sweep
