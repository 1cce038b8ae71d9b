// SPDX-License-Identifier: MIT
#include <tactus/lookup/hill_climb.h>
#include <tactus/lookup/linear.h>
#include <tactus/math/instantiate.h>
#include <tactus/shape/hull_data.h>
#include <tactus/shape/loop_normal.h>
#include <tactus/shape/no_polytope.h>

#include <algorithm>

namespace tactus {
namespace {

/// The half-edges that leave each vertex, in the order of their destinations.
class Departures {
 public:
  Departures(const FaceLoops& faces, std::size_t vertex_count)
      : faces_(faces),
        face_of_(faces.corners.size()),
        to_(face_of_.size()),
        first_(vertex_count + 1),
        all_(to_.size()) {
    for (std::uint32_t f = 0; f < faces.size(); ++f) {
      for (std::uint32_t h = faces.first[f]; h < faces.first[f + 1]; ++h) {
        face_of_[h] = f;
        to_[h] = faces.corners[h + 1 < faces.first[f + 1] ? h + 1 : faces.first[f]];
        ++first_[faces.corners[h] + 1];
      }
    }
    for (std::size_t v = 0; v < vertex_count; ++v) first_[v + 1] += first_[v];
    std::vector<std::uint32_t> at(first_.begin(), first_.end() - 1);
    for (std::uint32_t h = 0; h < all_.size(); ++h) all_[at[faces.corners[h]]++] = h;
    const auto by_destination = [this](std::uint32_t h, std::uint32_t k) { return to_[h] < to_[k]; };
    for (std::size_t v = 0; v < vertex_count; ++v) {
      std::sort(all_.begin() + first_[v], all_.begin() + first_[v + 1], by_destination);
    }
  }

  void require_distinct() const {
    for (std::size_t i = 1; i < all_.size(); ++i) {
      const std::uint32_t h = all_[i], before = all_[i - 1];
      if (faces_.corners[h] != faces_.corners[before] || to_[h] != to_[before]) continue;
      throw NoPolytope(name(h) + " runs the same way in face " + std::to_string(face_of_[before]) +
                       ": faces of mixed orientation, or more than two at an edge");
    }
  }

  std::uint32_t twin(std::uint32_t h) const {
    const auto begin = all_.begin() + first_[to_[h]], end = all_.begin() + first_[to_[h] + 1];
    const auto arrives_before = [this](std::uint32_t k, std::uint32_t v) { return to_[k] < v; };
    const auto found = std::lower_bound(begin, end, faces_.corners[h], arrives_before);
    if (found != end && to_[*found] == faces_.corners[h]) return *found;
    throw NoPolytope(name(h) + " has no face on its other side: not closed");
  }

 private:
  std::string name(std::uint32_t h) const {
    return "edge " + std::to_string(faces_.corners[h]) + "-" + std::to_string(to_[h]) + " of face " +
           std::to_string(face_of_[h]);
  }

