#pragma once
/// The arithmetic of one contact point: relative velocity, impulses, effective mass, Coulomb's cone.
#include <sim/rigid/problem.h>

namespace tactus::sim::rigid {

/// The velocity of B's point relative to A's; negative along the normal if they approach.
template <Scalar T>
constexpr Vec3<T> relative_velocity(const SolverBody<T>& a, const SolverBody<T>& b, const PointRow<T>& p) {
  return b.velocity + cross(b.angular_velocity, p.arm_b) - a.velocity - cross(a.angular_velocity, p.arm_a);
}

template <Scalar T>
constexpr void apply(SolverBody<T>& a, SolverBody<T>& b, const PointRow<T>& p, const Vec3<T>& impulse) {
  a.velocity -= impulse * a.inverse_mass;
  a.angular_velocity -= a.inverse_inertia * cross(p.arm_a, impulse);
  b.velocity += impulse * b.inverse_mass;
  b.angular_velocity += b.inverse_inertia * cross(p.arm_b, impulse);
}

/// The same along the normal only, with precomputed terms.
template <Scalar T>
constexpr T normal_speed(const SolverBody<T>& a, const SolverBody<T>& b, const PointRow<T>& p, const Vec3<T>& normal) {
  return dot(normal, b.velocity - a.velocity) + dot(p.turn_b, b.angular_velocity) - dot(p.turn_a, a.angular_velocity);
}
template <Scalar T>
constexpr void apply_normal(SolverBody<T>& a, SolverBody<T>& b, const PointRow<T>& p, const Vec3<T>& normal,
                            T impulse) {
  a.velocity -= normal * (impulse * a.inverse_mass);
  a.angular_velocity -= p.spin_a * impulse;
  b.velocity += normal * (impulse * b.inverse_mass);
  b.angular_velocity += p.spin_b * impulse;
}

/// Computes the terms of a point's rows that depend on the bodies. Masses are impulses that change the relative
/// velocity along a direction by one; zero if no impulse can.
template <Scalar T>
constexpr void prepare(PointRow<T>& p, const SolverBody<T>& a, const SolverBody<T>& b, const ContactPair<T>& pair) {
  const T linear = a.inverse_mass + b.inverse_mass;
  const auto mass = [](T response) { return response > T(0) ? T(1) / response : T(0); };
  p.turn_a = cross(p.arm_a, pair.normal), p.turn_b = cross(p.arm_b, pair.normal);
  p.spin_a = a.inverse_inertia * p.turn_a, p.spin_b = b.inverse_inertia * p.turn_b;
  p.normal_mass = mass(linear + dot(p.turn_a, p.spin_a) + dot(p.turn_b, p.spin_b));
  const auto along = [&](const Vec3<T>& d) {
    const Vec3<T> at_a = cross(p.arm_a, d), at_b = cross(p.arm_b, d);
    return linear + dot(at_a, a.inverse_inertia * at_a) + dot(at_b, b.inverse_inertia * at_b);
  };
  p.tangent_mass = mass(max(along(pair.tangent_u), along(pair.tangent_v)));
}

/// The current distance of the surfaces. Linear in the motion since the start of the step, with the initial arms: exact
/// for a rolling ball, whose touching point changes constantly, and off by half the square of the angle for a corner;
/// the next step measures again.
template <Scalar T>
constexpr T separation_now(const SolverMotion<T>& a, const SolverMotion<T>& b, const PointRow<T>& p,
                           const Vec3<T>& normal) {
  return p.separation + dot(normal, b.moved - a.moved) + dot(p.turn_b, b.turned) - dot(p.turn_a, a.turned);
}

template <Scalar T> struct Friction { T u, v; };

/// Coulomb's cone: the impulse across the normal is at most `limit` long.
template <Scalar T> constexpr Friction<T> in_cone(T u, T v, T limit) {
  const T length2 = u * u + v * v;
  if (length2 <= limit * limit) return {u, v};
  const T scale = limit / sqrt(length2);
  return {u * scale, v * scale};
}

/// Stops the sliding at a point, as far as the cone over the normal impulse allows.
template <Scalar T>
constexpr void solve_friction(SolverBody<T>& a, SolverBody<T>& b, const ContactPair<T>& pair, PointRow<T>& p) {
  if (p.normal_impulse == T(0) && p.impulse_u == T(0) && p.impulse_v == T(0)) return;
  const Vec3<T> sliding = relative_velocity(a, b, p);
  const auto [u, v] =
      in_cone(p.impulse_u - p.tangent_mass * dot(sliding, pair.tangent_u),
              p.impulse_v - p.tangent_mass * dot(sliding, pair.tangent_v), pair.friction * p.normal_impulse);
  apply(a, b, p, pair.tangent_u * (u - p.impulse_u) + pair.tangent_v * (v - p.impulse_v));
  p.impulse_u = u, p.impulse_v = v;
}

/// Applies all impulses of a point again: those of the last step are a good start for this one.
template <Scalar T>
constexpr void warm_start(SolverBody<T>& a, SolverBody<T>& b, const ContactPair<T>& pair, const PointRow<T>& p) {
  if (p.normal_impulse == T(0) && p.impulse_u == T(0) && p.impulse_v == T(0)) return;
  apply(a, b, p, pair.normal * p.normal_impulse + pair.tangent_u * p.impulse_u + pair.tangent_v * p.impulse_v);
}

}  // namespace tactus::sim::rigid
