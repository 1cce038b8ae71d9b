// SPDX-License-Identifier: MIT
#pragma once
/// A run of the discrete-element simulator as a restart file: which simulation, its options, the state, and what the
/// run has reported so far.
#include <io/checkpoint.h>
#include <sim/dem/census.h>
#include <sim/dem/feng_tan.h>

namespace tactus::app {

/// Totals over all steps of a run, those before a restart included.
struct DemTotals {
  std::uint64_t steps = 0, contacts = 0, stalled = 0;
  double particle_steps = 0, deepest = 0, deepest_relative = 0, worst_gap = 0, critical = infinity<double>;
  double seconds = 0;  // of computing
  UpdateCounts pairs;
  sim::dem::PhaseMilliseconds ms;

  void add(const sim::dem::StepStatistics<double>& s);
};

struct SavedDemRun {
  std::string scene;
  sim::dem::FengTanOptions options;
  DemTotals totals;
  std::vector<sim::dem::Census> stages;  // those that have passed
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
