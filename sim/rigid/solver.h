#pragma once
/// What a solver is: it takes the bodies of a problem through one step, so that contacts hold.
#include <sim/rigid/options.h>
#include <sim/rigid/problem.h>

#include <memory>

namespace tactus::sim::rigid {

/// Velocities, moved, turned and turn of the bodies, and the impulses of the points, are those after step().
/// A solver keeps nothing from step to step but scratch memory: all that is remembered is in the points' impulses.
template <Scalar T> class Solver {
 public:
  virtual ~Solver() = default;
  virtual void step(StepProblem<T>& problem) = 0;
};

template <Scalar T> std::unique_ptr<Solver<T>> make_soft_solver(const SoftOptions<T>& options);
template <Scalar T> std::unique_ptr<Solver<T>> make_pgs_solver(const PgsOptions<T>& options);
template <Scalar T> std::unique_ptr<Solver<T>> make_thesis_solver(const ThesisOptions<T>& options);

/// The one that the options name. Throws std::invalid_argument for numbers that make no sense.
template <Scalar T> std::unique_ptr<Solver<T>> make_solver(const SimulationOptions<T>& options) {
  switch (options.solver) {
    case SolverKind::pgs: return make_pgs_solver(options.pgs);
    case SolverKind::thesis: return make_thesis_solver(options.thesis);
    case SolverKind::soft: break;
  }
  return make_soft_solver(options.soft);
}

}  // namespace tactus::sim::rigid
