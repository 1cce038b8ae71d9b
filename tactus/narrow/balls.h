// SPDX-License-Identifier: MIT
#pragma once
/// The balls inside and around two shapes: they settle half of all random pairs.  [Kenwright 2015, §5]
#include <tactus/narrow/minkowski.h>

namespace tactus::balls {

/// How much a pose that a query accepts can stretch or shrink a ball: a relative pose is made of two poses, and each
/// may be off by the tolerance.
template <Scalar T> inline constexpr T stretch = T(4 * rotation_tolerance<builtin_t<T>>);

template <class Pair> constexpr auto inner_radii(const Pair& pair) {
  using T = std::remove_cvref_t<decltype(pair.size())>;
  return inscribed_radius(pair.shape_a()) + inscribed_radius(pair.shape_b()) * (T(1) - stretch<T>);
}

/// Do the balls inside the shapes, about their centres, meet? If so, the shapes intersect.
template <class Pair> constexpr bool inner_meet(const Pair& pair) {
  return norm_squared(pair.center()) <= square(inner_radii(pair));
}

/// Are the balls around the shapes farther apart than `gap`? If so, the shapes are too.
template <class Pair, class T> constexpr bool outer_apart(const Pair& pair, T gap) {
  return norm_squared(pair.center()) >
         square(bounding_radius(pair.shape_a()) + bounding_radius(pair.shape_b()) * (T(1) + stretch<T>)+gap);
}

/// Are the balls around the shapes farther apart than max_distance?
template <class Pair, class T> constexpr bool outer_beyond(const Pair& pair, const Options<T>& options) {
  return options.max_distance < infinity<T> && outer_apart(pair, options.max_distance + pair.rounding()) &&
         pair.finite();
}
/// The answer in that case, from the line of centres.
template <class Pair, class T>
[[gnu::noinline]] constexpr Contact<T> far_apart(const Pair& pair, const Options<T>& options) {
  const Vec3<T> between = -pair.center(), from = pair.shape_a().center();
  const T length = norm(between), reach = bounding_radius(pair.shape_a()) + bounding_radius(pair.shape_b());
  return finish(pair, Status::beyond_max, length, length - (reach - pair.radius()), length, unit_or_up(between), from,
                from + between, 0, options);
}

/// An upper bound of the cores' signed distance: the signed distance of the inner balls, plus the shapes' own radii.
template <class Pair> constexpr auto core_upper(const Pair& pair) {
  return norm(pair.center()) - inner_radii(pair) + pair.radius();
}

/// A point in both shapes whose inner balls meet, in A's frame: it divides the line of centres in the ratio of the
/// balls' radii.
template <class Pair> constexpr auto common_point(const Pair& pair) {
  const auto r_a = inscribed_radius(pair.shape_a()), sum = r_a + inscribed_radius(pair.shape_b());
  const auto a = pair.shape_a().center();
  return sum > decltype(sum)(0) ? a - pair.center() * (r_a / sum) : a;
}

}  // namespace tactus::balls
