// SPDX-License-Identifier: MIT
#pragma once
/// Support vertex in O(log n) steps for any hull and direction: a sequence of hulls, each inside the previous one, down
/// to a tetrahedron. The search goes from the innermost hull out. [Dobkin & Kirkpatrick 1985; O'Rourke 1998, §7.10;
/// suggested in Olvång 2010, §5.4]
#include <tactus/lookup/hill_climb.h>
#include <tactus/lookup/shrinking_mesh.h>

namespace tactus::lookup {

/// P₀ is the hull, with triangulated faces; P_{i+1} is the hull of P_i without some vertices, no two of which are
/// neighbours and none of which has more than eight neighbours. At least one vertex in eighteen is removed per level
/// (in practice one in four), so there are O(log n) levels. The search needs to know what each removal did to the
/// surface.
struct DobkinKirkpatrick {
  std::vector<Removal> removals;  // level after level, P₀'s first
  std::vector<std::uint32_t> ring;  // of the removed vertices, counter-clockwise
  std::vector<std::uint32_t> spokes;  // spoke k: triangle (removed vertex, ring[k], the next of the ring)
  std::vector<std::uint32_t> born;  // per triangle: the removal whose hole it fills, no_removal for P₀'s
  std::vector<MeshEdge> innermost;  // the edges of the last hull, both ways
  int levels = 0;

