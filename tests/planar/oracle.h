// SPDX-License-Identifier: MIT
#pragma once
/// Brute force in long double, for planar pairs. Uses the numbers stored in the library's shapes and poses, and shares
/// nothing else with it: own vectors, own support, every edge tried.
#include <tactus/planar/pose2.h>
#include <tactus/planar/shapes.h>

#include <cmath>
#include <random>
#include <vector>

namespace tactus::planar::oracle {

using Real = long double;

struct V {
  Real x = 0, y = 0;
  friend V operator+(V a, V b) { return {a.x + b.x, a.y + b.y}; }
  friend V operator-(V a, V b) { return {a.x - b.x, a.y - b.y}; }
  friend V operator*(V a, Real s) { return {a.x * s, a.y * s}; }
};
inline Real dot(V a, V b) { return a.x * b.x + a.y * b.y; }
inline Real length(V a) { return std::sqrt(dot(a, a)); }

/// Points (counter-clockwise) or an ellipse, swept by a disc, at a pose.
struct Body {
  std::vector<V> points{};
  V radii{};
  Real disc = 0;
  bool ellipse = false;
  Real c = 1, s = 0;
  V t{};

  V place(V p) const { return {c * p.x - s * p.y + t.x, s * p.x + c * p.y + t.y}; }
  V support(V d) const {
    const V local{c * d.x + s * d.y, -s * d.x + c * d.y};
    if (ellipse) {
      const Real n = std::hypot(radii.x * local.x, radii.y * local.y);
      return place(n > 0 ? V{radii.x * radii.x * local.x / n, radii.y * radii.y * local.y / n} : V{});
    }
    const V* best = &points[0];
    for (const V& p : points) {
      if (dot(p, local) > dot(*best, local)) best = &p;
    }
    return place(*best);
  }
};

template <class T> Body body(const Circle<T>& s) { return {.points = {V{}}, .disc = Real(s.radius)}; }
template <class T> Body body(const Capsule<T>& s) {
  return {.points = {V{-Real(s.half_length), 0}, V{Real(s.half_length), 0}}, .disc = Real(s.radius)};
}
template <class T> Body body(const Box<T>& s) {
  const Real x = Real(s.half.x), y = Real(s.half.y);
  return {.points = {{-x, -y}, {x, -y}, {x, y}, {-x, y}}};
}
template <class T> Body body(const Polygon<T>& s) {
  Body b;
  for (const Vec2<T>& p : s.vertices()) b.points.push_back({Real(p.x), Real(p.y)});
  return b;
}
template <class T> Body body(const Ellipse<T>& s) {
  return {.radii = {Real(s.radii.x), Real(s.radii.y)}, .ellipse = true};
}

template <class S, class T> Body placed(const S& shape, const Pose2<T>& pose) {
  Body b = body(shape);
  b.c = Real(pose.rotation.c), b.s = Real(pose.rotation.s);
  b.t = {Real(pose.translation.x), Real(pose.translation.y)};
  return b;
}

/// Separation along n, discs included: a lower bound of the signed distance, for any n.
inline Real separation(const Body& a, const Body& b, V n) {
  return (dot(n, b.support(n * -1)) - dot(n, a.support(n))) / length(n) - a.disc - b.disc;
}

inline Real point_segment(V p, V a, V b) {
  const V e = b - a;
  const Real ee = dot(e, e), t = ee > 0 ? std::min<Real>(1, std::max<Real>(0, dot(p - a, e) / ee)) : 0;
  return length(p - (a + e * t));
}

/// Polygons: the largest separation over all edge normals if it is negative, otherwise the smallest vertex-edge
/// distance.
inline Real polygons(const Body& a, const Body& b) {
  Real deepest = -INFINITY, gap = INFINITY;
  const auto against = [&](const Body& p, const Body& q, Real side) {
    for (std::size_t n = p.points.size(), i = 0; i < n; ++i) {
      const V from = p.place(p.points[i]), to = p.place(p.points[(i + 1) % n]);
      for (const V& v : q.points) gap = std::min(gap, point_segment(q.place(v), from, to));
      const V normal{(to - from).y, -(to - from).x};
      if (dot(normal, normal) > 0) deepest = std::max(deepest, separation(a, b, normal * side) + a.disc + b.disc);
    }
  };
  against(a, b, 1);
  against(b, a, -1);
  return (deepest < 0 && std::isfinite(deepest) ? deepest : gap) - a.disc - b.disc;  // two points have no normals
}

/// Anything: the largest separation over all edge normals and `samples` directions, every local maximum refined by
/// bisecting the sign of the derivative (the tangential part of the support points). Never more than the truth.
inline Real sampled(const Body& a, const Body& b, int samples = 64) {
  static std::vector<V> directions;
  if (static_cast<int>(directions.size()) != samples) {
    directions.clear();
    for (int i = 0; i < samples; ++i) {
      const Real angle = 2 * 3.14159265358979323846L * (Real(i) + 0.377L) / Real(samples);
      directions.push_back({std::cos(angle), std::sin(angle)});
    }
  }
  const auto slope = [&](V n) { return dot(V{-n.y, n.x}, b.support(n * -1) - a.support(n)); };
  Real best = -INFINITY;
  for (const Body* body : {&a, &b}) {
    for (std::size_t n = body->points.size(), i = 0; n > 1 && i < n; ++i) {
      const V edge = body->place(body->points[(i + 1) % n]) - body->place(body->points[i]);
      best = std::max(best, separation(a, b, V{edge.y, -edge.x} * (body == &a ? 1 : -1)));
    }
  }
  std::vector<Real> slopes;
  for (const V& n : directions) slopes.push_back(slope(n));
  for (std::size_t n = directions.size(), i = 0; i < n; ++i) {
    if (!(slopes[i] >= 0 && slopes[(i + 1) % n] <= 0)) continue;
    V low = directions[i], high = directions[(i + 1) % n];
    for (int k = 0; k < 26; ++k) {  // to 1e-9 in angle: kinks are tried above, the rest is quadratic
      V middle = low + high;
      middle = middle * (1 / length(middle));
      (slope(middle) >= 0 ? low : high) = middle;
    }
    best = std::max({best, separation(a, b, low), separation(a, b, high)});
  }
  return best;
}

inline Real signed_distance(const Body& a, const Body& b) {
  return a.ellipse || b.ellipse ? sampled(a, b) : polygons(a, b);
}

/// Random shapes and poses, the same on every machine (std distributions are not).
template <class T> class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}
  T uniform(double low, double high) {
    return T(low + (high - low) * (static_cast<double>(engine_() >> 11) * 0x1p-53));
  }
  int index(int count) { return static_cast<int>(engine_() % static_cast<std::uint64_t>(count)); }
  Vec2<T> in_square(double half) {
    const T x = uniform(-half, half);
    return {x, uniform(-half, half)};
  }
  Pose2<T> pose(double reach) {
    const double angle = static_cast<double>(uniform(-3.2, 3.2));
    return {{T(std::cos(angle)), T(std::sin(angle))}, in_square(reach)};
  }
  Polygon<T> polygon(int points = 8) {
    std::vector<Vec2<T>> p(static_cast<std::size_t>(1 + index(points)));
    for (auto& v : p) v = in_square(1);
    return Polygon<T>::from_points(p);
  }
  Box<T> box() { return {{uniform(0.2, 1), uniform(0.2, 1)}}; }
  Ellipse<T> ellipse() { return {{uniform(0.2, 1), uniform(0.2, 1)}}; }
  Capsule<T> capsule() { return {uniform(0.1, 0.5), uniform(0.1, 0.7)}; }
  Circle<T> circle() { return {uniform(0.2, 1)}; }

 private:
  std::mt19937_64 engine_;
};

}  // namespace tactus::planar::oracle
