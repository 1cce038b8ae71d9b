// SPDX-License-Identifier: MIT
#pragma once
/// Counts the work of GJK and EPA for all pairs at one moment: Feng and Tan's Tables 1 and 2. The simulation itself
/// finds its contacts through its World, with caches and short cuts. The census runs GJK and EPA on every pair without
/// any cache.
#include <sim/dem/simulation.h>

#include <functional>

namespace tactus::sim::dem {

/// A pair of particles whose boxes overlap. kind_a ≤ kind_b; B is given in A's frame.
template <Scalar T> struct Candidate {
  std::uint32_t kind_a, kind_b;
  const Shape<T>*shape_a, *shape_b;
  Pose<T> x_ab;
};

/// Calls f(candidate) for all pairs of particles whose boxes overlap, sorted by slots. Includes images, but not walls.
template <Scalar T>
void for_each_candidate(const Simulation<T>& simulation, const std::function<void(const Candidate<T>&)>& f);

/// Sums over the pairs of a group.
struct GroupCounts {
  std::size_t apart = 0, in_contact = 0;  // pairs
  std::size_t updates_apart = 0, updates_in_contact = 0;  // of GJK: support points added to the simplex
  std::size_t expansions = 0;  // of EPA, for the pairs in contact

  static double ratio(std::size_t sum, std::size_t n) {
    return n ? static_cast<double>(sum) / static_cast<double>(n) : 0;
  }
  double mean_apart() const { return ratio(updates_apart, apart); }
  double mean_in_contact() const { return ratio(updates_in_contact, in_contact); }
  double mean_expansions() const { return ratio(expansions, in_contact); }
};

/// The counts for each pair of kinds.
struct Census {
  double time = 0;  // of the simulation
  std::size_t kinds = 0;
  std::vector<GroupCounts> groups;  // of kinds a ≤ b: b (b + 1)/2 + a

  static std::size_t number(std::size_t a, std::size_t b) { return b * (b + 1) / 2 + a; }
  const GroupCounts& group(std::size_t a, std::size_t b) const {
    return groups[number(std::min(a, b), std::max(a, b))];
  }
};

/// Counts by the library's SA-GJK and EPA, started along the line of centres, without caches. Support functions include
/// the balls, as in the paper. EPA does not run on pairs with a rounded shape, and neither algorithm runs on two
/// spheres: the paper uses special functions for them.
template <Scalar T> Census take_census(const Simulation<T>& simulation);

}  // namespace tactus::sim::dem
