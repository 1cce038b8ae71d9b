// SPDX-License-Identifier: MIT
#pragma once
/// The arithmetic of one contact point: relative velocity, impulses, effective mass, Coulomb's cone.
#include <sim/rigid/problem.h>

namespace tactus::sim::rigid {

/// A contact point with the data of the bodies that its constraint needs.
template <Scalar T> struct PointRow {
  Vec3<T> arm_a{}, arm_b{};  // from the centres of mass
  Vec3<T> turn_a{}, turn_b{};  // arm × normal: how the angular velocities count in the speed along the normal
  Vec3<T> spin_a{}, spin_b{};  // what a unit impulse along the normal does to the angular velocities
  T separation{};  // when the step began; negative inside
  T normal_mass{};  // 1 / how fast a unit impulse along the normal changes the velocity along it
  /// The lesser of the masses along the two tangents; one value for both, so that friction opposes the sliding.
  T tangent_mass{};
  T normal_impulse{}, impulse_u{}, impulse_v{};
  T total{};  // sum of the normal impulses of the whole step
};

/// The velocity of B's point relative to A's. Along the normal it is negative if they approach.
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

/// Masses are impulses that change the relative velocity along a direction by one; zero if no impulse can.
template <Scalar T>
constexpr PointRow<T> make_row(const StepProblem<T>& problem, const ContactPair<T>& pair, const PairPoint<T>& point) {
  const SolverBody<T>&a = problem.bodies[pair.a], &b = problem.bodies[pair.b];
  PointRow<T> p{.arm_a = point.position - a.center, .arm_b = point.position - b.center, .separation = point.separation};
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
  p.normal_impulse = point.impulse.normal;
  p.impulse_u = dot(point.impulse.friction, pair.tangent_u), p.impulse_v = dot(point.impulse.friction, pair.tangent_v);
  return p;
}

/// The rows of all pairs of a problem, for solvers that take one point after the other.
template <Scalar T> class Rows {
 public:
  void make(StepProblem<T>& problem) {
    rows_.resize(problem.points.size());
    for (std::size_t i = 0; i < problem.pairs.size(); ++i) make_of(problem, i);
  }
  /// Makes the rows of these pairs only.
  void make(StepProblem<T>& problem, std::span<const std::uint32_t> pairs) {
    if (!pairs.empty()) rows_.resize(problem.points.size());
    for (const std::uint32_t i : pairs) make_of(problem, i);
  }
  std::span<PointRow<T>> of(const StepProblem<T>& problem, std::size_t pair) {
    return {&row(pair, 0), problem.pairs[pair].count};
  }
  /// Copies the impulses back into the points.
  void keep(StepProblem<T>& problem) {
    for (std::size_t i = 0; i < problem.pairs.size(); ++i) {
      const ContactPair<T>& pair = problem.pairs[i];
      for (std::size_t k = 0; k < pair.count; ++k) {
        const PointRow<T>& p = row(i, k);
        problem.points_of(i)[k].impulse = {
            p.normal_impulse, pair.tangent_u * p.impulse_u + pair.tangent_v * p.impulse_v, p.total + p.normal_impulse};
      }
    }
  }

 private:
  void make_of(StepProblem<T>& problem, std::size_t i) {
    for (std::size_t k = 0; k < problem.pairs[i].count; ++k)
      row(i, k) = make_row(problem, problem.pairs[i], problem.points_of(i)[k]);
  }
  PointRow<T>& row(std::size_t pair, std::size_t k) { return rows_[pair * points_per_pair + k]; }

  std::vector<PointRow<T>> rows_;
};

/// The current distance of the surfaces, linear in the motion since the step began, with the arms from that time. This
/// is exact for a rolling ball, whose touching point changes all the time. For a corner the relative error is half the
/// square of the angle; the next step measures again.
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
