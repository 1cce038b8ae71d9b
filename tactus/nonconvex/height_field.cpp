// SPDX-License-Identifier: MIT
#include <tactus/core/reject.h>
#include <tactus/nonconvex/height_field.h>

#include <algorithm>

namespace tactus {

namespace {

/// In place of a tree of triangles: the least and the greatest height of 2×2 cells, of 4×4, and so on.
template <Scalar T> class HeightData final : public pieces::PieceSource<T> {
  using Ref = pieces::Ref;
  struct Range {
    std::uint16_t least = 0xffff, most = 0;
    bool empty() const { return least > most; }
    void add(const Range& r) { least = std::min(least, r.least), most = std::max(most, r.most); }
  };
  struct Level {
    std::uint32_t first, columns, rows;  // of its nodes; level 0 is the cells, which have no nodes
  };

 public:
  explicit HeightData(HeightGrid<T> grid) : grid_(std::move(grid)) {
    check();
    build_levels();
    const Range all = range(static_cast<std::uint32_t>(levels_.size()) - 1, 0, 0);
    if (all.empty()) reject("HeightField: all of its cells are holes");
    bounds_ = {point(0, 0, all.least), point(cells_x(), cells_y(), all.most)};
    for (const Vec3<T>& corner : {bounds_.min, bounds_.max})
      if (!is_finite(corner) || !is_finite(T(4) * square(max_abs(corner))))
        reject("HeightField: its corner ", corner, " is not finite, or too far away to be squared");
    find_representatives();
  }

  Ref root() const override { return levels_.size() == 1 ? Ref::leaf(0, 2) : Ref::node(levels_.back().first); }
  Aabb<T> bounds() const override { return bounds_; }
  std::uint32_t count() const override { return 2 * cells_x() * cells_y(); }
  void open(Ref node, pieces::FourBoxes<T>& out) const override {
    std::uint32_t level = 1;
    while (level + 1 < levels_.size() && node.index() >= levels_[level + 1].first) ++level;
    const std::uint32_t k = node.index() - levels_[level].first;
    const std::uint32_t i = 2 * (k % levels_[level].columns), j = 2 * (k / levels_[level].columns);
    out = {};
    for (const auto& [x, y] : {std::pair{i, j}, {i + 1, j}, {i, j + 1}, {i + 1, j + 1}})
      add_child(level - 1, x, y, out);
  }
  void piece(std::uint32_t i, pieces::Piece<T>& out) const override {
    out.made.emplace(triangle(i));
    out.shape = &*out.made, out.pose = nullptr;
  }
  bool is_surface() const override { return true; }
  Sides sides() const override { return Sides::front; }
  Triangle<T> triangle(std::uint32_t t) const override {
    const std::uint32_t i = t / 2 % cells_x(), j = t / 2 / cells_x();
    if (t % 2 == 0) return {sample(i, j), sample(i + 1, j), sample(i + 1, j + 1)};
    return {sample(i, j), sample(i + 1, j + 1), sample(i, j + 1)};
  }
  /// The neighbour across each edge; the diagonal lies between the two triangles of a cell.
  std::uint32_t neighbour(std::uint32_t t, int e) const override {
    const std::uint32_t i = t / 2 % cells_x(), j = t / 2 / cells_x();
    if (t % 2 == 0) {
      if (e == 0) return j > 0 ? of_cell(i, j - 1, 1) : pieces::nothing;
      if (e == 1) return i + 1 < cells_x() ? of_cell(i + 1, j, 1) : pieces::nothing;
      return t + 1;
    }
    if (e == 0) return t - 1;
    if (e == 1) return j + 1 < cells_y() ? of_cell(i, j + 1, 0) : pieces::nothing;
    return i > 0 ? of_cell(i - 1, j, 0) : pieces::nothing;
  }
  std::span<const Vec3<T>> representatives() const override { return representatives_; }
  const HeightGrid<T>& grid() const { return grid_; }
  std::size_t bytes() const { return ranges_.size() * sizeof(Range) + grid_.holes.size() / 8; }

 private:
  void check() const {
    const auto [columns, rows, spacing, base, step, heights, holes] = grid_;
    if (columns < 2 || rows < 2) reject("HeightField: ", columns, " x ", rows, " samples; at least 2 x 2 are required");
    const auto cells = static_cast<std::uint64_t>(columns - 1) * static_cast<std::uint64_t>(rows - 1);
    if (2 * cells >= Ref::most_names) reject("HeightField: ", columns, " x ", rows, " samples are too many");
    if (heights.size() != static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows))
      reject("HeightField: ", heights.size(), " heights for ", columns, " x ", rows, " samples");
    if (!holes.empty() && holes.size() != cells)
      reject("HeightField: ", holes.size(), " entries in `holes` for ", cells, " cells; give one per cell, or none");
    if (!(spacing.x > T(0) && spacing.y > T(0)) || !is_finite(spacing.x) || !is_finite(spacing.y))
      reject("HeightField: spacing ", spacing, " is not positive and finite");
    if (!is_finite(base) || !(step >= T(0)) || !is_finite(step))
      reject("HeightField: base ", base, ", step ", step, ": both must be finite, and the step must not be negative");
  }

