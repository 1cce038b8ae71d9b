#pragma once
/// A frustum or a triangle by its vertices, edges and faces, for level_parts.h: both have the topology of a box, some of
/// whose corners coincide.
#include <tactus/narrow/box_polyhedron.h>
#include <tactus/shape/flat.h>

namespace tactus {

/// Numbered as in hexahedron.h.
template <Scalar T> class FewCorners {
 public:
  using Scalar = T;

  explicit FewCorners(const Frustum<T>& f) {
    for (std::uint32_t i = 0; i < 8; ++i) corners_[i] = f.corner(i);
  }
  /// The last corner twice, and no height.
  explicit FewCorners(const Triangle<T>& t) : corners_{t.a, t.b, t.c, t.c, t.a, t.b, t.c, t.c} {}

  std::size_t edge_count() const { return 12; }
  std::size_t face_count() const { return 6; }
  const Vec3<T>& vertex(std::uint32_t i) const { return corners_[i]; }
  const HullEdge& edge(std::uint32_t i) const { return BoxPolyhedron<T>::topology.edges[i]; }
  const HalfEdge& half_edge(std::uint32_t i) const { return BoxPolyhedron<T>::topology.half_edges[i]; }
  std::span<const std::uint32_t> face_loop(std::uint32_t f) const {
    return std::span(BoxPolyhedron<T>::topology.corners).subspan(4 * f, 4);
  }
  /// Faces without area have no normal: no direction is along them, and the arcs of their edges end nowhere.
  FacePlane<T> plane(std::uint32_t f) const {
    const auto c = face_loop(f);
    const Vec3<T> n = unit_or_zero(cross(corners_[c[2]] - corners_[c[0]], corners_[c[3]] - corners_[c[1]]));
    return {n, dot(n, corners_[c[0]])};
  }

 private:
  std::array<Vec3<T>, 8> corners_;
};

}  // namespace tactus
