// SPDX-License-Identifier: MIT
#include <lab/judge.h>
#include <tactus/narrow/epa.h>

#include <cmath>

namespace tactus::lab {

Truth judged(const Shape<long double>& a, const Shape<long double>& b, const Pose<long double>& x_ab) {
  Options<long double> options;
  options.tolerance = 1e-9L;
  const Contact<long double> c = epa::contact(a, b, x_ab, options);
  const auto below = [](long double x) { return std::nextafter(static_cast<double>(x), -infinity<double>); };
  const auto above = [](long double x) { return std::nextafter(static_cast<double>(x), infinity<double>); };
  return {static_cast<double>(c.distance), below(c.lower), above(c.upper), c.status != Status::stalled};
}

}  // namespace tactus::lab
