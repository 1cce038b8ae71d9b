// SPDX-License-Identifier: MIT
#pragma once
/// Random numbers that are the same on every system, unlike std's distributions.
#include <tactus/math/pose.h>

#include <cstdint>

namespace tactus::scenes {

/// splitmix64 (Steele, Lea & Flood 2014).
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
  }
  /// In [low, high): 53 random bits.
  double uniform(double low, double high) { return low + (high - low) * (static_cast<double>(next() >> 11) * 0x1p-53); }
  /// 0 … n-1.
  std::size_t below(std::size_t n) { return static_cast<std::size_t>(uniform(0, static_cast<double>(n))); }
  Vec3<double> in_box(const Vec3<double>& half) {
    const double x = uniform(-half.x, half.x), y = uniform(-half.y, half.y);
    return {x, y, uniform(-half.z, half.z)};
  }
  /// Uniform over all rotations: a point of the unit ball in four dimensions, drawn again if it is outside or near the
  /// middle.
  Mat3<double> rotation() {
    for (;;) {
      const double w = uniform(-1, 1), x = uniform(-1, 1), y = uniform(-1, 1), z = uniform(-1, 1);
      const Quat<double> q{w, x, y, z};
      const double length2 = dot(q, q);
      if (length2 <= 1 && length2 > 0.01) return to_matrix(normalized(q));
    }
  }

 private:
  std::uint64_t state_;
};

}  // namespace tactus::scenes
