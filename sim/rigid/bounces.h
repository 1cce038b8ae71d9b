// SPDX-License-Identifier: MIT
#pragma once
/// Collisions are solved before contacts. Pairs that would meet fast within the next sub-step bounce, until no such
/// pair is left. They bounce one after the other, not all at once, so a row of balls passes an impulse on to its last
/// ball. [Guendelman, Bridson & Fedkiw 2003, §6: collisions come before contacts]
#include <sim/rigid/rows.h>

#include <array>

namespace tactus::sim::rigid {

/// Newton's law of restitution, with friction, at all points of one pair: each point separates at least at the
/// restitution times the speed at which it approached. Solved by projected Gauss-Seidel on this pair alone; its few
/// rows converge quickly.
template <Scalar T>
void bounce(StepProblem<T>& problem, const ContactPair<T>& pair, std::span<PointRow<T>> points, T h) {
  SolverBody<T>&a = problem.bodies[pair.a], &b = problem.bodies[pair.b];
  struct Row {
    T leaving, normal, u, v;
  };
  std::array<Row, points_per_pair> rows{};
  for (std::size_t i = 0; i < points.size(); ++i) {
    const T speed = normal_speed(a, b, points[i], pair.normal);
    const T gap = separation_now(problem.motions[pair.a], problem.motions[pair.b], points[i], pair.normal);
    // A point with a gap may approach at a speed that just closes the gap.
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

/// Will the pair touch within the time h, faster than the lowest speed that bounces?
template <Scalar T>
bool bounces_now(const StepProblem<T>& problem, const ContactPair<T>& pair, std::span<const PointRow<T>> points, T h) {
  const SolverBody<T>&a = problem.bodies[pair.a], &b = problem.bodies[pair.b];
  for (const PointRow<T>& p : points) {
    const T speed = normal_speed(a, b, p, pair.normal);
    if (speed < -problem.bounce_speed &&
        separation_now(problem.motions[pair.a], problem.motions[pair.b], p, pair.normal) + speed * h <= T(0))
      return true;
  }
  return false;
}

/// The pairs of a problem that may bounce.
template <Scalar T> class Bounces {
 public:
  void find(const StepProblem<T>& problem) {
    bouncing_.clear();
    for (std::uint32_t i = 0; i < problem.pairs.size(); ++i)
      if (problem.pairs[i].restitution > T(0) && problem.pairs[i].count > 0) bouncing_.push_back(i);
  }
  std::span<const std::uint32_t> pairs() const { return bouncing_; }

  /// `rows` must contain the rows of these pairs.
  void run(StepProblem<T>& problem, Rows<T>& rows, T h) const {
    // An impulse travels at least one pair farther per round; restitution below 1 makes it die out.
    constexpr int most_rounds = 64;
    bool some = !bouncing_.empty();
    for (int round = 0; some && round < most_rounds; ++round) {
      some = false;
      for (const std::uint32_t i : bouncing_) {
        const std::span<PointRow<T>> points = rows.of(problem, i);
        if (!bounces_now<T>(problem, problem.pairs[i], points, h)) continue;
        bounce(problem, problem.pairs[i], points, h);
        some = true;
      }
    }
  }

 private:
  std::vector<std::uint32_t> bouncing_;
};

}  // namespace tactus::sim::rigid
