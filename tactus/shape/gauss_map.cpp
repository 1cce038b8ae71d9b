// SPDX-License-Identifier: MIT
#include <tactus/lookup/hill_climb.h>
#include <tactus/lookup/linear.h>
#include <tactus/math/instantiate.h>
#include <tactus/shape/hull_data.h>

namespace tactus {
namespace {

/// One node of the map during construction.
template <Scalar T> struct Node {
  Vec3<T> normal;
  T offset;
  std::vector<GaussArc> arcs;
};

/// The cosine of half the angle between two unit vectors: |a + b| / 2.
template <Scalar T, class W = work_t<T>> T half_angle_cosine(const Vec3<T>& a, const Vec3<T>& b) {
  return T(norm(a.template cast<W>() + b.template cast<W>()) / W(2));
}

/// The nodes: one for each face, and one for every sharp edge, halfway between the edge's two faces. The faces of a
/// blade's edge have nearly opposite normals, and a sum of the two would cancel. The halfway node is computed from a
/// direction that points away from both faces.
template <Scalar T, class W = work_t<T>> std::vector<Node<T>> nodes_of_solid(const HullData<T>& hull) {
  std::vector<Node<T>> nodes;
  for (const FacePlane<T>& plane : hull.planes) nodes.push_back({plane.normal, plane.offset, {}});
  for (const auto& [from, to, half_edge] : hull.edges) {
    const std::uint32_t left = hull.half_edges[half_edge].face;
    const std::uint32_t right = hull.half_edges[hull.half_edges[half_edge].twin].face;
    const Vec3<T> n_left = nodes[left].normal, n_right = nodes[right].normal;
    if (half_angle_cosine(n_left, n_right) >= T(0.5)) {  // up to 120 degrees
      nodes[left].arcs.push_back({right, from, to});
      nodes[right].arcs.push_back({left, to, from});
      continue;
    }
    const Vec3<W> a = hull.vertices[from].template cast<W>(), b = hull.vertices[to].template cast<W>();
    const Vec3<T> out = unit_or_up(cross(b - a, (n_left - n_right).template cast<W>())).template cast<T>();
    const T offset = T(max(dot(out.template cast<W>(), a), dot(out.template cast<W>(), b)));
    const auto between = static_cast<std::uint32_t>(nodes.size());
    nodes[left].arcs.push_back({between, from, to});
    nodes[right].arcs.push_back({between, to, from});
    nodes.push_back({out, offset, {{left, from, to}, {right, to, from}}});
  }
  return nodes;
}

template <Scalar T> std::vector<Node<T>> nodes_of_polygon(const HullData<T>& hull) {
  std::vector<Node<T>> nodes{{hull.planes[0].normal, hull.planes[0].offset, {}},
                             {hull.planes[1].normal, hull.planes[1].offset, {}}};
  for (std::uint32_t e = 0; e < hull.edges.size(); ++e) {
    const auto [from, to, half_edge] = hull.edges[e];
    const Vec3<T>& rim = hull.rim_normals[e];
    const T offset = max(dot(rim, hull.vertices[from]), dot(rim, hull.vertices[to]));
    for (std::size_t face = 0; face < 2; ++face) nodes[face].arcs.push_back({2 + e, from, to});
    nodes.push_back({rim, offset, {{0, from, to}, {1, from, to}}});
  }
  return nodes;
}

template <Scalar T> std::vector<Node<T>> nodes_of_segment(const HullData<T>& hull) {
  const Vec3<T> along = hull.vertices[1] - hull.vertices[0];
  const Vec3<T> u = any_perpendicular(along), v = unit_or_up(cross(along, u));
  std::vector<Node<T>> nodes;
  for (const Vec3<T>& n : {u, v, -u, -v}) {
    const auto i = static_cast<std::uint32_t>(nodes.size());
    const T offset = max(dot(n, hull.vertices[0]), dot(n, hull.vertices[1]));
    nodes.push_back({n, offset, {{(i + 1) % 4, 0, 1}, {(i + 3) % 4, 0, 1}}});
  }
  return nodes;
}

/// The unevenness of the faces beyond rounding, times its largest effect: a direction between the nodes n_i is a sum of
/// λ_i n_i, and the unevenness counts with the sum of the λ_i. Every offset from the center is at least r and no vertex
/// is farther than R, so that sum is at most R/r (plus one for a flat hull).
template <Scalar T, class W = work_t<T>> T slack_of(const HullData<T>& hull, const std::vector<Node<T>>& nodes) {
  if (hull.rank < 2) return T(0);
  const Vec3<W> center = hull.center.template cast<W>();
  std::vector<Vec3<W>> vertices;
  W uneven = 0, reach = 0, r = infinity<W>;
  for (const Vec3<T>& v : hull.vertices) {
    vertices.push_back(v.template cast<W>());
    reach = max(reach, max_abs(vertices.back()));
  }
  const lookup::Rings rings{hull.ring_first, hull.neighbours};
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const Vec3<W> n = nodes[i].normal.template cast<W>();
    const W offset = W(nodes[i].offset);
    if (hull.rank == 3 || i >= 2) r = min(r, offset - dot(n, center));
    // the ends of a node's arcs are the corners of its face; in a flat hull, too, whose arcs lead from a face to its
    // rim
    for (const GaussArc& arc : nodes[i].arcs) {
      uneven = max(uneven, offset - dot(n, vertices[arc.from]));
      uneven = max(uneven, offset - dot(n, vertices[arc.to]));
    }
    const std::uint32_t top = lookup::hill_climb(std::span<const Vec3<W>>(vertices), rings, n, nodes[i].arcs[0].from);
    uneven = max(uneven, dot(n, vertices[top]) - offset);
  }
  const W beyond = uneven - W(4) * W(unit_roundoff<T>) * reach;
  if (!(beyond > W(0))) return T(0);
  return T(beyond * (W(1) + W(hull.bounding_radius) / r));
}

/// A large ball inside the hull: moves from the centroid away from the nearest plane by ever shorter steps, and keeps
/// the best position. (The largest ball is a linear program; any large ball will do.)  [Badoiu & Clarkson 2003, the
/// same idea]
template <Scalar T, class W = work_t<T>> void inscribe_ball(const HullData<T>& hull, GaussMap<T>& map) {
  map.center = hull.center, map.radius = hull.inscribed_radius;
  if (hull.rank < 3) return;
  W reach = 0;
  for (const Vec3<T>& v : hull.vertices) reach = max(reach, max_abs(v.template cast<W>()));
  const W slack = W(4) * W(std::numeric_limits<T>::epsilon()) * reach;  // as in the hull's own inscribed_radius
  Vec3<W> at = hull.center.template cast<W>();
  const W first_step = W(hull.bounding_radius) / W(4);
  for (int k = 1; k <= 64; ++k) {
    W nearest = infinity<W>;
    Vec3<W> away;
    for (const FacePlane<T>& plane : hull.planes) {
      const Vec3<W> n = plane.normal.template cast<W>();
      const W height = W(plane.offset) - dot(n, at);
      if (height < nearest) nearest = height, away = n;
    }
    if (T(nearest - slack) > map.radius) map.center = at.template cast<T>(), map.radius = T(nearest - slack);
    at -= away * (first_step / W(k));
  }
}

}  // namespace

