#pragma once
/// Runs experiments: cells one by one, each kept on the disk as soon as it is done, and pages made of them.
#include <lab/experiment.h>

#include <filesystem>

namespace tactus::lab {

struct RunOptions {
  Size size;
  std::filesystem::path folder;  // pages, tables, the report, and cells/ with what is done
  bool resume = false;  // take over the cells that are there; else they are deleted first
  std::function<bool()> stop;  // asked often; true ends the run, and what is done is kept
  std::function<void(double share, const std::string& words)> tell;  // progress
};

/// All cells of one experiment that are not there yet, then its page. Throws std::runtime_error if something cannot be
/// written, io::CheckpointError if a cell's file is damaged.
Page run(const Experiment& experiment, const RunOptions& options);

/// NAME.md, NAME.svg, NAME.json, a CSV file for each table, and report.html of all experiments whose page is there.
void write_page(const Page& page, const std::filesystem::path& folder);

}  // namespace tactus::lab
