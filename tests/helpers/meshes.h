// SPDX-License-Identifier: MIT
#pragma once
/// Triangle meshes made by hand, for tests and benchmarks.
#include <tactus/math/pose.h>
#include <tactus/math/vec2.h>
#include <tactus/shape/triangle_list.h>

#include <cmath>

namespace tactus::testing {

using List = TriangleList<double>;

/// height(x, y) on a grid of n × n cells over a square of half width `half`.
template <class F> List height_mesh(int n, double half, F&& height) {
  List l;
  for (int j = 0; j <= n; ++j) {
    for (int i = 0; i <= n; ++i) {
      const double x = half * (2.0 * i / n - 1), y = half * (2.0 * j / n - 1);
      l.vertices.push_back({x, y, height(x, y)});
    }
  }
  for (int j = 0; j < n; ++j) {
    for (int i = 0; i < n; ++i) {
      const int a = j * (n + 1) + i, b = a + 1, c = a + n + 1, d = c + 1;
      l.triangles.push_back({a, b, d});
      l.triangles.push_back({a, d, c});
    }
  }
  return l;
}

/// Around the z axis: `around` sections of `across` sides.
inline List torus_mesh(double major, double minor, int around, int across) {
  List l;
  for (int i = 0; i < around; ++i) {
    const double u = 2 * pi<double> * i / around;
    for (int j = 0; j < across; ++j) {
      const double v = 2 * pi<double> * j / across, r = major + minor * std::cos(v);
      l.vertices.push_back({r * std::cos(u), r * std::sin(u), minor * std::sin(v)});
    }
  }
  for (int i = 0; i < around; ++i) {
    for (int j = 0; j < across; ++j) {
      const int k = (i + 1) % around, m = (j + 1) % across;
      const int a = i * across + j, b = k * across + j, c = k * across + m, d = i * across + m;
      l.triangles.push_back({a, b, c});
      l.triangles.push_back({a, c, d});
    }
  }
  return l;
}

/// Adds a box; inward: its triangles face its middle.
inline void add_box(List& l, const Vec3<double>& low, const Vec3<double>& high, bool inward = false) {
  const int first = static_cast<int>(l.vertices.size());
  for (int k = 0; k < 8; ++k)
    l.vertices.push_back({k & 1 ? high.x : low.x, k & 2 ? high.y : low.y, k & 4 ? high.z : low.z});
  constexpr int quads[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
  for (const auto& q : quads) {
    for (const auto& [i, j, k] : {std::array{0, 1, 2}, std::array{0, 2, 3}}) {
      if (inward) {
        l.triangles.push_back({first + q[i], first + q[k], first + q[j]});
      } else {
        l.triangles.push_back({first + q[i], first + q[j], first + q[k]});
      }
    }
  }
}
inline List box_mesh(const Vec3<double>& half) {
  List l;
  add_box(l, -half, half);
  return l;
}
/// The space between two boxes.
inline List hollow_box_mesh(double outer, double inner) {
  List l;
  add_box(l, {-outer, -outer, -outer}, {outer, outer, outer});
  add_box(l, {-inner, -inner, -inner}, {inner, inner, inner}, true);
  return l;
}

/// A polygon in the xy plane, counter-clockwise, drawn up from z = 0; caps: its triangles.
inline List prism_mesh(const std::vector<Vec2<double>>& outline, const std::vector<std::array<int, 3>>& caps,
                       double height) {
  List l;
  const int n = static_cast<int>(outline.size());
  for (const double z : {0.0, height})
    for (const Vec2<double>& p : outline) l.vertices.push_back({p.x, p.y, z});
  for (const auto& [a, b, c] : caps) {
    l.triangles.push_back({a, c, b});
    l.triangles.push_back({n + a, n + b, n + c});
  }
  for (int i = 0; i < n; ++i) {
    const int k = (i + 1) % n;
    l.triangles.push_back({i, k, n + k});
    l.triangles.push_back({i, n + k, n + i});
  }
  return l;
}
inline List bracket_mesh() {  // an L of thickness 1, legs of 3
  return prism_mesh({{0, 0}, {3, 0}, {3, 1}, {1, 1}, {1, 3}, {0, 3}}, {{0, 1, 2}, {0, 2, 3}, {0, 3, 5}, {3, 4, 5}}, 1);
}
/// A pipe from z = 0 to z = height: n sides, the outer radius and that of the hole.
inline List pipe_mesh(double outer, double hole, int n, double height) {
  List l;
  for (const double z : {0.0, height}) {
    for (const double r : {hole, outer}) {
      for (int i = 0; i < n; ++i) {
        const double u = 2 * pi<double> * i / n;
        l.vertices.push_back({r * std::cos(u), r * std::sin(u), z});
      }
    }
  }
  const auto quad = [&](int a, int b, int c, int d) {
    l.triangles.push_back({a, b, c});
    l.triangles.push_back({a, c, d});
  };
  const int out = n, top = 2 * n;
  for (int i = 0; i < n; ++i) {
    const int k = (i + 1) % n;
    quad(top + i, top + out + i, top + out + k, top + k);
    quad(i, k, out + k, out + i);
    quad(i, top + i, top + k, k);  // faces the axis
    quad(out + i, out + k, top + out + k, top + out + i);
  }
  return l;
}

inline List moved(List l, const Pose<double>& pose) {
  for (Vec3<double>& v : l.vertices) v = pose * v;
  return l;
}

}  // namespace tactus::testing
