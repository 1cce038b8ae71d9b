// SPDX-License-Identifier: MIT
#pragma once
/// The instruction sets that batches are compiled for. Each takes time to compile, so only those that gain enough are
/// here.
#include <tactus/batch/lanes/block.h>

#if defined(TACTUS_HAVE_HIGHWAY)
// Must come before any header of Highway. Vectors whose length the compiler does not know (SVE, RVV) cannot be class
// members.
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_AVX3_DL | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
#endif
