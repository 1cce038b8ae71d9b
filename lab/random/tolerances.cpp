// SPDX-License-Identifier: MIT
#include <lab/published/epa.h>
#include <lab/published/mpr.h>
#include <lab/random/pairing.h>
#include <lab/random/side.h>
#include <lab/random/tolerances.h>

#include <algorithm>

namespace tactus::lab::random {

namespace {

constexpr double tolerances[] = {1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-8, 1e-10, 1e-12};
constexpr std::size_t ellipsoids = 1, columns = 4;
constexpr double often = 0.99,
                 rarely = 0.3;  // probabilities of intersection where depth and distance need the most calls

std::string key_of(double eps) { return "tolerance-" + scientific(eps); }

/// Mean, and the mean over the largest thousandth.
void add_counts(std::vector<int> calls, Numbers& to) {
  const auto largest = static_cast<std::ptrdiff_t>(std::max<std::size_t>(1, calls.size() / 1000));
  std::sort(calls.begin(), calls.end());
  const auto mean = [&](auto first) {
    double sum = 0;
    for (auto i = first; i != calls.end(); ++i) sum += *i / static_cast<double>(calls.end() - first);
    return sum;
  };
  to.insert(to.end(), {mean(calls.begin()), mean(calls.end() - std::min(largest, std::ssize(calls)))});
}

Numbers measure_tolerance(double eps, long samples, const Pulse& pulse) {
  const Pairing<double> pairing = make_pairing<double>(ellipsoids);
  const Shape<double>&a = pairing.a.shapes[0], &b = pairing.b.shapes[0];
  const double deep = side_for(pairing, often, pulse), apart = side_for(pairing, rarely, pulse);
  generate::Random random(8);
  std::vector<int> calls[columns];
  for (long i = 0; i < samples; ++i) {
    if (i % 64 == 0) pulse.check(static_cast<double>(i) / static_cast<double>(samples));
    const Pose<double> near = random_configuration(random, deep), far = random_configuration(random, apart);
    for (std::size_t m = 0; m < columns; ++m) {
      const MinkowskiPair<Shape<double>, Shape<double>, double> pair(a, b, m == 0 ? far : near);
      const portal::Whole whole(pair);
      const published::Answer<double> answer = m == 0   ? published::gjk_distance(whole, eps)
                                               : m == 1 ? published::sa_gjk_and_epa(whole, eps)
                                                        : published::mpr_depth(whole, eps, m == 3);
      if (answer.ending != published::Ending::none) calls[m].push_back(pair.support_calls());
    }
  }
  Numbers numbers;
  for (const auto& of_method : calls) add_counts(of_method, numbers);
  return numbers;
}

}  // namespace

void add_tolerance_cells(long samples, std::vector<Cell>& cells) {
  for (const double eps : tolerances)
    cells.push_back({key_of(eps), [=](const Pulse& pulse) { return measure_tolerance(eps, samples, pulse); }});
}

Table tolerance_table(const Results& results) {
  Table table{"tolerances",
              "Two ellipsoids: mean / most support calls, as published, against the tolerance",
              {"tolerance", "GJK distance", "EPA depth", "MPR depth", "MPR depth, unit normals"},
              {{"the thesis", "18 / 60", "32 / 98", "25 / 70", dash}},
              "Distance at a probability of intersection of " + brief(rarely) + ", depth at " + brief(often) +
                  ", in double. MPR depth with unit normals is not as published: it measures the portal's gap as EPA "
                  "does, in lengths."};
  for (const double eps : tolerances) {
    std::vector<std::string> row{scientific(eps)};
    for (std::size_t m = 0; m < columns; ++m)
      row.push_back(decimal(results.at(key_of(eps), 2 * m), 1) + " / " +
                    decimal(results.at(key_of(eps), 2 * m + 1), 0));
    table.rows.push_back(row);
  }
  return table;
}

}  // namespace tactus::lab::random
