#pragma once
/// The balls inside and around two shapes: half of all random pairs need no more.  [Kenwright 2015, §5]
#include <tactus/narrow/minkowski.h>

namespace tactus::balls {

/// By how much a pose that a query accepts can stretch or shrink a ball: a relative one is made of two, and each may be
/// off by the tolerance.
template <Scalar T> inline constexpr T stretch = T(4 * rotation_tolerance<builtin_t<T>>);

template <class Pair> constexpr auto inner_radii(const Pair& pair) {
  using T = std::remove_cvref_t<decltype(pair.size())>;
  return inscribed_radius(pair.shape_a()) + inscribed_radius(pair.shape_b()) * (T(1) - stretch<T>);
}

/// Do the balls about the centres, inside the shapes, meet? Then the shapes do.
template <class Pair> constexpr bool inner_meet(const Pair& pair) {
  return norm_squared(pair.center()) <= square(inner_radii(pair));
}

/// Are the balls around the shapes apart by more than that? Then the shapes are.
template <class Pair, class T> constexpr bool outer_apart(const Pair& pair, T gap) {
  return norm_squared(pair.center()) >
         square(bounding_radius(pair.shape_a()) + bounding_radius(pair.shape_b()) * (T(1) + stretch<T>)+gap);
}

/// Are they farther apart than the query looks?
template <class Pair, class T> constexpr bool outer_beyond(const Pair& pair, const Options<T>& options) {
  return options.max_distance < infinity<T> && outer_apart(pair, options.max_distance + pair.rounding()) &&
         pair.finite();
}
/// The answer then, from the line of the centres.
template <class Pair, class T>
[[gnu::noinline]] constexpr Contact<T> far_apart(const Pair& pair, const Options<T>& options) {
  const Vec3<T> between = -pair.center(), from = pair.shape_a().center();
  const T length = norm(between), reach = bounding_radius(pair.shape_a()) + bounding_radius(pair.shape_b());
  return finish(pair, Status::beyond_max, length, length - (reach - pair.radius()), length, unit_or_up(between), from,
                from + between, 0, options);
}

/// An upper bound of the cores' signed distance from the inner balls: theirs, with the shapes' own balls given back.
template <class Pair> constexpr auto core_upper(const Pair& pair) {
  return norm(pair.center()) - inner_radii(pair) + pair.radius();
}

/// A point of both shapes whose inner balls meet, in A's frame: on the line of the centres, where the balls' radii
/// divide it.
template <class Pair> constexpr auto common_point(const Pair& pair) {
  const auto r_a = inscribed_radius(pair.shape_a()), sum = r_a + inscribed_radius(pair.shape_b());
  const auto a = pair.shape_a().center();
  return sum > decltype(sum)(0) ? a - pair.center() * (r_a / sum) : a;
}

}  // namespace tactus::balls
