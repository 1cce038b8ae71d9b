// SPDX-License-Identifier: MIT
#pragma once
/// A frustum or a triangle by its vertices, edges and faces, for level_parts.h: both have the topology of a box with
/// possibly coinciding corners.
#include <tactus/narrow/polyhedron/box_polyhedron.h>
#include <tactus/shape/flat.h>

namespace tactus {

/// Numbered as in hexahedron.h. Faces without area also have a normal, at which the arcs of their edges end.
template <Scalar T> class FewCorners {
 public:
  using Scalar = T;

  explicit FewCorners(const Frustum<T>& f) {
    for (std::uint32_t i = 0; i < 8; ++i) corners_[i] = f.corner(i);
    const T height = T(2) * f.half_height;
    const Vec3<T> x = unit_or(Vec3<T>{height, T(0), f.bottom.x - f.top.x}, Vec3<T>{T(1), T(0), T(0)}),
                  y = unit_or(Vec3<T>{T(0), height, f.bottom.y - f.top.y}, Vec3<T>{T(0), T(1), T(0)});
    normals_ = {Vec3<T>{-x.x, T(0), x.z}, x, {T(0), -y.y, y.z}, y, {T(0), T(0), T(-1)}, {T(0), T(0), T(1)}};
  }
  /// Corners 0, 1 and 3 with their duplicates above; corner 2 equals corner 3, and there is no side between these two.
  explicit FewCorners(const Triangle<T>& t) : corners_{t.a, t.b, t.c, t.c, t.a, t.b, t.c, t.c} {
    const Vec3<T> n = unit_or_zero(cross(t.b - t.a, t.c - t.a));
    const auto out_of = [&](const Vec3<T>& from, const Vec3<T>& to) { return unit_or_zero(cross(to - from, n)); };
    normals_ = {out_of(t.c, t.a), out_of(t.b, t.c), out_of(t.a, t.b), Vec3<T>{}, -n, n};
  }

  std::size_t edge_count() const { return 12; }
  std::size_t face_count() const { return 6; }
  const Vec3<T>& vertex(std::uint32_t i) const { return corners_[i]; }
  const HullEdge& edge(std::uint32_t i) const { return BoxPolyhedron<T>::topology.edges[i]; }
  const HalfEdge& half_edge(std::uint32_t i) const { return BoxPolyhedron<T>::topology.half_edges[i]; }
  std::span<const std::uint32_t> face_loop(std::uint32_t f) const {
    return std::span(BoxPolyhedron<T>::topology.corners).subspan(4 * f, 4);
  }
  FacePlane<T> plane(std::uint32_t f) const { return {normals_[f], dot(normals_[f], corners_[face_loop(f)[0]])}; }
  bool has_area(std::uint32_t f) const {
    const auto c = face_loop(f);
    return cross(corners_[c[2]] - corners_[c[0]], corners_[c[3]] - corners_[c[1]]) != Vec3<T>{};
  }

 private:
  std::array<Vec3<T>, 8> corners_;
  std::array<Vec3<T>, 6> normals_;
};

}  // namespace tactus
