// SPDX-License-Identifier: MIT
#pragma once
/// Places the balls around the shapes of many configurations, lane = configuration.
#include <tactus/math/pose.h>

#include <cstddef>
#include <cstdint>
#include <span>

namespace tactus::batch::detail {

/// A ball that covers a part of a shape, in the frame of its link.
template <class T> struct LinkBall {
  Vec3<T> center;
  T radius;  // all of these balls together cover the shape
  T inner;  // radius of a ball inside the shape about the same center; 0 if there is none
  std::uint32_t link, shape;
};

/// A grid of cells: its lower corner, and the number of cells along each axis.
template <class T> struct Cells {
  Vec3<T> corner{};
  T size = T(1), per_size = T(1);
  std::uint32_t count[3] = {0, 0, 0};
  std::size_t total() const { return std::size_t{count[0]} * count[1] * count[2]; }
};

/// Where a ball is, in up to `most` configurations at a time.
template <class T> struct Located {
  static constexpr std::size_t most = 128;
  alignas(64) T center[3][most];
  alignas(64) T off[most];  // how far the center is from the middle of the cell
  alignas(64) std::int32_t cell[most];  // the nearest cell, if the center is outside of the grid
};

/// Places the balls (sorted by link) of `count` configurations, `links` poses for each, and finds their cells. Centers are
/// only written if `centers` is set. `doubt` of a configuration is above 1 or NaN where a pose may not be valid. False
/// if there are no lanes on this machine.
bool locate(const Pose<float>* poses, std::size_t links, std::size_t count, std::span<const LinkBall<float>> balls,
            const Cells<float>& cells, bool centers, Located<float>* at, float* doubt);
bool locate(const Pose<double>* poses, std::size_t links, std::size_t count, std::span<const LinkBall<double>> balls,
            const Cells<double>& cells, bool centers, Located<double>* at, double* doubt);

}  // namespace tactus::batch::detail
