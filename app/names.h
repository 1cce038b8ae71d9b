// SPDX-License-Identifier: MIT
#pragma once
/// Things chosen by name on the command line. An unknown name throws std::invalid_argument with the nearest known
/// names.
#include <scenes/scene.h>
#include <sim/rigid/options.h>
#include <tactus/narrow/algorithms.h>

#include <cstdint>
#include <string>
#include <vector>

namespace tactus::app {

sim::rigid::SolverKind solver_named(const std::string& name);
narrow::Algorithm<double> method_named(const std::string& name, const std::string& where = "--method");
/// The names of all methods, with commas; one that has a comma itself is quoted.
std::string method_names();
/// The scene of that name (size 0: its default), or the scene in that file, if the name has a dot or a slash. `others`:
/// further names that the message for an unknown one should list.
scenes::Scene scene_named(const std::string& name, int size, std::uint64_t seed,
                          const std::vector<std::string>& others = {});
/// One line for each named scene.
std::string scene_list();

}  // namespace tactus::app
