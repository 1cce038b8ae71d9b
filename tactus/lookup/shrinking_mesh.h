// SPDX-License-Identifier: MIT
#pragma once
/// The surface of a convex polytope in triangles, from which vertices are removed: used to build a Dobkin-Kirkpatrick
/// hierarchy.
#include <tactus/math/vec3.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace tactus::lookup {

inline constexpr std::uint32_t no_removal = 0xffffffffu;

/// A removed vertex: its neighbours at that time were ring[first .. first + count).
struct Removal {
  std::uint32_t vertex, first;
  std::uint16_t count, level;
};

/// An edge with the triangles on both sides, in any order.
struct MeshEdge {
  std::uint32_t from = 0, to = 0;
  std::array<std::uint32_t, 2> triangles{};
};
constexpr MeshEdge reversed(const MeshEdge& e) { return {e.to, e.from, e.triangles}; }

template <Scalar T> class ShrinkingMesh {
 public:
  static constexpr std::uint32_t most_neighbours = 8;

  ShrinkingMesh(std::span<const Vec3<T>> vertices, std::span<const std::uint32_t> first,
                std::span<const std::uint32_t> corners)
      : vertices_(vertices), some_triangle_(vertices.size(), none), degree_(vertices.size(), 0) {
    for (std::size_t f = 0; f + 1 < first.size(); ++f) triangulate(corners.subspan(first[f], first[f + 1] - first[f]));
    join_triangles();
    born_.assign(triangles_.size(), no_removal);
    for (std::uint32_t v = 0; v < vertices.size(); ++v) alive_.push_back(v);
  }

  std::size_t vertex_count() const { return alive_.size(); }
  std::vector<std::uint32_t> births() const { return born_; }

  /// Removes vertices with few neighbours, no two of them joined, those with the fewest first. False if there are none.
  /// (Euler: half the vertices have at most eight neighbours, and each removed one protects at most eight.)
  bool shrink(int level, std::vector<Removal>& removals, std::vector<std::uint32_t>& ring,
              std::vector<std::uint32_t>& spokes) {
    protected_.assign(vertices_.size(), 0);
    const std::size_t before = removals.size(), at_most = alive_.size() - 4;
    for (std::uint32_t neighbours = 3; neighbours <= most_neighbours; ++neighbours) {
      for (std::uint32_t v : alive_) {
        if (protected_[v] || degree_[v] != neighbours || removals.size() - before == at_most) continue;
        const auto start = static_cast<std::uint32_t>(ring.size());
        remove(v, static_cast<std::uint32_t>(removals.size()), ring, spokes);
        removals.push_back({v, start, static_cast<std::uint16_t>(neighbours), static_cast<std::uint16_t>(level)});
      }
    }
    alive_.erase(std::remove_if(alive_.begin(), alive_.end(), [&](std::uint32_t v) { return degree_[v] == 0; }),
                 alive_.end());
    return removals.size() > before;
  }

  /// The remaining edges, in both directions, by the vertex where they start.
  std::vector<MeshEdge> edges() const {
    std::vector<MeshEdge> result;
    for (std::uint32_t v : alive_) {
      const std::uint32_t start = some_triangle_[v];
      std::uint32_t t = start;
      do {
        const std::uint32_t k = corner_of(t, v), before = triangles_[t].across[(k + 2) % 3];
        result.push_back({v, triangles_[t].corner[(k + 1) % 3], {t, triangles_[t].across[k]}});
        t = before;
      } while (t != start);
    }
    return result;
  }

 private:
  static constexpr std::uint32_t none = 0xffffffffu;
  /// Counter-clockwise seen from outside. across[k] is the triangle beyond the edge from corner k to the next.
  struct Triangle {
    std::array<std::uint32_t, 3> corner, across;
  };

  std::uint32_t add(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    const auto t = static_cast<std::uint32_t>(triangles_.size());
    triangles_.push_back({{a, b, c}, {none, none, none}});
    for (std::uint32_t v : {a, b, c}) some_triangle_[v] = t, ++degree_[v];
    return t;
  }

  /// Zigzag across the face: no corner gets more than two diagonals, whereas a fan would give one corner all of them.
  void triangulate(std::span<const std::uint32_t> loop) {
    std::size_t low = 0, high = loop.size() - 1;
    for (bool from_low = true; high - low >= 2; from_low = !from_low) {
      if (from_low) {
        add(loop[low], loop[low + 1], loop[high]), ++low;
      } else {
        add(loop[low], loop[high - 1], loop[high]), --high;
      }
    }
  }

  /// Finds across[] by sorting the edges.
  void join_triangles() {
    struct Side {
      std::uint32_t low, high, triangle, k;
      bool operator<(const Side& o) const { return low != o.low ? low < o.low : high < o.high; }
    };
    std::vector<Side> sides;
    sides.reserve(3 * triangles_.size());
    for (std::uint32_t t = 0; t < triangles_.size(); ++t) {
      for (std::uint32_t k = 0; k < 3; ++k) {
        const std::uint32_t a = triangles_[t].corner[k], b = triangles_[t].corner[(k + 1) % 3];
        sides.push_back({std::min(a, b), std::max(a, b), t, k});
      }
    }
    std::sort(sides.begin(), sides.end());
    for (std::size_t i = 0; i + 1 < sides.size(); i += 2) {
      triangles_[sides[i].triangle].across[sides[i].k] = sides[i + 1].triangle;
      triangles_[sides[i + 1].triangle].across[sides[i + 1].k] = sides[i].triangle;
    }
  }

  std::uint32_t corner_of(std::uint32_t t, std::uint32_t v) const {
    const auto& c = triangles_[t].corner;
    return c[0] == v ? 0 : c[1] == v ? 1 : 2;
  }

  /// Records the ring of v and the triangles in it, and fills the hole.
  void remove(std::uint32_t v, std::uint32_t removal, std::vector<std::uint32_t>& ring,
              std::vector<std::uint32_t>& spokes) {
    std::array<std::uint32_t, most_neighbours> around, outside, inside;
    const std::uint32_t count = degree_[v];
    std::uint32_t t = some_triangle_[v];
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::uint32_t k = corner_of(t, v);
      around[i] = triangles_[t].corner[(k + 1) % 3];
      outside[i] = triangles_[t].across[(k + 1) % 3];
      inside[i] = t;
      ring.push_back(around[i]);
      spokes.push_back(t);
      protected_[around[i]] = 1;
      --degree_[around[i]], --degree_[around[i]];  // the triangles on either side of the spoke
      t = triangles_[t].across[(k + 2) % 3];
    }
    degree_[v] = 0;
    fill(std::span(around).first(count), std::span(outside).first(count), std::span(inside).first(count), removal);
  }

  /// Fills the hole with loop p[0] … p[k-1] (or a remaining part of one): the triangle on its closing edge, from p[k-1]
  /// to p[0], is the one that no corner is above, and two smaller holes remain. outside[i] is beyond the edge from p[i]
  /// to p[i + 1]. Returns the triangle on the closing edge.
  std::uint32_t fill_part(std::span<const std::uint32_t> p, std::span<const std::uint32_t> outside,
                          std::span<const std::uint32_t> inside, std::uint32_t removal) {
    std::size_t m = 1;
    for (std::size_t i = 2; i + 1 < p.size(); ++i) {
      if (above(p[i], p[0], p[m], p.back())) m = i;
    }
    const std::uint32_t t = add(p[0], p[m], p.back());
    born_.push_back(removal);
    join(t, 0, m == 1 ? outside[0] : fill_part(p.first(m + 1), outside, inside, removal), m == 1 ? inside[0] : none);
    const std::size_t rest = p.size() - m;
    join(t, 1, rest == 2 ? outside[m] : fill_part(p.subspan(m), outside.subspan(m), inside.subspan(m), removal),
         rest == 2 ? inside[m] : none);
    return t;
  }
  void fill(std::span<const std::uint32_t> p, std::span<const std::uint32_t> outside,
            std::span<const std::uint32_t> inside, std::uint32_t removal) {
    join(fill_part(p, outside, inside, removal), 2, outside.back(), inside.back());
  }

  /// Makes t and the triangle beyond its edge k neighbours. That triangle had `old` there; a new one has its closing
  /// edge.
  void join(std::uint32_t t, std::uint32_t k, std::uint32_t beyond, std::uint32_t old) {
    triangles_[t].across[k] = beyond;
    if (old == none) {
      triangles_[beyond].across[2] = t;
      return;
    }
    const std::uint32_t from = triangles_[t].corner[k];
    for (std::uint32_t i = 0; i < 3; ++i) {
      const bool same_edge = triangles_[beyond].corner[(i + 1) % 3] == from;
      if (triangles_[beyond].across[i] == old && same_edge) triangles_[beyond].across[i] = t;
    }
  }

  bool above(std::uint32_t p, std::uint32_t a, std::uint32_t b, std::uint32_t c) const {
    const auto at = [&](std::uint32_t v) { return vertices_[v].template cast<double>(); };
    return triple(at(b) - at(a), at(c) - at(a), at(p) - at(a)) > 0;
  }

  std::span<const Vec3<T>> vertices_;
  std::vector<Triangle> triangles_;
  std::vector<std::uint32_t> born_;  // per triangle
  std::vector<std::uint32_t> some_triangle_, degree_;  // per vertex; the number of neighbours is that of triangles
  std::vector<std::uint32_t> alive_;
  std::vector<char> protected_;
};

}  // namespace tactus::lookup
