// SPDX-License-Identifier: MIT
#pragma once
/// The distance of fixed obstacles from every place, as a grid of cells that all configurations share. One byte per
/// cell is enough to prove most balls free. The obstacles near a cell are listed with bounds of their distance.
#include <tactus/batch/bodies.h>
#include <tactus/batch/lanes/locate.h>

namespace tactus::batch::detail {

template <Scalar T> class Field {
 public:
  /// An obstacle near a cell, with bounds of its signed distance from the middle of the cell.
  struct Near {
    std::uint32_t obstacle;
    T least, most;
  };

  Field() = default;
  /// Fills the grid for the bounded obstacles, for queries with balls of radius up to `reach`.
  Field(std::span<const Obstacle<T>> obstacles, T reach);

  /// False if no grid suits these obstacles; then there can be no queries.
  bool usable() const { return usable_; }
  const Cells<T>& cells() const { return cells_; }
  /// A ball of this many units about any point of the cell is free: see units().
  std::uint8_t clear(std::int32_t cell) const { return clear_[static_cast<std::size_t>(cell)]; }
  /// How many units a ball of this radius needs; 255 at most, which is beyond the reach.
  std::uint8_t units(T radius) const;
  std::span<const Near> near(std::int32_t cell) const {
    const std::uint32_t from = begin_[static_cast<std::size_t>(cell)], to = begin_[static_cast<std::size_t>(cell) + 1];
    return {near_.data() + from, to - from};
  }
  Vec3<T> middle(std::int32_t cell) const {
    const auto c = static_cast<std::uint32_t>(cell);
    const std::uint32_t x = c % cells_.count[0], y = c / cells_.count[0] % cells_.count[1],
                        z = c / cells_.count[0] / cells_.count[1];
    return cells_.corner + Vec3<T>{T(x) + T(0.5), T(y) + T(0.5), T(z) + T(0.5)} * cells_.size;
  }
  /// The largest coordinate of the grid, which is the scale of rounding errors.
  T extent() const;

 private:
  bool choose_cells(std::span<const Aabb<T>> boxes, T reach);

  bool usable_ = true;
  Cells<T> cells_{};
  T unit_ = T(1);
  std::vector<std::uint8_t> clear_;
  std::vector<std::uint32_t> begin_;
  std::vector<Near> near_;
};

extern template class Field<float>;
extern template class Field<double>;

}  // namespace tactus::batch::detail
