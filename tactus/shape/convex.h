// SPDX-License-Identifier: MIT
#pragma once
/// The definition of a convex shape for every algorithm of this library.
///
/// A shape is a *core*, given by its support mapping, swept by a ball of radius ≥ 0. A sphere is a point with a radius,
/// a capsule is a segment with a radius, a box is its own core without one. Iterations run on the core; the radius is
/// added at the end, exactly. A type models Convex if it has
///
///     using Scalar = double;
///     Vec3<double> support(const Vec3<double>& direction) const;   // a point of the core farthest along direction
///     double       radius() const;                                 // of the ball
///     Vec3<double> center() const;                                 // some interior point
///
/// `support` must be pure and return some point of the core for the zero direction. A direction may have any length
/// whose products with the sizes of the shape stay within the range of the scalar.
/// Optional: `bounding_radius()` and `inscribed_radius()` (about the center, ball included), `polytope()` (are there
/// finitely many supports?), `inner_radius_along(direction)` (of a ball that touches the core there from inside),
/// `aabb(pose)`, `feature_along(direction, sine)`, `curved_along(direction)`, `support_derivative(direction, point)`
/// (support_derivative.h), `mass_properties()`. Missing functions are replaced by slower ones that use support.
#include <tactus/core/outline.h>
#include <tactus/math/aabb.h>
#include <tactus/math/pose.h>

