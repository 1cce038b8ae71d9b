// SPDX-License-Identifier: MIT
#pragma once
/// Convex polytope with its topology: from a cloud of points, or from vertices and faces.
#include <tactus/math/export.h>
#include <tactus/shape/convex.h>
#include <tactus/shape/hull_data.h>

#include <iosfwd>
#include <memory>
#include <optional>

namespace tactus {

/// A convex polytope: vertices, edges, faces (coplanar ones merged into polygons), half-edges and face planes.
///
/// Immutable, and a handle: copies share the data, and may be used from any thread. Flat input gives a valid hull of
/// lower rank: a polygon (rank 2) has two opposite faces and a rim normal per edge, a segment (rank 1) two vertices and
/// an edge, a point (rank 0) one vertex. Lengths below the tolerances of HullTolerance (hull_data.h) do not count:
/// thinner point sets are flat, nearly coplanar faces are merged, and the parts left out lie within a few `coplanar()`
/// of the hull.
template <Scalar T> class TACTUS_API Hull {
 public:
  using Scalar = T;

  /// The hull of a cloud of points, by Qhull. Vertices keep the order of the points. Throws std::invalid_argument for
  /// an empty cloud, or if a coordinate is not finite or is larger than 1e100. Every other cloud has a hull; for a few
  /// needles hardly thicker than `flat()` its tolerance is coarser, some four to eight times as large.
  static Hull from_points(std::span<const Vec3<T>> points);
  /// Hull::from_points({{0, 0, 0}, {1, 0, 0}, ...})
  static Hull from_points(std::initializer_list<Vec3<T>> points) {
    return from_points(std::span<const Vec3<T>>(points.begin(), points.size()));
  }

  /// The polytope with these vertices and faces (loops of vertex indices, all counter-clockwise seen from outside, or
  /// all clockwise). Throws std::invalid_argument with the face or vertex if indices are wrong, the surface is not
  /// closed, or faces are not planar or not convex. Coordinates need no more precision than float, because many meshes
  /// come from float files. If neighbouring faces are coplanar, the hull of the vertices is computed, which merges
  /// them.
  static Hull from_faces(std::span<const Vec3<T>> vertices, std::span<const std::vector<std::uint32_t>> faces);

  // ---- Convex, Indexed, Faceted ----
  Vec3<T> support(const Vec3<T>& direction) const { return looked_at(support_index(direction)); }
  /// The vertex farthest along the direction, the lowest number among equals; 0 for the zero direction. A hint is a
  /// vertex near the answer; it only affects the time, not the answer, and may be any number. (Only Lookup::hill_climb
  /// uses it: the other searches are as fast without.)
  std::uint32_t support_index(const Vec3<T>& direction, std::uint32_t hint = no_hint) const;
  /// Vertex i, from 0.
  const Vec3<T>& vertex(std::uint32_t i) const { return data_->vertices[i]; }
  T radius() const { return T(0); }
  /// Centroid of the volume (of the area, the length, the point for lower ranks).
  const Vec3<T>& center() const { return data_->center; }
  T bounding_radius() const { return data_->bounding_radius; }  // about center(), rounded up
  T inscribed_radius() const { return data_->inscribed_radius; }  // about center(), rounded down; 0 if flat
  T origin_radius() const { return data_->origin_radius; }  // of a ball about the local origin that contains the hull
  /// See Faceted. Indices are the hull's own vertex, edge and face numbers.
  Outline<T> feature_along(const Vec3<T>& direction, T sine) const;
  Feature feature(const Vec3<T>& direction, T sine) const;  // its name only
  /// The same if the vertex farthest along the direction is known.
  Feature feature_at(std::uint32_t farthest, const Vec3<T>& direction, T sine) const;
  bool polytope() const { return true; }
  bool curved_along(const Vec3<T>&) const { return false; }

  // ---- topology and geometry ----
  /// 3: a solid; 2: a polygon; 1: a segment; 0: a point.
  int rank() const { return data_->rank; }
  std::size_t vertex_count() const { return data_->vertices.size(); }
  std::size_t edge_count() const { return data_->edges.size(); }
  std::size_t face_count() const { return data_->planes.size(); }
  /// All vertices, by their numbers.
  std::span<const Vec3<T>> vertices() const { return data_->vertices; }
  /// Coordinates by axis, aligned to a cache line, padded to a multiple of 16 with copies of vertex 0.
  std::span<const T> xs() const { return axis(0); }
  /// As xs(), along y.
  std::span<const T> ys() const { return axis(1); }
  /// As xs(), along z.
  std::span<const T> zs() const { return axis(2); }

  /// The planes of all faces, by their numbers.
  std::span<const FacePlane<T>> planes() const { return data_->planes; }
  /// The plane of a face.
  const FacePlane<T>& plane(std::uint32_t face) const { return data_->planes[face]; }
  /// How far a face is from being planar and extreme: its corners lie at most this far below its plane, and no vertex
  /// of the hull is farther above. Only rounding, unless faces were merged or given with few digits.
  T unevenness(std::uint32_t face) const { return data_->unevenness[face]; }
  bool uneven() const { return data_->uneven; }  // any face, by more than rounding
  /// Vertices of a face, counter-clockwise seen from outside.
  std::span<const std::uint32_t> face_loop(std::uint32_t face) const { return data_->faces[face]; }
  /// The half-edge that leaves the first vertex of a face's loop; the others follow it in memory.
  std::uint32_t face_half_edge(std::uint32_t face) const { return data_->faces.first[face]; }
  /// All edges, by their numbers.
  std::span<const HullEdge> edges() const { return data_->edges; }
  /// Edge i, from 0.
  const HullEdge& edge(std::uint32_t i) const { return data_->edges[i]; }
  /// All half-edges, face by face.
  std::span<const HalfEdge> half_edges() const { return data_->half_edges; }
  /// Half-edge i, from 0.
  const HalfEdge& half_edge(std::uint32_t i) const { return data_->half_edges[i]; }
  /// The vertices joined to v by an edge, counter-clockwise seen from outside, and the half-edges to them.
  std::span<const std::uint32_t> neighbours(std::uint32_t v) const { return rings()[v]; }
  /// The half-edges that leave v, in the order of neighbours(v).
  std::span<const std::uint32_t> outgoing(std::uint32_t v) const {
    return std::span(data_->outgoing).subspan(data_->ring_first[v], data_->ring_first[v + 1] - data_->ring_first[v]);
  }
  /// Rank 2: for each edge, the unit normal in the plane that points out of the polygon. Empty for other ranks.
  std::span<const Vec3<T>> rim_normals() const { return data_->rim_normals; }
  /// The neighbours of all vertices.
  lookup::Rings rings() const { return {data_->ring_first, data_->neighbours}; }
  /// The data on which the searches of tactus/lookup work.
  lookup::Surface<T> surface() const { return surface_of(*data_); }
  /// The faces as points of the sphere of normals, and the edges as arcs.
  const GaussMap<T>& gauss_map() const { return data_->gauss; }
  /// A copy that owns nothing; the owner must outlive it. Reference counting is slow with threads.
  Hull lent() const { return Hull(std::shared_ptr<const HullData<T>>(std::shared_ptr<void>{}, data_.get())); }
  /// Equal for copies of this hull, different for every other hull, including destroyed ones; never 0.
  std::uint64_t serial() const { return data_->serial; }

  /// Empty, or the first problem: Euler's formula, half-edges, convexity to HullTolerance::convex(). Always empty,
  /// because invalid hulls are not constructed. For tests.
  std::string check() const;

  // ---- how support vertices are found ----
  Lookup lookup() const { return data_->lookup.kind; }  // chosen by the number of vertices (default_lookup), or forced
  std::size_t lookup_memory() const { return data_->lookup.memory(); }  // bytes, on top of vertices and rings
  /// A separate copy of this hull with another search. For experiments, and for hulls that the default does not suit.
  Hull with_lookup(Lookup kind) const;

  // ---- other hulls from this one ----
  /// A hull of some of the vertices, hence inside this one, built by adding the vertex farthest outside the current
  /// hull until every vertex is within `tolerance` (a length) of it or `max_vertices` are used. So the Hausdorff
  /// distance to this hull is at most `tolerance` (up to rounding) unless max_vertices stopped it earlier. Throws
  /// std::invalid_argument if max_vertices ≤ rank or tolerance is negative or NaN.
  Hull simplified(std::size_t max_vertices, T tolerance) const;
  /// The same topology with rounded vertices; if rounding spoils convexity, the hull of the rounded vertices.
  template <tactus::Scalar U> Hull<U> cast() const;

  // ---- text ----
  /// Lossless, in a versioned text format. `load` checks everything and throws std::invalid_argument on bad input.
  void save(std::ostream& os) const;
  /// A hull from what `save` wrote.
  static Hull load(std::istream& is);
  /// The same vertices and faces, in the same order.
  bool operator==(const Hull& other) const;

 private:
  template <tactus::Scalar U> friend class Hull;
  static Hull from_points(std::span<const Vec3<T>> points, double roundoff);
  static constexpr std::uint32_t no_hint = 0xffffffffu;

  /// Builds the tables of the search, by default the one that suits the size.
  explicit Hull(HullData<T> data, std::optional<Lookup> kind = {});
  explicit Hull(std::shared_ptr<const HullData<T>> data) : data_(std::move(data)) {}
  static lookup::Surface<T> surface_of(const HullData<T>& data);
  std::uint32_t search(const Vec3<T>& direction, std::uint32_t hint) const;
  /// A vertex, read from where a look-up has just read it: after a scan the coordinates by axis are in the cache.
  Vec3<T> looked_at(std::uint32_t i) const {
    if (data_->lookup.kind != Lookup::linear) return data_->vertices[i];
    const T* x = data_->coordinates.data() + i;
    const std::size_t padded = data_->coordinates.size() / 3;
    return {x[0], x[padded], x[2 * padded]};
  }
  std::span<const T> axis(std::size_t i) const {
    const std::size_t padded = data_->coordinates.size() / 3;
    return std::span(data_->coordinates).subspan(i * padded, padded);
  }

  std::shared_ptr<const HullData<T>> data_;
};

template <Scalar T> TACTUS_API std::ostream& operator<<(std::ostream& os, const Hull<T>& hull);

template <Scalar T> std::uint32_t Hull<T>::support_index(const Vec3<T>& direction, std::uint32_t hint) const {
  const Vec3<T> d = scaled_into_range(direction);
  const LookupTables<T>& tables = data_->lookup;
  if (tables.kind == Lookup::linear) {
    // A counting scalar must count the vertices, not the padding, which only the vector code of built-in scalars needs.
    const std::size_t n = std::floating_point<T> ? xs().size() : vertex_count();
    return lookup::linear(xs().first(n), ys().first(n), zs().first(n), d);
  }
  if (tables.kind == Lookup::cube_map) {
    if (const lookup::Candidates* few = lookup::candidates_along(tables.cube_map, d))
      return lookup::best_of(vertices(), d, *few);
  }
  return search(d, hint);
}

}  // namespace tactus
