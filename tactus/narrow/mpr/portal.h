// SPDX-License-Identifier: MIT
#pragma once
/// The data of the portal methods (mpr.h, support_walk.h): a ray from inside A ⊖ B and the triangle through which it
/// leaves. [Snethen 2008: XenoCollide; Olvång 2010, §2.4; Kenwright 2015, Figures 8 and 9]
#include <tactus/narrow/gjk.h>

namespace tactus::portal {

/// A ⊖ B with both balls in its support mapping, to be used like a MinkowskiPair of shapes without balls.
/// Why not on the cores, as elsewhere: distances of cores carry over to whole shapes, rays do not. If the cores are
/// apart and the balls overlap, a ray only works on the round surface.
template <class Pair, class T = decltype(std::declval<Pair>().size())> class Whole {
 public:
  constexpr explicit Whole(const Pair& pair) : pair_(pair) {}

  constexpr MinkowskiVertex<T> support(const Vec3<T>& d) const {
    const MinkowskiVertex<T> core = pair_.support(d);
    if (!(pair_.radius() > T(0))) return core;
    const Vec3<T> n = unit_or_up(d);
    return {core.w + pair_.radius() * n, core.a + pair_.radius_a() * n, core.b - pair_.radius_b() * n};
  }
  constexpr T separation(const Vec3<T>& n) const { return pair_.separation(n) - pair_.radius(); }
  /// The interior point from which every ray towards the origin starts.
  constexpr MinkowskiVertex<T> center() const {
    return {pair_.center(), pair_.shape_a().center(), pair_.x_ab() * pair_.shape_b().center()};
  }

  constexpr T radius_a() const { return T(0); }
  constexpr T radius_b() const { return T(0); }
  constexpr T radius() const { return T(0); }
  constexpr T size() const { return pair_.size(); }
  constexpr T rounding() const { return pair_.rounding(); }
  constexpr int support_calls() const { return pair_.support_calls(); }
  /// Balls make a polytope round: no last step is exact, so the tolerance applies.
  constexpr T resolution(const Options<T>& options, T signed_distance) const {
    const T exact = pair_.resolution(options, signed_distance);
    if (!(pair_.radius() > T(0))) return exact;
    return max(exact, tolerated(options, size(), signed_distance));
  }

 private:
  const Pair& pair_;
};

/// The ray from v along the unit vector r, and three support points a, b, c. Seen from v they are clockwise: the
/// normals (a - v) × (b - v), ... of the sides (v, a, b), (v, b, c), (v, c, a) point away from the ray, and the
/// portal's own normal (c - a) × (b - a) points outward. Every vertex is known to `rounding`; comparisons allow for
/// that.
template <Scalar T> class Portal {
 public:
  /// Corners that have not been found yet are v itself, so every vertex is always a point of A ⊖ B.
  constexpr Portal(const MinkowskiVertex<T>& v, const Vec3<T>& r, T rounding)
      : v_(v), r_(r), rounding_(rounding), corner_{v, v, v} {}

  constexpr const MinkowskiVertex<T>& v() const { return v_; }
  constexpr const Vec3<T>& r() const { return r_; }
  constexpr const MinkowskiVertex<T>& corner(int i) const { return corner_[slot(i)]; }
  // along which the corners were found
  constexpr const std::array<Vec3<T>, 3>& directions() const { return direction_; }
  constexpr void put(int i, const MinkowskiVertex<T>& p, const Vec3<T>& direction) {
    corner_[slot(i)] = p;
    direction_[slot(i)] = direction;
  }
  constexpr void swap(int i, int j) {
    std::swap(corner_[slot(i)], corner_[slot(j)]);
    std::swap(direction_[slot(i)], direction_[slot(j)]);
  }
  constexpr void turn_to(const Vec3<T>& r) { r_ = r; }

  /// Outward unit normal; zero where the corners lie on a line.
  constexpr Vec3<T> normal() const { return unit_or_zero(cross(corner(2).w - corner(0).w, corner(1).w - corner(0).w)); }
  /// Normal of the side (v, corner i, corner i + 1), not unit.
  constexpr Vec3<T> side(int i) const { return cross(arm(i), arm(i + 1)); }
  /// A side that the ray passes outside of, by more than rounding; -1 if there is none.
  constexpr int lost_side() const {
    for (int i = 0; i < 3; ++i)
      if (dot(r_, side(i)) > noise(arm(i), arm(i + 1))) return i;
    return -1;
  }
  /// Do v and the corners form a tetrahedron that rounding cannot flatten? If so, they are put in clockwise order.
  constexpr bool solid() {
    const T volume = dot(side(0), arm(2));
    if (!(abs(volume) > noise(arm(0), arm(1)) * max_abs(arm(2)))) return false;
    if (volume > T(0)) swap(0, 1);
    return true;
  }

  /// Adds a point p beyond the portal: of the three triangles between p and an edge, the one that the ray passes
  /// through becomes the portal [Olvång 2010, Figure 1]. Within rounding the ray may pass through several; then the one
  /// with the largest tetrahedron is used, so that a ray along an edge (aligned boxes) does not end in a sliver.
  constexpr void split(const MinkowskiVertex<T>& p, const Vec3<T>& direction) {
    const Vec3<T> tip = p.w - v_.w;
    const Vec3<T> plane[3] = {cross(tip, arm(0)), cross(tip, arm(1)), cross(tip, arm(2))};
    int keep = 0;  // the edge from this corner to the next stays
    T fattest = -infinity<T>;
    for (int i = 0; i < 3; ++i) {
      const int j = (i + 1) % 3;
      const bool inside = dot(r_, plane[i]) <= noise(tip, arm(i)) && dot(r_, plane[j]) >= -noise(tip, arm(j));
      const T volume = -dot(plane[i], arm(j));
      if (inside && volume > fattest) fattest = volume, keep = i;
    }
    put(keep + 2, p, direction);
  }

  /// Have all three corners been found?
  constexpr bool spanned() const { return direction_[2] != Vec3<T>{}; }
  /// The point of the portal nearest the origin.
  constexpr MinkowskiVertex<T> foot() const {
    return combined(simplex::SignedVolumes<T>{}.nearest(points(), 0b1110, 3));
  }
  /// The point of the tetrahedron (v, a, b, c) nearest the origin.
  constexpr MinkowskiVertex<T> nearest() const {
    return combined(simplex::SignedVolumes<T>{}.nearest(points(), 0b1111, 3));
  }
  /// Is the origin in the tetrahedron, or within twice the rounding of it (once for each of two planes)?
  constexpr bool holds_origin() const { return norm(nearest().w) <= T(2) * rounding_; }
  /// Radius of a ball about the origin inside the tetrahedron (v, a, b, c); 0 if rounding may leave the origin outside.
  /// Each face's distance is a volume over an area; the volume is known to rounding · (longest edge)².
  constexpr T inner_radius() const {
    const simplex::Points<T> y = points();
    constexpr std::size_t face[4][3] = {{0, 1, 2}, {0, 2, 3}, {0, 3, 1}, {1, 3, 2}};  // clockwise from the inside
    T radius = infinity<T>;
    for (const auto& f : face) {
      const Vec3<T> e = y[f[1]] - y[f[0]], g = y[f[2]] - y[f[0]], n = cross(e, g);
      const T error = rounding_ * (norm_squared(e) + norm_squared(g) + norm_squared(y[f[0]]));
      const T area = norm(n);
      if (!(dot(n, y[f[0]]) > error)) return T(0);
      radius = min(radius, (dot(n, y[f[0]]) - error) / area);
    }
    return radius;
  }

 private:
  static constexpr std::size_t slot(int i) { return static_cast<std::size_t>(i < 3 ? i : i - 3); }
  constexpr Vec3<T> arm(int i) const { return corner(i).w - v_.w; }
  constexpr simplex::Points<T> points() const { return {v_.w, corner_[0].w, corner_[1].w, corner_[2].w}; }
  constexpr MinkowskiVertex<T> combined(const simplex::Nearest<T>& n) const {
    MinkowskiVertex<T> p{n.point, n.weights[0] * v_.a, n.weights[0] * v_.b};
    for (std::size_t i = 0; i < 3; ++i) {
      p.a += n.weights[i + 1] * corner_[i].a;
      p.b += n.weights[i + 1] * corner_[i].b;
    }
    return p;
  }
  /// The rounding error of r·(x × y): |x × y| changes by at most rounding · (|x| + |y|), and |x| ≤ √3 max_abs(x).
  constexpr T noise(const Vec3<T>& x, const Vec3<T>& y) const { return T(2) * rounding_ * (max_abs(x) + max_abs(y)); }

  MinkowskiVertex<T> v_;
  Vec3<T> r_;
  T rounding_;
  std::array<MinkowskiVertex<T>, 3> corner_;
  std::array<Vec3<T>, 3> direction_{};
};

}  // namespace tactus::portal
