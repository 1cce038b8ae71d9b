// SPDX-License-Identifier: MIT
#pragma once
/// The solid inside triangles, by asking every triangle: shares no code with tactus/nonconvex.
#include <tactus/shape/point_distance.h>
#include <tactus/shape/triangle_list.h>

namespace tactus::testing {

class BruteForceSolid {
 public:
  explicit BruteForceSolid(const TriangleList<double>& list) : list_(list) {}

  double surface_distance(const Vec3<double>& p) const {
    double least = infinity<double>;
    for (const auto& t : list_.triangles)
      least = min(least, distance_to_triangle(p, corner(t[0]), corner(t[1]), corner(t[2])));
    return least;
  }
  /// By the solid angle of all triangles.
  bool inside(const Vec3<double>& p) const {
    double sum = 0;
    for (const auto& t : list_.triangles) {
      const Vec3<double> a = corner(t[0]) - p, b = corner(t[1]) - p, c = corner(t[2]) - p;
      const double la = norm(a), lb = norm(b), lc = norm(c);
      sum += atan2(triple(a, b, c), la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb);
    }
    return sum / (2 * pi<double>) > 0.5;
  }
  double signed_distance(const Vec3<double>& p) const {
    const double d = surface_distance(p);
    return inside(p) ? -d : d;
  }
  double solid_distance(const Vec3<double>& p) const { return inside(p) ? 0 : surface_distance(p); }

 private:
  const Vec3<double>& corner(int i) const { return list_.vertices[static_cast<std::size_t>(i)]; }
  const TriangleList<double>& list_;
};

}  // namespace tactus::testing
