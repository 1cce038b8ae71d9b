// SPDX-License-Identifier: MIT
#pragma once
/// Runs experiments: cells one by one, each written to disk as soon as it is done, and makes pages from them.
#include <lab/experiment.h>

#include <filesystem>

namespace tactus::lab {

struct RunOptions {
  Size size;
  std::filesystem::path folder;  // for pages, tables, the report, and cells/ with the finished cells
  bool resume = false;  // use the existing cells; if false, they are deleted first
  std::function<bool()> stop;  // called often; true ends the run, and finished cells are kept
  std::function<void(double share, const std::string& words)> tell;  // progress
};

/// Runs all missing cells of one experiment, then writes its page. Throws std::runtime_error if something cannot be
/// written, io::CheckpointError if a cell's file is damaged.
Page run(const Experiment& experiment, const RunOptions& options);

/// NAME.md, NAME.svg, NAME.json, a CSV file for each table, and report.html, with all experiments that have a page.
void write_page(const Page& page, const std::filesystem::path& folder);

}  // namespace tactus::lab
