// SPDX-License-Identifier: MIT
#pragma once
/// A box as a polyhedron: one table of topology for all boxes, and three numbers of geometry.
#include <tactus/narrow/polyhedron/voronoi_planes.h>
#include <tactus/shape/box.h>
#include <tactus/shape/hull.h>

namespace tactus {

/// Numbered as in hexahedron.h. Half-edge 4f + k leaves corner k of face f's loop.
struct BoxTopology {
  std::array<HalfEdge, 24> half_edges{};
  std::array<HullEdge, 12> edges{};
  std::array<std::uint32_t, 24> corners{};  // origins of the half-edges: the loops of the faces
  std::array<std::uint32_t, 24> outgoing{}, neighbours{};  // three per vertex

  constexpr BoxTopology() {
    for (std::uint32_t f = 0; f < 6; ++f) {
      const auto loop = detail::hexahedron_face(static_cast<int>(f / 2), f % 2 << f / 2);
      for (std::uint32_t k = 0; k < 4; ++k) {
        const std::uint32_t from = loop[k], to = loop[(k + 1) % 4], h = 4 * f + k;
        const std::uint32_t axis = (from ^ to) == 1 ? 0 : (from ^ to) == 2 ? 1 : 2;
        corners[h] = from;
        half_edges[h] = {from, 0, 4 * f + (k + 1) % 4, f, detail::hexahedron_edge(static_cast<int>(axis), from)};
        outgoing[3 * from + axis] = h;  // each vertex has one half-edge along each axis
        neighbours[3 * from + axis] = to;
        if (from < to) edges[half_edges[h].edge] = {from, to, h};
      }
    }
    for (std::uint32_t v = 0; v < 8; ++v)
      for (std::uint32_t axis = 0; axis < 3; ++axis)
        half_edges[outgoing[3 * v + axis]].twin = outgoing[3 * (v ^ 1u << axis) + axis];
  }
};

template <Scalar T_> struct BoxPolyhedron : Box<T_> {
  using T = T_;
  static constexpr BoxTopology topology{};

  constexpr explicit BoxPolyhedron(const Box<T>& box) : Box<T>(box) {}

  /// From a table of signs: computing them bit by bit takes longer.
  static constexpr std::array<Vec3<T>, 8> signs = [] {
    std::array<Vec3<T>, 8> all;
    for (std::uint32_t i = 0; i < 8; ++i) all[i] = {T(i & 1 ? 1 : -1), T(i & 2 ? 1 : -1), T(i & 4 ? 1 : -1)};
    return all;
  }();
  constexpr Vec3<T> vertex(std::uint32_t i) const { return hadamard(this->half, signs[i]); }
  constexpr std::uint32_t support_index(const Vec3<T>& d, std::uint32_t) const { return this->corner_along(d); }
  constexpr T inscribed_radius() const { return min(min(this->half.x, this->half.y), this->half.z); }
  constexpr std::size_t vertex_count() const { return 8; }
  constexpr std::size_t edge_count() const { return 12; }
  constexpr std::size_t face_count() const { return 6; }
  constexpr const HalfEdge& half_edge(std::uint32_t i) const { return topology.half_edges[i]; }
  constexpr const HullEdge& edge(std::uint32_t i) const { return topology.edges[i]; }
  constexpr std::uint32_t face_half_edge(std::uint32_t f) const { return 4 * f; }
  constexpr std::span<const std::uint32_t> face_loop(std::uint32_t f) const {
    return std::span(topology.corners).subspan(std::size_t{4} * f, 4);
  }
  constexpr std::span<const std::uint32_t> outgoing(std::uint32_t v) const {
    return std::span(topology.outgoing).subspan(std::size_t{3} * v, 3);
  }
  constexpr std::span<const std::uint32_t> neighbours(std::uint32_t v) const {
    return std::span(topology.neighbours).subspan(std::size_t{3} * v, 3);
  }
  constexpr FacePlane<T> plane(std::uint32_t f) const {
    Vec3<T> n{};
    n[static_cast<int>(f / 2)] = f % 2 ? T(1) : T(-1);
    return {n, this->half[static_cast<int>(f / 2)]};
  }
  constexpr T unevenness(std::uint32_t) const { return T(0); }
  constexpr bool uneven() const { return false; }
};

/// A shape as a polyhedron, for walks over features.
template <Scalar T> constexpr const Hull<T>& polyhedron(const Hull<T>& hull) { return hull; }
template <Scalar T> constexpr BoxPolyhedron<T> polyhedron(const Box<T>& box) { return BoxPolyhedron<T>(box); }

/// Are all features what their names say? If a box is zero along an axis, some of its edges are points.
template <Scalar T> constexpr bool walkable(const Hull<T>&) { return true; }
template <Scalar T> constexpr bool walkable(const BoxPolyhedron<T>& box) { return box.inscribed_radius() > T(0); }

template <class S>
concept Polyhedral = Convex<S> && requires(const S& s) {
  { polyhedron(s) } -> Polyhedron;
};

}  // namespace tactus
