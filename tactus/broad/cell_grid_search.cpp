// SPDX-License-Identifier: MIT
/// Searches in the grids: pairs, queries and rays.
#include <tactus/broad/cell_grid.h>

#include <algorithm>
#include <bit>
#include <cmath>

namespace tactus::broad {

/// The cells from low to high, clipped to the cells that exist; count ≤ 0 if none of them exists.
CellGrid::CellRange CellGrid::wrapped(const Level& level, std::int32_t low, std::int32_t high, int axis) const {
  low = std::max(low, 0), high = std::min(high, level.cells[axis] - 1);
  const std::int32_t count = high - low + 1, dim = level.dims[axis];
  if (count >= dim) return {0, dim};
  return {low < dim ? low : low % dim, count};
}

/// Calls f(i) for the boxes from begin to end that overlap the given one, until it returns false. Returns false if f
/// did.
template <class F> bool CellGrid::scan(std::uint32_t begin, std::uint32_t end, const FatBox& box, F&& f) const {
  for (std::uint32_t i = begin; i < end; i += 8) {
    unsigned bits =
        overlaps_eight({&min_[0][i], &min_[1][i], &min_[2][i]}, {&max_[0][i], &max_[1][i], &max_[2][i]}, box);
    if (end - i < 8) bits &= (1u << (end - i)) - 1;
    for (; bits != 0; bits &= bits - 1)
      if (!f(i + static_cast<std::uint32_t>(std::countr_zero(bits)))) return false;
  }
  return true;
}

template <class F>
bool CellGrid::scan_row(const Level& level, CellRange x, std::uint32_t row, const FatBox& box, F&& f) const {
  const auto some = [&](std::int32_t low, std::int32_t high) {
    const std::uint32_t first = level.first_cell + row;
    return scan(starts_[first + static_cast<std::uint32_t>(low)], starts_[first + static_cast<std::uint32_t>(high)],
                box, f);
  };
  const std::int32_t end = x.low + x.count, dim = level.dims[0];
  return some(x.low, std::min(end, dim)) && (end <= dim || some(0, end - dim));
}

/// Calls f(i) for the boxes of a level that overlap the given one. Their lower corners are at most a cell before it.
template <class F> bool CellGrid::search(const Level& level, const FatBox& box, F&& f) const {
  CellRange range[3];
  for (int k = 0; k < 3; ++k) {
    const auto low = static_cast<double>(box.min[k]), high = static_cast<double>(box.max[k]);
    range[k] = wrapped(level, coordinate(level, low - level.cell, k), coordinate(level, high, k), k);
    if (range[k].count <= 0) return true;
  }
  // With this many rows, testing all boxes is less work.
  if (8.0 * range[1].count * range[2].count > level.end - level.begin) return scan(level.begin, level.end, box, f);
  for (std::int32_t k = 0; k < range[2].count; ++k)
    for (std::int32_t j = 0; j < range[1].count; ++j) {
      const std::int32_t z = (range[2].low + k) % level.dims[2], y = (range[1].low + j) % level.dims[1];
      const auto row = static_cast<std::uint32_t>((z * level.dims[1] + y) * level.dims[0]);
      if (!scan_row(level, range[0], row, box, f)) return false;
    }
  return true;
}

/// The boxes in the cells around one, as ranges: rows of up to three cells along x, in two pieces if they wrap.
struct CellGrid::Rows {
  struct Range {
    std::uint32_t begin, end;
  };
  Range ranges[18];
  int count = 0;

