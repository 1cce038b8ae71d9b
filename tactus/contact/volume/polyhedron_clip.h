// SPDX-License-Identifier: MIT
#pragma once
/// A closed polyhedron as a set of edges, and how a half-space cuts it: the basis of overlap_volume.
#include <tactus/math/vec3.h>

#include <cstdint>
#include <type_traits>

namespace tactus {

/// Runs from vertex p to vertex q with face `left` on its left seen from outside, and back with face `right`.
struct ClipEdge {
  std::uint32_t p, q, left, right;
};

/// The polyhedron being cut. It has no loops: a face consists of the edges that name it.
///
/// Invariant: the edges of every face, each in the face's direction along it, form closed walks. So the surface is
/// closed by construction, whatever rounding does to the coordinates, and its volume does not depend on the reference
/// point. Vertices are never merged, and no edge is too short to count.
///
/// Storage is fixed and not zeroed; `MaxFaces` counts the faces of the polyhedron and the planes that cut it. A simple
/// polyhedron of F faces has 2F - 4 vertices and 3F - 6 edges; a cut needs room for both the removed and the added
/// elements.
template <std::floating_point W, int MaxFaces> class ClippedPolyhedron {
 public:
  static constexpr std::uint32_t max_faces = MaxFaces, max_vertices = 4 * MaxFaces, max_edges = 6 * MaxFaces;

  void start(std::uint32_t faces) {
    vertex_count_ = edge_count_ = 0;
    depth_ = 0;
    for (std::uint32_t f = 0; f < faces; ++f) leaving_[f] = entering_[f] = none;
  }
  void add_vertex(const Vec3<W>& v) {
    x_[vertex_count_] = v.x, y_[vertex_count_] = v.y, z_[vertex_count_] = v.z;
    cuts_[vertex_count_++] = 0;
  }
  void add_edge(const ClipEdge& e) { edges_[edge_count_++] = e; }

  std::uint32_t vertex_count() const { return vertex_count_; }
  std::uint32_t edge_count() const { return edge_count_; }
  Vec3<W> vertex(std::uint32_t i) const { return {x_[i], y_[i], z_[i]}; }
  const ClipEdge& edge(std::uint32_t i) const { return edges_[i]; }
  /// The longest chain of cuts in which each vertex was made from vertices of earlier cuts: rounding adds up along it.
  int depth() const { return depth_; }

  enum class Cut { missed, done, all_gone, no_room };

  /// Removes the part with normal·x > offset and closes the hole with face `cap`. Vertices within `rounding` of the
  /// plane stay, so that planes which meet in a vertex do not split it into splinters. Each edge that crosses the plane
  /// ends at a new vertex, where one of its faces leaves the half-space and the other comes back. Within a face every
  /// leaving vertex is joined to a returning one: there is one of each for a convex face; if rounding makes several,
  /// all of them lie on one line, so that any way to join them encloses the same area. If there is no room, nothing
  /// changes.
  Cut cut(const Vec3<W>& normal, W offset, W rounding, std::uint32_t cap) {
    rounding_ = rounding;
    std::uint32_t outside = 0;
    for (std::uint32_t i = 0; i < vertex_count_; ++i) {
      height_[i] = normal.x * x_[i] + normal.y * y_[i] + normal.z * z_[i] - offset;
      outside += height_[i] > rounding;
    }
    if (outside == 0) return Cut::missed;
    if (outside == vertex_count_) {
      vertex_count_ = edge_count_ = 0;
      return Cut::all_gone;
    }
    std::uint32_t crossings = 0;
    for (std::uint32_t i = 0; i < edge_count_; ++i) crossings += is_outside(edges_[i].p) != is_outside(edges_[i].q);
    if (vertex_count_ + crossings > max_vertices || edge_count_ + crossings > max_edges) return Cut::no_room;

    const std::uint32_t old_vertices = vertex_count_, old_edges = edge_count_;
    std::uint32_t kept = 0;
    for (std::uint32_t i = 0; i < old_edges; ++i) {
      ClipEdge e = edges_[i];
      const bool p_out = is_outside(e.p), q_out = is_outside(e.q);
      if (p_out && q_out) continue;
      if (q_out) {
        e.q = add_crossing(e.p, e.q);
        leave(e.left, e.q, cap);
        enter(e.right, e.q, cap);
      } else if (p_out) {
        e.p = add_crossing(e.q, e.p);
        enter(e.left, e.p, cap);
        leave(e.right, e.p, cap);
      }
      edges_[kept++] = e;
    }
    for (std::uint32_t i = old_edges; i < edge_count_; ++i) edges_[kept++] = edges_[i];
    edge_count_ = kept;
    drop_outside(old_vertices);
    return Cut::done;
  }

 private:
  static constexpr std::uint32_t none = 0xffffffffu;

  bool is_outside(std::uint32_t v) const { return height_[v] > rounding_; }

  /// Computed from the inner end: a vertex in the plane (or above it by rounding) gives itself, and no vertex leaves
  /// its edge.
  std::uint32_t add_crossing(std::uint32_t in, std::uint32_t out) {
    const W t = height_[in] < 0 ? height_[in] / (height_[in] - height_[out]) : W(0);
    const std::uint32_t cuts = (cuts_[in] > cuts_[out] ? cuts_[in] : cuts_[out]) + 1;
    add_vertex(vertex(in) + (vertex(out) - vertex(in)) * t);
    cuts_[vertex_count_ - 1] = cuts;
    if (static_cast<int>(cuts) > depth_) depth_ = static_cast<int>(cuts);
    return vertex_count_ - 1;
  }

  // Vertices at which a face has left (or come back) and which wait for the other end of the new edge, as stacks. They
  // are empty again at the end of a cut, because a closed walk leaves as often as it comes back.
  void leave(std::uint32_t face, std::uint32_t v, std::uint32_t cap) {
    if (const std::uint32_t other = entering_[face]; other != none) {
      entering_[face] = next_entering_[other];
      add_edge({v, other, face, cap});
    } else {
      next_leaving_[v] = leaving_[face];
      leaving_[face] = v;
    }
  }
  void enter(std::uint32_t face, std::uint32_t v, std::uint32_t cap) {
    if (const std::uint32_t other = leaving_[face]; other != none) {
      leaving_[face] = next_leaving_[other];
      add_edge({other, v, face, cap});
    } else {
      next_entering_[v] = entering_[face];
      entering_[face] = v;
    }
  }

  void drop_outside(std::uint32_t old_vertices) {
    std::uint32_t kept = 0;
    for (std::uint32_t i = 0; i < vertex_count_; ++i) {
      if (i < old_vertices && is_outside(i)) continue;
      x_[kept] = x_[i], y_[kept] = y_[i], z_[kept] = z_[i], cuts_[kept] = cuts_[i];
      renumbered_[i] = kept++;
    }
    vertex_count_ = kept;
    for (std::uint32_t i = 0; i < edge_count_; ++i) {
      edges_[i].p = renumbered_[edges_[i].p];
      edges_[i].q = renumbered_[edges_[i].q];
    }
  }

  std::uint32_t vertex_count_ = 0, edge_count_ = 0;
  int depth_ = 0;
  W rounding_ = 0;
  W x_[max_vertices], y_[max_vertices], z_[max_vertices], height_[max_vertices];
  std::uint32_t cuts_[max_vertices], renumbered_[max_vertices];
  std::uint32_t next_leaving_[max_vertices], next_entering_[max_vertices];
  ClipEdge edges_[max_edges];
  std::uint32_t leaving_[max_faces], entering_[max_faces];
};

}  // namespace tactus
