// SPDX-License-Identifier: MIT
#pragma once
/// Rollers and blocks as hulls, with noise in their corners: it splits faces, or makes them nearly level with others.
#include <tactus/shape/hull.h>
#include <tests/helpers/random_pairs.h>

#include <vector>

namespace tactus::testing {

/// n sides about the y axis, corner 0 below; every corner off by `noise`.
inline Hull<double> roller(int n, double half_length, double noise, Random& r) {
  std::vector<Vec3<double>> corners;
  for (int k = 0; k < n; ++k)
    for (const double y : {-half_length, half_length})
      corners.push_back(Vec3<double>{.5 * std::sin(2 * pi<double> * k / n), y, -.5 * std::cos(2 * pi<double> * k / n)} +
                        r.direction() * noise);
  return Hull<double>::from_points(corners);
}
inline Hull<double> block(const Vec3<double>& half, double noise, Random& r) {
  std::vector<Vec3<double>> corners;
  for (int i = 0; i < 8; ++i)
    corners.push_back(Vec3<double>{i & 1 ? half.x : -half.x, i & 2 ? half.y : -half.y, i & 4 ? half.z : -half.z} +
                      r.direction() * noise);
  return Hull<double>::from_points(corners);
}

}  // namespace tactus::testing
