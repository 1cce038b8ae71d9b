// SPDX-License-Identifier: MIT
#pragma once
/// The thesis' contact manifold: Algorithm 13 for both shapes, the two polygons clipped, and the special case of its
/// §4.2.3: shapes of curved and sharp parts get one contact point.  [Olvång 2010, §2.6, §4.2.3]
///
/// Known errors: a curved surface gives as many points as there are samples, as far apart as the perturbation times its
/// radius; the test of a point in a polygon accepts every point if the polygon is a segment; points are compared for
/// equality; a turn of the normal by less than the perturbation may add or drop corners; a cone that stands on its base
/// gets one point, which cannot support it. (contact/manifold.h clips the named features instead.)
#include <tactus/contact/perturbed_sampling.h>
#include <tactus/core/contact.h>

namespace tactus::lab::published {

inline constexpr int samples = 16;  // not given in the thesis
inline constexpr double perturbation = 1e-3;  // not given in the thesis either; relative to the unit normal

/// Cones, cylinders "or similar objects that combine quadratic surfaces with sharp discontinuities".
template <Scalar T> bool gets_one_point(const Shape<T>& shape) {
  const ShapeKind kind = shape.kind();
  return kind == ShapeKind::cone || kind == ShapeKind::cylinder || kind == ShapeKind::conical_frustum ||
         kind == ShapeKind::disc || kind == ShapeKind::ellipse;
}

/// Points of the contact in the plane through the middle of the overlap.
template <Scalar T>
perturbed_sampling::Points<T> manifold(const Shape<T>& a, const Shape<T>& b, const Pose<T>& x_ab,
                                       const Contact<T>& contact) {
  if (gets_one_point(a) || gets_one_point(b)) {
    perturbed_sampling::Points<T> one;
    one.add(contact.point());
    return one;
  }
  return perturbed_sampling::manifold_as_published(a, b, x_ab, contact.normal, contact.point(), T(perturbation),
                                                   samples);
}

}  // namespace tactus::lab::published
