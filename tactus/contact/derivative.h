#pragma once
/// How the answer of a contact query changes when the bodies move: the derivative of signed distance, normal and witness
/// points by both poses. docs/algorithms/derivatives.md derives it.
///
/// A body moves by a twist: `linear` is the velocity of its origin in the world, `angular` its angular velocity, in the
/// world's axes, about that origin. So a pose {R, t} goes to {exp(h [angular]) R, t + h linear} in a short time h.
#include <tactus/core/contact.h>
#include <tactus/math/export.h>
#include <tactus/math/pose.h>
#include <tactus/shape/shape.h>

#include <span>

namespace tactus {

template <Scalar T> struct Twist {
  Vec3<T> linear, angular;
  friend constexpr bool operator==(const Twist&, const Twist&) = default;
  friend std::ostream& operator<<(std::ostream& os, const Twist& t) { return os << t.linear << ' ' << t.angular; }
};

/// The derivative of a number by a twist: six numbers.
template <Scalar T> struct Gradient {
  Vec3<T> linear, angular;
  constexpr T operator()(const Twist<T>& t) const { return dot(linear, t.linear) + dot(angular, t.angular); }
  friend constexpr bool operator==(const Gradient&, const Gradient&) = default;
  friend std::ostream& operator<<(std::ostream& os, const Gradient& g) { return os << g.linear << ' ' << g.angular; }
};

/// The derivative of a vector by a twist: three rows of six.
template <Scalar T> struct Jacobian {
  Mat3<T> linear = Mat3<T>::zero(), angular = Mat3<T>::zero();
  constexpr Vec3<T> operator()(const Twist<T>& t) const { return linear * t.linear + angular * t.angular; }
  friend constexpr bool operator==(const Jacobian&, const Jacobian&) = default;
};

template <class D> struct ByPoses {
  D by_a{}, by_b{};
  friend constexpr bool operator==(const ByPoses&, const ByPoses&) = default;
};

enum class DerivativeStatus : std::uint8_t {
  smooth,  // all derivatives exist and are given
  kink,  // given for one side; another feature takes over within what the query could tell
  several,  // several pairs of points, or several normals, are equally near: only the distance's is given, of this pair
  unknown,  // a surface does not say how it is curved, or the query stalled: only the distance's is given
  invalid,  // the contact is none (`invalid` or `beyond_max`), or a pose is none: nothing is given
};
TACTUS_API std::ostream& operator<<(std::ostream& os, DerivativeStatus status);

/// What is not given is zero.
template <Scalar T> struct Derivative {
  DerivativeStatus status = DerivativeStatus::invalid;
  ByPoses<Gradient<T>> distance;
  ByPoses<Jacobian<T>> normal, point_a, point_b;
};

/// Of the signed distance alone. It needs no shapes: B's witness point moves along the normal as B does, and sliding over
/// a surface changes the distance only to second order. As good as the contact's normal where the pair of nearest points
/// is unique; where it is not (parallel faces), the linear part of a gap holds all the same, and the angular part is one
/// of several. All zero for a contact that is none.
template <Scalar T>
constexpr ByPoses<Gradient<T>> distance_derivative(const Contact<T>& contact, const Pose<T>& pose_a,
                                                   const Pose<T>& pose_b) {
  if (contact.status == Status::invalid || contact.status == Status::beyond_max) return {};
  const Vec3<T>& n = contact.normal;
  return {{-n, -cross(contact.point_a - pose_a.translation, n)}, {n, cross(contact.point_b - pose_b.translation, n)}};
}

/// The same for many contacts; results[i] belongs to contacts[i]. Allocates nothing. Throws std::invalid_argument if the
/// spans differ in size.
template <Scalar T>
TACTUS_API void distance_derivatives(std::span<const Contact<T>> contacts, std::span<const Pose<T>> poses_a,
                                     std::span<const Pose<T>> poses_b, std::span<ByPoses<Gradient<T>>> results);

/// Of everything, for the answer of contact() at these poses (or of distance(), if that is a gap: the overlap that it
/// reports as 0 has no derivative). Neither allocates nor throws. A few steps of Newton's method sharpen the contact of a
/// curved pair first, whose normal is good to about the root of the tolerance only. docs/algorithms/derivatives.md says
/// how accurate that is.
template <Scalar T>
TACTUS_API Derivative<T> contact_derivative(const Contact<T>& contact, const Shape<T>& a, const Pose<T>& pose_a,
                                            const Shape<T>& b, const Pose<T>& pose_b);

}  // namespace tactus
