// SPDX-License-Identifier: MIT
#pragma once
/// The files of a discrete-element run: tables (CSV), a summary (JSON), and VTK files for ParaView.
#include <io/json_value.h>
#include <sim/dem/census.h>

#include <filesystem>
#include <fstream>

namespace tactus::app {

/// A folder of files about one run:
///
/// - steps.csv: one row at intervals, with counts, overlaps, and energies by kind;
/// - census.csv: GJK updates by outcome and EPA iterations, by group: at each stage, or every few steps;
/// - summary.json: the same census, the choices, and how the run ended;
/// - NAME.particles.csv: each particle with its kind, place, rotation and velocities;
/// - NAME.contacts.csv: each contact with its bodies, normal, depth and force, and the overlap's volume and area;
/// - NAME.particles.vtp, NAME.surfaces.vtp, NAME.contacts.vtp: points, meshes, and the contact network as lines.
class DemFiles {
 public:
  using Simulation = sim::dem::Simulation<double>;

  /// Makes the folder if it does not exist. `resumed`: the restored simulation of a resumed run. The rows up to its
  /// time are kept. Later rows, which a run that was killed wrote after its last checkpoint, are removed: the steps
  /// that made them come again. Throws if a table in the folder is not of this program.
  DemFiles(const std::filesystem::path& folder, const Simulation* resumed);
  void add_step(const Simulation& simulation);
  void add_census(const Simulation& simulation, const sim::dem::Census& census);
  void snapshot(const Simulation& simulation, const std::string& name) const;
  void write_summary(const io::JsonValue::Object& summary) const;

 private:
  std::filesystem::path folder_;
  std::ofstream steps_, census_;
};

/// "P5-P16" and so on.
std::string group_name(const DemFiles::Simulation& simulation, std::uint32_t a, std::uint32_t b);
io::JsonValue census_json(const DemFiles::Simulation& simulation, const sim::dem::Census& census);

}  // namespace tactus::app
