// SPDX-License-Identifier: MIT
#pragma once
/// The pairs of bodies of the comparison, and the project's targets for them.
#include <tactus/shape/shape.h>

#include <optional>
#include <string>
#include <vector>

namespace tactus::compare {

enum class Query { intersects, distance, contact };
inline constexpr Query all_queries[] = {Query::intersects, Query::distance, Query::contact};
std::string_view name(Query query);

/// Two bodies in the world; a and b index the shapes of their case.
struct Pair {
  int a, b;
  Pose<double> pose_a, pose_b;
};

/// Upper limit for the time of tactus in double over the time of a peer. No peer: the fastest one.
struct Target {
  std::optional<std::string> peer;
  double ratio;
};

/// All first bodies are of one kind of shape, all second ones too. Shapes serve many pairs, as they do in a scene.
struct Case {
  std::string name;
  std::vector<Shape<double>> shapes;
  std::vector<Pair> pairs;
  std::optional<Target> targets[3];  // by Query

  const Shape<double>& a(const Pair& pair) const { return shapes[static_cast<std::size_t>(pair.a)]; }
  const Shape<double>& b(const Pair& pair) const { return shapes[static_cast<std::size_t>(pair.b)]; }
  const std::optional<Target>& target(Query query) const { return targets[static_cast<int>(query)]; }
};

std::vector<std::string> case_names();

/// Seeded by the name: the same pairs on every machine and in every run. About half of them intersect.
Case make_case(const std::string& name, int pairs);

}  // namespace tactus::compare
