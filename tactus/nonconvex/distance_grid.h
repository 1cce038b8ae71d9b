// SPDX-License-Identifier: MIT
#pragma once
/// Signed distances from a solid, on a grid: a point's distance in the time of eight look-ups.
#include <tactus/nonconvex/solid.h>

#include <array>
#include <iosfwd>

namespace tactus {

/// The answer of a grid for a point: `lower` ≤ true signed distance ≤ `upper`, negative inside.
template <Scalar T> struct GridDistance {
  T value{}, lower{}, upper{};  // interpolated; the true signed distance lies between the other two
  Vec3<T> gradient{};  // of `value`; outwards, about unit length away from edges and the middle of the solid
};

/// How fine a grid is, and how far it reaches.
struct DistanceGridOptions {
  double cell = 0;  // side of a cell, a length; 0: a hundredth of the solid's longest side
  double margin = 0;  // the grid extends at least this far beyond the solid; 0: two cells
  int threads = 0;  // 0: one per core
  std::size_t max_nodes = std::size_t{1} << 27;  // more nodes throw; a node takes four or eight bytes
};

/// Signed distances from a solid, on a grid.
///
/// The nodes have the solid's exact signed distance, rounded to T; in between, the eight nodes around are interpolated.
/// A signed distance changes by at most the distance moved. So at a point p of a cell with weights w_i for the nodes
/// x_i it differs from Σ w_i f(x_i) by at most Σ w_i |p - x_i| ≤ √(Σ w_i |p - x_i|²) ≤ (√3/2)·cell: that is `error()`.
/// And it lies between max f(x_i) - |p - x_i| and min f(x_i) + |p - x_i|: those are the two bounds. Outside the grid,
/// the nearest point of the grid is used, and the bounds are widened by the distance to it.
///
/// Immutable except for assignment; may be used by several threads.
template <Scalar T> class TACTUS_API SignedDistanceGrid {
 public:
  /// Throws std::invalid_argument if the solid is not closed or the options are not valid.
  explicit SignedDistanceGrid(const Solid& solid, const DistanceGridOptions& options = {});

  /// The signed distance of a point of the solid's frame, anywhere.
  GridDistance<T> operator()(const Vec3<T>& p) const;

  /// By how much a value inside the grid may be off, at most.
  T error() const { return error_; }
  /// The side of a cell.
  T cell() const { return cell_; }
  /// The box that the nodes span.
  const Aabb<T>& box() const { return box_; }
  /// How many nodes there are along x, y and z.
  std::array<int, 3> nodes() const { return counts_; }
  /// The memory of the nodes.
  std::size_t bytes() const { return values_.size() * sizeof(T); }

  /// A line of text, and the values as they lie in memory (little-endian). `load` checks every count and every value,
  /// and throws std::invalid_argument.
  void save(std::ostream& os) const;
  /// Reads a grid that `save` wrote. Throws if it has more than `max_nodes` nodes.
  static SignedDistanceGrid load(std::istream& is, std::size_t max_nodes = DistanceGridOptions{}.max_nodes);

 private:
  SignedDistanceGrid() = default;
  void derive();
  void check_values() const;
  std::size_t index(int x, int y, int z) const;
  GridDistance<T> within(const Vec3<T>& p) const;

  Vec3<T> origin_{};
  T cell_{}, error_{}, rounding_{};
  std::array<int, 3> counts_{};
  Aabb<T> box_, solid_box_;
  std::vector<T> values_;  // x first
};

}  // namespace tactus
