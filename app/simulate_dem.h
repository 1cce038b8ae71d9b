// SPDX-License-Identifier: MIT
#pragma once
/// `tactus simulate dem-1` and `dem-2`: Feng and Tan's simulations.
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tactus::app {

inline constexpr std::pair<std::string_view, std::string_view> dem_scenes[] = {
    {"dem-1", "Feng and Tan's Simulation I: pyramids, prisms and frusta are poured into a box (--bodies: how many)"},
    {"dem-2", "their Simulation II: spheres in place of the frusta"}};

struct DemRunOptions {
  std::string scene;
  int particles = 0, threads = 0;
  std::uint64_t seed = 1;
  double seconds = 0;  // 0: ten
  double until = 0;  // stop early, at this time; 0: run to the end
  int count_every = 0;  // steps between two counts of GJK and EPA in census.csv; 0: only at the stages
  std::string checkpoint, resume, out, files;
};

inline std::vector<std::string> dem_scene_names() {
  std::vector<std::string> names;
  for (const auto& [scene, description] : dem_scenes) names.emplace_back(scene);
  return names;
}
inline bool is_dem_scene(std::string_view name) {
  for (const auto& [scene, description] : dem_scenes)
    if (scene == name) return true;
  return false;
}
void simulate_dem(const DemRunOptions& options);

}  // namespace tactus::app
