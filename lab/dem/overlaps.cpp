// SPDX-License-Identifier: MIT
#include <lab/dem/counts.h>
#include <lab/dem/overlaps.h>
#include <sim/dem/feng_tan.h>

namespace tactus::lab::dem {

namespace {

using namespace sim::dem;
constexpr double wanted[] = {0.05, 0.15, chosen_overlap, 0.5};

std::string key_of(double overlap) { return "overlap-" + decimal(overlap, 2); }

/// The three means over all pairs.
void add_means(const Census& census, Numbers& to) {
  GroupCounts all;
  for (const GroupCounts& g : census.groups)
    all.apart += g.apart, all.in_contact += g.in_contact, all.updates_apart += g.updates_apart,
        all.updates_in_contact += g.updates_in_contact, all.expansions += g.expansions;
  to.insert(to.end(), {all.mean_apart(), all.mean_in_contact(), all.mean_expansions()});
}

Numbers measure(double overlap, int particles, double seconds, const Pulse& pulse) {
  FengTanOptions options{.particles = particles, .seconds = seconds, .overlap = overlap};
  options.threads = 1;
  const auto simulation = feng_tan_1(options);
  for (int i = 0; simulation->time() < seconds; ++i) {
    simulation->step();
    if (i % 20 == 0) pulse.check(simulation->time() / seconds);
  }
  double sum = 0, contacts = 0;
  for (const auto& touch : simulation->contacts()) {
    const auto &a = simulation->use(touch.a.slot), &b = simulation->use(touch.b.slot);
    if (!touch.contact.touching() || a.kind != SlotKind::particle || b.kind != SlotKind::particle) continue;
    const double radius = std::min(simulation->grain_of(a.index).radius, simulation->grain_of(b.index).radius);
    sum -= touch.contact.distance / radius, ++contacts;
  }
  Numbers numbers{sum / contacts, contacts};
  add_means(take_published_census(*simulation), numbers);
  add_means(take_census(*simulation), numbers);
  return numbers;
}

}  // namespace

void add_overlap_cells(const Size& size, std::vector<Cell>& cells) {
  const int particles = size.pick(30, 600, 600);
  const double seconds = size.pick(0.3, 2.0, 2.0);
  for (const double overlap : wanted)
    cells.push_back({key_of(overlap), [=](const Pulse& pulse) { return measure(overlap, particles, seconds, pulse); }});
}

Table overlap_table(const Results& results) {
  Table table{"overlaps",
              "600 particles of Simulation I after 2 s: the work against the overlap",
              {"wanted at impact, of a radius", "mean at the end", "contacts", "GJK(0), published", "ours",
               "GJK(1), published", "ours", "EPA, published", "ours"},
              {{"the paper, mean of Table 1", "not given", "", "3.84", "", "6.25", "", "2.14", ""}},
              "The mean is over all pairs that touch, relative to the smaller particle's radius."};
  for (const double overlap : wanted) {
    const auto at = [&](std::size_t i) { return results.at(key_of(overlap), i); };
    std::vector<std::string> row{decimal(overlap, 2), scientific(at(0)), count_text(at(1))};
    for (std::size_t m = 0; m < 3; ++m)
      for (const std::size_t first : {std::size_t{2}, std::size_t{5}}) row.push_back(decimal(at(first + m), 2));
    table.rows.push_back(row);
  }
  return table;
}

std::vector<OverlapWork> work_by_overlap(const Results& results) {
  std::vector<OverlapWork> all;
  for (const double overlap : wanted) {
    const auto at = [&](std::size_t i) { return results.at(key_of(overlap), i); };
    all.push_back({at(0), {at(2), at(3), at(4)}});
  }
  return all;
}

}  // namespace tactus::lab::dem
