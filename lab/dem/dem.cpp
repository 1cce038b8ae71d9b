// SPDX-License-Identifier: MIT
/// The work of GJK and EPA in a DEM simulation.  [Feng & Tan 2019, §5.2, Tables 1 and 2]
#include <io/bytes.h>
#include <io/checkpoint.h>
#include <lab/dem/counts.h>
#include <lab/dem/overlaps.h>
#include <lab/plans.h>
#include <sim/dem/census.h>
#include <sim/dem/feng_tan.h>
#include <sim/dem/state_fields.h>

#include <array>
#include <chrono>
#include <cmath>
#include <memory>

namespace tactus::lab {

namespace {

using namespace sim::dem;
using dem::take_published_census;
constexpr double none = std::numeric_limits<double>::quiet_NaN();

/// A contact group: two kinds, and the paper's rows for the four stages.
struct Group {
  const char* name;
  std::size_t a, b;  // kinds: P5, P16, and F16 or S
  std::array<std::array<double, 3>, 4> paper;  // GJK(0), GJK(1), EPA
};
const std::vector<Group> groups[2] = {
    {{"P5-P5", 0, 0, {{{3.65, 5.30, 1.29}, {3.69, 5.29, 1.54}, {3.67, 5.25, 1.56}, {3.67, 5.22, 1.62}}}},
     {"P5-P16", 0, 1, {{{4.02, 6.18, 1.69}, {3.86, 6.26, 1.84}, {3.86, 6.26, 1.90}, {3.88, 6.23, 1.97}}}},
     {"P5-F16", 0, 2, {{{4.00, 6.30, 1.61}, {3.89, 6.17, 1.84}, {3.85, 6.21, 1.90}, {3.82, 6.13, 1.97}}}},
     {"P16-P16", 1, 1, {{{3.98, 6.86, 1.94}, {4.10, 6.69, 2.34}, {3.81, 6.46, 2.41}, {3.95, 6.48, 2.48}}}},
     {"P16-F16", 1, 2, {{{4.14, 6.72, 2.18}, {3.81, 6.51, 2.32}, {3.93, 6.56, 2.28}, {3.81, 6.49, 2.45}}}},
     {"F16-F16", 2, 2, {{{4.08, 6.70, 1.91}, {3.78, 6.45, 2.33}, {3.82, 6.42, 2.23}, {3.78, 6.45, 2.41}}}}},
    {{"P5-P5", 0, 0, {{{3.51, 5.40, 1.20}, {3.85, 5.23, 1.52}, {3.65, 5.27, 1.51}, {3.65, 5.27, 1.55}}}},
     {"P5-P16", 0, 1, {{{3.84, 6.43, 1.30}, {3.81, 6.13, 1.91}, {3.85, 6.25, 1.84}, {3.80, 6.25, 1.85}}}},
     {"P16-P16", 1, 1, {{{3.81, 6.79, 1.82}, {3.93, 6.55, 2.38}, {3.93, 6.67, 2.14}, {3.89, 6.59, 2.15}}}},
     {"P5-S", 0, 2, {{{4.05, 11.2, none}, {4.38, 9.90, none}, {4.56, 9.70, none}, {4.46, 9.62, none}}}},
     {"P16-S", 1, 2, {{{4.26, 10.6, none}, {4.47, 9.89, none}, {4.65, 9.65, none}, {4.59, 9.53, none}}}}}};

/// A simulation that continues from stage to stage. It is saved every minute and when it is stopped, because it takes
/// hours.
class Run {
 public:
  Run(bool spheres, const FengTanOptions& options) : spheres_(spheres), options_(options) {}

