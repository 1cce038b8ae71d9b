// SPDX-License-Identifier: MIT
#pragma once
/// A library that computes when two moving shapes meet.
#include <tactus/sweep/motion.h>
#include <tests/helpers/random_sweeps.h>

#include <functional>
#include <memory>
#include <vector>

namespace tactus::sweep_bench {

using testing::Sweep;

struct Reply {
  bool hit = false;
  double time = 1;
  int steps = 0;
};

/// answer(i): the i-th of the sweeps it was made for.
struct Contestant {
  const char* name;
  std::function<Reply(std::size_t)> answer;
};

Contestant tactus_contestant(const std::vector<Sweep>& sweeps);
/// fcl::continuousCollide by conservative advancement. FCL knows poses at both ends, so rotations up to pi.
Contestant fcl_contestant(const std::vector<Sweep>& sweeps);

}  // namespace tactus::sweep_bench
