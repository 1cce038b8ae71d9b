// SPDX-License-Identifier: MIT
#pragma once
/// Moves bodies by their accelerations and velocities, without contacts.
#include <sim/rigid/problem.h>

namespace tactus::sim::rigid {

template <Scalar T> void integrate_velocities(StepProblem<T>& problem, T h) {
  for (std::size_t i = 1; i < problem.bodies.size(); ++i) {
    SolverBody<T>& body = problem.bodies[i];
    body.velocity += problem.motions[i].acceleration * h;
    body.angular_velocity += problem.motions[i].angular_acceleration * h;
  }
}

/// Makes a quaternion unit that is nearly so. N here and below: T, or several of them side by side.
template <Scalar N> Quat<N> unit(const Quat<N>& q) { return q * (N(1) / sqrt(dot(q, q))); }

/// The rotation about `half` by twice its length, which is at most 1/2, by a polynomial instead of the C library's sine
/// and cosine, so that all systems give the same bits. 8 terms, or 5 up to a length of 1/32: the omitted terms are below
/// 2^-58.
template <Scalar T, Scalar N> Quat<N> small_turn(const Vec3<N>& half, int terms) {
  constexpr T sinc_parts[] = {T(1) / 6,   T(1) / 20,  T(1) / 42,  T(1) / 72,
                              T(1) / 110, T(1) / 156, T(1) / 210, T(1) / 272};
  constexpr T cosine_parts[] = {T(1) / 2,  T(1) / 12,  T(1) / 30,  T(1) / 56,
                                T(1) / 90, T(1) / 132, T(1) / 182, T(1) / 240};
  const N one(T(1)), x2 = norm_squared(half);
  N sinc(T(0)), cosine(T(0));
  for (int k = terms - 1; k >= 0; --k) {
    sinc = one - sinc * x2 * N(sinc_parts[k]);
    cosine = one - cosine * x2 * N(cosine_parts[k]);
  }
  return {cosine, half.x * sinc, half.y * sinc, half.z * sinc};
}
template <Scalar T> inline constexpr T five_terms_up_to = T(0x1p-10);  // length squared

/// The rotation by ω for a time h. A half angle above 1/2 is halved until it is not, and the quaternion is squared as
/// often.
template <Scalar T> Quat<T> turn_by(const Vec3<T>& angular_velocity, T h) {
  Vec3<T> half = angular_velocity * (h * T(0.5));
  int doublings = 0;
  for (; norm_squared(half) > T(0.25); ++doublings) half *= T(0.5);
  Quat<T> q = small_turn<T>(half, norm_squared(half) <= five_terms_up_to<T> ? 5 : 8);
  for (; doublings > 0; --doublings) q = q * q;
  return unit(q);
}

template <Scalar N> constexpr Mat3<N> turned(const Mat3<N>& rotation, const Mat3<N>& tensor) {
  return rotation * tensor * transpose(rotation);
}

template <Scalar N> struct FreeTurn {
  Vec3<N> velocity;  // in the middle
  Quat<N> turn;  // at the end, and the rest, too
  Mat3<N> inverse_inertia;
  Vec3<N> angular_velocity;
};

/// A body without torque keeps its angular momentum L, and turns with the corresponding velocity: R I⁻¹ Rᵀ L. By the
/// midpoint rule: half a turn to find the velocity at the middle, then the whole turn with that velocity.
/// turn_by(velocity, part): by that part of the time.
template <Scalar N, class TurnBy>
FreeTurn<N> turn_freely(const Vec3<N>& angular_velocity, const Quat<N>& turn, const Mat3<N>& rotation,
                        const Mat3<N>& inertia, const Mat3<N>& inverse_inertia, TurnBy&& turn_by) {
  const Mat3<N> before = to_matrix(turn) * rotation;
  const Vec3<N> momentum = turned(before, inertia) * angular_velocity;
  const Mat3<N> middle = to_matrix(turn_by(angular_velocity, 0.5f)) * before;
  const Vec3<N> velocity = turned(middle, inverse_inertia) * momentum;
  const Quat<N> after = unit(turn_by(velocity, 1.f) * turn);
  const Mat3<N> inverse = turned(to_matrix(after) * rotation, inverse_inertia);
  return {velocity, after, inverse, inverse * momentum};
}

template <Scalar T> void integrate_position(SolverBody<T>& body, SolverMotion<T>& motion, T h) {
  motion.moved += body.velocity * h;
  if (body.angular_velocity == Vec3<T>{}) return;
  if (motion.gyroscopic == T(0)) {
    motion.turned += body.angular_velocity * h;
    motion.turn = unit(turn_by(body.angular_velocity, h) * motion.turn);
    return;
  }
  const auto by = [h](const Vec3<T>& velocity, float part) { return turn_by(velocity, h * T(part)); };
  const FreeTurn<T> free =
      turn_freely(body.angular_velocity, motion.turn, motion.rotation, motion.inertia, motion.inverse_inertia, by);
  motion.turned += free.velocity * h, motion.turn = free.turn;
  body.inverse_inertia = free.inverse_inertia, body.angular_velocity = free.angular_velocity;
}

template <Scalar T> void integrate_positions(StepProblem<T>& problem, T h) {
  for (std::size_t i = 1; i < problem.bodies.size(); ++i) integrate_position(problem.bodies[i], problem.motions[i], h);
}

}  // namespace tactus::sim::rigid
