#pragma once
/// How many iterations projected Gauss-Seidel needs on a stack, from nothing and from the impulses of the last step.
#include <lab/experiment.h>

namespace tactus::lab {

struct SolverStart {
  double cold = 0, warm = 0;  // iterations until the residual is reached; NaN: not with 4096
};

/// Residual: the largest speed that is left after a step, of the speed that gravity adds in it. At rest it is 0.
SolverStart iterations_to(double residual, int bodies, const Pulse& pulse);

}  // namespace tactus::lab
