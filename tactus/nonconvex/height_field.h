// SPDX-License-Identifier: MIT
#pragma once
/// A terrain: heights on a grid, in 16 bits each, with holes.
#include <tactus/nonconvex/piece_source.h>

#include <memory>
#include <vector>

namespace tactus {

/// Samples of a grid, row by row. Sample (i, j) is the point (i·spacing.x, j·spacing.y, base + step·height) of the
/// field's own frame.
template <Scalar T> struct HeightGrid {
  int columns = 0, rows = 0;  // of samples: at least two each
  Vec2<T> spacing{T(1), T(1)};
  T base{}, step = T(1);
  std::vector<std::uint16_t> heights{};  // columns · rows
  std::vector<bool> holes{};  // (columns - 1)·(rows - 1) cells, or none
};

/// A terrain over a HeightGrid. Immutable and shared. Cell (i, j) has the number c = j·(columns - 1) + i and two
/// triangles: 2c, with the corner (i + 1, j), and 2c + 1, with (i, j + 1). A height field pushes bodies above it
/// upward; it has no inside.
template <Scalar T> class TACTUS_API HeightField {
 public:
  using Scalar = T;

  /// Throws std::invalid_argument if counts do not match, or a number is out of range (the message says which).
  explicit HeightField(HeightGrid<T> grid);

  /// The samples it was made from.
  const HeightGrid<T>& grid() const;
  /// The box around all samples, in the field's own frame.
  Aabb<T> aabb() const { return data_->bounds(); }
  template <class U> HeightField<U> cast() const {
    const HeightGrid<T>& g = grid();
    return HeightField<U>({.columns = g.columns,
                           .rows = g.rows,
                           .spacing = {U(g.spacing.x), U(g.spacing.y)},
                           .base = U(g.base),
                           .step = U(g.step),
                           .heights = g.heights,
                           .holes = g.holes});
  }
  /// Triangle i, in the field's own frame.
  Triangle<T> triangle(std::size_t i) const { return data_->triangle(static_cast<std::uint32_t>(i)); }
  std::size_t size() const { return data_->count(); }  // the number of triangles, those of holes included
  /// The memory per triangle, not counting the heights.
  double bytes_per_triangle() const;
  const pieces::PieceSource<T>& source() const { return *data_; }
  std::shared_ptr<const pieces::PieceSource<T>> shared() const { return data_; }

 private:
  std::shared_ptr<const pieces::PieceSource<T>> data_;
};

/// Heights in metres as a grid: the range of the heights is cut into 65535 steps. Throws as HeightField does.
template <Scalar T>
TACTUS_API HeightGrid<T> height_grid(int columns, int rows, const Vec2<T>& spacing, std::span<const T> heights);

extern template class HeightField<float>;
extern template class HeightField<double>;

}  // namespace tactus