  std::size_t memory() const {
    return sizeof(Removal) * removals.size() + sizeof(MeshEdge) * innermost.size() +
           sizeof(std::uint32_t) * (ring.size() + spokes.size() + born.size());
  }
};

/// O(n). The loop of face f, counter-clockwise seen from outside, is corners[first[f] .. first[f + 1]). The hierarchy
/// of a hull without volume is empty; searches on it are plain climbs.
template <Scalar T>
DobkinKirkpatrick build_dobkin_kirkpatrick(std::span<const Vec3<T>> vertices, std::span<const std::uint32_t> first,
                                           std::span<const std::uint32_t> corners) {
  DobkinKirkpatrick result;
  if (first.size() < 5) return result;
  ShrinkingMesh<T> mesh(vertices, first, corners);
  while (mesh.vertex_count() > 4 && mesh.shrink(result.levels, result.removals, result.ring, result.spokes)) {
    ++result.levels;
  }
  result.born = mesh.births();
  result.innermost = mesh.edges();
  return result;
}

/// The search for one direction. Seen along a line of sight perpendicular to the direction, each hull P_i is a polygon
/// whose top is the vertex sought; the two edges at the top belong to the silhouette.
///
/// Invariant: `top` is the farthest vertex of P_i, and `left` and `right` are edges of P_i that appear as the two edges
/// of the silhouette at the top. When vertices are put back, a vertex that is farther than the top, or beyond one of
/// these two edges in the projection, is beyond a triangle of P_i at that edge (otherwise it would be on the inner side
/// of the plane through the edge along the line of sight). And each triangle of P_i is beyond at most one vertex of
/// P_{i-1}, the one whose hole it fills. So at most four vertices are tested per level, and each new one brings up to
/// eight edges.
template <Scalar T, class Visit> class SilhouetteSearch {
 public:
  constexpr SilhouetteSearch(std::span<const Vec3<T>> vertices, const DobkinKirkpatrick& hierarchy,
                             const Vec3<T>& direction, Visit& visit)
      : vertices_(vertices), hierarchy_(hierarchy), up_(direction), side_(across(direction)), visit_(visit) {}

  constexpr std::uint32_t run() {
    start();
    for (;;) {
      std::uint32_t level = 0;  // one more than the outermost level at which one of the four triangles was made
      for (const MeshEdge* e : {&left_.edge, &right_.edge}) {
        for (std::uint32_t t : e->triangles) {
          const std::uint32_t r = hierarchy_.born[t];
          if (r != no_removal && hierarchy_.removals[r].level >= level) level = hierarchy_.removals[r].level + 1;
        }
      }
      if (level == 0) return top_;
      undo(level - 1);
    }
  }

 private:
  /// An edge at the top in the projection.
  struct Seen {
    MeshEdge edge;
    T x = 0, y = 0;
  };
  /// Perpendicular to the direction, and not along a symmetry of the hull if possible: if edges hide each other in the
  /// projection, rounding decides which one is tracked. (Fractions of the golden ratio and of the square root of 2.)
  static constexpr Vec3<T> across(const Vec3<T>& d) {
    const Vec3<T> m = abs(d);
    const T small = T(0.236067977), other = T(0.414213562);
    if (m.x <= m.y && m.x <= m.z) return cross(d, Vec3<T>{T(1), small, other});
    if (m.y <= m.z) return cross(d, Vec3<T>{other, T(1), small});
    return cross(d, Vec3<T>{small, other, T(1)});
  }

  constexpr T height(std::uint32_t v) const {
    visit_(v);
    return dot(vertices_[v], up_);
  }
  constexpr Seen seen(const MeshEdge& e) const {
    visit_(e.to);
    const Vec3<T> along = vertices_[e.to] - vertices_[top_];
    return {e, dot(along, side_), dot(along, up_)};
  }
  /// All edges at the top point downwards, so an orientation test decides which of two is farther right.
  constexpr void consider(const MeshEdge& e, bool& any) {
    const Seen s = seen(e);
    if (!any || right_.x * s.y - right_.y * s.x > T(0)) right_ = s;
    if (!any || left_.x * s.y - left_.y * s.x < T(0)) left_ = s;
    any = true;
  }

  /// By testing the whole innermost hull.
  constexpr void start() {
    top_ = hierarchy_.innermost[0].from;
    top_height_ = height(top_);
    for (std::size_t i = 1; i < hierarchy_.innermost.size(); ++i) {
      const std::uint32_t v = hierarchy_.innermost[i].from;
      if (v == hierarchy_.innermost[i - 1].from) continue;
      if (const T h = height(v); h > top_height_) top_ = v, top_height_ = h;
    }
    bool any = false;
    for (const MeshEdge& e : hierarchy_.innermost)
      if (e.from == top_) consider(e, any);
  }

  constexpr std::span<const std::uint32_t> ring_of(std::uint32_t r) const {
    return std::span(hierarchy_.ring).subspan(hierarchy_.removals[r].first, hierarchy_.removals[r].count);
  }
  /// The edge from the removed vertex to ring vertex k.
  constexpr MeshEdge spoke_to(std::uint32_t r, std::uint32_t k) const {
    const Removal& removal = hierarchy_.removals[r];
    const std::uint32_t before = removal.first + (k == 0 ? removal.count - 1 : k - 1);
    return {removal.vertex,
            hierarchy_.ring[removal.first + k],
            {hierarchy_.spokes[before], hierarchy_.spokes[removal.first + k]}};
  }

  /// Goes from P_{level+1} to P_level.
  constexpr void undo(std::uint32_t level) {
    std::uint32_t back[4];
    std::size_t count = 0;
    for (const MeshEdge* e : {&left_.edge, &right_.edge}) {
      for (std::uint32_t t : e->triangles) {
        const std::uint32_t r = hierarchy_.born[t];
        if (r == no_removal || hierarchy_.removals[r].level != level) continue;
        bool known = false;
        for (std::size_t i = 0; i < count; ++i) known |= back[i] == r;
        if (!known) back[count++] = r;
      }
    }
    std::uint32_t winner = no_removal;
    for (std::size_t i = 0; i < count; ++i) {
      const T h = height(hierarchy_.removals[back[i]].vertex);
      if (h > top_height_) top_height_ = h, winner = back[i];
    }
    bool any = false;
    if (winner != no_removal) {
      top_ = hierarchy_.removals[winner].vertex;
      for (std::uint32_t k = 0; k < hierarchy_.removals[winner].count; ++k) consider(spoke_to(winner, k), any);
      return;
    }
    const MeshEdge old[2] = {left_.edge, right_.edge};
    for (std::size_t i = 0; i < count; ++i) {
      const auto ring = ring_of(back[i]);
      for (std::uint32_t k = 0; k < ring.size(); ++k) {
        if (ring[k] == top_) consider(reversed(spoke_to(back[i], k)), any);
      }
    }
    for (MeshEdge e : old) {
      if (restore(e, level)) consider(e, any);
    }
  }

  /// An edge of P_{level+1} as it is in P_level: next to a hole it gets back its triangle there. False if the edge was
  /// made when the hole was filled.
  constexpr bool restore(MeshEdge& e, std::uint32_t level) const {
    for (std::uint32_t& t : e.triangles) {
      const std::uint32_t r = hierarchy_.born[t];
      if (r == no_removal || hierarchy_.removals[r].level != level) continue;
      const auto ring = ring_of(r);
      bool side_of_hole = false;
      for (std::uint32_t k = 0; k < ring.size() && !side_of_hole; ++k) {
        const std::uint32_t next = ring[k + 1 < ring.size() ? k + 1 : 0];
        side_of_hole = (ring[k] == e.from && next == e.to) || (ring[k] == e.to && next == e.from);
        if (side_of_hole) t = hierarchy_.spokes[hierarchy_.removals[r].first + k];
      }
      if (!side_of_hole) return false;
    }
    return true;
  }

  std::span<const Vec3<T>> vertices_;
  const DobkinKirkpatrick& hierarchy_;
  Vec3<T> up_, side_;  // the axes of the projection
  Visit& visit_;
  std::uint32_t top_ = 0;
  T top_height_ = 0;
  Seen left_, right_;
};

struct NoVisit {
  constexpr void operator()(std::uint32_t) const {}
};

/// The farthest vertex along the direction, the lowest number among equals: the same as linear(). Two exceptions keep
/// the number of steps logarithmic: at most 32 neighbours of a vertex and at most 32 tied vertices are tested. The
/// vertex returned may then be less far than another by as much as rounding can hide (surface.slack). `visit(v)` is
/// called for each vertex that is multiplied with the direction during the descent.
template <Scalar T, class Visit = NoVisit>
constexpr std::uint32_t dobkin_kirkpatrick(const Surface<T>& surface, const DobkinKirkpatrick& hierarchy,
                                           const Vec3<T>& direction, Visit&& visit = {}) {
  constexpr std::size_t many = 32;
  if (direction == Vec3<T>{}) return 0;
  if (hierarchy.innermost.empty()) return hill_climb(surface, direction, 0);
  std::uint32_t top = SilhouetteSearch<T, Visit>(surface.vertices, hierarchy, direction, visit).run();
  if (surface.rings[top].size() > many) return top;
  top = hill_climb(surface.vertices, surface.rings, direction, top);
  const T slack = surface.slack(direction);
  if (surface.rings[top].size() > many || !is_near_tie(surface, direction, top, slack)) return top;
  return settle_nearby(surface, direction, top, slack, many).vertex;
}

}  // namespace tactus::lookup
