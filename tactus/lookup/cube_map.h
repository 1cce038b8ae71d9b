// SPDX-License-Identifier: MIT
#pragma once
/// Support vertex from a table of directions: a cube around the hull, its faces divided into squares, with the few
/// vertices that can be farthest along a direction through each square.  [Kenwright 2015, §4.8]
#include <tactus/lookup/direction_cell.h>
#include <tactus/lookup/hill_climb.h>

#include <vector>

namespace tactus::lookup {

/// Directions d are first mapped to m = Lᵀ·d, which makes an ellipsoid of any orientation look like a ball, so that its
/// vertices share the table evenly. This works because the support of L·Q along d is that of Q along Lᵀ·d.
///
/// Differs from the paper: the paper stores one vertex per square and returns it as the answer. Here a square stores
/// all vertices that can be the answer if there are at most four, otherwise the start of a climb: the answer is always
/// exact.
template <Scalar T> struct CubeMap {
  std::uint32_t side = 0;  // squares along an edge of the cube
  std::array<T, 6> stretch{};  // Lᵀ, upper triangular, row after row
  std::vector<Candidates> cells;  // 6·side²: face +x, -x, +y, …; row after row

  std::size_t memory() const { return sizeof(Candidates) * cells.size(); }
};

/// Enough squares per vertex that a random direction on a round hull almost always finds four or fewer, but not so many
/// that the table outgrows the hull.
constexpr std::uint32_t cube_map_side(std::size_t vertex_count) {
  std::uint32_t side = 8;
  while (side < 512 && 6 * std::size_t{side} * side < 6 * vertex_count) side += side / 4;
  return side;
}

template <Scalar T, class W> constexpr Vec3<W> stretched(const std::array<T, 6>& l, const Vec3<W>& d) {
  return {W(l[0]) * d.x + W(l[1]) * d.y + W(l[2]) * d.z, W(l[3]) * d.y + W(l[4]) * d.z, W(l[5]) * d.z};
}
/// The direction that is mapped to m.
template <Scalar T, class W> constexpr Vec3<W> unstretched(const std::array<T, 6>& l, const Vec3<W>& m) {
  const W z = m.z / W(l[5]), y = (m.y - W(l[4]) * z) / W(l[3]);
  return {(m.x - W(l[1]) * y - W(l[2]) * z) / W(l[0]), y, z};
}

/// L of the vertices' covariance L·Lᵀ (Cholesky), scaled to a largest entry of 1. Hulls flatter than 1 : 1e6 are
/// treated as 1 : 1e6, so that the map can be inverted.
template <Scalar T> std::array<T, 6> stretch_of(std::span<const Vec3<T>> vertices) {
  using W = double;
  Vec3<W> low{infinity<W>, infinity<W>, infinity<W>}, high = -low;
  for (const auto& v : vertices) low = min(low, v.template cast<W>()), high = max(high, v.template cast<W>());
  const W extent = max_abs(high - low);
  if (!(extent > 0)) return {T(1), T(0), T(0), T(1), T(0), T(1)};
  W c[3][3] = {}, l[3][3] = {}, largest = 0;
  Vec3<W> mean;
  for (const auto& v : vertices) mean += (v.template cast<W>() - low) / extent / W(vertices.size());
  for (const auto& v : vertices) {
    const Vec3<W> p = (v.template cast<W>() - low) / extent - mean;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j <= i; ++j) c[i][j] += p[i] * p[j];
  }
  const W flattest = square(1e-6) * (c[0][0] + c[1][1] + c[2][2]);
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j <= i; ++j) {
      W rest = c[i][j];
      for (int k = 0; k < j; ++k) rest -= l[i][k] * l[j][k];
      l[i][j] = i == j ? sqrt(max(rest, flattest)) : rest / l[j][j];
      largest = max(largest, abs(l[i][j]));
    }
  }
  const auto entry = [&](int i, int j) { return T(l[i][j] / largest); };
  return {entry(0, 0), entry(1, 0), entry(2, 0), entry(1, 1), entry(2, 1), entry(2, 2)};
}

