// SPDX-License-Identifier: MIT
#pragma once
/// The work of GJK and EPA on all pairs of a simulation, as published.
#include <sim/dem/census.h>

namespace tactus::lab::dem {

/// Like sim::dem::take_census, by lab/published/feng_tan.h, from a random direction for every pair.
sim::dem::Census take_published_census(const sim::dem::Simulation<double>& simulation);

}  // namespace tactus::lab::dem