  const FaceLoops& faces_;
  std::vector<std::uint32_t> face_of_, to_;  // per half-edge
  std::vector<std::uint32_t> first_, all_;  // vertex v's are all_[first_[v] .. first_[v + 1])
};

template <Scalar T> void link_half_edges(HullData<T>& hull) {
  const FaceLoops& faces = hull.faces;
  const std::vector<std::uint32_t> twins = match_twins(faces, hull.vertices.size());
  hull.half_edges.resize(twins.size());
  for (std::uint32_t f = 0; f < faces.size(); ++f) {
    for (std::uint32_t k = faces.first[f]; k < faces.first[f + 1]; ++k) {
      const std::uint32_t next = k + 1 < faces.first[f + 1] ? k + 1 : faces.first[f];
      hull.half_edges[k] = {faces.corners[k], twins[k], next, f, 0};
    }
  }
}

template <Scalar T> void number_edges(HullData<T>& hull) {
  for (std::uint32_t h = 0; h < hull.half_edges.size(); ++h) {
    HalfEdge& half = hull.half_edges[h];
    HalfEdge& twin = hull.half_edges[half.twin];
    if (half.twin < h) continue;
    half.edge = twin.edge = static_cast<std::uint32_t>(hull.edges.size());
    hull.edges.push_back({half.origin, twin.origin, h});
  }
}

/// Walks around every vertex: from h to the twin of the half-edge before h is counter-clockwise seen from outside.
template <Scalar T> void collect_rings(HullData<T>& hull) {
  const auto& half = hull.half_edges;
  std::vector<std::uint32_t> before(half.size()), start(hull.vertices.size(), no_face), degree(hull.vertices.size());
  for (auto h = static_cast<std::uint32_t>(half.size()); h-- > 0;) {
    before[half[h].next] = h;
    start[half[h].origin] = h;
    ++degree[half[h].origin];
  }
  hull.ring_first.assign(1, 0);
  hull.outgoing.reserve(half.size());
  hull.neighbours.reserve(half.size());
  for (std::uint32_t v = 0; v < hull.vertices.size(); ++v) {
    std::uint32_t h = start[v];
    for (std::uint32_t i = 0; i < degree[v]; ++i, h = half[before[h]].twin) {
      if (i > 0 && h == start[v]) {
        throw NoPolytope("the faces around vertex " + std::to_string(v) + " form more than one fan");
      }
      hull.outgoing.push_back(h);
      hull.neighbours.push_back(half[half[h].twin].origin);
    }
    hull.ring_first.push_back(static_cast<std::uint32_t>(hull.outgoing.size()));
  }
}

/// The offset belongs to the normal as rounded to T, so that the loop is on or below the stored plane.
template <Scalar T, class W = work_t<T>>
FacePlane<T> plane_along(const HullData<T>& hull, std::span<const std::uint32_t> loop, const Vec3<T>& normal) {
  W offset = -infinity<W>;
  for (std::uint32_t v : loop) {
    offset = max(offset, dot(normal.template cast<W>(), hull.vertices[v].template cast<W>()));
  }
  return {normal, T(offset)};
}

template <Scalar T, class W = work_t<T>> void fit_planes(HullData<T>& hull) {
  for (std::size_t f = 0; f < hull.faces.size(); ++f) {
    const bool back = hull.rank == 2 && f == 1;
    const std::span<const Vec3<T>> vertices = hull.vertices;
    const Vec3<T> normal =
        back ? -hull.planes[0].normal : unit_or_zero(area_vector<T, W>(vertices, hull.faces[f])).template cast<T>();
    hull.planes.push_back(plane_along(hull, hull.faces[f], normal));
  }
  if (hull.rank != 2) return;
  for (const HullEdge& e : hull.edges) {
    const Vec3<W> along = (hull.vertices[e.b] - hull.vertices[e.a]).template cast<W>();
    const Vec3<W> normal = hull.planes[hull.half_edges[e.half_edge].face].normal.template cast<W>();
    hull.rim_normals.push_back(unit_or_zero(cross(along, normal)).template cast<T>());
  }
}

/// Sum of measure·centroid over pieces (tetrahedra to the mean vertex; triangles of the front), divided by their
/// measure.
template <Scalar T, class W = work_t<T>> Vec3<W> centroid(const HullData<T>& hull) {
  Vec3<W> mean;
  for (const Vec3<T>& v : hull.vertices) mean += v.template cast<W>();
  mean /= W(hull.vertices.size());
  const auto from_mean = [&](std::uint32_t v) { return hull.vertices[v].template cast<W>() - mean; };
  Vec3<W> moment;
  W measure = 0;
  for (std::size_t f = 0; f < (hull.rank == 2 ? 1 : hull.faces.size()); ++f) {
    const auto loop = hull.faces[f];
    const Vec3<W> normal = hull.planes[f].normal.template cast<W>();
    for (std::size_t i = 2; i < loop.size(); ++i) {
      const std::uint32_t triangle[3] = {loop[0], loop[i - 1], loop[i]};
      const Vec3<W> a = from_mean(triangle[0]), b = from_mean(triangle[1]), c = from_mean(triangle[2]);
      const Vec3<W> area = area_vector<T, W>(std::span<const Vec3<T>>(hull.vertices), triangle);
      const W piece = dot(area, hull.rank == 2 ? normal : a);
      moment += (a + b + c) * (piece / W(hull.rank + 1));
      measure += piece;
    }
  }
  return measure > W(0) ? mean + moment / measure : mean;
}

template <Scalar T, class W = work_t<T>> void measure(HullData<T>& hull) {
  hull.center = centroid(hull).template cast<T>();
  const Vec3<W> center = hull.center.template cast<W>();
  W farthest = 0, reach = 0;
  for (const Vec3<T>& v : hull.vertices) {
    farthest = max(farthest, distance(v.template cast<W>(), center));
    reach = max(reach, max_abs(v.template cast<W>()));
  }
  W nearest = hull.rank == 3 ? farthest : W(0);
  for (std::size_t f = 0; f < hull.faces.size() && hull.rank == 3; ++f) {
    for (std::uint32_t v : hull.faces[f]) {
      const Vec3<W> normal = hull.planes[f].normal.template cast<W>();
      nearest = min(nearest, dot(normal, hull.vertices[v].template cast<W>() - center));
    }
  }
  // Covers the rounding of the center and of these distances, and that of subtracting the center in T again.
  const W slack = W(4) * W(std::numeric_limits<T>::epsilon()) * reach;
  hull.bounding_radius = hull.rank == 0 ? T(0) : T(farthest + slack);
  hull.inscribed_radius = T(max(nearest - slack, W(0)));
  hull.origin_radius = T(norm(center) + W(hull.bounding_radius));
}

/// Zero up to rounding, unless faces were merged or given with few digits. One climb per face, from one of its corners.
template <Scalar T, class W = work_t<T>> void measure_unevenness(HullData<T>& hull) {
  std::vector<Vec3<W>> vertices;
  for (const Vec3<T>& v : hull.vertices) vertices.push_back(v.template cast<W>());
  const lookup::Rings rings{hull.ring_first, hull.neighbours};
  for (std::size_t f = 0; f < hull.faces.size(); ++f) {
    const Vec3<W> n = hull.planes[f].normal.template cast<W>();
    const W offset = W(hull.planes[f].offset);
    const std::uint32_t top = lookup::hill_climb(std::span<const Vec3<W>>(vertices), rings, n, hull.faces[f][0]);
    W uneven = max(dot(n, vertices[top]) - offset, W(0));
    for (const std::uint32_t v : hull.faces[f]) uneven = max(uneven, offset - dot(n, vertices[v]));
    hull.unevenness.push_back(T(uneven));
    hull.uneven |= uneven > W(4) * W(unit_roundoff<T>) * W(hull.origin_radius);
  }
}

template <Scalar T> void fill_coordinates(HullData<T>& hull) {
  const std::size_t count = hull.vertices.size();
  const std::size_t padded = (count + lookup::lanes - 1) / lookup::lanes * lookup::lanes;
  hull.coordinates.resize(3 * padded);
  for (int axis = 0; axis < 3; ++axis) {
    for (std::size_t i = 0; i < padded; ++i) {
      hull.coordinates[static_cast<std::size_t>(axis) * padded + i] = hull.vertices[i < count ? i : 0][axis];
    }
  }
}

}  // namespace

#if !defined(TACTUS_STUDY)
std::vector<std::uint32_t> match_twins(const FaceLoops& faces, std::size_t vertex_count) {
  const Departures departures(faces, vertex_count);
  departures.require_distinct();
  std::vector<std::uint32_t> twins(faces.corners.size());
  for (std::uint32_t h = 0; h < twins.size(); ++h) twins[h] = departures.twin(h);
  return twins;
}
#endif

template <Scalar T>
// NOLINTNEXTLINE(performance-unnecessary-value-param): the faces are moved; clang-tidy 14 does not see it in a template
HullData<T> make_hull_data(int rank, std::vector<Vec3<T>> vertices, FaceLoops faces, double roundoff) {
  HullData<T> hull;
  hull.rank = rank;
  hull.roundoff = roundoff;
  hull.vertices = std::move(vertices);
  hull.faces = std::move(faces);
  if (rank == 1) {
    hull.half_edges = {{0, 1, 1, no_face, 0}, {1, 0, 0, no_face, 0}};
  } else {
    link_half_edges(hull);
  }
  number_edges(hull);
  collect_rings(hull);
  fit_planes(hull);
  measure(hull);
  measure_unevenness(hull);
  fill_coordinates(hull);
  hull.gauss = make_gauss_map(hull);
  return hull;
}

template <Scalar T> HullTolerance hull_tolerance(std::span<const Vec3<T>> points, double roundoff) {
  Vec3<double> low{infinity<double>, infinity<double>, infinity<double>}, high = -low;
  for (const Vec3<T>& p : points) {
    low = min(low, p.template cast<double>());
    high = max(high, p.template cast<double>());
  }
  return {max_abs(high - low), max(max_abs(low), max_abs(high)), roundoff};
}

#if !defined(TACTUS_STUDY)
void orient_outward(std::span<const Vec3<double>> vertices, FaceLoops& faces) {
  double volume = 0;
  for (std::size_t f = 0; f < faces.size(); ++f) {
    volume += dot(area_vector<double, double>(vertices, faces[f]), vertices[faces[f][0]] - vertices[faces.corners[0]]);
  }
  if (volume >= 0) return;
  for (std::size_t f = 0; f < faces.size(); ++f) {
    std::reverse(faces.corners.begin() + faces.first[f], faces.corners.begin() + faces.first[f + 1]);
  }
}
#endif

#define TACTUS_INSTANTIATE(T)                                                        \
  template HullData<T> make_hull_data(int, std::vector<Vec3<T>>, FaceLoops, double); \
  template HullTolerance hull_tolerance(std::span<const Vec3<T>>, double);
TACTUS_FOR_EACH_SCALAR(TACTUS_INSTANTIATE)
#undef TACTUS_INSTANTIATE

}  // namespace tactus
