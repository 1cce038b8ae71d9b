#pragma once
/// Nearest point of a simplex to the origin where the newest point is known to matter: the step inside GJK.
#include <tactus/simplex/signed_volumes.h>

namespace tactus::simplex {

/// GJK adds a point w that lies nearer along v than the whole simplex did, so the new nearest point is carried by a
/// subset that holds w: {w}, an edge, a triangle, or all four. These seven are half of all subsets, and their signed areas
/// and volumes share the edges at w. Slivers, whose sides mean little, go to SignedVolumes, which proves its answer.
/// It is the fast path beside that method, tested against it; GJK asks the exhaustive one where this makes no progress.
template <Scalar T> class Incremental {
 public:
  /// The newest point must be the last of those occupied, and no slot before it empty.
  constexpr Nearest<T> nearest(const Points<T>& y, unsigned /*occupied*/, int newest) const {
    switch (newest) {
      case 0: return on_point(y, 0);
      case 1: return on_edge(y, 0, 1);
      case 2: return on_triangle(y, 0, 1, 2);
      default: return on_tetrahedron(y);
    }
  }

 private:
  static constexpr Nearest<T> on_edge(const Points<T>& y, std::size_t i, std::size_t w) {
    return dot(y[w], y[i] - y[w]) < T(0) ? on_edge_line(y, w, i) : on_point(y, w);
  }

  static constexpr Nearest<T> on_triangle(const Points<T>& y, std::size_t i, std::size_t j, std::size_t w) {
    const Vec3<T>& c = y[w];
    const Vec3<T> e = y[i] - c, f = y[j] - c, n = cross(e, f), m = cross(n, c);
    const T area_i = -dot(f, m), area_j = dot(e, m);  // of (0, opposite edge), as seen along n
    if (area_i > T(0) && area_j > T(0)) {
      const T n2 = norm_squared(n);
      const T inverse = T(1) / n2;
      Nearest<T> r{n * (dot(n, c) * inverse), {}};
      r.weights[i] = area_i * inverse;
      r.weights[j] = area_j * inverse;
      r.weights[w] = T(1) - r.weights[i] - r.weights[j];
      const bool thin = n2 * T(64) < norm_squared(e) * norm_squared(f);
      if (!thin && r.weights[w] > T(0)) return r;
      return SignedVolumes<T>{}.nearest(y, 1u << i | 1u << j | 1u << w, static_cast<int>(w));
    }
    const bool beyond_i = !(area_j > T(0)) && dot(c, e) < T(0);  // the edge from w to y[i] may carry it
    const bool beyond_j = !(area_i > T(0)) && dot(c, f) < T(0);
    if (beyond_i && beyond_j) return nearer(on_edge_line(y, w, i), on_edge_line(y, w, j));
    return beyond_i ? on_edge_line(y, w, i) : beyond_j ? on_edge_line(y, w, j) : on_point(y, w);
  }

  static constexpr Nearest<T> on_tetrahedron(const Points<T>& y) {
    const Vec3<T>& w = y[3];
    const Vec3<T> e = y[0] - w, f = y[1] - w, g = y[2] - w;
    const Vec3<T> normals[3] = {cross(e, f), cross(f, g), cross(g, e)};  // of the faces at w
    const T side = sign(dot(normals[0], g));
    Nearest<T> best;
    T least = infinity<T>;
    for (std::size_t k = 0; k < 3; ++k) {
      if (!(side * dot(normals[k], w) > T(0))) continue;  // the origin is on the inner side of this face
      const Nearest<T> r = on_triangle(y, k, (k + 1) % 3, 3);
      if (norm_squared(r.point) < least) best = r, least = norm_squared(r.point);
    }
    return least < infinity<T> ? best : SignedVolumes<T>{}.nearest(y, 15, 3);
  }

  /// As on_line, which is worth its two cross products only where the point is much nearer than the ends.
  static constexpr Nearest<T> on_edge_line(const Points<T>& y, std::size_t w, std::size_t i) {
    const Vec3<T> e = y[i] - y[w];
    const T t = -dot(y[w], e) / norm_squared(e);
    Nearest<T> r{y[w] + t * e, {}};
    if (norm_squared(r.point) * T(1024) < norm_squared(y[w])) return on_line(y, w, i);
    r.weights[w] = T(1) - t;
    r.weights[i] = t;
    return r;
  }

  static constexpr Nearest<T> nearer(const Nearest<T>& p, const Nearest<T>& q) {
    return norm_squared(q.point) < norm_squared(p.point) ? q : p;
  }
};

}  // namespace tactus::simplex
