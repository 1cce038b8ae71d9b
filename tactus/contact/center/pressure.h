// SPDX-License-Identifier: MIT
#pragma once
/// The pressure over a region of the contact plane: integrals of a linear pressure.
#include <tactus/contact/manifold/overlap.h>

#include <algorithm>

namespace tactus {

/// How much two bodies yield where they touch, relative to the smaller one's size. The centre of pressure travels over
/// a whole face while the face tilts through a few times this angle, at most about 1/pressure_band times as fast as it
/// turns.
template <Scalar T> inline constexpr T pressure_band = T(0x1p-9L);

/// V: Vec2, or Vec3 with a height above the plane, which is carried along.
template <class V> using coordinate_t = decltype(V::x);
template <class V> struct Pressed {
  V at;
  coordinate_t<V> pressure;
};

/// ∫ p and ∫ x p.
template <class V> struct Pressure {
  using T = coordinate_t<V>;
  T mass{};
  V moment{};
  constexpr Pressure& operator+=(const Pressure& o) { return mass += o.mass, moment += o.moment, *this; }
  friend constexpr Pressure operator+(Pressure p, const Pressure& q) { return p += q; }
  friend constexpr Pressure operator*(const Pressure& p, T share) { return {p.mass * share, p.moment * share}; }
  constexpr V center() const { return moment / mass; }
};

/// Over a polygon with corners point(i), counter-clockwise. Over a triangle of area F with linear p, ∫ p = F Σp/3 and ∫
/// x p = F/12 Σ x_i (Σp + p_i). The sums are 2F Σp and 2F Σ x_i (Σp + p_i) over triangles that share the first corner,
/// relative to it.
template <class V, class Point> constexpr Pressure<V> pressure_of_polygon(int count, Point&& point) {
  using T = coordinate_t<V>;
  T mass{};
  V moment{};
  const Pressed<V> first = point(0);
  V q{};
  T at_q = first.pressure;
  for (int i = 1; i < count; ++i) {
    const Pressed<V> next = point(i);
    const V r = next.at - first.at;
    const T at_r = next.pressure, area = q.x * r.y - q.y * r.x, sum = first.pressure + at_q + at_r;
    mass += area * sum;
    moment += (q * (sum + at_q) + r * (sum + at_r)) * area;
    q = r, at_q = at_r;
  }
  mass *= T(1) / T(6);
  return {mass, first.at * mass + moment * (T(1) / T(24))};
}

/// Along the segment between two points.
template <class V> constexpr Pressure<V> pressure_of_segment(const Pressed<V>& p, const Pressed<V>& q) {
  using T = coordinate_t<V>;
  const T x = q.at.x - p.at.x, y = q.at.y - p.at.y, length = sqrt(x * x + y * y), rise = q.pressure - p.pressure;
  const T mass = length * (p.pressure + q.pressure) / T(2);
  return {mass, p.at * mass + (q.at - p.at) * (length * (T(3) * p.pressure + T(2) * rise) / T(6))};
}

/// A polygon (or, if open, a segment) from which parts are cut off; it stays convex.
///
/// Why not clip() (manifold/clip.h): that one names the points of an overlap and merges those that nearly meet, for
/// solvers that follow points from step to step. Here the centre must change continuously, so nothing is merged; every
/// corner carries its pressure, and cuts are by pressures, too.
template <class V, int capacity> class PressedRegion {
 public:
  using T = coordinate_t<V>;
  explicit PressedRegion(bool open) : open_(open) {}
  int count() const { return count_; }
  const Pressed<V>& operator[](int i) const { return points_[side_][i]; }
  void add(const V& at, T pressure) {
    if (count_ < capacity) points_[side_][count_++] = {at, pressure};
  }
  /// Keeps the part with value ≥ 0; the value is linear.
  template <class Value> void cut(Value&& value) {
    const Pressed<V>* from = points_[side_];
    const int before = count_;
    side_ ^= 1, count_ = 0;
    for (int i = 0; i < before; ++i) {
      const Pressed<V>&p = from[i], &q = from[i + 1 == before ? 0 : i + 1];
      const T here = value(p), there = value(q);
      if (here >= T(0)) add(p.at, p.pressure);
      if (open_ && i + 1 == before) break;
      if ((here > T(0) && there < T(0)) || (here < T(0) && there > T(0))) {
        const T share = here / (here - there);
        add(p.at + (q.at - p.at) * share, p.pressure + (q.pressure - p.pressure) * share);
      }
    }
  }
  void cut_unpressed() {
    cut([](const Pressed<V>& p) { return p.pressure; });
  }
  Pressure<V> pressure() const {
    if (count_ < 2) return {};
    if (open_) return pressure_of_segment((*this)[0], (*this)[1]);
    return pressure_of_polygon<V>(count_, [&](int i) { return (*this)[i]; });
  }

 private:
  bool open_;
  int count_ = 0, side_ = 0;
  union {
    Pressed<V> points_[2][std::size_t{capacity}];
  };
};

}  // namespace tactus
