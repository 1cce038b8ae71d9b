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

/// The rotation by ω for a time h: a unit quaternion to rounding, by a polynomial instead of the C library's sine and
/// cosine, so that all systems give the same bits. A half angle above 1/2 is halved until it is not, and the quaternion
/// is squared as often.
template <Scalar T> Quat<T> turn_by(const Vec3<T>& angular_velocity, T h) {
  Vec3<T> half = angular_velocity * (h * T(0.5));
  int doublings = 0;
  for (; norm_squared(half) > T(0.25); ++doublings) half *= T(0.5);
  // sin(x)/x and cos(x) for x ≤ 1/2, and with fewer terms for x ≤ 1/32: the omitted terms are below 2^-58.
  constexpr T sinc_parts[] = {T(1) / 6,   T(1) / 20,  T(1) / 42,  T(1) / 72,
                              T(1) / 110, T(1) / 156, T(1) / 210, T(1) / 272};
  constexpr T cosine_parts[] = {T(1) / 2,  T(1) / 12,  T(1) / 30,  T(1) / 56,
                                T(1) / 90, T(1) / 132, T(1) / 182, T(1) / 240};
  const T x2 = norm_squared(half);
  T sinc = T(0), cosine = T(0);
  for (int k = x2 <= T(0x1p-10) ? 4 : 7; k >= 0; --k) {
    sinc = T(1) - sinc * x2 * sinc_parts[k];
    cosine = T(1) - cosine * x2 * cosine_parts[k];
  }
  Quat<T> q{cosine, half.x * sinc, half.y * sinc, half.z * sinc};
  for (; doublings > 0; --doublings) q = q * q;
  return normalized(q);
}

template <Scalar T> constexpr Mat3<T> turned(const Mat3<T>& rotation, const Mat3<T>& tensor) {
  return rotation * tensor * transpose(rotation);
}

/// A body without torque keeps its angular momentum L, and turns with the corresponding velocity: R I⁻¹ Rᵀ L. By the
/// midpoint rule: half a turn to find the velocity at the middle, then the whole turn with that velocity.
template <Scalar T> void turn_freely(SolverBody<T>& body, SolverMotion<T>& motion, T h) {
  const Mat3<T> before = to_matrix(motion.turn) * motion.rotation;
  const Vec3<T> momentum = turned(before, motion.inertia) * body.angular_velocity;
  const Mat3<T> middle = to_matrix(turn_by(body.angular_velocity, h * T(0.5))) * before;
  const Vec3<T> velocity = turned(middle, motion.inverse_inertia) * momentum;
  motion.turn = normalized(turn_by(velocity, h) * motion.turn);
  body.inverse_inertia = turned(to_matrix(motion.turn) * motion.rotation, motion.inverse_inertia);
  motion.turned += velocity * h;
  body.angular_velocity = body.inverse_inertia * momentum;
}

template <Scalar T> void integrate_position(SolverBody<T>& body, SolverMotion<T>& motion, T h) {
  motion.moved += body.velocity * h;
  if (body.angular_velocity == Vec3<T>{}) return;
  if (motion.gyroscopic) return turn_freely(body, motion, h);
  motion.turned += body.angular_velocity * h;
  motion.turn = normalized(turn_by(body.angular_velocity, h) * motion.turn);
}

template <Scalar T> void integrate_positions(StepProblem<T>& problem, T h) {
  for (std::size_t i = 1; i < problem.bodies.size(); ++i) integrate_position(problem.bodies[i], problem.motions[i], h);
}

}  // namespace tactus::sim::rigid
