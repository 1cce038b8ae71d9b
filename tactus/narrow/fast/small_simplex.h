// SPDX-License-Identifier: MIT
#pragma once
/// A GJK simplex that stores its corners by number and its nearest point by direction: no division until the end.
#include <tactus/math/one_by_one.h>

#include <array>
#include <cstdint>

namespace tactus::small_hulls {

/// The difference b - a of two vertices, in A's frame, with their numbers.
template <Scalar T> struct Corner {
  Vec3<T> at;
  std::uint32_t a, b;
};

/// Up to three corners such that p, the point of their hull nearest to the origin, lies in the interior of the hull; or
/// four corners around the origin. `toward` is parallel to p, of any length, and perpendicular to the simplex: its
/// product with every corner is the same.
template <Scalar T> class NumberedSimplex {
 public:
  constexpr explicit NumberedSimplex(const Corner<T>& first) { keep(first); }

  constexpr int size() const { return size_; }
  constexpr const Vec3<T>& toward() const { return toward_; }
  constexpr bool around_origin() const { return size_ == 4; }
  constexpr const Corner<T>& operator[](int i) const { return corners_[i]; }
  constexpr bool has(const Corner<T>& w) const {
    const auto same = [&](int i) { return size_ > i && corners_[i].a == w.a && corners_[i].b == w.b; };
    return same(0) || same(1) || same(2);
  }

  /// Adds w, which is less far along `toward` than the others, and drops the corners that p no longer needs. w always
  /// stays, and p comes nearer. The regions are those of simplex::Incremental, but only the signs matter, not the
  /// weights. The signs of slivers are unreliable, so the answer must be proved.
  [[gnu::always_inline]] constexpr void add(const Corner<T>& w) {
    if (size_ == 1) {
      const Vec3<T> e = corners_[0].at - w.at;
      return dot(w.at, e) < T(0) ? keep(across(e, w.at), corners_[0], w) : keep(w);
    }
    if (size_ == 3) return add_fourth(w);
    const Corner<T> i = corners_[0], j = corners_[1];
    add_third(i, j, w);
  }

  /// The weights of p, in [0, 1]; if the origin is enclosed, the weights of the origin.
  constexpr std::array<T, 4> weights() const {
    std::array<T, 4> weights{};
    const Vec3<T>& last = corners_[size_ - 1].at;
    const Vec3<T> e = corners_[0].at - last, f = corners_[1].at - last, g = corners_[2].at - last;
    switch (size_) {
      case 1: break;
      case 2: weights[0] = clamp(-dot(last, e) / norm_squared(e), T(0), T(1)); break;
      case 3: {
        const Vec3<T> n = cross(e, f), m = cross(n, last);
        const T inverse = T(1) / norm_squared(n);
        weights[0] = clamp(-dot(f, m) * inverse, T(0), T(1));
        weights[1] = clamp(dot(e, m) * inverse, T(0), T(1) - weights[0]);
        break;
      }
      default: {
        const Vec3<T> fg = cross(f, g), le = cross(last, e);
        const T inverse = T(-1) / dot(e, fg);
        weights[0] = dot(last, fg) * inverse, weights[1] = dot(le, g) * -inverse, weights[2] = dot(le, f) * inverse;
      }
    }
    weights[static_cast<std::size_t>(size_ - 1)] = T(1) - weights[0] - weights[1] - weights[2];
    return weights;
  }

 private:
  /// The component of w perpendicular to e, times |e|²: accurate to the last digit, however near to the origin the edge
  /// passes.
  static constexpr Vec3<T> across(const Vec3<T>& e, const Vec3<T>& w) { return cross(e, cross(w, e)); }
  /// |p|² from a direction along p: w and p have the same product with it.
  static constexpr T nearness(const Vec3<T>& toward, const Vec3<T>& w) {
    const T along = dot(toward, w);
    return along / norm_squared(toward) * along;
  }

  constexpr void keep(const Corner<T>& w) { corners_[0] = w, toward_ = w.at, size_ = 1; }
  constexpr void keep(const Vec3<T>& toward, const Corner<T>& i, const Corner<T>& w) {
    corners_[0] = i, corners_[1] = w, toward_ = toward, size_ = 2;
  }
  constexpr void keep(const Vec3<T>& toward, const Corner<T>& i, const Corner<T>& j, const Corner<T>& w) {
    corners_[0] = i, corners_[1] = j, corners_[2] = w, toward_ = toward, size_ = 3;
  }

  /// The part of the triangle (i, j, w) that contains the point nearest to the origin: w and those of i and j that are
  /// needed. The parameters are copies, because the corners are overwritten.
  [[gnu::always_inline]] constexpr void add_third(const Corner<T>& i, const Corner<T>& j, const Corner<T>& w) {
    const Vec3<T> e = i.at - w.at, f = j.at - w.at, n = cross(e, f), m = cross(n, w.at);
    const bool inside_e = dot(e, m) > T(0);  // on the edge from w to i
    const bool inside_f = -dot(f, m) > T(0);  // on the edge from w to j
    if (inside_f && inside_e) return keep(dot(n, w.at) < T(0) ? -n : n, i, j, w);
    const bool beyond_e = !inside_e && dot(w.at, e) < T(0), beyond_f = !inside_f && dot(w.at, f) < T(0);
    if (!beyond_e && !beyond_f) return keep(w);
    const Vec3<T> to_e = across(e, w.at), to_f = across(f, w.at);
    const bool take_e = beyond_e && (!beyond_f || nearness(to_e, w.at) < nearness(to_f, w.at));
    keep(take_e ? to_e : to_f, take_e ? i : j, w);
  }

  [[gnu::always_inline]] constexpr void add_fourth(const Corner<T>& w) {
    const Corner<T> y[3] = {corners_[0], corners_[1], corners_[2]};
    const Vec3<T> e = y[0].at - w.at, f = y[1].at - w.at, g = y[2].at - w.at;
    const Vec3<T> ef = cross(e, f), fg = cross(f, g), ge = cross(g, e);  // along the normals of the faces at w
    const T side = dot(ef, g) < T(0) ? T(-1) : T(1);
    const bool beyond[3] = {side * dot(ef, w.at) > T(0), side * dot(fg, w.at) > T(0), side * dot(ge, w.at) > T(0)};
    const int faces = beyond[0] + beyond[1] + beyond[2];
    if (faces == 0) {
      corners_[3] = w, size_ = 4;
      return;
    }
    if (faces == 1) {
      if (beyond[0]) return add_third(y[0], y[1], w);
      return beyond[1] ? add_third(y[1], y[2], w) : add_third(y[2], y[0], w);
    }
    NumberedSimplex best = *this;
    T least = infinity<T>;
    const auto look = [&](const Corner<T>& i, const Corner<T>& j) __attribute__((always_inline)) {
      add_third(i, j, w);
      if (const T near = nearness(toward_, w.at); near < least) least = near, best = *this;
    };
    if (beyond[0]) look(y[0], y[1]);
    if (beyond[1]) look(y[1], y[2]);
    if (beyond[2]) look(y[2], y[0]);
    *this = best;
  }

  Corner<T> corners_[4]{};
  Vec3<T> toward_{};
  int size_ = 0;
};

}  // namespace tactus::small_hulls
