// SPDX-License-Identifier: MIT
#pragma once
/// Contact features from the support mapping alone: perturb the normal and observe how the support point moves.
/// [Olvång 2010, §2.6, Algorithm 13]
///
/// First the algorithm as published, then the one that the library uses for shapes that cannot name their features. The
/// second differs in four ways, each because of a failure that the thesis reports (§2.6, §4.2.3, §5.3):
/// 1. Three perturbations per direction instead of one, each half the previous one. A corner stays in place; on a
///    curved surface the shifts halve too, and the point is extrapolated to perturbation zero. So a large ball has one
///    contact point, and a lying cylinder two ends, however large the radius.
/// 2. The result is classified: a point, a segment or a polygon, with corners in convex position. The published test
///    for a point in a polygon accepts every point if the polygon is a segment (all its products are zero).
/// 3. Overlaps are computed for that class with a stated tolerance (manifold/clip.h), not by comparing points for
///    equality.
/// 4. Heights are kept: each contact point has its own distance, and a tilted face its slope.
#include <tactus/contact/manifold/clip.h>
#include <tactus/contact/manifold/counted_points.h>
#include <tactus/shape/shape.h>

namespace tactus::perturbed_sampling {

// ---- as published ---------------------------------------------------------------------------------------------------

/// A set of points.
template <Scalar T> struct Points {
  static constexpr int capacity = 128;  // points beyond it are dropped
  int count = 0;  // of the points in use
  std::array<Vec3<T>, capacity> points{};  // the first `count` are in use

  /// Adds a point if it is new.
  constexpr void add(const Vec3<T>& p) {
    for (int i = 0; i < count; ++i)
      if (points[i] == p) return;
    if (count < capacity) points[count++] = p;
  }
  constexpr const Vec3<T>& operator[](int i) const { return points[i]; }
};

/// SampleFeature: the support points of X along n + w for `samples` (at most 64) vectors w turned about n, minus p and
/// projected along n. n is unit, w perpendicular to it.
/// Erratum: line 7 adds the point to X, the shape; it must be S, the result.
template <Convex S, class T = scalar_t<S>>
Points<T> sample_feature(const S& shape, const Pose<T>& pose, const Vec3<T>& n, Vec3<T> w, const Vec3<T>& p,
                         int samples) {
  const Mat3<T> turn = from_axis_angle(n, T(2) * pi<T> / T(samples));
  Points<T> s;
  for (int i = 0; i < samples; ++i) {
    const Vec3<T> x = pose * full_support(shape, transposed_times(pose.rotation, n + w)) - p;
    s.add(x - n * dot(n, x));
    w = turn * w;
  }
  return s;
}

/// Is p on the same side of every edge as the mean of the corners? (False positives if that mean is on an edge.)
template <Scalar T> bool inside_as_published(const Points<T>& polygon, const Vec3<T>& n, const Vec3<T>& p) {
  Vec3<T> c{};
  for (int i = 0; i < polygon.count; ++i) c += polygon[i] / T(polygon.count);
  for (int i = 0; i < polygon.count; ++i) {
    const Vec3<T> u = cross(n, polygon[(i + 1) % polygon.count] - polygon[i]);
    if (dot(polygon[i] - p, u) * dot(polygon[i] - c, u) < T(0)) return false;
  }
  return true;
}

/// Corners of either silhouette inside the other, and crossings of their edges, in the plane through p.
template <Convex A, Convex B, class T = scalar_t<A>>
Points<T> manifold_as_published(const A& a, const B& b, const Pose<T>& x_ab, const Vec3<T>& normal, const Vec3<T>& p,
                                T perturbation, int samples) {
  const Vec3<T> w = any_perpendicular(normal) * perturbation;
  const Points<T> x = sample_feature(a, Pose<T>{}, normal, w, p, samples);
  const Points<T> y = sample_feature(b, x_ab, -normal, w, p, samples);
  Points<T> z;
  for (int i = 0; i < x.count; ++i)
    if (inside_as_published(y, normal, x[i])) z.add(x[i] + p);
  for (int j = 0; j < y.count; ++j)
    if (inside_as_published(x, normal, y[j])) z.add(y[j] + p);
  for (int i = 0; i < x.count; ++i)
    for (int j = 0; j < y.count; ++j) {
      const Vec3<T> d = x[(i + 1) % x.count] - x[i], e = y[(j + 1) % y.count] - y[j], f = y[j] - x[i];
      const T turn = triple(normal, d, e);
      if (turn == T(0)) continue;  // parallel
      const T mu_a = triple(normal, f, e) / turn, mu_b = triple(normal, f, d) / turn;
      if (mu_a >= T(0) && mu_a <= T(1) && mu_b >= T(0) && mu_b <= T(1)) z.add(x[i] + d * mu_a + p);
    }
  return z;
}

// ---- as the library uses it -----------------------------------------------------------------------------------------

/// How many directions are sampled. Between two of them, a round face is off by 1 - cos(π/16) = 1.9 % of its radius.
inline constexpr int directions = 16;

/// One sample: the position and height of the surface as the perturbation along one direction goes to zero.
template <Scalar T> struct Sample {
  Vec2<T> at;  // in the plane of the contact
  T height;  // along the normal
  T error;  // the possible error of `at` on a curved surface; 0 for a corner
};

/// p₁, p₂, p₃: support points with perturbations of 1, ½ and ¼. If the shifts p₁p₂ and p₂p₃ halve (to a quarter), the
/// surface is smooth: its position varies with the perturbation ε, its height with ε², so 2p₃ - p₂ and (4h₃ - h₂)/3 are
/// the values at zero up to higher powers. Otherwise p₃ is the answer: a corner, or a point of a rim.
template <Scalar T>
constexpr Sample<T> at_no_perturbation(const ContactFrame<T>& frame, const Vec3<T>& p1, const Vec3<T>& p2,
                                       const Vec3<T>& p3) {
  const Vec2<T> first = frame.flat(p1 - p2), second = frame.flat(p2 - p3);
  const T bend = norm(first - second * T(2));
  if (bend > T(0.25L) * norm(first) || first == Vec2<T>{}) return {frame.flat(p3), frame.height(p3), T(0)};
  return {frame.flat(p3) - second, (T(4) * frame.height(p3) - frame.height(p2)) / T(3), bend};
}

}  // namespace tactus::perturbed_sampling

