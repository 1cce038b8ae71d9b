// SPDX-License-Identifier: MIT
#pragma once
/// Hulls that tests, benchmarks and the papers' experiments use again and again. All are centred: z is the axis if
/// there is one, with the origin at mid-height.
#include <tactus/math/export.h>
#include <tactus/shape/hull.h>

namespace tactus::generate {

/// SplitMix64 (Steele et al. 2014): the same numbers on every machine, which std's distributions do not guarantee.
class Random {
 public:
  /// The same seed gives the same numbers.
  explicit constexpr Random(std::uint64_t seed) : state_(seed) {}
  /// The next 64 random bits.
  constexpr std::uint64_t bits() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  /// In [0, 1), a multiple of 2^-53.
  constexpr double uniform() { return static_cast<double>(bits() >> 11) * 0x1p-53; }
  constexpr double uniform(double low, double high) { return low + (high - low) * uniform(); }
  /// Uniform in the ball of radius 1, by rejection; never within 2^-10 of its middle, so that it has a direction.
  constexpr Vec3<double> in_ball() {
    for (;;) {
      const double x = uniform(-1, 1), y = uniform(-1, 1), z = uniform(-1, 1);
      const Vec3<double> p{x, y, z};
      if (norm_squared(p) <= 1 && norm_squared(p) > 0x1p-20) return p;
    }
  }
  /// Uniform on the sphere of radius 1.
  constexpr Vec3<double> on_sphere() { return unit_or_zero(in_ball()); }

 private:
  std::uint64_t state_;
};

/// Sides of 2·half about the origin.
template <Scalar T> TACTUS_API Hull<T> cube(T half = T(1));
/// Twenty triangles; the vertices lie on a sphere of this radius.
template <Scalar T> TACTUS_API Hull<T> icosahedron(T radius = T(1));
/// A flat cylinder with polygonal caps. Mirtich's V-Clip experiments use 60 sides and radius : thickness = 10 : 1.
template <Scalar T> TACTUS_API Hull<T> disk(int sides = 60, T radius = T(1), T thickness = T(0.1));
/// An icosahedron whose triangles are repeatedly split in four and projected to the sphere. Three subdivisions: 642
/// vertices, 1920 edges, 1280 faces.
template <Scalar T> TACTUS_API Hull<T> tessellated_sphere(int subdivisions = 3, T radius = T(1));
/// A square of side 2·half_base, and a tip `height` above it.
template <Scalar T> TACTUS_API Hull<T> square_pyramid(T half_base = T(1), T height = T(2));
/// Two octagons whose corners lie on circles of this radius, `height` apart.
template <Scalar T> TACTUS_API Hull<T> octagonal_prism(T radius = T(1), T height = T(2));
/// Two octagons of different sizes, `height` apart.
template <Scalar T>
TACTUS_API Hull<T> octagonal_frustum(T bottom_radius = T(1), T top_radius = T(0.5), T height = T(2));
/// The hull of random points on a sphere: all of them become vertices.
template <Scalar T> TACTUS_API Hull<T> random_on_sphere(int points, std::uint64_t seed = 1, T radius = T(1));

}  // namespace tactus::generate
