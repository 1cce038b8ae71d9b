// SPDX-License-Identifier: MIT
#pragma once
/// The plans of all experiments, one function each (lab/experiments.cpp lists them).
#include <lab/experiment.h>

namespace tactus::lab {

Plan plan_random(const Size& size);
Plan plan_stacking(const Size& size);
Plan plan_coherence(const Size& size);
Plan plan_accuracy(const Size& size);
Plan plan_degeneracy(const Size& size);
Plan plan_dem(const Size& size);
Plan plan_support(const Size& size);
Plan plan_contacts(const Size& size);
Plan plan_broadphase(const Size& size);
Plan plan_motion(const Size& size);

}  // namespace tactus::lab
