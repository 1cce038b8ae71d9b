// SPDX-License-Identifier: MIT
/// Is this a convex polytope? These checks trust nothing except that indices point into the hull's arrays.
#include <tactus/lookup/hill_climb.h>
#include <tactus/math/instantiate.h>
#include <tactus/shape/hull_data.h>
#include <tactus/shape/loop_normal.h>

#include <algorithm>
#include <sstream>

namespace tactus {
namespace {

template <class... Parts> std::string text(const Parts&... parts) {
  std::ostringstream os;
  (os << ... << parts);
  return os.str();
}

template <Scalar T> std::string count_problem(const HullData<T>& hull) {
  const auto v = static_cast<long>(hull.vertices.size()), e = static_cast<long>(hull.edges.size()),
             f = static_cast<long>(hull.planes.size());
  const std::string counts = text(v, " vertices, ", e, " edges, ", f, " faces");
  if (hull.rank == 0 && (v != 1 || e != 0 || f != 0)) return counts + " for a point";
  if (hull.rank == 1 && (v != 2 || e != 1 || f != 0)) return counts + " for a segment";
  if (hull.rank == 2 && (v != e || f != 2)) return counts + " for a polygon";
  if (hull.rank == 3 && v - e + f != 2) return counts + ": Euler's V - E + F is not 2";
  return {};
}

template <Scalar T> std::string link_problem(const HullData<T>& hull) {
  const auto& half = hull.half_edges;
  for (std::uint32_t h = 0; h < half.size(); ++h) {
    const HalfEdge& k = half[h];
    const HalfEdge& twin = half[k.twin];
    const HullEdge& edge = hull.edges[k.edge];
    if (k.twin == h || twin.twin != h || twin.edge != k.edge) return text("half-edge ", h, " and its twin disagree");
    if (half[k.next].origin != twin.origin) return text("half-edge ", h, " and the next one do not meet");
    if (half[k.next].face != k.face) return text("half-edge ", h, " and the next one are on different faces");
    if (edge.half_edge != std::min(h, k.twin)) return text("edge ", k.edge, " does not know half-edge ", h);
  }
  for (std::uint32_t e = 0; e < hull.edges.size(); ++e) {
    const auto [a, b, unused] = hull.edges[e];
    if (hull.vertices[a] == hull.vertices[b]) return text("edge ", e, " from vertex ", a, " to ", b, " has no length");
  }
  for (std::uint32_t v = 0; v < hull.vertices.size(); ++v) {
    const auto degree = static_cast<int>(hull.ring_first[v + 1] - hull.ring_first[v]);
    if (degree < hull.rank) return text("vertex ", v, " has ", degree, " edges");
  }
  return {};
}

/// Corners turn left or go straight on, and all of them together turn once. Measured in projection along the normal,
/// because short edges may rise and fall within the tolerance by as much as their length.
template <Scalar T, class W = work_t<T>>
std::string loop_problem(const HullData<T>& hull, std::size_t face, double tolerance) {
  const auto loop = hull.faces[face];
  const Vec3<W> normal = hull.planes[face].normal.template cast<W>();
  const auto corner = [&](std::size_t i) { return hull.vertices[loop[i % loop.size()]].template cast<W>(); };
  if (!(norm_squared(normal) > W(0.5))) return text("face ", face, " has no area");
  W turned = 0;
  for (std::size_t i = 0; i < loop.size(); ++i) {
    const Vec3<W> before = corner(i + 1) - corner(i), after = corner(i + 2) - corner(i + 1);
    const W left = dot(normal, cross(before, after));
    const std::uint32_t vertex = loop[(i + 1) % loop.size()];
    const W below = W(hull.planes[face].offset) - dot(normal, corner(i + 1));
    if (below > W(tolerance)) return text("face ", face, " is not planar: vertex ", vertex, " is ", below, " off");
    if (left < -W(tolerance) * max(norm(before), norm(after))) {
      return text("face ", face, " is not convex at vertex ", vertex);
    }
    turned += atan2(left, dot(before, after) - dot(normal, before) * dot(normal, after));
  }
  if (abs(turned - 2 * pi<W>) > W(1)) return text("face ", face, " winds around itself or is inside out");
  return {};
}

/// How far a plane moves at a point when the corners of its face move by 1: once with the face, and again for tilting
/// about the face's longest edge (of length l, with the face's width w) and across it.
template <Scalar T, class W = work_t<T>> W leverage(const HullData<T>& hull, std::size_t face, const Vec3<W>& p) {
  const auto loop = hull.faces[face];
  Vec3<W> base, longest;
  for (std::size_t i = 0; i < loop.size(); ++i) {
    const Vec3<W> a = hull.vertices[loop[i]].template cast<W>();
    const Vec3<W> edge = hull.vertices[loop[(i + 1) % loop.size()]].template cast<W>() - a;
    if (norm_squared(edge) > norm_squared(longest)) base = a, longest = edge;
  }
  const W length = norm(longest);
  const W width = norm(area_vector<T, W>(std::span<const Vec3<T>>(hull.vertices), loop)) / length;
  return 1 + abs(dot(p - base, longest)) / square(length) + norm(cross(p - base, longest)) / (length * width);
}

/// The farthest vertex along every face's normal must be on the face. The search climbs from the face itself: on a
/// convex polytope it finds the farthest vertex of all; otherwise it finds a vertex outside the plane at the first
/// dent.
template <Scalar T, class W = work_t<T>> std::string convexity_problem(const HullData<T>& hull, double tolerance) {
  std::vector<Vec3<W>> vertices;
  for (const Vec3<T>& v : hull.vertices) vertices.push_back(v.template cast<W>());
  const lookup::Rings rings{hull.ring_first, hull.neighbours};
  for (std::size_t f = 0; f < hull.planes.size(); ++f) {
    const Vec3<W> normal = hull.planes[f].normal.template cast<W>();
    const std::uint32_t top = lookup::hill_climb(std::span<const Vec3<W>>(vertices), rings, normal, hull.faces[f][0]);
    const W outside = dot(normal, vertices[top]) - W(hull.planes[f].offset);
    if (outside <= W(tolerance) || outside <= W(tolerance) * leverage(hull, f, vertices[top])) continue;
    return text("vertex ", top, " is ", outside, " outside face ", f, ": not convex");
  }
  return {};
}

}  // namespace

#if !defined(TACTUS_STUDY)
std::string problem_of_loops(const FaceLoops& faces, std::size_t vertex_count) {
  std::vector<std::uint32_t> last_face(vertex_count, no_face);
  for (std::uint32_t f = 0; f < faces.size(); ++f) {
    if (faces[f].size() < 3) return text("face ", f, " has ", faces[f].size(), " corners");
    for (std::uint32_t v : faces[f]) {
      if (v >= vertex_count) return text("face ", f, " names vertex ", v, " of ", vertex_count);
      if (last_face[v] == f) return text("face ", f, " names vertex ", v, " twice");
      last_face[v] = f;
    }
  }
  for (std::size_t v = 0; v < vertex_count; ++v) {
    if (last_face[v] == no_face) return text("vertex ", v, " is on no face");
  }
  return {};
}
#endif

template <Scalar T> std::string problem_of(const HullData<T>& hull) {
  const double tolerance = hull_tolerance(std::span<const Vec3<T>>(hull.vertices), hull.roundoff).convex(hull.rank);
  if (std::string problem = count_problem(hull); !problem.empty()) return problem;
  if (std::string problem = link_problem(hull); !problem.empty()) return problem;
  for (std::size_t f = 0; f < hull.planes.size(); ++f) {
    if (std::string problem = loop_problem(hull, f, tolerance); !problem.empty()) return problem;
  }
  return convexity_problem(hull, tolerance);
}

#define TACTUS_INSTANTIATE(T) template std::string problem_of(const HullData<T>&);
TACTUS_FOR_EACH_SCALAR(TACTUS_INSTANTIATE)
#undef TACTUS_INSTANTIATE

}  // namespace tactus