  std::uint32_t cells_x() const { return static_cast<std::uint32_t>(grid_.columns) - 1; }
  std::uint32_t cells_y() const { return static_cast<std::uint32_t>(grid_.rows) - 1; }
  std::uint16_t height(std::uint32_t i, std::uint32_t j) const {
    return grid_.heights[std::size_t{j} * static_cast<std::size_t>(grid_.columns) + i];
  }
  Vec3<T> point(std::uint32_t i, std::uint32_t j, std::uint16_t h) const {
    return {T(i) * grid_.spacing.x, T(j) * grid_.spacing.y, grid_.base + grid_.step * T(h)};
  }
  Vec3<T> sample(std::uint32_t i, std::uint32_t j) const { return point(i, j, height(i, j)); }
  bool hole(std::uint32_t i, std::uint32_t j) const {
    return !grid_.holes.empty() && grid_.holes[std::size_t{j} * cells_x() + i];
  }
  std::uint32_t of_cell(std::uint32_t i, std::uint32_t j, std::uint32_t which) const {
    return hole(i, j) ? pieces::nothing : 2 * (j * cells_x() + i) + which;
  }

  Range range(std::uint32_t level, std::uint32_t i, std::uint32_t j) const {
    if (level > 0) return ranges_[levels_[level].first + j * levels_[level].columns + i];
    if (hole(i, j)) return {};
    const auto [least, most] = std::minmax({height(i, j), height(i + 1, j), height(i, j + 1), height(i + 1, j + 1)});
    return {least, most};
  }

  void build_levels() {
    levels_.push_back({0, cells_x(), cells_y()});
    while (levels_.back().columns > 1 || levels_.back().rows > 1) {
      const auto level = static_cast<std::uint32_t>(levels_.size());
      const Level below = levels_.back();
      levels_.push_back({static_cast<std::uint32_t>(ranges_.size()), (below.columns + 1) / 2, (below.rows + 1) / 2});
      for (std::uint32_t j = 0; j < levels_[level].rows; ++j) {
        for (std::uint32_t i = 0; i < levels_[level].columns; ++i) {
          Range r;
          for (std::uint32_t y = 2 * j; y < std::min(2 * j + 2, below.rows); ++y)
            for (std::uint32_t x = 2 * i; x < std::min(2 * i + 2, below.columns); ++x) r.add(range(level - 1, x, y));
          ranges_.push_back(r);
        }
      }
    }
  }

  void add_child(std::uint32_t level, std::uint32_t i, std::uint32_t j, pieces::FourBoxes<T>& out) const {
    if (i >= levels_[level].columns || j >= levels_[level].rows) return;
    const Range r = range(level, i, j);
    if (r.empty()) return;
    const std::uint32_t width = 1u << level;
    const Aabb<T> box{point(i * width, j * width, r.least),
                      point(std::min((i + 1) * width, cells_x()), std::min((j + 1) * width, cells_y()), r.most)};
    out.add(box, level == 0 ? Ref::leaf(2 * (j * cells_x() + i), 2)
                            : Ref::node(levels_[level].first + j * levels_[level].columns + i));
  }

  /// One sample of each part that is connected by edges.
  void find_representatives() {
    if (grid_.holes.empty()) {
      representatives_ = {sample(0, 0)};
      return;
    }
    std::vector<bool> seen(grid_.holes);
    std::vector<std::uint32_t> open;
    for (std::uint32_t cell = 0; cell < seen.size(); ++cell) {
      if (seen[cell]) continue;
      representatives_.push_back(sample(cell % cells_x(), cell / cells_x()));
      seen[cell] = true, open.push_back(cell);
      while (!open.empty()) {
        const std::uint32_t at = open.back();
        open.pop_back();
        for (const std::uint32_t t : {2 * at, 2 * at + 1}) {
          for (int e = 0; e < 3; ++e) {
            const std::uint32_t next = neighbour(t, e);
            if (next == pieces::nothing || seen[next / 2]) continue;
            seen[next / 2] = true, open.push_back(next / 2);
          }
        }
      }
    }
  }

  HeightGrid<T> grid_;
  std::vector<Level> levels_;
  std::vector<Range> ranges_;  // of levels 1 and up
  Aabb<T> bounds_;
  std::vector<Vec3<T>> representatives_;
};

template <Scalar T> const HeightData<T>& data(const pieces::PieceSource<T>& source) {
  return static_cast<const HeightData<T>&>(source);
}

}  // namespace

template <Scalar T>
HeightField<T>::HeightField(HeightGrid<T> grid) : data_(std::make_shared<const HeightData<T>>(std::move(grid))) {}
template <Scalar T> const HeightGrid<T>& HeightField<T>::grid() const { return data(*data_).grid(); }
template <Scalar T> double HeightField<T>::bytes_per_triangle() const {
  return static_cast<double>(data(*data_).bytes()) / static_cast<double>(size());
}

template <Scalar T>
HeightGrid<T> height_grid(int columns, int rows, const Vec2<T>& spacing, std::span<const T> heights) {
  HeightGrid<T> grid{.columns = columns, .rows = rows, .spacing = spacing};
  if (columns < 2 || rows < 2 || heights.size() != static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows))
    reject("height_grid: ", heights.size(), " heights for ", columns, " x ", rows,
           " samples; at least 2 x 2 are required");
  const auto [least, most] = std::minmax_element(heights.begin(), heights.end());
  for (const T h : heights)
    if (!is_finite(h)) reject("height_grid: a height is ", h);
  grid.base = *least, grid.step = (*most - *least) / T(65535);
  for (const T h : heights)
    grid.heights.push_back(grid.step > T(0) ? static_cast<std::uint16_t>((h - *least) / grid.step + T(0.5)) : 0);
  return grid;
}

template class HeightField<float>;
template class HeightField<double>;
template HeightGrid<float> height_grid(int, int, const Vec2<float>&, std::span<const float>);
template HeightGrid<double> height_grid(int, int, const Vec2<double>&, std::span<const double>);

}  // namespace tactus
