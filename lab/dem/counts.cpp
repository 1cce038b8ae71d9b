// SPDX-License-Identifier: MIT
#include <lab/dem/counts.h>
#include <lab/published/feng_tan.h>
#include <tactus/shape/generators.h>

namespace tactus::lab::dem {

using namespace sim::dem;

Census take_published_census(const Simulation<double>& simulation) {
  Census census{simulation.time(), simulation.kinds(), {}};
  census.groups.resize(Census::number(0, simulation.kinds()));
  generate::Random random(1);
  for_each_candidate<double>(simulation, [&](const Candidate<double>& c) {
    const auto is = [](const Shape<double>& s) { return s.kind() == ShapeKind::sphere; };
    if (is(*c.shape_a) && is(*c.shape_b)) return;
    const MinkowskiPair<Shape<double>, Shape<double>, double> pair(*c.shape_a, *c.shape_b, c.x_ab);
    const bool round = pair.radius() > 0;  // the paper does not use EPA here
    const double x = random.uniform(-1, 1), y = random.uniform(-1, 1), z = random.uniform(-1, 1);
    const auto count = published::feng_tan(portal::Whole(pair), Vec3<double>{x, y, z}, !round, 1e-6);
    GroupCounts& group = census.groups[Census::number(c.kind_a, c.kind_b)];
    if (count.ending == published::Ending::miss)
      ++group.apart, group.updates_apart += static_cast<std::size_t>(count.updates);
    if (count.ending != published::Ending::hit) return;
    ++group.in_contact, group.updates_in_contact += static_cast<std::size_t>(count.updates);
    group.expansions += static_cast<std::size_t>(count.expansions);
  });
  return census;
}

}  // namespace tactus::lab::dem
