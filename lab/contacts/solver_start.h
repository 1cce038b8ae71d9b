// SPDX-License-Identifier: MIT
#pragma once
/// How many iterations projected Gauss-Seidel needs on a stack, started from zero and from the impulses of the last
/// step.
#include <lab/experiment.h>

namespace tactus::lab {

struct SolverStart {
  double cold = 0, warm = 0;  // iterations until the residual is reached; NaN if 4096 are not enough
};

/// Residual: the largest speed after a step, relative to the speed that gravity adds in a step. At rest it is 0.
SolverStart iterations_to(double residual, int bodies, const Pulse& pulse);

}  // namespace tactus::lab
