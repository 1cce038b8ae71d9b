// SPDX-License-Identifier: MIT
#pragma once
/// The vertices that can be farthest along a direction between four given ones: the content of a square of a cube map
/// and of a leaf of a direction tree.
#include <tactus/lookup/surface.h>

#include <utility>

namespace tactus::lookup {

/// Up to four vertices, ascending, the last one repeated; or, if there are more, one vertex to start a climb from.
struct Candidates {
  static constexpr std::uint32_t capacity = 4, none = 0xffffffffu;
  std::uint32_t vertices[capacity] = {0, none, none, none};

  constexpr bool complete() const { return vertices[1] != none; }
  constexpr std::uint32_t operator[](std::size_t i) const { return vertices[i]; }
};

/// A direction belongs to a square to within this fraction of the square's side: rounding stays below it, or is
/// detected.
inline constexpr double cell_margin = 1.0 / 32;

/// The point of the cube's face (+x, -x, +y, …) with the other two coordinates s and t, in cyclic order.
constexpr Vec3<double> on_cube(std::uint32_t face, double s, double t) {
  const int axis = static_cast<int>(face / 2);
  Vec3<double> m;
  m[axis] = face % 2 == 0 ? 1 : -1;
  m[(axis + 1) % 3] = s;
  m[(axis + 2) % 3] = t;
  return m;
}

/// if_true or if_false. Written with masks, because compilers like to branch here, and half of the predictions are
/// wrong.
constexpr std::uint32_t select(bool condition, std::uint32_t if_true, std::uint32_t if_false) {
  return if_false ^ ((if_true ^ if_false) & (0u - static_cast<std::uint32_t>(condition)));
}

/// The candidate farthest along the direction. Branch-free, because the winner is unpredictable. Candidates are in
/// ascending order, so the lowest number wins among equals.
template <Scalar T>
constexpr std::uint32_t best_of(std::span<const Vec3<T>> vertices, const Vec3<T>& direction,
                                const Candidates& candidates) {
  const auto value = [&](std::size_t i) { return dot(vertices[candidates[i]], direction); };
  const T v0 = value(0), v1 = value(1), v2 = value(2), v3 = value(3), highest = max(max(v0, v1), max(v2, v3));
  const std::uint32_t upper = select(v2 >= highest, candidates[2], candidates[3]);
  const std::uint32_t lower = select(v0 >= highest, candidates[0], candidates[1]);
  return select(max(v0, v1) >= highest, lower, upper);
}

/// Vertices with more neighbours are left to the climb: they would cost too much here.
inline constexpr std::size_t longest_candidate_ring = 48;

using Corners = std::array<Vec3<double>, 4>;  // of a square of directions, in order around it

/// Is there a direction in the square along which no neighbour is more than `slack` farther than v? The advantage of v
/// over each neighbour is linear on the square, so the square is clipped by one half-plane after the other. Corners of
/// the remaining polygon are stored as weights of the square's corners.
template <Scalar T>
bool can_be_farthest(const Surface<T>& surface, const Corners& corners, double slack, std::uint32_t v) {
  struct Weights {
    double c[4];
  };
  Weights room[2][longest_candidate_ring + 4];  // each half-plane adds at most one corner
  Weights *polygon = room[0], *clipped = room[1];
  for (int i = 0; i < 4; ++i) polygon[i] = {{i == 0 ? 1. : 0., i == 1 ? 1. : 0., i == 2 ? 1. : 0., i == 3 ? 1. : 0.}};
  std::size_t count = 4;
  const Vec3<double> top = surface.vertices[v].template cast<double>();
  for (std::uint32_t w : surface.rings[v]) {
    const Vec3<double> down = top - surface.vertices[w].template cast<double>();
    double advantage[4];
    int negative = 0;
    for (int c = 0; c < 4; ++c) {
      advantage[c] = dot(down, corners[static_cast<std::size_t>(c)]) + slack;
      negative += advantage[c] < 0;
    }
    if (negative == 0) continue;
    if (negative == 4) return false;
    const auto at = [&](const Weights& p) {
      return p.c[0] * advantage[0] + p.c[1] * advantage[1] + p.c[2] * advantage[2] + p.c[3] * advantage[3];
    };
    std::size_t kept = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const Weights &p = polygon[i], &q = polygon[i + 1 < count ? i + 1 : 0];
      const double a = at(p), b = at(q);
      if (a >= 0) clipped[kept++] = p;
      if ((a >= 0) == (b >= 0)) continue;
      const double share = a / (a - b);
      for (int c = 0; c < 4; ++c) clipped[kept].c[c] = p.c[c] + share * (q.c[c] - p.c[c]);
      ++kept;
    }
    if (kept == 0) return false;
    std::swap(polygon, clipped);
    count = kept;
  }
  return true;
}

/// Is v farther than w, or at most `slack` less far, along a corner of the square? If not, then along no direction in
/// it.
template <Scalar T>
bool can_exceed(const Surface<T>& surface, const Corners& corners, double slack, std::uint32_t v, std::uint32_t w) {
  const Vec3<double> up = (surface.vertices[v] - surface.vertices[w]).template cast<double>();
  double most = dot(up, corners[0]);
  for (std::size_t c = 1; c < 4; ++c) most = max(most, dot(up, corners[c]));
  return most >= -slack;
}

/// All vertices that can be farthest along a direction between the corners (of any lengths, in one plane), given one
/// such vertex. The search goes from vertex to neighbour: as the direction moves over the square, the answer only
/// changes from a vertex to a neighbour, and vertices that are equal to within the slack are connected too (see
/// settle).
template <Scalar T>
Candidates candidates_between(const Surface<T>& surface, const Corners& corners, std::uint32_t start) {
  double slack = 0;
  for (const Vec3<double>& d : corners) {
    slack = max(slack, static_cast<double>(surface.roughness) * (abs(d.x) + abs(d.y) + abs(d.z)));
  }
  Candidates incomplete, result;
  incomplete.vertices[0] = start;
  std::uint32_t found[Candidates::capacity] = {start};
  std::size_t count = 1;
  for (std::size_t next = 0; next < count; ++next) {
    if (surface.rings[found[next]].size() > longest_candidate_ring) return incomplete;
    for (std::uint32_t v : surface.rings[found[next]]) {
      bool known = false;
      for (std::size_t i = 0; i < count; ++i) known |= found[i] == v;
      if (known || !can_exceed(surface, corners, slack, v, found[next])) continue;
      if (surface.rings[v].size() > longest_candidate_ring) return incomplete;
      if (!can_be_farthest(surface, corners, slack, v)) continue;
      if (count == Candidates::capacity) return incomplete;
      found[count++] = v;
    }
  }
  for (std::size_t i = 1; i < count; ++i) {  // sort
    for (std::size_t k = i; k > 0 && found[k] < found[k - 1]; --k) std::swap(found[k], found[k - 1]);
  }
  for (std::size_t i = 0; i < Candidates::capacity; ++i) result.vertices[i] = found[i < count ? i : count - 1];
  return result;
}

}  // namespace tactus::lookup
