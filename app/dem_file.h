// SPDX-License-Identifier: MIT
#pragma once
/// A run of the discrete-element simulator as a restart file: which simulation, its options, and the state.
#include <io/checkpoint.h>
#include <sim/dem/feng_tan.h>

namespace tactus::app {

struct SavedDemRun {
  std::string scene;
  sim::dem::FengTanOptions options;
  sim::dem::State<double> state;
};

/// The kind of checkpoint; the rigid simulator's is "rigid".
inline constexpr const char* dem_kind = "dem";

/// The state as bytes without padding, for comparisons and for files.
std::vector<std::byte> state_bytes(const sim::dem::State<double>& state);
/// Both throw io::CheckpointError.
void write_dem_run(const std::filesystem::path& path, const SavedDemRun& run);
SavedDemRun read_dem_run(const std::filesystem::path& path);

}  // namespace tactus::app
