#pragma once
/// What is chosen by name on the command line. A name that is none throws std::invalid_argument with the nearest ones.
#include <scenes/scene.h>
#include <sim/rigid/options.h>
#include <tactus/narrow/algorithms.h>

#include <cstdint>
#include <string>

namespace tactus::app {

sim::rigid::SolverKind solver_named(const std::string& name);
narrow::Algorithm<double> method_named(const std::string& name);
/// A scene of that name (size 0: its default), or the scene of that file, if the name has a dot or a slash.
scenes::Scene scene_named(const std::string& name, int size, std::uint64_t seed);
/// A line for each scene that has a name.
std::string scene_list();

}  // namespace tactus::app
