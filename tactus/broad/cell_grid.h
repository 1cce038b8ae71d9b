// SPDX-License-Identifier: MIT
#pragma once
/// Grids of cells, one per octave of the boxes' sizes.
#include <tactus/broad/skinned.h>
#include <tactus/math/export.h>

#include <cmath>

namespace tactus::broad {

/// A box lives in the grid whose cells are just larger than the box, in the cell of its lower corner. So a box can only
/// meet boxes whose corners are in its own cell or a neighbouring one, in its own grid and in each coarser grid. Cells
/// are sorted by counting; the boxes of neighbouring cells along x are adjacent in memory, bound by bound, and are
/// compared eight at a time. Each pair is found once: in its own grid a box tests one half of its neighbours. A grid
/// has at most about two cells per box; a larger scene is wrapped around like a torus, which brings unrelated boxes
/// together but loses no pair. [Ericson 2005, §7.2; Teschner et al. 2003]
class TACTUS_API CellGrid {
 public:
  static constexpr bool incremental = false;

  void update(std::span<const FatBox> fats, std::span<const Slot> removed, std::span<const Slot> changed);
  void find(std::span<const FatBox> fats, std::span<const Slot> changed, std::span<const std::uint8_t> marked,
            std::vector<PairKey>& found) const;
  void query(const FatBox& box, Visitor<bool> visit) const;
  void ray(const FatRay& ray, double max_t, Visitor<double> visit) const;
  std::size_t bytes() const;

 private:
  struct Level {
    double cell, inverse_cell;  // side of a cell; 1 / side, or 0: one cell for all
    std::int32_t cells[3];  // extent of the scene
    std::int32_t dims[3];  // the stored extent; if it is less, the scene is wrapped around
    std::uint32_t first_cell;  // among all cells; within a level x runs first
    std::uint32_t begin, end;  // its boxes
  };
  /// `count` cells from `low` on, along one axis, wrapped.
  struct CellRange {
    std::int32_t low, count;
  };
  static constexpr int class_count = 96;  // of sizes, four per octave; the last ones are larger than the scene

  struct Rows;

  void measure(std::span<const FatBox> fats);
  int size_class(const FatBox& box) const;
  static int best_cut(const std::uint32_t (&counts)[class_count]);
  void make_levels(const std::uint32_t (&counts)[class_count]);
  /// In double the difference of two floats is off by 2^-53 of at most 2^20 cells: far less than the margin of a box in
  /// its cell.
  std::int32_t coordinate(const Level& level, double x, int axis) const {
    const double cell = (x - low_[axis]) * level.inverse_cell;
    return static_cast<std::int32_t>(std::floor(clamp(cell, -0x1p24, 0x1p24)));
  }
  CellRange wrapped(const Level& level, std::int32_t low, std::int32_t high, int axis) const;
  std::uint32_t cell_of(const Level& level, const FatBox& box) const;
  template <class F> bool scan(std::uint32_t begin, std::uint32_t end, const FatBox& box, F&& f) const;
  template <class F> bool scan_row(const Level& level, CellRange x, std::uint32_t row, const FatBox& box, F&& f) const;
  template <class F> bool search(const Level& level, const FatBox& box, F&& f) const;
  FatBox fat(std::uint32_t i) const {
    return {{min_[0][i], min_[1][i], min_[2][i]}, {max_[0][i], max_[1][i], max_[2][i]}};
  }
  Rows rows_around(const Level& level, const std::int32_t (&at)[3], bool half) const;
  template <class F> void for_each_cell(const Level& level, F&& f) const;
  template <class F> void join(const Level& level, F&& f) const;
  template <class F> void look_around(const Level& level, std::span<const std::uint8_t> marked, F&& f) const;
  double visit_all(std::uint32_t begin, std::uint32_t end, double max_t, Visitor<double> visit) const;
  double ray(const Level& level, const FatRay& ray, double enter, double leave, double max_t,
             Visitor<double> visit) const;

  std::vector<Level> levels_;  // fine to coarse
  std::uint8_t level_of_class_[class_count] = {};
  FatBox scene_;  // around all boxes
  Vec3<double> low_, high_;  // of all lower corners
  int finest_ = 0;  // boxes of class c have sides below 2^(finest_ + c / 4)
  std::vector<std::uint32_t> starts_;  // by cell: its first box; one more at the end
  std::vector<Slot> slots_;  // by cell
  std::vector<float> min_[3], max_[3];  // of the boxes, by cell, with eight readable places beyond the end
  std::vector<std::uint32_t> cells_;  // by slot, while sorting
};

}  // namespace tactus::broad
