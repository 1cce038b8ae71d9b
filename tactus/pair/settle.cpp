// SPDX-License-Identifier: MIT
#include <tactus/contact/manifold/overlap_points.h>
#include <tactus/narrow/default.h>
#include <tactus/pair/settle.h>

#include <algorithm>

namespace tactus {
namespace {

/// The position of a manifold's deepest point.
template <Scalar T> Vec3<T> deepest_position(const Manifold<T>& m) {
  const auto deeper = [](const ContactPoint<T>& p, const ContactPoint<T>& q) { return p.distance < q.distance; };
  return std::min_element(m.begin(), m.end(), deeper)->position;
}

/// The contact that belongs to a manifold of overlapping boxes, from their axis: its point is the deepest one.
template <Scalar T>
Contact<T> contact_along(const MinkowskiPair<Box<T>, Box<T>, T>& pair, const closed_form::BoxAxis<T>& axis,
                         const Manifold<T>& m, const Options<T>& options) {
  const Vec3<T> deepest = deepest_position(m);
  Contact<T> c = closed_form::exact(pair, axis.separation, axis.normal, deepest, deepest, options);
  const T sine = unnoticed_tilt(pair.rounding(), pair.size());
  c.feature_a = pair.shape_a().feature_of_unit(c.normal, sine);
  c.feature_b = pair.shape_b().feature_of_unit(-transposed_times(pair.x_ab().rotation, c.normal), sine);
  return c;
}

/// Overlapping boxes need no witness points: their axis gives the depth, and the overlap of their features the rest.
/// Only if these features miss each other by rounding is the contact's own point computed.
template <Scalar T>
Contact<T> settle_boxes(const Shape<T>& shape_a, const Shape<T>& shape_b, const Pose<T>& x_ab,
                        const Options<T>& options, PairCache<T>* cache, Manifold<T>& m) {
  const Box<T>&a = *shape_a.template get_if<Box<T>>(), &b = *shape_b.template get_if<Box<T>>();
  const MinkowskiPair<Box<T>, Box<T>, T> pair(a, b, x_ab);
  if (!pair.finite()) return m = {}, invalid_contact<T>();
  const auto axis = narrow::box_axis(a, b, x_ab, options.max_distance);
  if (axis.separation <= T(0)) {
    m.status = Status::overlapping, m.normal = axis.normal, m.count = 0;
    if (add_overlap<T>(m, {a, b, x_ab, axis.normal}, x_ab, axis.separation, true, options.max_distance, nullptr))
      return contact_along(pair, axis, m, options);
  }
  const Contact<T> c = narrow::box_contact(a, b, x_ab, axis, options, cache);
  m.status = c.status, m.normal = c.normal, m.count = 0;
  if (c.status == Status::beyond_max || c.status == Status::invalid) return c;
  if (c.distance <= options.max_distance) {
    add_overlap<T>(m, {a, b, x_ab, c.normal}, x_ab, c.distance, true, options.max_distance, &c);
  } else {
    m.status = Status::beyond_max;
  }
  return c;
}

/// The same for hulls: the search over their axes gives the touching features.
template <Scalar T>
Contact<T> settle_hulls(const Shape<T>& a, const Shape<T>& b, const Pose<T>& x_ab, const Options<T>& options,
                        PairCache<T>* cache, Manifold<T>& m) {
  Contact<T> c = narrow::contact_but_for_points(*a.template get_if<Hull<T>>(), *b.template get_if<Hull<T>>(), x_ab,
                                                options, cache);
  if (c.status == Status::overlapping) {
    m.status = c.status, m.normal = c.normal, m.count = 0;
    if (add_overlap<T>(m, {a, b, x_ab, c}, x_ab, c.distance, true, options.max_distance, nullptr)) {
      const Vec3<T> middle = deepest_position(m), half = c.normal * (c.distance / T(2));
      c.point_a = middle - half, c.point_b = middle + half;
      return c;
    }
  }
  if (c.distance <= T(0)) c = narrow::contact(a, b, x_ab, options, cache);  // with its own points
  make_manifold(m, a, b, x_ab, c, options.max_distance);
  return c;
}

/// The points of a curved contact lie along a normal that is equally good and more stable (see steadied_normal): the
/// contact takes this normal.
template <Scalar T> void take_normal(Contact<T>& c, const Vec3<T>& normal) {
  if (c.normal == normal) return;
  const Vec3<T> middle = c.point(), half = normal * (c.distance / T(2));
  c.normal = normal, c.point_a = middle - half, c.point_b = middle + half;
}

}  // namespace

template <Scalar T>
Contact<T> settle(const Shape<T>& a, const Shape<T>& b, const Pose<T>& x_ab, const Options<T>& options,
                  std::type_identity_t<PairCache<T>>* cache, std::type_identity_t<Manifold<T>>* manifold) {
  if (manifold && a.kind() == ShapeKind::box && b.kind() == ShapeKind::box)
    return settle_boxes(a, b, x_ab, options, cache, *manifold);
  if (manifold && a.kind() == ShapeKind::hull && b.kind() == ShapeKind::hull)
    return settle_hulls(a, b, x_ab, options, cache, *manifold);
  Contact<T> c = narrow::contact(a, b, x_ab, options, cache);
  if (!manifold) return c;
  make_manifold(*manifold, a, b, x_ab, c, options.max_distance);
  take_normal(c, manifold->normal);
  return c;
}

#define TACTUS_INSTANTIATE(T)                                                                                    \
  template Contact<T> settle(const Shape<T>&, const Shape<T>&, const Pose<T>&, const Options<T>&, PairCache<T>*, \
                             Manifold<T>*);
TACTUS_INSTANTIATE(float)
TACTUS_INSTANTIATE(double)
#undef TACTUS_INSTANTIATE

}  // namespace tactus