/// One climb and one enumeration per square, each starting from the previous square's answer: O(squares), because
/// neighbouring squares have neighbouring answers.
template <Scalar T> CubeMap<T> build_cube_map(const Surface<T>& surface, std::uint32_t side) {
  CubeMap<T> map{side, stretch_of(surface.vertices), {}};
  map.cells.resize(6 * std::size_t{side} * side);
  std::uint32_t start = 0;
  for (std::uint32_t face = 0; face < 6; ++face) {
    for (std::uint32_t i = 0; i < side; ++i) {
      for (std::uint32_t k = 0; k < side; ++k) {
        // back and forth, so that the next square is a neighbour
        const std::uint32_t j = i % 2 == 0 ? k : side - 1 - k;
        const auto direction = [&](double s, double t) {
          return unstretched(map.stretch, on_cube(face, 2 * s / side - 1, 2 * t / side - 1));
        };
        const Vec3<double> middle = direction(i + 0.5, j + 0.5);
        start = hill_climb(surface, (middle / max_abs(middle)).cast<T>(), start);
        constexpr double m = cell_margin;
        map.cells[(std::size_t{face} * side + i) * side + j] =
            candidates_between(surface,
                               {direction(i - m, j - m), direction(i + 1 + m, j - m), direction(i + 1 + m, j + 1 + m),
                                direction(i - m, j + 1 + m)},
                               start);
      }
    }
  }
  return map;
}

/// The square of a direction, and whether the rounding of m is small compared with the margin of the squares.
struct CubeCell {
  std::uint32_t index;
  bool certain;
};
template <Scalar T> constexpr CubeCell cell_of(const CubeMap<T>& map, const Vec3<T>& direction) {
  const Vec3<T> m = stretched(map.stretch, direction), size = abs(m);
  const T longest = max(max(size.x, size.y), size.z);
  if (!(longest > T(0))) return {0, false};
  const bool y_over_x = size.y > size.x, z_over_both = size.z > max(size.x, size.y);
  const std::uint32_t axis = select(z_over_both, 2, y_over_x);
  const T coordinates[5] = {m.x, m.y, m.z, m.x, m.y};
  const T half = T(map.side) / T(2), scale = half / longest, last = T(map.side) - T(0.5);
  const auto square = [&](T x) {  // in [0, side] up to rounding; NaN stays NaN
    const T at = x * scale + half;
    return static_cast<std::uint32_t>(static_cast<std::int32_t>(at > T(0) ? (at < last ? at : last) : T(0)));
  };
  const std::uint32_t face = 2 * axis + (coordinates[axis] < T(0) ? 1 : 0);
  const T error = T(8) * unit_roundoff<T> * (abs(direction.x) + abs(direction.y) + abs(direction.z));
  return {(face * map.side + square(coordinates[axis + 1])) * map.side + square(coordinates[axis + 2]),
          error * half <= T(cell_margin) * longest};
}

/// The vertices that can be farthest along the direction; null if there are too many, or the square is uncertain.
template <Scalar T> constexpr const Candidates* candidates_along(const CubeMap<T>& map, const Vec3<T>& direction) {
  const CubeCell cell = cell_of(map, direction);
  const Candidates& candidates = map.cells[cell.index];
  return cell.certain && candidates.complete() ? &candidates : nullptr;
}

/// The farthest vertex along the direction, the lowest number among equals: the same as linear().
template <Scalar T>
constexpr std::uint32_t cube_map(const Surface<T>& surface, const CubeMap<T>& map, const Vec3<T>& direction) {
  if (const Candidates* few = candidates_along(map, direction)) return best_of(surface.vertices, direction, *few);
  return hill_climb(surface, direction, map.cells[cell_of(map, direction).index][0]);
}

}  // namespace tactus::lookup
