// SPDX-License-Identifier: MIT
#pragma once
/// A library that answers queries: tactus and its peers behind one small interface.
#include <bench/compare/cases.h>

#include <functional>
#include <span>

namespace tactus::compare {

struct Reply {
  bool touching = false;
  double distance = 0;  // signed; 0 if the query does not measure it
  double lower = -infinity<double>, upper = infinity<double>;  // certified, if the contestant has bounds
};

/// One way of answering one query about the pairs of one case.
struct Contestant {
  std::string name;
  Query query;
  /// Answers for the pairs of the given numbers, in that order. This is timed: one call per block, so that the
  /// interface costs nothing.
  std::function<void(std::span<const int>, std::span<Reply>)> answer;
  bool peer = true;  // not tactus
  double resolution = 1e-9;  // of the size of the pair: nearer to touching, either bool is right
};

/// A contestant's `answer` from a function of one pair's number.
template <class Ask> auto for_each_pair(Ask ask) {
  return [ask](std::span<const int> pairs, std::span<Reply> replies) {
    for (std::size_t i = 0; i < pairs.size(); ++i) replies[i] = ask(static_cast<std::size_t>(pairs[i]));
  };
}

/// The methods that each library has for a case; none if it lacks the shape. The case must outlive them.
std::vector<Contestant> tactus_contestants(const Case& c);
std::vector<Contestant> fcl_contestants(const Case& c);
std::vector<Contestant> libccd_contestants(const Case& c);
std::vector<Contestant> bullet_contestants(const Case& c);
std::vector<Contestant> ode_contestants(const Case& c);

/// Names that targets refer to.
inline constexpr const char *fcl_libccd = "FCL, libccd", *libccd_mpr = "libccd MPR", *libccd_epa = "libccd EPA";

/// The tolerance that all configurable contestants use: the default of tactus and of FCL.
inline constexpr double common_tolerance = 1e-6;

}  // namespace tactus::compare
