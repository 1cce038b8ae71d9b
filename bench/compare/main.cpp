// SPDX-License-Identifier: MIT
/// tactus and its peers on the same pairs: how fast, and how accurate. See `bench_compare --help`.
#include <bench/compare/table.h>

#include <algorithm>
#include <fstream>
#include <iostream>
#include <stdexcept>

namespace tactus::compare {
namespace {

constexpr const char* usage = R"(usage: bench_compare [options]
Times tactus, FCL, libccd, Bullet and ODE on the same random pairs and checks every answer against an oracle.
  --pairs N     pairs per case (default 1000)
  --repeats N   of all pairs, in turns; the median counts (default 7)
  --case NAME   only this case; may be given more than once
  --query NAME  only this query: bool, distance or contact
  --peers no    tactus alone, for profiling
  --note TEXT   added to the description of the machine: date, versions, load
  --out FILE    also write the Markdown there
  --times FILE  also write all times there, for --native
  --native FILE the times that the build with -march=native found: a column of their own
)";

struct Settings {
  int pairs = 1000, repeats = 7;
  std::vector<std::string> cases;
  std::string query, note, out, times, native;
  bool peers = true;
};

Settings parse(std::span<char*> arguments) {
  Settings s;
  for (std::size_t i = 0; i < arguments.size(); i += 2) {
    const std::string option = arguments[i];
    if (i + 1 == arguments.size()) throw std::invalid_argument("what about " + option + "? See --help");
    const std::string value = arguments[i + 1];
    if (option == "--pairs")
      s.pairs = std::stoi(value);
    else if (option == "--repeats")
      s.repeats = std::stoi(value);
    else if (option == "--case")
      s.cases.push_back(value);
    else if (option == "--query")
      s.query = value;
    else if (option == "--peers")
      s.peers = value != "no";
    else if (option == "--note")
      s.note = value;
    else if (option == "--out")
      s.out = value;
    else if (option == "--times")
      s.times = value;
    else if (option == "--native")
      s.native = value;
    else
      throw std::invalid_argument("unknown option " + option + "; see --help");
  }
  if (s.pairs < 1 || s.repeats < 1) throw std::invalid_argument("--pairs and --repeats take positive numbers");
  if (s.cases.empty()) s.cases = case_names();
  return s;
}

std::string machine(const std::string& note) {
  std::string model = "unknown processor", line;
  std::ifstream cpuinfo("/proc/cpuinfo");
  while (std::getline(cpuinfo, line))
    if (line.starts_with("model name")) {
      model = line.substr(line.find(':') + 2);
      break;
    }
  return model + "; " TACTUS_BENCH_COMPILER ", `" TACTUS_BENCH_FLAGS "`." + (note.empty() ? "" : "\n" + note);
}

std::vector<Contestant> contestants(const Case& c, const Settings& settings) {
  std::vector<Contestant> all;
  for (const auto& team :
       {tactus_contestants, fcl_contestants, libccd_contestants, bullet_contestants, ode_contestants})
    for (Contestant& contestant : team(c))
      if (settings.peers || !contestant.peer) all.push_back(std::move(contestant));
  return all;
}

std::vector<Contestant> answering(std::span<const Contestant> all, Query query) {
  std::vector<Contestant> some;
  std::copy_if(all.begin(), all.end(), std::back_inserter(some), [&](const auto& c) { return c.query == query; });
  return some;
}

std::optional<OtherTimes> read_times(const std::string& name) {
  if (name.empty()) return std::nullopt;
  std::ifstream file(name);
  if (!file) throw std::runtime_error("could not read " + name);
  return OtherTimes::read(file);
}

template <class F> void write_file(const std::string& name, F&& write) {
  if (name.empty()) return;
  std::ofstream file(name);
  write(file);
  if (!file.flush()) throw std::runtime_error("could not write " + name);
}

void run(const Settings& settings) {
  Report report{.machine = machine(settings.note), .cases = {}, .rounds = {}, .native = read_times(settings.native)};
  for (const std::string& case_name : settings.cases) {
    const Case c = make_case(case_name, settings.pairs);
    const std::vector<Truth> truth = find_truth(c);
    const auto hits = std::count_if(truth.begin(), truth.end(), [](const Truth& t) { return t.upper <= 0; });
    report.cases.push_back({c.name, c.pairs.size(), double(hits) / double(c.pairs.size())});
    const std::vector<Contestant> all = contestants(c, settings);
    for (const Query query : all_queries) {
      if (!settings.query.empty() && settings.query != name(query)) continue;
      report.rounds.push_back(
          {c.name, query, c.target(query), measure(answering(all, query), truth, settings.repeats)});
      print_progress(std::cerr, report.rounds.back());
    }
  }
  write_markdown(std::cout, report);
  write_file(settings.out, [&](std::ostream& os) { write_markdown(os, report); });
  write_file(settings.times, [&](std::ostream& os) { write_times(os, report); });
}

}  // namespace
}  // namespace tactus::compare

int main(int argc, char** argv) try {
  const std::span<char*> arguments(argv + 1, static_cast<std::size_t>(argc - 1));
  if (!arguments.empty() && std::string_view(arguments[0]) == "--help") {
    std::cout << tactus::compare::usage;
    return 0;
  }
  tactus::compare::run(tactus::compare::parse(arguments));
} catch (const std::exception& error) {
  std::cerr << "bench_compare: " << error.what() << '\n';
  return 1;
}
