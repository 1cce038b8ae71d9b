// SPDX-License-Identifier: MIT
#pragma once
/// Nearest point of a simplex to the origin by Voronoi regions. [Olvång 2010, §2.3.2, Algorithms 2 and 3; Ericson 2005]
#include <tactus/simplex/exhaustive.h>

namespace tactus::simplex {

/// Planes through the features of the simplex show which feature the origin is nearest to, and that feature gives the
/// point. The tests follow the thesis.
/// differs from [Olvång 2010, §2.3.2]: an answer counts only if it is proven (no other vertex is nearer); otherwise all
/// subsets are tried. The tests assume a simplex that is not degenerate, and the elimination among three faces is
/// unsound: for random tetrahedra with the origin in front of three faces it misses the nearest point in one case of
/// twenty.
template <Scalar T> class Voronoi {
 public:
  constexpr Nearest<T> nearest(const Points<T>& y, unsigned occupied, int /*newest*/) const {
    const Nearest<T> r = unchecked(y, occupied);
    return is_proven(y, occupied, r) ? r : Exhaustive<T>{}.nearest(y, occupied);
  }
  /// Without the proof, as the thesis has it: for experiments (lab/published).
  static constexpr Nearest<T> unchecked(const Points<T>& y, unsigned occupied) {
    const Slots s(occupied);
    return s.count == 1   ? on_point(y, s[0])
           : s.count == 2 ? closest(y, s[0], s[1])
           : s.count == 3 ? closest(y, s[0], s[1], s[2])
                          : closest(y);
  }

 private:
  /// Algorithm 2: a segment.
  static constexpr Nearest<T> closest(const Points<T>& y, std::size_t a, std::size_t b) {
    const Vec3<T> c = y[b] - y[a];
    const T t = -dot(y[a], c) / norm_squared(c);  // differs from [Olvång 2010, Algorithm 2]: line 3 lacks a minus
    if (!(t > T(0))) return on_point(y, a);  // differs: at t = 0 and 1 one end is enough, and also if a = b
    if (!(t < T(1))) return on_point(y, b);
    return on_line(y, a, b);
  }

  /// Algorithm 3: a triangle. Its edges are directed b → a → c → b; the origin is in front of an edge's plane when it
  /// lies beyond that edge.
  static constexpr Nearest<T> closest(const Points<T>& y, std::size_t a, std::size_t b, std::size_t c) {
    const std::size_t head[3] = {a, c, b}, tail[3] = {b, a, c};
    const Vec3<T> edge[3] = {y[a] - y[b], y[c] - y[a], y[b] - y[c]};  // ba, ac, cb
    const Vec3<T> n = cross(edge[1], edge[0]);  // (b - a) × ac
    bool front[3], to_tail[3];  // to_tail: seen from its head, the origin lies back along the edge
    for (int e = 0; e < 3; ++e) {
      front[e] = dot(cross(n, edge[e]), y[head[e]]) < T(0);
      to_tail[e] = dot(y[head[e]], edge[e]) > T(0);
    }
    for (int e = 0; e < 3; ++e) {
      const int next = (e + 1) % 3, previous = (e + 2) % 3;
      if (!front[e] || (front[next] && !to_tail[e]) || (front[previous] && to_tail[previous])) continue;
      return closest(y, tail[e], head[e]);
    }
    return on_plane(y, a, b, c);
  }

  /// The tetrahedron: among the faces that the origin is in front of, split planes select one. Face m lies opposite
  /// vertex m.
  static constexpr Nearest<T> closest(const Points<T>& y) {
    const Vec3<T> center = (y[0] + y[1] + y[2] + y[3]) * T(0.25);
    unsigned best = 4;
    for (unsigned m = 0; m < 4; ++m) {
      const Slots x(15u & ~(1u << m));
      const Vec3<T> n = cross(y[x[1]] - y[x[0]], y[x[2]] - y[x[0]]);
      // differs from [Olvång 2010, §2.3.2]: if this holds, origin and tetrahedron are on different sides, not the same
      if ((dot(n, y[x[0]] - center) > T(0)) != (dot(n, y[x[0]]) < T(0))) continue;
      best = best == 4 ? m : closer(y, best, m);
    }
    if (best == 4) return in_space(y, volumes(y));
    const Slots x(15u & ~(1u << best));
    return closest(y, x[0], x[1], x[2]);
  }

  /// Of two faces that the origin is in front of: the one on whose side of the split plane the origin lies. That plane
  /// contains their common edge and is perpendicular to the first face.
  static constexpr unsigned closer(const Points<T>& y, unsigned first, unsigned second) {
    const Slots edge(15u & ~(1u << first | 1u << second));  // face `first` is this edge and the vertex `second`
    const Vec3<T>& a = y[edge[0]];
    const Vec3<T> b_a = y[edge[1]] - a, c_a = y[second] - a;
    const Vec3<T> n = cross(cross(b_a, c_a), b_a);
    return (dot(n, c_a) > T(0)) == (dot(n, a) < T(0)) ? first : second;
  }
};

}  // namespace tactus::simplex
