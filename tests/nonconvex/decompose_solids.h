// SPDX-License-Identifier: MIT
#pragma once
/// Solids as triangles, for tests and benchmarks of decompositions: torus, bracket, gear, mug.
#include <tactus/math/vec2.h>
#include <tactus/nonconvex/solid.h>

#include <cmath>

namespace tactus::testing {

using Triangles = TriangleList<double>;

/// The quad as two triangles.
inline void add_quad(Triangles& list, int a, int b, int c, int d) {
  list.triangles.push_back({a, b, c});
  list.triangles.push_back({a, c, d});
}

/// Rings of equally many points, each joined to the next; counter-clockwise as seen from the last ring's side.
inline Triangles tube(const std::vector<std::vector<Vec3<double>>>& rings, bool around) {
  Triangles list;
  const int n = static_cast<int>(rings[0].size()), m = static_cast<int>(rings.size());
  for (const auto& ring : rings) list.vertices.insert(list.vertices.end(), ring.begin(), ring.end());
  for (int i = 0; i + 1 < m + (around ? 1 : 0); ++i)
    for (int k = 0; k < n; ++k) {
      const int a = i * n, b = (i + 1) % m * n, next = (k + 1) % n;
      add_quad(list, a + k, a + next, b + next, b + k);
    }
  return list;
}

inline Vec3<double> on_circle(double radius, double angle, double z) {
  return {radius * std::cos(angle), radius * std::sin(angle), z};
}

/// About z. `n` points along the ring, `m` around the tube.
inline Triangles torus(double ring, double radius, int n, int m) {
  std::vector<std::vector<Vec3<double>>> rings;
  for (int i = 0; i < n; ++i) {
    rings.emplace_back();
    for (int k = 0; k < m; ++k) {
      const double around = 2 * pi<double> * k / m;
      rings.back().push_back(
          on_circle(ring + radius * std::cos(around), -2 * pi<double> * i / n, radius * std::sin(around)));
    }
  }
  return tube(rings, true);
}

/// An L of two walls.
inline Triangles bracket(double length = 2, double thickness = 0.4, double width = 1) {
  const double l = length, t = thickness;
  const Vec2<double> outline[] = {{0, 0}, {l, 0}, {l, t}, {t, t}, {t, l}, {0, l}};
  std::vector<std::vector<Vec3<double>>> rings(2);
  for (const auto& p : outline) rings[0].push_back({p.x, p.y, 0}), rings[1].push_back({p.x, p.y, width});
  Triangles list = tube(rings, false);
  for (const auto& [a, b] : {std::pair{4, 5}, {5, 0}, {0, 1}, {1, 2}}) {  // from the inner corner all others are seen
    list.triangles.push_back({3, b, a});
    list.triangles.push_back({6 + 3, 6 + a, 6 + b});
  }
  return list;
}

/// A ring with teeth. `bore`: radius of the hole.
inline Triangles gear(int teeth = 12, double root = 0.8, double tip = 1, double bore = 0.3, double width = 0.3) {
  std::vector<Vec3<double>> outer[2], inner[2];
  for (int i = 0; i < 4 * teeth; ++i) {
    const double shift = i % 2 ? 0.15 : -0.15;  // flanks lean
    const double angle = 2 * pi<double> * (i + (i % 4 < 2 ? 0.0 : shift)) / (4 * teeth);
    for (int side = 0; side < 2; ++side) {
      outer[side].push_back(on_circle(i % 4 < 2 ? root : tip, angle, side * width));
      inner[side].push_back(on_circle(bore, 2 * pi<double> * i / (4 * teeth), side * width));
    }
  }
  return tube({outer[0], outer[1], inner[1], inner[0]}, true);
}

/// A profile of (radius, z) turned about z: closed if it begins and ends on the axis.
inline Triangles turned(const std::vector<Vec2<double>>& profile, int n) {
  Triangles list;
  std::vector<int> first;
  for (const auto& p : profile) {
    first.push_back(static_cast<int>(list.vertices.size()));
    for (int k = 0; k < (p.x > 0 ? n : 1); ++k) list.vertices.push_back(on_circle(p.x, 2 * pi<double> * k / n, p.y));
  }
  for (std::size_t i = 0; i + 1 < profile.size(); ++i)
    for (int k = 0; k < n; ++k) {
      const bool pole_a = !(profile[i].x > 0), pole_b = !(profile[i + 1].x > 0);
      const int next = (k + 1) % n;
      const int a = first[i] + (pole_a ? 0 : k), b = first[i] + (pole_a ? 0 : next);
      const int c = first[i + 1] + (pole_b ? 0 : next), d = first[i + 1] + (pole_b ? 0 : k);
      if (a != b) list.triangles.push_back({a, b, c});
      if (c != d) list.triangles.push_back({a, c, d});
    }
  return list;
}

inline void append(Triangles& list, const Triangles& other) {
  const int shift = static_cast<int>(list.vertices.size());
  list.vertices.insert(list.vertices.end(), other.vertices.begin(), other.vertices.end());
  for (const auto& t : other.triangles) list.triangles.push_back({t[0] + shift, t[1] + shift, t[2] + shift});
}

/// A cup with a handle that ends inside its wall: two surfaces that overlap.
inline Triangles mug(int n = 32, int m = 10) {
  Triangles cup = turned({{0, 0}, {0.5, 0}, {0.5, 1.1}, {0.4, 1.1}, {0.4, 0.1}, {0, 0.1}}, n);
  std::vector<std::vector<Vec3<double>>> rings;
  for (int i = 0; i <= n / 2; ++i) {  // half a torus in the plane xz, from below to above
    const double along = -pi<double> / 2 + pi<double> * i / (n / 2);
    rings.emplace_back();
    for (int k = 0; k < m; ++k) {
      const double around = 2 * pi<double> * k / m, r = 0.3 + 0.06 * std::cos(around);
      rings.back().push_back({0.45 + r * std::cos(along), 0.06 * std::sin(around), 0.55 + r * std::sin(along)});
    }
  }
  Triangles handle = tube(rings, false);
  for (const int end : {0, n / 2}) {
    const int first = end * m;
    for (int k = 1; k + 1 < m; ++k)
      handle.triangles.push_back(end == 0 ? std::array{first, first + k + 1, first + k}
                                          : std::array{first, first + k, first + k + 1});
  }
  append(cup, handle);
  return cup;
}

}  // namespace tactus::testing
