// SPDX-License-Identifier: MIT
#pragma once
/// Point clouds for the tests of hulls, and the laws every hull of a cloud obeys.
#include <tactus/math/pose.h>
#include <tactus/shape/generators.h>

#include <gtest/gtest.h>

#include <cmath>

namespace tactus::clouds {

using Cloud = std::vector<Vec3<double>>;
using generate::Random;

inline Vec3<double> in_cube(Random& random) {
  const double x = random.uniform(-1, 1), y = random.uniform(-1, 1), z = random.uniform(-1, 1);
  return {x, y, z};
}
inline Cloud ball(int n, std::uint64_t seed) {
  Random random(seed);
  Cloud cloud;
  for (int i = 0; i < n; ++i) cloud.push_back(random.in_ball());
  return cloud;
}
/// A box of random points, squeezed along y and z.
inline Cloud box(int n, double y, double z, std::uint64_t seed) {
  Random random(seed);
  Cloud cloud;
  for (int i = 0; i < n; ++i) cloud.push_back(hadamard(in_cube(random), {1, y, z}));
  return cloud;
}
inline Cloud lattice(int n) {
  Cloud cloud;
  for (int x = 0; x < n; ++x) {
    for (int y = 0; y < n; ++y) {
      for (int z = 0; z < n; ++z) cloud.push_back({double(x), double(y), double(z)});
    }
  }
  return cloud;
}
/// Meridians and parallels: cospherical, every patch between them a planar trapezium.
inline Cloud globe(int parallels) {
  Cloud cloud;
  for (int i = 0; i <= parallels; ++i) {
    for (int j = 0; j < 2 * parallels; ++j) {
      const double a = pi<double> * i / parallels, b = pi<double> * j / parallels;
      cloud.push_back({std::sin(a) * std::cos(b), std::sin(a) * std::sin(b), std::cos(a)});
    }
  }
  return cloud;
}
/// Points on the faces of a cube, corners included, each off its face by up to `noise`.
inline Cloud cube_surface(int n, double noise, std::uint64_t seed) {
  Random random(seed);
  Cloud cloud;
  for (int i = 0; i < 8; ++i) cloud.push_back({i & 1 ? 1.0 : -1.0, i & 2 ? 1.0 : -1.0, i & 4 ? 1.0 : -1.0});
  for (int i = 0; i < n; ++i) {
    Vec3<double> p = in_cube(random);
    p[static_cast<int>(random.bits() % 3)] = random.bits() % 2 ? 1 : -1;
    cloud.push_back(p - p * (noise * random.uniform()));
  }
  return cloud;
}
inline Cloud moved(Cloud cloud, const Mat3<double>& rotation, const Vec3<double>& shift = {}) {
  for (Vec3<double>& p : cloud) p = rotation * p + shift;
  return cloud;
}
inline Mat3<double> some_rotation(std::uint64_t seed) {
  Random random(seed);
  const Vec3<double> axis = random.on_sphere();
  return from_axis_angle(axis, random.uniform(0, 6));
}

template <class T> std::vector<Vec3<T>> rounded(const Cloud& cloud) {
  std::vector<Vec3<T>> result;
  for (const Vec3<double>& p : cloud) result.push_back(p.cast<T>());
  return result;
}
template <class T> Hull<T> hull_of(const Cloud& cloud) { return Hull<T>::from_points(rounded<T>(cloud)); }

/// A hull is valid, made of points of the cloud in their order, and contains the cloud: in random directions and along
/// its own normals, no point is farther than the hull, by more than `slack` times the tolerance of its rank.
template <class T> void expect_hull_of(const Hull<T>& hull, const Cloud& cloud, double slack = 3) {
  const std::vector<Vec3<T>> points = rounded<T>(cloud);
  EXPECT_EQ(hull.check(), "");
  std::size_t from = 0;
  for (const Vec3<T>& v : hull.vertices()) {
    while (from < points.size() && points[from] != v) ++from;
    EXPECT_LT(from, points.size()) << "a vertex that is not in the cloud, or out of order";
  }
  const HullTolerance tolerance = hull_tolerance(std::span<const Vec3<T>>(points));
  const double allowed = slack * (hull.rank() == 3 ? tolerance.coplanar() : tolerance.flat());
  std::vector<Vec3<T>> directions;
  for (const auto& plane : hull.planes()) directions.push_back(plane.normal);
  Random random(99);
  for (int i = 0; i < 50; ++i) directions.push_back(random.on_sphere().cast<T>());
  for (const Vec3<T>& d : directions) {
    const Vec3<double> direction = d.template cast<double>();
    const double top = dot(direction, hull.support(d).template cast<double>());
    double outside = 0;
    for (const Vec3<T>& p : points) outside = max(outside, dot(direction, p.template cast<double>()) - top);
    EXPECT_LE(outside, allowed);
  }
}

}  // namespace tactus::clouds
