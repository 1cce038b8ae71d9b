// SPDX-License-Identifier: MIT
#pragma once
/// Boxes, hulls and half-spaces in the form that clipping needs: vertices, edges between two faces, planes.
#include <tactus/contact/volume/polyhedron_clip.h>
#include <tactus/shape/box.h>
#include <tactus/shape/half_space.h>
#include <tactus/shape/hull.h>

namespace tactus::clipping {

template <Scalar T> struct BoxToClip {
  const Box<T>& box;
  int rank() const { return (box.half.x > T(0)) + (box.half.y > T(0)) + (box.half.z > T(0)); }
  std::uint32_t vertex_count() const { return 8; }
  std::uint32_t edge_count() const { return 12; }
  std::uint32_t face_count() const { return 6; }
  std::uint32_t plane_count() const { return 6; }
  Vec3<T> vertex(std::uint32_t i) const { return box.corner(i); }
  /// Numbered as in hexahedron.h. Going up axis k with the faces of the other two axes on sides i and j, the first of
  /// them lies on the left if i = j.
  ClipEdge edge(std::uint32_t e) const {
    const std::uint32_t k = e / 4, i = e & 1, j = e >> 1 & 1, axis_i = (k + 1) % 3, axis_j = (k + 2) % 3;
    const std::uint32_t base = i << axis_i | j << axis_j, face_i = 2 * axis_i + i, face_j = 2 * axis_j + j;
    return {base, base | 1u << k, i == j ? face_i : face_j, i == j ? face_j : face_i};
  }
  FacePlane<T> plane(std::uint32_t f) const {
    FacePlane<T> plane{{}, box.half[static_cast<int>(f / 2)]};
    plane.normal[static_cast<int>(f / 2)] = f & 1 ? T(1) : T(-1);
    return plane;
  }
};

/// A flat hull is bounded by its two faces and by the planes of its rim.
template <Scalar T> struct HullToClip {
  const Hull<T>& hull;
  int rank() const { return hull.rank(); }
  std::uint32_t vertex_count() const { return static_cast<std::uint32_t>(hull.vertex_count()); }
  std::uint32_t edge_count() const { return static_cast<std::uint32_t>(hull.edge_count()); }
  std::uint32_t face_count() const { return hull.rank() < 2 ? 1 : static_cast<std::uint32_t>(hull.face_count()); }
  std::uint32_t plane_count() const {
    return static_cast<std::uint32_t>(hull.face_count() + hull.rim_normals().size());
  }
  Vec3<T> vertex(std::uint32_t i) const { return hull.vertex(i); }
  ClipEdge edge(std::uint32_t e) const {
    const HullEdge& edge = hull.edge(e);
    const auto face = [&](std::uint32_t h) { return hull.rank() < 2 ? 0 : hull.half_edge(h).face; };
    return {edge.a, edge.b, face(edge.half_edge), face(hull.half_edge(edge.half_edge).twin)};
  }
  FacePlane<T> plane(std::uint32_t f) const {
    if (f < hull.face_count()) return hull.plane(f);
    const auto rim = f - static_cast<std::uint32_t>(hull.face_count());
    const Vec3<T>& n = hull.rim_normals()[rim];
    return {n, dot(n, hull.vertex(hull.edge(rim).a))};
  }
};

/// One plane, and nothing that can be cut.
template <Scalar T> struct HalfSpaceToClip {
  HalfSpace<T> half_space;  // its normal is a unit vector
  int rank() const { return 4; }  // more than any body has: the other is cut
  std::uint32_t vertex_count() const { return 0; }
  std::uint32_t edge_count() const { return 0; }
  std::uint32_t face_count() const { return 0; }
  std::uint32_t plane_count() const { return 1; }
  Vec3<T> vertex(std::uint32_t) const { return {}; }
  ClipEdge edge(std::uint32_t) const { return {}; }
  FacePlane<T> plane(std::uint32_t) const { return {half_space.normal, half_space.offset}; }
};

template <Scalar T> BoxToClip<T> topology(const Box<T>& b) { return {b}; }
template <Scalar T> HalfSpaceToClip<T> topology(const HalfSpace<T>& h) {
  const auto [normal, offset] = normalized(h);
  return {{normal, offset}};
}
template <Scalar T> HullToClip<T> topology(const Hull<T>& h) { return {h}; }

template <class S>
concept Polyhedral = requires(const S& s) {
  topology(s);
};

}  // namespace tactus::clipping
