// SPDX-License-Identifier: MIT
#pragma once
/// A run of the rigid simulator as a restart file: the scene, the options that change the result, and the state.
#include <io/checkpoint.h>
#include <scenes/scene.h>
#include <sim/rigid/simulation.h>

namespace tactus::app {

/// The options, by name.
struct RunChoices {
  std::string solver = "soft", method;  // method: empty for the library's choice
};

struct SavedRun {
  scenes::Scene scene;
  RunChoices choices;
  sim::rigid::State<double> state;
};

/// Equal states give equal bytes.
std::vector<std::byte> state_bytes(const sim::rigid::State<double>& state);

void write_run(const std::filesystem::path& path, const scenes::Scene& scene, const RunChoices& choices,
               const sim::rigid::State<double>& state);
/// Throws io::CheckpointError, which says what is wrong with the file.
SavedRun read_run(const std::filesystem::path& path);

}  // namespace tactus::app
