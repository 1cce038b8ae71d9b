#pragma once
/// Signed distances from a solid, on a grid: a point's distance in the time of eight look-ups.
#include <tactus/nonconvex/solid.h>

#include <array>
#include <iosfwd>

namespace tactus {

/// What a grid says of a point: `lower` ≤ true signed distance ≤ `upper`, negative inside.
template <Scalar T> struct GridDistance {
  T value{}, lower{}, upper{};
  Vec3<T> gradient{};  // of `value`; outwards, about unit length away from edges and the middle of the solid
};

struct DistanceGridOptions {
  double cell = 0;  // side of a cell, a length; 0: a hundredth of the solid's longest side
  double margin = 0;  // the grid reaches at least so far beyond the solid; 0: two cells
  int threads = 0;  // 0: as many as there are
  std::size_t max_nodes = std::size_t{1} << 27;
};

/// The nodes have the solid's exact signed distance, rounded to T; in between, the eight nodes around are interpolated.
/// A signed distance changes by at most the way that is gone. So at a point p of a cell with weights w_i for the nodes
/// x_i it differs from Σ w_i f(x_i) by at most Σ w_i |p - x_i| ≤ √(Σ w_i |p - x_i|²) ≤ (√3/2)·cell: that is `error()`.
/// And it lies between max f(x_i) - |p - x_i| and min f(x_i) + |p - x_i|: those are the two bounds.
/// Outside the grid the nearest point of the grid stands in, and the bounds are wider by the way there.
///
/// Immutable but for assignment; may be asked from several threads.
template <Scalar T> class TACTUS_API SignedDistanceGrid {
 public:
  /// Throws std::invalid_argument if the solid is not closed or the options make no sense.
  explicit SignedDistanceGrid(const Solid& solid, const DistanceGridOptions& options = {});

  GridDistance<T> operator()(const Vec3<T>& p) const;

  T error() const { return error_; }
  T cell() const { return cell_; }
  const Aabb<T>& box() const { return box_; }
  std::array<int, 3> nodes() const { return counts_; }
  std::size_t bytes() const { return values_.size() * sizeof(T); }

  /// A line of text, and the values as they lie in memory (little-endian). `load` believes nothing: neither a count nor
  /// a value that no distance can have. Throws std::invalid_argument.
  void save(std::ostream& os) const;
  static SignedDistanceGrid load(std::istream& is, std::size_t max_nodes = DistanceGridOptions{}.max_nodes);

 private:
  SignedDistanceGrid() = default;
  void derive();
  std::size_t index(int x, int y, int z) const;
  GridDistance<T> within(const Vec3<T>& p) const;

  Vec3<T> origin_{};
  T cell_{}, error_{}, rounding_{};
  std::array<int, 3> counts_{};
  Aabb<T> box_, solid_box_;
  std::vector<T> values_;  // x first
};

}  // namespace tactus