  void add(std::uint32_t begin, std::uint32_t end) {
    if (begin < end) ranges[count++] = {begin, end};
  }
};

/// The nine rows around the cell x, y, z of a level: all, or the half that comes after the cell. (The cell's own row
/// then begins after the cell.)
CellGrid::Rows CellGrid::rows_around(const Level& level, const std::int32_t (&at)[3], bool half) const {
  // The neighbour before (-1) or after (1) along an axis; -1 if there is none.
  const auto neighbour = [&](int axis, int step) {
    const std::int32_t c = at[axis] + step, dim = level.dims[axis];
    if (c >= 0 && c < dim) return c;
    return level.cells[axis] > dim ? c - step * dim : -1;
  };
  const std::int32_t before = neighbour(0, -1), after = neighbour(0, 1);
  Rows rows;
  for (int dz = half ? 0 : -1; dz <= 1; ++dz)
    for (int dy = -1; dy <= 1; ++dy) {
      const bool own = dy == 0 && dz == 0;
      if (half && dz == 0 && dy < 0) continue;
      const std::int32_t y = neighbour(1, dy), z = neighbour(2, dz);
      if (y < 0 || z < 0) continue;
      const std::uint32_t row = level.first_cell + static_cast<std::uint32_t>((z * level.dims[1] + y) * level.dims[0]);
      const auto start = [&](std::int32_t x) { return starts_[row + static_cast<std::uint32_t>(x)]; };
      const bool from_before = before >= 0 && !(half && own);
      const std::int32_t first = half && own ? at[0] + 1 : from_before && before < at[0] ? before : at[0];
      const std::int32_t last = after > at[0] ? after : at[0];
      rows.add(start(first), start(last + 1));
      if (from_before && before > at[0]) rows.add(start(before), start(before + 1));
      if (after >= 0 && after < at[0]) rows.add(start(after), start(after + 1));
    }
  return rows;
}

/// Calls f(x, y, z; begin, end) for all cells of a level that contain boxes.
template <class F> void CellGrid::for_each_cell(const Level& level, F&& f) const {
  std::uint32_t cell = level.first_cell;
  for (std::int32_t z = 0; z < level.dims[2]; ++z)
    for (std::int32_t y = 0; y < level.dims[1]; ++y)
      for (std::int32_t x = 0; x < level.dims[0]; ++x, ++cell)
        if (starts_[cell] != starts_[cell + 1]) f({x, y, z}, starts_[cell], starts_[cell + 1]);
}

/// Calls f(i, j) for all overlapping pairs within a level: a box is tested against those after it in its own cell, and
/// in half of the cells around.
template <class F> void CellGrid::join(const Level& level, F&& f) const {
  for_each_cell(level, [&](const std::int32_t(&at)[3], std::uint32_t begin, std::uint32_t end) {
    const Rows rows = rows_around(level, at, true);
    for (std::uint32_t i = begin; i < end; ++i) {
      const FatBox box = fat(i);
      const auto meet = [&](std::uint32_t j) { return f(i, j), true; };
      scan(i + 1, end, box, meet);
      for (int k = 0; k < rows.count; ++k) scan(rows.ranges[k].begin, rows.ranges[k].end, box, meet);
    }
  });
}

/// Calls f(i, j) for all overlapping pairs within a level whose first box is marked: marked boxes test all cells
/// around, cell by cell, so that the data of the last one is still in the cache.
template <class F> void CellGrid::look_around(const Level& level, std::span<const std::uint8_t> marked, F&& f) const {
  for_each_cell(level, [&](const std::int32_t(&at)[3], std::uint32_t begin, std::uint32_t end) {
    Rows rows;
    for (std::uint32_t i = begin; i < end; ++i) {
      if (marked[slots_[i]] == 0) continue;
      if (rows.count == 0) rows = rows_around(level, at, false);
      const FatBox box = fat(i);
      const auto meet = [&](std::uint32_t j) { return f(i, j), true; };
      for (int k = 0; k < rows.count; ++k) scan(rows.ranges[k].begin, rows.ranges[k].end, box, meet);
    }
  });
}

/// The number of changed boxes decides which box searches for which; between levels, always the finer box searches.
void CellGrid::find(std::span<const FatBox> fats, std::span<const Slot> changed, std::span<const std::uint8_t> marked,
                    std::vector<PairKey>& found) const {
  const auto note = [&](std::uint32_t i, std::uint32_t j) { found.push_back(make_key(slots_[i], slots_[j])); };
  if (changed.size() < slots_.size() / 64) {
    for (const Slot slot : changed)
      for (const Level& level : levels_)
        search(level, fats[slot], [&](std::uint32_t i) {
          const Slot other = slots_[i];
          if (other != slot && (marked[other] == 0 || slot < other)) found.push_back(make_key(slot, other));
          return true;
        });
    return;
  }
  const bool most = changed.size() > slots_.size() / 2;
  for (std::size_t k = 0; k < levels_.size(); ++k) {
    const Level& level = levels_[k];
    if (most) {
      join(level, [&](std::uint32_t i, std::uint32_t j) {
        if ((marked[slots_[i]] | marked[slots_[j]]) != 0) note(i, j);
      });
    } else {
      look_around(level, marked, [&](std::uint32_t i, std::uint32_t j) {
        if (i < j || (i != j && marked[slots_[j]] == 0)) note(i, j);
      });
    }
    for (std::size_t coarser = k + 1; coarser < levels_.size(); ++coarser)
      for (std::uint32_t i = level.begin; i < level.end; ++i)
        search(levels_[coarser], fat(i), [&](std::uint32_t j) {
          if ((marked[slots_[i]] | marked[slots_[j]]) != 0) note(i, j);
          return true;
        });
  }
}

void CellGrid::query(const FatBox& box, Visitor<bool> visit) const {
  for (const Level& level : levels_)
    if (!search(level, box, [&](std::uint32_t i) { return visit(slots_[i]); })) return;
}

/// The ray is cut into pieces about a cell long, and the box around each piece is searched, in order. A box that meets
/// the previous piece was already visited: the pieces' boxes advance along every axis, so a box that meets two of them
/// meets all between. If coordinates were clamped (far_away), boxes and ray may be anywhere beyond: then all boxes are
/// visited.
void CellGrid::ray(const FatRay& ray, double max_t, Visitor<double> visit) const {
  const Vec3<double> low = scene_.min.cast<double>(), high = scene_.max.cast<double>();
  const double reach = max(max_abs(ray.origin), max(max_abs(low), max_abs(high)));
  if (reach >= far_away)
    return static_cast<void>(visit_all(0, static_cast<std::uint32_t>(slots_.size()), max_t, visit));
  const Aabb<double> scene = expanded(Aabb<double>{low, high}, reach * 0x1p-19);
  double enter = 0, leave = max_t;
  for (int k = 0; k < 3; ++k) {
    const double d = ray.direction[k], a = (scene.min[k] - ray.origin[k]) / d, b = (scene.max[k] - ray.origin[k]) / d;
    if (d != 0) enter = max(enter, min(a, b)), leave = min(leave, max(a, b));
  }
  if (ray.direction == Vec3<double>{}) leave = enter = 0;
  if (!(leave < infinity<double>))  // a ray this slow leaves at an infinite time, and cannot be cut into pieces
    return static_cast<void>(visit_all(0, static_cast<std::uint32_t>(slots_.size()), max_t, visit));
  for (const Level& level : levels_)
    if (max_t >= enter) max_t = this->ray(level, ray, enter, leave, max_t, visit);
}

double CellGrid::visit_all(std::uint32_t begin, std::uint32_t end, double max_t, Visitor<double> visit) const {
  for (std::uint32_t i = begin; i < end && max_t >= 0; ++i) max_t = visit(slots_[i]);
  return max_t;
}

double CellGrid::ray(const Level& level, const FatRay& ray, double enter, double leave, double max_t,
                     Visitor<double> visit) const {
  const double reach = max(max_abs(ray.origin), max(max_abs(scene_.min), max_abs(scene_.max)));
  const double pieces = std::ceil(max_abs(ray.direction) * (leave - enter) * level.inverse_cell) + 1;
  if (!(pieces < level.end - level.begin)) return visit_all(level.begin, level.end, max_t, visit);
  FatBox before;
  for (double k = 0; k < pieces && enter + (leave - enter) * (k / pieces) <= max_t; ++k) {
    const auto at = [&](double part) {
      return ray.origin + ray.direction * (enter + (leave - enter) * (part / pieces));
    };
    const Vec3<double> p = at(k), q = at(k + 1);
    const FatBox piece = ToFat<double>{}(expanded(Aabb<double>{min(p, q), max(p, q)}, reach * 0x1p-19));
    search(level, piece, [&](std::uint32_t i) {
      if (!overlaps(before, fat(i))) max_t = visit(slots_[i]);
      return max_t >= 0;
    });
    before = piece;
  }
  return max_t;
}

}  // namespace tactus::broad
