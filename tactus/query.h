// SPDX-License-Identifier: MIT
#pragma once
/// The queries on one pair of shapes: two shapes with their world poses go in, an answer in world coordinates comes
/// out.
///
/// Every query takes Shapes, the built-in shapes, or any user type that models Convex (shape/convex.h). Sizes are
/// checked: std::invalid_argument names the wrong one. A pose that is not a rigid motion, or invalid options, give
/// Status::invalid; a query whose answer has no status throws std::invalid_argument instead. A pose stands for the
/// rotation nearest to its matrix.
/// Bounds, tolerance and all other promises: docs/contract.md. The choice of algorithm: narrow/default.h.
#include <tactus/contact/center/contact_center.h>
#include <tactus/contact/derivative.h>
#include <tactus/core/reject.h>
#include <tactus/math/export.h>
#include <tactus/narrow/default.h>
#include <tactus/nonconvex/nonconvex.h>
#include <tactus/pair/settle.h>
#include <tactus/sweep/ray_cast.h>
#include <tactus/sweep/shape_cast.h>
#include <tactus/sweep/time_of_impact.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>

namespace tactus {

namespace detail {

/// The shape that the algorithms see during a query. T: the scalar of the poses. This primary template is for types
/// that are not shapes, or have another scalar: it gives one clear error message.
template <class S, class T> class Queried {
  static constexpr bool same_scalar = std::same_as<scalar_t<S>, T>;
  static_assert(same_scalar,
                "shapes and poses of a query must have the same scalar: cast<double>() helps, or "
                "`using namespace tactus::f64`");
  static_assert(Convex<S> || !same_scalar,
                "a shape of your own needs support(direction), radius() and center(), a "
                "point inside (tactus/shape/convex.h)");

 public:
  explicit Queried(const S&) {}
  const Shape<T>& shape() const;
};
/// A Shape or a user's type, passed through unchanged.
template <Convex S>
  requires(!Shape<scalar_t<S>>::template is_alternative<S>)
class Queried<S, scalar_t<S>> {
 public:
  explicit Queried(const S& s) : shape_(s) {}
  const S& shape() const { return shape_; }

 private:
  const S& shape_;
};
/// A built-in shape is converted to a Shape, and checked. This Shape owns nothing, so it is not destroyed: the
/// destructor would have to look up its type twice per query. A hull is borrowed: counting its owners would take longer
/// than the rest of the query.
template <class S>
  requires(Shape<scalar_t<S>>::template is_alternative<S>)
class Queried<S, scalar_t<S>> {
  using T = scalar_t<S>;

 public:
  explicit Queried(const S& s) : shape_(lent(s)) {}
  Queried(const Queried&) = delete;
  Queried& operator=(const Queried&) = delete;
  ~Queried() {
    if constexpr (std::same_as<S, Custom<T>>) std::destroy_at(&shape_);  // the one shape that owns its model
  }
  const Shape<T>& shape() const { return shape_; }

 private:
  static decltype(auto) lent(const S& s) {
    if constexpr (std::same_as<S, Hull<T>>) {
      return s.lent();
    } else {
      return (s);
    }
  }

