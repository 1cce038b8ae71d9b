// SPDX-License-Identifier: MIT
// The reference for the simplex methods: all subsets, each by Householder's least squares, in long double. It shares
// nothing with the library: neither arithmetic nor formulas.
#pragma once
#include <tests/oracle/vec.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace tactus::testing {

using oracle::Real;

/// The distance of the origin from the hull of `count` points: the least norm over the subsets whose weights are not
/// negative. Every candidate is a point of the hull, and least squares by reflections are backward stable, so the
/// result is right to roundoffs of long double at the size of the points, whatever their arrangement.
class OracleDistance {
 public:
  static Real of(const oracle::Vec3* points, int count) {
    Real least = oracle::infinity;
    for (int subset = 1; subset < 1 << count; ++subset) {
      std::array<oracle::Vec3, 4> chosen;
      int n = 0;
      for (int i = 0; i < count; ++i)
        if (subset >> i & 1) chosen[static_cast<std::size_t>(n++)] = points[i];
      least = std::min(least, candidate(chosen, n));
    }
    return least;
  }

 private:
  /// Norm of the point of the affine hull nearest the origin; infinite where it is not in the hull.
  static Real candidate(const std::array<oracle::Vec3, 4>& p, int n) {
    // Columns: the edges from p[0], and p[0] itself. Reflect until the edges are upper triangular.
    std::array<std::array<Real, 3>, 4> column{};
    const std::size_t edges = static_cast<std::size_t>(n - 1);
    for (std::size_t j = 0; j <= edges; ++j) {
      const oracle::Vec3 v = j < edges ? p[j + 1] - p[0] : p[0];
      column[j] = {v.x, v.y, v.z};
    }
    std::array<Real, 3>& rhs = column[edges];
    for (std::size_t k = 0; k < edges; ++k) {
      Real norm = 0;
      for (std::size_t i = k; i < 3; ++i) norm = std::hypot(norm, column[k][i]);
      if (norm == 0) return oracle::infinity;  // a repeated point: a smaller subset gives the same
      std::array<Real, 3> h = column[k];
      h[k] += std::copysign(norm, h[k]);
      Real h2 = 0;
      for (std::size_t i = k; i < 3; ++i) h2 += h[i] * h[i];
      for (std::size_t j = k; j <= edges; ++j) {
        Real along = 0;
        for (std::size_t i = k; i < 3; ++i) along += h[i] * column[j][i];
        for (std::size_t i = k; i < 3; ++i) column[j][i] -= 2 * along / h2 * h[i];
      }
    }
    std::array<Real, 3> t{};
    Real first = 1;
    for (std::size_t k = edges; k-- > 0;) {
      Real sum = -rhs[k];
      for (std::size_t j = k + 1; j < edges; ++j) sum -= column[j][k] * t[j];
      t[k] = sum / column[k][k];
      if (!(t[k] >= 0)) return oracle::infinity;
      first -= t[k];
    }
    if (!(first >= 0)) return oracle::infinity;
    oracle::Vec3 v = first * p[0];
    for (std::size_t k = 0; k < edges; ++k) v += t[k] * p[k + 1];
    return oracle::norm(v);
  }
};

}  // namespace tactus::testing
