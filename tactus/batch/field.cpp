// SPDX-License-Identifier: MIT
#include <tactus/batch/field.h>
#include <tactus/math/rigid.h>

#include <algorithm>
#include <cmath>

namespace tactus::batch::detail {

namespace {

/// Limits the number of cells: cell numbers must be exact in float, and the cells' bytes should fit into the cache.
constexpr double most_cells = 1 << 19;
/// The most distances that are computed to fill the grid: some milliseconds.
constexpr double most_questions = 1 << 18;

/// The cells that the middle of a box of this half size may be in, along one axis.
struct Range {
  std::uint32_t from, to;
};
template <Scalar T> Range range(T low, T high, T corner, T size, std::uint32_t count) {
  const T from = std::floor((low - corner) / size), to = std::floor((high - corner) / size) + T(1);
  return {static_cast<std::uint32_t>(std::clamp(from, T(0), T(count))),
          static_cast<std::uint32_t>(std::clamp(to, T(0), T(count)))};
}
template <Scalar T> T half_diagonal(const Cells<T>& cells) {
  return cells.size * T(0.8660255);  // a little more than √3/2
}

}  // namespace

/// Cells as small as the limits allow, but not much smaller than the balls. False if there is nothing to fill.
template <Scalar T> bool Field<T>::choose_cells(std::span<const Aabb<T>> boxes, T reach) {
  if (!(reach > T(0)) || !is_finite(reach)) return false;
  Aabb<T> all;
  for (const Aabb<T>& b : boxes) all = {min(all.min, b.min), max(all.max, b.max)};
  if (!is_finite(all.min) || !is_finite(all.max) || !is_finite(norm_squared(all.max - all.min))) return false;
  for (double size = double(reach) / 4;; size *= 1.25) {
    const double around = double(reach) + 2 * size;  // the reach plus more than half the diagonal of a cell
    double total = 1, questions = 0;
    std::uint32_t count[3];
    for (int k = 0; k < 3; ++k) {
      const double n = std::ceil((double(all.max[k]) - double(all.min[k]) + 2 * around) / size);
      total *= n;
      count[k] = n < most_cells ? static_cast<std::uint32_t>(n) : 0;
    }
    for (const Aabb<T>& b : boxes) {
      double n = 1;
      for (int k = 0; k < 3; ++k) n *= (double(b.max[k]) - double(b.min[k]) + 2 * around) / size + 1;
      questions += n;
    }
    if (!std::isfinite(total) || !std::isfinite(size)) return false;
    if (total > most_cells) continue;
    if (questions > most_questions && total > double(boxes.size())) continue;
    if (questions > 4 * most_questions) return false;  // too crowded for a grid
    cells_.size = T(size), cells_.per_size = T(1) / cells_.size;
    cells_.corner = all.min - Vec3<T>{T(around), T(around), T(around)};
    for (int k = 0; k < 3; ++k) cells_.count[k] = count[k];
    return true;
  }
}

template <Scalar T> Field<T>::Field(std::span<const Obstacle<T>> obstacles, T reach) {
  std::vector<Aabb<T>> boxes;
  std::vector<std::uint32_t> solid;
  for (std::uint32_t o = 0; o < obstacles.size(); ++o)
    if (obstacles[o].shape.bounded())
      boxes.push_back(obstacles[o].shape.aabb(rigid(obstacles[o].pose))), solid.push_back(o);
  if (boxes.empty()) return;  // everything is free
  usable_ = choose_cells(boxes, reach);
  if (!usable_) return;
  unit_ = reach / T(254);
  const T around = half_diagonal(cells_);
  // Tests each obstacle against balls around the cells near it. Cells farther away than the reach are skipped.
  struct Entry {
    std::uint32_t cell;
    Near near;
  };
  std::vector<Entry> entries;
  const std::vector<Shape<T>> ball = {Sphere<T>{around}};
  std::vector<std::uint32_t> some;
  std::vector<Pose<T>> at;
  std::vector<Status> status;
  std::vector<T> lower, upper;
  for (std::size_t k = 0; k < solid.size(); ++k) {
    some.clear(), at.clear();
    Range r[3];
    const T wide = reach + T(2) * cells_.size;
    for (int axis = 0; axis < 3; ++axis)
      r[axis] = range(boxes[k].min[axis] - wide, boxes[k].max[axis] + wide, cells_.corner[axis], cells_.size,
                      cells_.count[axis]);
    for (std::uint32_t z = r[2].from; z < r[2].to; ++z)
      for (std::uint32_t y = r[1].from; y < r[1].to; ++y)
        for (std::uint32_t x = r[0].from; x < r[0].to; ++x) {
          some.push_back((z * cells_.count[1] + y) * cells_.count[0] + x);
          at.push_back(translation(middle(static_cast<std::int32_t>(some.back()))));
        }
    status.resize(some.size()), lower.resize(some.size()), upper.resize(some.size());
    const Obstacle<T>& o = obstacles[solid[k]];
    contact(Placed<T>{std::span(&o.shape, 1), {}, std::span(&o.pose, 1)},
            Placed<T>{ball, {}, std::span<const Pose<T>>(at)}, one_against_many(0, some.size()),
            Answers<T>{.status = status, .lower = lower, .upper = upper}, {.options = {.max_distance = reach}});
    for (std::size_t i = 0; i < some.size(); ++i) {
      if (status[i] == Status::beyond_max) continue;
      const bool known = status[i] != Status::invalid;
      entries.push_back(
          {some[i], {solid[k], known ? lower[i] + around : -infinity<T>, known ? upper[i] + around : infinity<T>}});
    }
  }
  clear_.assign(cells_.total(), 255);
  begin_.assign(cells_.total() + 1, 0);
  for (const Entry& e : entries) {
    ++begin_[e.cell + 1];
    const T free = max(T(0), e.near.least - around) / unit_;
    clear_[e.cell] = std::min(clear_[e.cell], static_cast<std::uint8_t>(min(free, T(254))));
  }
  for (std::size_t i = 1; i < begin_.size(); ++i) begin_[i] += begin_[i - 1];
  near_.resize(entries.size());
  std::vector<std::uint32_t> next(begin_.begin(), begin_.end() - 1);
  for (const Entry& e : entries) near_[next[e.cell]++] = e.near;
}

template <Scalar T> std::uint8_t Field<T>::units(T radius) const {
  const T n = std::ceil(radius / unit_ * (T(1) + T(8) * unit_roundoff<T>));
  return n < T(255) ? static_cast<std::uint8_t>(n) : std::uint8_t{255};
}
template <Scalar T> T Field<T>::extent() const {
  const Vec3<T> far = cells_.corner + Vec3<T>{T(cells_.count[0]), T(cells_.count[1]), T(cells_.count[2])} * cells_.size;
  T most = T(0);
  for (int k = 0; k < 3; ++k) most = max(most, max(abs(cells_.corner[k]), abs(far[k])));
  return most;
}

template class Field<float>;
template class Field<double>;

}  // namespace tactus::batch::detail
