// SPDX-License-Identifier: MIT
#include <bench/sweep/contestant.h>
#include <tactus/sweep/time_of_impact.h>

namespace tactus::sweep_bench {

Contestant tactus_contestant(const std::vector<Sweep>& sweeps) {
  return {"tactus", [&](std::size_t i) {
            const Sweep& s = sweeps[i];
            const Impact<double> r = time_of_impact(s.a, s.motion_a, s.b, s.motion_b);
            return Reply{r.status != MotionStatus::none, r.time, r.steps};
          }};
}

}  // namespace tactus::sweep_bench
