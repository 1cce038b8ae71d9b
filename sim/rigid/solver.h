// SPDX-License-Identifier: MIT
#pragma once
/// The interface of a solver: it moves the bodies of a problem through one step so that they do not sink into each
/// other.
#include <sim/rigid/options.h>
#include <sim/rigid/problem.h>

#include <memory>

namespace tactus::sim::rigid {

/// After step(), the velocities, moved, turned and turn of the bodies, and the impulses of the points, are updated. A
/// solver keeps only scratch memory from step to step: everything else is in the points' impulses.
template <Scalar T> class Solver {
 public:
  virtual ~Solver() = default;
  virtual void step(StepProblem<T>& problem) = 0;
};

template <Scalar T> std::unique_ptr<Solver<T>> make_soft_solver(const SoftOptions<T>& options);
template <Scalar T> std::unique_ptr<Solver<T>> make_pgs_solver(const PgsOptions<T>& options);
template <Scalar T> std::unique_ptr<Solver<T>> make_thesis_solver(const ThesisOptions<T>& options);

/// The vectors that the loops of the soft solver were compiled for.
enum class SoftVectors : std::uint8_t { plain, avx2, avx512 };
/// For tests: soft solvers made from now on use these, or the widest that this program and this processor have. Returns
/// which.
SoftVectors use_soft_vectors(SoftVectors most);

/// The solver named by the options. Throws std::invalid_argument for invalid numbers.
template <Scalar T> std::unique_ptr<Solver<T>> make_solver(const SimulationOptions<T>& options) {
  switch (options.solver) {
    case SolverKind::pgs: return make_pgs_solver(options.pgs);
    case SolverKind::thesis: return make_thesis_solver(options.thesis);
    case SolverKind::soft: break;
  }
  return make_soft_solver(options.soft);
}

}  // namespace tactus::sim::rigid
