// SPDX-License-Identifier: MIT
#pragma once
/// Who answers the pairs of a case, in which scalar, and what was answered.
#include <tactus/shape/shape.h>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace tactus::batch_bench {

enum class Query { intersects, distance, contact };

/// Pairs of one kind: shapes in a table, both poses of each pair.
struct Case {
  std::string name;
  std::vector<Shape<double>> shapes_a, shapes_b;
  std::vector<std::uint32_t> of_a, of_b;
  std::vector<Pose<double>> poses_a, poses_b;
  std::size_t size() const { return poses_a.size(); }
  const Shape<double>& a(std::size_t k) const { return shapes_a[of_a[k]]; }
  const Shape<double>& b(std::size_t k) const { return shapes_b[of_b[k]]; }
};

struct Replies {
  std::vector<std::uint8_t> touching;
  std::vector<double> distance;  // not for `intersects`; for `contact`, an overlap has minus its depth
};

struct Contestant {
  std::string name;
  std::function<void()> run;  // answers all pairs
  std::function<Replies()> replies;  // its answers
};

std::vector<Contestant> tactus_contestants(const Case& c, Query query);
std::vector<Contestant> peer_contestants(const Case& c, Query query);

}  // namespace tactus::batch_bench
