// SPDX-License-Identifier: MIT
// The loops of the soft solver, compiled again for processors with AVX-512: see tactus/narrow/default/wide.h.
#include <sim/rigid/soft/kernels.h>

extern "C" const tactus::sim::rigid::SoftKernels<double> tactus_widest_soft_double;
constexpr tactus::sim::rigid::SoftKernels<double> tactus_widest_soft_double = tactus::sim::rigid::soft_kernels<double>;
