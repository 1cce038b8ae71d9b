// SPDX-License-Identifier: MIT
#pragma once
/// Nearest point of a simplex to the origin from signed lengths, areas and volumes.
/// [Montanari, Petrinic & Barbieri 2017: Improving the GJK algorithm for faster and more reliable distance queries]
#include <tactus/simplex/exhaustive.h>

namespace tactus::simplex {

/// Each dimension asks the same question: on which side of its facets does the origin's projection lie? If it is beyond
/// none, the simplex itself carries the nearest point. Otherwise a facet that it is beyond carries it, and the right
/// facet is the one whose answer is proven: the opposite vertex is no nearer. If rounding has spoilt the signs
/// (slivers, repeated points), no answer may be proven, and all subsets are tried.
/// differs from [Montanari 2017]: signs are computed in the simplex's own plane or space, not projected onto coordinate
/// planes, and answers are checked; both make them right for slivers.
template <Scalar T> class SignedVolumes {
 public:
  constexpr Nearest<T> nearest(const Points<T>& y, unsigned occupied, int /*newest*/) const {
    const Slots s(occupied);
    switch (s.count) {
      case 1: return on_point(y, s[0]);
      case 2: return of_segment(y, s[0], s[1]);
      case 3: return of_triangle(y, s[0], s[1], s[2]);
      default: return of_tetrahedron(y);
    }
  }

 private:
  static constexpr Nearest<T> of_segment(const Points<T>& y, std::size_t i, std::size_t j) {
    const Vec3<T> e = y[j] - y[i];
    if (!(dot(y[i], e) < T(0))) return on_point(y, i);
    if (!(dot(y[j], e) > T(0))) return on_point(y, j);
    return on_line(y, i, j);
  }

  static constexpr Nearest<T> of_triangle(const Points<T>& y, std::size_t i, std::size_t j, std::size_t k) {
    const unsigned all = 1u << i | 1u << j | 1u << k;
    const Vec3<T> e = y[j] - y[i], f = y[k] - y[i], n = cross(e, f), m = cross(n, y[i]);
    // Areas of (0, opposite edge) as seen along n. Signs before ratios: the branches need not wait for a division.
    const T area_j = -dot(f, m), area_k = dot(e, m);
    const std::array<T, 3> area{norm_squared(n) - area_j - area_k, area_j, area_k};
    Nearest<T> r;
    if (area[0] > T(0) && area[1] > T(0) && area[2] > T(0)) {
      r = on_plane(y, i, j, k);
      if (r.weights[i] > T(0) && r.weights[j] > T(0) && r.weights[k] > T(0)) return r;
    }
    const std::array<std::size_t, 5> vertex{i, j, k, i, j};  // edge v lies opposite vertex v
    for (std::size_t v = 0; v < 3; ++v) {
      if (area[v] > T(0)) continue;
      r = of_segment(y, vertex[v + 1], vertex[v + 2]);
      if (no_nearer(y, all, vertex[v], r.point)) return r;
    }
    r = Exhaustive<T>{}.nearest(y, all);
    return r;
  }

  static constexpr Nearest<T> of_tetrahedron(const Points<T>& y) {
    const std::array<T, 4> volume = volumes(y);
    Nearest<T> r;
    if (volume[0] > T(0) && volume[1] > T(0) && volume[2] > T(0) && volume[3] > T(0)) {
      r = in_space(y, volume);
      if (r.weights[0] > T(0)) return r;
    }
    constexpr std::size_t face[4][3] = {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};  // face v lies opposite vertex v
    for (std::size_t v = 0; v < 4; ++v) {
      if (volume[v] > T(0)) continue;
      r = of_triangle(y, face[v][0], face[v][1], face[v][2]);
      if (no_nearer(y, 15, v, r.point)) return r;
    }
    r = Exhaustive<T>{}.nearest(y, 15);
    return r;
  }
};

}  // namespace tactus::simplex
