// SPDX-License-Identifier: MIT
#pragma once
/// The results as Markdown.
#include <bench/compare/measure.h>

#include <iosfwd>
#include <map>

namespace tactus::compare {

/// Times of another build, in ns, by query, case and contestant.
class OtherTimes {
 public:
  /// Lines of these three and the time, tabs between: what write_times() writes.
  static OtherTimes read(std::istream& is);
  /// NaN if it is not there.
  double of(Query query, const std::string& case_name, const std::string& contestant) const;

 private:
  std::map<std::string, double> ns_;
};

/// One case and query, all contestants.
struct Round {
  std::string case_name;
  Query query;
  std::optional<Target> target;
  std::vector<Measured> measured;
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
  std::optional<OtherTimes> native;  // the same contestants in the same turns, built with -march=native
};

/// A line while the rounds are running.
void print_progress(std::ostream& os, const Round& round);
void write_markdown(std::ostream& os, const Report& report);
/// The times of all contestants, for another run.
void write_times(std::ostream& os, const Report& report);

}  // namespace tactus::compare
