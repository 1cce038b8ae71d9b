#pragma once
/// Collisions before contacts: pairs that would close fast within the next stretch of time bounce, one pair after the
/// other, until none is left. One after the other, not all at once: so a row of balls passes a blow on to its last
/// ball. [Guendelman, Bridson & Fedkiw 2003, §6: collisions come before contacts]
#include <sim/rigid/rows.h>

#include <array>

namespace tactus::sim::rigid {

inline constexpr int most_points = 8;

/// Newton's law at all points of one pair: each leaves at least as fast as restitution requires for its approach, with
/// friction. Projected Gauss-Seidel on the pair alone: its few rows converge quickly.
template <Scalar T> void bounce(StepProblem<T>& problem, const ContactPair<T>& pair, T h) {
  SolverBody<T>&a = problem.bodies[pair.a], &b = problem.bodies[pair.b];
  struct Row {
    T leaving, normal, u, v;
  };
  std::array<Row, most_points> rows{};
  const auto points = problem.points_of(pair);
  for (std::size_t i = 0; i < points.size(); ++i) {
    const T speed = normal_speed(a, b, points[i], pair.normal);
    const T gap = separation_now(problem.motions[pair.a], problem.motions[pair.b], points[i], pair.normal);
    // A point that is still apart at the end may approach up to its gap.
    rows[i].leaving = gap + speed * h > T(0) ? -gap / h : max(T(0), -pair.restitution * speed);
  }
  constexpr int sweeps = 16;
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    for (std::size_t i = 0; i < points.size(); ++i) {
      const PointRow<T>& p = points[i];
      Row& row = rows[i];
      const T speed = normal_speed(a, b, p, pair.normal);
      const T normal = max(T(0), row.normal + p.normal_mass * (row.leaving - speed));
      apply_normal(a, b, p, pair.normal, normal - row.normal);
      row.normal = normal;
      const Vec3<T> sliding = relative_velocity(a, b, p);
      const auto [u, v] = in_cone(row.u - p.tangent_mass * dot(sliding, pair.tangent_u),
                                  row.v - p.tangent_mass * dot(sliding, pair.tangent_v), pair.friction * normal);
      apply(a, b, p, pair.tangent_u * (u - row.u) + pair.tangent_v * (v - row.v));
      row.u = u, row.v = v;
    }
  }
  for (std::size_t i = 0; i < points.size(); ++i) points[i].total += rows[i].normal;
}

/// Will it touch within h, faster than the least speed that bounces?
template <Scalar T> bool bounces_now(StepProblem<T>& problem, const ContactPair<T>& pair, T h) {
  const SolverBody<T>&a = problem.bodies[pair.a], &b = problem.bodies[pair.b];
  for (const PointRow<T>& p : problem.points_of(pair)) {
    const T speed = normal_speed(a, b, p, pair.normal);
    if (speed < -problem.bounce_speed &&
        separation_now(problem.motions[pair.a], problem.motions[pair.b], p, pair.normal) + speed * h <= T(0))
      return true;
  }
  return false;
}

template <Scalar T> void bounce_all(StepProblem<T>& problem, T h) {
  constexpr int most_rounds = 64;  // in each round a blow travels at least one pair farther; e < 1 damps it
  bool some = true;
  for (int round = 0; some && round < most_rounds; ++round) {
    some = false;
    for (const ContactPair<T>& pair : problem.pairs) {
      if (pair.restitution == T(0) || !bounces_now(problem, pair, h)) continue;
      bounce(problem, pair, h);
      some = true;
    }
  }
}

}  // namespace tactus::sim::rigid
