// SPDX-License-Identifier: MIT
/// Projected Gauss-Seidel with friction, on velocities. Row by row, each gets the impulse that satisfies its own
/// constraint, and the sum of a row's impulses is projected onto the possible contact forces: pushing, and friction
/// within the cone. The sums λ of the last step are the start of this one. [Chmelík & Trtík, PA199, "Caching
/// collisions": λ⁰ from the cache, by collision id]
#include <sim/rigid/bounces.h>
#include <sim/rigid/integrate.h>
#include <sim/rigid/solver.h>
#include <tactus/core/reject.h>

namespace tactus::sim::rigid {

namespace {

template <Scalar T> class PgsSolver final : public Solver<T> {
 public:
  explicit PgsSolver(const PgsOptions<T>& options) : options_(options) {
    if (options.iterations < 1) reject("PgsOptions: iterations = ", options.iterations, "; at least 1 is required");
    if (!(options.correction >= T(0) && options.correction <= T(1)))
      reject("PgsOptions: correction = ", options.correction, " is not in [0, 1]");
    if (!(options.slop >= T(0))) reject("PgsOptions: slop = ", options.slop, " is negative");
    if (!(options.push_out > T(0))) reject("PgsOptions: push_out = ", options.push_out, " is not positive");
  }

  void step(StepProblem<T>& problem) override {
    rows_.make(problem);
    integrate_velocities(problem, problem.dt);
    bounces_.find(problem);
    bounces_.run(problem, rows_, problem.dt);
    for (std::size_t i = 0; i < problem.pairs.size(); ++i)
      for (PointRow<T>& p : rows_.of(problem, i)) begin(problem, problem.pairs[i], p);
    for (int k = 0; k < options_.iterations; ++k)
      for (std::size_t i = 0; i < problem.pairs.size(); ++i) solve(problem, problem.pairs[i], rows_.of(problem, i));
    rows_.keep(problem);
    integrate_positions(problem, problem.dt);
  }

 private:
  void begin(StepProblem<T>& problem, const ContactPair<T>& pair, PointRow<T>& p) const {
    if (!options_.warm_start) p.normal_impulse = p.impulse_u = p.impulse_v = T(0);
    warm_start(problem.bodies[pair.a], problem.bodies[pair.b], pair, p);
  }

  void solve(StepProblem<T>& problem, const ContactPair<T>& pair, std::span<PointRow<T>> rows) const {
    SolverBody<T>&a = problem.bodies[pair.a], &b = problem.bodies[pair.b];
    for (PointRow<T>& p : rows) solve_friction(a, b, pair, p);
    for (PointRow<T>& p : rows) {
      const T speed = normal_speed(a, b, p, pair.normal);
      const T impulse = max(T(0), p.normal_impulse - p.normal_mass * (speed + bias(problem.dt, pair, p)));
      apply_normal(a, b, p, pair.normal, impulse - p.normal_impulse);
      p.normal_impulse = impulse;
    }
  }

  /// A gap may be closed but not more; a part of an overlap beyond the slop is removed. [Baumgarte 1972]
  T bias(T dt, const ContactPair<T>& pair, const PointRow<T>& p) const {
    if (p.separation > T(0)) return p.separation / dt;
    return max(options_.correction * min(T(0), p.separation + options_.slop * pair.size) / dt,
               -options_.push_out * pair.size);
  }

  PgsOptions<T> options_;
  Rows<T> rows_;
  Bounces<T> bounces_;
};

}  // namespace

template <Scalar T> std::unique_ptr<Solver<T>> make_pgs_solver(const PgsOptions<T>& options) {
  return std::make_unique<PgsSolver<T>>(options);
}
template std::unique_ptr<Solver<float>> make_pgs_solver(const PgsOptions<float>&);
template std::unique_ptr<Solver<double>> make_pgs_solver(const PgsOptions<double>&);

}  // namespace tactus::sim::rigid
