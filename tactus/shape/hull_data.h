// SPDX-License-Identifier: MIT
#pragma once
/// The data of a Hull: the half-edge structure of a convex polytope and the values derived from it, as plain arrays.
#include <tactus/lookup/choice.h>
#include <tactus/math/vec3.h>

#include <array>
#include <cstdint>
#include <new>
#include <span>
#include <string>
#include <vector>

namespace tactus {

/// No face: the two half-edges of a segment have none.
inline constexpr std::uint32_t no_face = 0xffffffffu;

struct HalfEdge {
  std::uint32_t origin;  // the vertex where it starts
  std::uint32_t twin;  // the same edge in the other direction
  std::uint32_t next;  // counter-clockwise around the face, seen from outside
  std::uint32_t face;
  std::uint32_t edge;
  friend constexpr bool operator==(const HalfEdge&, const HalfEdge&) = default;
};

struct HullEdge {
  std::uint32_t a, b;  // vertices
  std::uint32_t half_edge;  // the one from a to b
  friend constexpr bool operator==(const HullEdge&, const HullEdge&) = default;
};

/// The hull lies in normal·x ≤ offset.
template <Scalar T> struct FacePlane {
  Vec3<T> normal;  // unit, outward
  T offset;  // of the loop's vertex farthest along the normal
  friend constexpr bool operator==(const FacePlane&, const FacePlane&) = default;
};

/// Faces as loops of vertex indices, consecutive in memory.
struct FaceLoops {
  std::vector<std::uint32_t> first{0};  // loop f is corners[first[f] .. first[f + 1])
  std::vector<std::uint32_t> corners;

  std::size_t size() const { return first.size() - 1; }
  std::span<const std::uint32_t> operator[](std::size_t f) const {
    return std::span(corners).subspan(first[f], first[f + 1] - first[f]);
  }
  template <class Loop> void add(const Loop& loop) {
    corners.insert(corners.end(), loop.begin(), loop.end());
    first.push_back(static_cast<std::uint32_t>(corners.size()));
  }
  friend bool operator==(const FaceLoops&, const FaceLoops&) = default;
};

/// Memory that starts on a cache line, as aligned vector loads require.
template <class T> struct CacheLineAllocator {
  using value_type = T;
  static constexpr std::align_val_t alignment{64};
  CacheLineAllocator() = default;
  template <class U> constexpr CacheLineAllocator(const CacheLineAllocator<U>&) {}
  T* allocate(std::size_t n) { return static_cast<T*>(::operator new(n * sizeof(T), alignment)); }
  void deallocate(T* p, std::size_t) { ::operator delete(p, alignment); }
  friend constexpr bool operator==(CacheLineAllocator, CacheLineAllocator) { return true; }
};

/// The target of an arc of the Gauss map: across the edge `from`-`to`, whose normals form the arc, to another node.
struct GaussArc {
  std::uint32_t node;
  std::uint32_t from, to;  // vertices
};

/// The outward normals of a polytope on the unit sphere: faces become nodes, edges become arcs between them, vertices
/// become regions. Extra nodes follow the faces where an arc would span more than 120 degrees: halfway over a sharp
/// edge, the rim normals between the two faces of a polygon, four normals around a segment. A point has no nodes.
template <Scalar T> struct GaussMap {
  std::size_t count = 0, padded = 0;  // of nodes; the padding (to `lookup::lanes`) has normal 0 and offset infinity
  std::vector<T, CacheLineAllocator<T>> nodes;  // all x, all y, all z of the normals, all offsets, all cosines
  std::vector<std::uint32_t> arc_first;  // the arcs from node i are [arc_first[i], arc_first[i + 1])
  std::vector<GaussArc> arcs;
  Vec3<T> center{};  // of a large ball inside the hull, not necessarily the largest
  T radius{};  // rounded down; 0 if flat
  /// How far the hull of the vertices may extend beyond the planes of the nodes, not counting rounding: faces that were
  /// merged, or given with few digits, are not quite planar.
  T slack{};
};

template <Scalar T> struct HullData {
  // The data that every query reads comes first: of many hulls, few are in the cache.
  Vec3<T> center;
  T bounding_radius;
  T inscribed_radius;
  T origin_radius;
  std::vector<T, CacheLineAllocator<T>> coordinates;  // all x, then all y, then all z, each padded (hull.h)
  LookupTables<T> lookup;  // finds the support vertices; set by Hull

  int rank = 0;  // dimension: 0 point, 1 segment, 2 polygon, 3 polytope
  double roundoff = 0;  // relative, of the vertices: that of T, or a coarser one if they come from another source
  std::vector<Vec3<T>> vertices;

  FaceLoops faces;  // corner k is the origin of half-edge k
  std::vector<FacePlane<T>> planes;  // per face
  std::vector<T> unevenness;  // per face: how far its corners lie below its plane, or any vertex above
  bool uneven = false;  // is any of these more than 4 u origin_radius?
  std::vector<HalfEdge> half_edges;  // face after face, in the order of its loop
  std::vector<HullEdge> edges;
  std::vector<Vec3<T>> rim_normals;  // rank 2 only, per edge: unit, in the plane, outward

  std::vector<std::uint32_t> ring_first;  // the ring of v is [ring_first[v], ring_first[v + 1]) of the next two
  std::vector<std::uint32_t> neighbours;  // counter-clockwise around v, seen from outside
  std::vector<std::uint32_t> outgoing;  // the half-edges from v to those neighbours

  GaussMap<T> gauss;
  std::uint64_t serial = 0;  // unique among all hulls of this process, including destroyed ones; set by Hull
};

/// The Gauss map of a hull whose other data is complete.
template <Scalar T> GaussMap<T> make_gauss_map(const HullData<T>& hull);

/// The half-edge opposite each half-edge (half-edge k leaves corner k of the loops), for a closed oriented surface.
/// Throws std::invalid_argument with edge and face if the surface is open or an edge is used twice in one direction.
std::vector<std::uint32_t> match_twins(const FaceLoops& faces, std::size_t vertex_count);

/// Lengths below which a hull does not distinguish points. `roundoff` is that of the coordinates, and at least that of
/// double, in which hulls are computed: planes through points rounded to it are off by a few roundoff·reach.
struct HullTolerance {
  double extent;  // longest side of the bounding box
  double reach;  // largest |coordinate|
  double roundoff;  // relative
  /// Point sets thinner than this have lower rank. (The last term keeps volumes above the smallest double.)
  double flat() const { return 1e-10 * extent + 32 * roundoff * reach + smallest_length; }
  /// Neighbouring faces whose vertices are within this of one plane are merged.
  double coplanar() const { return 1e-12 * extent + 8 * roundoff * reach; }
  /// How far a vertex may lie outside a face's plane, or below it on the face itself.
  double convex(int rank) const { return rank == 2 ? 2 * flat() : 4 * coplanar(); }

