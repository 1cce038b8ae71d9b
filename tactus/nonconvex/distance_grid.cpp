// SPDX-License-Identifier: MIT
#include <tactus/core/parallel.h>
#include <tactus/core/reject.h>
#include <tactus/nonconvex/distance_grid.h>

#include <algorithm>
#include <bit>
#include <iostream>
#include <limits>
#include <sstream>

namespace tactus {
namespace {

void check(const Solid& solid, const DistanceGridOptions& options) {
  if (!solid.closed()) refuse("SignedDistanceGrid: the surface is not closed; only a closed one has an inside");
  if (!(options.cell >= 0) || !is_finite(options.cell))
    reject("SignedDistanceGrid: cell = ", options.cell, " is negative or not a number");
  if (!(options.margin >= 0) || !is_finite(options.margin))
    reject("SignedDistanceGrid: margin = ", options.margin, " is negative or not a number");
  if (options.threads < 0) reject("SignedDistanceGrid: threads = ", options.threads, " is negative");
}

/// The number of nodes along each axis; throws if there are too many.
std::array<int, 3> counts_for(const Vec3<double>& sides, double cell, std::size_t max_nodes) {
  std::array<int, 3> counts{};
  double product = 1;
  for (int i = 0; i < 3; ++i) product *= std::ceil(sides[i] / cell) + 1;
  if (!(product <= static_cast<double>(max_nodes)))
    reject("SignedDistanceGrid: cells of ", cell, " make ", product, " nodes; at most ", max_nodes, " are allowed");
  for (int i = 0; i < 3; ++i)
    counts[static_cast<std::size_t>(i)] = std::max(2, static_cast<int>(std::ceil(sides[i] / cell)) + 1);
  return counts;
}

}  // namespace

template <Scalar T> SignedDistanceGrid<T>::SignedDistanceGrid(const Solid& solid, const DistanceGridOptions& options) {
  check(solid, options);
  const Vec3<double> sides = solid.box().max - solid.box().min;
  const double cell = options.cell > 0 ? options.cell : max_abs(sides) / 100;
  const double margin = max(options.margin, 2 * cell);
  cell_ = T(cell);
  const Aabb<double> box = expanded(solid.box(), margin);
  counts_ = counts_for(box.max - box.min, static_cast<double>(cell_), options.max_nodes);
  origin_ = box.min.template cast<T>();
  solid_box_ = expanded(solid.box(), solid.rounding()).template cast<T>();
  derive();
  values_.resize(index(0, 0, counts_[2]));

  const auto rows = static_cast<std::size_t>(counts_[1]) * static_cast<std::size_t>(counts_[2]);
  const auto fill_row = [&](std::size_t row) {
    const int y = static_cast<int>(row % static_cast<std::size_t>(counts_[1]));
    const int z = static_cast<int>(row / static_cast<std::size_t>(counts_[1]));
    double before = 0;  // distance at the last node; if it exceeds a step, the next node is on the same side
    bool inside = false;
    for (int x = 0; x < counts_[0]; ++x) {
      const Vec3<double> p = (origin_ + Vec3<T>{T(x), T(y), T(z)} * cell_).template cast<double>();
      const double step = static_cast<double>(cell_ + rounding_);
      const double d = solid.nearest(p, x > 0 ? before + step : infinity<double>).distance;
      if (x == 0 || before <= step) inside = solid.inside(p);
      before = d;
      values_[index(x, y, z)] = T(inside ? -d : d);
    }
  };
  detail::parallel_for(rows, options.threads, fill_row, 4);
}

/// Computes the values that follow from origin, cell and counts.
template <Scalar T> void SignedDistanceGrid<T>::derive() {
  const auto side = [&](int i) { return T(counts_[static_cast<std::size_t>(i)] - 1) * cell_; };
  box_ = {origin_, origin_ + Vec3<T>{side(0), side(1), side(2)}};
  const T reach = max_abs(box_.min) + max_abs(box_.max);
  rounding_ = T(32) * unit_roundoff<T> * reach;
  error_ = T(0.8660254037844388) * cell_ + rounding_;  // √3/2, rounded up
}

template <Scalar T> std::size_t SignedDistanceGrid<T>::index(int x, int y, int z) const {
  return static_cast<std::size_t>(x) +
         static_cast<std::size_t>(counts_[0]) *
             (static_cast<std::size_t>(y) + static_cast<std::size_t>(counts_[1]) * static_cast<std::size_t>(z));
}

template <Scalar T> GridDistance<T> SignedDistanceGrid<T>::operator()(const Vec3<T>& p) const {
  require_finite("SignedDistanceGrid", "p", p);
  const Vec3<T> q = max(min(p, box_.max), box_.min);
  GridDistance<T> d = within(q);
  const T way = tactus::distance(p, q);
  if (way == T(0)) return d;
  // The solid lies in its box, so its distance is at least the box's.
  const T outside = norm(positive_part(max(solid_box_.min - p, p - solid_box_.max)));
  d.lower = max(d.lower - way, outside - rounding_), d.upper += way + rounding_;
  const Vec3<T> from_surface = d.gradient * d.value + (p - q);  // assumes that the surface lies along the gradient
  d.gradient = unit_or(from_surface, d.gradient);
  d.value = clamp(norm(from_surface), d.lower, d.upper);
  return d;
}

template <Scalar T> GridDistance<T> SignedDistanceGrid<T>::within(const Vec3<T>& p) const {
  int at[3];
  T share[3];  // of the way through the cell
  for (int i = 0; i < 3; ++i) {
    const T s = (p[i] - origin_[i]) / cell_;
    at[i] = std::clamp(static_cast<int>(s), 0, counts_[static_cast<std::size_t>(i)] - 2);
    share[i] = clamp(s - T(at[i]), T(0), T(1));
  }
  GridDistance<T> d{T(0), -infinity<T>, infinity<T>, {}};
  for (int k = 0; k < 8; ++k) {
    const int node[3] = {k & 1, k >> 1 & 1, k >> 2};
    const T f = values_[index(at[0] + node[0], at[1] + node[1], at[2] + node[2])];
    T weight[3], slope[3];
    Vec3<T> way;
    for (int i = 0; i < 3; ++i) {
      weight[i] = node[i] ? share[i] : T(1) - share[i];
      slope[i] = node[i] ? T(1) / cell_ : T(-1) / cell_;
      way[i] = (share[i] - T(node[i])) * cell_;
    }
    d.value += f * weight[0] * weight[1] * weight[2];
    d.gradient +=
        Vec3<T>{slope[0] * weight[1] * weight[2], weight[0] * slope[1] * weight[2], weight[0] * weight[1] * slope[2]} *
        f;
    d.lower = max(d.lower, f - norm(way) - rounding_);
    d.upper = min(d.upper, f + norm(way) + rounding_);
  }
  d.value = clamp(d.value, d.lower, d.upper);
  return d;
}

// ---- files ----------------------------------------------------------------------------------------------------------

namespace {

constexpr const char* file_head = "tactus-distance-grid";
static_assert(std::endian::native == std::endian::little, "values are written as they lie in memory");

template <class T> std::istream& operator>>(std::istream& is, Vec3<T>& v) { return is >> v.x >> v.y >> v.z; }

}  // namespace

template <Scalar T> void SignedDistanceGrid<T>::save(std::ostream& os) const {
  std::ostringstream head;
  head.imbue(std::locale::classic());
  head.precision(std::numeric_limits<T>::max_digits10);
  const auto put = [&](const Vec3<T>& v) { head << ' ' << v.x << ' ' << v.y << ' ' << v.z; };
  head << file_head << " 1 " << sizeof(T);
  for (const int n : counts_) head << ' ' << n;
  head << ' ' << cell_;
  put(origin_), put(solid_box_.min), put(solid_box_.max);
  os << head.str() << '\n';
  os.write(reinterpret_cast<const char*>(values_.data()), static_cast<std::streamsize>(bytes()));
}

template <Scalar T> SignedDistanceGrid<T> SignedDistanceGrid<T>::load(std::istream& is, std::size_t max_nodes) {
  const auto fail = [](const auto&... what) { reject("SignedDistanceGrid::load: ", what...); };
  std::string line(512, '\0');
  is.getline(line.data(), static_cast<std::streamsize>(line.size()));
  std::istringstream head(line);
  head.imbue(std::locale::classic());
  std::string name;
  int version = 0, scalar = 0;
  SignedDistanceGrid grid;
  head >> name >> version >> scalar >> grid.counts_[0] >> grid.counts_[1] >> grid.counts_[2] >> grid.cell_ >>
      grid.origin_ >> grid.solid_box_.min >> grid.solid_box_.max;
  if (!is || name != file_head) fail("this does not begin as a saved grid does");
  if (!head || version != 1) fail("the first line is damaged, or of a newer version");
  if (scalar != sizeof(T)) fail("numbers of ", scalar, " bytes; ", sizeof(T), " are required");
  double product = 1;
  for (const int n : grid.counts_) product *= n >= 2 ? n : infinity<double>;
  if (!(product <= static_cast<double>(max_nodes)))
    fail("a count of nodes below 2, or more than ", max_nodes, " in all");
  if (!(grid.cell_ > T(0)) || !is_finite(grid.cell_) || !is_finite(grid.origin_) || !is_finite(grid.solid_box_.min) ||
      !is_finite(grid.solid_box_.max))
    fail("an impossible cell, origin or box");
  grid.derive();
  /// Read in blocks, so that a wrong count cannot cause a huge allocation.
  constexpr std::size_t block = std::size_t{1} << 20;
  for (auto left = static_cast<std::size_t>(product); left > 0;) {
    const std::size_t now = std::min(left, block), before = grid.values_.size();
    grid.values_.resize(before + now);
    is.read(reinterpret_cast<char*>(grid.values_.data() + before), static_cast<std::streamsize>(now * sizeof(T)));
    if (!is) fail("it ends before the last of its ", product, " values");
    left -= now;
  }
  grid.check_values();
  return grid;
}

/// Throws unless the values could be distances from a solid in its box: no two nodes of a cell differ by more than the way
/// between them, and outside the box no node is nearer to the solid than to the box. Then the lower bound of every point is
/// at most its upper bound.
template <Scalar T> void SignedDistanceGrid<T>::check_values() const {
  const auto fail = [](const auto&... what) { reject("SignedDistanceGrid::load: ", what...); };
  for (std::size_t i = 0; i < values_.size(); ++i)
    if (!is_finite(values_[i])) fail("value ", i, " is not finite");
  const T slack = T(2) * rounding_;
  const auto look_at = [&](int x, int y, int z) {
    const std::size_t here = index(x, y, z);
    const Vec3<T> p = origin_ + Vec3<T>{T(x), T(y), T(z)} * cell_;
    const T outside = norm(positive_part(max(solid_box_.min - p, p - solid_box_.max)));
    if (outside > T(0) && values_[here] < outside - slack)
      fail("value ", here, " is less than the way to the solid's box");
    for (int k = 14; k < 27; ++k) {  // the 13 neighbours whose numbers are larger
      const int a = x + k % 3 - 1, b = y + k / 3 % 3 - 1, c = z + k / 9 - 1;
      if (a < 0 || b < 0 || a >= counts_[0] || b >= counts_[1] || c >= counts_[2]) continue;
      const std::size_t there = index(a, b, c);
      const T way = cell_ * norm(Vec3<T>{T(a - x), T(b - y), T(c - z)});
      if (abs(values_[there] - values_[here]) > way + slack)
        fail("values ", here, " and ", there, " differ by more than the way between them: no distances are like that");
    }
  };
  for (int z = 0; z < counts_[2]; ++z)
    for (int y = 0; y < counts_[1]; ++y)
      for (int x = 0; x < counts_[0]; ++x) look_at(x, y, z);
}

template class SignedDistanceGrid<float>;
template class SignedDistanceGrid<double>;

}  // namespace tactus
