// SPDX-License-Identifier: MIT
#include <tactus/narrow/algorithms/steps.h>

TACTUS_STEPS(float)