namespace tactus {

/// Shapes that name no features, or only vertices although they have flat faces.
template <Scalar T> bool sampling_helps(const Shape<T>& shape) {
  if (const auto* custom = shape.template get_if<Custom<T>>()) return !custom->faceted() || custom->polytope();
  if (const auto* s = shape.template get_if<Superquadric<T>>()) return s->octahedron();
  return false;
}

/// The feature of `shape` along a direction of its own frame, from its support mapping alone. Corners nearer to each
/// other than 2⁻¹⁰ of the shape's bounding radius (or the sampling error, if larger) are merged.
template <Scalar T>
void see_samples(Silhouette<T>& s, const Shape<T>& shape, const Vec3<T>& direction, const Pose<T>& x,
                 const ContactFrame<T>& frame, bool reversed) {
  using Kind = typename Silhouette<T>::Kind;
  using perturbed_sampling::directions;
  const Vec3<T> n = unit_or_up(direction), e1 = any_perpendicular(n), e2 = cross(n, e1);
  const Vec3<T> ball = frame.normal * (reversed ? -shape.radius() : shape.radius());
  const auto sampled = [&](const Vec3<T>& w, T perturbation) { return x * shape.support(n + w * perturbation) + ball; };
  T merge = T(0x1p-10L) * shape.bounding_radius();
  Vec2<T> at[directions];
  T height[directions];
  int count = 0;
  for (int k = 0; k < directions; ++k) {
    const T angle = T(2) * pi<T> * T(reversed ? directions - k : k) / T(directions);
    const Vec3<T> w = e1 * cos(angle) + e2 * sin(angle);
    constexpr T most = feature_sine<T>;
    const auto p = perturbed_sampling::at_no_perturbation(frame, sampled(w, most), sampled(w, most / T(2)),
                                                          sampled(w, most / T(4)));
    merge = max(merge, p.error);
    at[count] = p.at, height[count] = p.height;
    ++count;
  }
  // Drops duplicates of a neighbour and points between their neighbours; the farthest pair distinguishes a segment from
  // a polygon.
  const auto drop = [&](int i) {
    for (--count; i < count; ++i) at[i] = at[i + 1], height[i] = height[i + 1];
  };
  for (int i = 0; count > 1 && i < count;) norm(at[i] - at[(i + 1) % count]) <= merge ? drop(i) : void(++i);
  int low = 0, high = 0;
  for (int i = 0; i < count; ++i)
    for (int j = 0; j < i; ++j)
      if (norm_squared(at[i] - at[j]) > norm_squared(at[high] - at[low])) low = j, high = i;
  const Vec2<T> along = at[high] - at[low];
  T width{};
  for (int i = 0; i < count; ++i) width = max(width, abs(cross(along, at[i] - at[low])));
  s.reversed = false, s.stride = 1;
  if (count == 1 || norm(along) <= merge) {
    s.kind = Kind::point, s.feature = {FeatureKind::curved, 0}, s.count = 1;
    const Vec3<T> p = sampled({}, T(0));
    s.corners[0] = s.base = frame.flat(p), s.base_height = frame.height(p), s.slope = {}, s.tilt = T(0);
    return s.close();
  }
  const auto lay_edge = [&, p = at[low], q = at[high], below = height[low], above = height[high]] {
    s.kind = Kind::segment, s.feature = {FeatureKind::edge, 0}, s.count = 2;
    s.corners[0] = s.base = p, s.corners[1] = q, s.base_height = below;
    s.slope = along * ((above - below) / norm_squared(along));
  };
  if (width <= merge * norm(along)) {
    lay_edge();
  } else {
    for (int i = 0, looked = 0; count > 3 && looked < count;) {
      const Vec2<T>&p = at[(i + count - 1) % count], &q = at[(i + 1) % count];
      const bool flat = cross(at[i] - p, q - at[i]) <= T(0);
      flat ? drop(i) : void(i = (i + 1) % count);
      looked = flat ? 0 : looked + 1;
      i %= count;
    }
    Vec3<T> area{};  // of the polygon in space, as a vector: its normal [Newell]
    s.kind = Kind::polygon, s.feature = {FeatureKind::face, 0}, s.count = count;
    s.base = {}, s.base_height = T(0);
    for (int i = 0; i < count; ++i) {
      const int j = (i + 1) % count;
      const Vec3<T> p{at[i].x - at[0].x, at[i].y - at[0].y, height[i]},
          q{at[j].x - at[0].x, at[j].y - at[0].y, height[j]};
      area += cross(p, q);
      s.corners[i] = at[i];
      s.base += at[i] / T(count), s.base_height += height[i] / T(count);
    }
    // Samples of a face tilted by about a perturbation may not form a convex polygon: what is left then has no area.
    if (area.z > merge * norm(along)) {
      s.slope = Vec2<T>{area.x, area.y} * (T(-1) / area.z);
    } else {
      lay_edge();
    }
  }
  s.tilt = norm(s.slope) / sqrt(T(1) + norm_squared(s.slope));
  s.close();
  // The support point's height is exact, and no point is beyond it: what was extrapolated beyond it, as from a corner to a
  // curve, is lowered. Below it, extrapolated heights are off by the fourth power of the perturbation, and are raised
  // unless that does not explain the difference: on a tilted rim the support point may lie between two samples.
  const T toward = reversed ? T(-1) : T(1);
  T highest = -infinity<T>;
  for (int i = 0; i < s.count; ++i) highest = max(highest, toward * s.height(s.corners[i]));
  const T missing = toward * frame.height(sampled({}, T(0))) - highest;
  if (missing <= depth_share<T> * s.extent) s.base_height += toward * missing;
}

}  // namespace tactus
