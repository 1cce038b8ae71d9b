// SPDX-License-Identifier: MIT
#pragma once
/// Support look-up against the number of vertices: time, worst work, building and memory of each search, and collision
/// tests per second with it.  [Kenwright 2015, Figures 4 to 7]
#include <lab/experiment.h>
#include <tactus/shape/hull.h>

#include <array>

namespace tactus::lab::support {

struct Search {
  Lookup kind;
  const char* name;
};
inline constexpr std::array<Search, 5> searches = {{{Lookup::linear, "linear"},
                                                    {Lookup::hill_climb, "hill climb"},
                                                    {Lookup::cube_map, "cube map"},
                                                    {Lookup::direction_tree, "direction tree"},
                                                    {Lookup::dobkin_kirkpatrick, "Dobkin-Kirkpatrick"}}};

/// "sphere", "flat ellipsoid" or "disk".
Hull<double> make_hull(const std::string& shape, int vertices, std::uint64_t seed);

/// A cell stores these numbers, in this order.
struct LookupRow {
  double vertices, random_ns, coherent_ns, worst_products, tests_per_second, build_ms, bytes_per_vertex;
};
LookupRow measure_lookup(const Hull<double>& a, const Hull<double>& b, const Search& search, const Pulse& pulse);

}  // namespace tactus::lab::support
