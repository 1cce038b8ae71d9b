// SPDX-License-Identifier: MIT
#pragma once
/// Nearest point of a simplex to the origin if the newest point is known to be needed: the step inside GJK.
#include <tactus/math/one_by_one.h>
#include <tactus/simplex/signed_volumes.h>

namespace tactus::simplex {

/// GJK adds a point w that lies nearer along v than the whole simplex did, so the new nearest point is carried by a
/// subset that contains w: {w}, an edge, a triangle, or all four. These are half of all subsets, and their signed areas
/// and volumes share the edges at w. Slivers, whose signs are unreliable, go to SignedVolumes, which proves its answer.
/// This is the fast path for that method, and is tested against it; GJK uses the exhaustive method if this one makes no
/// progress.
template <Scalar T> class Incremental {
 public:
  /// The newest point must be the last of the occupied ones, with no empty slot before it.
  constexpr Nearest<T> nearest(const Points<T>& y, unsigned /*occupied*/, int newest) const {
    return extended(y, newest, y[static_cast<std::size_t>(newest)]);
  }

  /// For the first `count` points of y and the newest, w, which gets the last weight. w is not stored beside the others
  /// yet, because the processor would wait for the store.
  [[gnu::always_inline]] constexpr Nearest<T> extended(const Points<T>& y, int count, const Vec3<T>& w) const {
    switch (count) {
      case 0: return {w, {T(1)}};
      case 1: {
        const Part r = on_edge(y[0], w);
        return {r.point, {r.i, T(1) - r.i}};
      }
      case 2: {
        const Part r = settled(on_triangle(y[0], y[1], w));
        return r.sliver ? proven(y, 2, w) : Nearest<T>{r.point, {r.i, r.j, T(1) - r.i - r.j}};
      }
      default: return on_tetrahedron(y, w);
    }
  }

 private:
  /// The nearest point of a triangle (i, j, w) or an edge (i, w). The newest, w, has the rest of the weight.
  struct Part {
    Vec3<T> point;
    T i{}, j{};
    bool sliver = false;  // no answer
  };

  [[gnu::always_inline]] static constexpr Part on_edge(const Vec3<T>& i, const Vec3<T>& w) {
    const Vec3<T> e = i - w;
    const T along = -dot(w, e);
    return along > T(0) ? on_line_from(w, e, along) : Part{w};
  }

  [[gnu::always_inline]] static constexpr Part on_triangle(const Vec3<T>& i, const Vec3<T>& j, const Vec3<T>& w) {
    const Vec3<T> e = i - w, f = j - w, n = cross(e, f), m = cross(n, w);
    const T area_i = -dot(f, m), area_j = dot(e, m);  // of (0, opposite edge), as seen along n
    const T along_e = -dot(w, e), along_f = -dot(w, f);
    if (area_i > T(0) && area_j > T(0)) {
      const T n2 = norm_squared(n), inverse = T(1) / n2;
      const Part r{n * (dot(n, w) * inverse), area_i * inverse, area_j * inverse,
                   n2 * T(64) < norm_squared(e) * norm_squared(f) || !(area_i + area_j < n2)};
      return r;
    }
    const bool beyond_e = !(area_j > T(0)) && along_e > T(0);  // the nearest point may be on the edge from w to i
    const bool beyond_f = !(area_i > T(0)) && along_f > T(0);
    if (!beyond_e && !beyond_f) return {w};
    const Part on_e = on_line_from(w, e, along_e);
    if (!beyond_f) return on_e;
    const Part on_f = swapped(on_line_from(w, f, along_f));
    return beyond_e && norm_squared(on_e.point) < norm_squared(on_f.point) ? on_e : on_f;
  }

  [[gnu::always_inline]] static constexpr Nearest<T> on_tetrahedron(const Points<T>& y, const Vec3<T>& w) {
    const Vec3<T> e = y[0] - w, f = y[1] - w, g = y[2] - w;
    const Vec3<T> ef = cross(e, f), fg = cross(f, g), ge = cross(g, e);  // along the normals of the faces at w
    const T whole = dot(ef, g), side = sign(whole);
    // Volumes of the tetrahedra (0, face at w), positive if the origin is on the outer side of the face.
    const T at_ef = side * dot(ef, w), at_fg = side * dot(fg, w), at_ge = side * dot(ge, w);
    const bool beyond_ef = at_ef > T(0), beyond_fg = at_fg > T(0), beyond_ge = at_ge > T(0);
    if (!beyond_ef && !beyond_fg && !beyond_ge)
      return inside(y, w, at_fg / -abs(whole), at_ge / -abs(whole), at_ef / -abs(whole));
    Nearest<T> best;
    T least = infinity<T>;
    bool sliver = false;
    const auto take = [&](const Part& r, T Part::*w0, T Part::*w1, T Part::*w2) __attribute__((always_inline)) {
      sliver |= r.sliver;
      if (!(norm_squared(r.point) < least)) return;
      const auto weight = [&](T Part::*member) { return member ? r.*member : T(0); };
      best = {r.point, {weight(w0), weight(w1), weight(w2), T(1) - r.i - r.j}};
      least = norm_squared(r.point);
    };
    if (beyond_ef) take(settled(on_triangle(y[0], y[1], w)), &Part::i, &Part::j, nullptr);
    if (beyond_fg) take(settled(on_triangle(y[1], y[2], w)), nullptr, &Part::i, &Part::j);
    if (beyond_ge) take(settled(on_triangle(y[2], y[0], w)), &Part::j, nullptr, &Part::i);
    return sliver ? proven(y, 3, w) : best;
  }

  /// The origin, enclosed by the four points, if the weights of the old points prove that to 16 u S (as in in_space).
  static constexpr Nearest<T> inside(const Points<T>& y, const Vec3<T>& w, T i, T j, T k) {
    const T rest = T(1) - i - j - k;
    const Vec3<T> sum = i * y[0] + j * y[1] + k * y[2] + rest * w;
    const bool good =
        rest > T(0) && norm_squared(sum) <= square(T(16) * unit_roundoff<T>) * (size_squared(y, 7) + norm_squared(w));
    return good ? Nearest<T>{{}, {i, j, k, rest}} : proven(y, 3, w);
  }

  /// For slivers, whose signs are unreliable. Rare, so not inlined.
  [[gnu::noinline]] static constexpr Nearest<T> proven(Points<T> y, int count, const Vec3<T>& w) {
    y[static_cast<std::size_t>(count)] = w;
    return SignedVolumes<T>{}.nearest(y, (2u << count) - 1, count);
  }

  /// Along the line from w; `along` is -w·e. Like on_line, whose two cross products pay off only if the point is much
  /// nearer than the ends.
  [[gnu::always_inline]] static constexpr Part on_line_from(const Vec3<T>& w, const Vec3<T>& e, T along) {
    const T inverse = T(1) / norm_squared(e), t = along * inverse;
    const Vec3<T> point = w + t * e;
    const bool near = norm_squared(point) * T(1024) < norm_squared(w);
    return {near ? cross(e * inverse, cross(w, e)) : point, t};
  }

  /// The same value through memory: on_triangle has many exits, and each would write its answer in a different way.
  [[gnu::always_inline]] static constexpr Part settled(const Part& r) {
    const Vec3<T> ij = one_by_one(Vec3<T>{r.i, r.j, T(0)});
    return {one_by_one(r.point), ij.x, ij.y, r.sliver};
  }
  static constexpr Part swapped(const Part& r) { return {r.point, r.j, r.i, r.sliver}; }
};

}  // namespace tactus::simplex
