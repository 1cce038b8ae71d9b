// SPDX-License-Identifier: MIT
#include <io/bad_input.h>
#include <io/checkpoint.h>
#include <io/durable_file.h>
#include <io/text_file.h>
#include <lab/chart_svg.h>
#include <lab/runner.h>

#include <cmath>
#include <cstring>

namespace tactus::lab {

namespace {

namespace fs = std::filesystem;
constexpr const char* cell_kind = "lab cell";

void write_text(const fs::path& path, const std::string& text) {
  io::write_durably(path, std::as_bytes(std::span<const char>(text)));
}

void save(const fs::path& path, const Numbers& numbers) {
  io::Checkpoint cell{.kind = cell_kind, .state = std::vector<std::byte>(numbers.size() * sizeof(double))};
  if (!numbers.empty()) std::memcpy(cell.state.data(), numbers.data(), cell.state.size());
  io::write_checkpoint(path, cell);
}

Numbers load(const fs::path& path) {
  const io::Checkpoint cell = io::read_checkpoint(path, cell_kind, 1);
  Numbers numbers(cell.state.size() / sizeof(double));
  if (!numbers.empty()) std::memcpy(numbers.data(), cell.state.data(), numbers.size() * sizeof(double));
  return numbers;
}

/// Cells of different sizes do not mix: each size has a folder.
fs::path cell_folder(const Experiment& experiment, const RunOptions& options) {
  std::string size(options.size.name());
  if (options.size.share != 1) size += "-" + brief(options.size.share);
  return options.folder / "cells" / size / experiment.name;
}

}  // namespace

long Size::count(long for_seconds, long for_quick, long for_full) const {
  const long whole = pick(for_seconds, for_quick, for_full);
  return kind == full ? std::max(1l, std::lround(share * static_cast<double>(whole))) : whole;
}

const Experiment* find_experiment(std::string_view name) {
  for (const Experiment& e : experiments())
    if (e.name == name) return &e;
  return nullptr;
}

Page run(const Experiment& experiment, const RunOptions& options) {
  const Plan plan = experiment.plan(options.size);
  const fs::path folder = cell_folder(experiment, options);
  if (!options.resume) fs::remove_all(folder);
  fs::create_directories(folder);
  Results results;
  for (std::size_t i = 0; i < plan.cells.size(); ++i) {
    const Cell& cell = plan.cells[i];
    const fs::path path = folder / cell.key;
    const auto tell = [&](double done) {
      if (options.tell)
        options.tell((static_cast<double>(i) + done) / static_cast<double>(plan.cells.size()),
                     std::string(experiment.name) + ": " + cell.key);
    };
    if (fs::exists(path)) {
      results.put(cell.key, load(path));
      continue;
    }
    const Pulse pulse(options.stop, tell, folder);
    try {
      pulse.check(0);
      Numbers numbers = cell.compute(pulse);
      save(path, numbers);
      results.put(cell.key, std::move(numbers));
    } catch (const Stopped&) {
      break;
    }
  }
  Page page;
  page.name = experiment.name, page.source = experiment.source, page.title = experiment.what;
  page.size = options.size.name();
  if (options.size.share != 1) page.size = brief(options.size.share) + " of the full samples";
  page.complete = results.size() == plan.cells.size();
  plan.write(results, page);
  if (results.size() == 0)
    for (Claim& claim : page.claims) claim.verdict = Verdict::open, claim.ours = dash, claim.band = "not run";
  return page;
}

void write_page(const Page& page, const fs::path& folder) {
  fs::create_directories(folder / "parts");
  const std::string picture = page.charts.empty() ? "" : page.name + ".svg";
  write_text(folder / (page.name + ".md"), to_markdown(page, picture));
  write_text(folder / (page.name + ".json"), to_json(page));
  if (!picture.empty()) write_text(folder / picture, to_svg_sheet(page.charts));
  write_text(folder / (page.name + "-claims.csv"), to_csv(claims_table(page)));
  for (const Table& table : page.tables) write_text(folder / (page.name + "-" + table.name + ".csv"), to_csv(table));
  for (const Table& table : page.data) write_text(folder / (page.name + "-" + table.name + ".csv"), to_csv(table));
  write_text(folder / "parts" / (page.name + ".html"), to_html_part(page));
  std::vector<std::string> parts;
  for (const Experiment& e : experiments())
    if (const fs::path part = folder / "parts" / (std::string(e.name) + ".html"); fs::exists(part))
      parts.push_back(io::read_text_file(part));
  write_text(folder / "report.html", to_html_report(parts));
}

}  // namespace tactus::lab
