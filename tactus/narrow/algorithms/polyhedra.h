// SPDX-License-Identifier: MIT
#pragma once
/// The shapes for the algorithms that walk over polyhedra.
#include <tactus/shape/shape.h>

namespace tactus::narrow {

/// The shape must be a hull.
template <Scalar T> const Hull<T>& hull_of(const Shape<T>& s) { return *s.template get_if<Hull<T>>(); }

/// Calls f(a, b) with each shape as a Hull or a Box; each must be one of these.
template <Scalar T, class F> auto of_polyhedra(const Shape<T>& a, const Shape<T>& b, F&& f) {
  const auto* box_a = a.template get_if<Box<T>>();
  const auto* box_b = b.template get_if<Box<T>>();
  if (box_a) return box_b ? f(*box_a, *box_b) : f(*box_a, hull_of(b));
  return box_b ? f(hull_of(a), *box_b) : f(hull_of(a), hull_of(b));
}

}  // namespace tactus::narrow
