// SPDX-License-Identifier: MIT
#include <lab/plans.h>

namespace tactus::lab {

namespace {

constexpr Experiment list[] = {
    {"random", "[Olvång 2010, §4.1, Figures 4 to 17]", "Random configurations: support calls, failures, times",
     plan_random},
    {"stacking", "[Olvång 2010, §4.2, Tables 2 and 3]", "Stacking: the tallest tower that stands", plan_stacking},
    {"coherence", "[Mirtich 1997, §6.1, Figures 9 to 12]",
     "Coherence: the cost of a query against the motion between two", plan_coherence},
    {"accuracy", "[Mirtich 1997, §6.2]", "Accuracy: distances that are too large", plan_accuracy},
    {"degeneracy", "[Mirtich 1997, §6.2, Algorithm 10]", "Degeneracy: nearly parallel cubes, bisected",
     plan_degeneracy},
    {"dem", "[Feng & Tan 2019, §5.2, Tables 1 and 2]", "Discrete elements: GJK updates and EPA iterations", plan_dem},
    {"support", "[Kenwright 2015, §5, Figures 6 and 7]", "Support mapping: tests against vertices", plan_support},
    {"contacts", "[Chmelík & Trtík, PA199, Caching collisions; Olvång 2010, §2.6]",
     "Contacts: points found again, and what a solver gains", plan_contacts},
    {"broadphase", "[Chmelík & Trtík, PA199, Broad phase]", "Broad phase: coherence and alignment", plan_broadphase},
    {"motion", "[Chmelík & Trtík, PA199, Computing collision time]", "Motion: times of impact, missed and late",
     plan_motion},
};

}  // namespace

std::span<const Experiment> experiments() { return list; }

}  // namespace tactus::lab
