// SPDX-License-Identifier: MIT
#pragma once
/// Colours for contacts. Contacts of one colour share no moving body, so they may be solved in any order, in vector
/// lanes or by several threads, with the same result. Pairs are coloured in order; each gets the lowest colour that
/// neither of its bodies has yet.
#include <sim/rigid/problem.h>

#include <array>
#include <bit>

namespace tactus::sim::rigid {

/// Some pairs of one colour with the same number of points.
struct PairGroup {
  std::array<std::uint32_t, 8> pairs{};
  std::uint32_t size = 0;  // number of pairs
  std::uint32_t count = 0;  // number of points of each pair
};

class Colors {
 public:
  /// Up to `group_size` pairs a group.
  template <Scalar T> void build(const StepProblem<T>& problem, std::uint32_t group_size) {
    const std::size_t n = problem.pairs.size();
    used_.assign(problem.bodies.size(), 0);
    color_.resize(n);
    last_of_all_ = 0;
    for (std::size_t i = 0; i < n; ++i) color_[i] = problem.pairs[i].count > 0 ? choose(problem, problem.pairs[i]) : 0;
    sort(problem);
    make_groups(problem, group_size);
  }

  std::span<const PairGroup> groups() const { return groups_; }
  /// The groups of colour k are groups()[starts[k]] to groups()[starts[k + 1] - 1].
  std::span<const std::uint32_t> starts() const { return starts_; }

 private:
  /// One bit each; every pair that finds no free colour gets a new colour of its own.
  static constexpr std::uint32_t most_colors = 64;

  template <Scalar T> std::uint32_t choose(const StepProblem<T>& problem, const ContactPair<T>& pair) {
    const bool a_moves = problem.bodies[pair.a].inverse_mass > T(0),
               b_moves = problem.bodies[pair.b].inverse_mass > T(0);
    const std::uint64_t taken = (a_moves ? used_[pair.a] : 0) | (b_moves ? used_[pair.b] : 0);
    const auto color = static_cast<std::uint32_t>(std::countr_one(taken));
    if (color == most_colors) return most_colors + last_of_all_++;
    if (a_moves) used_[pair.a] |= std::uint64_t{1} << color;
    if (b_moves) used_[pair.b] |= std::uint64_t{1} << color;
    return color;
  }

  /// Sorts by colour, then by the number of points (most first), then by the order of the pairs.
  template <Scalar T> void sort(const StepProblem<T>& problem) {
    key_starts_.assign((most_colors + last_of_all_) * points_per_pair + 1, 0);
    const auto key = [&](std::size_t i) {
      return color_[i] * points_per_pair + points_per_pair - problem.pairs[i].count;
    };
    for (std::size_t i = 0; i < color_.size(); ++i)
      if (problem.pairs[i].count > 0) ++key_starts_[key(i) + 1];
    for (std::size_t k = 1; k < key_starts_.size(); ++k) key_starts_[k] += key_starts_[k - 1];
    order_.resize(key_starts_.back());
    next_.assign(key_starts_.begin(), key_starts_.end() - 1);
    for (std::uint32_t i = 0; i < color_.size(); ++i)
      if (problem.pairs[i].count > 0) order_[next_[key(i)]++] = i;
  }

  template <Scalar T> void make_groups(const StepProblem<T>& problem, std::uint32_t group_size) {
    groups_.clear(), starts_.assign(1, 0);
    for (std::size_t key = 0; key + 1 < key_starts_.size(); ++key) {
      for (std::uint32_t i = key_starts_[key]; i < key_starts_[key + 1]; i += group_size) {
        PairGroup group{.size = std::min(group_size, key_starts_[key + 1] - i),
                        .count = problem.pairs[order_[i]].count};
        for (std::uint32_t lane = 0; lane < group.size; ++lane) group.pairs[lane] = order_[i + lane];
        groups_.push_back(group);
      }
      const bool color_ends = (key + 1) % points_per_pair == 0;
      if (color_ends && groups_.size() > starts_.back()) starts_.push_back(static_cast<std::uint32_t>(groups_.size()));
    }
  }

  std::vector<std::uint64_t> used_;  // bits of the colours that a body has, for each body
  std::vector<std::uint32_t> color_;  // for each pair
  std::vector<std::uint32_t> key_starts_, next_, order_;
  std::uint32_t last_of_all_ = 0;
  std::vector<PairGroup> groups_;
  std::vector<std::uint32_t> starts_;
};

}  // namespace tactus::sim::rigid