  union {
    Shape<T> shape_;
  };
};

/// Always a Shape: for functions that are compiled once for all types.
template <class S, class T = scalar_t<S>> decltype(auto) as_shape(const S& s) {
  if constexpr (std::same_as<S, Shape<T>>) {
    return (s);
  } else {
    return Shape<T>(s);
  }
}

/// Calls f(pose_a, pose_b) with rotations exact to rounding; throws if a pose is not a rigid motion.
template <Scalar T, class F> auto rigidly_or_throw(const char* call, const Pose<T>& a, const Pose<T>& b, F&& f) {
  if (pose_faults(a, b) <= rounding_faults<T>) return f(a, b);
  require_valid(call, "pose_a", a);
  require_valid(call, "pose_b", b);
  return f(rigid(a), rigid(b));
}

/// The status `beyond_max` promises a gap above max_distance. If rounding leaves open whether the gap is larger,
/// returns true: the caller then asks again without a limit.
template <Scalar T> constexpr bool is_unsure(const Contact<T>& c, const Options<T>& options) {
  return c.status == Status::beyond_max && !(c.lower > options.max_distance);
}
template <Scalar T> constexpr Options<T> without_limit(Options<T> options) {
  options.max_distance = infinity<T>;
  return options;
}

}  // namespace detail

/// Do the shapes intersect? Touching counts. Throws std::invalid_argument if a pose or the options are not valid.
template <class A, class B, class T = scalar_t<A>>
bool intersects(const A& a, const Pose<T>& pose_a, const B& b, const Pose<T>& pose_b, const Options<T>& options = {},
                std::type_identity_t<PairCache<T>>* cache = nullptr) {
  require_valid("intersects", options);
  return detail::rigidly_or_throw("intersects", pose_a, pose_b, [&](const Pose<T>& at_a, const Pose<T>& at_b) {
    const detail::Queried<A, T> in_a(a);
    const detail::Queried<B, T> in_b(b);
    return narrow::intersects(in_a.shape(), at_a, in_b.shape(), at_b, options, cache);
  });
}

/// The distance and the closest points; 0 for an overlap.
template <class A, class B, class T = scalar_t<A>>
Contact<T> distance(const A& a, const Pose<T>& pose_a, const B& b, const Pose<T>& pose_b,
                    const Options<T>& options = {}, std::type_identity_t<PairCache<T>>* cache = nullptr) {
  if (!is_valid(options)) return {};
  const detail::Queried<A, T> in_a(a);
  const detail::Queried<B, T> in_b(b);
  Contact<T> c = narrow::distance(in_a.shape(), pose_a, in_b.shape(), pose_b, options, cache);
  if (detail::is_unsure(c, options)) [[unlikely]]
    c = narrow::distance(in_a.shape(), pose_a, in_b.shape(), pose_b, detail::without_limit(options), cache);
  return c;
}

/// The signed distance (negative for an overlap), the normal, and the closest points and features.
template <class A, class B, class T = scalar_t<A>>
Contact<T> contact(const A& a, const Pose<T>& pose_a, const B& b, const Pose<T>& pose_b, const Options<T>& options = {},
                   std::type_identity_t<PairCache<T>>* cache = nullptr) {
  if (!is_valid(options)) return {};
  const detail::Queried<A, T> in_a(a);
  const detail::Queried<B, T> in_b(b);
  Contact<T> c = narrow::contact(in_a.shape(), pose_a, in_b.shape(), pose_b, options, cache);
  if (detail::is_unsure(c, options)) [[unlikely]]
    c = narrow::contact(in_a.shape(), pose_a, in_b.shape(), pose_b, detail::without_limit(options), cache);
  return c;
}

/// All contact points, each with its signed distance and a persistent id. Empty unless the shapes are within
/// options.max_distance, 0 by default. reduced(m, 4) is for solvers.
template <class A, class B, class T = scalar_t<A>>
Manifold<T> manifold(const A& a, const Pose<T>& pose_a, const B& b, const Pose<T>& pose_b,
                     const Options<T>& options = manifold_options<T>,
                     std::type_identity_t<PairCache<T>>* cache = nullptr) {
  if (!is_valid(options)) return {};
  const detail::Queried<A, T> queried_a(a);
  const detail::Queried<B, T> queried_b(b);
  const auto& in_a = detail::as_shape(queried_a.shape());
  const auto& in_b = detail::as_shape(queried_b.shape());
  return rigidly(pose_a, pose_b, [&](const Pose<T>& at_a, const Pose<T>& at_b, T) {
    Manifold<T> m;
    settle(in_a, in_b, relative(at_a, at_b), options, cache, &m);
    move(m, at_a);
    return m;
  });
}

/// One point for the whole contact, continuous in the poses: for parallel faces, the centroid of their overlap
/// (contact/center/contact_center.h). Empty unless the shapes are within options.max_distance, 0 by default. Throws
/// std::invalid_argument if a pose or the options are not valid.
template <class A, class B, class T = scalar_t<A>>
std::optional<Vec3<T>> contact_center(const A& a, const Pose<T>& pose_a, const B& b, const Pose<T>& pose_b,
                                      const Options<T>& options = manifold_options<T>,
                                      std::type_identity_t<PairCache<T>>* cache = nullptr) {
  require_valid("contact_center", options);
  const detail::Queried<A, T> queried_a(a);
  const detail::Queried<B, T> queried_b(b);
  const auto& in_a = detail::as_shape(queried_a.shape());
  const auto& in_b = detail::as_shape(queried_b.shape());
  Options<T> given = options;  // an empty answer must not mean that the search gave up
  given.max_iterations = std::max(given.max_iterations, Options<T>{}.max_iterations);
  const auto center = [&](const Pose<T>& at_a, const Pose<T>& at_b) -> std::optional<Vec3<T>> {
    const Pose<T> x_ab = relative(at_a, at_b);
    const Contact<T> c = narrow::contact(in_a, in_b, x_ab, given, cache);
    if (c.status == Status::invalid || !(c.distance <= options.max_distance)) return std::nullopt;
    return at_a * contact_center(in_a, in_b, x_ab, c);
  };
  return detail::rigidly_or_throw("contact_center", pose_a, pose_b, center);
}

/// How signed distance, normal and witness points of a contact change when the bodies move (contact/derivative.h). The
/// contact must be that of these shapes at these poses. distance_derivative(contact, pose_a, pose_b) is for the
/// distance alone, and needs no shapes.
template <class A, class B, class T = scalar_t<A>>
Derivative<T> derivative(const Contact<T>& contact, const A& a, const Pose<T>& pose_a, const B& b,
                         const Pose<T>& pose_b) {
  const detail::Queried<A, T> queried_a(a);
  const detail::Queried<B, T> queried_b(b);
  return contact_derivative(contact, detail::as_shape(queried_a.shape()), pose_a, detail::as_shape(queried_b.shape()),
                            pose_b);
}

/// Signed separation along one direction from A to B: the gap between the two support planes, negative if they overlap.
/// For every direction this is a lower bound of the signed distance. Throws std::invalid_argument if a pose is not a
/// rigid motion, or the direction is zero or not finite.
template <class A, class B, class T = scalar_t<A>>
T separation_along(const A& a, const Pose<T>& pose_a, const B& b, const Pose<T>& pose_b,
                   const Vec3<std::type_identity_t<T>>& direction) {
  require_direction("separation_along", "direction", direction);
  const detail::Queried<A, T> queried_a(a);
  const detail::Queried<B, T> queried_b(b);
  const auto& in_a = queried_a.shape();
  const auto& in_b = queried_b.shape();
  return detail::rigidly_or_throw("separation_along", pose_a, pose_b, [&](const Pose<T>& at_a, const Pose<T>& at_b) {
    const Pose<T> x_ab = relative(at_a, at_b);
    const MinkowskiPair<std::remove_cvref_t<decltype(in_a)>, std::remove_cvref_t<decltype(in_b)>, T> pair(in_a, in_b,
                                                                                                          x_ab);
    return pair.separation(unit_or_up(transposed_times(at_a.rotation, scaled_into_range(direction)))) - pair.radius();
  });
}

/// The point of a shape's surface nearest to a given point, as the contact of the shape (A) with the point (B): point_a
/// is that surface point; the distance is negative inside.
template <class S, class T = scalar_t<S>>
Contact<T> closest_point(const S& shape, const Pose<T>& pose, const Vec3<std::type_identity_t<T>>& point,
                         const Options<T>& options = {}) {
  return contact(shape, pose, Point<T>{}, translation(point), options);
}

/// Is the point in the shape? The surface counts as inside. Throws std::invalid_argument if the pose, the point or the
/// options are not valid.
template <class S, class T = scalar_t<S>>
bool contains(const S& shape, const Pose<T>& pose, const Vec3<std::type_identity_t<T>>& point,
              const Options<T>& options = {}) {
  require_valid("contains", options);
  require_valid("contains", "pose", pose);
  require_finite<T>("contains", "point", point);
  return intersects(shape, pose, Point<T>{}, translation(point), options);
}

/// One line of C++ that rebuilds a query to the last bit, for bug reports and tests. Custom shapes appear only by name.
template <Scalar T>
TACTUS_API std::string reproducer(const Shape<T>& a, const Pose<T>& pose_a, const Shape<T>& b, const Pose<T>& pose_b);

}  // namespace tactus