  static constexpr double smallest_length = 1e-100, largest_coordinate = 1e100;  // their cubes are finite doubles
};
/// The roundoff of coordinates of type T, as used for hulls.
template <Scalar T>
inline constexpr double hull_roundoff = static_cast<double>(unit_roundoff<T>) > unit_roundoff<double>
                                            ? static_cast<double>(unit_roundoff<T>)
                                            : unit_roundoff<double>;
template <Scalar T> HullTolerance hull_tolerance(std::span<const Vec3<T>> points, double roundoff = hull_roundoff<T>);

/// Computes everything from the vertices and the loops of a polytope (rank 3: any number of faces; rank 2: the loop and
/// its reverse; rank 1: two vertices; rank 0: one). Geometry is computed in double or better. Throws
/// std::invalid_argument if the loops do not form a closed surface around every vertex; convexity is not checked.
template <Scalar T>
HullData<T> make_hull_data(int rank, std::vector<Vec3<T>> vertices, FaceLoops faces,
                           double roundoff = hull_roundoff<T>);

/// Reverses all loops of a closed surface if they are clockwise seen from outside, according to the signed volume.
void orient_outward(std::span<const Vec3<double>> vertices, FaceLoops& faces);

// ---- hull_check.cpp: empty, or the first problem ----

/// A loop of fewer than three corners, an index out of range or used twice in a loop; a vertex on no loop.
std::string problem_of_loops(const FaceLoops& faces, std::size_t vertex_count);

/// Counts (Euler), links of the half-edges, planarity and convexity of the faces, vertices outside a face's plane, to
/// within the tolerance for the hull's roundoff.
template <Scalar T> std::string problem_of(const HullData<T>& hull);

}  // namespace tactus