template <Scalar T> GaussMap<T> make_gauss_map(const HullData<T>& hull) {
  const std::vector<Node<T>> nodes = hull.rank == 3   ? nodes_of_solid(hull)
                                     : hull.rank == 2 ? nodes_of_polygon(hull)
                                     : hull.rank == 1 ? nodes_of_segment(hull)
                                                      : std::vector<Node<T>>{};
  GaussMap<T> map;
  map.count = nodes.size();
  map.padded = (map.count + lookup::lanes - 1) / lookup::lanes * lookup::lanes;
  map.nodes.resize(5 * map.padded);
  map.arc_first.push_back(0);
  for (std::size_t i = 0; i < map.padded; ++i) {
    const Vec3<T> n = i < map.count ? nodes[i].normal : Vec3<T>{};
    T cosine = T(1);
    if (i < map.count) {
      for (const GaussArc& arc : nodes[i].arcs) cosine = min(cosine, half_angle_cosine(n, nodes[arc.node].normal));
      map.arcs.insert(map.arcs.end(), nodes[i].arcs.begin(), nodes[i].arcs.end());
      map.arc_first.push_back(static_cast<std::uint32_t>(map.arcs.size()));
    }
    const T values[5] = {n.x, n.y, n.z, i < map.count ? nodes[i].offset : infinity<T>, cosine};
    for (std::size_t k = 0; k < 5; ++k) map.nodes[k * map.padded + i] = values[k];
  }
  inscribe_ball(hull, map);
  map.slack = slack_of(hull, nodes);
  return map;
}

#define TACTUS_INSTANTIATE(T) template GaussMap<T> make_gauss_map(const HullData<T>&);
TACTUS_FOR_EACH_SCALAR(TACTUS_INSTANTIATE)
#undef TACTUS_INSTANTIATE

}  // namespace tactus
