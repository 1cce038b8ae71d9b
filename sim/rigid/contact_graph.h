// SPDX-License-Identifier: MIT
#pragma once
/// The contact graph: the number of bodies between each body and the ground.  [Guendelman, Bridson & Fedkiw 2003, §8]
#include <sim/rigid/problem.h>

#include <algorithm>

namespace tactus::sim::rigid {

/// Levels of bodies, and the pairs sorted from the ground upwards by the level of their upper body (their destination).
class ContactGraph {
 public:
  static constexpr std::uint32_t unreached = ~std::uint32_t{0};

  /// In rounds: every body without a level that touches a body of level k gets level k + 1. The roots are all bodies
  /// that no force moves. A heap in free fall has no root: its bodies stay `unreached`, above all others.
  template <Scalar T> void build(const StepProblem<T>& problem) {
    levels_.assign(problem.bodies.size(), unreached);
    for (std::size_t i = 0; i < levels_.size(); ++i)
      if (problem.bodies[i].inverse_mass == T(0)) levels_[i] = 0;
    bool grown = true;
    for (std::uint32_t level = 0; grown; ++level) {
      grown = false;
      for (const ContactPair<T>& pair : problem.pairs)
        if (pair.count > 0) grown |= reach(pair.a, pair.b, level) || reach(pair.b, pair.a, level);
    }
    order_.resize(problem.pairs.size());
    for (std::uint32_t i = 0; i < order_.size(); ++i) order_[i] = i;
    const auto height = [&](std::uint32_t i) {
      const std::uint32_t a = levels_[problem.pairs[i].a], b = levels_[problem.pairs[i].b];
      return std::pair(std::max(a, b), std::min(a, b));
    };
    std::stable_sort(order_.begin(), order_.end(), [&](auto i, auto j) { return height(i) < height(j); });
  }

  std::uint32_t level(std::uint32_t body) const { return levels_[body]; }
  std::span<const std::uint32_t> upwards() const { return order_; }

 private:
  bool reach(std::uint32_t from, std::uint32_t to, std::uint32_t level) {
    if (levels_[from] != level || levels_[to] != unreached) return false;
    levels_[to] = level + 1;
    return true;
  }

  std::vector<std::uint32_t> levels_, order_;
};

}  // namespace tactus::sim::rigid
