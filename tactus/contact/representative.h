#pragma once
/// One contact point for a whole overlap region, continuous in the pose: the centre of pressure.
///
/// Parallel faces touch all over, and EPA's point is any of them ([Feng & Tan 2019, §4.3] propose the centroid of the
/// overlap). The plain centroid jumps, though, as soon as the faces tilt and one edge remains. So each point of the
/// overlap weighs by its pressure p = limit - gap, where it is positive: what two slightly soft bodies would press with.
/// Parallel faces weigh evenly: the centroid. Tilted ones move it steadily to the deepest edge or corner. Continuous,
/// since the overlap, the gap (linear over it) and p are, and p vanishes where points leave. limit = least gap + band;
/// the band narrows to 0 as a feature's tilt reaches the angle at which it stops counting (feature_sine), where the
/// centre has arrived at a corner, and an edge's band starts from 0 at the tilt at which it takes over from its face.
#include <tactus/contact/clip.h>
#include <tactus/shape/convex.h>
#include <tactus/shape/hull.h>

namespace tactus {

/// Width of the band where both features are level, in shares of the smaller one's extent: the centre travels over the
/// whole overlap while the tilt goes through about this angle, so it moves at most about 1/pressure_band times as fast.
template <Scalar T> inline constexpr T pressure_band = T(0x1p-7L);

namespace detail {

template <Scalar T> struct Pressed {
  Vec2<T> at;
  T pressure;
};

/// The part of a polygon (or of a segment: two points) under pressure; it stays convex.
template <Scalar T, int capacity> struct PressedRegion {
  int count = 0;
  union {
    Pressed<T> points[capacity];
  };
  PressedRegion() {}

  constexpr void add_from(const Pressed<T>& p, const Pressed<T>& q) {
    if (p.pressure >= T(0) && count < capacity) points[count++] = p;
    if ((p.pressure > T(0) && q.pressure < T(0)) || (p.pressure < T(0) && q.pressure > T(0)))
      if (count < capacity) points[count++] = {p.at + (q.at - p.at) * (p.pressure / (p.pressure - q.pressure)), T(0)};
  }
};

/// ∫ x p / ∫ p over a region, point(i) being its corners in order, with p linear: over a triangle of area F, ∫ p = F
/// Σp/3 and ∫ x p = F/12 Σ x_i (Σp + p_i). Summed up are 2F, 2F Σp and 2F Σ x_i (Σp + p_i).
template <Scalar T, class Point> constexpr Vec2<T> center_of(int count, const Vec2<T>& fallback, Point&& point) {
  T mass{}, weight{}, total{}, reach2{};
  Vec2<T> moment{}, line_moment{};
  const Pressed<T> p = point(0);
  Vec2<T> q{};  // from p, as all corners
  T at_q = p.pressure;
  for (int i = 1; i < count; ++i) {
    const Pressed<T> next = point(i);
    const Vec2<T> r = next.at - p.at;
    const T at_r = next.pressure, area = cross(q, r), sum = p.pressure + at_q + at_r;
    total += area, reach2 = max(reach2, norm_squared(r));
    mass += area * sum;
    moment += (q * (sum + at_q) + r * (sum + at_r)) * area;
    q = r, at_q = at_r;
  }
  if (mass > T(0) && total > T(2) * snap_share<T> * reach2) return p.at + moment / (T(4) * mass);
  for (int i = 1; i < count; ++i) {  // a segment, or a polygon as thin as one, along its sides
    const Pressed<T> from = point(i - 1), to = point(i);
    const T length = norm(to.at - from.at);
    weight += length * (from.pressure + to.pressure) / T(2);
    line_moment += ((from.at - fallback) * (T(2) * from.pressure + to.pressure) +
                    (to.at - fallback) * (from.pressure + T(2) * to.pressure)) *
                   (length / T(6));
  }
  return weight > T(0) ? fallback + line_moment / weight : fallback;
}

}  // namespace detail

/// How much of the band a face leaves that is tilted so much, from 0 to 1.
template <Scalar T> constexpr T band_left(T tilt) { return max(T(1) - tilt / feature_sine<T>, T(0)); }

/// The same of any feature. `direction`: unit, in the shape's frame.
template <Faceted S, class T = scalar_t<S>>
constexpr T band_left(const Silhouette<T>& s, const S& shape, const Vec3<T>& direction) {
  T left = band_left(s.tilt);
  if (s.kind == Silhouette<T>::Kind::segment) {
    const Outline<T> wider = shape.feature_along(direction, T(2) * feature_sine<T>);
    if (wider.feature.kind == FeatureKind::face)
      left *= clamp(norm(cross(wider.normal, direction)) / feature_sine<T> - T(1), T(0), T(1));
  }
  return left;
}

/// Of a hull's edge: from all faces at both its ends. Those at the farthest vertex would say other things as soon as
/// the other end is farther.
template <Scalar T> T band_left(const Silhouette<T>& s, const Hull<T>& hull, const Vec3<T>& direction) {
  const T left = band_left(s.tilt);
  if (s.kind != Silhouette<T>::Kind::segment) return left;
  T least = square(T(2) * feature_sine<T>);  // tilt of a face, squared
  const HullEdge& edge = hull.edge(s.feature.index);
  for (const std::uint32_t end : {edge.a, edge.b})
    for (const std::uint32_t h : hull.outgoing(end)) {
      const std::uint32_t face = hull.half_edge(h).face;
      if (face == no_face) continue;
      const Vec3<T>& n = hull.plane(face).normal;
      if (dot(n, direction) > T(0)) least = min(least, norm_squared(cross(n, direction)));
    }
  return left * max(sqrt(least) / feature_sine<T> - T(1), T(0));
}

/// The centre of pressure of an overlap in order; gaps[i] is the gap at its corner i, between the deepest's and the
/// largest; extent that of the smaller feature, band the share of pressure_band that both features leave.
template <Scalar T>
Vec2<T> center_of_pressure(const Overlap<T>& overlap, const T* gaps, int deepest, T largest, T extent, T band) {
  const T limit = gaps[deepest] + max(pressure_band<T> * band, snap_share<T>) * extent;
  const auto pressed = [&](int i) { return detail::Pressed<T>{overlap.points[i].at, limit - gaps[i]}; };
  const Vec2<T>& fallback = overlap.points[deepest].at;
  if (largest <= limit) return detail::center_of(overlap.count, fallback, pressed);  // all over, as faces at rest are
  detail::PressedRegion<T, Overlap<T>::capacity + 2> region;
  for (int i = 0; i < overlap.count; ++i) {
    const int next = i + 1 < overlap.count ? i + 1 : overlap.count == 2 ? i : 0;  // two points: an open end
    region.add_from(pressed(i), pressed(next));
  }
  return detail::center_of(region.count, fallback, [&](int i) { return region.points[i]; });
}

}  // namespace tactus
