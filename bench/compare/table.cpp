// SPDX-License-Identifier: MIT
#include <bench/compare/table.h>

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <istream>
#include <limits>
#include <ostream>
#include <sstream>
#include <utility>

namespace tactus::compare {
namespace {

std::string fixed(double value, int digits) {
  std::ostringstream text;
  text << std::fixed << std::setprecision(digits) << value;
  return std::isfinite(value) ? text.str() : "-";
}
std::string scientific(double value) {
  std::ostringstream text;
  text << std::scientific << std::setprecision(0) << value;
  return !std::isfinite(value) ? "-" : value == 0 ? "0" : text.str();
}

const Measured* named(const Round& round, const std::string& name) {
  const auto found = std::find_if(round.measured.begin(), round.measured.end(),
                                  [&](const Measured& m) { return m.contestant.name == name; });
  return found == round.measured.end() ? nullptr : &*found;
}

const Measured& tactus_in(const Round& round) { return *named(round, "tactus"); }

const Measured* fastest_peer(const Round& round) {
  const Measured* fastest = nullptr;
  for (const Measured& m : round.measured)
    if (m.contestant.peer && (!fastest || m.ns.mixed < fastest->ns.mixed)) fastest = &m;
  return fastest;
}

const Measured* target_peer(const Round& round) {
  return round.target && round.target->peer ? named(round, *round.target->peer) : fastest_peer(round);
}

/// "0.21 of FCL, libccd (1.8 µs)"
std::string ratio_text(const Round& round, const Measured* peer) {
  if (!peer) return "-";
  return fixed(tactus_in(round).ns.mixed / peer->ns.mixed, 2) + " × " + peer->contestant.name + " (" +
         fixed(peer->ns.mixed, 0) + " ns, " + std::to_string(peer->judgement.wrong) + " wrong)";
}

std::string cold_ratio(const Round& round, const Measured* peer) {
  return peer ? fixed(tactus_in(round).ns.cold / peer->ns.cold, 2) : "-";
}

std::string verdict(const Round& round) {
  if (!round.target || !target_peer(round)) return "no target";
  const bool met = tactus_in(round).ns.mixed <= round.target->ratio * target_peer(round)->ns.mixed;
  return "≤ " + fixed(round.target->ratio, 2) + (met ? ": met" : ": **missed**");
}

/// The time of this build over that of the one with -march=native; NaN without that one.
double over_native(const Report& report, const Round& round) {
  const double none = std::numeric_limits<double>::quiet_NaN();
  return report.native ? tactus_in(round).ns.mixed / report.native->of(round.query, round.case_name, "tactus") : none;
}

/// The cells for which `missed` holds, in one sentence.
template <class Missed> void write_misses(std::ostream& os, const Report& report, const char* what, Missed&& missed) {
  const char* separator = "";
  os << what << ": ";
  for (const Round& round : report.rounds)
    if (missed(round)) os << std::exchange(separator, ", ") << name(round.query) << " of " << round.case_name;
  os << (*separator ? ".\n" : "none.\n");
}

/// The peers are the same binaries in both runs, so their times tell whether the machine was.
void write_drift(std::ostream& os, const Report& report) {
  std::vector<double> ratios;
  for (const Round& round : report.rounds)
    for (const Measured& m : round.measured)
      if (m.contestant.peer)
        ratios.push_back(m.ns.mixed / report.native->of(round.query, round.case_name, m.contestant.name));
  std::erase_if(ratios, [](double ratio) { return !std::isfinite(ratio); });
  if (ratios.empty()) return;
  std::sort(ratios.begin(), ratios.end());
  const auto at = [&](double share) { return fixed(ratios[std::size_t(share * double(ratios.size() - 1))], 2); };
  os << "The peers took " << at(0.5) << " × their time of the native run (" << at(0.05) << " to " << at(0.95)
     << " in nine cells of ten): that is how alike the two runs are.\n";
}

struct Range {
  double least = infinity<double>, most = 0;
  void add(double x) { least = std::min(least, x), most = std::max(most, x); }
};

double pairs_of(const Report& report, const Round& round) {
  for (const CaseSummary& c : report.cases)
    if (c.name == round.case_name) return double(c.pairs);
  return 0;
}

/// What README.md says of this page.
void write_for_readme(std::ostream& os, const Report& report) {
  int wrong = 0;
  Range ratios, wrong_share;
  for (const Round& round : report.rounds) {
    const Measured& own = tactus_in(round);
    wrong += own.judgement.wrong;
    if (const Measured* peer = fastest_peer(round); peer && round.query != Query::contact)
      ratios.add(own.ns.mixed / peer->ns.mixed);
    for (const Measured& m : round.measured)
      if (m.contestant.peer && round.query == Query::contact && m.ns.mixed < own.ns.mixed)
        wrong_share.add(double(m.judgement.wrong) / pairs_of(report, round));
  }
  os << "In short: " << wrong << " wrong answers in " << report.rounds.size() << " rows";
  if (ratios.most > 0)
    os << "; yes-or-no and distance queries take " << fixed(ratios.least, 2) << " to " << fixed(ratios.most, 2)
       << " × the time of the fastest peer";
  if (wrong_share.most > 0)
    os << "; where a peer finds contacts faster, " << fixed(100 * wrong_share.least, 0) << " to "
       << fixed(100 * wrong_share.most, 0) << " % of its answers are wrong";
  os << ".\n";
}

constexpr double most_over_native = 1.15;

void write_findings(std::ostream& os, const Report& report) {
  write_misses(os, report, "Missed targets",
               [](const Round& round) { return verdict(round).find("missed") != std::string::npos; });
  if (report.native) {
    write_misses(os, report, "More than 1.15 × the time of the native build",
                 [&](const Round& round) { return over_native(report, round) > most_over_native; });
    write_drift(os, report);
  }
  write_for_readme(os, report);
  os << "\nTimes are of the mix. Ratios: time of tactus (double) over time of the peer. Cold: right after all the "
        "others. Native: tactus built with `-O3 -march=native`, in a process of its own, with the same "
        "contestants.\n\n";
}

void write_summary(std::ostream& os, const Report& report) {
  os << "## tactus against its targets\n\n";
  write_findings(os, report);
  os << "| query | case | tactus ns | native ns | over native | wrong | worst error | target | ratio to the target's "
        "peer | ratio to the fastest "
        "peer | cold: ns | ratio |\n|---|---|---:|---:|---:|---:|---:|---|---|---|---:|---:|\n";
  for (const Query query : all_queries) {
    for (const Round& round : report.rounds) {
      if (round.query != query) continue;
      const Measured& own = tactus_in(round);
      const Measured* peer = round.target ? target_peer(round) : fastest_peer(round);
      const double over = over_native(report, round);
      os << "| " << name(query) << " | " << round.case_name << " | " << fixed(own.ns.mixed, 0) << " | "
         << fixed(own.ns.mixed / over, 0) << " | " << fixed(over, 2) << " | " << own.judgement.wrong << " | "
         << (query == Query::intersects ? std::string("-") : scientific(own.judgement.worst_error)) << " | "
         << verdict(round) << " | " << (round.target ? ratio_text(round, target_peer(round)) : "-") << " | "
         << ratio_text(round, fastest_peer(round)) << " | " << fixed(own.ns.cold, 0) << " | " << cold_ratio(round, peer)
         << " |\n";
    }
  }
  os << '\n';
}

void write_round(std::ostream& os, const Round& round) {
  const Measured* fastest = fastest_peer(round);
  for (const Measured& m : round.measured) {
    const bool exact = round.query == Query::intersects;
    os << "| " << round.case_name << " | " << m.contestant.name << " | " << fixed(m.ns.mixed, 0) << " | "
       << fixed(m.ns.apart, 0) << " | " << fixed(m.ns.overlapping, 0) << " | "
       << (fastest ? fixed(m.ns.mixed / fastest->ns.mixed, 2) : "-") << " | " << m.judgement.wrong << " | "
       << (exact ? "-" : scientific(m.judgement.worst_error)) << " | "
       << (exact || m.contestant.peer ? "-" : scientific(m.judgement.worst_gap)) << " |\n";
  }
}

void write_details(std::ostream& os, const Report& report) {
  for (const Query query : all_queries) {
    os << "## " << name(query)
       << "\n\n| case | contestant | mix ns | apart ns | overlapping ns | × fastest peer | wrong | worst error | worst "
          "certified gap |\n|---|---|---:|---:|---:|---:|---:|---:|---:|\n";
    for (const Round& round : report.rounds)
      if (round.query == query) write_round(os, round);
    os << '\n';
  }
}

constexpr const char* how_to_read = R"(## How to read it

- All contestants get the same seeded pairs, in turns, in one process on one core: processor time, medians over the
  repeats. In its turn each contestant answers all pairs twice. "cold" is the first time, right after the others,
  whose code and data fill the caches; all other times are of the second, when the caches hold its own code and data,
  as in a program that uses one library.
- Times are per query from two shapes and two world poses: "mix" in random order, "apart" and "overlapping"
  separately. Contact means the penetration depth of overlapping pairs, and for the others only "apart" (`max_distance
  = 0` for tactus, the way the peers work).
- All use double (Bullet in Debian's `-float64` build), except the lines "tactus float". Every configurable contestant
  uses a tolerance of 1e-6; "libccd EPA at 1e-4" is libccd with its default tolerance.
- "wrong" counts bools that are wrong by more than 1e-9 of the size (float: 2e-5), distances and depths off by more
  than 1e-4 of it, and certified bounds that fail; errors and gaps are relative to the size, twice the smaller
  bounding radius. The truth is the tests' oracle in long double. The depth of MPR is an estimate by design, and so
  are the depths of the box-box routines that FCL, Bullet and ODE share: they prefer faces.
- FCL: `fcl::collide` and `fcl::distance`; no round box. libccd: plain support functions, hulls by scanning all
  points. Bullet: `btGjkPairDetector` with EPA, `btGjkEpaSolver2::Penetration`, `btBoxBoxDetector`; margins 0, a round
  box is a box with a margin, the ellipsoid has a support function made for it. ODE: `dCollide` for one contact; no
  separate bool query, no distance, only its own primitives.
- The peers are Debian's binaries, built for any x86-64; only the header parts of theirs and tactus get the flags
  above.
)";

}  // namespace

void print_progress(std::ostream& os, const Round& round) {
  const Measured& own = tactus_in(round);
  os << std::left << std::setw(9) << name(round.query) << std::setw(15) << round.case_name << std::right << std::setw(7)
     << fixed(own.ns.mixed, 0) << " ns, " << own.judgement.wrong << " wrong, " << ratio_text(round, target_peer(round))
     << ", " << verdict(round) << std::endl;
}

OtherTimes OtherTimes::read(std::istream& is) {
  OtherTimes times;
  for (std::string query, case_name, contestant, ns; std::getline(is, query, '\t') &&
                                                     std::getline(is, case_name, '\t') &&
                                                     std::getline(is, contestant, '\t') && std::getline(is, ns);)
    times.ns_[query + '\t' + case_name + '\t' + contestant] = std::stod(ns);
  return times;
}

double OtherTimes::of(Query query, const std::string& case_name, const std::string& contestant) const {
  const auto found = ns_.find(std::string(name(query)) + '\t' + case_name + '\t' + contestant);
  return found == ns_.end() ? std::numeric_limits<double>::quiet_NaN() : found->second;
}

void write_times(std::ostream& os, const Report& report) {
  for (const Round& round : report.rounds)
    for (const Measured& m : round.measured)
      os << name(round.query) << '\t' << round.case_name << '\t' << m.contestant.name << '\t' << m.ns.mixed << '\n';
}

void write_markdown(std::ostream& os, const Report& report) {
  os << "# tactus and its peers\n\nQueries on one pair of shapes: tactus beside FCL, libccd, Bullet and ODE. Made by "
        "`scripts/compare.sh`, which installs the peers, builds and runs; do not edit.\n\n"
     << report.machine << "\n\n"
     << how_to_read << '\n';
  write_summary(os, report);
  write_details(os, report);
  os << "## The pairs\n\n| case | pairs | intersecting |\n|---|---:|---:|\n";
  for (const CaseSummary& c : report.cases)
    os << "| " << c.name << " | " << c.pairs << " | " << fixed(100 * c.intersecting, 0) << " % |\n";
}

}  // namespace tactus::compare
