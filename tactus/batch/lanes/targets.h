#pragma once
/// The instruction sets that batches are compiled for, chosen for what they gain: each costs its time to compile.
#include <tactus/batch/lanes/block.h>

#if defined(TACTUS_HAVE_HIGHWAY)
// Before any header of Highway. Vectors of a length that the compiler does not know (SVE, RVV) cannot be members.
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_AVX3_DL | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
#endif
