// SPDX-License-Identifier: MIT
#pragma once
/// A library that finds the pairs of a scene: tactus and its peers behind one small interface.
#include <bench/broad/scene.h>

#include <functional>
#include <memory>
#include <string>

namespace tactus::bench {

/// A contestant working on one scene. `frame` is timed: it updates the boxes that moved and visits every pair; it
/// returns how many pairs of given boxes overlap.
struct Worker {
  std::function<std::size_t()> frame;
  std::function<std::size_t()> bytes = nullptr;  // heap memory, if known
};

struct Contestant {
  std::string name;
  bool peer;
  int largest;  // largest scene it takes part in
  std::function<Worker(const Scene&)> start;  // inserts all boxes; the scene outlives the worker
};

/// Names that targets refer to.
namespace names {
inline constexpr const char *automatic = "tactus Automatic", *grid = "tactus Grid", *aabb_tree = "tactus AabbTree",
                            *sweep_and_prune = "tactus SweepAndPrune", *axis_sweep = "Bullet btAxisSweep3";
}

std::vector<Contestant> tactus_contestants();
std::vector<Contestant> link_contestants();
std::vector<Contestant> bullet_contestants();
std::vector<Contestant> fcl_contestants();

}  // namespace tactus::bench
