// SPDX-License-Identifier: MIT
#pragma once
/// The boxes of the benchmark: spread evenly over a cube, about three neighbours each, some or all of them moving.
#include <tactus/math/aabb.h>
#include <tests/helpers/random_pairs.h>

#include <span>
#include <vector>

namespace tactus::bench {

using Box = Aabb<double>;

/// A crowd of boxes with sides between 0.5 and 1.5. Those that move go straight, by up to 5 % of a mean side per frame
/// and axis (3 m/s at 60 frames a second, if the unit is the metre), and turn back at the walls.
class Scene {
 public:
  Scene(int count, double moving_share, std::uint64_t seed = 1) : random_(seed) {
    side_ = std::cbrt(8.0 / 3.0 * count);  // count · (mean side + mean side)³ / side_³ = 3 neighbours
    for (int i = 0; i < count; ++i) {
      centers_.push_back({draw(0, side_), draw(0, side_), draw(0, side_)});
      halves_.push_back({draw(0.25, 0.75), draw(0.25, 0.75), draw(0.25, 0.75)});
      velocities_.push_back({draw(-0.05, 0.05), draw(-0.05, 0.05), draw(-0.05, 0.05)});
      if (random_.uniform(0, 1) < moving_share) moving_.push_back(i);
      boxes_.push_back(box(static_cast<std::size_t>(i)));
    }
  }

  void advance() {
    for (const int m : moving_) {
      const auto i = static_cast<std::size_t>(m);
      centers_[i] += velocities_[i];
      for (int k = 0; k < 3; ++k)
        if ((centers_[i][k] < 0) == (velocities_[i][k] < 0) && std::abs(centers_[i][k] - side_ / 2) > side_ / 2)
          velocities_[i][k] = -velocities_[i][k];
      boxes_[i] = box(i);
    }
  }

  std::span<const Box> boxes() const { return boxes_; }
  /// Ascending numbers of the boxes that move.
  std::span<const int> moving() const { return moving_; }
  const Vec3<double>& center(std::size_t i) const { return centers_[i]; }
  const Vec3<double>& half(std::size_t i) const { return halves_[i]; }
  double side() const { return side_; }

 private:
  double draw(double low, double high) { return random_.uniform(low, high); }
  Box box(std::size_t i) const { return {centers_[i] - halves_[i], centers_[i] + halves_[i]}; }

  testing::Random random_;
  double side_ = 0;
  std::vector<Vec3<double>> centers_, halves_, velocities_;
  std::vector<int> moving_;
  std::vector<Box> boxes_;
};

}  // namespace tactus::bench