namespace tactus {

/// The scalar type of a shape.
template <class S> using scalar_t = typename std::remove_cvref_t<S>::Scalar;

/// The radius of the ball. The built-in shapes define it as a friend, because they may also have a field named
/// `radius`.
template <class S>
  requires requires(const S& s) {
    { s.radius() } -> std::convertible_to<scalar_t<S>>;
  }
constexpr scalar_t<S> radius(const S& s) { return s.radius(); }

template <class S>
concept Convex = Scalar<scalar_t<S>> && requires(const S& s, const Vec3<scalar_t<S>>& d) {
  { s.support(d) } -> std::convertible_to<Vec3<scalar_t<S>>>;
  { radius(s) } -> std::convertible_to<scalar_t<S>>;
  { s.center() } -> std::convertible_to<Vec3<scalar_t<S>>>;
};

/// radius(s), under a name that no member hides.
template <Convex S> constexpr scalar_t<S> ball_radius(const S& s) { return radius(s); }

/// A core with numbered vertices: support as an index, with a hint (any vertex near the answer) as the start.
template <class S>
concept Indexed = Convex<S> && requires(const S& s, const Vec3<scalar_t<S>>& d, std::uint32_t i) {
  { s.support_index(d, i) } -> std::same_as<std::uint32_t>;
  { s.vertex(i) } -> std::convertible_to<Vec3<scalar_t<S>>>;
};

/// A shape that can name the vertex, edge or face farthest along a direction.
///
/// feature_along(d, s): the face at the support point whose normal is within an angle of sine s of d, otherwise the
/// edge that is perpendicular to d to within that angle, otherwise the vertex; if the boundary is curved along d, its
/// kind is `curved`. s = 1 asks for the face whatever its angle.
/// The zero direction counts as +z.
template <class S>
concept Faceted = Convex<S> && requires(const S& s, const Vec3<scalar_t<S>>& d) {
  { s.feature_along(d, scalar_t<S>{}) } -> std::same_as<Outline<scalar_t<S>>>;
  { s.curved_along(d) } -> std::same_as<bool>;
};

/// The name of the feature only; shapes that can find it faster than its outline have a member `feature`.
template <Faceted S, class T = scalar_t<S>>
constexpr Feature feature_of(const S& s, const Vec3<T>& direction, std::type_identity_t<T> sine) {
  if constexpr (requires { s.feature(direction, sine); }) {
    return s.feature(direction, sine);
  } else {
    return s.feature_along(direction, sine).feature;
  }
}

/// The same for a unit direction.
template <Faceted S, class T = scalar_t<S>>
constexpr Feature feature_of_unit(const S& s, const Vec3<T>& direction, std::type_identity_t<T> sine) {
  if constexpr (requires { s.feature_of_unit(direction, sine); }) {
    return s.feature_of_unit(direction, sine);
  } else {
    return feature_of(s, direction, sine);
  }
}

/// Does the core have finitely many support points? Iterations on such cores end exactly, whatever the tolerance.
template <Convex S> constexpr bool has_polytope_core(const S& s) {
  if constexpr (requires { s.polytope(); }) {
    return s.polytope();
  } else {
    return false;
  }
}

/// A core with round parts: inner_radius_along(d) is the radius of a ball that lies in the core and touches its surface
/// at support(d) from inside, so its centre is support(d) - r d/|d|. The radius need not be the largest possible: 0 is
/// always valid. It lets EPA prove with one ball what would take a thousand triangles (narrow/epa/balls.h).
template <class S>
concept RoundInParts = Convex<S> && requires(const S& s, const Vec3<scalar_t<S>>& d) {
  { s.inner_radius_along(d) } -> std::convertible_to<scalar_t<S>>;
};
template <Convex S, class T = scalar_t<S>> constexpr T inner_radius_along(const S& s, const Vec3<T>& direction) {
  if constexpr (RoundInParts<S>) {
    return s.inner_radius_along(direction);
  } else {
    return T(0);
  }
}

/// The radius of such a ball after an inexact rotation, which turns the ball into an ellipsoid. A ball with the
/// ellipsoid's least radius of curvature, (least radius)² / (greatest radius), still touches it everywhere from inside.
template <Scalar T> constexpr T radius_after(const Mat3<T>& rotation, T r) {
  // the squares of the radii are 1 to within 3 times this error
  return r * (T(1) - T(5) * orthonormality_error(rotation));
}

/// Directions so short or so long that squares of their components might leave the range of T, or lose digits that
/// matter beside the largest, are scaled first.
template <Scalar T> constexpr Vec3<T> scaled_into_range(const Vec3<T>& direction) {
  using Limits = std::numeric_limits<builtin_t<T>>;
  constexpr auto least = sqrt(Limits::min()) / Limits::epsilon(), most = sqrt(Limits::max()) / 2;
  const T longest = max_abs(direction);
  if ((longest >= T(least) && longest <= T(most)) || longest == T(0)) return direction;
  return direction / longest;
}

/// The support point of the whole shape, ball included: the S(v) of the papers.
template <Convex S, class T = scalar_t<S>> constexpr Vec3<T> full_support(const S& s, const Vec3<T>& direction) {
  return s.support(direction) + radius(s) * unit_or_zero(direction);
}

/// h(d) = max of d·x over the shape, ball included.
template <Convex S, class T = scalar_t<S>> constexpr T support_value(const S& s, const Vec3<T>& direction) {
  return dot(direction, s.support(direction)) + radius(s) * norm(direction);
}

/// Bounding box of the core in its own frame from six supports; not rounded outward.
template <Convex S, class T = scalar_t<S>> constexpr Aabb<T> core_bounds(const S& s) {
  Aabb<T> box;
  for (int i = 0; i < 3; ++i) {
    Vec3<T> axis;
    axis[i] = T(1);
    box.max[i] = s.support(axis)[i];
    box.min[i] = s.support(-axis)[i];
  }
  return box;
}

/// Radius of a ball about center() that contains the whole shape: the shape's own value, or the farthest corner of its
/// box.
template <Convex S, class T = scalar_t<S>> constexpr T bounding_radius(const S& s) {
  if constexpr (requires { s.bounding_radius(); }) {
    return s.bounding_radius();
  } else {
    const Aabb<T> box = core_bounds(s);
    return norm(max(abs(box.max - s.center()), abs(box.min - s.center()))) + radius(s);
  }
}

/// Radius of a ball about center() inside the shape: the shape's own value, or that of its ball, which is always
/// inside.
template <Convex S, class T = scalar_t<S>> constexpr T inscribed_radius(const S& s) {
  if constexpr (requires { s.inscribed_radius(); }) {
    return s.inscribed_radius();
  } else {
    return radius(s);
  }
}

/// ρ of the contract: radius of a ball about the local origin that contains the shape.
template <Convex S, class T = scalar_t<S>> constexpr T origin_radius(const S& s) {
  if constexpr (requires { s.origin_radius(); }) {
    return s.origin_radius();
  } else {
    return norm(s.center()) + bounding_radius(s);
  }
}

/// Tight bounding box at a pose, rounded outward. Each bound is one support; its computation (rotated direction,
/// support, product, sum) stays within 16 u (|t| + ρ) of the exact value, so the box is widened by that.
template <Convex S, class T = scalar_t<S>> constexpr Aabb<T> aabb(const S& s, const Pose<T>& pose = {}) {
  if constexpr (requires { s.aabb(pose); }) return s.aabb(pose);
  const T slack = T(16) * unit_roundoff<T> * (max_abs(pose.translation) + origin_radius(s));
  Aabb<T> box;
  for (int i = 0; i < 3; ++i) {
    const Vec3<T> direction = pose.rotation.row(i);  // the world's axis i in the shape's frame
    const T reach = radius(s) * norm(direction) + slack;
    box.max[i] = dot(direction, s.support(direction)) + pose.translation[i] + reach;
    box.min[i] = dot(direction, s.support(-direction)) + pose.translation[i] - reach;
  }
  return box;
}

/// Is the boundary smooth and curved at the point farthest along the direction? A ball rounds every corner.
template <Convex S, class T = scalar_t<S>> constexpr bool curved_along(const S& s, const Vec3<T>& direction) {
  if constexpr (requires { s.curved_along(direction); }) {
    return s.curved_along(direction);
  } else {
    return true;
  }
}

namespace detail {

/// Also works for a user's type without operator<<.
template <Convex S> std::ostream& print_shape(std::ostream& os, const S& s) {
  if constexpr (requires { os << s; }) {
    return os << s;
  } else {
    return os << "Custom{}";
  }
}

}  // namespace detail

}  // namespace tactus
