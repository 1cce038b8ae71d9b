// SPDX-License-Identifier: MIT
#include <lab/random/measure.h>

namespace tactus::lab::random {

namespace {

/// Every number of a point, in the order of a cell.
template <class P, class F> void for_each_number(P& p, F&& f) {
  for (auto* number : {&p.samples, &p.probability, &p.mean_depth_epa, &p.mean_depth_mpr, &p.mean_distance,
                       &p.disagree_hit, &p.disagree_depth, &p.disagree_ours, &p.judged})
    f(*number);
  for (auto& m : p.methods)
    for (auto* number : {&m.mean_calls, &m.most_calls, &m.no_answer, &m.backwards, &m.wrong, &m.contradicted,
                         &m.stalled, &m.nanoseconds})
      f(*number);
}

}  // namespace

Numbers Point::numbers() const {
  Numbers all;
  for_each_number(*this, [&](const double& x) { all.push_back(x); });
  return all;
}

Point Point::from(const Numbers& numbers) {
  Point p;
  std::size_t i = 0;
  for_each_number(p, [&](double& x) {
    x = i < numbers.size() ? numbers[i] : std::numeric_limits<double>::quiet_NaN();
    ++i;
  });
  return p;
}

}  // namespace tactus::lab::random
