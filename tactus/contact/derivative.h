// SPDX-License-Identifier: MIT
#pragma once
/// How the answer of a contact query changes when the bodies move: the derivative of signed distance, normal and
/// witness points by both poses. docs/algorithms/derivatives.md derives it.
///
/// A body moves by a twist: `linear` is the velocity of its origin in the world, `angular` its angular velocity, in the
/// world's axes, about that origin. So a pose {R, t} goes to {exp(h [angular]) R, t + h linear} in a short time h.
#include <tactus/core/contact.h>
#include <tactus/math/export.h>
#include <tactus/math/pose.h>
#include <tactus/shape/shape.h>

#include <span>

namespace tactus {

/// A small motion of a body: a velocity of its origin and an angular velocity about it, in world axes.
template <Scalar T> struct Twist {
  Vec3<T> linear, angular;  // velocity of the body's origin, angular velocity about it
  friend constexpr bool operator==(const Twist&, const Twist&) = default;
  friend std::ostream& operator<<(std::ostream& os, const Twist& t) { return os << t.linear << ' ' << t.angular; }
};

/// The derivative of a number by a twist: six numbers.
template <Scalar T> struct Gradient {
  Vec3<T> linear, angular;  // by the linear and by the angular part of a twist
  /// The change along a twist, to first order.
  constexpr T operator()(const Twist<T>& t) const { return dot(linear, t.linear) + dot(angular, t.angular); }
  friend constexpr bool operator==(const Gradient&, const Gradient&) = default;
  friend std::ostream& operator<<(std::ostream& os, const Gradient& g) { return os << g.linear << ' ' << g.angular; }
};

/// The derivative of a vector by a twist: three rows of six.
template <Scalar T> struct Jacobian {
  /// By the linear and by the angular part of a twist: one column for each axis.
  Mat3<T> linear = Mat3<T>::zero(), angular = Mat3<T>::zero();
  /// The change along a twist, to first order.
  constexpr Vec3<T> operator()(const Twist<T>& t) const { return linear * t.linear + angular * t.angular; }
  friend constexpr bool operator==(const Jacobian&, const Jacobian&) = default;
};

/// A derivative by the pose of A and one by the pose of B.
template <class D> struct ByPoses {
  D by_a{}, by_b{};  // by a twist of A, and by one of B
  friend constexpr bool operator==(const ByPoses&, const ByPoses&) = default;
};

/// How much of a derivative exists.
enum class DerivativeStatus : std::uint8_t {
  smooth,  // all derivatives exist and are given
  kink,  // given for one side; within the resolution of the query, another feature takes over
  /// Several pairs of points, or several normals, are equally near: only the derivative of this pair's distance is
  /// given.
  several,
  /// A surface does not say how it is curved, or the query stalled: only the derivative of the distance is given.
  unknown,
  invalid,  // the contact is `invalid` or `beyond_max`, or a pose is not valid: nothing is given
};
TACTUS_API std::ostream& operator<<(std::ostream& os, DerivativeStatus status);

/// The derivative of a contact by both poses. What is not given is zero.
template <Scalar T> struct Derivative {
  DerivativeStatus status = DerivativeStatus::invalid;  // says which of the others are given
  ByPoses<Gradient<T>> distance;  // of the signed distance; always a twist's six numbers for either body
  ByPoses<Jacobian<T>> normal, point_a, point_b;  // of the normal and of the two witness points, in world coordinates
};

/// The derivative of the signed distance alone. It needs no shapes: witness points move with their bodies, and sliding
/// over a surface changes the distance only to second order. It is as accurate as the contact's normal if the pair of
/// nearest points is unique. If it is not (parallel faces), the linear part of a gap is still right, and the angular
/// part is one of several. All zero for a contact that is `invalid` or `beyond_max`.
template <Scalar T>
constexpr ByPoses<Gradient<T>> distance_derivative(const Contact<T>& contact, const Pose<T>& pose_a,
                                                   const Pose<T>& pose_b) {
  if (contact.status == Status::invalid || contact.status == Status::beyond_max) return {};
  const Vec3<T>& n = contact.normal;
  return {{-n, -cross(contact.point_a - pose_a.translation, n)}, {n, cross(contact.point_b - pose_b.translation, n)}};
}

/// The same for many contacts; results[i] belongs to contacts[i]. Allocates nothing. Throws std::invalid_argument if
/// the spans differ in size.
template <Scalar T>
TACTUS_API void distance_derivatives(std::span<const Contact<T>> contacts, std::span<const Pose<T>> poses_a,
                                     std::span<const Pose<T>> poses_b, std::span<ByPoses<Gradient<T>>> results);

/// The derivative of the whole contact, for the answer of contact() at these poses. The answer of distance() may be
/// used if it is a gap; an overlap, which it reports as 0, has no derivative. Neither allocates nor throws. A few steps
/// of Newton's method sharpen the contact of a curved pair first, whose normal is good to about the root of the
/// tolerance only. docs/algorithms/derivatives.md says how accurate that is.
template <Scalar T>
TACTUS_API Derivative<T> contact_derivative(const Contact<T>& contact, const Shape<T>& a, const Pose<T>& pose_a,
                                            const Shape<T>& b, const Pose<T>& pose_b);

}  // namespace tactus
