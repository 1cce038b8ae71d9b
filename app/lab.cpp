// SPDX-License-Identifier: MIT
/// The program `tactus-lab`, which `tactus lab` runs: the papers' experiments, run again.
#include <app/command.h>
#include <app/progress.h>
#include <io/suggest.h>
#include <lab/runner.h>

#include <cstdio>
#include <iostream>
#include <memory>

namespace tactus::app {

namespace {

struct LabOptions {
  std::vector<std::string> names;
  std::string folder = "lab_results";
  bool quick = false, resume = false;
  double share = 1;
};

void print_list() {
  for (const lab::Experiment& e : lab::experiments())
    std::printf("  %-12s%s %s\n", std::string(e.name).c_str(), std::string(e.what).c_str(),
                std::string(e.source).c_str());
  std::printf("\ntactus lab NAME runs one of them, tactus lab all every one; --quick takes about a minute each.\n");
}

std::vector<const lab::Experiment*> chosen(const std::vector<std::string>& names) {
  std::vector<const lab::Experiment*> list;
  std::vector<std::string> known{"all"};
  for (const lab::Experiment& e : lab::experiments()) known.emplace_back(e.name);
  for (const std::string& name : names) {
    if (name == "all") {
      for (const lab::Experiment& e : lab::experiments()) list.push_back(&e);
    } else if (const lab::Experiment* e = lab::find_experiment(name)) {
      list.push_back(e);
    } else {
      throw std::invalid_argument("lab: there is no experiment '" + name + "'" + io::suggestion(name, known));
    }
  }
  return list;
}

void print_claims(const lab::Page& page) {
  std::printf("\n%s (%s, size %s)%s\n", page.title.c_str(), page.source.c_str(), page.size.c_str(),
              page.complete ? "" : ": stopped before its end");
  for (const lab::Claim& c : page.claims)
    std::printf("  %-9s %s\n            paper: %s; ours: %s [%s]\n", lab::verdict_text(c.verdict).c_str(),
                c.what.c_str(), c.paper.c_str(), c.ours.c_str(), c.band.c_str());
}

void run_lab(const LabOptions& o) {
  if (o.names.empty()) return print_list();
  if (!(o.share > 0 && o.share <= 1)) throw std::invalid_argument("--share: more than 0 and at most 1 is required");
  if (o.quick && o.share != 1) throw std::invalid_argument("--quick and --share cannot be combined");
  const auto list = chosen(o.names);
  stop_on_interrupt();
  for (const lab::Experiment* e : list) {
    if (interrupted()) break;
    Progress progress;
    const lab::Page page = lab::run(*e, {.size = {o.quick ? lab::Size::quick : lab::Size::full, o.share},
                                         .folder = o.folder,
                                         .resume = o.resume,
                                         .stop = interrupted,
                                         .tell = [&](double share, const std::string& w) { progress.tell(share, w); }});
    progress.end();
    lab::write_page(page, o.folder);
    print_claims(page);
    std::fflush(stdout);
  }
  std::printf("\nreport  %s/report.html\n", o.folder.c_str());
  if (interrupted()) std::printf("stopped: finished cells are kept; the same command with --resume continues\n");
}

void add_options(Command command) {
  auto options = std::make_shared<LabOptions>();
  command.option("names", options->names, "experiments, or all; none: a list of them");
  command.option("--out", options->folder, "a folder for pages, tables, plots and report.html").show_default();
  command.flag("--quick", options->quick, "about a minute each instead of the papers' size");
  command.option("--share", options->share, "run with this share of the papers' samples (0 to 1)").show_default();
  command.flag("--resume", options->resume, "continue a stopped run: skip the cells that are done");
  command.footer("Ctrl-C keeps what is done.\n\nExample: tactus lab coherence --quick --out results");
  command.run([options] { run_lab(*options); });
}

}  // namespace

}  // namespace tactus::app

int main(int argc, char** argv) {
  return tactus::app::run_program("tactus lab", "The papers' experiments, run again: their numbers beside ours.", argc,
                                  argv, tactus::app::add_options);
}
