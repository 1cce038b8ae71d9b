// SPDX-License-Identifier: MIT
#pragma once
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

namespace tactus::sim::rigid {

/// Disjoint sets of 0 … n-1, each named by its least member, so that the names do not depend on the order of unions.
class UnionFind {
 public:
  void reset(std::size_t n) {
    parent_.resize(n);
    std::iota(parent_.begin(), parent_.end(), std::uint32_t{0});
  }
  std::uint32_t find(std::uint32_t i) {
    for (; parent_[i] != i; i = parent_[i]) parent_[i] = parent_[parent_[i]];
    return i;
  }
  void unite(std::uint32_t i, std::uint32_t j) {
    i = find(i), j = find(j);
    if (j < i) std::swap(i, j);
    parent_[j] = i;
  }

 private:
  std::vector<std::uint32_t> parent_;
};

}  // namespace tactus::sim::rigid
