// SPDX-License-Identifier: MIT
#pragma once
/// Point, Segment and Triangle; Disc and Ellipse: [Olvång 2010, Table 1] S_point, S_segment, S_disc, S_ellipse.
#include <tactus/shape/convex.h>
#include <tactus/shape/fields.h>

#include <optional>

namespace tactus {

/// A single point of its frame.
template <Scalar T> struct Point {
  using Scalar = T;
  static constexpr std::string_view name = "Point";
  static constexpr auto fields() { return std::tuple{position_field("position", &Point::position)}; }

  Vec3<T> position{};  // in its frame; finite

  constexpr Vec3<T> support(const Vec3<T>&) const { return position; }
  friend constexpr T radius(const Point&) { return T(0); }
  constexpr Vec3<T> center() const { return position; }
  constexpr T bounding_radius() const { return T(0); }
  constexpr bool polytope() const { return true; }
  constexpr bool curved_along(const Vec3<T>&) const { return false; }
  constexpr Feature feature(const Vec3<T>&, T) const { return {FeatureKind::vertex, 0}; }
  constexpr Outline<T> feature_along(const Vec3<T>& d, T) const {
    return Outline<T>::vertex({FeatureKind::vertex, 0}, unit_or_up(d), position);
  }
  friend constexpr bool operator==(const Point&, const Point&) = default;
};

namespace detail {

/// The ends, and the edge twice.
inline constexpr Feature segment_features[] = {
    {FeatureKind::vertex, 0}, {FeatureKind::vertex, 1}, {FeatureKind::edge, 0}, {FeatureKind::edge, 0}};

}  // namespace detail

/// A segment of the z axis: x = y = 0, |z| ≤ half_height. Vertex 0 is the lower end. (The thesis lays it along x.)
template <Scalar T> struct Segment {
  using Scalar = T;
  static constexpr std::string_view name = "Segment";
  static constexpr auto fields() { return std::tuple{size_field("half_height", &Segment::half_height)}; }

  T half_height{};

  constexpr Vec3<T> support(const Vec3<T>& d) const { return {T(0), T(0), with_sign(half_height, d.z)}; }
  friend constexpr T radius(const Segment&) { return T(0); }
  constexpr Vec3<T> center() const { return {}; }
  constexpr T bounding_radius() const { return half_height; }
  constexpr bool polytope() const { return true; }
  constexpr bool curved_along(const Vec3<T>&) const { return false; }
  /// By the cosine between the direction and the segment. A table, because the result cannot be predicted.
  constexpr Feature feature_at(T cosine, T sine) const { return detail::segment_features[feature_index(cosine, sine)]; }
  /// The number of the feature in the table of segment_features.
  constexpr unsigned feature_index(T cosine, T sine) const {
    const T limit = half_height > T(0) ? sine : T(-1);  // a segment without length has no edge
    return (cosine < T(0) ? 0u : 1u) + (abs(cosine) <= limit ? 2u : 0u);
  }
  constexpr Feature feature(const Vec3<T>& d, T sine) const { return feature_at(unit_or_up(d).z, sine); }
  constexpr Outline<T> feature_along(const Vec3<T>& d, T sine) const {
    const Vec3<T> u = unit_or_up(d);
    const Feature f = feature_at(u.z, sine);
    if (f.kind == FeatureKind::vertex) return Outline<T>::vertex(f, u, support(u));
    return Outline<T>::edge(f, u, {T(0), T(0), -half_height}, {T(0), T(0), half_height});
  }
  friend constexpr bool operator==(const Segment&, const Segment&) = default;
};

/// A triangle anywhere. Vertices 0, 1, 2 are a, b, c; edge i runs from vertex i to the next; face 0 sees a, b, c
/// counter-clockwise.
template <Scalar T> struct Triangle {
  using Scalar = T;
  static constexpr std::string_view name = "Triangle";
  static constexpr auto fields() {
    return std::tuple{position_field("a", &Triangle::a), position_field("b", &Triangle::b),
                      position_field("c", &Triangle::c)};
  }

  Vec3<T> a{}, b{}, c{};

  /// Corner i: a, b or c.
  constexpr const Vec3<T>& vertex(int i) const { return i == 0 ? a : i == 1 ? b : c; }
  constexpr Vec3<T> support(const Vec3<T>& d) const { return vertex(support_vertex(d)); }
  friend constexpr T radius(const Triangle&) { return T(0); }
  constexpr Vec3<T> center() const { return (a + b + c) / T(3); }
  constexpr T bounding_radius() const {
    const Vec3<T> m = center();
    return max(distance(a, m), max(distance(b, m), distance(c, m)));
  }
  constexpr bool polytope() const { return true; }
  constexpr bool curved_along(const Vec3<T>&) const { return false; }
  constexpr Outline<T> feature_along(const Vec3<T>& d, T sine) const {
    const Vec3<T> u = unit_or_up(d);
    const Vec3<T> n = unit_or_zero(cross(b - a, c - a));
    if (n != Vec3<T>{} && (sine >= T(1) || norm(cross(n, u)) <= sine)) {
      if (dot(n, u) < T(0)) return Outline<T>::triangle({FeatureKind::face, 1}, -n, a, c, b);
      return Outline<T>::triangle({FeatureKind::face, 0}, n, a, b, c);
    }
    const int i = support_vertex(u);
    int edge = -1;
    T least_slope = sine;
    for (const int candidate : {i, (i + 2) % 3}) {
      const Vec3<T> along = unit_or_zero(vertex((candidate + 1) % 3) - vertex(candidate));
      const T slope = abs(dot(along, u));
      if (along != Vec3<T>{} && slope <= least_slope) edge = candidate, least_slope = slope;
    }
    if (edge >= 0)
      return Outline<T>::edge({FeatureKind::edge, static_cast<std::uint32_t>(edge)}, u, vertex(edge),
                              vertex((edge + 1) % 3));
    return Outline<T>::vertex({FeatureKind::vertex, static_cast<std::uint32_t>(i)}, u, vertex(i));
  }
  friend constexpr bool operator==(const Triangle&, const Triangle&) = default;

 private:
  constexpr int support_vertex(const Vec3<T>& d) const {
    const T ha = dot(d, a), hb = dot(d, b), hc = dot(d, c);
    return ha >= hb && ha >= hc ? 0 : hb >= hc ? 1 : 2;
  }
};

/// A flat ellipse: (x / radii.x)² + (y / radii.y)² ≤ 1, z = 0. Face 0 looks down, face 1 up; the rim is curved 0.
template <Scalar T> struct Ellipse {
  using Scalar = T;
  static constexpr std::string_view name = "Ellipse";
  static constexpr auto fields() { return std::tuple{size_field("radii", &Ellipse::radii)}; }

  Vec2<T> radii{};

  constexpr Vec3<T> support(const Vec3<T>& d) const {
    // differs from [Olvång 2010, Table 1]: the direction is scaled to unit length before it is squared.
    const Vec2<T> u = unit_or_zero(Vec2<T>{radii.x * d.x, radii.y * d.y});
    return {radii.x * u.x, radii.y * u.y, T(0)};
  }
  friend constexpr T radius(const Ellipse&) { return T(0); }
  constexpr Vec3<T> center() const { return {}; }
  constexpr T bounding_radius() const { return max(radii.x, radii.y); }
  constexpr bool curved_along(const Vec3<T>& d) const { return d.x != T(0) || d.y != T(0); }
  /// The derivative of the rim.
  std::optional<Mat3<T>> support_derivative(const Vec3<T>& d, const Vec3<T>&) const {
    if (radii == Vec2<T>{}) return Mat3<T>::zero();
    const T reach = norm(Vec2<T>{radii.x * d.x, radii.y * d.y});
    if (!(reach > T(0))) return std::nullopt;
    const Vec3<T> along = Vec3<T>{d.y, -d.x, T(0)} * (radii.x * radii.y / reach);
    return Mat3<T>::outer(along, along) * (T(1) / reach);
  }
  constexpr Outline<T> feature_along(const Vec3<T>& d, T sine) const {
    const Vec3<T> u = unit_or_up(d);
    if (sine < T(1) && norm(Vec2<T>{u.x, u.y}) > sine)
      return Outline<T>::vertex({FeatureKind::curved, 0}, u, support(u));
    const T up = sign(u.z);
    return Outline<T>::ellipse({FeatureKind::face, u.z < T(0) ? 0u : 1u}, {T(0), T(0), up}, {}, {radii.x, T(0), T(0)},
                               {T(0), up * radii.y, T(0)});
  }
  friend constexpr bool operator==(const Ellipse&, const Ellipse&) = default;
};

/// A flat disc: x² + y² ≤ radius², z = 0. Features as for the Ellipse.
template <Scalar T> struct Disc {
  using Scalar = T;
  static constexpr std::string_view name = "Disc";
  static constexpr auto fields() { return std::tuple{size_field("radius", &Disc::radius)}; }

  T radius{};  // finite, not negative

  /// The same as an ellipse.
  constexpr Ellipse<T> ellipse() const { return {{radius, radius}}; }
  constexpr Vec3<T> support(const Vec3<T>& d) const {
    const Vec2<T> u = unit_or_zero(Vec2<T>{d.x, d.y});
    return {radius * u.x, radius * u.y, T(0)};
  }
  friend constexpr T radius(const Disc&) { return T(0); }
  constexpr Vec3<T> center() const { return {}; }
  constexpr T bounding_radius() const { return radius; }
  constexpr bool curved_along(const Vec3<T>& d) const { return ellipse().curved_along(d); }
  std::optional<Mat3<T>> support_derivative(const Vec3<T>& d, const Vec3<T>& point) const {
    return ellipse().support_derivative(d, point);
  }
  constexpr Outline<T> feature_along(const Vec3<T>& d, T sine) const { return ellipse().feature_along(d, sine); }
  friend constexpr bool operator==(const Disc&, const Disc&) = default;
};

}  // namespace tactus
