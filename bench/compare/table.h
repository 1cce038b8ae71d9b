// SPDX-License-Identifier: MIT
#pragma once
/// The results as Markdown.
#include <bench/compare/measure.h>

#include <iosfwd>

namespace tactus::compare {

/// One case and query, all contestants.
struct Round {
  std::string case_name;
  Query query;
  std::optional<Target> target;
  std::vector<Measured> measured;
  std::optional<double> plain_ns;  // of tactus, built with plain flags: what most users will measure
};

struct CaseSummary {
  std::string name;
  std::size_t pairs;
  double intersecting;  // share
};

struct Report {
  std::string machine;  // and flags, versions, load: one paragraph
  std::vector<CaseSummary> cases;
  std::vector<Round> rounds;
};

/// A line while the rounds are running.
void print_progress(std::ostream& os, const Round& round);
void write_markdown(std::ostream& os, const Report& report);
/// The times of tactus alone, for another run: query, case, ns, tabs between.
void write_times(std::ostream& os, const Report& report);

}  // namespace tactus::compare