  /// For each group: pairs apart, in contact, the three means as published, and ours; then particles, deepest overlap, contacts, stalled.
  Numbers stage(std::size_t number, const Pulse& pulse) {
    const double until = feng_tan_stages(options_)[number];
    if (!simulation_) begin(pulse, until);
    for (int i = 0; simulation_->time() < until; ++i) {
      simulation_->step();
      stalled_ += static_cast<double>(simulation_->statistics().stalled);
      if (i % 20 == 0) look_up(pulse, simulation_->time() / until);
    }
    const Census published = take_published_census(*simulation_), ours = take_census(*simulation_);
    Numbers numbers;
    for (const Group& g : groups[spheres_]) {
      const GroupCounts &c = ours.group(g.a, g.b), &p = published.group(g.a, g.b);
      numbers.insert(numbers.end(), {static_cast<double>(c.apart), static_cast<double>(c.in_contact), p.mean_apart(),
                                     p.mean_in_contact(), p.mean_expansions(), c.mean_apart(), c.mean_in_contact(),
                                     c.mean_expansions()});
    }
    const auto& s = simulation_->statistics();
    numbers.insert(numbers.end(), {static_cast<double>(s.particles), s.deepest_relative,
                                   static_cast<double>(s.contacts), stalled_, simulation_->time()});
    return numbers;
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr const char* kind = "lab dem";

  std::filesystem::path file(const Pulse& pulse) const { return pulse.folder() / (spheres_ ? "II.run" : "I.run"); }

  /// Anew, or from the file, if there is one that has not passed the stage.
  void begin(const Pulse& pulse, double until) {
    const auto anew = [&] { return spheres_ ? feng_tan_2(options_) : feng_tan_1(options_); };
    simulation_ = anew();
    if (!std::filesystem::exists(file(pulse))) return;
    const io::Checkpoint saved = io::read_checkpoint(file(pulse), kind, 1);
    io::ByteReader bytes(saved.state);
    State<double> state;
    bytes.read(stalled_);
    for_each_number(state, [&](auto& x) { bytes.read(x); });
    simulation_->restore(state);
    if (simulation_->time() >= until) simulation_ = anew(), stalled_ = 0;
  }
  void save(const Pulse& pulse) {
    io::ByteWriter bytes;
    bytes.write(stalled_);
    const State<double> state = simulation_->state();
    for_each_number(state, [&](const auto& x) { bytes.write(x); });
    io::write_checkpoint(file(pulse), {kind, 1, bytes.take()});
    saved_ = Clock::now();
  }
  void look_up(const Pulse& pulse, double done) {
    if (Clock::now() - saved_ > std::chrono::minutes(1)) save(pulse);
    try {
      pulse.check(done);
    } catch (const Stopped&) {
      save(pulse);
      throw;
    }
  }

  bool spheres_;
  FengTanOptions options_;
  std::unique_ptr<Simulation<double>> simulation_;
  double stalled_ = 0;
  Clock::time_point saved_ = Clock::now();
};

constexpr std::size_t fields = 8;
std::string key_of(bool spheres, std::size_t stage) {
  return std::string(spheres ? "II" : "I") + "-stage-" + std::to_string(stage + 1);
}

void add_tables(const Results& results, Page& page) {
  constexpr std::array<const char*, 3> rows = {"GJK(0)", "GJK(1)", "EPA"};
  for (const bool spheres : {false, true}) {
    const auto& list = groups[spheres];
    Table table{spheres ? "table-2" : "table-1",
                spheres ? "Table 2: Simulation II, paper / as published / ours"
                        : "Table 1: Simulation I, paper / as published / ours",
                {"stage", "mean"},
                {},
                "GJK(0): updates until a pair is known to be apart; GJK(1): to be in contact; EPA: iterations. As "
                "published: from a random direction, every support point counts. Ours: from the line of centres, the "
                "first support point is not counted. In brackets the pairs."};
    for (const Group& g : list) table.header.emplace_back(g.name);
    for (std::size_t stage = 0; stage < 4; ++stage)
      for (std::size_t r = 0; r < rows.size(); ++r) {
        std::vector<std::string> row{std::to_string(stage + 1), rows[r]};
        for (std::size_t g = 0; g < list.size(); ++g) {
          const double paper = list[g].paper[stage][r];
          const auto at = [&](std::size_t i) { return results.at(key_of(spheres, stage), fields * g + i); };
          if (std::isnan(paper)) {
            row.push_back(dash);
            continue;
          }
          const double pairs = at(r == 0 ? 0 : 1);
          row.push_back(decimal(paper, 2) + " / " + (pairs > 0 ? decimal(at(2 + r), 2) : dash) + " / " +
                        (pairs > 0 ? decimal(at(5 + r), 2) : dash) + " (" + count_text(pairs) + ")");
        }
        table.rows.push_back(row);
      }
    page.tables.push_back(table);
    Table state{
        spheres ? "state-2" : "state-1",
        spheres ? "Simulation II at its stages" : "Simulation I at its stages",
        {"stage", "time, s", "particles", "contacts", "deepest overlap, of the radius", "contacts stalled so far"},
        {}};
    for (std::size_t stage = 0; stage < 4; ++stage) {
      const auto at = [&](std::size_t i) { return results.at(key_of(spheres, stage), fields * list.size() + i); };
      state.rows.push_back({std::to_string(stage + 1), decimal(at(4), 2), count_text(at(0)), count_text(at(2)),
                            scientific(at(1)), count_text(at(3))});
    }
    page.tables.push_back(state);
  }
}

enum class Whose : std::uint8_t { paper, published, ours };

/// Means of all groups of polyhedra, or of those with spheres, over stages with at least 20 pairs.
std::vector<double> means(const Results& results, bool spheres, bool with_sphere, std::size_t row, Whose whose) {
  std::vector<double> all;
  for (std::size_t stage = 0; stage < 4; ++stage)
    for (std::size_t g = 0; g < groups[spheres].size(); ++g) {
      const Group& group = groups[spheres][g];
      if ((spheres && group.b == 2) != with_sphere || std::isnan(group.paper[stage][row])) continue;
      const std::string key = key_of(spheres, stage);
      if (!(results.at(key, fields * g + (row == 0 ? 0 : 1)) >= 20)) continue;
      all.push_back(whose == Whose::paper ? group.paper[stage][row]
                                          : results.at(key, fields * g + (whose == Whose::published ? 2 : 5) + row));
    }
  return all;
}

double mean_of(const std::vector<double>& values) {
  double sum = 0;
  for (const double v : values) sum += v / static_cast<double>(values.size());
  return values.empty() ? none : sum;
}

/// Contacts of Simulation I at a stage, and the mean of EPA's iterations over all of them.
double contacts_at(const Results& results, std::size_t stage) {
  double sum = 0;
  for (std::size_t g = 0; g < groups[0].size(); ++g) sum += results.at(key_of(false, stage), fields * g + 1);
  return sum;
}
double mean_over_contacts(const Results& results, std::size_t stage, std::size_t field) {
  double sum = 0;
  for (std::size_t g = 0; g < groups[0].size(); ++g)
    sum += results.at(key_of(false, stage), fields * g + 1) * results.at(key_of(false, stage), fields * g + field);
  return sum / contacts_at(results, stage);
}
/// As published: of EPA's iterations, and of GJK's updates with contact.
double mean_epa(const Results& results, std::size_t stage) { return mean_over_contacts(results, stage, 4); }
double mean_gjk(const Results& results, std::size_t stage) { return mean_over_contacts(results, stage, 3); }
/// The paper's mean of GJK(1) over its groups, at a stage of Simulation I.
double paper_gjk(std::size_t stage) {
  std::vector<double> all;
  for (const Group& g : groups[0]) all.push_back(g.paper[stage][1]);
  return mean_of(all);
}

void add_claims(const Results& results, Page& page) {
  struct Row {
    const char* what;
    bool spheres, with_sphere;
    std::size_t row;
  };
  for (const Row& r : {Row{"I: GJK(0), polyhedra", false, false, 0}, Row{"I: GJK(1), polyhedra", false, false, 1},
                       Row{"I: EPA, polyhedra", false, false, 2}, Row{"II: GJK(0), with spheres", true, true, 0},
                       Row{"II: GJK(1), with spheres", true, true, 1}}) {
    const double paper = mean_of(means(results, r.spheres, r.with_sphere, r.row, Whose::paper));
    for (const Whose whose : {Whose::published, Whose::ours}) {
      const double ours = mean_of(means(results, r.spheres, r.with_sphere, r.row, whose));
      Claim claim = compare_number(std::string(r.what) + (whose == Whose::published ? ", as published" : ", ours"),
                                   paper, ours, 0.25 * paper, 2);
      if (claim.verdict != Verdict::open) claim.band = "within a quarter, mean of the groups with 20 pairs and more";
      if (r.row == 2) {
        claim = because(claim, "it grows with the overlaps, which the paper does not give: see the last table");
        claim = fitted(claim, "the springs were chosen so that the overlaps give this number: see the last table");
      } else if (whose == Whose::ours) {
        claim = because(claim, "ours begins on the line of centres and does not count the first support point");
      }
      page.claims.push_back(claim);
    }
  }
  const double poly = mean_of(means(results, true, false, 1, Whose::published)),
               ball = mean_of(means(results, true, true, 1, Whose::published));
  page.claims.push_back(compare_sentence("spheres: GJK(1) over that of polyhedra", "over 1.5 times",
                                         decimal(ball / poly, 2) + " times", ball > 1.3 * poly, "more than 1.3 times"));
  double stalled = 0;
  for (const bool spheres : {false, true}) {
    double last = none;  // of the last stage that was run
    for (std::size_t stage = 0; stage < 4; ++stage)
      if (results.has(key_of(spheres, stage)))
        last = results.at(key_of(spheres, stage), fields * groups[spheres].size() + 3);
    if (last > 0) stalled += last;
  }
  page.claims.push_back(
      compare_sentence("our contacts that stalled, all steps", "none", count_text(stalled), stalled == 0, "0"));
  std::size_t first = 0;  // the first stage with enough contacts for a mean
  while (first < 3 && !(contacts_at(results, first) >= 100)) ++first;
  const double before = mean_epa(results, first), after = mean_epa(results, 3);
  page.claims.push_back(compare_sentence("tighter packing: more EPA iterations from stage 1 to 4", "1.8 to 2.2 (mean)",
                                         decimal(first < 3 ? before : none, 2) + " (stage " +
                                             std::to_string(first + 1) + ") to " + decimal(after, 2) + " (stage 4)",
                                         after > before, "the sign; from the first stage with 100 contacts on"));
  const double many = mean_gjk(results, first), few = mean_gjk(results, 3);
  page.claims.push_back(
      because(compare_sentence("tighter packing: fewer GJK updates with contact from stage 1 to 4 (observation 3)",
                               decimal(paper_gjk(0), 2) + " to " + decimal(paper_gjk(3), 2) + " (mean of the groups)",
                               decimal(first < 3 ? many : none, 2) + " (stage " + std::to_string(first + 1) + ") to " +
                                   decimal(few, 2) + " (stage 4)",
                               few < many, "the sign; as published, from the first stage with 100 contacts on"),
              "in the last table, where only the overlap differs, the updates fall as it grows"));
}

/// Means of all pairs of a run with these overlaps.
Chart overlap_chart(const Results& results) {
  Chart chart{"The work against the overlap, as published", "mean overlap, of a radius", "updates or iterations", {}};
  chart.log_x = true;
  const auto work = dem::work_by_overlap(results);
  constexpr std::array<const char*, 3> names = {"GJK(0)", "GJK(1)", "EPA"};
  for (std::size_t m = 0; m < names.size(); ++m) {
    Series series{names[m], {}, {}};
    for (const dem::OverlapWork& w : work) series.xs.push_back(w.overlap), series.ys.push_back(w.published[m]);
    chart.series.push_back(series);
  }
  return chart;
}

/// A mean of each group over the stages, as published.
Chart stage_chart(const Results& results, bool spheres, std::size_t row, const char* what) {
  Chart chart{std::string(spheres ? "Table 2: " : "Table 1: ") + what + ", as published", "stage", "mean", {}};
  for (std::size_t g = 0; g < groups[spheres].size(); ++g) {
    if (std::isnan(groups[spheres][g].paper[0][row])) continue;
    Series series{groups[spheres][g].name, {}, {}};
    for (std::size_t stage = 0; stage < 4; ++stage) {
      const std::string key = key_of(spheres, stage);
      const bool some = results.at(key, fields * g + (row == 0 ? 0 : 1)) > 0;
      series.xs.push_back(static_cast<double>(stage + 1));
      series.ys.push_back(some ? results.at(key, fields * g + 2 + row) : none);
    }
    chart.series.push_back(series);
  }
  return chart;
}

void add_charts(const Results& results, Page& page) {
  page.charts.push_back(overlap_chart(results));
  page.charts.push_back(stage_chart(results, false, 1, "GJK(1)"));
  page.charts.push_back(stage_chart(results, false, 2, "EPA"));
  page.charts.push_back(stage_chart(results, true, 1, "GJK(1)"));
}

}  // namespace

Plan plan_dem(const Size& size) {
  Plan plan;
  FengTanOptions options;
  options.threads = 1;
  options.seconds = size.pick(0.3, 2.0, 10.0);
  options.deepest_only = true;
  options.overlap = dem::chosen_overlap;
  for (const bool spheres : {false, true}) {
    options.particles = static_cast<int>(size.count(30, 300, spheres ? 5500 : 5000));
    const auto run = std::make_shared<Run>(spheres, options);
    for (std::size_t stage = 0; stage < 4; ++stage)
      plan.cells.push_back(
          {key_of(spheres, stage), [run, stage](const Pulse& pulse) { return run->stage(stage, pulse); }});
  }
  dem::add_overlap_cells(size, plan.cells);
  plan.write = [options](const Results& results, Page& page) {
    page.notes = {
        "Simulations I and II of the paper (`sim/dem/feng_tan.h`) for " + brief(options.seconds) +
            " s: pyramids, "
            "octagonal prisms and frusta, in II spheres for the frusta, injected into a box at random and "
            "periodically; " +
            count_text(options.particles) +
            " particles at the end in II (the paper: over 5500). At the end of each "
            "quarter every pair whose boxes overlap is queried again by GJK and EPA, without any cache: as "
            "published "
            "(`lab/published/feng_tan.h`, from a random direction) and by the library's.",
        "The paper does not give its overlaps, and EPA's iterations follow from them (the last table). The springs are "
        "therefore softer than those of `tactus simulate dem-1`: with these overlaps EPA takes the paper's "
        "iterations."};
    std::string open = "Not given in the paper, chosen here: ";
    const auto simulation = feng_tan_1(options);
    for (const auto& [name, value] : feng_tan_choices(*simulation, options)) open += name + ": " + value + "; ";
    const auto second = feng_tan_2(options);
    page.notes.push_back(open.substr(0, open.size() - 2) +
                         ". In Simulation II: " + feng_tan_choices(*second, options)[0].second + ".");
    add_claims(results, page);
    add_tables(results, page);
    page.tables.push_back(dem::overlap_table(results));
    add_charts(results, page);
  };
  return plan;
}

}  // namespace tactus::lab
