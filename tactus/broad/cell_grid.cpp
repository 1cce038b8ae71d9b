// SPDX-License-Identifier: MIT
/// How the grids are laid out and filled; cell_grid_search.cpp searches them.
#include <tactus/broad/cell_grid.h>

#include <algorithm>
#include <cmath>

namespace tactus::broad {
namespace {

constexpr std::uint32_t few = 16;  // boxes that need no cells: two comparisons test all of them
constexpr std::uint32_t nowhere = ~std::uint32_t{0};

}  // namespace

void CellGrid::measure(std::span<const FatBox> fats) {
  scene_ = {};
  FatBox corners;
  for (const FatBox& box : fats) {
    if (box.empty()) continue;
    scene_ = merged(scene_, box);
    corners = merged(corners, box.min);
  }
  low_ = corners.min.cast<double>(), high_ = corners.max.cast<double>();
  const Vec3<double> side = high_ - low_;
  // At most 2^20 cells along an axis: cell numbers fit, and lose no significant digits (see coordinate).
  finest_ = std::ilogb(std::max({side.x, side.y, side.z, 0x1p-120})) + 1 - 20;
}

/// The class of the largest side, in quarter octaves: the side is less than 2^(class / 4) times the finest cell, with a
/// margin that prevents the rounding of corners from moving the box into a third cell.
int CellGrid::size_class(const FatBox& box) const {
  const Vec3<float> side = box.max - box.min;
  int exponent = 0;
  const float mantissa = std::frexp(std::max({side.x, side.y, side.z}) * (1 + 0x1p-16F), &exponent);  // in [1/2, 1)
  if (mantissa == 0) return 0;
  const int quarters =
      4 * (exponent - finest_) - (mantissa < 0.8408964F) - (mantissa < 0.7071068F) - (mantissa < 0.5946036F);
  return std::clamp(quarters, 0, class_count - 1);
}

/// Levels are octaves. They are cut so that one of them holds as many boxes as possible, so that boxes of similar size
/// are not spread over two levels. Returns the first class of the second level.
int CellGrid::best_cut(const std::uint32_t (&counts)[class_count]) {
  int best = 0;
  std::uint32_t most = 0;
  for (int c = 0; c < class_count; ++c) {
    std::uint32_t octave = 0;
    for (int k = c; k < std::min(c + 4, class_count); ++k) octave += counts[k];
    if (octave > most) most = octave, best = c;
  }
  return best % 4;
}

void CellGrid::make_levels(const std::uint32_t (&counts)[class_count]) {
  levels_.clear();
  std::uint32_t boxes = 0, cells = 0;
  for (int end = best_cut(counts), begin = 0; begin < class_count; begin = end, end += 4) {
    std::uint32_t count = 0;
    for (int c = begin; c < end && c < class_count; ++c) {
      level_of_class_[c] = static_cast<std::uint8_t>(levels_.size());
      count += counts[c];
    }
    if (count == 0) continue;
    Level level{};
    const bool one_cell = count <= few || end >= class_count;
    level.cell = std::ldexp(std::exp2(0.25 * ((end - 1) % 4)), finest_ + (end - 1) / 4);
    level.inverse_cell = one_cell ? 0 : 1 / level.cell;
    for (int k = 0; k < 3; ++k) level.dims[k] = level.cells[k] = coordinate(level, high_[k], k) + 1;
    const auto stored = [&] { return 1.0 * level.dims[0] * level.dims[1] * level.dims[2]; };
    while (stored() > std::max(64.0, 2.0 * count)) {
      std::int32_t& largest = *std::max_element(level.dims, level.dims + 3);
      largest = std::max(3, (largest + 1) / 2);  // at least three, so that both neighbours of a cell differ
    }
    level.first_cell = cells;
    level.begin = boxes;
    level.end = boxes += count;
    cells += static_cast<std::uint32_t>(stored());
    levels_.push_back(level);
  }
  starts_.assign(cells + 1, 0);
}

std::uint32_t CellGrid::cell_of(const Level& level, const FatBox& box) const {
  std::int32_t c[3];
  for (int k = 0; k < 3; ++k) {
    c[k] = coordinate(level, static_cast<double>(box.min[k]), k);
    if (c[k] >= level.dims[k]) c[k] %= level.dims[k];
  }
  return level.first_cell + static_cast<std::uint32_t>((c[2] * level.dims[1] + c[1]) * level.dims[0] + c[0]);
}

void CellGrid::update(std::span<const FatBox> fats, std::span<const Slot>, std::span<const Slot>) {
  measure(fats);
  std::uint32_t counts[class_count] = {};
  for (const FatBox& box : fats)
    if (!box.empty()) ++counts[size_class(box)];
  make_levels(counts);
  cells_.resize(fats.size());
  for (std::size_t slot = 0; slot < fats.size(); ++slot) {
    const FatBox& box = fats[slot];
    cells_[slot] = box.empty() ? nowhere : cell_of(levels_[level_of_class_[size_class(box)]], box);
    if (cells_[slot] != nowhere) ++starts_[cells_[slot]];
  }
  std::uint32_t sum = 0;
  // ends, for now: filling from the back turns them into starts
  for (std::uint32_t& start : starts_) start = sum += start;
  slots_.resize(sum);
  for (Slot slot = static_cast<Slot>(fats.size()); slot-- > 0;)
    if (cells_[slot] != nowhere) slots_[--starts_[cells_[slot]]] = slot;
  for (int k = 0; k < 3; ++k) min_[k].resize(sum + 8), max_[k].resize(sum + 8);
  for (std::uint32_t i = 0; i < sum; ++i) {
    const FatBox& box = fats[slots_[i]];
    for (int k = 0; k < 3; ++k) min_[k][i] = box.min[k], max_[k][i] = box.max[k];
  }
}

std::size_t CellGrid::bytes() const {
  std::size_t sum = bytes_of(levels_) + bytes_of(starts_) + bytes_of(slots_) + bytes_of(cells_);
  for (int k = 0; k < 3; ++k) sum += bytes_of(min_[k]) + bytes_of(max_[k]);
  return sum;
}

}  // namespace tactus::broad
