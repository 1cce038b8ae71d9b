// SPDX-License-Identifier: MIT
#pragma once
/// The contacts of a group as the problem holds them: contact by contact, not in lanes.
#include <sim/rigid/soft/vectors.h>

namespace tactus::sim::rigid {

namespace {

/// Problem: StepProblem, const or not. Lanes without a contact read zeros and belong to body 0.
template <Scalar T, class Problem> struct Given {
  Problem& problem;
  const PairGroup& group;

  bool has(std::uint32_t lane) const { return lane < group.size; }
  auto& pair(std::uint32_t lane) const { return problem.pairs[group.pairs[lane]]; }
  auto& point(std::uint32_t lane, std::size_t k) const {
    return problem.points[group.pairs[lane] * points_per_pair + k];
  }

  /// The four numbers of each contact that first(lane) refers to.
  template <class F> Numbers<T> numbers(F&& first) const {
    static constexpr T nothing[4] = {};
    return Numbers<T>::gather([&](auto lane) { return has(lane) ? &first(lane) : nothing; });
  }
  /// Four numbers of each body's row, from that one on.
  Numbers<T> of_bodies(const std::uint32_t* bodies, std::size_t first) const {
    return Numbers<T>::gather(
        [&](auto lane) { return reinterpret_cast<const T*>(&problem.bodies[bodies[lane]]) + first; });
  }

  Numbers<T> positions(std::size_t k) const {  // and separations
    return numbers([&](auto lane) -> auto& { return point(lane, k).position.x; });
  }
  Numbers<T> impulses(std::size_t k) const {  // along the normal, and friction
    return numbers([&](auto lane) -> auto& { return point(lane, k).impulse.normal; });
  }
  Vector3<T> centers(const std::uint32_t* bodies) const { return of_bodies(bodies, 8).xyz(); }
};

}  // namespace

}  // namespace tactus::sim::rigid
